"""The migrated database is the real one: test that, not ``create_all``."""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from tests.unit.review.records import record as log_record
from tests.unit.store.values import Frozen, answer, deep_unit, graph, outline, record

from wherefrom.domain.errors import InputRefusal
from wherefrom.store import NewPart, NewUnit, migrations_folder, open_store
from wherefrom.store.revision import HEAD
from wherefrom.store.schema import metadata


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A migrated store with rows in every table."""
    place = tmp_path / "e.db"
    with open_store(place) as store:
        store.record_snapshot(Frozen())
        store.add_units([NewUnit("a" * 64, "a" * 64, deep_unit(1))])
        parts = {"sql/a.sql": NewPart("e" * 64, "a" * 64, outline())}
        store.record_analysis(record(), graph(), [answer()], parts)
        store.mirror_decisions([log_record(None)])
    return place


@pytest.fixture
def raw(place: Path) -> Iterator[sqlite3.Connection]:
    """The same file, past this program."""
    connection = sqlite3.connect(place)
    connection.execute("PRAGMA foreign_keys = ON")
    yield connection
    connection.close()


def checks(engine: sa.Engine) -> set[tuple[str, str, str]]:
    """Every CHECK in the database; autogenerate does not compare them by default."""
    inspector = sa.inspect(engine)
    return {
        (table, str(check["name"]), check["sqltext"])
        for table in metadata.tables
        for check in inspector.get_check_constraints(table)
    }


def test_the_head_is_the_newest_revision() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_migrations_yield_the_declared_schema(place: Path) -> None:
    migrated = sa.create_engine(f"sqlite:///{place}")
    declared = sa.create_engine("sqlite://")
    metadata.create_all(declared)
    with migrated.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert checks(migrated) == checks(declared)
    for table in metadata.tables:
        pair = [sa.inspect(engine) for engine in (migrated, declared)]
        assert pair[0].get_foreign_keys(table) == pair[1].get_foreign_keys(table), table
        assert pair[0].get_pk_constraint(table) == pair[1].get_pk_constraint(table), table
        assert pair[0].get_unique_constraints(table) == pair[1].get_unique_constraints(table), table


@pytest.mark.parametrize("table", sorted(metadata.tables))
@pytest.mark.parametrize("change", ["UPDATE {} SET {} = {}", "DELETE FROM {}"])
def test_evidence_never_changes(raw: sqlite3.Connection, table: str, change: str) -> None:
    assert raw.execute(f"SELECT count(*) FROM {table}").fetchone()[0] > 0
    column = metadata.tables[table].columns.values()[-1].name
    with pytest.raises(sqlite3.IntegrityError, match=f"rows of {table} are evidence and never change"):
        raw.execute(change.format(table, f'"{column}"', f'"{column}"'))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("INSERT INTO text VALUES (900, 'dm.t', 0)", "UNIQUE"),
        ("INSERT INTO text VALUES (900, NULL, 0)", "NOT NULL"),
        ("INSERT INTO unit VALUES (9, 'short', ?, 0, 0, 0, 0, x'00', ?)", "ck_unit_key"),
        ("INSERT INTO unit VALUES (9, ?, ?, 0, 0, 1, 2, x'00', 'x')", "CHECK"),
        ("INSERT INTO unit VALUES (9, ?, ?, 0, 0, 1, 2, x'00', ?)", "ck_unit_understood"),
        ("INSERT INTO snapshot_file VALUES (1, 1, -1, ?)", "ck_snapshot_file_size"),
        ("INSERT INTO snapshot_file VALUES (77, 1, 1, ?)", "FOREIGN KEY"),
        ("INSERT INTO analysis VALUES (9, 'x', 1, '', '', ?, '', 'OPEN', '')", "ck_analysis_state"),
        ("INSERT INTO analysis VALUES (9, 'x', 1, '', '', ?, '', 'DONE', '')", "ck_analysis_sealed"),
        ("INSERT INTO analysis VALUES (9, 'x', 7, '', '', ?, '', 'RUNNING', '')", "FOREIGN KEY"),
        ("INSERT INTO field_control VALUES (1, 1, 0, 1, 1)", "ck_field_control_number"),
        ("INSERT INTO field_control VALUES (1, 55, 1, 1, 1)", "FOREIGN KEY"),
    ],
)  # fmt: skip
def test_the_schema_refuses_what_cannot_be(raw: sqlite3.Connection, change: str, said: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match=said):
        raw.execute(change, ["d" * 64] * change.count("?"))


def test_a_running_analysis_may_be_removed(raw: sqlite3.Connection) -> None:
    raw.execute("INSERT INTO analysis VALUES (9, 'x', 1, '', '', ?, '', 'RUNNING', '')", ["0" * 64])
    raw.execute("DELETE FROM analysis WHERE state = 'RUNNING'")
    assert raw.execute("SELECT count(*) FROM analysis").fetchone() == (1,)


def test_the_revisions_are_written_for_postgresql_too() -> None:
    said = io.StringIO()
    options = {"as_sql": True, "output_buffer": said}
    context = MigrationContext.configure(dialect_name="postgresql", opts=options)
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    with Operations.context(context):
        for script in reversed(list(ScriptDirectory.from_config(config).walk_revisions())):
            script.module.upgrade()
    for table in metadata.tables:
        assert f"CREATE TABLE {table} (" in said.getvalue()
        assert f"BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW" in said.getvalue()
    assert "WITHOUT ROWID" not in said.getvalue()


def test_the_revisions_are_found_in_an_installed_wheel_and_missed_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "wherefrom"
    monkeypatch.setattr("wherefrom.store.migrate._PACKAGE", package)
    with pytest.raises(InputRefusal, match="lacks its migrations"):
        migrations_folder()
    (package / "_data" / "migrations").mkdir(parents=True)
    (package / "_data" / "migrations" / "env.py").touch()
    assert migrations_folder() == package / "_data" / "migrations"
