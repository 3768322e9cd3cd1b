"""``wherefrom explain``."""

from __future__ import annotations

import json

from tests.cli.command import wherefrom

from wherefrom.domain.codes import CLASSES, DIAGNOSTICS, REASONS, RULES
from wherefrom.domain.kinds import WORDS


def test_a_code_has_meaning_severity_and_next_step() -> None:
    done = wherefrom("explain", "ambiguous_column_sources")
    assert done.code == 0
    assert done.out == (
        "AMBIGUOUS_COLUMN_SOURCES  diagnostic, WARNING\n"
        "  A column without an alias may belong to more than one input of its scope, or its table's name may mean "
        "more than one table.\n"
        "  Next step: Write the alias, or the table's schema, in the SQL, or add DDL of the inputs to the snapshot.\n"
    )


def test_a_name_that_is_two_things_is_explained_twice() -> None:
    found = json.loads(wherefrom("explain", "MISSING_FIELD", "--json").out)
    assert [each["kind"] for each in found] == ["diagnostic", "terminal reason"]


def test_a_source_class_says_what_is_missing_for_a_better_one() -> None:
    done = wherefrom("explain", "s3")
    assert done.out.startswith("S3  source class\n  Not provable yet: ")
    assert "wherefrom review list --about systems" in done.out


def test_every_code_is_listed() -> None:
    found = json.loads(wherefrom("explain", "--list", "--json").out)
    books = (DIAGNOSTICS, REASONS, RULES, CLASSES, *(meanings for _, meanings in WORDS))
    assert len(found) == sum(map(len, books)) == len({(each["code"], each["kind"]) for each in found})


def test_a_word_for_how_things_stand_is_explained_for_each_thing() -> None:
    found = json.loads(wherefrom("explain", "confirmed", "--json").out)
    assert [each["kind"] for each in found] == ["standing of a field", "status of a decision"]
    assert wherefrom("explain", "NEUTRAL").out.startswith(
        "NEUTRAL  kind of origin\n  An end that leaves nothing open"
    )


def test_an_unknown_code_names_the_nearest() -> None:
    done = wherefrom("explain", "CYCEL")
    assert done.code == 2
    assert done.out == ""
    assert "Near it: CYCLE" in done.err


def test_no_code_at_all_is_a_usage_error() -> None:
    assert wherefrom("explain").code == 2
