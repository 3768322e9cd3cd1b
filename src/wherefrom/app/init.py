"""Start a project: the configuration and the files that people fill in."""

from __future__ import annotations

from wherefrom.config import init_project as init

__all__ = ["init"]
