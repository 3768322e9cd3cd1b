"""Bad configuration, catalogs, records, tables, clocks and stores (hardening 5.5, rows 51 to 55, 59, 60)."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.command import Done, wherefrom
from tests.faults.test_workbook import LAUGHS, STRINGS, after_declaration, packed, with_part
from tests.hardening.through import go_through, project

from wherefrom.app.analyze import Analysis, analyze, open_analysis
from wherefrom.app.freeze import freeze
from wherefrom.app.moment import freeze_moment
from wherefrom.app.review.rows import rows_about
from wherefrom.app.review.sheet import export_rows, import_table
from wherefrom.app.review.table import Filters
from wherefrom.app.verify import verify
from wherefrom.app.workspace import Workspace, open_release, project_workspace
from wherefrom.domain.about import About
from wherefrom.domain.decision import SubjectType
from wherefrom.domain.errors import InputRefusal, Refusal, UsageRefusal
from wherefrom.domain.strict_json import read_object

# Catalog files

HEAD = "tables:\n"
DEEP = "[" * 20_000


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        pytest.param(
            "a: &a [x]\n" + "".join(f"b{n}: *a\n" for n in range(101)), 102, "100 aliases", id="aliases"
        ),
        pytest.param(
            "a: &a [x, x]\nb: &b [*a, *a]\n", 1, "known are tables", id="an alias bomb is no catalog"
        ),
        pytest.param(HEAD + "  - " + DEEP, 2, "nesting depth", id="20,000 lists deep"),
        pytest.param(
            "".join(f"{' ' * n}k:\n" for n in range(2_000)), 65, "64 levels deep", id="2,000 mappings deep"
        ),
        pytest.param(HEAD + "  - {name: a.b, name: a.c}\n", 2, "already", id="a key twice"),
        pytest.param(HEAD + "  - !!python/object/apply:os.system [id]\n", 2, "leave the tag out", id="a tag"),
        pytest.param(HEAD + "  - {name: a.b}\n---\nx: 1\n", 3, "divide", id="two documents"),
        pytest.param("a: 'b\n", 2, "write it as YAML", id="an open string"),
        pytest.param(HEAD + "  - {name: a\x00b}\n", 2, "does not allow", id="NUL"),
        pytest.param("no: 1\n" + HEAD, 1, "key is 'no'", id="no is a text, and no key of a catalog"),
        pytest.param(HEAD + "  - {name: a.b}\n" + "# " + "x" * (5 << 20), 1, "larger", id="too large"),
    ],
)
def test_51_a_catalog_is_refused_by_line(tmp_path: Path, text: str, line: int, said: str) -> None:
    home = project(tmp_path / "p", {}, config='schema_evidence = ["catalog.yml"]\n')
    (home / "catalog.yml").write_text(text, "utf-8")
    with pytest.raises(UsageRefusal) as told:
        freeze(project_workspace(home), "R1")
    assert f"catalog.yml:{line}:" in str(told.value)
    assert said in str(told.value)
    assert told.value.exit_code == 2


def test_51_values_are_texts(tmp_path: Path) -> None:
    home = project(tmp_path / "p", {"x.sql": "CREATE TABLE mart.a AS SELECT no, yes FROM ods.n;\n"},
                   config='schema_evidence = ["catalog.yml"]\n')  # fmt: skip
    (home / "catalog.yml").write_text(HEAD + "  - {name: ods.n, columns: [no, yes]}\n", "utf-8")
    assert go_through(home).origins("mart.a") == {"no": ["ods.n.no"], "yes": ["ods.n.yes"]}


# Records as JSON


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(b'{"a": 1, "a": 2}', "a", id="a key twice"),
        pytest.param(b'{"a": {"b": 1, "b": 1}}', "b", id="a key twice, below"),
        pytest.param(b'{"a": NaN}', "NaN", id="NaN"),
        pytest.param(b'{"a": -Infinity}', "Infinity", id="Infinity"),
        pytest.param(b'{"a": 1e999}', "1e999", id="1e999"),
        pytest.param(b'{"a": 1.5}', "1.5", id="a fraction"),
        pytest.param(b'{"a": ' + b"9" * 100_000 + b"}", "has 100000 digits", id="a number of 100,000 digits"),
        pytest.param(
            b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deep", id="100,000 lists deep"
        ),
        pytest.param(
            b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nested too deep", id="100,000 objects deep"
        ),
        pytest.param(b"\xef\xbb\xbf{}", "character 1 (Unexpected UTF-8 BOM", id="a byte order mark"),
        pytest.param(b'{"a": "\xff"}', "UTF-8", id="no UTF-8"),
        pytest.param(b'{"a": 1', "no JSON at its character 8", id="cut off"),
        pytest.param(b"[]", "no JSON object", id="no object"),
        pytest.param(b"", "no JSON at its character 1", id="empty"),
    ],
)
def test_52_a_record_that_is_none_is_refused_and_named(tmp_path: Path, text: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        read_object(text, 1 << 20)
    home = go_through(project(tmp_path / "p", {})).home
    for name in ("snapshots/R1/manifest.json", "snapshots/R1/release.json"):
        shutil.copytree(home, tmp_path / "q")
        (tmp_path / "q" / name).write_bytes(text)
        found = [each for item in verify(tmp_path / "q") for each in item.findings if not each.ok]
        assert Path(name).name in {each.item for each in found}
        with pytest.raises(InputRefusal, match="damaged"):
            open_release(project_workspace(tmp_path / "q"), "R1")
        shutil.rmtree(tmp_path / "q")
    (home / "deliverables/R1/manifest.json").write_bytes(text)
    found = [each for item in verify(home) for each in item.findings if not each.ok]
    assert [each.item for each in found] == ["manifest.json"]


def test_52_a_record_larger_than_any_is_not_read() -> None:
    with pytest.raises(ValueError, match="at most 1000 are read"):
        read_object(b"{" + b" " * 1_000 + b"}", 1_000)


# Review tables


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with two writers to decide on, analysed."""
    home = project(
        tmp_path_factory.mktemp("review") / "p",
        {
            "x.sql": "INSERT INTO mart.a (k) SELECT s.k FROM ods.s s;\n",
            "y.sql": "INSERT INTO mart.a (k) SELECT r.k FROM ods.r r;\n",
            "z.sql": "CREATE TABLE rep.a AS SELECT a.k FROM mart.a a;\n",
        },
    )
    go_through(home)
    return home


