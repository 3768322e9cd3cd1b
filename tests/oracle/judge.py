"""Compare what the program claims of a query with what running it shows.

A source column *moves* an output column where, with nothing else changed, the bag of its values changes.
tuple[Bag, ...] are compared, so a changed number of rows is an influence on every output column; conditions, join keys
and grouping keys must then be among the controls of each. What only pairs values anew moves no bag: the
comparison finds less than there is and never more, so that every finding is a fault.

Two things are admitted that are no control. A deduplicating scope (DISTINCT, UNION) lets every column of
its own, and whatever decides those, influence how many rows there are. And where the program says openly
that a column is not proven, its candidates are no claim, but no silence either.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import duckdb
from tests.oracle.data import DATA_SETS, Bag, Data, Source
from tests.property.sql import Relation, Statement, ddl

from wherefrom.app.trace import answers_for, link_texts
from wherefrom.domain.evidence import EndpointKind, FieldAnswer, Resolution, TargetAnswer

SOUNDNESS_SETS = 2
"""Data sets on which every column that is not claimed is tried."""
STRICT_SETS = 4
"""Data sets on which a claim is looked for before the conditions are left out."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What the program says of one output column.

    Attributes:
        field: Its name.
        value: Source columns it is made of.
        admitted: All that may move it: value, control, deduplication, candidates.
        open: Whether something is openly unproven.
    """

    field: str
    value: frozenset[str]
    admitted: frozenset[str]
    open: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one query.

    Attributes:
        failure: Why it could not be judged; empty if it was.
        unsound: ``(field, source)`` that moves it without being admitted.
        claimed: Number of value columns claimed, over all fields; 0 where nobody looks at them.
        idle: ``(field, source)`` of claimed value columns never seen to move their field.
        open: Fields with something openly unproven.
        changed: Fields whose value columns change where the conditions on rows are left out.
    """

    failure: str = ""
    unsound: tuple[tuple[str, str], ...] = ()
    claimed: int = 0
    idle: tuple[tuple[str, str], ...] = ()
    open: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


def script(statement: Statement, tables: Sequence[Relation], staged: bool = False) -> str:
    """Return a query as a script: DDL, the query into ``result``, deduplicating scopes into ``dedup…``.

    Args:
        statement: The query.
        tables: Base tables.
        staged: Write each CTE as a table of its own instead; only where none hides another table.
    """
    query = f"CREATE TABLE result AS {statement.text};\n"
    if staged:
        parts = [f"CREATE TABLE {each.name} AS {each.body};\n" for each in statement.definitions]
        query = "".join(parts) + f"CREATE TABLE result AS {statement.body};\n"
    scopes = [
        f"CREATE TABLE dedup{at} AS {text};\n" for at, text in enumerate(statement.deduplicating, start=1)
    ]
    return ddl(tables) + query + "".join(scopes)


def claims(statement: Statement, tables: Sequence[Relation], staged: bool = False) -> tuple[Claim, ...]:
    """Return what the program says of each output column."""
    graph = link_texts({"query.sql": script(statement, tables, staged)}, "duckdb")
    scopes = [f"dedup{at}" for at in range(1, len(statement.deduplicating) + 1)]
    result, *others = (answers_for(graph, (name,))[0] for name in ["result", *scopes])
    shared = frozenset(source for answer in others for source in _sources(answer))
    return tuple(
        Claim(
            field.field,
            _value(field),
            _value(field) | _control(field) | _candidates(field) | shared,
            field.resolution is not Resolution.RESOLVED and bool(field.open_ends),
        )
        for field in result.fields
    )


def _sources(answer: TargetAnswer) -> Iterator[str]:
    for field in answer.fields:
        yield from _value(field) | _control(field) | _candidates(field)


def _value(field: FieldAnswer) -> frozenset[str]:
    return frozenset(each.endpoint for each in field.value if each.kind is EndpointKind.FIELD)


def _control(field: FieldAnswer) -> frozenset[str]:
    return frozenset(column for each in field.controls for column in each.control.columns)


def _candidates(field: FieldAnswer) -> frozenset[str]:
    return frozenset(column for each in field.open_ends for column in each.candidates)


