"""ALTER TABLE and ALTER VIEW, action by action: the parser gives up on a list of which it does not know one form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.lexing import word_set, words

Parse = Callable[[list[Token]], exp.Expr]
"""Parses the tokens of one statement; raises SqlglotError."""

FILLS = "fills"
"""The note on a column that is added WITH VALUES: rows that are there get its default."""

_OTHERS = word_set(
    "CONSTRAINT PRIMARY FOREIGN UNIQUE CHECK INDEX KEY FULLTEXT SPATIAL PARTITION STATISTICS PROJECTION PERIOD DEFAULT "
    "ROW SEARCH CLUSTERING RECLUSTER DISTRIBUTION TAG TO AS"
)
"""What stands behind a verb where the action is of no column."""
_ALONG = word_set("CASCADE RESTRICT INVALIDATE CHECKPOINT ONLINE")
"""What stands behind the name of a column that is dropped."""
_KINDS = word_set("TABLE VIEW")
_BEFORE_KIND = word_set("MATERIALIZED FOREIGN EXTERNAL ICEBERG")
_COLUMN = word_set("COLUMN COLUMNS")
_VERBS = word_set("ADD DROP RENAME CHANGE MODIFY ALTER")


def by_actions(tokens: list[Token], parse: Parse) -> exp.Alter | None:
    """Read the actions of an ALTER one by one; None where none is known to change a column.

    An action that is not understood stands as a command in the tree.
    """
    head = _head(tokens)
    if head is None:
        return None
    table, rest = head
    reader = _Actions(table, parse)
    actions: list[exp.Expr] = []
    verb: list[Token] = []
    for part in _split(rest):
        said = words(part)
        own = _verb(part, said)
        body = part[len(own) :]
        if not own and verb and said[:1] and said[0] in _COLUMN:  # T-SQL's DROP CONSTRAINT c, COLUMN d
            own, body = [verb[0], part[0]], part[_past_options(said) :]
        verb = own or verb
        actions.extend(reader.read(verb, body) if verb else [_unknown()])
    if all(isinstance(each, exp.Command) for each in actions):
        return None
    try:
        shell = reader.alter([*_made(table[0], "DROP", "COLUMN"), table[-1]])
    except SqlglotError:
        return None
    return exp.Alter(this=shell.this, kind=shell.args.get("kind"), actions=actions)


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
    kinds = {"DROP": TokenType.DROP, "COLUMN": TokenType.COLUMN}
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
    """

    head: list[Token]
    parse: Parse

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
        """Return what an action does to columns; nothing for an action of no column."""
        said, does = words(body), verb[0].text.upper()
        if not body and (len(verb) < 2 or not _of_none(verb[1].text.upper())):
            return [_unknown()]
        if does == "DROP" and len(verb) > 1 and _of_none(verb[1].text.upper()):
            return []
        named = does == "DROP" or any(token.text.upper() in _COLUMN for token in verb)
        if not named and _of_none(said[0]):
            return [_unknown()] if does == "RENAME" else []
        if does == "ADD":
            return [each for part in _listed(body) for each in self._added(verb, part)]
        if does in ("DROP", "SET"):
            return [each for part in _listed(body) for each in self._dropped(part)]
        if does == "RENAME":
            return [_renamed(body, said)]
        if does == "CHANGE":
            return self._changed(verb[0], body, said)
        position = _position(body, said)
        if position is None:
            return [_unknown()]
        return [exp.ModifyColumn(this=exp.ColumnDef(this=_identifier(body[0]), position=position))]

    def _added(self, verb: list[Token], part: list[Token]) -> list[exp.Expr]:
        said = words(part)
        if said and _of_none(said[0]):
            return []
        fills = said[-2:] == ["WITH", "VALUES"]
        end = len(part) - 2 if fills else len(part)
        exists = [token for token in verb[1:] if token.text.upper() not in _COLUMN]
        column = _made(verb[0], "COLUMN")
        try:
            found: list[exp.Expr] = (
                self.alter([verb[0], *column, *exists, *part[:end]]).args.get("actions") or []
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
