"""The command line: its options, and help that teaches by examples."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial

from ofckit._errors import OfcError
from ofckit.cli.options import Help, add_command, add_format
from ofckit.cli.searches import SEARCHES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ofckit.cli.options import Commands

Command = Callable[[], int]

_ABOUT = """\
Open-face Chinese poker: rank hands, score tables, play, read the rules.

  ofckit rank "As Kd 7h 7s 7c 2d 2h"     what a hand is worth
  ofckit score session.txt --stake 5     who won what and why, and who owes whom
  ofckit play --rules progressive        play against built-in opponents
  ofckit replay match.toml               a saved match, street by street
  ofckit check match.toml                whether its results are right
  ofckit review match.toml               which moves lost how much
  ofckit analyse "" --draw QhQd7c6s2s    the best placement of a draw
  ofckit solve "As Ad Kh Ks ... 2s"      the best Fantasyland board
  ofckit duel --bots policy,greedy       bots against each other
  ofckit rules pineapple                 a rule sheet to lay on the table
  ofckit odds --deck 36                  how rare each hand is, exactly
  ofckit hutchison "As Ks Ah Kh"         points of an Omaha starting hand

Every command has its own --help with examples."""

_RANK = """\
Say what hands of one to seven cards are worth, and which wins.

A card is a rank (2-9, T or 10, J, Q, K, A) and a suit (c d h s, or a suit
sign). The strength is one number for hands of any size: bigger wins, equal
ties. Of six and seven cards the best five count. Other rankings (low hands,
wild cards, fewer cards, ...) have strengths of their own; --list names them."""

_RANK_EXAMPLES = """\
examples:
  ofckit rank "As Kd 7h 7s 7c 2d 2h"
  ofckit rank QhQd5c QsQc4h              two hands: who wins
  ofckit rank As Ks Qs Js Ts             single cards are one hand
  ofckit rank --ranking deuce-to-seven 7s5h4d3c2c As5h4d3c2c
  ofckit rank --ranking one-joker "As Ks Qs Js X1"
  ofckit rank --format json "9s 9h 9d 4c 4s\""""

_SCORE = """\
Score the hands of a file: who won what and why, the running totals, and who
owes whom.

One hand a block, one player a line, a blank line between hands:

  hand 12, button: Ann, rules: progressive       (this line may be left out)
  Ann: Qh Qd 5c / 7h 7d 8s 8c 2d / As Ks Js 9s 4s
  Bob: 2c 3d 4h / 5s 5d 9c Jh Qc / 6s 6d 6h Kc 7c    # a comment
  Cid: surrender

'= +13' after a board says what the player was paid; a difference is reported.
'rules: NAME', 'stake: 5' and 'duplicates: allow' in a block of their own hold
for the hands that follow. A line that begins with '{' is a hand as JSON."""

_SCORE_EXAMPLES = """\
examples:
  ofckit score session.txt
  ofckit score session.txt --stake 0.25 --brief
  ofckit score - --rules house.toml < session.txt
  ofckit score hands.jsonl --format csv > points.csv

A line that cannot be read is reported with its place on the standard error,
and the other hands are scored. Exit status: 0 all right, 1 something in the
file was wrong, 2 nothing could be done."""

_PLAY = """\
Play in the terminal against built-in opponents, hand after hand.

The cards you draw are placed by typing '8c m Td b': a card and t, m or b for
top, middle or bottom; what is left over is discarded. h is for help, i for a
hint (the best moves and what they are worth), q stops.
The match is saved in a file as you play (see --history) and goes on from
there. Opponents see what a player at the table sees, and no more."""

_PLAY_EXAMPLES = """\
examples:
  ofckit play
  ofckit play --rules progressive --seed 1 --hands 10
  ofckit play --players 3 --opponent random
  ofckit play --history friday.toml      goes on where it stopped

Without --history the file is ofckit-RULES-SEED.toml in this folder, and the
same --rules and --seed go on with it. A name that ends in .jsonl is written
as JSON Lines."""

_REPLAY = """\
Print a hand history hand by hand, street by street: what was drawn, placed and
discarded, the boards, and the settlement. Reads TOML and JSON Lines."""

_REPLAY_EXAMPLES = """\
examples:
  ofckit replay match.toml
  ofckit replay match.toml --hand 3
  ofckit replay - < match.jsonl

A file that was cut off is read up to there. What is wrong is reported with its
line on the standard error. Exit status: 0 all right, 1 something was wrong."""

_CHECK = """\
Replay hand histories by the rules and verify every placement and result."""

