"""`python -m ofckit` is the command `ofckit`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
