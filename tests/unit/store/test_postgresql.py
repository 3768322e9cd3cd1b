"""The same store on a PostgreSQL server."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from tests.unit.review.records import log_of
from tests.unit.store.values import Frozen, answer, deep_unit, graph, record

from wherefrom.domain.errors import Busy, InputRefusal
from wherefrom.store import NewUnit, open_store, read_store
from wherefrom.store.schema import metadata

SERVER = os.environ.get("WHEREFROM_TEST_POSTGRESQL", "")

pytestmark = pytest.mark.skipif(not SERVER, reason="no PostgreSQL: WHEREFROM_TEST_POSTGRESQL names none")


@pytest.fixture
def url() -> Iterator[str]:
    """A schema of its own with one analysis in it."""
    schema = f"wherefrom_{uuid.uuid4().hex}"
    server = sa.create_engine(SERVER, poolclass=sa.NullPool)
    with server.begin() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {schema}")
    url = sa.make_url(SERVER).update_query_dict({"options": f"-csearch_path={schema}"})
    place = url.render_as_string(hide_password=False)
    with open_store(place) as store:
        store.record_snapshot(Frozen())
        store.add_units([NewUnit("a" * 64, "a" * 64, deep_unit(2))])
        store.record_analysis(record(unit="a" * 64), graph(), [answer()])
    yield place
    with server.begin() as connection:
        connection.exec_driver_sql(f"DROP SCHEMA {schema} CASCADE")


def test_an_analysis_comes_back_and_checks(url: str) -> None:
    with read_store(url) as store:
        assert store.answer("sha256:1", "dm.t") == answer()
        assert store.nodes("sha256:1") == graph().nodes
        assert store.statements("sha256:1") == graph().statements
        assert store.units(["a" * 64]) == {"a" * 64: deep_unit(2)}
        assert all(finding.ok for finding in store.check())


def test_migrations_yield_the_declared_schema(url: str) -> None:
    with sa.create_engine(url, poolclass=sa.NullPool).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@pytest.mark.parametrize("table", ["text", "unit", "analysis", "visit"])
def test_evidence_never_changes(url: str, table: str) -> None:
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with (
        pytest.raises(sa.exc.DBAPIError, match=f"rows of {table} are evidence"),
        engine.begin() as connection,
    ):
        connection.exec_driver_sql(f"DELETE FROM {table}")


CHANGES = {
    "update": "UPDATE decision SET record = replace(record, 'ada', 'bob')",
    "update of nothing new": "UPDATE decision SET record = record",
    "delete": "DELETE FROM decision WHERE seq = 2",
    "truncate": "TRUNCATE decision",
    "insert over": "INSERT INTO decision SELECT * FROM decision ON CONFLICT (hash) DO UPDATE SET seq = 9",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_mirror_of_the_decision_log_refuses_any_change(url: str, change: str) -> None:
    log = log_of({}, {"binding_id": "W2"})
    with open_store(url) as store:
        assert store.mirror_decisions(log.raw) == 2
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with (
        pytest.raises(sa.exc.DBAPIError, match="rows of decision are evidence and never change"),
        engine.begin() as connection,
    ):
        connection.exec_driver_sql(change)
    later = log_of({}, {"binding_id": "W2"}, {"binding_id": "W3"})
    with open_store(url) as store:
        assert store.decisions(log.head) == log.raw
        assert store.mirror_decisions(later.raw) == 1
        assert store.decisions(later.head) == later.raw
        assert all(finding.ok for finding in store.check())


def test_a_second_writer_is_told_who_holds_the_store(url: str) -> None:
    with open_store(url):
        with pytest.raises(Busy, match=r"server process \d+, since 2"), open_store(url):
            pass
        with read_store(url) as store:
            assert store.targets("sha256:1") == ("dm.t",)
    with open_store(url) as store:
        assert store.targets("sha256:1") == ("dm.t",)


def test_a_server_that_does_not_answer_is_named_without_its_password() -> None:
    with (
        pytest.raises(InputRefusal, match=r"who:\*\*\*@.* cannot be reached"),
        open_store("postgresql+psycopg://who:secret@/none?host=/nowhere"),
    ):
        pass
