"""From what a user calls a target to the table, field and statements meant."""

from __future__ import annotations

from difflib import get_close_matches

from wherefrom.domain.errors import UsageRefusal
from wherefrom.lineage.graph import Graph
from wherefrom.lineage.reach import Bound


def resolve_target(graph: Graph, text: str) -> tuple[str, str]:
    """Return ``(table, field)``; the field is empty where only a table is named.

    The longest written table name wins; a unique suffix of one is enough.

    Raises:
        UsageRefusal: nothing writes such a table, or a suffix fits several.
    """
    wanted = text.strip()
    read = [*graph.written, *graph.queries]
    unread = [each for each in unread_targets(graph) if not any(_ends(other, each) for other in read)]
    known = [*read, *unread]
    for name in (wanted, wanted.lower()):
        if name in known:
            return name, ""
    by_fold = {each.lower(): each for each in known}
    if wanted.lower() in by_fold:
        return by_fold[wanted.lower()], ""
    table = wanted.rpartition(".")[0]
    while table:
        if table.lower() in by_fold:
            return by_fold[table.lower()], wanted[len(table) + 1 :]
        table = table.rpartition(".")[0]
    return _by_suffix(known, wanted)


def _by_suffix(known: list[str], wanted: str) -> tuple[str, str]:
    head, _, field = wanted.rpartition(".")
    for name, rest in ((wanted, ""), (head, field)):
        fits = sorted({each for each in known if name and _ends(each.lower(), name.lower())})
        if len(fits) == 1:
            return fits[0], rest
        if len(fits) > 1:
            raise UsageRefusal(
                f"{wanted} fits {len(fits)} written tables: {', '.join(fits[:5])}. Name one of them in full."
            )
    nearest = get_close_matches(wanted.lower(), [each.lower() for each in known], n=3, cutoff=0.3)
    if not nearest:
        last = wanted.lower().rpartition(".")[2]
        nearest = sorted(each for each in known if last and last in each.lower())[:3] or sorted(known)[:3]
    by_fold = {each.lower(): each for each in known}
    shown = ", ".join(by_fold.get(each, each) for each in nearest)
    hint = (
        f" The nearest written tables are: {shown}."
        if shown
        else " No statement that was read writes a table."
    )
    raise UsageRefusal(f"No statement writes {wanted}.{hint}")


def _ends(known: str, wanted: str) -> bool:
    """Whether a name is the end of a known one, or the placeholder that a file uses for its table."""
    return known.endswith(("." + wanted, ":" + wanted, "/" + wanted))


def unread_targets(graph: Graph) -> list[str]:
    """Return the tables that only statements which could not be read name as their target."""
    written = set(graph.written)
    found = {
        target
        for placed in graph.statements
        if placed.statement.status.value in ("UNPARSED", "OPAQUE")
        for target in placed.statement.targets
        if target not in written
    }
    return sorted(found)


def ending(graph: Graph, target: str) -> tuple[Bound, ...]:
    """Return the writers of a table that reach the end of their scripts, in file order."""
    index = graph.index
    if target in graph.private:
        file, name = graph.private[target]
        return graph.reach.ending(name, file)
    names = {index.writers[number].name for number in index.by_table.get(target, ())}
    found: dict[int, Bound] = {}
    for name in sorted(names):
        for bound in graph.reach.ending(name, -1):
            found[bound.writer] = bound
    return tuple(found[number] for number in sorted(found))


def query_node(graph: Graph, target: str) -> int:
    """Return the node of ``query:<file>#<statement>``; -1 for anything else."""
    if not target.startswith("query:"):
        return -1
    path, _, ordinal = target[len("query:") :].rpartition("#")
    number = graph.index.number.get(path, -1)
    statements = graph.index.files[number].unit.statements if number >= 0 else ()
    if not ordinal.isdigit() or not 0 < int(ordinal) <= len(statements):
        return -1
    result = statements[int(ordinal) - 1].result
    return graph.index.base[number] + result if result >= 0 else -1


def roots(graph: Graph, target: str) -> list[int]:
    """Return the nodes a search or trace of a target starts from."""
    query = query_node(graph, target)
    if query >= 0:
        return [query]
    return [graph.index.writers[bound.writer].target for bound in ending(graph, target)]
