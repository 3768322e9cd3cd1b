"""Which child visits answer to which leaf of an expression.

A visit's children stand in SQL order, but they are not one per leaf: an operand may have no visit, a
column of a FULL JOIN's USING has two, and an earlier column of the same SELECT has those of its own
expression. The match is by what both sides say of themselves, in order; what stands between two matches
belongs to the leaf between them, where there is exactly one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wherefrom.domain.evidence import Visit
from wherefrom.domain.expression import Expression, Form, leaves
from wherefrom.domain.rules import Rule, Terminal


@dataclass(frozen=True, slots=True)
class Ref:
    """The visits that answer to one leaf.

    Attributes:
        visits: Their ids; empty where nothing answers.
        direct: Each of them is what the leaf names. Otherwise they are what the leaf is made of, in a
            way that the tree does not hold.
    """

    visits: tuple[int, ...] = ()
    direct: bool = True


_ENDS = {
    Form.CONSTANT: Terminal.CONSTANT,
    Form.GENERATED: Terminal.GENERATED,
    Form.PARAMETER: Terminal.PARAMETER,
}
_NO_COLUMN = frozenset({Terminal.CONSTANT, Terminal.GENERATED, Terminal.PARAMETER})


def may_be_alias(leaf: Expression) -> bool:
    """Return whether a leaf may name an earlier column of the same SELECT, whose formula has no visit."""
    return leaf.form is Form.ALIAS or (leaf.form is Form.COLUMN and leaf.item >= 0)


def match_leaves(expression: Expression, children: Sequence[Visit]) -> tuple[Ref, ...]:
    """Return, per leaf of ``expression`` in SQL order, the visits that answer to it."""
    parts = [leaf.value for leaf in leaves(expression)]
    if len(parts) == len(children) == 1 and not may_be_alias(parts[0]) and parts[0].form not in _ENDS:
        return (Ref((children[0].visit_id,)),)
    found: list[Ref] = [Ref()] * len(parts)
    waiting: list[int] = []
    at = 0
    for rank, leaf in enumerate(parts):
        hit = _next_answer(children, at, leaf, within=not waiting)
        if hit < 0:
            if leaf.form not in _ENDS:
                waiting.append(rank)
            continue
        _absorb(found, parts, waiting, children[at:hit])
        waiting = []
        end = _merged_until(children, hit)
        found[rank] = Ref(tuple(child.visit_id for child in children[hit:end]), direct=not may_be_alias(leaf))
        at = end
    _absorb(found, parts, waiting, children[at:])
    return tuple(_or_earlier(ref, leaf, children) for ref, leaf in zip(found, parts, strict=True))


def _next_answer(children: Sequence[Visit], at: int, leaf: Expression, *, within: bool) -> int:
    """Return the next child that answers to a leaf; a leaf jumps over others only where one may own them."""
    if leaf.form is Form.ALIAS:
        return -1
    ahead = next((i for i in range(at, len(children)) if _answers(children[i], leaf)), -1)
    if ahead > at and within:
        return -1
    return ahead


def _absorb(
    found: list[Ref], parts: Sequence[Expression], waiting: list[int], between: Sequence[Visit]
) -> None:
    """Give what stands between two matches to the leaves that wait for it."""
    if len(waiting) == 1 and between:
        made = may_be_alias(parts[waiting[0]]) or len(between) > 1
        found[waiting[0]] = Ref(tuple(child.visit_id for child in between), direct=not made)
    elif len(waiting) == len(between):
        for rank, child in zip(waiting, between, strict=True):
            found[rank] = Ref((child.visit_id,), direct=not may_be_alias(parts[rank]))


def _merged_until(children: Sequence[Visit], hit: int) -> int:
    end = hit + 1
    if children[hit].rule is Rule.USING_MERGE:
        while end < len(children) and children[end].rule is Rule.USING_MERGE:
            if children[end].field != children[hit].field:
                break
            end += 1
    return end


def _or_earlier(ref: Ref, leaf: Expression, children: Sequence[Visit]) -> Ref:
    """A column that is used twice may have one visit: the earlier one answers again."""
    if ref.visits or leaf.form is not Form.COLUMN:
        return ref
    again = next((child for child in children if _answers(child, leaf)), None)
    return Ref((again.visit_id,), direct=not may_be_alias(leaf)) if again else ref


def _answers(child: Visit, leaf: Expression) -> bool:
    if leaf.form in _ENDS:
        return child.terminal is _ENDS[leaf.form] and not child.dataset and child.text == leaf.text
    if leaf.form is Form.COLUMN and leaf.column is not None:
        names = {leaf.column.name, leaf.column.written, leaf.text}
        return child.field in names or (child.text in names and not child.dataset)
    if leaf.form is Form.VARIABLE and child.terminal is Terminal.PARAMETER:
        return child.text == leaf.text
    return child.terminal not in _NO_COLUMN or bool(child.dataset)
