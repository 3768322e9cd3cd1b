"""Readers of statements: what they write, define, call and assign."""
