"""Placeholders and template languages around SQL: masked by text of the same length, their branches and loops read."""
