"""What the tests do less of in a build for the sanitizers, which is five times slower.

They find wrong memory accesses, not wrong numbers: every case runs there, with fewer random trials of each.
"""

import os

SANITIZED = os.environ.get("OFCKIT_SANITIZE") == "1"


def trials(number: int) -> int:
    """How many of so many random trials."""
    return max(2, number // 4) if SANITIZED else number