_CHECK_EXAMPLES = """\
examples:
  ofckit check match.toml
  ofckit check *.jsonl

Exit status: 0 every result follows, 1 something does not, 2 no such file."""

_RULES = """\
Print a rule sheet; without a name, the list of presets."""

_RULES_EXAMPLES = """\
examples:
  ofckit rules                           the presets
  ofckit rules progressive
  ofckit rules house.toml                your own rules, checked
  ofckit rules classic --toml > house.toml    a file to start your own from"""

_ODDS = """\
Count the hands of every type, exactly, from any pack and with wild cards."""

_ODDS_EXAMPLES = """\
examples:
  ofckit odds                            52 cards, five-card hands
  ofckit odds --deck 36 --by rarity      where ranking and frequency disagree
  ofckit odds --decks 2 --composite      flushes with a pair and so on apart
  ofckit odds --jokers 1                 ofckit odds --wild 2
  ofckit odds --cards 3                  the top row of a board"""

_HUTCHISON = """\
Add up the Hutchison points of a starting hand, step by step."""

_HUTCHISON_EXAMPLES = """\
examples:
  ofckit hutchison "As Ks Ah Kh"
  ofckit hutchison "As 2s 3d Kd" --system hi-lo
  ofckit hutchison QJo --system holdem"""


def parse(words: Sequence[str]) -> Command:
    """The command of a command line, ready to run; SystemExit after help and for a wrong option."""
    options = _parser().parse_args(words)
    command: Callable[[argparse.Namespace], int] = options.command
    return partial(command, options)


