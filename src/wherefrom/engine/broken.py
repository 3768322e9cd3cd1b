"""The Unit of a file whose extraction broke: one diagnostic, and nothing understood."""

from __future__ import annotations

import re
import signal

from wherefrom.domain.diagnostic import Diagnostic
from wherefrom.domain.span import Span
from wherefrom.domain.unit import Coverage, Unit
from wherefrom.engine.job import Budget, Job

NO_MEMORY = 12
"""Exit code of a worker that had not enough memory."""

_LINE_END = re.compile(r"\r\n|\n|\r")


def timed_out(job: Job, budget: Budget) -> Unit:
    """Return the Unit of a file that took too long."""
    return _unit(
        job, "ANALYSIS_TIMEOUT", f"Its analysis gave no answer within {budget.seconds:g} seconds, alone."
    )


def out_of_memory(job: Job) -> Unit:
    """Return the Unit of a file that needs more memory than there is."""
    return _unit(job, "ANALYSIS_MEMORY", "Its analysis, alone, asked for more memory than it may have.")


def died(job: Job, exit_code: int) -> Unit:
    """Return the Unit of a file whose worker died.

    Args:
        job: The file's.
        exit_code: As ``Process.exitcode``: the negative number of the signal, if one ended it.
    """
    if exit_code == NO_MEMORY:
        return out_of_memory(job)
    if exit_code == -signal.SIGKILL:
        return _unit(
            job,
            "ANALYSIS_MEMORY",
            "Its analysis, alone, was ended from outside (signal 9), as a system does when memory is short.",
        )
    how = f"by signal {-exit_code}" if exit_code < 0 else f"with exit code {exit_code}"
    return _unit(job, "PARSER_CRASHED", f"Its analysis, alone, ended {how}.")


def failed(job: Job, name: str) -> Unit:
    """Return the Unit of a file on which extraction raised; ``name`` is the exception's class."""
    return _unit(job, "INTERNAL_ERROR", f"Its analysis ended with an error of this program ({name}).")


def _unit(job: Job, code: str, message: str) -> Unit:
    # A line end at the very end of the text begins no further line.
    ends = len(_LINE_END.findall(job.text[:-1]))
    if job.text.endswith("\r\n"):
        ends -= 1
    whole = Span(0, len(job.text), 1, 1 + ends)
    return Unit(
        dialect=job.dialect,
        statements=(),
        nodes=(),
        writers=(),
        events=(),
        ddl=(),
        assignments=(),
        diagnostics=(Diagnostic(code, 0, whole, "", (), message),),
        coverage=Coverage(total=len(job.text), understood=0),
    )
