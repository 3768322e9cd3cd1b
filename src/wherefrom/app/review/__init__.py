"""Review use cases: the table of candidates, decisions, the table as a file, impact, the log."""
