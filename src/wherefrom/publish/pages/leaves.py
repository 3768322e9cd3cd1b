"""Which child visit answers to which leaf of an expression.

A visit's children stand in SQL order, but they are not one per leaf: an operand that is a constant may
have no visit, a column of a FULL JOIN's USING has two. The match is by what both sides say of themselves,
in order; a leaf that nothing answers to stays without a visit.
"""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.domain.evidence import Rule, Terminal, Visit
from wherefrom.domain.expression import Expression, Form, leaves

_ENDS = {
    Form.CONSTANT: Terminal.CONSTANT,
    Form.GENERATED: Terminal.GENERATED,
    Form.PARAMETER: Terminal.PARAMETER,
}
_NO_COLUMN = frozenset({Terminal.CONSTANT, Terminal.GENERATED, Terminal.PARAMETER})


def match_leaves(expression: Expression, children: Sequence[Visit]) -> tuple[tuple[int, ...], ...]:
    """Return, per leaf of ``expression`` in SQL order, the ids of the visits that answer to it."""
    found: list[tuple[int, ...]] = []
    at = 0
    for leaf in leaves(expression):
        ahead = next((i for i in range(at, len(children)) if _answers(children[i], leaf.value)), -1)
        if ahead < 0:
            earlier = next((child for child in children[:at] if _answers(child, leaf.value)), None)
            found.append((earlier.visit_id,) if earlier else ())
            continue
        if ahead > at and leaf.value.form is Form.CONSTANT:
            # A constant never jumps over a visit: it is an operand without one.
            found.append(())
            continue
        end = ahead + 1
        if children[ahead].rule is Rule.USING_MERGE:
            while end < len(children) and _same_merge(children[ahead], children[end]):
                end += 1
        found.append(tuple(child.visit_id for child in children[ahead:end]))
        at = end
    return tuple(found)


def _same_merge(one: Visit, other: Visit) -> bool:
    return other.rule is Rule.USING_MERGE and other.field == one.field


def _answers(child: Visit, leaf: Expression) -> bool:
    if leaf.form in _ENDS:
        return child.terminal is _ENDS[leaf.form] and not child.dataset and child.text == leaf.text
    if leaf.form is Form.COLUMN and leaf.column is not None:
        names = {leaf.column.name, leaf.column.written, leaf.text}
        return child.field in names or (child.text in names and not child.dataset)
    if leaf.form is Form.VARIABLE and child.terminal is Terminal.PARAMETER:
        return child.text == leaf.text
    return child.terminal not in _NO_COLUMN or bool(child.dataset)
