"""A file that is its own target: the project's own convention (method 1.5, PROJECT_REF)."""

from __future__ import annotations

import re

from msgspec.structs import replace
from sqlglot import exp

from wherefrom.domain.dataset import Input, Item, NodeKind, Select, Star
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.unit import Effect
from wherefrom.extract.draft import RESULT, Here, Label

_SNAPSHOT = re.compile(r"\{%[-+]?\s*snapshot\s+\w+\s*[-+]?%\}")
_SNAPSHOT_COLUMNS = ("dbt_scd_id", "dbt_updated_at", "dbt_valid_from", "dbt_valid_to")


def own_target(here: Here, tree: exp.Expr) -> exp.Expr | None:
    """Return a file's bare query as CREATE TABLE AS its own target; None where no rule says so."""
    target = here.draft.settings.path_target
    if not target or not isinstance(tree, exp.Query) or tree.args.get("into") is not None:
        return None
    parts = [exp.to_identifier(part) for part in target.split(".")]
    keys = ("this", "db", "catalog")
    table = exp.Table(**dict(zip(keys, reversed(parts), strict=False)))
    table.meta["own"] = True
    return exp.Create(this=table, kind="TABLE", expression=tree)


def keep_history(here: Here) -> None:
    """Make a dbt snapshot of what fills a file's own target: it adds columns of its own, and keeps what was there."""
    draft = here.draft
    tag = _SNAPSHOT.search(draft.text)
    if tag is None or not (draft.writers and draft.writers[-1].statement == here.ordinal):
        return
    writer = draft.writers[-1]
    branch = writer.branches[0]
    span, whole = draft.lines.span(*tag.span()), here.whole()
    added = tuple(
        Item(each, Expression(Form.TEMPLATE, tag.group(), span), span) for each in _SNAPSHOT_COLUMNS
    )
    body = Select((Input("", branch.node, whole),), (Star((), whole), *added))
    place = (here.path("root/snapshot"), RESULT)
    node = here.add(NodeKind.QUERY_RESULT, place, body, Label("", whole))
    draft.writers[-1] = replace(writer, branches=(replace(branch, node=node),), effect=Effect.APPEND)
