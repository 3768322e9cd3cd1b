"""Why the columns of a query cannot be listed: what stands under its open ``*`` (method 1.7, NON_ENUMERABLE_PROJECTION)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from wherefrom.domain.dataset import Select, SetOperation, Star, Wrap
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.rules import Terminal
from wherefrom.domain.span import Span
from wherefrom.lineage.ground import Ground
from wherefrom.lineage.layout import starred
from wherefrom.lineage.steps import Step, Vertex


@dataclass(frozen=True, slots=True)
class _Source:
    """What gives a query columns that are not known.

    Attributes:
        span: Where it is listed.
        node: Its number; -1 where it is an expression.
        alias: What the query calls it; empty if nothing.
        value: The structure or macro; None where it is a node.
    """

    span: Span
    node: int = -1
    alias: str = ""
    value: Expression | None = None


def unlisted(ground: Ground, gid: int) -> tuple[Step, ...]:
    """Return an end for everything whose unknown columns keep those of a query from being listed, in SQL order."""
    index = ground.index
    ends: dict[str, Step] = {}
    stack, seen = [gid], {gid}
    while stack:
        here = stack.pop()
        further = []
        for source in _sources(ground, here):
            if source.value is not None and source.value.form is Form.TEMPLATE:
                ends.setdefault(source.value.text, _written_by_macro(ground, here, source.value))
            elif source.node >= 0 and isinstance(index.nodes[source.node].body, Select | SetOperation | Wrap):
                further += [source.node] if source.node not in seen else []
                seen.add(source.node)
            else:
                end = _end(ground, here, source)
                ends.setdefault(end.at, end)
        stack.extend(reversed(further))
    whole = _Source(index.nodes[gid].span, gid, index.nodes[gid].name)
    return tuple(ends.values()) or (_end(ground, gid, whole),)


def position_unknown(ground: Ground, vertex: Vertex, body: Select, key: str) -> Step:
    """Return the end of a column that is wanted by its position, ``#n``, behind a ``*`` that cannot be listed."""
    stars = [item for item in body.items if isinstance(item, Star)]
    # A list of names behind PIVOT may be longer than what a star over known columns gives.
    star = next(
        (item for item in stars if _is_open(ground, vertex.node, body, item)), stars[0] if stars else None
    )
    if star is None:
        return ground.end(vertex, Terminal.NON_ENUMERABLE_PROJECTION, "*", None)
    if star.value is not None and star.value.form is Form.TEMPLATE:
        return _written_by_macro(ground, vertex.node, star.value)
    named = (star.value.text,) if star.value is not None else star.qualifier
    at = ".".join((*named, "*"))
    message = f"Column {key[1:]} of a * is needed, and the columns of what it stands over are not known."
    doubt = ground.doubt(vertex.node, star.span, "NON_ENUMERABLE_PROJECTION", at, (), message)
    return ground.end(vertex, Terminal.NON_ENUMERABLE_PROJECTION, at, doubt)


def name_unknown(ground: Ground, vertex: Vertex, body: Select, star: Star) -> Step:
    """Return the end of a column that is wanted by its name of a file whose columns have places only."""
    at = ground.called(ground.index.local(vertex.node, body.inputs[0].node), "*")
    message = f"{vertex.key} is needed, and nothing says at which place of the file it stands."
    doubt = ground.doubt(vertex.node, star.span, "NON_ENUMERABLE_PROJECTION", at, (), message)
    return ground.end(vertex, Terminal.NON_ENUMERABLE_PROJECTION, at, doubt)


def _written_by_macro(ground: Ground, gid: int, value: Expression) -> Step:
    """Return the end at a macro that writes columns of a node."""
    end = ground.end(Vertex(gid, "*"), Terminal.OPAQUE_TEMPLATE, value.text)
    return replace(end, location=ground.index.location(gid, value.span))


def _sources(ground: Ground, gid: int) -> Iterator[_Source]:
    node, index, layouts = ground.index.nodes[gid], ground.index, ground.layouts
    if isinstance(node.body, Wrap):
        yield _Source(node.span, index.local(gid, node.body.node))
    elif isinstance(node.body, SetOperation):
        for each in node.body.branches:
            if not layouts.of(index.local(gid, each)).complete:
                yield _Source(node.span, index.local(gid, each))
    elif isinstance(node.body, Select):
        yield from _starred(ground, gid, node.body)


def _starred(ground: Ground, gid: int, body: Select) -> Iterator[_Source]:
    """Yield what the open stars of a SELECT stand over."""
    index, layouts = ground.index, ground.layouts
    for star in _open_stars(ground, gid, body):
        if star.value is not None:
            yield _Source(star.span, alias=star.value.text, value=star.value)
        for at in starred(index, gid, body, star):
            if not layouts.of_input(gid, at).complete:
                yield _Source(star.span, index.local(gid, body.inputs[at].node), body.inputs[at].alias)


def _open_stars(ground: Ground, gid: int, body: Select) -> list[Star]:
    items = sorted({slot.item for slot in ground.layouts.of(gid).slots if slot.open})
    return [star for star in (body.items[at] for at in items) if isinstance(star, Star)]


def _is_open(ground: Ground, gid: int, body: Select, star: Star) -> bool:
    """Whether what a star stands over is not known; a column list beside it hides that from the layout."""
    over = starred(ground.index, gid, body, star)
    return star.value is not None or any(not ground.layouts.of_input(gid, at).complete for at in over)


def _end(ground: Ground, gid: int, source: _Source) -> Step:
    """Return the end of listing the columns of a dataset that a ``*`` in a node stands over."""
    table = ground.index.table(source.node) if source.node >= 0 else None
    at = f"{table.canonical if table is not None else source.alias or 'result'}.*"
    message = f"The columns of {at} are not known: one can be asked for by name, and none is listed."
    doubt = ground.doubt(gid, source.span, "NON_ENUMERABLE_PROJECTION", at, (), message)
    return ground.end(Vertex(gid, "*"), Terminal.NON_ENUMERABLE_PROJECTION, at, doubt)
