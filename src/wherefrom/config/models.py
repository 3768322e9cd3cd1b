"""``wherefrom.toml`` as Pydantic models: strict, and nothing unknown passes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from wherefrom.config.dialect_names import dialect_fault
from wherefrom.config.project import FILE_BYTES
from wherefrom.config.targets import target_fault
from wherefrom.domain.errors import UsageRefusal
from wherefrom.domain.evidence import MAX_VISITS
from wherefrom.domain.unit import STATEMENT_CHARS
from wherefrom.snapshot import DEFAULT_INCLUDE, encoding_name, matcher


def _one_as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _dialect(value: str) -> str:
    fault = dialect_fault(value)
    if fault:
        raise ValueError(fault)
    return value


def _encoding(value: str) -> str:
    try:
        return encoding_name(value) if value else ""
    except UsageRefusal as refusal:
        raise ValueError(str(refusal).rstrip(".")) from refusal


def _globs(value: list[str]) -> list[str]:
    try:
        matcher(tuple(value))
    except UsageRefusal as refusal:
        raise ValueError(str(refusal).rstrip(".")) from refusal
    return value


def _target(value: str) -> str:
    fault = target_fault(value)
    if fault:
        raise ValueError(fault)
    return value


def _as_path_target(value: object) -> object:
    if not isinstance(value, (str, dict)):
        raise ValueError(f"'{value}' is no path rule; write a glob, or a table with files and target")
    return {"files": value} if isinstance(value, str) else value


Dialect = Annotated[str, AfterValidator(_dialect)]
Encoding = Annotated[str, AfterValidator(_encoding)]
Filled = Annotated[str, Field(min_length=1)]
Globs = Annotated[list[Filled], BeforeValidator(_one_as_list), AfterValidator(_globs)]
Style = Literal["auto", "dollar_brace", "jinja", "sqlcmd", "sqlplus", "colon", "at", "percent", "sqlrender"]
Styles = Annotated[list[Style], Field(min_length=1)]


class Table(BaseModel):
    """A TOML table: exact types, known keys only."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ProjectTable(Table):
    """``[project]``."""

    name: str = ""
    sources: Annotated[list[Filled], Field(min_length=1)] = ["."]
    dialect: Dialect = "ansi"
    encoding: Encoding = ""
    include: Annotated[Globs, Field(min_length=1)] = list(DEFAULT_INCLUDE)
    exclude: Globs = []
    default_catalog: str = ""
    default_schema: str = ""
    schema_evidence: list[Filled] = []


class DialectTable(Table):
    """One ``[[dialect]]``."""

    files: Annotated[Globs, Field(min_length=1)]
    name: Dialect | None = None
    encoding: Encoding | None = None
    default_catalog: str | None = None
    default_schema: str | None = None
    styles: Styles | None = None


class PlaceholdersTable(Table):
    """``[placeholders]``."""

    styles: Styles = ["auto"]


class PathTargetTable(Table):
    """One entry of ``writers.path_targets``; a glob alone means the file's stem."""

    files: Annotated[Globs, Field(min_length=1)]
    target: Annotated[str, AfterValidator(_target)] = "{stem}"


class WritersTable(Table):
    """``[writers]``."""

    path_targets: list[Annotated[PathTargetTable, BeforeValidator(_as_path_target)]] = []


class ReviewTable(Table):
    """``[review]``."""

    four_eyes: Literal["off", "confirm", "all"] = "off"


class StoreTable(Table):
    """``[store]``."""

    url: str = ""


class LimitsTable(Table):
    """``[limits]``."""

    file_bytes: Annotated[int, Field(gt=0)] = FILE_BYTES
    statement_chars: Annotated[int, Field(gt=0)] = STATEMENT_CHARS
    visits: Annotated[int, Field(gt=0)] = MAX_VISITS


class PublishTable(Table):
    """``[publish]``."""

    languages: Annotated[list[Literal["en", "zh"]], Field(min_length=1)] = ["en"]
    redact: Literal["off", "literals"] = "off"


class Configuration(Table):
    """The whole file."""

    config_version: Literal[1] = 1
    project: ProjectTable = ProjectTable()
    dialect: list[DialectTable] = []
    placeholders: PlaceholdersTable = PlaceholdersTable()
    writers: WritersTable = WritersTable()
    environments: dict[Filled, Filled] = {}
    review: ReviewTable = ReviewTable()
    store: StoreTable = StoreTable()
    limits: LimitsTable = LimitsTable()
    publish: PublishTable = PublishTable()
