"""ALTER TABLE and ALTER VIEW, action by action: the parser gives up on a list of which it does not know one form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.lexing import word_set, words
from wherefrom.extract.tree.tables import without_storage_words

Parse = Callable[[list[Token]], exp.Expr]
"""Parses the tokens of one statement; raises SqlglotError."""

FILLS = "fills"
"""The note on a column that is added WITH VALUES: rows that are there get its default."""

_OTHERS = word_set(
    "CONSTRAINT PRIMARY FOREIGN UNIQUE CHECK INDEX KEY FULLTEXT SPATIAL PARTITION STATISTICS PROJECTION PERIOD DEFAULT "
    "ROW SEARCH CLUSTERING RECLUSTER DISTRIBUTION TAG TO AS PARTITIONS SUBPARTITION SUPPLEMENTAL TTL SETTING DISTKEY "
    "DISTSTYLE SORTKEY COMPOUND INTERLEAVED ENCODE POLICY FILEGROUP"
)
"""What stands behind a verb where the action is of no column."""
_ALONG = word_set("CASCADE RESTRICT INVALIDATE CHECKPOINT ONLINE")
"""What stands behind the name of a column that is dropped."""
_KINDS = word_set("TABLE VIEW")
_BEFORE_KIND = word_set("MATERIALIZED FOREIGN EXTERNAL ICEBERG")
_COLUMN = word_set("COLUMN COLUMNS")
_OF_KEYS = word_set("CONSTRAINT PRIMARY UNIQUE")
_KEEPING = word_set(
    "TRUNCATE REORGANIZE COALESCE ANALYZE OPTIMIZE REBUILD MERGE SPLIT TOUCH ARCHIVE UNARCHIVE CLEAR FREEZE UNFREEZE DETACH "
    "FETCH RECOVER REFRESH COMPACT CONCATENATE MATERIALIZE REMOVE RESET UNSET SUSPEND RESUME INHERIT NO CLUSTER RECLUSTER "
    "OWNER REPLICA ENABLE DISABLE FORCE LOCK UNLOCK SHRINK ALLOCATE DEALLOCATE LOGGING NOLOGGING PARALLEL NOPARALLEL CACHE "
    "NOCACHE COMPRESS NOCOMPRESS READ INITRANS PCTFREE PCTUSED CONVERT CHARACTER COLLATE ENGINE AUTO_INCREMENT COMMENT "
    "ROW_FORMAT ALGORITHM CHECK NOCHECK VALIDATE"
)
"""Verbs that change neither columns nor what rows hold, save that rows may go."""
_OF_ONE_COLUMN = re.compile(
    r"\S+ (?:SET (?:STATISTICS|STORAGE|OPTIONS|MASK|MASKING|COMPRESSION|TAGS?|\()|UNSET|ENCODE|RESET|COMMENT|CODEC|TTL|REMOVE|"
    r"(?:ADD|DROP) (?:SPARSE|ROWGUIDCOL|PERSISTED|MASKED|MASK|HIDDEN))(?: |$)"
)
"""What ALTER COLUMN or MODIFY may say of a column beside its name, type, default and whether it may be NULL."""
_VERBS = word_set("ADD DROP RENAME CHANGE MODIFY ALTER")


def by_actions(dialect: str, tokens: list[Token], parse: Parse) -> exp.Alter | None:
    """Read the actions of an ALTER one by one; None where none is known.

    An action that is not understood stands as a command in the tree, one of no column does not.
    """
    head = _head(tokens)
    if head is None:
        return None
    table, rest = head
    reader = _Actions(table, parse, dialect)
    actions: list[exp.Expr] = []
    verb: list[Token] = []
    for part in _split(rest):
        said = words(part)
        own = _verb(part, said)
        body = part[len(own) :]
        if not own and verb and said[:1] and said[0] in _COLUMN:  # T-SQL's DROP CONSTRAINT c, COLUMN d
            own, body = [verb[0], part[0]], part[_past_options(said) :]
        if not own and _keeps(said):
            continue
        verb = own or verb
        actions.extend(reader.read(verb, body) if verb else [_unknown()])
    if actions and all(isinstance(each, exp.Command) for each in actions):
        return None
    try:
        shell = reader.alter([*_made(table[0], "DROP", "COLUMN"), table[-1]])
    except SqlglotError:
        return None
    return exp.Alter(this=shell.this, kind=shell.args.get("kind"), actions=actions)


def _keeps(said: list[str]) -> bool:
    """Whether an action with a verb of its own changes neither columns nor what rows hold."""
    moved = not {"EXCHANGE", "SWITCH", "SWAP", "RENAME"}.isdisjoint(said)
    setting = said[:1] == ["SET"] and said[1:2] not in (["SCHEMA"], ["UNUSED"])
    part = said[:1] == ["PARTITION"]  # Hive's PARTITION (p = 1) SET LOCATION
    moving = said[:1] == ["MOVE"] and "PARTITION" not in said
    return not moved and (setting or part or moving or (said[:1] != [] and said[0] in _KEEPING))


def _head(tokens: list[Token]) -> tuple[list[Token], list[Token]] | None:
    """Return ``ALTER TABLE name`` without its options, and the actions behind it."""
    said = words(tokens)
    at = 1
    while said[at : at + 1] and said[at] in _BEFORE_KIND:
        at += 1
    if said[:1] != ["ALTER"] or not said[at : at + 1] or said[at] not in _KINDS:
        return None
    begin = [tokens[0], tokens[at]]
    at += 1
    for option in (["IF", "EXISTS"], ["ONLY"]):
        at += len(option) if said[at : at + len(option)] == option else 0
    start = at
    at += 1 + (tokens[at : at + 1] != [] and tokens[at].text == "#")
    while said[at : at + 1] == ["."]:
        at += 2
    name = tokens[start:at]
    at += said[at : at + 1] == ["*"]
    at += 3 if said[at : at + 2] == ["ON", "CLUSTER"] else 0
    at += 2 if said[at : at + 1] == ["WITH"] and said[at + 1 : at + 2] in (["CHECK"], ["NOCHECK"]) else 0
    return ([*begin, *name], tokens[at:]) if name and tokens[at:] else None


def _split(tokens: list[Token]) -> Iterator[list[Token]]:
    """Yield what stands between the commas outside brackets."""
    depth, part = 0, list[Token]()
    for token in tokens:
        depth += {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}.get(token.token_type, 0)
        if depth == 0 and token.token_type is TokenType.COMMA:
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _verb(part: list[Token], said: list[str]) -> list[Token]:
    """Return the words an action begins with, COLUMN and IF EXISTS included; nothing where it goes on with the one before."""
    if said[:2] == ["SET", "UNUSED"]:
        at = 2
    elif said and said[0] in _VERBS:
        at = 1
    else:
        return []
    at += said[at : at + 1] != [] and said[at] in _COLUMN
    if said[0] == "DROP" and said[at : at + 1] and _of_none(said[at]) and (len(said) > 2 or " " in said[at]):
        return part[: at + 1]  # what follows between commas is of that kind, too
    return part[: at - 1 + _past_options(said[at - 1 :])]


def _of_none(word: str) -> bool:
    """Whether a word behind a verb says that the action is of no column; PRIMARY KEY is one token."""
    return word.split(" ", maxsplit=1)[0] in _OTHERS


def _past_options(said: list[str]) -> int:
    """Return the index behind COLUMN and IF EXISTS."""
    at = 1
    for option in (["IF", "NOT", "EXISTS"], ["IF", "EXISTS"]):
        at += len(option) if said[at : at + len(option)] == option else 0
    return at


def _made(place: Token, *said: str) -> list[Token]:
    kinds = {
        "ALTER": TokenType.ALTER,
        "DROP": TokenType.DROP,
        "COLUMN": TokenType.COLUMN,
        "SET": TokenType.SET,
    }
    return [
        Token(kinds.get(word, TokenType.VAR), word, place.line, place.col, place.start, place.start)
        for word in said
    ]


def _unknown() -> exp.Command:
    return exp.Command(this="ALTER")


@dataclass(frozen=True, slots=True)
class _Actions:
    """Reads the actions of one ALTER.

    Attributes:
        head: Its tokens before them.
        parse: The parser.
        dialect: One of ``domain.dialects.DIALECTS``.
    """

    head: list[Token]
    parse: Parse
    dialect: str

    def alter(self, action: list[Token]) -> exp.Alter:
        """Parse the statement with one action alone.

        Raises:
            SqlglotError: it is none.
        """
        tree = self.parse([*self.head, *action])
        if not isinstance(tree, exp.Alter):
            raise SqlglotError("it is no ALTER of one action")
        return tree

    def read(self, verb: list[Token], body: list[Token]) -> list[exp.Expr]:
        """Return what an action does to columns and keys; nothing for an action of neither."""
        said, does = words(body), verb[0].text.upper()
        of_none = len(verb) > 1 and _of_none(verb[1].text.upper())
        if not body and not of_none:
            return [_unknown()]
        if does == "DROP" and (of_none or (self.dialect == "tsql" and len(verb) < 2)):
            return []  # T-SQL's DROP c without a word is of a constraint
        default = self._default(verb[0], body, said) if does == "ADD" else None
        if default is not None:
            return [default]
        named = does == "DROP" or any(token.text.upper() in _COLUMN for token in verb)
        if not named and _of_none(said[0]):
            return self._keys(verb, body) if does == "ADD" else [_unknown()] if does == "RENAME" else []
        return self._of_columns(verb, body)

    def _of_columns(self, verb: list[Token], body: list[Token]) -> list[exp.Expr]:
        said, does = words(body), verb[0].text.upper()
        if does == "ADD":
            return [each for part in _listed(body) for each in self._added(verb, part)]
        if does in ("DROP", "SET"):
            return [each for part in _listed(body) for each in self._dropped(part)]
        if does == "RENAME":
            return [_renamed(body, said)]
        if does == "CHANGE":
            return self._changed(verb[0], body, said)
        if _OF_ONE_COLUMN.match(" ".join(word or "?" for word in said)):
            return []
        position = _position(body, said)
        if position is not None and len(body) <= len(_POSITION):
            return [exp.ModifyColumn(this=exp.ColumnDef(this=_identifier(body[0]), position=position))]
        if does == "MODIFY":
            return [self._modified(part) for part in _listed(body)]
        return [_identity(body[0], said)]

    def _default(self, verb: Token, body: list[Token], said: list[str]) -> exp.Expr | None:
        """T-SQL's ADD [CONSTRAINT c] DEFAULT x FOR a; None for anything else."""
        if "DEFAULT" not in said or "FOR" not in said:
            return None
        at, to = said.index("DEFAULT"), len(said) - said[::-1].index("FOR") - 1
        words_before = said[:at] in ([], ["CONSTRAINT", said[1] if len(said) > 1 else ""])
        if not words_before or to + 1 >= len(body):
            return None
        try:
            tree = self.alter(
                [*_made(verb, "ALTER", "COLUMN"), body[to + 1], *_made(verb, "SET"), *body[at:to]]
            )
        except SqlglotError:
            return _unknown()
        return next(iter(tree.args.get("actions") or []), None)

    def _keys(self, verb: list[Token], body: list[Token]) -> list[exp.Expr]:
        """Return the keys that an action adds, as far as the parser knows them; nothing for one of no column."""
        said = words(body)
        if not said or said[0].split(" ", maxsplit=1)[0] not in _OF_KEYS:
            return []
        try:
            found = (
                self.alter([verb[0], *without_storage_words(body, self.dialect)]).args.get("actions") or []
            )
        except SqlglotError:
            return []
        return [each for each in found if isinstance(each, exp.AddConstraint)]

    def _modified(self, part: list[Token]) -> exp.Expr:
        """Return a column's definition behind MODIFY."""
        said = words(part)
        position = _position(part, said)
        end = len(part) if position is None else len(part) - (1 if position.this is None else 2)
        add = Token(TokenType.VAR, "ADD", part[0].line, part[0].col, part[0].start, part[0].start)
        found = self._added([add], part[:end])
        if len(found) != 1 or not isinstance(found[0], exp.ColumnDef):
            return _unknown()
        found[0].set("position", position)
        return exp.ModifyColumn(this=found[0])

    def _added(self, verb: list[Token], part: list[Token]) -> list[exp.Expr]:
        said = words(part)
        if said and _of_none(said[0]):
            return self._keys(verb, part)
        fills = said[-2:] == ["WITH", "VALUES"]
        end = len(part) - 2 if fills else len(part)
        exists = [token for token in verb[1:] if token.text.upper() not in _COLUMN]
        column = _made(verb[0], "COLUMN")
        try:
            found: list[exp.Expr] = (
                self.alter(
                    [verb[0], *column, *exists, *without_storage_words(part[:end], self.dialect)]
                ).args.get("actions")
                or []
            )
        except SqlglotError:
            return [_unknown()]
        for each in found:
            if fills:
                each.meta[FILLS] = True
        return found

    def _dropped(self, part: list[Token]) -> list[exp.Expr]:
        if len(part) > 1 and part[1].token_type is TokenType.DOT:
            return []  # a member of a structure
        if len(part) > 1 and part[1].text.upper() not in _ALONG:
            return [_unknown()]
        return [exp.Drop(kind="COLUMN", tables=[exp.Column(this=_identifier(part[0]))])] if part else []

    def _changed(self, verb: Token, body: list[Token], said: list[str]) -> list[exp.Expr]:
        """CHANGE a b type: another name, and a place where one is given."""
        position = _position(body, said)
        end = len(body) if position is None else len(body) - (1 if position.this is None else 2)
        add = Token(TokenType.VAR, "ADD", verb.line, verb.col, verb.start, verb.end)
        found = self._added([add], body[1:end])
        if len(found) != 1 or not isinstance(found[0], exp.ColumnDef):
            return [_unknown()]
        found[0].set("position", position)
        return [exp.ModifyColumn(this=found[0], rename_from=_identifier(body[0]))]


