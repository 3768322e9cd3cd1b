"""The words of the method: values without behaviour that does I/O. Standard library only."""
