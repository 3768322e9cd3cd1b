"""``wherefrom review``: the review table from the command line, one file per command."""

EXAMPLE = "wherefrom review list --state OPEN"

COMMANDS = {
    "list": "List what people decide on, what most hangs on first.",
    "show": "Show one row: the SQL behind it, what else may stand, history, impact.",
    "propose": "Propose the source system of a table, or what a field is called.",
    "export": "Write a table that people decide in as a CSV or an XLSX workbook.",
    "import": "Record what people decided in a table.",
    "confirm": "Confirm writers, source systems or business names.",
    "reject": "Reject some of them, with a reason.",
    "defer": "Put off the decision on some of them.",
    "approve": "Approve another person's proposals.",
    "return": "Send another person's proposals back, with a reason.",
    "log": "Show the decision log.",
    "impact": "Tell what a decision would open, close or change.",
    "rechain": "Put the branches of a merged decision log one after the other.",
}
"""Every command with its one line of help, in the order they are used."""


def command() -> None:
    """Decide which writers feed a table, which system a table belongs to, and what a field is called.

    In the terminal, or in a spreadsheet: --about says which of the three is meant. Every decision is a record of governance/decisions.jsonl. Who decides is stated with --reviewer, or
    in WHEREFROM_REVIEWER.
    """
