"""Every diagnostic code: severity, meaning, next step. ``wherefrom explain CODE`` prints these rows.

Names are public and never reused.
"""

from __future__ import annotations

from dataclasses import dataclass

from wherefrom.domain.diagnostic import Severity


@dataclass(frozen=True, slots=True)
class CodeFacts:
    """The fixed half of a diagnostic.

    Attributes:
        severity: How far it reaches.
        meaning: What was found, for a reader who does not know the program.
        next_step: What would settle it.
    """

    severity: Severity
    meaning: str
    next_step: str


_E, _W, _B, _N = Severity.ERROR, Severity.WARNING, Severity.BOUNDARY, Severity.NOTE

DIAGNOSTICS: dict[str, CodeFacts] = {
    "AMBIGUOUS_COLUMN_SOURCES": CodeFacts(
        _W,
        "A column without an alias may belong to more than one input of its scope, or its table's name may mean more than one table.",
        "Write the alias, or the table's schema, in the SQL, or add DDL of the inputs to the snapshot.",
    ),
    "AMBIGUOUS_STAR_SOURCES": CodeFacts(
        _W,
        "A field is asked of a * over several inputs, and which one holds it is not known.",
        "List the columns in the SQL, or add DDL of the inputs to the snapshot.",
    ),
    "TARGET_COLUMN_NAME_UNPROVEN": CodeFacts(
        _N,
        "An INSERT without a column list into a table without DDL: the position is proven, the name is that of the SELECT.",
        "Add a column list to the INSERT, or DDL of the target to the snapshot.",
    ),
    "DDL_CONFLICT": CodeFacts(
        _W,
        "Two files define the columns of one table differently, so its columns count as unknown.",
        "Keep the current DDL in the snapshot and exclude the other.",
    ),
    "COLUMN_CHANGE_UNPROVEN": CodeFacts(
        _W,
        "Columns of a table were renamed, added, dropped or replaced, and which of those that a statement writes this one is, is not known: the change may have run before it, may not have run, or goes by how the rows are stored.",
        "Put the change and the statement into one file in the order they run, or exclude a change that ran once.",
    ),
    "UNPARSED_STATEMENT": CodeFacts(
        _E,
        "A statement could not be read. Nothing is known of what it reads or writes beyond its head.",
        "Repair the statement, or set the dialect of its file.",
    ),
    "OPAQUE_STATEMENT": CodeFacts(
        _E,
        "A statement was recognised, but not everything in it was understood: it may read or write more than is shown.",
        "Rewrite the statement in a form the dialect documents, or declare its lineage.",
    ),
    "OPAQUE_TEMPLATE": CodeFacts(
        _E,
        "A template decides at run time which SQL stands here.",
        "Freeze the rendered SQL instead of the template.",
    ),
    "DYNAMIC_SQL": CodeFacts(
        _B,
        "SQL is put together at run time. What it reads and writes is not in the snapshot.",
        "Add the statements as text to the snapshot, or declare their lineage.",
    ),
    "INCOMPLETE_WRITERS": CodeFacts(
        _B,
        "Writers of this table may be missing, because a script that writes it also runs SQL put together at run time.",
        "Look at the dynamic statement named here.",
    ),
    "TEMPLATE_PLACEHOLDER": CodeFacts(
        _N,
        "A placeholder is filled in at run time. Its value is not part of the evidence.",
        "Nothing, or configure the environment map.",
    ),
    "OPAQUE_FUNCTION": CodeFacts(
        _B,
        "A function of the project's own whose body is not in the snapshot, or is not followed.",
        "Add the function's body to the snapshot; of a scalar function, look at it.",
    ),
    "UNRESOLVED_INCLUDE": CodeFacts(
        _B,
        "A client command runs another file. It is not followed.",
        "Freeze the other file too; it is analysed on its own.",
    ),
    "UNRESOLVED_CALL": CodeFacts(
        _B,
        "A procedure is called that has no body in the snapshot, or several: what it reads and writes is not known.",
        "Add the procedure's body to the snapshot; of several, exclude those that are not in force.",
    ),
    "EMPTY_FILE": CodeFacts(_N, "The file holds no statement.", "Nothing."),
    "ENCODING_UNKNOWN": CodeFacts(
        _E,
        "The file is not UTF-8 and has no byte order mark. It is kept and not read.",
        "Set its encoding in wherefrom.toml.",
    ),
    "ENCODING_INVALID": CodeFacts(
        _E,
        "The file's bytes do not fit its encoding. It is kept and not read.",
        "Repair the file, or set its encoding in wherefrom.toml.",
    ),
    "BINARY_FILE": CodeFacts(
        _E, "The file holds NUL bytes and no text. It is kept and not read.", "Exclude it."
    ),
    "UNTERMINATED_TEXT": CodeFacts(
        _E,
        "A string, identifier or comment is opened and never closed. What follows is not analysed.",
        "Close it.",
    ),
    "CONFLICT_MARKER": CodeFacts(
        _E,
        "The file holds merge conflict markers. The bytes between them are not analysed.",
        "Resolve the conflict.",
    ),
    "SUSPICIOUS_CHAR": CodeFacts(
        _W,
        "A character that cannot be seen, or is easily taken for another, stands in the code.",
        "Replace it.",
    ),
    "CONFUSABLE_NAMES": CodeFacts(
        _W,
        "Two tables have different names that look the same: letters of other scripts, or characters that cannot be seen.",
        "Spell the name in one way, or leave both if they are meant to be two.",
    ),
    "NORMALISATION_TWIN": CodeFacts(
        _W,
        "Two tables have names that differ only in how Unicode composes the same characters.",
        "Spell the name in one way, or leave both if they are meant to be two.",
    ),
    "CASE_COLLISION": CodeFacts(
        _N,
        "Files whose paths differ only by case or Unicode form: one file on some disks.",
        "Rename one of them before the release is copied to such a disk.",
    ),
    "DIALECT_SUSPECT": CodeFacts(
        _W,
        "More than a fifth of the file's statements could not be read in its dialect, and other dialects read more of it.",
        "Set the dialect of the file in wherefrom.toml.",
    ),
    "EXECUTABLE_COMMENT": CodeFacts(
        _W,
        "A comment that some servers run as code. It is not analysed.",
        "Write its content as a statement.",
    ),
    "NESTING_LIMIT": CodeFacts(
        _E,
        "The statement is nested deeper than the set limit and was not read.",
        "Write its inner parts as statements of their own.",
    ),
    "STATEMENT_TOO_LARGE": CodeFacts(
        _E,
        "The statement is longer than the set limit and was not read.",
        "Raise statement_chars under [limits] in wherefrom.toml.",
    ),
    "FILE_TOO_LARGE": CodeFacts(
        _E,
        "The file is larger than the set limit. It is kept and not read.",
        "Raise file_bytes under [limits] in wherefrom.toml, and freeze again.",
    ),
    "INTERNAL_ERROR": CodeFacts(
        _E,
        "A fault of this program on one statement. The statement counts as not read.",
        "Report it with the statement's shape.",
    ),
    "PARSER_CRASHED": CodeFacts(
        _E,
        "The process that analysed the file ended abruptly, also when the file was alone. The file was not read.",
        "Report it with the shape of the file's SQL, or exclude the file.",
    ),
    "ANALYSIS_TIMEOUT": CodeFacts(
        _E,
        "The analysis of the file, alone, took longer than it may. The file was not read.",
        "Raise the time limit, or split the file.",
    ),
    "ANALYSIS_MEMORY": CodeFacts(
        _E,
        "The analysis of the file, alone, asked for more memory than it may have. The file was not read.",
        "Raise the memory limit, or split the file.",
    ),
    "MISSING_FIELD": CodeFacts(
        _W,
        "A field is asked of an input whose columns are all known, and it is not among them.",
        "Correct the name, or bring the DDL in the snapshot up to date.",
    ),
    "NON_ENUMERABLE_PROJECTION": CodeFacts(
        _W,
        "A * over an input whose columns are not known stands where columns are needed.",
        "List the columns, or add DDL of the input to the snapshot.",
    ),
    "UNPARSED_WRITERS_POSSIBLE": CodeFacts(
        _B,
        "Statements that could not be read, and whose target is not known, or text that was not read, may write any table.",
        "Look at the places listed.",
    ),
}

