"""CREATE TABLE and CREATE VIEW as their name, their columns and their query.

Between these stand many words of every database about where and how rows are kept. The parser knows some of them;
they say nothing of fields. Tokens are left out, never invented, so every offset still is that of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from sqlglot.tokenizer_core import Token

from wherefrom.extract.text.lexing import words

_CONSTRAINED = r"ENABLE|DISABLE|(?:NO)?VALIDATE|(?:NO)?RELY|(?:NOT )?ENFORCED"
_INTERVAL = r"(?<=INTERVAL DAY )\(\)|(?<=INTERVAL YEAR )\(\)|(?<=TO SECOND )\(\)"
_UNTYPED = r"(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOM(?:ETRY)?COLLECTION|NATIONAL (?:VAR)?CHAR \(\)"
"""Types that the parser does not know: their column is read without."""
_HADOOP = rf"{_CONSTRAINED}|UNIONTYPE <>|MASK \S+(?: \. \S+)*(?: USING COLUMNS \(\))?"
_POSTGRES = r"BIT VARYING(?: \(\))?|OPTIONS \(\)|STORAGE \S+|COMPRESSION \S+|VIRTUAL|NO INHERIT|NOT VALID|(?<=AS IDENTITY )\(\)"
_IN_COLUMN: dict[str, str] = {
    "oracle": rf"{_CONSTRAINED}|{_INTERVAL}|LONG RAW|VIRTUAL|(?:IN)?VISIBLE|(?:NOT )?DEFERRABLE|INITIALLY \S+|SORT|"
    r"ENCRYPT(?: USING \S+)?|(?:NO )?SALT|(?<=DEFAULT )ON NULL(?: FOR INSERT ONLY| FOR INSERT AND UPDATE)?|"
    r"(?<=AS IDENTITY )\S.*?(?= NOT NULL|$)|USING INDEX .*",
    "tsql": r"CLUSTERED|NONCLUSTERED|ROWGUIDCOL|SPARSE|COLUMN_SET FOR ALL_SPARSE_COLUMNS|FILESTREAM|"
    r"NOT ENFORCED|(?:MASKED|ENCRYPTED) WITH \(\)|WITH VALUES|(?<=XML )\(\)|HASH(?= WITH)|(?:ON|WITH) (?!DELETE|UPDATE).*",
    "mysql": rf"{_UNTYPED}|SRID \S+|PERSISTENT|COLUMN_FORMAT \S+|STORAGE \S+|NOT ENFORCED",
    "teradata": rf"{_INTERVAL}|WITH DEFAULT|(?<=REFERENCES )WITH (?:NO )?CHECK OPTION",
    "redshift": r"ENCODE \S+|DISTKEY|SORTKEY",
    "postgres": _POSTGRES,
    "snowflake": "",
    **dict.fromkeys(("hive", "spark", "databricks"), _HADOOP),
}
"""By dialect, what is left out of a column's or key's definition, behind its first word."""
_NO_COLUMN = re.compile(r"(?:INDEX|SUPPLEMENTAL LOG|PERIOD FOR) .*")
"""Entries of a table's list that name neither a column nor a key."""
_NO_NAME = re.compile(r"(?:CONSTRAINT|PRIMARY KEY|UNIQUE|FOREIGN KEY|CHECK|SUPPLEMENTAL) .*")
"""Entries of a view's list that name no column of it."""
_KEY = re.compile(r"(?:CONSTRAINT|PRIMARY KEY|UNIQUE) ")
_WAYS = frozenset({"ASC", "DESC"})
"""In which order the index of a key keeps it."""
_BEHIND_NAME = re.compile(r"(?<= )\S.*")
_IN_HEAD = re.compile(
    r"(?<= )(?:(?:NO)?FORCE|(?:NON)?EDITIONABLE|EDITIONING|PRIVATE|SHARDED|DUPLICATED|IMMUTABLE|BLOCKCHAIN|FOREIGN|"
    r"TRANSACTIONAL|MANAGED|HYBRID)(?= )"
)
_KEPT_BEHIND = re.compile(r"(?:^|(?<= ))PARTITIONED BY \(\)")
"""What stands behind the list and names columns."""
_OTHER_COLUMNS = re.compile(r" (?:OF|INHERITS|LIKE|CLONE|COPY|TO|FROM|UNION|TEMPLATE) ")
"""What stands there and says that columns or rows are those of something else."""
_FILLED = re.compile(r"(?<= )WITH (?:NO )?DATA (?P<rest>.*)")
_QUERY = frozenset({"SELECT", "SEL", "WITH", "LOCKING"})


