"""Readers of queries and of the expressions in them."""
