"""A file that is its own target: the project's own convention (method 1.5, PROJECT_REF)."""

from __future__ import annotations

from sqlglot import exp

from wherefrom.extract.draft import Here


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
