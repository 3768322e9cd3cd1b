"""The border to what people set: ``wherefrom.toml``, flags and environment become one checked Project.

Nothing inside this border sees Pydantic or a raw value; whatever is wrong is listed in one refusal.
"""

from wherefrom.config.catalog import read_catalog
from wherefrom.config.dialect_names import dialect_name
from wherefrom.config.digest import evidence_settings, settings_digest
from wherefrom.config.init import init_project
from wherefrom.config.load import find_project, load
from wherefrom.config.project import CONFIG_NAME, DialectRule, FileSettings, PathTarget, Project
from wherefrom.config.targets import path_target

__all__ = [
    "CONFIG_NAME",
    "DialectRule",
    "FileSettings",
    "PathTarget",
    "Project",
    "dialect_name",
    "evidence_settings",
    "find_project",
    "init_project",
    "load",
    "path_target",
    "read_catalog",
    "settings_digest",
]