REASONS: dict[str, str] = {
    "EXTERNAL_ENDPOINT": "A column of a table that no statement of the snapshot fills: the origin as far as the snapshot shows.",
    "CONSTANT": "A literal that can be the whole value.",
    "GENERATED": "A value made without a column: a clock, a sequence, a row number, a row count.",
    "PARAMETER": "A value set by the run: a bind or script variable, or a placeholder.",
    "PRIOR_STATE": "The earlier content of a table that the snapshot also writes, read into another table.",
    "CYCLE": "The path returns to a field already on it: the table carries over its own earlier content.",
    "MISSING_FIELD": "The input's columns are all known, and this one is not among them.",
    "NO_WRITER_EXPRESSION": "The writer gives this column no value.",
    "NON_ENUMERABLE_PROJECTION": "The columns of a * are not known, and a list of them or a position is needed.",
    "AMBIGUOUS_COLUMN": "The column may belong to several inputs; none is claimed.",
    "AMBIGUOUS_STAR": "The field may come from several inputs of a *; none is claimed.",
    "OPAQUE_FUNCTION": "What a function of the project's own gives whose body is not in the snapshot, or is not followed.",
    "OPAQUE_TEMPLATE": "A template decides what stands here.",
    "DYNAMIC_SQL": "SQL put together at run time.",
    "UNPARSED_WRITER": "The statement that writes the table could not be read.",
    "WRITER_REJECTED": "A person rejected this writer. Beside a confirmed writer of the same read it leaves nothing open.",
    "WRITER_DEFERRED": "A person put the decision on this writer off.",
    "WRITER_PENDING": "Nobody has confirmed this writer, and only confirmed ones were asked for.",
    "DEPTH_LIMIT": "The set depth was reached.",
    "VISIT_LIMIT": "The set number of visits was reached.",
}
"""Terminal reasons in a reader's words."""

