"""With ``redact = "literals"`` nothing that is published or printed shows a literal of the SQL."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.command import wherefrom

MOMENT = {"SOURCE_DATE_EPOCH": "1795000000"}
CANARY = re.compile(r"canary|4711\d\d\d\d", re.IGNORECASE)
"""What every literal and comment of the estate is: a text with this word, or a number that begins so."""

POSTGRES = """\
-- canary in a comment, password=canary47110001
CREATE TABLE ods.account (id int DEFAULT 47110002, kind text DEFAULT 'canary default', CHECK (kind <> 'canary check'));
COMMENT ON TABLE ods.account IS 'canary remark';
INSERT INTO dm.report (id, kind, label, level, moment, first, pick, doc, mixed, dollar, sliced, code)
SELECT a.id + 47110003,
       CASE WHEN a.kind = 'canary when' THEN 'canary then' WHEN a.id > 47110004 THEN 'canary second' ELSE 'canary else' END,
       'canary constant', /* canary block
       comment over lines */ 47110005,
       now() - INTERVAL '47110006 days',
       COALESCE(a.kind, E'canary\\'escaped'),
       a.doc -> 'canary_key' ->> 'canary_leaf',
       json_extract_path_text(a.doc, 'canary_path'),
       'canary one' || a.kind || $$canary two$$,
       $canary_tag$ canary three $canary_tag$,
       a.list[47110007],
       decode('canary', a.kind, 47110008)
FROM ods.account a
JOIN ods.owner o ON o.id = a.id AND o.kind = 'canary join'
WHERE a.kind IN ('canary in', 'canary also in') AND a.id BETWEEN 47110009 AND 47110010
  AND EXISTS (SELECT 1 FROM ods.flag f WHERE f.id = a.id AND f.code = 'canary exists')
  AND substring(o.kind FROM 47110011) LIKE 'canary%'
GROUP BY 1 HAVING count(*) > 47110012
ORDER BY a.id LIMIT 47110013 OFFSET 47110014;
INSERT INTO ods.flag VALUES (47110015, 'canary value'), (47110016, 'canary other');
UPDATE dm.report SET label = 'canary update' WHERE id = 47110017;
DELETE FROM dm.report WHERE label = 'canary delete';
CREATE VIEW dm.shown AS SELECT r.id, r.label, 'canary view' AS fixed, r.doc FROM dm.report r WHERE r.id <> 47110018;
CREATE FUNCTION dm.fill() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- canary inside
  INSERT INTO dm.filled SELECT a.id, 'canary body' FROM ods.account a WHERE a.kind = 'canary body where';
  EXECUTE 'INSERT INTO dm.filled SELECT 47110019, ''canary dynamic''' USING 'canary using';
END $$;
CREATE USER reader PASSWORD 'canary password';
COPY ods.owner (id, kind, doc, attrs) FROM 's3://bucket/x' WITH (delimiter 'canary');
MERGE INTO dm.merged t USING ods.account s ON t.id = s.id AND s.kind = 'canary match'
WHEN MATCHED AND s.id > 47110020 THEN UPDATE SET kind = 'canary merged'
WHEN NOT MATCHED THEN INSERT (id, kind) VALUES (47110021, 'canary inserted');
SELECT 'canary query', 47110022 FROM dm.report WHERE label = 'canary bare';
"""

BROKEN = """\
SELECT 'canary good' AS a FROM ods.account;
INSERT INTO dm.torn SELECT FROM WHERE 'canary broken' = = 47110023 SELECT;
INSERT INTO dm.torn2 (a) VALUES (47110024 'canary missing comma' canary_is_here 47110025 );
INSERT INTO dm.half SELECT 'it's canary 47110026 loose' FROM ods.account;
INSERT INTO dm.open SELECT 'canary open FROM ods.account WHERE x = 47110027;
"""

TORN = """\
SELECT /* canary before */ a FROM /* canary inside */ WHERE b = 'canary';
SELECT INTERVAL 'canary interval' FROM ods.account;
INSERT INTO dm.torn3 SELECT COLUMNS('(?P=canary_group)') FROM ods.account;
INSERT INTO dm.torn4 SELECT a FROM ods.account WHERE a = 'canary never closed;
"""

HIVE = """\
-- canary of hive
SET job.secret=canary47110028;
INSERT OVERWRITE TABLE dm.parts PARTITION (dt='canary part', region="canary region")
SELECT o.id, "canary double", 47110029L, get_json_object(o.doc, '$.canary_json.x'),
       o.attrs['canary subscript'], CAST(47110030 AS DECIMAL(18, 2)), '${env}', '${env}-canary'
FROM ods.owner o LATERAL VIEW explode(split(o.list, 'canary split')) s AS item
WHERE o.dt = '${bizdate}' AND o.kind RLIKE 'canary.*' AND o.amount > 4711.0031;
"""

TSQL = """\
/* canary /* nested canary */ */
DECLARE @limit int = 47110032, @name nvarchar(20) = N'canary declared';
CREATE TABLE #stage (id int DEFAULT (47110033), name varchar(30));
INSERT INTO #stage EXEC ('SELECT 47110034, ''canary exec''');
INSERT INTO dm.tsql SELECT TOP 47110035 s.id, N'canary national', 0x4711003A, IIF(s.name = 'canary iif', 'canary yes', 'canary no'), @name
FROM #stage s WHERE s.id < @limit AND s.name NOT LIKE 'canary[0-9]' OPTION (MAXRECURSION 47110036);
PRINT 'canary printed';
EXEC sp_executesql N'UPDATE dm.tsql SET x = ''canary sp''', N'@p int', @p = 47110037;
GO
:setvar secret "canary setvar"
INSERT INTO dm.tsql SELECT 'canary after go' FROM ods.[owner] ORDER BY 1 OFFSET 47110038 ROWS;
"""

FILES = {"a.sql": POSTGRES, "broken.sql": BROKEN, "torn.sql": TORN, "hive/h.sql": HIVE, "tsql/t.sql": TSQL}

CONFIG = """\
config_version = 1
[project]
name = "canaries"
sources = ["sql"]
dialect = "postgres"
[[dialect]]
files = "hive/**"
name = "hive"
[[dialect]]
files = "tsql/**"
name = "tsql"
[publish]
languages = ["en", "zh"]
redact = "{redact}"
"""


def _estate(home: Path, redact: str) -> Path:
    for name, text in FILES.items():
        place = home / "sql" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    (home / "wherefrom.toml").write_text(CONFIG.format(redact=redact), "utf-8")
    return home


def _commands(home: Path) -> Iterator[tuple[str, str, str]]:
    """Yield what each command that shows evidence printed: its words, standard output and standard error."""
    for words in (
        ("freeze", "--release", "R1"),
        ("analyze", "--release", "R1", "--all-targets"),
        ("publish", "--release", "R1", "--draft", "--html"),
        ("trace", "--all", "--json"),
        ("trace", "--all"),
        ("trace", "--all", "--tree"),
        ("trace", "dm.report", "--by-writer", "--json"),
        ("search", "dm.report", "--columns", "--json"),
        ("search", "dm.report", "--tree"),
        ("review", "list"),
        ("review", "export", "governance/writer_review.csv"),
        ("verify", ".", "--rerun"),
    ):
        done = wherefrom(*words, cwd=home, env=MOMENT)
        assert done.code == 0, f"{words}: {done.out}{done.err}"
        yield " ".join(words), done.out, done.err
    for row in json.loads(wherefrom("review", "list", "--json", cwd=home, env=MOMENT).out)["rows"]:
        for more in ((), ("--json",)):
            shown = wherefrom("review", "show", row["review_id"], *more, cwd=home, env=MOMENT)
            yield f"review show {more}", shown.out, shown.err
        impact = wherefrom("review", "impact", row["review_id"], cwd=home, env=MOMENT)
        yield "review impact", impact.out, impact.err


Estate = tuple[Path, list[tuple[str, str, str]]]
"""A project's folder, and what the commands printed there."""


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Estate:
    home = _estate(tmp_path_factory.mktemp("plain"), "off")
    return home, list(_commands(home))


@pytest.fixture(scope="module")
def redacted(tmp_path_factory: pytest.TempPathFactory) -> Estate:
    home = _estate(tmp_path_factory.mktemp("redacted"), "literals")
    return home, list(_commands(home))


def _published(home: Path) -> dict[str, str]:
    folder = home / "deliverables" / "R1"
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    files |= {f"governance/{path.name}": path for path in (home / "governance").glob("*.csv")}
    return {name: path.read_text("utf-8") for name, path in sorted(files.items())}


def _rows(home: Path, name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in _published(home)[name].splitlines()]


def _canaries(text: str) -> list[str]:
    return [text[max(0, found.start() - 60) : found.end() + 30] for found in CANARY.finditer(text)]


def test_no_published_file_holds_a_literal(redacted: Estate) -> None:
    files = _published(redacted[0])
    assert len(files) > 20
    assert {name: found for name, text in files.items() if (found := _canaries(name + text))} == {}


def test_no_command_prints_a_literal(redacted: Estate) -> None:
    found = {words: _canaries(out + err) for words, out, err in redacted[1]}
    assert {words: texts for words, texts in found.items() if texts} == {}


def test_without_the_setting_the_same_literals_are_shown(plain: Estate, redacted: Estate) -> None:
    files = _published(plain[0])
    assert files.keys() == _published(redacted[0]).keys()
    shown = "".join(re.sub(r"<[^>]*>", "", text) for name, text in files.items() if name.startswith("site/"))
    everything = set(CANARY.findall("".join(FILES.values())))
    assert everything - set(CANARY.findall(shown)) == set()
    showing = {name for name, text in files.items() if _canaries(text)}
    assert showing >= {
        "business/dm.report.md", "control_evidence.csv", "controls.jsonl", "field_origins.csv",
        "site/en/tables/dm.report.html", "source_classification.csv", "visits.jsonl",
    }  # fmt: skip
    printing = {words for words, out, _ in plain[1] if _canaries(out)}
    assert printing >= {
        "trace --all --json",
        "trace --all",
        "trace --all --tree",
        "review show ()",
        "review impact",
    }


def test_no_log_and_no_message_repeats_a_literal_even_so(plain: Estate) -> None:
    assert {words: found for words, _, err in plain[1] if (found := _canaries(err))} == {}
    said = [
        str(row["message"]) for row in _rows(plain[0], "diagnostics.jsonl") if row["file"] != "broken.sql"
    ]
    assert len(said) > 20
    assert [message for message in said if _canaries(message)] == []


def test_places_hashes_and_ids_stay(plain: Estate, redacted: Estate) -> None:
    said = {
        "expression",
        "inputs",
        "path",
        "predicate",
        "columns_here",
        "other",
        "columns",
        "subject",
        "message",
        "candidates",
    }
    for name in ("visits.jsonl", "controls.jsonl", "diagnostics.jsonl"):
        before, after = _rows(plain[0], name), _rows(redacted[0], name)
        kept = [[(key, row[key]) for key in row if key not in said] for row in before]
        assert kept == [[(key, row[key]) for key in row if key not in said] for row in after]
    for name in ("nodes.jsonl", "edges.jsonl", "statements.jsonl"):
        assert _published(plain[0])[name] == _published(redacted[0])[name]


def test_constants_of_a_field_are_told_apart_by_their_order(redacted: Estate) -> None:
    done = wherefrom("trace", "dm.report.kind", "--json", cwd=redacted[0], env=MOMENT)
    (field,) = json.loads(done.out)["fields"]
    ends = [(end["endpoint"], end["kind"]) for end in field["value"]]
    assert ends == [(f"'…' {number}/3", "CONSTANT") for number in (1, 2, 3)]
    assert "a.kind = '…'" in {control["predicate"] for control in field["control"]}


def test_the_manifest_says_so(plain: Estate, redacted: Estate) -> None:
    settings = [json.loads(_published(home)["manifest.json"])["settings"] for home in (plain[0], redacted[0])]
    assert [each["redact"] for each in settings] == ["off", "literals"]


def test_a_run_heeds_the_environment_and_is_made_again_without_it(tmp_path: Path) -> None:
    place, out = tmp_path / "sql" / "a.sql", tmp_path / "out"
    place.parent.mkdir()
    place.write_text(POSTGRES, "utf-8")
    said = wherefrom(
        "run", place.parent, "--target", "dm.report", "--dialect", "postgres", "--out", out,
        env=MOMENT | {"WHEREFROM_REDACT": "literals"},
    )  # fmt: skip
    assert said.code == 0, said.err
    assert _canaries(said.out + said.err) == []
    published = "".join(
        path.read_text("utf-8") for path in (out / "deliverables").rglob("*") if path.is_file()
    )
    assert "one of 3 values" in published
    assert _canaries(published) == []
    again = wherefrom("verify", out, "--rerun")
    assert again.code == 0, again.out + again.err
    assert "made again" in again.out


def test_a_trace_without_a_project_heeds_the_environment(tmp_path: Path) -> None:
    place = tmp_path / "a.sql"
    place.write_text(POSTGRES, "utf-8")
    for redact in ("off", "literals"):
        done = wherefrom(
            "trace",
            "--all",
            "--json",
            "--sql",
            place,
            "--dialect",
            "postgres",
            env={"WHEREFROM_REDACT": redact},
        )
        assert done.code == 0, done.err
        assert bool(_canaries(done.out)) == (redact == "off")
