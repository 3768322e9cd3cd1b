"""Which writers reach a read: script order inside a script, candidates between scripts (method 1.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from wherefrom.domain.binding import HINT_RULES, PROVEN_RULES, BindingRule, Candidate, Ruling, Status
from wherefrom.domain.dataset import Table
from wherefrom.domain.ids import binding_id
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Location
from wherefrom.domain.unit import Effect, WriterKind
from wherefrom.lineage.calls import Calls, Script
from wherefrom.lineage.declarations import Declarations
from wherefrom.lineage.estate import Event, Index, PlacedWriter
from wherefrom.lineage.exits import END, Exits
from wherefrom.lineage.matching import otherwise_called, possible_writers, rule_between
from wherefrom.lineage.views import Views
from wherefrom.lineage.wholes import Wholes


@dataclass(frozen=True, slots=True)
class Bound:
    """One writer of a read table, and what stands for it.

    Attributes:
        writer: Index in ``Index.writers``; -1 for the statement's own earlier content.
        rule: Why it may feed the read.
        binding_id: Candidate id; empty where no review is needed.
        ruling: What review says.
    """

    writer: int
    rule: BindingRule
    binding_id: str
    ruling: Ruling

    @property
    def followed(self) -> bool:
        """Whether traces go through it, pending ones included."""
        if self.ruling.status in (Status.REJECTED, Status.DEFERRED):
            return False
        return self.rule not in HINT_RULES or self.ruling.status is Status.CONFIRMED


@dataclass(frozen=True, slots=True)
class Reaching:
    """The writers that reach one read.

    Attributes:
        bound: In file and statement order; the same script's from latest to earliest, first.
        own: The read binds to its own statement's earlier content (SELF).
    """

    bound: tuple[Bound, ...]
    own: bool


PENDING = Ruling(Status.PENDING)
NOT_NEEDED = Ruling(Status.NOT_NEEDED)


def latest(events: list[Event], since: Callable[[int], int]) -> tuple[list[int], bool]:
    """Walk events backwards from a read.

    Args:
        events: In order.
        since: For an event's statement what ``Exits.since`` says, as seen from the read.

    Returns:
        The writers whose content is still there, latest first, and whether a full overwrite hides
        everything before them.
    """
    found: list[int] = []
    seen = END
    for event in reversed(events):
        if event.ordinal >= seen:
            continue
        if event.writer >= 0:
            found.append(event.writer)
        if not event.conditional and (event.writer < 0 or event.effect is Effect.OVERWRITE):
            seen = min(seen, since(event.ordinal))
            if not seen:
                return found, event.writer >= 0 or bool(found)
    return found, False


class Reach:
    """Reaching definitions over an index. Lazy, memoised; depends on rulings only through ``bound``."""

    def __init__(self, index: Index, rulings: Mapping[str, Ruling]) -> None:
        self.index = index
        self.rulings = rulings
        self.calls = Calls(index)
        self.views = Views(index)
        self.declarations = Declarations(index)
        self.exits = Exits(index)
        self.wholes = Wholes(index)
        self._found: dict[tuple[str, int, str, int, TableName], Reaching] = {}
        self._matches: dict[TableName, tuple[tuple[int, BindingRule], ...]] = {}
        self._ends: dict[tuple[int, str, str], frozenset[int]] = {}

    def under(self, rulings: Mapping[str, Ruling]) -> Reach:
        """Return the same under other decisions: which writers may feed a table does not hang on them."""
        other = Reach(self.index, rulings)
        other.calls, other.views, other.declarations = self.calls, self.views, self.declarations
        other.exits, other.wholes = self.exits, self.wholes
        other._matches, other._ends = self._matches, self._ends
        return other

    def of(self, gid: int) -> Reaching:
        """Return the writers that reach a node that reads a table."""
        index = self.index
        body = index.nodes[gid].body
        assert isinstance(body, Table)  # the callers look at the body first
        statement = index.statement(gid)
        file = index.file_of[gid]
        key = index.key(body.name, file)
        memo = (key, file, statement.script, statement.ordinal, body.name)
        if memo not in self._found:
            self._found[memo] = Reaching((), own=False)  # for a table that is part of itself
            self._found[memo] = self._reaching(key, file, statement.script, statement.ordinal, body.name)
        found = self._found[memo]
        if not body.only:
            return found
        return Reaching(
            tuple(each for each in found.bound if not self.wholes.is_part(each.writer)), found.own
        )

    def _reaching(self, key: str, file: int, script: str, ordinal: int, name: TableName) -> Reaching:
        shared = name.temporary and name.canonical.startswith("#")
        events = self.wholes.events(key, file, script, ordinal)
        if shared:
            events = list(self.calls.content((file, script), name.canonical))
        elif name.temporary and self.declarations.declared(file, name.canonical):
            events = self._of_variable(events, file, ordinal, name.canonical)
        writes_here = any(
            event.ordinal == ordinal and event.writer >= 0 and not self._moves(event.writer)
            for event in events
        )
        found, hidden = self._left(events, file, script, ordinal)
        bound = [Bound(each, BindingRule.SAME_SCRIPT, "", NOT_NEEDED) for each in found]
        if hidden and not self.wholes:
            return Reaching(tuple(bound), own=False)
        if shared:
            handed = dict.fromkeys(self._handed((file, script), name.canonical, set()))
            bound += [
                Bound(each, BindingRule.SAME_SCRIPT, "", NOT_NEEDED) for each in handed if each not in found
            ]
        bound += [
            each
            for each in self._elsewhere(name, key, (file, script), ordinal)
            if (not hidden or self.wholes.is_part(each.writer))
            and not self.wholes.detached(each.writer, file, script, ordinal)
        ]
        bound = [each for each in bound if not self._is_empty(each.writer)]
        if hidden:
            return Reaching(tuple(bound), own=False)
        later = any(event.ordinal > ordinal and event.writer >= 0 for event in events)
        only_later = later and not any(each.followed for each in bound)
        return Reaching(tuple(bound), own=writes_here or only_later)

    def _of_variable(self, events: list[Event], file: int, ordinal: int, name: str) -> list[Event]:
        """Return those events that befall the table variable which a name means at a statement."""
        at = self.declarations.at
        meant = at(file, ordinal, name)
        return [event for event in events if at(file, event.ordinal, name) is meant]

    def _left(self, events: list[Event], file: int, script: str, ordinal: int) -> tuple[list[int], bool]:
        """Return what ``latest`` finds at a read; a view's query reads where it runs (``Views.runs``)."""
        if self.views.makes(file, ordinal):
            others = [event for event in events if event.ordinal != ordinal]
            runs, elsewhere = self.views.runs(file, script, ordinal)
            place = (file, script)
            states = [self._latest(place, others, at) for at in (*runs, *((END,) if elsewhere else ()))]
            found = list(dict.fromkeys(number for writers, _ in states for number in writers))
            if found:
                return found, all(hidden for _, hidden in states) and not elsewhere
        return self._latest((file, script), events, ordinal)

    def _latest(self, place: Script, events: Iterable[Event], at: int) -> tuple[list[int], bool]:
        """Return what ``latest`` finds at a statement of a script, or at the end; no content that comes or goes ends a part."""
        file, script = place
        before = [event for event in events if event.ordinal < at]
        parts = [each.writer for each in before if each.writer >= 0 and self.wholes.is_part(each.writer)]
        own = [event for event in before if event.writer not in parts] if parts else before
        found, hidden = latest(own, lambda ordinal: self.exits.since(file, ordinal, at))
        end = None if at == END else at
        left = [each for each in reversed(parts) if not self.wholes.detached(each, file, script, end)]
        return [*left, *found], hidden

    def _elsewhere(self, name: TableName, key: str, script: Script, ordinal: int) -> Iterator[Bound]:
        """Yield the writers in other scripts that may feed a table, those of the tables that it is part of included."""
        yield from (self._bound(name, number, rule) for number, rule in self._apart(name, script))
        for whole, routed in self.wholes.elsewhere(key, (script[0], ordinal)):
            for number, rule in self._apart(whole, script):
                if rule not in HINT_RULES and self.wholes.reaches(number, routed=routed):
                    yield self._bound(name, number, rule)

    def _apart(self, name: TableName, script: Script) -> Iterator[tuple[int, BindingRule]]:
        """Yield the writers that may feed a table and that the order of its reader's script says nothing of."""
        for number, rule in self.matches(name, script[0]):
            placed = self.index.writers[number]
            elsewhere = (placed.file, placed.statement.script) != script
            if elsewhere or otherwise_called(name, placed.name):
                yield number, rule

    def _is_empty(self, number: int) -> bool:
        """Whether a part brings nothing: its script has cleared it, or only its whole is known to fill it."""
        if not self.wholes.is_part(number):
            return False
        placed = self.index.writers[number]
        reaching = self.of(self.wholes.read(placed))
        if reaching.own or any(each.rule not in HINT_RULES or each.followed for each in reaching.bound):
            return False
        key, place = self.wholes.key(placed), (placed.file, placed.statement.script)
        made = placed.statement.kind == "CREATE_TABLE"
        return made or bool(self.wholes.events(key, *place, placed.statement.ordinal))

    def _handed(self, script: Script, name: str, seen: set[tuple[Script, int]]) -> Iterator[int]:
        """Yield the writers of a ``#t`` whose rows a procedure finds when it is called (method 1.4)."""
        for caller, call in self.calls.callers(script, name):
            if (caller, call.ordinal) in seen:
                continue
            seen.add((caller, call.ordinal))
            events = self.calls.content(caller, name)
            found, hidden = self._latest(caller, events, call.ordinal)
            yield from found
            if not hidden:
                yield from self._handed(caller, name, seen)

    def _moves(self, number: int) -> bool:
        """Whether a writer only gives content another name: a swapped pair makes no cycle."""
        return self.index.writers[number].writer.kind in (WriterKind.RENAME, WriterKind.CLONE)

    def ending(self, name: TableName, file: int) -> tuple[Bound, ...]:
        """Return the writers of a target that reach the end of their scripts."""
        index = self.index
        key = index.key(name, file)
        return tuple(
            Bound(number, BindingRule.EXACT, "", NOT_NEEDED)
            for number in index.by_table.get(key, ())
            if number in self._end(index.writers[number], key) and not self._is_empty(number)
        )

    def _end(self, placed: PlacedWriter, key: str) -> frozenset[int]:
        place = (placed.file, placed.statement.script, key)
        if place not in self._ends:
            events = self.wholes.events(key, placed.file, placed.statement.script, -1)
            self._ends[place] = frozenset(self._latest(place[:2], events, END)[0])
        return self._ends[place]

    def _bound(self, name: TableName, number: int, rule: BindingRule) -> Bound:
        if rule in PROVEN_RULES:
            return Bound(number, rule, "", NOT_NEEDED)
        placed = self.index.writers[number]
        path, kind = self.index.files[placed.file].path, placed.writer.kind.value
        found = binding_id(name.canonical, path, placed.name.canonical, kind, placed.occurrence)
        return Bound(number, rule, found, self.rulings.get(found, PENDING))

    def matches(self, name: TableName, file: int) -> tuple[tuple[int, BindingRule], ...]:
        """Return the writers of other scripts that may feed a table, with the rule of each."""
        if name.temporary:
            return ()
        if name.only_placeholder and not name.reference:
            return self._match(name, file)
        if name not in self._matches:
            self._matches[name] = self._match(name, file)
        return self._matches[name]

    def _match(self, name: TableName, file: int) -> tuple[tuple[int, BindingRule], ...]:
        index = self.index
        found: list[tuple[int, BindingRule]] = []
        for number in possible_writers(index, name):
            placed = index.writers[number]
            if number not in self._end(placed, index.key(placed.name, placed.file)):
                continue
            rule = rule_between(name, placed, index, same_file=placed.file == file)
            if rule is not None:
                found.append((number, rule))
        strong = any(rule is not BindingRule.NAME_ONLY for _, rule in found)
        kept = [pair for pair in found if not strong or pair[1] is not BindingRule.NAME_ONLY]
        return tuple(sorted(kept))