RULES: dict[str, str] = {
    "QUALIFIED": "The alias names one input.",
    "SINGLE_INPUT": "Only one input is in scope.",
    "STAR_EXPANSION": "The * stands over inputs whose columns are known.",
    "STAR_PASS": "A field asked of a * over one input whose columns are not known.",
    "PSEUDO_COLUMN": "The dialect defines the name.",
    "DECLARED_UNIQUE": "Every input's columns are known and exactly one has it.",
    "NAME_RESOLUTION": "Exactly one input is known to have it, and SQL rejects an ambiguous bare name.",
    "ELIMINATION": "No input with known columns has it, and exactly one input is left.",
    "LATERAL_ALIAS": "The dialect lets a projection use an earlier alias, and no input has the name.",
    "OUTER_SCOPE": "A bare name in a subquery that every inner input provably lacks.",
    "USING_MERGE": "A column merged by USING or NATURAL.",
    "ORDINAL": "By position: set operation, column list, VALUES.",
    "BY_NAME": "By name: assignment, or a statement that maps by name.",
    "SAME_SCRIPT": "The script itself proves the writer; no review is needed.",
    "SELF": "The statement reads its own target.",
    "EXACT": "Reader and writer use the same full name.",
    "DEFAULT_SCHEMA": "Equal after the configured default schema, or in the one schema of the script's search_path that is known to have the table.",
    "SAME_PLACEHOLDER": "Equal, the placeholder's text included.",
    "PROJECT_REF": "An explicit reference of the project's own convention.",
    "ENVIRONMENT": "Equal after the environment map, a placeholder against a literal name, or a table in one schema of several. Followed only once confirmed.",
    "NAME_ONLY": "The same table name in another schema: a hint, followed only once confirmed.",
}
"""Rules in a reader's words."""


@dataclass(frozen=True, slots=True)
class ClassFacts:
    """A source class in a reader's words (method 1.9).

    Attributes:
        meaning: What it says of a field.
        next_step: What is missing for a better one, or why nothing is.
    """

    meaning: str
    next_step: str


CLASSES: dict[str, ClassFacts] = {
    "S1": ClassFacts(
        "Every column the value is made of belongs to one source system; constants beside it have none.",
        "Nothing is missing.",
    ),
    "S2": ClassFacts(
        "The value is made of constants, parameters and generated values only: no source system is behind it.",
        "Nothing is missing.",
    ),
    "S3": ClassFacts(
        "Not provable yet: some path is ambiguous, provisional, stopped or cut off, or ends in a table without a "
        "confirmed source system.",
        "Each point that is missing stands in source_classification.csv and on the page under Not proven: decide on "
        "the writer (wherefrom review list), confirm the source system (wherefrom review list --about systems), or "
        "mend the SQL it names.",
    ),
    "S4": ClassFacts(
        "The columns the value is made of belong to two or more source systems. Whether all of them took part in "
        "one run is not shown by SQL.",
        "Nothing is missing: it is proven. It becomes S1 only where the SQL reads one system, or the tables are "
        "confirmed to belong to one.",
    ),
}
"""Source classes. A field is S3 wherever anything is unproven, otherwise S4, S1 or S2."""
