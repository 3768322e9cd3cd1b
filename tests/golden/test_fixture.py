"""The reader, the layout and the accept command of the golden files."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golden import accept
from tests.golden.fixture import FOLDER, accepted, read, write

TEXT = """\
-- case:    two inputs, one bare name
-- why:     Both inputs may hold it.
--          Nothing says which.
-- dialect: postgres
-- target:  mart.stall

CREATE TABLE mart.stall AS
SELECT s.stall_no,  --! ONE
       'a -- b; c' AS note, size  --! TWO x.size, y.size --! THREE
FROM   x AS s, y;

-- expect value
--   field    | origin             | line
--   stall_no | x.stall_no         | 2
--   note     | constant 'a -- b; c' | 3
-- expect control
--   (none)
"""


def test_read() -> None:
    (case,) = read("a.sql", "-- intro\n\n" + TEXT)
    assert case.line == 3
    assert case.head["why"] == "Both inputs may hold it. Nothing says which."
    assert case.texts["case.sql"].splitlines()[2] == "       'a -- b; c' AS note, size"
    assert case.expected("value") == {("stall_no", "x.stall_no", "2"), ("note", "constant 'a -- b; c'", "3")}
    assert case.expected("diagnostics") == {
        ("ONE", "", "2"),
        ("TWO", "x.size, y.size", "3"),
        ("THREE", "", "3"),
    }


def test_several_files_and_crlf() -> None:
    text = TEXT.replace("-- target:  mart.stall", "-- target:  mart.stall\n-- newlines: crlf").replace(
        "CREATE", "-- file: a/b.sql\nCREATE"
    )
    (case,) = read("a.sql", text)
    assert case.texts["a/b.sql"].startswith("CREATE TABLE mart.stall AS\r\nSELECT")
    assert ("ONE", "", "a/b.sql:2") in case.expected("diagnostics")


def test_star_stands_for_all_fields() -> None:
    text = TEXT.replace("--   (none)", "--   field | kind | column | line\n--   * | WHERE | x.ok | 5")
    (case,) = read("a.sql", text)
    assert case.expected("control", ("p", "q")) == {("p", "WHERE", "x.ok", "5"), ("q", "WHERE", "x.ok", "5")}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("-- target: ", "-- goal: ", "header key 'goal'"),
        ("-- expect control", "-- expect controls", "block 'controls'"),
        ("| x.stall_no         | 2", "| 2", "2 cells; value has 3"),
        ("--   (none)", "SELECT 1", "is no part of an expect block"),
    ],
)
def test_what_does_not_keep_to_the_form(old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        read("a.sql", TEXT.replace(old, new))
    assert str(caught.value).startswith("a.sql:")


def test_a_corrupted_cell_is_mended_by_accepting() -> None:
    (right,) = read("a.sql", TEXT)
    facts = {
        "value": tuple(dict(right.blocks)["value"]),
        "control": (),
        "open": (),
        "diagnostics": (("ONE", "", "2"), ("TWO", "x.size, y.size", "3"), ("THREE", "", "3")),
    }
    (wrong,) = read(
        "a.sql", TEXT.replace("x.stall_no         |", "y.stall_no         |").replace("--! ONE", "")
    )
    assert write(wrong) != write(right)
    assert write(accepted(wrong, facts)) == write(right)


def test_never_in_ci(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("CI", "true")
    assert accept.main([]) == 2
    assert "not accepted where CI is set" in capsys.readouterr().err


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.sql")), ids=lambda path: path.name)
def test_layout(path: Path) -> None:
    text = path.read_text("utf-8")
    cases = read(path.name, text)
    assert text[: text.index("-- case:")] + "\n".join(map(write, cases)) == text, "run accept --layout"
