"""wherefrom: where a field comes from, and who says so.

The use cases of ``wherefrom.app`` are offered here by name; each is loaded when it is first asked for,
so that ``import wherefrom`` stays fast.
"""

from __future__ import annotations

from importlib import import_module

__version__ = "0.1.0"

_API = {
    "analyze": "analyze",
    "answers_for": "trace",
    "doctor": "doctor",
    "explain": "explain",
    "freeze": "freeze",
    "init": "init",
    "open_analysis": "analyze",
    "open_release": "workspace",
    "project_workspace": "workspace",
    "publish_release": "publish",
    "run": "run",
    "run_workspace": "workspace",
    "search": "search",
    "trace_analysis": "analyze",
    "trace_folder": "trace",
    "trace_texts": "trace",
    "verify": "verify",
}
"""Use case by name, and its module in ``wherefrom.app``."""

__all__ = ["__version__", *_API]


def __getattr__(name: str) -> object:
    if name not in _API:
        raise AttributeError(f"module 'wherefrom' has no attribute '{name}'")
    return getattr(import_module(f"wherefrom.app.{_API[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
