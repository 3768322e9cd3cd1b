"""wherefrom: where a field comes from, and who says so."""

__version__ = "0.1.0"