def _parser() -> argparse.ArgumentParser:
    from ofckit import __version__

    parser = argparse.ArgumentParser(prog="ofckit", description=_ABOUT, formatter_class=Help)
    parser.add_argument("-V", "--version", action="version", version=f"ofckit {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for add in _ADDERS:
        add(commands)
    return parser


def _add_play(commands: Commands) -> None:
    parser = add_command(commands, "play", "play against built-in opponents", _PLAY, _PLAY_EXAMPLES, _play)
    parser.add_argument("--rules", metavar="RULES", help="a preset or FILE.toml (default: pineapple)")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same cards")
    parser.add_argument("--hands", type=int, metavar="N", help="how many hands (default: until you stop)")
    parser.add_argument(
        "--players", type=int, metavar="N", help="at the table, with you (default: the fewest)"
    )
    parser.add_argument(
        "--opponent", metavar="BOT", help="policy, greedy, random, solver:seconds=2, ... (policy)"
    )
    parser.add_argument("--history", metavar="FILE", help="where the match is saved, and goes on from")
    parser.add_argument("--name", metavar="NAME", help="what you are called (default: Guest)")
    parser.add_argument(
        "--chips", type=int, metavar="N", help="play for table stakes with so many chips each"
    )


def _play(options: argparse.Namespace) -> int:
    from ofckit.cli.play import Wishes, play

    return play(Wishes(**{key: value for key, value in vars(options).items() if key != "command"}))


def _add_replay(commands: Commands) -> None:
    parser = add_command(
        commands, "replay", "a history, street by street", _REPLAY, _REPLAY_EXAMPLES, _replay
    )
    parser.add_argument("file", metavar="FILE", help="a history; '-': the standard input")
    parser.add_argument("--hand", type=int, metavar="N", help="only the hand with this number")


def _replay(options: argparse.Namespace) -> int:
    from ofckit.cli.replay import replay

    return replay(options.file, only=options.hand)


def _add_check(commands: Commands) -> None:
    parser = add_command(
        commands, "check", "verify the results of histories", _CHECK, _CHECK_EXAMPLES, _check
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a history; '-': the standard input")


def _check(options: argparse.Namespace) -> int:
    from ofckit.cli.replay import check

    return check(options.files)


def _add_rank(commands: Commands) -> None:
    parser = add_command(
        commands, "rank", "what hands are worth, and which wins", _RANK, _RANK_EXAMPLES, _rank
    )
    parser.add_argument("hands", nargs="*", metavar="HAND", help="cards; quote a hand with spaces")
    parser.add_argument("--ranking", metavar="NAME", help="another system of comparing hands")
    parser.add_argument("--list", action="store_true", help="the rankings that have a name")
    add_format(parser, "text", "json")


def _rank(options: argparse.Namespace) -> int:
    from ofckit.cli.rank import list_rankings, rank_hands

    if options.list:
        return list_rankings()
    if not options.hands:
        raise OfcError('which hand? For example: ofckit rank "As Kd 7h 7s 7c 2d 2h"')
    return rank_hands(options.hands, options.ranking, options.format)


def _add_score(commands: Commands) -> None:
    parser = add_command(commands, "score", "score a session: who owes whom", _SCORE, _SCORE_EXAMPLES, _score)
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="hands; '-' or nothing: stdin")
    parser.add_argument(
        "--rules", metavar="RULES", help="a preset or FILE.toml for every hand, whatever the file says"
    )
    parser.add_argument("--stake", metavar="MONEY", help="what a point costs, such as 5 or 0.25")
    parser.add_argument("--brief", action="store_true", help="points without the reasons")
    parser.add_argument(
        "--duplicates", choices=("error", "allow"), default="error", help="a card on two boards of a hand"
    )
    add_format(parser, "text", "json", "csv")


def _score(options: argparse.Namespace) -> int:
    from ofckit.cli.score import score

    return score(
        options.file,
        rules=options.rules,
        stake=options.stake,
        brief=options.brief,
        duplicates=options.duplicates,
        form=options.format,
    )


def _add_rules(commands: Commands) -> None:
    parser = add_command(commands, "rules", "a rule sheet, the presets", _RULES, _RULES_EXAMPLES, _rules)
    parser.add_argument("name", nargs="?", metavar="RULES", help="a preset, or FILE.toml with house rules")
    parser.add_argument("--list", action="store_true", help="the presets")
    parser.add_argument("--toml", action="store_true", help="every switch, as a file of house rules")


def _rules(options: argparse.Namespace) -> int:
    from ofckit.cli.sheet import list_rules, print_rules

    if options.list or options.name is None:
        if options.toml:
            raise OfcError("--toml needs the name of a preset: ofckit rules classic --toml")
        return list_rules()
    return print_rules(options.name, toml=options.toml)


def _add_odds(commands: Commands) -> None:
    parser = add_command(commands, "odds", "how rare each hand is, exactly", _ODDS, _ODDS_EXAMPLES, _odds)
    parser.add_argument("--deck", type=int, default=52, metavar="N", help="cards of one deck: 20, 24 ... 52")
    parser.add_argument("--decks", type=int, default=1, metavar="N", help="how many decks")
    parser.add_argument("--jokers", type=int, default=0, metavar="N", help="jokers in each deck")
    parser.add_argument("--bug", action="store_true", help="jokers are bugs: aces, or complete straights")
    parser.add_argument("--wild", default="", metavar="CARDS", help="wild ranks or cards: 2, 'Jh Js'")
    parser.add_argument("--lowest-wild", action="store_true", help="the lowest rank of a hand is wild")
    parser.add_argument("--cards", type=int, default=5, metavar="N", help="cards of a hand, 1 to 5")
    parser.add_argument("--composite", action="store_true", help="flushes with a pair and so on apart")
    parser.add_argument("--royal", action="store_true", help="royal flushes apart")
    for what in ("straights", "flushes"):
        parser.add_argument(
            f"--{what}", action=argparse.BooleanOptionalAction, help=f"{what} count (default: of five cards)"
        )
    parser.add_argument("--by", choices=("rank", "rarity"), default="rank", help="the order of the lines")
    add_format(parser, "text", "json", "csv")


def _odds(options: argparse.Namespace) -> int:
    from ofckit.cli.numbers import print_odds

    left_out = ("command", "deck", "by", "format")
    switches = {word: value for word, value in vars(options).items() if word not in left_out}
    return print_odds(options.deck, switches, by=options.by, form=options.format)


def _add_hutchison(commands: Commands) -> None:
    parser = add_command(
        commands, "hutchison", "points of an Omaha starting hand", _HUTCHISON, _HUTCHISON_EXAMPLES, _hutchison
    )
    parser.add_argument("cards", nargs="+", metavar="CARDS", help="four cards, or two with --system holdem")
    parser.add_argument(
        "--system",
        choices=("high-revised", "high-original", "hi-lo", "holdem"),
        default="high-revised",
        help="which of the point systems (default: high-revised)",
    )
    add_format(parser, "text", "json")


def _hutchison(options: argparse.Namespace) -> int:
    from ofckit.cli.numbers import print_hutchison

    return print_hutchison(" ".join(options.cards), options.system, options.format)


_ADDERS = (
    _add_rank,
    _add_score,
    _add_play,
    _add_replay,
    _add_check,
    _add_rules,
    _add_odds,
    _add_hutchison,
    *SEARCHES,
)
