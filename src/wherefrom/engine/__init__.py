"""How work is spread: every file's text to its Unit, in this process, in worker processes or on a cluster."""

from __future__ import annotations

from wherefrom.engine.extraction import extract_all
from wherefrom.engine.job import Budget, Codec, Extract, Job, Result, WorkersUnavailable

__all__ = ["Budget", "Codec", "Extract", "Job", "Result", "WorkersUnavailable", "extract_all"]
