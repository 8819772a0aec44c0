"""The words for hands and ranks in the languages that players write: one table, and text read by it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from unicodedata import category, normalize

from ..cards import RANKS
from ..ranking import Category

HIGH, KICKER, ROYAL, OVER, PLURAL = "high", "kicker", "royal", "over", "plural"
Meaning = Category | int | str
"""What a word says: a kind of hand, a rank (0 to 12), or one of the marks above."""

_NOISE = ""
_PHRASES: dict[Category | str, str] = {
    Category.HIGH_CARD: """high card; no pair; nothing; air; nichts; höchste karte; hohe karte; carte haute;
        carta alta; старшая карта; без пары""",
    Category.PAIR: """pair; pairs; one pair; 1 pair; pair of; paar; ein paar; paire; une paire; pareja;
        par de; una pareja; пара; пару; пары""",
    Category.TWO_PAIR: """two pair; two pairs; 2 pair; 2 pairs; up; zwei paare; zwei paar; 2 paare; zweipaar;
        deux paires; 2 paires; double paire; dos pares; doble pareja; dobles parejas; 2 pares; две пары;
        2 пары""",
    Category.THREE_OF_A_KIND: """trips; trip; set; set of; three of a kind; 3 of a kind; triplets; drilling;
        drillinge; brelan; trío; terna; сет; трипс; тройка""",
    Category.STRAIGHT: "straight; straße; strasse; quinte; suite; escalera; corrida; стрит",
    Category.FLUSH: "flush; suited; couleur; color; флеш; флэш",
    Category.FULL_HOUSE: """full house; full; boat; fh; full boat; fullhouse; full of; full with; volles haus;
        фулл хаус; фул хаус; фуллхаус; фулхаус; фулл; фул""",  # noqa: RUF001
    Category.FOUR_OF_A_KIND: """quads; quad; four of a kind; 4 of a kind; vierling; vierlinge; poker; carré;
        póker; каре""",
    Category.STRAIGHT_FLUSH: """straight flush; sf; straightflush; quinte flush; escalera de color;
        стрит флеш; стрит флэш; стритфлеш""",
    ROYAL: """royal; royal flush; rf; royal straight flush; quinte flush royale; quinte royale; quinte royal;
        quinte flush royal; escalera real; флеш рояль; флэш рояль; роял флеш; роял флэш; роял""",
    HIGH: """high; low; hoch; haute; hauteur; alta; alto; höchste; старшая; старший; to the; to; up to; bis;
        jusqu'à; à la; à l; al; hasta; до""",
    KICKER: "kicker; kick; kickers; beikarte; кикер; кикером; киккер",
    OVER: "over; über; sur; sobre; на",
    _NOISE: """of; and; with; the; in; card; cards; und; mit; von; vom; der; die; den; et; avec; de; des; du;
        zur; zum; ein; eine; d; au; aux; par; la; le; les; l; y; con; el; los; las; и; с; из; по; от; plus""",  # noqa: RUF001
}
_RANKS = (  # one of them; several of them
    ("two deuce zwei deux dos двойка двойки", "twos deuces zweien zweier doses двоек двойками"),
    ("three trey drei trois tres тройки", "threes treys dreien dreier treses троек тройками"),
    ("four vier quatre cuatro четвёрка четвёрки", "fours vieren vierer cuatros четвёрок четвёрками"),
    ("five fünf cinq cinco пятёрка пятёрки", "fives fünfen fünfer cincos пятёрок пятёрками"),
    ("six sechs seis шестёрка шестёрки", "sixes sechsen sechser seises шестёрок шестёрками"),
    ("seven sieben sept siete семёрка семёрки", "sevens siebenen siebener sietes семёрок семёрками"),
    ("eight acht huit ocho восьмёрка восьмёрки", "eights achten achter ochos восьмёрок восьмёрками"),
    ("nine neun neuf nueve девятка девятки", "nines neunen neuner nueves девяток девятками"),
    ("ten zehn dix diez десятка десятки", "tens zehnen zehner dieces десяток десятками"),
    ("jack bube valet jota sota валет валета", "jacks buben valets jotas sotas валеты валетов валетами"),
    ("queen lady dame reina dama дама", "queens ladies damen dames reinas damas дамы дам дамами"),
    ("king könig roi rey король короля", "kings könige königen rois reyes короли королей королями"),
    ("ace ass as туз туза", "aces asse assen ases тузы тузов тузами"),
)
_HIGHEST = {"broadway": 12, "wheel": 3, "bicycle": 3}  # straights with a name of their own
_WORD = re.compile(r"[^\W_]+")
_RANK_TEXT = re.compile(r"(?:10|[2-9tjqka])+")
_CARD_TEXT = re.compile(r"(?:(?:10|[2-9tjqka])[cdhs])+")


