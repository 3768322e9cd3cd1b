"""Use cases: one file each. They put the rooms below together and hold the edge where files are read.

Nothing here prints and nothing here decides what SQL means. ``import wherefrom`` offers the same
functions as the Python API, each loaded when it is first asked for.
"""
