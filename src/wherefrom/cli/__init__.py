"""The command line: one thin file per command over the use cases of ``app``.

Results go to standard output, progress to standard error and only where that is a terminal.
"""
