"""wherefrom: where a field comes from, and who says so.

The use cases of ``wherefrom.app`` are offered here by name; each is loaded when it is first asked for,
so that ``import wherefrom`` stays fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wherefrom.app.analyze import analyze, open_analysis, trace_analysis
    from wherefrom.app.doctor import doctor
    from wherefrom.app.explain import explain
    from wherefrom.app.freeze import freeze
    from wherefrom.app.init import init
    from wherefrom.app.publish import publish_release
    from wherefrom.app.run import run
    from wherefrom.app.search import search
    from wherefrom.app.trace import answers_for, trace_folder, trace_texts, unfolded
    from wherefrom.app.verify import verify
    from wherefrom.app.workspace import open_release, project_workspace, run_workspace

__version__ = "0.1.0"

__all__ = [
    "__version__",
    "analyze",
    "answers_for",
    "doctor",
    "explain",
    "freeze",
    "init",
    "open_analysis",
    "open_release",
    "project_workspace",
    "publish_release",
    "run",
    "run_workspace",
    "search",
    "trace_analysis",
    "trace_folder",
    "trace_texts",
    "unfolded",
    "verify",
]

_ELSEWHERE = {
    "answers_for": "trace",
    "open_analysis": "analyze",
    "open_release": "workspace",
    "project_workspace": "workspace",
    "publish_release": "publish",
    "run_workspace": "workspace",
    "trace_analysis": "analyze",
    "trace_folder": "trace",
    "trace_texts": "trace",
    "unfolded": "trace",
}
"""Module in ``wherefrom.app`` of the names that are not called like their module."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'wherefrom' has no attribute '{name}'")
    return getattr(import_module(f"wherefrom.app.{_ELSEWHERE.get(name, name)}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