def _listed(body: list[Token]) -> Iterator[list[Token]]:
    """Yield what stands between the commas of a list in brackets, or all of what is none."""
    depths = accumulate(
        {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}.get(each.token_type, 0) for each in body
    )
    end = next((at for at, depth in enumerate(depths) if depth == 0), 0)
    behind = body[end + 1].text.upper() if end + 1 < len(body) else ""
    if end and (not behind or behind in _ALONG):
        yield from _split(body[1:end])
    else:
        yield body


def _renamed(body: list[Token], said: list[str]) -> exp.Expr:
    if len(body) != 3 or said[1] not in ("TO", "AS"):
        return _unknown()
    old, new = (exp.Column(this=_identifier(body[at])) for at in (0, 2))
    return exp.RenameColumn(this=old, to=new)


def _identity(column: Token, said: list[str]) -> exp.Expr:
    """Return Postgres' ALTER COLUMN a ADD GENERATED … AS IDENTITY, or DROP IDENTITY, as what it does to the default."""
    if "IDENTITY" not in said:
        return _unknown()
    given = exp.GeneratedAsIdentityColumnConstraint() if "ADD" in said else None
    return exp.AlterColumn(this=_identifier(column), default=given, drop=given is None)


_POSITION = ("column", "AFTER", "other")
"""The longest MODIFY of a place and nothing else."""


def _position(body: list[Token], said: list[str]) -> exp.ColumnPosition | None:
    if said[-1:] == ["FIRST"]:
        return exp.ColumnPosition(position="FIRST")
    if said[-2:-1] == ["AFTER"]:
        return exp.ColumnPosition(this=exp.Column(this=_identifier(body[-1])), position="AFTER")
    return None


def _identifier(token: Token) -> exp.Identifier:
    made = exp.Identifier(this=token.text, quoted=token.token_type is TokenType.IDENTIFIER)
    made.meta.update(line=token.line, col=token.col, start=token.start, end=token.end)
    return made