def opened(home: Path) -> tuple[Workspace, Analysis, bytes]:
    """Return a project with its review table, as it is exported."""
    workspace = project_workspace(home)
    analysis = open_analysis(workspace, open_release(workspace, "R1"))
    rows = rows_about(analysis, About.WRITERS, Filters(), ())
    export_rows(workspace, analysis, SubjectType.WRITER, rows, home / "table.csv")
    return workspace, analysis, (home / "table.csv").read_bytes()


def rewritten(
    data: bytes, change: Callable[[list[list[str]]], list[list[str]]], delimiter: str = ","
) -> bytes:
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(change(rows))
    return out.getvalue().encode("utf-8")


def cells(row: int, **given: str) -> Callable[[list[list[str]]], list[list[str]]]:
    """Return a change that fills cells of one row in, 1-based below the head."""

    def change(rows: list[list[str]]) -> list[list[str]]:
        for name, value in given.items():
            rows[row][rows[0].index(name)] = value
        return rows

    return change


CONFIRM = {"decision": "CONFIRMED", "reason": "Daily job."}
"""A good decision, in the first row: it must not be recorded where the second is bad."""


def second(**given: str) -> Callable[[list[list[str]]], list[list[str]]]:
    return lambda rows: cells(2, **given)(cells(1, **CONFIRM)(rows))


BAD_TABLES: dict[str, Callable[[bytes], bytes]] = {
    "a decision in small letters": lambda data: rewritten(data, second(decision=" confirmed ", reason="x")),
    "an unknown decision": lambda data: rewritten(data, second(decision="PERHAPS")),
    "a number in place of an id": lambda data: rewritten(
        data, second(review_id="1E+05", decision="CONFIRMED", reason="x")
    ),
    "a date in place of an id": lambda data: rewritten(
        data, second(review_id="01.02.2026", decision="CONFIRMED", reason="x")
    ),
    "a rejection without a reason": lambda data: rewritten(data, second(decision="REJECTED")),
    "a date that is none": lambda data: rewritten(
        data, second(decision="CONFIRMED", reason="x", effective_from="31.02.2026")
    ),
    "a machine cell that was changed": lambda data: rewritten(
        data, second(decision="CONFIRMED", reason="x", logical_table="mart.z")
    ),
    "a row of an unknown candidate": lambda data: rewritten(
        data, second(review_id="W0000000000", decision="CONFIRMED", reason="x")
    ),
    "a row that stands twice": lambda data: rewritten(
        data, lambda rows: [*cells(1, **CONFIRM)(rows), cells(1, **CONFIRM)(rows)[1]]
    ),
    "a cell longer than any": lambda data: rewritten(
        data, second(decision="CONFIRMED", reason="x" * 1_100_000)
    ),
    "a missing column": lambda data: rewritten(
        data, lambda rows: [row[1:] for row in second(decision="CONFIRMED")(rows)]
    ),
    "a string that nothing closes": lambda data: data.rstrip() + b'\r\n"open,x',
    "another encoding": lambda data: rewritten(data, second(reason="größe")).decode("utf-8").encode("cp1252"),
    "UTF-16": lambda data: data.decode("utf-8-sig").encode("utf-16"),
    "no table": lambda _: b"\x00\x01\x02",
    "nothing": lambda _: b"",
}


