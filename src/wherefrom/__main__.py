"""``python -m wherefrom`` is the command ``wherefrom``."""

from __future__ import annotations

import sys

from wherefrom.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
