"""Write csrc/ofckit/tables.h: every table of the core, from the definition of a poker hand.

    python csrc/gen_tables.py            write the file (same bytes on every machine)
    python csrc/gen_tables.py --check    exit 1 if the checked-in file differs

One order, two ways into it.

The order.  A hand of one to five cards is a key: its type, then the ranks of its groups (larger groups first, then
higher ranks).  Python compares tuples the way poker compares hands: the first difference decides, and of two hands
that agree as far as the shorter one goes, the longer is stronger (a missing kicker loses).  Sorting all keys and
numbering them from 1 gives the strength: 1..9841, then 9842..9854 for five of a kind.

Additive keys (single hands, searches).  Every rank has a number, so that the sum over a hand of one to five cards tells
its ranks; a suit counter above it tells a flush.  A multiplicative hash leads from the sum to the strength in two
look-ups: hash with displacement, one table for all sizes.

Sort and count (batches).  The ascending ranks r0 <= r1 <= ... of a hand of k cards have the number
C(r0, 1) + C(r1 + 1, 2) + C(r2 + 2, 3) + ...: without gaps, a minimal perfect hash that needs no gather.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path

RANKS = 13
ACE = 12
TYPES = {(): 0, (2,): 1, (2, 2): 2, (3,): 3, (3, 2): 6, (4,): 7, (5,): 9}
STRAIGHT, FLUSH, STRAIGHT_FLUSH = 4, 5, 8

# Each is the smallest number that keeps the sums of one to five of them apart (main() fails if two ever met).
RANK_NUMBERS = (1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545, 147031)
BUCKET_BITS = 11
WINDOW_BITS = 11
MULTIPLIER = 4043809397  # odd, found by trying: its hash keeps all sums apart (displace() fails if not)
FLUSH_SUM = 1 << 20  # added to the sum of five suited cards; above every sum
FLUSH_AT = 6400  # where suited hands start in the sorted table; a multiple of 256 above C(17, 5) = 6188
SUIT_SHIFT = 32  # a suit counter of 4 bits for each suit, started at 3: five cards of a suit set its top bit

Ranks = tuple[int, ...]
Key = tuple[int, ...]


def straight_high(ranks: Ranks) -> int | None:
    """The highest rank of five different ranks in a row; 5-4-3-2-A is five high."""
    held = sorted(set(ranks))
    if len(held) != 5:
        return None
    if held == [0, 1, 2, 3, ACE]:
        return 3
    return held[4] if held[4] - held[0] == 4 else None


def hand_key(ranks: Ranks, suited: bool = False) -> Key:
    """(type, ranks of the groups, kickers) of a hand of one to five cards."""
    high = straight_high(ranks) if len(ranks) == 5 else None
    if high is not None:
        return (STRAIGHT_FLUSH if suited else STRAIGHT, high)
    groups = sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)
    kind = FLUSH if suited else TYPES[tuple(n for n, _ in groups if n > 1)]
    return (kind, *(r for _, r in groups))


def rank_sets(size: int) -> Iterator[Ranks]:
    """Every multiset of ranks of this size, ascending."""
    return combinations_with_replacement(range(RANKS), size)


def all_hands() -> Iterator[tuple[Ranks, bool]]:
    for size in range(1, 6):
        for ranks in rank_sets(size):
            yield ranks, False
    for ranks in combinations(range(RANKS), 5):
        yield ranks, True


def strengths() -> dict[tuple[Ranks, bool], int]:
    keys = {hand: hand_key(*hand) for hand in all_hands()}
    number = {key: i for i, key in enumerate(sorted(set(keys.values())), start=1)}
    return {hand: number[key] for hand, key in keys.items()}


def hash_of(total: int) -> int:
    return (total * MULTIPLIER & 0xFFFFFFFF) >> (32 - BUCKET_BITS - WINDOW_BITS)


def displace(values: dict[int, int]) -> tuple[list[int], list[int]]:
    """(displacement of each bucket, table): large buckets first, each at the first place where it fits."""
    if len({hash_of(total) for total in values}) != len(values):
        raise AssertionError("two sums share a hash")
    window = (1 << WINDOW_BITS) - 1
    buckets: list[list[tuple[int, int]]] = [[] for _ in range(1 << BUCKET_BITS)]
    for total, value in values.items():
        h = hash_of(total)
        buckets[h >> WINDOW_BITS].append((h & window, value))
    table: dict[int, int] = {}
    offsets = [0] * len(buckets)
    for b in sorted(range(len(buckets)), key=lambda b: (-len(buckets[b]), b)):
        at = 0
        while any(at + slot in table for slot, _ in buckets[b]):
            at += 1
        offsets[b] = at
        table.update((at + slot, value) for slot, value in buckets[b])
    size = max(offsets) + window + 1  # so that no sum whatever leads outside
    return offsets, [table.get(i, 0) for i in range(size)]


def sorted_index(ranks: Ranks) -> int:
    return sum(comb(r + i, i + 1) for i, r in enumerate(ranks))


def array(kind: str, name: str, values: Iterable[int], suffix: str = "") -> str:
    words = [f"{v}{suffix}" for v in values]
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 110:
            lines.append("")
        lines[-1] += word + ","
    return f"static const {kind} {name}[{len(words)}] = {{\n" + "\n".join(lines) + "\n};\n"


def header() -> str:
    strength = strengths()
    values = {sum(RANK_NUMBERS[r] for r in ranks) + FLUSH_SUM * suited: s for (ranks, suited), s in strength.items()}
    if len(values) != len(strength):
        raise AssertionError("two hands share a sum")
    offsets, table = displace(values)
    keys = [RANK_NUMBERS[c >> 2] | 1 << (SUIT_SHIFT + 4 * (c & 3)) for c in range(52)] + [0] * 204
    parts = [
        "/* Generated by csrc/gen_tables.py: do not edit; change the generator and run it again. */",
        "#ifndef OFCKIT_TABLES_H\n#define OFCKIT_TABLES_H\n\n#include <stdint.h>\n",
        f"#define OFC_STRENGTHS {max(strength.values()) + 1}",
        f"#define OFC_BUCKET_BITS {BUCKET_BITS}\n#define OFC_WINDOW_BITS {WINDOW_BITS}",
        f"#define OFC_MULTIPLIER {MULTIPLIER}u\n#define OFC_FLUSH_SUM {FLUSH_SUM}u\n#define OFC_FLUSH_AT {FLUSH_AT}",
        f"#define OFC_SUIT_SHIFT {SUIT_SHIFT}\n",
        "/* Additive keys: the number of a card's rank, and one in the counter of its suit; 0 for any byte that is no card. */",
        array("uint64_t", "ofc_key_of", keys, "u"),
        "/* From the hash of a sum to the strength: strength[offset[bucket] + slot]. */",
        array("uint16_t", "ofc_offset", offsets),
        array("uint16_t", "ofc_strength_of", table),
        "/* Sort and count: the strength by the number of the sorted ranks; five suited cards from OFC_FLUSH_AT. */",
    ]
    for size in range(1, 5):
        parts.append(array("uint16_t", f"ofc_sorted{size}", [strength[r, False] for r in by_index(size)]))
    five = [strength[r, False] for r in by_index(5)]
    five += [0] * (FLUSH_AT - len(five)) + [strength.get((r, True), 0) for r in by_index(5)]
    parts.append(array("uint16_t", "ofc_sorted5", five))
    return "\n".join([*parts, "#endif\n"])


def by_index(size: int) -> list[Ranks]:
    """All sorted rank multisets of this size, in the order of their number."""
    ranks = sorted(rank_sets(size), key=sorted_index)
    if [sorted_index(r) for r in ranks] != list(range(len(ranks))):
        raise AssertionError("the numbers of the sorted ranks have gaps")
    return ranks


def main(arguments: list[str]) -> int:
    path = Path(__file__).parent / "ofckit" / "tables.h"
    text = header()
    if arguments == ["--check"]:
        if path.read_text(encoding="ascii") != text:
            print(f"{path} is not what csrc/gen_tables.py writes: run it without --check", file=sys.stderr)
            return 1
        return 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    path.write_text(text, encoding="ascii", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