def find_candidates(index: Index) -> tuple[Candidate, ...]:
    """Return every binding between scripts that people decide on, sorted (method 1.5)."""
    return candidates_of(Reach(index, {}), range(len(index.nodes)))


def candidates_of(reach: Reach, nodes: Iterable[int]) -> tuple[Candidate, ...]:
    """Return the bindings that people decide on for the reads among some nodes, sorted."""
    index = reach.index
    readers: dict[str, set[Location]] = {}
    facts: dict[str, tuple[str, int, BindingRule]] = {}
    for gid in nodes:
        body = index.nodes[gid].body
        if not isinstance(body, Table) or body.role != "read":
            continue
        for bound in reach.of(gid).bound:
            if bound.binding_id:
                readers.setdefault(bound.binding_id, set()).add(index.location(gid))
                facts[bound.binding_id] = (body.name.canonical, bound.writer, bound.rule)
    candidates = []
    for found, (table, number, rule) in facts.items():
        placed = index.writers[number]
        candidates.append(
            Candidate(
                binding_id=found,
                logical_table=table,
                writer_table=placed.name.canonical,
                writer=Location(
                    index.files[placed.file].path, placed.statement.ordinal, placed.statement.span
                ),
                writer_kind=placed.writer.kind.value,
                writer_node=index.node_id(placed.target),
                rule=rule,
                fingerprint=placed.statement.fingerprint,
                readers=tuple(sorted(readers[found])),
            )
        )
    return tuple(sorted(candidates, key=lambda each: (each.logical_table, each.writer, each.binding_id)))


ROW_WRITERS = frozenset(WriterKind) - {WriterKind.UPDATE}
"""Kinds that can bring rows into a table."""