@dataclass(frozen=True, slots=True)
class _Words:
    """What a run of tokens says: a group in brackets is ``()``, that of a type ``<>``, a name in quotes or a number ``?``.

    Attributes:
        text: The words between blanks.
        starts: Per word its offset in ``text``.
        tokens: Per word the index of its first token; one more for the token behind the last.
    """

    text: str
    starts: tuple[int, ...]
    tokens: tuple[int, ...]

    @classmethod
    def of(cls, said: Sequence[str], first: int, end: int) -> _Words:
        given: list[str] = []
        tokens: list[int] = []
        at = first
        while at < end:
            tokens.append(at)
            closed = _closed(said, at)
            given.append(said[at] + _CLOSING[said[at]] if closed else said[at] or "?")
            at = closed or at + 1
        starts, place = [], 0
        for each in given:
            starts.append(place)
            place += len(each) + 1
        return cls(" ".join(given), tuple(starts), (*tokens, end))

    def found(self, pattern: re.Pattern[str], group: int | str = 0) -> Iterator[tuple[int, int]]:
        """Yield the tokens of every match, half-open."""
        for hit in pattern.finditer(self.text):
            first = self.starts.index(hit.start(group))
            last = max(at for at, start in enumerate(self.starts) if start < hit.end(group))
            yield self.tokens[first], self.tokens[last + 1]


@dataclass(frozen=True, slots=True)
class _Made:
    """Where the parts of a CREATE TABLE or CREATE VIEW stand: indexes of tokens.

    Attributes:
        kind: TABLE or VIEW.
        name: Behind the name.
        opening: The list's opening bracket; -1 without a list.
        behind: Behind the list, or the name where there is none.
        query: Where the query begins, with its AS; the statement's end where there is none.
    """

    kind: int
    name: int
    opening: int
    behind: int
    query: int


def without_storage(tokens: list[Token], dialect: str) -> list[Token]:
    """Leave out of a CREATE TABLE or CREATE VIEW how and where its rows are kept.

    Nothing is left out where columns or rows may be those of another table: LIKE, INHERITS, OF a type.
    """
    if dialect not in _IN_COLUMN:
        return tokens
    said = words(tokens)
    made = _made(said)
    if made is None or (made.opening < 0 and made.query == len(tokens)):
        return tokens
    tail = _Words.of(said, made.behind, made.query)
    if _OTHER_COLUMNS.search(f" {tail.text} "):
        return tokens
    kept = [at for found in tail.found(_KEPT_BEHIND) for at in range(*found)]
    head = _Words.of(said, 0, made.kind + 1)
    gone = {at for found in head.found(_IN_HEAD) for at in range(*found)}
    before = [token for at, token in enumerate(tokens[: made.name]) if at not in gone]
    listed = _listed(tokens, said, made, dialect) if made.opening >= 0 else []
    query = tokens[made.query :]
    if dialect == "teradata":
        behind = next(_Words.of(said, made.query, len(said)).found(_FILLED, "rest"), None)
        query = tokens[made.query : behind[0]] if behind else query
    return [*before, *listed, *(tokens[at] for at in kept), *query]


def without_storage_words(tokens: list[Token], dialect: str) -> list[Token]:
    """Leave out of a column's or key's definition how and where it is kept."""
    if dialect not in _IN_COLUMN or not tokens:
        return tokens
    entry = _Words.of(words(tokens), 0, len(tokens))
    gone = {at for found in entry.found(_in_column(dialect)) for at in range(*found)}
    return [token for at, token in enumerate(tokens) if at not in gone]