@pytest.mark.parametrize("name", BAD_TABLES)
def test_54_a_table_that_has_to_be_mended_is_refused_whole(reviewed: Path, tmp_path: Path, name: str) -> None:
    home = tmp_path / "p"
    shutil.copytree(reviewed, home)
    workspace, analysis, data = opened(home)
    bad = tmp_path / "writer_review.csv"
    bad.write_bytes(BAD_TABLES[name](data))
    with pytest.raises(Refusal) as told:
        import_table(workspace, bad, analysis, "ann")
    assert told.value.exit_code == 3
    assert "writer_review.csv" in str(told.value)
    assert not (home / "governance/decisions.jsonl").is_file()


GOOD_TABLES: dict[str, Callable[[bytes], bytes]] = {
    "as exported": lambda data: rewritten(data, cells(1, **CONFIRM)),
    "a mark, semicolons": lambda data: b"\xef\xbb\xbf" + rewritten(data, cells(1, **CONFIRM), ";"),
    "tabs, LF": lambda data: rewritten(data, cells(1, **CONFIRM), "\t").replace(b"\r\n", b"\n"),
    "columns in another order": lambda data: rewritten(data, lambda rows: [row[::-1] for row in cells(1, **CONFIRM)(rows)]),
    "a column more": lambda data: rewritten(data, lambda rows: [[*row, "mine"] for row in cells(1, **CONFIRM)(rows)]),
    "the other row is gone": lambda data: rewritten(data, lambda rows: cells(1, **CONFIRM)(rows)[:2]),
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD_TABLES)
def test_54_what_spreadsheets_write_back_is_read_and_a_missing_row_decides_nothing(
    reviewed: Path, tmp_path: Path, name: str
) -> None:
    home = tmp_path / "p"
    shutil.copytree(reviewed, home)
    workspace, analysis, data = opened(home)
    table = tmp_path / "writer_review.csv"
    table.write_bytes(GOOD_TABLES[name](data))
    import_table(workspace, table, analysis, "ann")
    log = [json.loads(line) for line in (home / "governance/decisions.jsonl").read_text("utf-8").splitlines()]
    assert [(each["decision"], each["reason"]) for each in log] == [("CONFIRMED", "Daily job.")]


@pytest.mark.parametrize(
    "reason",
    ["=cmd|' /C calc'!A0", "+1", "-1", "@sum(1)", "\t=1", "'=1", "＝1+1", "a\r\nb", '"', ";", "=\n=1"],
    ids=repr,
)
def test_55_what_a_spreadsheet_would_run_is_text_and_comes_back(
    reviewed: Path, tmp_path: Path, reason: str
) -> None:
    home = tmp_path / "p"
    shutil.copytree(reviewed, home)
    workspace, analysis, data = opened(home)
    table = tmp_path / "writer_review.csv"
    guarded = "'" + reason if reason[:1] in "=+-@\t'＝" else reason
    table.write_bytes(rewritten(data, cells(1, decision="REJECTED", reason=guarded)))
    import_table(workspace, table, analysis, "ann")
    (record,) = (home / "governance/decisions.jsonl").read_text("utf-8").splitlines()
    assert json.loads(record)["reason"].split() == reason.split()
    (home / "governance/writer_review.csv").unlink(missing_ok=True)
    _, _, again = opened(home)
    for row in csv.reader(io.StringIO(again.decode("utf-8-sig"), newline="")):
        assert not any(cell[:1] in "=+-@\t\r" and cell for cell in row), row


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(with_part(STRINGS, after_declaration(LAUGHS)), id="entities"),
        pytest.param(with_part("xl/media/zeros.bin", lambda _: b"\0" * (300 << 20)), id="300 MiB of zeros"),
        pytest.param(with_part("../../evil.txt", lambda _: b"x"), id="a path upwards"),
        pytest.param(with_part("/etc/evil.txt", lambda _: b"x"), id="an absolute path"),
        pytest.param(packed({"x": b"y"}), id="a zip that is no workbook"),
        pytest.param(b"PK\x03\x04" + b"\0" * 64, id="a broken zip"),
    ],
)
def test_53_a_workbook_that_means_harm_is_refused_whole(reviewed: Path, tmp_path: Path, data: bytes) -> None:
    home = tmp_path / "p"
    shutil.copytree(reviewed, home)
    workspace, analysis, _ = opened(home)
    bad = tmp_path / "writer_review.xlsx"
    bad.write_bytes(data)
    with pytest.raises(Refusal) as told:
        import_table(workspace, bad, analysis, "ann")
    assert told.value.exit_code == 3
    assert "writer_review.xlsx" in str(told.value)
    assert not (home / "governance/decisions.jsonl").is_file()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["p", "writer_review.xlsx"]


