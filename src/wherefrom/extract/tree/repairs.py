"""Statements that sqlglot cannot read for a clause that moves no data, said in another way.

Asked for where parsing has failed, or would fail for sure. Tokens are left out or repeated, never invented, so every
offset still is that of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.lexing import word_set, words
from wherefrom.extract.tree.clauses import without_error_log, without_evolution, without_fallbacks
from wherefrom.extract.tree.tables import without_storage

_SIGNS = frozenset("+-*/%&|^")
_HINTS = word_set(
    "TABLOCK TABLOCKX NOLOCK HOLDLOCK ROWLOCK UPDLOCK PAGLOCK READPAST XLOCK SERIALIZABLE SNAPSHOT READUNCOMMITTED "
    "READCOMMITTED REPEATABLEREAD KEEPIDENTITY KEEPDEFAULTS NOWAIT FORCESEEK FORCESCAN IGNORE_TRIGGERS IGNORE_CONSTRAINTS"
)
HADOOP = frozenset({"hive", "spark", "databricks"})

Repair = Callable[[list[Token]], list[Token]]


def repaired(tokens: Sequence[Token], dialect: str) -> list[Token] | None:
    """Return the tokens of a statement in a form that may parse, or None if nothing is known to help.

    Args:
        tokens: The statement's tokens, of which none is changed.
        dialect: One of ``domain.dialects.DIALECTS``.
    """
    repairs: tuple[Repair, ...] = ()
    if dialect == "tsql":
        repairs = (_without_hints, _without_compound_signs)
    elif dialect in HADOOP:
        repairs = (without_file_options, _with_joined_strings, without_evolution)
    elif dialect == "teradata":
        repairs = (_without_all,)
    elif dialect == "oracle":
        repairs = (without_error_log,)
    elif dialect == "mysql":
        repairs = (without_fallbacks,)
    after = without_storage(list(tokens), dialect)
    for repair in repairs:
        after = repair(after)
    same = len(after) == len(tokens) and all(one is two for one, two in zip(after, tokens, strict=True))
    return None if same else after


def _without_all(tokens: list[Token]) -> list[Token]:
    """UPDATE t SET … ALL and DELETE FROM t ALL: every row, which is what stands there without the word."""
    said = words(tokens)
    whole = said[:1] and said[0] in {"UPDATE", "UPD", "DELETE", "DEL"} and said[-1] == "ALL"
    return tokens[:-1] if whole else tokens


def _group_end(said: list[str], start: int) -> int:
    """Return the index after the parentheses that open at ``start``."""
    depth = 0
    for index in range(start, len(said)):
        depth += {"(": 1, ")": -1}.get(said[index], 0)
        if depth == 0:
            return index + 1
    return len(said)


def _without(tokens: list[Token], spans: list[tuple[int, int]]) -> list[Token]:
    """Return the tokens without some ranges, which ascend and do not overlap."""
    kept: list[Token] = []
    position = 0
    for start, end in spans:
        kept += tokens[position:start]
        position = end
    return kept + tokens[position:]


def _without_hints(tokens: list[Token]) -> list[Token]:
    """INSERT t WITH (TABLOCK) …: hints say how, not what."""
    said = words(tokens)
    found = [
        (index, _group_end(said, index + 1))
        for index in range(len(said) - 2)
        if said[index] == "WITH" and said[index + 1] == "(" and said[index + 2] in _HINTS
    ]
    return _without(tokens, found)


def _without_compound_signs(tokens: list[Token]) -> list[Token]:
    """SET a += b is SET a = a + b."""
    after: list[Token] = []
    for token in tokens:
        sign = after[-1] if after else None
        if token.token_type is TokenType.EQ and sign and sign.text in _SIGNS and sign.end + 1 == token.start:
            after.pop()
            after += [token, *_target(after), sign]
        else:
            after.append(token)
    return after


def _target(before: list[Token]) -> list[Token]:
    """Return the dotted name, or variable, that the tokens end with."""
    start = len(before) - 1
    while start >= 2 and before[start - 1].token_type is TokenType.DOT:
        start -= 2
    if start >= 1 and before[start - 1].token_type is TokenType.PARAMETER:
        start -= 1
    return before[max(start, 0) :]


def without_file_options(tokens: list[Token]) -> list[Token]:
    """DIRECTORY … USING csv OPTIONS (…) says in which format files are written."""
    said = words(tokens)
    spans = []
    for index in range(1, len(said) - 1):
        if said[index : index + 2] == ["OPTIONS", "("]:
            spans.append((index, _group_end(said, index + 1)))
        elif said[index] == "USING" and "DIRECTORY" in said[max(0, index - 3) : index]:
            spans.append((index, index + 2))
    return _without(tokens, spans)


def _with_joined_strings(tokens: list[Token]) -> list[Token]:
    """'it''s' is one string, its, to Hive and two to sqlglot: the first takes the place of both."""
    after: list[Token] = []
    for token in tokens:
        before = after[-1] if after else None
        if (
            before
            and token.token_type is before.token_type is TokenType.STRING
            and before.end + 1 == token.start
        ):
            after[-1] = Token(
                TokenType.STRING,
                text=before.text + token.text,
                line=before.line,
                col=before.col,
                start=before.start,
                end=token.end,
            )
        else:
            after.append(token)
    return after