def without_properties(tokens: list[Token]) -> list[Token]:
    """Leave out Redshift's TABLE PROPERTIES (…) of a CREATE: the parser takes them for a query of a table."""
    said = words(tokens)
    if said[0] != "CREATE":
        return tokens
    found = next(_Words.of(said, 0, len(said)).found(_PROPERTIES), None)
    return [*tokens[: found[0]], *tokens[found[1] :]] if found else tokens


_PROPERTIES = re.compile(r"(?<= )TABLE PROPERTIES \(\)")


def _made(said: Sequence[str]) -> _Made | None:
    """Find the parts of a CREATE TABLE or CREATE VIEW; None for anything else."""
    kind = next((at for at in range(1, min(9, len(said))) if said[at] in ("TABLE", "VIEW")), 0)
    if said[0] != "CREATE" or not kind:
        return None
    name = kind + 1 + 3 * (list(said[kind + 1 : kind + 4]) == ["IF", "NOT", "EXISTS"]) + 1
    while list(said[name : name + 1]) == ["."]:
        name += 2
    if name > len(said) or said[name - 1] == "IDENTIFIER":
        return None
    query = next((at for at in _at_top(said, name) if _begins_query(said, at)), len(said))
    opening = name if list(said[name : name + 1]) == ["("] and query > name else -1
    if list(said[name : name + 1]) == [","]:  # Teradata: how it is kept comes before the list
        opening = next((at for at in _at_top(said, name) if said[at] == "(" and at < query), -1)
    behind = _closed(said, opening) if opening >= 0 else name
    return _Made(kind, name, opening, behind, query) if behind else None


def _begins_query(said: Sequence[str], at: int) -> bool:
    """Whether a query with its AS begins at a word; MySQL needs no AS."""
    if said[at] == "SELECT":
        return True
    first = at + 1 if said[at] == "AS" else at
    inner = first
    while list(said[inner : inner + 1]) == ["("]:
        inner += 1
    begins = inner < len(said) and said[inner] in _QUERY
    return begins and (first > at or (inner > first and said[inner] == "SELECT"))


def _listed(tokens: list[Token], said: Sequence[str], made: _Made, dialect: str) -> list[Token]:
    """Return the list in its brackets, each entry without what only says how it is kept."""
    view = said[made.kind] == "VIEW"
    entries: list[list[Token]] = []
    for first, end in _entries(said, made.opening + 1, made.behind - 1):
        entry = _Words.of(said, first, end)
        if (_NO_NAME if view else _NO_COLUMN).fullmatch(entry.text):
            continue
        pattern = _BEHIND_NAME if view else _in_column(dialect)
        gone = {at for found in entry.found(pattern) for at in range(*found)}
        gone |= {at for at in range(first, end) if said[at] in _WAYS and _KEY.match(entry.text)}
        entries.append([tokens[at] for at in range(first, end) if at not in gone])
    commas = [tokens[end] for _, end in _entries(said, made.opening + 1, made.behind - 1)]
    inner = [token for comma, entry in zip(commas, entries, strict=False) for token in (*entry, comma)]
    return [tokens[made.opening], *inner[:-1], tokens[made.behind - 1]]


@cache
def _in_column(dialect: str) -> re.Pattern[str]:
    return re.compile(rf"(?<= )(?:{_IN_COLUMN[dialect]})(?= |$)" if _IN_COLUMN[dialect] else r"(?!)")


def _entries(said: Sequence[str], first: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the entries between the commas of a list, half-open."""
    for at in _at_top(said, first):
        if at >= end:
            break
        if said[at] == ",":
            yield first, at
            first = at + 1
    yield first, end


def _at_top(said: Sequence[str], first: int) -> Iterator[int]:
    """Yield the words from one on that stand in no bracket, opening brackets included."""
    at = first
    while at < len(said):
        yield at
        at = _closed(said, at) or at + 1


_CLOSING = {"(": ")", "<": ">"}


def _closed(said: Sequence[str], opening: int) -> int:
    """Return the index behind the bracket that closes one; 0 where none does, or none opens."""
    closing = _CLOSING.get(said[opening])
    depth = 0
    for at in range(opening, len(said) if closing else opening):
        depth += (said[at] == said[opening]) - (said[at] == closing)
        if depth == 0:
            return at + 1
    return 0