def judge(statement: Statement, data: Data, loose: Statement | None = None) -> Verdict:
    """Judge one query over many data sets.

    Args:
        statement: The query.
        data: What to run it on.
        loose: The same query without what chooses rows, where it is to be seen that every claim moves its
            field. What a value is made of does not depend on which rows there are, so both must claim the
            same; and a claim that a contradictory condition hides can be seen here.
    """
    said = claims(statement, data.tables)
    if [each.field for each in said] != [each.name for each in statement.columns]:
        return Verdict(
            unsound=(("*", f"its fields are said to be {', '.join(each.field for each in said)}"),)
        )
    trial = _Trial(statement, data, said)
    try:
        trial.run_silent()
        if loose is not None:
            trial.run_claimed(STRICT_SETS)
    except duckdb.Error as error:
        return Verdict(failure=str(error).splitlines()[0])
    changed: tuple[str, ...] = ()
    if loose is not None:
        again = claims(loose, data.tables)
        changed = tuple(one.field for one, two in zip(said, again, strict=True) if one.value != two.value)
        trial.loosen(loose, again)
    return Verdict(
        changed=changed,
        unsound=tuple(sorted(trial.unsound)),
        claimed=sum(len(claim.value) for claim in said) if loose is not None else 0,
        idle=tuple(sorted(trial.waiting)) if loose is not None else (),
        open=tuple(claim.field for claim in said if claim.open),
    )


class _Trial:
    """Runs one query on data sets and their variants."""

    def __init__(self, statement: Statement, data: Data, said: tuple[Claim, ...]) -> None:
        self.sql = statement.text
        self.data = data
        self.said = said
        self.unsound: set[tuple[str, str]] = set()
        self.waiting = {(claim.field, source) for claim in said for source in claim.value}
        used = [each for each in data.sources if _mentioned(each, self.sql)]
        silent = {frozenset(each for each in used if str(each) not in claim.admitted) for claim in said}
        self.silent = sorted((each for each in silent if each), key=sorted)

    def run_silent(self) -> None:
        """Change what is not claimed."""
        for number in range(SOUNDNESS_SETS):
            before = self.data.outputs(self.sql, len(self.said), number)
            for silent in self.silent:
                self._try_silent(silent, number, before)

    def run_claimed(self, sets: int) -> None:
        """Change what is claimed, until all of it was seen or so many data sets are used up."""
        for number in range(sets):
            if not self.waiting:
                break
            self._try_claimed(number, self.data.outputs(self.sql, len(self.said), number))

    def loosen(self, loose: Statement, said: tuple[Claim, ...]) -> None:
        """Look for the claims not seen yet in the query without its conditions."""
        self.sql, self.said = loose.text, said
        with contextlib.suppress(duckdb.Error):  # a FULL JOIN that cannot be made of this condition
            self.run_claimed(DATA_SETS)

    def _try_claimed(self, number: int, before: tuple[Bag, ...]) -> None:
        for source in sorted({source for _, source in self.waiting}):
            changed = Source(*source.split("."))
            self._compare((changed,), before, self.data.outputs(self.sql, len(self.said), number, (changed,)))

    def _try_silent(self, silent: frozenset[Source], number: int, before: tuple[Bag, ...]) -> None:
        """Change all columns some field does not claim at once; where that moves it, one by one."""
        after = self.data.outputs(self.sql, len(self.said), number, silent)
        if not any(
            old != new and not claim.admitted & set(map(str, silent))
            for claim, old, new in zip(self.said, before, after, strict=True)
        ):
            return
        for source in sorted(silent):
            self._compare((source,), before, self.data.outputs(self.sql, len(self.said), number, (source,)))

    def _compare(self, changed: tuple[Source, ...], before: tuple[Bag, ...], after: tuple[Bag, ...]) -> None:
        for claim, old, new in zip(self.said, before, after, strict=True):
            if old == new:
                continue
            for source in map(str, changed):
                self.waiting.discard((claim.field, source))
                if source not in claim.admitted:
                    self.unsound.add((claim.field, source))


def _mentioned(source: Source, sql: str) -> bool:
    """Whether a column can matter: its table is named, and its name too unless a star can stand for it."""
    star = re.search(r"SELECT \*|\.\*|NATURAL", sql) is not None
    return bool(re.search(rf"\b{source.table}\b", sql)) and (
        star or bool(re.search(rf"\b{source.column}\b", sql))
    )
