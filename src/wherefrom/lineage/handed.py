"""What a call hands to a function whose body is in the snapshot: the arguments that its rows are made of.

The body ends in its parameters, which are the same for every call of it; what they are in one call stands in that
call alone, so its arguments are further ways on from the call's own output.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from wherefrom.domain.dataset import TableFunction
from wherefrom.domain.expression import Expression, Form, Leaf, Transformation, leaves, stronger
from wherefrom.domain.rules import Terminal
from wherefrom.domain.unit import Routine
from wherefrom.lineage.calls import Script
from wherefrom.lineage.ground import Ground
from wherefrom.lineage.leaves import Leaves
from wherefrom.lineage.steps import Step, Vertex


class Handed:
    """Follows a function's rows to its parameters, and from there to the arguments of one call."""

    def __init__(self, ground: Ground, leaves: Leaves) -> None:
        self.ground = ground
        self.leaves = leaves
        self.index = ground.index
        self._walked: set[int] = set()

    def steps(self, vertex: Vertex, body: TableFunction, ways: Sequence[Step]) -> Iterator[Step]:
        """Yield the steps to the arguments of a call that one of its outputs is made of.

        Args:
            vertex: The output of the call.
            body: The call.
            ways: The steps from the output into the body.
        """
        starts = [way.to for way in ways if way.to is not None]
        if not (starts and body.arguments) or vertex.node in self._walked:  # a function that calls itself
            return
        routine = self._routine(starts[0].node)
        self._walked.add(vertex.node)
        used = self._used(starts)
        self._walked.discard(vertex.node)
        for name, (step, operand) in used.items():
            argument = _argument(body, routine, name) if routine is not None else None
            for leaf in leaves(argument) if argument is not None else ():
                handed = Leaf(leaf.value, stronger(step, leaf.step), operand or leaf.operand)
                yield from self.leaves.steps(vertex.node, handed, replace(vertex, path=""))

    def _script(self, gid: int) -> Script:
        return self.index.file_of[gid], self.index.statement(gid).script

    def _routine(self, gid: int) -> Routine | None:
        """Return the routine whose body a node stands in."""
        file, script = self._script(gid)
        return next((each for each in self.index.files[file].unit.routines if each.script == script), None)

    def _used(self, starts: list[Vertex]) -> dict[str, tuple[Transformation, bool]]:
        """Return the parameters that fields of a body are made of: the strongest step to each, and whether it is consumed."""
        found: dict[str, tuple[Transformation, bool]] = {}
        script = self._script(starts[0].node)
        stack = [(each, Transformation.IDENTITY) for each in reversed(starts)]
        seen: set[Vertex] = set()
        while stack:
            here, before = stack.pop()
            if here in seen or self._script(here.node) != script:
                continue
            seen.add(here)
            for step in self.ground.expand(here).steps:
                now = stronger(before, step.step)
                if step.to is not None:
                    stack.append((step.to, now))
                elif step.terminal is Terminal.PARAMETER and step.leaf is not None:
                    name = _called(step.leaf)
                    known, consumed = found.get(name, (now, True))
                    found[name] = stronger(known, now), consumed and step.operand
        return found


def _called(leaf: Expression) -> str:
    """Return the name of a parameter, as ``Routine.parameters`` has it."""
    return leaf.column.name if leaf.form is Form.COLUMN and leaf.column is not None else leaf.function


def _argument(body: TableFunction, routine: Routine, name: str) -> Expression | None:
    """Return what a call gives for a parameter, by its name or its place; None where that is not known."""
    if name in body.named:
        return body.arguments[body.named.index(name)]
    at = (
        routine.parameters.index(name)
        if name in routine.parameters
        else int(name) - 1
        if name.isdigit()
        else -1
    )
    placed = at < len(body.arguments) and not (body.named and body.named[at])
    return body.arguments[at] if at >= 0 and placed else None
