"""Script variables: the assignments that reach a statement, and what each gives (method 1.11)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from msgspec.structs import replace

from wherefrom.domain.dataset import EdgeKind, Select
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.rules import Rule, Terminal
from wherefrom.domain.unit import Assignment
from wherefrom.lineage.exits import END
from wherefrom.lineage.ground import Ground
from wherefrom.lineage.routines import Routines
from wherefrom.lineage.steps import Step, Vertex

_MEMBERS = re.compile(r"\$((?:\.[^.\[]+)*)(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a variable: all of it, or a part of the record it holds.

    Attributes:
        name: As ``Assignment.name``.
        members: Names of the fields that lead to the part, outermost first; empty for all of it.
        rest: Path below that part, without its ``$``.
    """

    name: str
    members: tuple[str, ...] = ()
    rest: str = ""

    def given(self, other: str) -> bool | None:
        """Whether a value given to the variable ``other`` is all that is asked; None where it is no part of it."""
        if other != self.name and not other.startswith(f"{self.name}."):
            return None
        field = tuple(other[len(self.name) + 1 :].split(".")) if other != self.name else ()
        shared = min(len(field), len(self.members))
        return len(field) == shared if field[:shared] == self.members[:shared] else None

    def below(self, other: str) -> str:
        """Return the path that is asked of a value given to the variable ``other``; empty for all of it."""
        deep = other.count(".", len(self.name))
        path = "".join(f".{each}" for each in self.members[deep:]) + self.rest
        return f"${path}" if path else ""


def asked_of(name: str, path: str) -> Asked:
    """Return what a nested path asks of a variable."""
    found = _MEMBERS.fullmatch(path)
    return Asked(name, tuple(found[1].split(".")[1:]), found[2]) if found is not None else Asked(name)


def variable_of(leaf: Expression) -> tuple[str, str] | None:
    """Return the script variable that a leaf may be, and the path below it; None for what can be none."""
    column = leaf.column
    if leaf.form is Form.VARIABLE:
        return leaf.function, f"$.{column.name}" if column is not None else ""
    if column is None or column.qualifier:
        return None
    return column.name, column.path


class Variables:
    """Turns uses of script variables into steps."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.index = ground.index
        self.routines = Routines(ground.index)
        self.declarations = ground.reach.declarations

    def steps(self, gid: int, name: str, path: str, base: Step) -> tuple[Step, ...]:
        """Return the assignments that reach a variable, and the parameter where none of them must have run.

        Args:
            gid: The node whose expression names it.
            name: As ``Assignment.name``.
            path: The part of it that is asked; empty for all of it.
            base: The step of its leaf.
        """
        asked = asked_of(name, path)
        found, certain = self._reaching(gid, asked)
        steps = [step for each in found for step in self._through(gid, asked, each, base)]
        if not found or (not certain and self._given(gid, name)):
            text = base.leaf.text if base.leaf is not None else name
            steps.append(replace(base, terminal=Terminal.PARAMETER, at=text))
        return tuple(steps)

    def assignments(self, gid: int, name: str, path: str = "") -> list[Assignment]:
        """Return the assignments of a variable, or of a part of it, that reach a node's statement, latest first."""
        return self._reaching(gid, asked_of(name, path))[0]

    def _through(self, gid: int, asked: Asked, given: Assignment, base: Step) -> list[Step]:
        """Return the ways on through one assignment."""
        to = self.index.local(gid, given.node)
        through = replace(base, rule=Rule.ORDINAL, path="")
        if to != gid:  # another item of the same query is no way between two nodes
            through = replace(through, edge=EdgeKind.DERIVES, ends=(to, gid), alias=asked.name)
        path = asked.below(given.name)
        if given.item >= 0:
            return [replace(through, to=Vertex(to, self.ground.output(to, given.item), path, base.operand))]
        field = asked_of("", path)
        if not field.members:
            return self._whole(gid, to, asked.name, through)
        slot = self.ground.layouts.of(to).at(field.members[0])
        key = slot.key if slot is not None else field.members[0]
        below = field.below(f".{field.members[0]}")
        return [replace(through, to=Vertex(to, key, below, base.operand))]

    def _whole(self, gid: int, to: int, name: str, through: Step) -> list[Step]:
        """Return every known column of a record's row; none can be listed past an open star."""
        layout = self.ground.layouts.of(to)
        steps = [
            replace(through, to=Vertex(to, slot.key, "", through.operand))
            for slot in layout.slots
            if not slot.open
        ]
        if not layout.complete:
            span = through.leaf.span if through.leaf is not None else self.index.nodes[gid].span
            message = f"All fields of {name} are used, and they are not known."
            doubt = self.ground.doubt(gid, span, "NON_ENUMERABLE_PROJECTION", f"{name}.*", (), message)
            open_end = replace(through, edge=None, ends=(-1, -1), alias="", rule=None)
            steps.append(
                replace(open_end, terminal=Terminal.NON_ENUMERABLE_PROJECTION, at=f"{name}.*", doubt=doubt)
            )
        return steps

    def _given(self, gid: int, name: str) -> bool:
        """Whether a caller gives a variable its first value: a parameter of a routine around, or the session's own."""
        file, statement = self.index.file_of[gid], self.index.statement(gid)
        unit, script = self.index.files[file].unit, statement.script
        declared = self.declarations.at(file, statement.ordinal, name)
        if declared is not None:
            return any(each.statement == declared.statement for each in unit.routines)
        around = (each for each in unit.routines if f"{script}.".startswith(f"{each.script}."))
        return name not in unit.parameters or any(name in each.parameters for each in around)

    def _reaching(self, gid: int, asked: Asked) -> tuple[list[Assignment], bool]:
        """Return the assignments that reach a statement, and whether the earliest of them must have run."""
        file, statement = self.index.file_of[gid], self.index.statement(gid)
        unit = self.index.files[file].unit
        declared = self.declarations.at(file, statement.ordinal, asked.name)
        found: list[Assignment] = []
        begun, seen = False, END
        for each in reversed(unit.assignments):
            whole = asked.given(each.name)
            other = unit.statements[each.statement - 1]
            if (
                whole is None
                or each.statement >= seen
                or each.statement + (not each.rowwise) > statement.ordinal
                or not f"{statement.script}.".startswith(f"{other.script}." if other.script else "")
                or self.declarations.at(file, each.statement, asked.name) is not declared
            ):
                continue
            if each.argument and not self.routines.may_fill(file, each):
                continue
            if begun and each.statement < statement.ordinal:
                break
            found.append(each)
            if each.statement == statement.ordinal:
                begun = begun or self._begins(gid, each)
            elif whole and not (other.conditional or each.element) and self._replaces(file, each):
                seen = min(seen, self.ground.reach.exits.since(file, each.statement, statement.ordinal))
                if not seen:
                    return found, True
        return found, begun

    def _replaces(self, file: int, given: Assignment) -> bool:
        """Whether nothing of a variable's old value is left: a call that it is given to may leave it as it was."""
        return not given.argument or self.routines.must_fill(file, given)

    def _begins(self, gid: int, given: Assignment) -> bool:
        """Whether a value given inside the own query is its first one: ``(SELECT @r := 0)`` is read before all rows."""
        body = self.index.nodes[self.index.local(gid, given.node)].body
        return isinstance(body, Select) and not body.inputs
