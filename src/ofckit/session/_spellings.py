"""Lines as people write them, made the one form that is read: titles of hands, keys, marks between rows.

Al - [Qh Qd 5c] [7h 7d 8s 8c 2d] [As Ks Js 9s 4s] (+17)        == Hand 2 ==        dealer: Al
Al<tab>Qh Qd 5c<tab>7h 7d 8s 8c 2d<tab>As Ks Js 9s 4s          Einsatz: 0,50 €     variant: pineapple
"""

from __future__ import annotations

import re

from .._errors import OfcError
from ..board import Row
from ..cards import parse_cards
from ..rules import RULES

MOST_LINE = 1000  # characters of such a line
_RULE = re.compile(r"\s*([-=*_~\u2013\u2014])\1{2,}\s*")
_TITLE = re.compile(
    r"\W*(?:hand|game|spiel|partie|mano|main|раздача)\s*(?:(?:no|nr)\.?|#|\u2116)?\s*(\d{1,9})\W*",
    re.IGNORECASE,
)
_KEYS = {
    "stake": r"stakes?|einsatz|mise|apuesta|ставка|(?:price|stake)\s+(?:per|of\s+a)\s+point"
    r"|(?:1|a|one)\s+point|(?:1|ein)\s+punkt|1\s+punto",
    "rules": r"scoring|variant|ruleset|game\s+type|regeln|variante|reglas|règles|правила",
    "button": r"dealer|btn|geber|donneur|дилер|баттон",
}
_KEYED = {key: re.compile(rf"\s*(?:{words})\s*[:=]\s*(?=\S)", re.IGNORECASE) for key, words in _KEYS.items()}
_GAME = re.compile(r"\s*game\s*:\s*(\S+)\s*", re.IGNORECASE)
_PER_POINT = re.compile(
    r"\s*(?:/|\b(?:per|a|pro|por|par|each|for\s+a)\b)\s*(?:point|pt|punkt|punto|очко)s?\.?\s*$", re.IGNORECASE
)
_BULLET = re.compile(r"\s*(?:[-*\u2022\u00b7]|\d{1,2}[.)])\s+(?=[^\W\d_].*[:/|])")
_GROUP = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_POINTS = re.compile(
    r"\s*(?:(?:=|->|=>|\u2192|\u21d2)\s*([+\-\u2212\u2013]?\s?\d{1,6})|\(\s*([+\-\u2212\u2013]\s?\d{1,6})"
    r"(?:\s?(?:pts?|points?|punkte?))?\s*\))(?:\s?(?:pts?\.?|points?|punkte?))?\s*$",
    re.IGNORECASE,
)


def plain_line(text: str) -> str:
    """The line in the form that is read; "" for one that only parts hands."""
    if not text.strip() or len(text) > MOST_LINE or text.lstrip()[0] in '{}[]"#':
        return text
    if _RULE.fullmatch(text):
        return ""
    if title := _TITLE.fullmatch(text):
        return f"hand {title[1]}"
    if (game := _GAME.fullmatch(text)) and game[1].lower() in RULES:
        return f"rules: {game[1]}"
    for key, keyed in _KEYED.items():
        if (start := keyed.match(text)) and not re.search(r"[/|].*[/|]", text):
            rest = text[start.end() :]
            return f"{key}: {_PER_POINT.sub('', rest) if key == 'stake' else rest}"
    if bullet := _BULLET.match(text):
        text = text[bullet.end() :]
    return _plain_board(text)


def _plain_board(text: str) -> str:
    """A line of a player with a colon after the name and strokes between the rows; any other as it is."""
    body, points = text, ""
    found = _POINTS.search(text)
    if found and not re.match(r"\s*=\s*[+\-\u2212]?\s?\d+\s*$", found[0]):
        sign = (found[1] or found[2]).replace(" ", "").replace("\u2013", "-")
        body, points = text[: found.start()], f" = {sign}"
    name, colon, board = body.partition(":")
    if not colon:
        name, board = _without_colon(body)
    rows = _rows(board)
    if not name.strip() or not (rows or points or not colon) or not re.search(r"[/|;]", rows or board):
        return text
    return f"{name}: {rows or board.strip()}{points}"


def _without_colon(text: str) -> tuple[str, str]:
    """The name and the board of a line where the first card tells them apart; nothing for other lines."""
    if cells := _cells(text):
        return cells[0], " / ".join(cells[1:4])
    for word in re.finditer(r"[^\s/|;\\\[\](){}]+", text) if re.search(r"[/|;\\\[(]", text) else ():
        if word.start() and is_card(word[0]):
            name = text[: word.start()].rstrip("[({ \t")
            bare = re.sub(r"[\s\-\u2013\u2014=>]+$", "", name)
            is_marked = bare != name.rstrip() or re.search(r"[\[({]\s*$", text[: word.start()])
            return (bare, text[len(name) :]) if is_marked else ("", "")
    return "", ""


def _cells(text: str) -> list[str]:
    """The name and the rows of a line of a sheet without titles; [] for other lines."""
    for mark in ("\t", ";", ","):
        cells = [cell.strip().strip('"') for cell in text.split(mark)]
        if len(cells) == 4 and cells[0] and not is_card(cells[0]):
            sizes = [_size(cell) for cell in cells[1:]]
            if sizes == [3, 5, 5]:
                return cells
    return []


def _rows(board: str) -> str:
    """The rows of a board with strokes between them; "" where nothing had to change, or it is none."""
    groups = _GROUP.findall(board)
    if len(groups) == 3 and not re.search(r"[^\s/|,;\-]", _GROUP.sub("", board)):
        return " / ".join(group.strip() or "-" for group in groups)
    if ":" in board or "=" in board:
        return ""
    for mark in ("//", "\\", " \u2013 ", " \u2014 ", " > "):
        if board.count(mark) == 2:
            return board.replace(mark, " / ").strip()
    words = [(found, _row(found[0])) for found in re.finditer(r"[^\W\d_]{3,}", board)]
    rows = [(found, row) for found, row in words if row is not None]
    if len(rows) == 3 and len({row for _, row in rows}) == 3 and not board[: rows[0][0].start()].strip():
        parts = {}
        ends = [*(found.start() for found, _ in rows[1:]), len(board)]
        for (found, row), end in zip(rows, ends, strict=True):
            parts[row] = board[found.end() : end].strip(" /|,;-\t")
        if all(map(_size, parts.values())):
            return " / ".join(parts[row] for row in Row)
    return ""


def _row(word: str) -> Row | None:
    try:
        return Row(word)  # type: ignore[arg-type]
    except (OfcError, ValueError):
        return None


def is_card(word: str) -> bool:
    """Whether a word is a card, or several without a space between them."""
    return _size(word) > 0


def _size(text: str) -> int:
    """How many cards a text has, 0 where it is something else."""
    try:
        return len(parse_cards(text.strip(" ,"))) if text.strip(" ,") else 0
    except OfcError:
        return 0
