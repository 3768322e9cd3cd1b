"""``wherefrom review``: the review table from the command line, one file per command."""

EXAMPLE = "wherefrom review list --state OPEN"

COMMANDS = {
    "list": "List what people decide on, what most hangs on first.",
    "show": "Show one candidate: both sides of the SQL, rule, history, impact.",
    "export": "Write the review table as a CSV or an XLSX workbook.",
    "import": "Record what people decided in the review table.",
    "confirm": "Confirm one or several writers.",
    "reject": "Reject one or several writers, with a reason.",
    "defer": "Put off the decision on one or several writers.",
    "approve": "Approve another person's proposals.",
    "return": "Send another person's proposals back, with a reason.",
    "log": "Show the decision log.",
    "impact": "Tell what a decision would open, close or change.",
    "rechain": "Put the branches of a merged decision log one after the other.",
}
"""Every command with its one line of help, in the order they are used."""


def command() -> None:
    """Decide which writers feed a table: in the terminal, or in a spreadsheet.

    Every decision is a record of governance/decisions.jsonl. Who decides is stated with --reviewer, or
    in WHEREFROM_REVIEWER.
    """
