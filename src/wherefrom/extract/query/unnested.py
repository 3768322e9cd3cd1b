"""Columns of the generators that take arrays, maps and objects apart: UNNEST, EXPLODE, INLINE, FLATTEN."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from wherefrom.domain.dataset import Output
from wherefrom.extract import names
from wherefrom.extract.draft import Scope
from wherefrom.extract.query import built, spread

TAKING = frozenset(
    {"UNNEST", "EXPLODE", "EXPLODE_OUTER", "POSEXPLODE", "POSEXPLODE_OUTER", "INLINE", "INLINE_OUTER", "FLATTEN"}
)  # fmt: skip

_SCALAR_ARRAYS = (exp.GenerateSeries, exp.GenerateDateArray, exp.GenerateTimestampArray, exp.Split)


class Columns:
    """Outputs, with the cells they are made of as arguments.

    Attributes:
        open: Its rows may have more columns, or others, than the outputs say.
    """

    def __init__(self, arguments: Sequence[exp.Expr] = ()) -> None:
        self.arguments: list[exp.Expr] = list(arguments)
        self.outputs: list[Output] = []
        self.open = False
        self._ordinals = {id(each): at for at, each in enumerate(arguments)}

    def add(self, name: str, cells: Sequence[exp.Expr], path: str = "") -> None:
        """Add an output that is made of some cells; of none where nothing proves which."""
        for cell in cells:
            if id(cell) not in self._ordinals:
                self._ordinals[id(cell)] = len(self.arguments)
                self.arguments.append(cell)
        self.outputs.append(Output(name, tuple(self._ordinals[id(each)] for each in cells), path))

    def generated(self, name: str, made_by: str) -> None:
        """Add an output that no argument makes."""
        self.outputs.append(Output(name, generated=made_by))


def taken(
    scope: Scope, name: str, arguments: Sequence[exp.Expr], called: Sequence[str], path: str
) -> Columns:
    """Return the columns of a generator.

    Args:
        scope: The scope it stands in.
        name: The generator.
        arguments: What it takes apart.
        called: The names of its columns; empty where nothing gives them.
        path: The path from an argument to what one row is made of.
    """
    sources = [spread.source(name, each, scope.here.draft.facts.name) for each in arguments]
    found = Columns([each for each, one in zip(arguments, sources, strict=True) if not one.written])
    if name.startswith("POSEXPLODE"):
        position, *called = called or ("pos",)
        found.generated(position, position.upper())
    if not called:
        default = "col{}" if name.startswith("INLINE") else "col"
        found.open = name == "UNNEST" or not sources[0].certain
        columns = () if found.open and not name.startswith("POSEXPLODE") else sources[0].columns
        called = [each or default.format(at) for at, (each, _) in enumerate(columns, start=1)]
    shares = spread.shares(sources, len(called))
    for at, each in enumerate(called):
        if shares[at] < 0:
            found.add(each, ())
            continue
        one, place = sources[shares[at]], shares[:at].count(shares[at])
        own = one.certain or shares.count(shares[at]) == len(one.columns)
        cells = one.columns[place if own else 0][1]
        found.add(each, cells, "" if one.written else path)
    return found


def elements(scope: Scope, array: exp.Expr, called: str, path: str) -> Columns:
    """Return the columns of an UNNEST whose alias is the element: it has some only where it is written out."""
    draft = scope.here.draft
    rows = built.rows(array, draft.facts.name)
    rows = rows if rows and any(name for name, _ in rows[0]) else ()
    cells = built.elements(array)
    found = Columns([] if rows else [array])
    if rows:
        for at, (name, _) in enumerate(rows[0]):
            if name:
                found.add(names.column(draft, exp.to_identifier(name)), [row[at][1] for row in rows])
    elif cells and all(map(spread.is_scalar, cells)):
        found = Columns()
        found.add(called, cells)
    elif isinstance(array, _SCALAR_ARRAYS):
        found.add(called, [array], path)
    return found


def flattened(argument: exp.Expr, path: str) -> Columns:
    """Return the columns of Snowflake's FLATTEN."""
    written = spread.flattened(argument) if path == "$" else ()
    found = Columns([] if written else [argument])
    whole = [cell for _, cells in written for cell in cells] or [argument]
    key, value = (cells for _, cells in written) if written else ([argument], [argument])
    below = "" if written else f"{path}[]"
    found.generated("seq", "SEQ")
    if key:
        found.add("key", key, below)
    else:
        found.generated("key", "KEY")
    found.generated("path", "PATH")
    found.generated("index", "INDEX")
    found.add("value", value, below)
    found.add("this", whole, path if path != "$" else "")
    return found
