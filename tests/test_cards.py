"""Cards are read as people write them, decks deal what they hold."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import subprocess
import sys
import unicodedata
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofckit._errors import InvalidCard, OfcError
from ofckit._rng import Rng
from ofckit.cards import RANKS, SUITS, Card, Deck, canonical_suits, cards, duplicates, parse_cards

DATA = Path(__file__).parent / "data" / "cards_cases.jsonl"
CASES = {case["id"]: case for case in map(json.loads, DATA.read_text(encoding="utf-8").splitlines())}
ALL = [Card(i) for i in range(54)]

any_card = st.sampled_from(ALL)
natural_card = st.sampled_from(ALL[:52])


def asked(name):
    """The input of a case from the public record."""
    return CASES[name]["input"]


def right(name):
    return CASES[name]["right"]


# A card ----------------------------------------------------------------------------------------------


def test_a_card_is_four_times_its_rank_plus_its_suit():
    for i, name in enumerate(rank + suit for rank in RANKS for suit in SUITS):
        assert (Card(name), str(Card(i)), Card(i).rank, Card(i).suit) == (i, name, i // 4, i % 4)
        assert not Card(i).is_joker
    assert [str(card) for card in ALL[52:]] == ["X1", "X2"]
    assert all(card.is_joker for card in ALL[52:])


def test_there_is_one_object_for_each_card():
    assert Card("As") is Card("As") is Card(51) is Card("a♠") is Card(Card(51)) is cards("Kd As")[1]
    assert len({id(Card(i)) for i in range(54)}) == 54


def test_a_card_equals_and_hashes_as_its_int():
    assert {Card("As"): 1}[51] == 1
    assert Card("As") == 51
    assert hash(Card("As")) == hash(51)
    assert Card("2c") < Card("2s") < Card("3c") < Card("As") < Card("X1") < Card("X2")


def test_a_card_never_equals_a_text():
    card, other = Card(asked("A-14")["card"]), asked("A-14")["other"]
    assert card != other
    assert other not in {card}


@pytest.mark.parametrize("card", ALL, ids=str)
def test_pickles_and_copies_are_the_same_object(card):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card


def test_copying_a_state_shares_its_cards():  # PF-05
    state = {"board": cards("As Kd"), "deck": Deck(seed=1)}
    copied = copy.deepcopy(state)
    assert copied == state
    assert copied["board"] is not state["board"]
    assert copied["board"][0] is state["board"][0]


@pytest.mark.parametrize("card", ALL, ids=str)
def test_repr_is_code_and_str_is_notation(card):
    assert eval(repr(card)) is card
    assert Card(str(card)) is card
    assert f"{card}" == f"{card!s}" == format(card) == str(card)
    assert f"{card:>4}" == "  " + str(card)
    assert f"{card:d}" == f"{int(card)}"


@pytest.mark.parametrize("wrong", [54, -1, 255, 2**31, 2**64, -(10**30)])
def test_a_number_outside_0_to_53_is_no_card(wrong):
    with pytest.raises(InvalidCard, match=f"out of range: {wrong}"):
        Card(wrong)
    with pytest.raises(InvalidCard, match=f"out of range: {wrong}"):
        cards([0, wrong])


def test_52_is_a_joker_and_refused_where_there_are_none():
    # P-17: the case asks that 52 is not a card of a 52-card game. Here it is the first joker, so a game
    # without jokers refuses it; the numbers beyond are no cards at all.
    assert Card(asked("P-17")["cards"][0]).is_joker
    with pytest.raises(InvalidCard, match="X1 is a joker, and there are none here"):
        cards(asked("P-17")["cards"], jokers=False)


@pytest.mark.parametrize("wrong", [None, 1.0, 51.5, True, b"As", ["As"], object()])
def test_what_is_neither_text_nor_number_is_a_type_error(wrong):
    with pytest.raises(TypeError, match="a card must be text, a Card or an int"):
        Card(wrong)


def test_numbers_of_other_packages_are_read():
    np = pytest.importorskip("numpy")
    assert Card(np.uint8(51)) is Card("As")
    assert cards(np.array([51, 44], np.uint8)) == cards("As Kc") == cards(bytes([51, 44]))


@pytest.mark.parametrize("joker", ["X1", "X2"])
def test_a_joker_has_neither_rank_nor_suit(joker):
    with pytest.raises(InvalidCard, match=f"{joker} has no rank"):
        _ = Card(joker).rank
    with pytest.raises(InvalidCard, match=f"{joker} has no suit"):
        _ = Card(joker).suit


def test_all_six_comparisons_agree_with_the_numbers():  # A-18, of cards; of hands in test_cases_rank.py
    for a, b in combinations(ALL, 2):
        assert (a < b, a <= b, a == b, a != b, a >= b, a > b) == (True, True, False, True, False, False)
        assert (b < a, b <= a, b >= a, b > a) == (False, False, True, True)


# Reading text ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", asked("P-09")["texts"])
def test_capitals_do_not_matter(text):  # P-09
    assert cards(text) == [Card(text)] == cards(right("P-09")["all"])


@pytest.mark.parametrize("text", asked("P-15")["texts"])
def test_a_comma_a_blank_or_nothing_between_cards_read_the_same(text):  # P-15
    assert cards(text) == cards(right("P-15")["all"])


@pytest.mark.parametrize("name", ["P-01", "P-02", "P-04"])
def test_10_is_the_ten(name):
    given_cards = asked(name).get("cards") or asked(name)["board"]
    typed = asked(name)["as_typed"]
    assert cards(typed) == cards(given_cards) == cards(typed.replace(" ", ""))


@pytest.mark.parametrize(
    "text",
    ["AsKdTc", "As Kd 10c", "as,kd,tc", "AS, KD, 10C", " A♠ K♦ T♣ ", "A♤K♢10♧", "A♠\ufe0f K♦\ufe0e 10♣\ufe0f",
     "🂡🃎🃚", "As\tKd\nTc\r\n", "As\u00a0Kd\u2003Tc", ",,As,,Kd Tc,"],
)  # fmt: skip
def test_spellings_of_the_same_three_cards(text):
    assert cards(text) == [Card("As"), Card("Kd"), Card("Tc")]


def test_no_text_is_no_cards():
    assert cards("") == cards("  ,\n") == cards([]) == []


def test_every_playing_card_glyph_is_the_card_that_it_shows():
    ranks = "TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING ACE"
    suits = "CLUBS DIAMONDS HEARTS SPADES"
    names = [f"PLAYING CARD {rank} OF {suit}" for rank in ranks.split() for suit in suits.split()]
    assert [Card(unicodedata.lookup(name)) for name in names] == ALL[:52]


@pytest.mark.parametrize("knight", [asked("P-14")["text"], "🂼", "🃌", "🃜"])
def test_a_knight_is_no_card(knight):  # P-14
    with pytest.raises(InvalidCard, match=rf"'{knight}' at column 4 .* PLAYING CARD KNIGHT OF"):
        cards("As " + knight)


def test_the_rank_comes_first():  # P-16
    with pytest.raises(InvalidCard, match="the rank comes first, write 2h"):
        cards(asked("P-16")["text"])


@pytest.mark.parametrize(
    ("text", "column", "offending", "advice"),
    [
        ("As Kx", 4, "Kx", "'x' is not a suit"),
        ("AsKdZZ", 5, "ZZ", "a card is a rank"),
        ("AsKdQ", 5, "Q", "the suit is missing"),
        ("As 10", 4, "10", "the suit is missing"),
        ("As 1s", 4, "1s", "the ace is A and the ten is T or 10"),
        ("As 0h", 4, "0h", "the ace is A and the ten is T or 10"),
        ("As S10", 4, "S10", "write Ts"),
        ("As ♥q", 4, "♥q", "write Qh"),
        ("As A s", 4, "A", "the suit is missing"),
        ("As/Kd", 3, "/Kd", "rows belong to a Board"),
        ("As;Kd", 3, ";Kd", "separated by spaces, commas or nothing"),
        ("[As]", 1, "[As]", "separated by spaces, commas or nothing"),
        ("As \u0410s", 4, "\u0410s", r"CYRILLIC CAPITAL LETTER A \(U\+0410\), write A"),
        ("As K\u0441", 4, "K\u0441", r"CYRILLIC SMALL LETTER ES \(U\+0441\), write c"),
        ("As \u03a4s", 4, "\u03a4s", r"GREEK CAPITAL LETTER TAU \(U\+03A4\), write T"),
        ("As \uff2bs", 4, "\uff2bs", "FULLWIDTH LATIN CAPITAL LETTER K"),
        ("As\u200bKd", 3, "\u200bKd", "ZERO WIDTH SPACE"),
        ("As 🂠", 4, "🂠", "PLAYING CARD BACK"),
        ("As\ufe0f", 3, "\ufe0f", "VARIATION SELECTOR-16"),
        ("X3", 1, "X3", "a joker is X1 or X2"),
    ],
)
def test_an_error_names_the_text_its_place_and_what_would_be_right(text, column, offending, advice):
    with pytest.raises(InvalidCard, match=advice) as caught:
        cards(text)
    assert f"{offending!r} at column {column} " in str(caught.value)
    assert caught.value.column == column
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.column) == (str(caught.value), column)


@pytest.mark.parametrize(("text", "held"), [("", "not a card"), ("As Kd", "holds 2"), (" ", "not a card")])
def test_a_card_is_one_card(text, held):
    with pytest.raises(InvalidCard, match=held):
        Card(text)


@given(st.lists(any_card, max_size=20), st.sampled_from(["", " ", ",", ", ", "\n"]), st.randoms())
def test_what_is_printed_reads_back_in_any_spelling(held, separator, rnd):
    def spelt(card):
        name = str(card).replace("T", rnd.choice(["T", "10"]))
        if not card.is_joker and rnd.random() < 0.3:
            name = name[:-1] + rnd.choice(["♣♧", "♦♢", "♥♡", "♠♤"][card.suit])
        return rnd.choice([name, name.upper(), name.lower()])

    assert cards(separator.join(map(str, held))) == held
    assert cards(separator.join(map(spelt, held))) == held
    assert cards(map(str, held)) == cards(map(int, held)) == held


@given(st.text(alphabet="AKT2910cdhsSX*JQ ,/♠\ufe0f\u041a\u0441🂡", max_size=12))
def test_any_text_is_cards_or_an_error_with_its_place(text):
    found, column = read_or_column(text)
    assert (found is None) != (column is None)
    if found is not None:
        assert cards(" ".join(map(str, found))) == found
    if column is not None:
        assert text[column - 1 : column].strip()
        assert read_or_column(text[: column - 1])[0] is not None


def read_or_column(text):
    """(cards, None), or (None, the column of the error)."""
    try:
        return cards(text), None
    except InvalidCard as error:
        return None, error.column


@given(st.text())
def test_foreign_text_never_brings_anything_but_a_card_error(text):
    found, column = read_or_column(text)
    assert column is not None or all(type(card) is Card for card in found)


# Jokers in text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["JK", "Jk", "jk", "jK", "*", "X1", "x1", "🃏", "🂿"])
def test_a_joker_is_never_a_jack(word):  # W-25
    assert str(Card(asked("W-25")["text"])) == "X1"
    assert Card(word) is Card(52)
    assert cards(f"As {word}") == [51, 52]


def test_each_unnumbered_joker_is_the_first_one_not_used_yet():
    assert cards("* As Jk") == [52, 51, 53]
    assert cards("X1 *") == [52, 53]
    assert cards("X2 jk") == [53, 52]
    assert cards(["Jk", "As", "*"]) == [52, 51, 53]
    assert cards("**Jd") == [52, 53, Card("Jd")]


def test_a_third_unnumbered_joker_is_an_error():
    with pytest.raises(InvalidCard, match="a third joker at column 5; there are two") as caught:
        cards("* * Jk")
    assert caught.value.column == 5
    with pytest.raises(InvalidCard, match="a third joker; there are two"):
        cards(["*", "*", "*"])


def test_a_joker_without_a_number_leaves_the_named_ones_their_own():
    assert cards("JK X1") == [53, 52]
    assert cards(["*", "X1"]) == [53, 52]
    with pytest.raises(InvalidCard, match="a third joker at column 1"):
        cards("JK X1 X2")


@pytest.mark.parametrize("text", ["JK1", "jk2", "JK1JK2", "*1", "Joker2", "As JK2 Kd", "JK1/", "🃏1"])
def test_a_joker_with_a_number_of_another_spelling_is_told_the_right_one(text):
    digit = next(c for c in text if c in "12")
    with pytest.raises(InvalidCard, match=f"is not a card: write X{digit}"):
        cards(text)
    with pytest.raises(InvalidCard, match=f"is not a card: write X{digit}"):
        cards(text.split())


def test_a_joker_before_a_deuce_or_a_ten_without_a_space():
    assert cards("JK2c") == [52, 0]
    assert cards("JK10c") == [52, 32]
    assert cards("jk2♥X1") == [53, 2, 52]


def test_jokers_are_refused_where_there_are_none():  # W-05
    hand = asked("W-05")["cards"]
    with pytest.raises(InvalidCard, match=r"'Jk' at column 13 is a joker, and there are none here"):
        cards(" ".join(hand), jokers=False)
    with pytest.raises(InvalidCard, match="X1 is a joker, and there are none here"):
        cards(hand, jokers=False)
    with pytest.raises(InvalidCard, match=r"^'X2' at column 4 "):
        cards("As X2", jokers=False)


def test_part_of_a_text_keeps_its_columns_and_the_jokers_used_before_it():
    text = "top: As * / bottom: Jk 9x"
    top = parse_cards(text, start=5, end=10)
    assert top == [51, 52]
    assert parse_cards(text, start=20, end=22, taken=top) == [53]
    with pytest.raises(InvalidCard, match="'9x' at column 24 "):
        parse_cards(text, start=20)
    with pytest.raises(InvalidCard, match=r"'A' at column 6 .* suit is missing"):
        parse_cards(text, start=5, end=6)


# Duplicates ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(n for n in CASES if asked(n)["op"] == "duplicates"))
def test_repeated_cards_are_named_once(name):  # A-10 A-11 A-22 A-23 A-24 MD-03 W-23
    assert duplicates(asked(name)["cards"]) == sorted(cards(right(name)))


def test_reading_keeps_repeated_cards_and_two_jokers_are_two_cards():
    assert cards("As As") == [51, 51]
    assert duplicates("* * As") == []
    assert duplicates("X2 As X2 2c As") == [51, 53]


# Suits renamed ---------------------------------------------------------------------------------------


def renamings(held):
    for names in permutations(range(4)):
        yield [card if card.is_joker else Card(4 * card.rank + names[card.suit]) for card in held]


def test_renaming_suits_keeps_the_number_of_cards_and_their_ranks():  # SIM-10
    hand = cards(asked("SIM-10")["cards"])
    renamed = canonical_suits(hand)
    assert len(renamed) == len(hand)
    assert Counter(card.rank for card in renamed) == Counter(card.rank for card in hand)
    assert sorted(renamed) in [sorted(one) for one in renamings(hand)]


@given(st.lists(any_card, max_size=17), st.randoms())
def test_all_24_renamings_have_one_canonical_form(held, rnd):
    form = canonical_suits(held)
    assert form == sorted(form, reverse=True)
    assert canonical_suits(form) == form
    same = [sorted(one, reverse=True) for one in renamings(held)]
    assert form in same  # so multiplicities and jokers are kept
    rnd.shuffle(held)
    assert all(canonical_suits(one) == form for one in renamings(held))


@pytest.mark.parametrize(("size", "classes"), [(1, 13), (2, 169), (3, 1755), (4, 16432)])
def test_hands_that_differ_by_suit_names_only_fall_together(size, classes):
    assert len({tuple(canonical_suits(hand)) for hand in combinations(range(52), size)}) == classes


def test_the_suit_with_the_highest_cards_becomes_spades():
    assert canonical_suits("Kc As Kd X2") == cards("X2 As Kh Kd")
    assert canonical_suits("2h 2h 3c") == cards("3s 2h 2h")


# Decks -----------------------------------------------------------------------------------------------


def test_a_deck_holds_52_different_cards():  # MD-01
    deck = Deck()
    assert len(deck) == right("MD-01")["count"]
    assert sorted(deck) == ALL[:52]


def test_a_short_deck_is_6_through_ace():  # SD-08
    deck = Deck(lowest=right("SD-08")["lowest"])
    assert len(deck) == right("SD-08")["count"]
    assert (str(min(deck)), str(max(deck))) == ("6c", right("SD-08")["highest"] + "s")
    assert len(Deck(lowest="T")) == len(Deck(lowest="10")) == len(Deck(lowest="t")) == 20


def test_a_card_that_the_deck_lacks_is_named():  # SD-07
    deck = Deck(lowest="6", seed=1)
    with pytest.raises(InvalidCard, match=r"not in it often enough: 5c$"):
        deck.remove(asked("SD-07")["cards"])
    assert deck == Deck(lowest="6", seed=1)


def test_jokers_and_several_decks():
    assert len(Deck(jokers=1)) == 53
    assert Card("X2") not in Deck(jokers=1)
    assert Counter(Deck(jokers=2, decks=2)) == Counter(dict.fromkeys(ALL, 2))
    assert len(Deck(decks=8)) == 416


@pytest.mark.parametrize(
    "options", [{"jokers": 3}, {"jokers": -1}, {"lowest": "1"}, {"lowest": ""}, {"lowest": "X"}, {"decks": 0},
                {"decks": -1}, {"decks": 2**31}, {"seed": 1, "hand": -1}, {"seed": 1, "hand": 2**64}],
)  # fmt: skip
def test_an_impossible_deck_is_refused(options):
    with pytest.raises(OfcError, match=r"\bnot '?-?\w*'?$"):
        Deck(**options)


def test_dealing_takes_cards_from_the_front():
    deck = Deck(seed=1)
    order = list(deck)
    assert deck.deal(5) == order[:5]
    assert list(deck) == order[5:]
    assert order[0] not in deck
    assert deck.deal() == order[5:6]
    assert deck.deal(0) == []


def test_dealing_more_than_is_left_changes_nothing():
    deck = Deck(seed=1)
    deck.deal(50)
    left = list(deck)
    with pytest.raises(OfcError, match="5 cards asked for, 2 left"):
        deck.deal(asked("A-26")["n"])
    assert list(deck) == left
    assert len(deck) == right("A-26")["left_after"]


def test_a_negative_number_of_cards_is_refused():
    deck = Deck(seed=1)
    with pytest.raises(OfcError, match="must be >= 0, not -1"):
        deck.deal(asked("A-17")["n"])
    assert deck == Deck(seed=1)


@pytest.mark.parametrize("n", [2.0, 2.5, "2", None, True])
def test_a_number_of_cards_is_an_int(n):
    deck = Deck(seed=1)
    with pytest.raises(TypeError):
        deck.deal(n)
    assert deck == Deck(seed=1)


def test_removing_one_joker_leaves_the_other():  # W-24
    deck = Deck(jokers=2)
    deck.remove(asked("W-24")["removed"])
    assert len(deck) == right("W-24")["count"]
    assert sum(card.is_joker for card in deck) == right("W-24")["jokers_left"]


def test_removing_takes_one_copy_for_each_mention_and_keeps_the_order():
    deck = Deck(decks=2, seed=3)
    order = list(deck)
    deck.remove("As Kd Kd")
    counts = Counter(deck)
    assert (counts[Card("As")], counts[Card("Kd")], len(deck)) == (1, 0, 101)
    order.remove(Card("As"))
    assert list(deck) == [card for card in order if card != Card("Kd")]


@pytest.mark.parametrize(
    ("wanted", "named"), [("As 2c As", "As"), ("X1 2c", "X1"), ("Kd", "Kd"), ("Kd 5h Kd", "Kd Kd")]
)
def test_removing_what_is_not_there_changes_nothing(wanted, named):
    deck = Deck(seed=1)
    deck.remove("Kd")
    before = deck.copy()
    with pytest.raises(InvalidCard, match=f": {named}$"):
        deck.remove(wanted)
    assert deck == before


def test_membership_reads_text_ints_and_cards():
    deck = Deck(seed=1)
    assert "As" in deck
    assert 51 in deck
    assert Card("As") in deck
    assert "X1" not in deck
    with pytest.raises(InvalidCard):
        _ = "Zs" in deck


@pytest.mark.parametrize(
    "deck", [Deck(seed=1), Deck(jokers=2, decks=2, seed=1), Deck.of("As Kd X2 As"), Deck.of("")]
)
def test_decks_copy_pickle_and_print_as_code(deck):
    same = [deck.copy(), copy.copy(deck), copy.deepcopy(deck), eval(repr(deck))]
    same += [pickle.loads(pickle.dumps(deck, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)]
    assert all(one == deck and one is not deck for one in same)
    before = list(deck)
    for one in same:
        one.deal(len(one))
    assert list(deck) == before


def test_decks_are_equal_when_they_will_deal_the_same():
    assert Deck(seed=1) == Deck(seed=1, hand=0)
    assert Deck(seed=1) != Deck(seed=2)
    assert Deck.of("As Kd") != Deck.of("Kd As")
    assert Deck.of("As") != [Card("As")]
    with pytest.raises(TypeError):
        hash(Deck())


def test_iterating_while_dealing_sees_the_deck_as_it_was():
    deck = Deck(seed=1)
    assert len([deck.deal() for _ in deck]) == 52
    assert len(deck) == 0


# Shuffles --------------------------------------------------------------------------------------------

GOLDEN = {  # these never change: docs/randomness.md
    (7, 0): "Kd9d4dJdKsQh3cTd9s5d5cAs3hKc6h4cAc6cKh4hJh8d2dJc2h6s"
    "2sThQs7h3dTsQc9h5hAh7d7c3s8h5s4s6d7sAd2c8sJsQd9cTc8c",
    (7, 1): "JhTc4d2h9sAhKd8dQhKs",
    (0, 0): "9cAd7hKd5d3c7cKh2hQd",
    (2**64 - 1, 2**64 - 1): "Kh2dTc4c5hAc9cQsTd8d",
    (-1, 0): "Js7d3c4h7hJd8hJhQc5d",
    (2**64, 0): "5c6s2h9h2c4h7dKsKhJc",
    (123456789012345678901234567890, 5): "8s7cKs3sKd4dTdAc5h8c",
}  # fmt: skip


@pytest.mark.parametrize(("seed", "hand"), GOLDEN)
def test_golden_deals(seed, hand):
    golden = cards(GOLDEN[seed, hand])
    assert Deck(seed=seed, hand=hand).deal(len(golden)) == golden


def test_a_golden_short_deck_with_jokers():
    deck = Deck(seed=2026, hand=41, jokers=2, lowest="6")
    assert deck.deal(13) == cards("Ts9s7hKhQc7c8d9cJh6cX1QsX2")


def test_the_same_seed_gives_the_same_deal():  # SIM-01
    seed = asked("SIM-01")["seed"]
    assert len({tuple(Deck(seed=seed)) for _ in range(asked("SIM-01")["repeat"])}) == 1


def test_the_same_seed_gives_the_same_deal_in_another_process():  # SIM-02
    code = f"from ofckit.cards import Deck; print(*Deck(seed={asked('SIM-02')['seed']}))"
    for hash_seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", code]
        run = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        assert cards(run.stdout) == list(Deck(seed=asked("SIM-02")["seed"]))


def test_two_games_do_not_disturb_each_other_nor_the_global_generator():  # SIM-03
    state = random.getstate()
    alone = [list(Deck(seed=seed)) for seed in asked("SIM-03")["seeds"]]
    first, second = (Deck(seed=seed) for seed in asked("SIM-03")["seeds"])
    dealt: list[list[Card]] = [[], []]
    for _ in range(26):
        dealt[0] += first.deal(2)
        dealt[1] += second.deal(2)
    assert dealt == alone
    assert random.getstate() == state


def test_every_draw_is_a_new_one():  # SIM-05
    draws = {tuple(Deck(seed=1, hand=hand).deal(5)) for hand in range(asked("SIM-05")["n"])}
    assert len(draws) > right("SIM-05")["distinct_greater_than"]


def test_every_worker_has_a_stream_of_its_own():  # SIM-11
    workers = asked("SIM-11")["workers"]
    assert len({Rng(1, worker).next() for worker in range(workers)}) == right("SIM-11")["distinct"]


def test_no_seed_means_fresh_entropy():  # SIM-16
    assert len({tuple(Deck(seed=asked("SIM-16")["seed"])) for _ in range(asked("SIM-16")["times"])}) > 1
    deck = Deck(seed=1)
    deck.shuffle()
    again = Deck(seed=1)
    again.shuffle()
    assert deck != again


def test_three_players_are_dealt_51_different_cards():  # GF-05
    deck = Deck(seed=1)
    dealt = [card for _ in range(asked("GF-05")["players"]) for card in deck.deal(17)]
    assert len(dealt) == len(set(dealt)) == right("GF-05")["total"]


def test_a_shuffle_depends_on_what_is_left_and_the_seed_alone():
    one, other = Deck(seed=1), Deck(seed=2)
    for deck in (one, other):
        deck.remove("As Kd 2c")
        deck.shuffle(seed=9, hand=4)
    assert one == other
    assert len(one) == 49


def test_a_joker_read_in_a_low_hand_stays_a_joker():
    # W-19: what a joker becomes in a low hand is for the rankings to say; reading leaves it as it is.
    assert [str(card) for card in cards(asked("W-19")["cards"])] == ["As", "2d", "4h", "7c", "X1"]