def meanings(text: str) -> Iterator[Meaning | None]:
    """What the words of a text say about a hand, one after the other; None for a word that says nothing.

    At the end stands a PLURAL for each word that means several cards of a rank.
    """
    words = folded(text)
    phrases, at, plurals = _phrases(), 0, 0
    while at < len(words):
        for size in range(min(4, len(words) - at), 0, -1):
            known = phrases.get(words[at : at + size])
            if known is not None:
                break
        else:
            known, size = _letters(words[at]), 1
            if words[at] == "a" and _begins_a_name(words[at + 1 :]):
                known = ()  # an article
        yield from known or ((None,) if known is None else ())
        plurals += size == 1 and words[at] in _plurals()
        at += size
    yield from [PLURAL] * plurals


def folded(text: str) -> tuple[str, ...]:
    """The words of a text without case, accents and the apostrophe of 8's."""
    plain = normalize("NFKD", normalize("NFKC", text).casefold())
    plain = "".join(c for c in plain if category(c) != "Mn")
    return tuple(_WORD.findall(re.sub(r"(?<=\w)['’`´](?=s\b)", "", plain)))  # noqa: RUF001


@cache
def _phrases() -> dict[tuple[str, ...], tuple[Meaning, ...]]:
    """What each phrase says, by its words."""
    found: dict[tuple[str, ...], tuple[Meaning, ...]] = {}
    for rank, names in enumerate(_RANKS):
        for name in " ".join(names).split():
            found[folded(name)] = (rank,)
    for meaning, phrases in _PHRASES.items():
        for phrase in phrases.split(";"):
            found[folded(phrase)] = (meaning,) if meaning != _NOISE else ()
    for name, rank in _HIGHEST.items():
        found[(name,)] = (Category.STRAIGHT, rank)
    found["steel", "wheel"] = (Category.STRAIGHT_FLUSH, 3)
    return found


@cache
def _plurals() -> frozenset[str]:
    """The words for several cards of a rank."""
    words = " ".join(several for _, several in _RANKS)
    return frozenset(folded(words)) | {f"{rank.lower()}s" for rank in (*RANKS[:-1], "10")}


def _letters(word: str) -> tuple[Meaning, ...] | None:
    """The ranks of 'qq5', '8s', '10s', 'ah' or 'ahkh'; None for any other word.

    Five different ranks with an s after them are suited.
    """
    bare = word.removesuffix("s")
    if len(bare.replace("x", "")) > 1:
        bare = bare.replace("x", "")  # QQx: any card
    if _RANK_TEXT.fullmatch(bare):
        ranks = tuple(RANKS.lower().index(c) for c in bare.replace("10", "t"))
        suited = bare != word and len(set(ranks)) == 5
        return (*ranks, Category.FLUSH) if suited else ranks
    if _CARD_TEXT.fullmatch(word):
        return tuple(RANKS.lower().index(c) for c in word.replace("10", "t")[::2])
    return None


def _begins_a_name(words: tuple[str, ...]) -> bool:
    """Whether these words begin with a kind of hand."""
    phrases = _phrases()
    heads = (phrases.get(words[:size], (None,)) for size in range(min(4, len(words)), 0, -1))
    return any(head and (isinstance(head[0], Category) or head[0] == ROYAL) for head in heads)
