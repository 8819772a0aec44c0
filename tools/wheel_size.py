"""Refuse a wheel that is larger than the limit, and list what it consists of.

    python tools/wheel_size.py WHEEL...

Exit status 1 if one is. The limit stands nowhere else: .ci/run and the workflows run this script.
"""

import sys
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

LIMIT = 2_500_000  # bytes, on every system: the policies take 1 MB, the core 0.7


def parts(wheel: Path) -> Counter[str]:
    """Compressed bytes by file of the package, or by folder where there is one."""
    sizes: Counter[str] = Counter()
    with ZipFile(wheel) as archive:
        for file in archive.infolist():
            sizes["/".join(file.filename.split("/")[:2])] += file.compress_size
    return sizes


def main(wheels: list[str]) -> int:
    large = [wheel for wheel in map(Path, wheels) if wheel.stat().st_size > LIMIT]
    for wheel in large:
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, {LIMIT:,} at most")
        for name, size in parts(wheel).most_common():
            print(f"{size:>12,}  {name}")
    return 1 if large else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
