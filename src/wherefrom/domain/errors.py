"""Refusals: the program could not do what was asked, and says why in one paragraph.

A refusal is about a missing precondition, never about the user's SQL (that is a diagnostic). The
command line prints its text and exits with its code (interface, exit codes).
"""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818  # it is the field's word: nothing went wrong inside the program
    """What was asked cannot be done: what, where, and what to do about it.

    Attributes:
        exit_code: Exit code of the command line.
    """

    exit_code = 2


class GateClosed(Refusal):
    """A check did not hold: open decisions, or a bound that was set."""

    exit_code = 1


class UsageRefusal(Refusal):
    """The command or the configuration is wrong."""

    exit_code = 2


class InputRefusal(Refusal):
    """The input cannot be read, or a snapshot or log does not match its hashes."""

    exit_code = 3


class Busy(InputRefusal):
    """Another run holds the workspace."""


class VerifyRefusal(Refusal):
    """Something differs from what was recorded."""

    exit_code = 4


class Conflict(Refusal):
    """Somebody else decided meanwhile: nothing was applied."""

    exit_code = 5