# Clocks


@pytest.mark.parametrize("stated", ["-1", "1.5", "1e9", "now", " 1", "١", "9" * 400, "253402300800", "0x10"])
def test_59_a_moment_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, stated: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", stated)
    with pytest.raises(UsageRefusal, match="SOURCE_DATE_EPOCH") as told:
        freeze_moment()
    assert told.value.exit_code == 2


@pytest.mark.parametrize(
    ("stated", "moment"),
    [
        ("0", "1970-01-01T00:00:00Z"),
        ("4102444800", "2100-01-01T00:00:00Z"),
        ("1774746000", "2026-03-29T01:00:00Z"),
    ],
)
def test_59_any_moment_gives_the_same_lineage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stated: str, moment: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", stated)
    monkeypatch.setenv("TZ", "America/St_Johns")
    done = go_through(project(tmp_path / "p", {}))
    assert done.analysis.snapshot.frozen_at == moment


# Stores


def _foreign(place: Path) -> None:
    place.unlink()
    with sqlite3.connect(place) as raw:
        raw.execute("CREATE TABLE note (text)")
    raw.close()


def _newer(place: Path) -> None:
    with sqlite3.connect(place) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.close()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        pytest.param(_foreign, "belongs to another program", id="of another program"),
        pytest.param(_newer, "newer wherefrom", id="newer"),
        pytest.param(
            lambda place: place.write_bytes(b"no database at all, only words"), "", id="no database"
        ),
        pytest.param(lambda place: place.write_bytes(place.read_bytes()[:5000]), "", id="cut off"),
    ],
)
def test_60_a_store_that_is_none_is_refused_by_name_and_left_alone(
    tmp_path: Path, damage: Callable[[Path], object], said: str
) -> None:
    home = go_through(project(tmp_path / "p", {})).home
    store = home / ".wherefrom/evidence.db"
    damage(store)
    before = store.read_bytes()
    done: Done = wherefrom("analyze", "--release", "R1", cwd=home)
    assert (done.code, done.out) == (3, "")
    assert "evidence.db" in done.err
    assert said in done.err
    assert "Traceback" not in done.err
    assert store.read_bytes() == before


def test_60_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    home = go_through(project(tmp_path / "p", {})).home
    (home / ".wherefrom/evidence.db").write_bytes(b"")
    workspace = project_workspace(home)
    _, answers = analyze(workspace, open_release(workspace, "R1"), ("mart.good",))
    assert [each.endpoint for each in answers[0].fields[0].value] == ["ods.given.a"]


# Secrets

SECRET = "hunter2"
QUOTED = (f"'{SECRET}'", f'"{SECRET}"', f"N'{SECRET}'", "4711")


@pytest.mark.parametrize("literal", QUOTED)
@pytest.mark.parametrize(
    "broken", ["SELECT f(a {} ) FROM q (", "SELECT CASE {} {} FROM t", "INSERT INTO t VALUES ({} {}, 1"]
)
def test_58_no_message_repeats_a_literal(tmp_path: Path, literal: str, broken: str) -> None:
    text = f"{broken.replace('{}', literal)};\n"
    done = go_through(project(tmp_path / "p", {"x.sql": text}))
    said = [f"{each.subject} {each.message}" for each in done.analysis.graph.diagnostics]
    assert said
    assert not [each for each in said if SECRET in each or "4711" in each]


def test_58_what_the_command_prints_and_reports_holds_no_literal(tmp_path: Path) -> None:
    home = project(
        tmp_path / "p",
        {"x.sql": f"CREATE USER u IDENTIFIED BY '{SECRET}' '{SECRET}';\nSELECT f(a '{SECRET}') FROM q (;\n"},
    )
    for words in (
        ("freeze", "--release", "R1"),
        ("analyze", "--release", "R1", "--all-targets"),
        ("publish", "--release", "R1", "--draft"),
    ):
        done = wherefrom(*words, cwd=home)
        assert done.code == 0, done.err
        assert SECRET not in done.out + done.err
