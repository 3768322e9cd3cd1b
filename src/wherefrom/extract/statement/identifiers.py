"""``IDENTIFIER($v)``: a table's name given as text, proven where one literal reaches it (method 1.11)."""

from __future__ import annotations

from sqlglot import exp

from wherefrom.domain.dataset import Item, Select
from wherefrom.domain.expression import Form
from wherefrom.extract.draft import Draft, Here


def resolve_identifiers(here: Here, tree: exp.Expr) -> None:
    """Put names in the place of IDENTIFIER calls; one whose text is not known is a dynamic name."""
    if "IDENTIFIER" not in here.places.slice(here.places.whole).upper():
        return
    for table in list(tree.find_all(exp.Table)):
        call = table.this
        if isinstance(call, exp.DynamicIdentifier):
            _rename(here, table, _text(here.draft, call.this), f"IDENTIFIER(${call.this.name})")


def _rename(here: Here, table: exp.Table, text: str, written: str) -> None:
    start, end = here.places.of(table.this)
    tokens = here.places.tokens
    if text:
        found = exp.to_table(text, dialect=here.draft.facts.name)
    else:
        found = exp.Table(this=exp.Identifier(this=written, quoted=True))
        table.meta["dynamic"] = True
    for key in ("this", "db", "catalog"):
        part = found.args.get(key)
        if isinstance(part, exp.Identifier):
            part.meta.update({"start": tokens[start].start, "end": tokens[end].end})
        table.set(key, part)


def _text(draft: Draft, node: exp.Expr) -> str:
    if isinstance(node, exp.Literal) and node.is_string:
        return node.name
    if not isinstance(node, (exp.Parameter, exp.Placeholder, exp.SessionParameter)):
        return ""
    given = [each for each in draft.assignments if each.name == node.name.lower()]
    if len(given) != 1:
        return ""
    source = draft.nodes[given[0].node]
    item = (
        source.body.items[given[0].item] if source is not None and isinstance(source.body, Select) else None
    )
    if not isinstance(item, Item) or item.value.form is not Form.CONSTANT:
        return ""
    return item.value.text.strip("'")
