"""House rules as TOML, and the rule sheet."""

from __future__ import annotations

import doctest
import pickle
import re
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ofckit._errors import InvalidRules
from ofckit.rules import (
    NATURALS,
    ROYALTIES,
    RULES,
    STAY_CLASSIC,
    STAY_VEGAS,
    Fantasyland,
    Royalties,
    Rules,
    Street,
    TableStakes,
)
from ofckit.rules._fantasyland import key_text
from ofckit.rules._model import plan_text

# -- TOML ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(RULES))
def test_presets_survive_as_text(name):
    assert Rules.from_toml(RULES[name].to_toml()) == RULES[name]


def test_house_rules_name_a_base_and_what_differs():
    rules = Rules.from_toml(
        """
        base = "progressive"
        name = "Friday game"
        surrender_points = 2      # to each opponent
        foul_points = 3
        royalties = "trips-2-1"
        table_stakes = true
        players = [2, 2]

        [fantasyland]
        stay = ["top trips", "bottom straight flush"]
        set_when = "after"
        """
    )
    base = RULES["progressive"]
    assert rules == base.replace(
        name="Friday game",
        surrender_points=2,
        foul_points=3,
        royalties=ROYALTIES["trips-2-1"],
        table_stakes=TableStakes(),
        players=(2, 2),
        fantasyland=base.fantasyland.replace(
            stay=[("top", "trips"), ("bottom", "straight flush")], set_when="after"
        ),
    )


def test_house_rules_may_stand_alone():
    rules = Rules.from_toml(
        """
        name = "kitchen"
        streets = "5 + 3/2 x 4"
        players = [2, 3]
        [royalties]
        base = "none"
        [royalties.bottom]
        "four of a kind" = 5
        [fantasyland.enter]
        QQ = 14
        "middle full house" = 14
        [table_stakes]
        win_cap = false
        """
    )
    assert rules.streets == RULES["pineapple"].streets
    assert rules.royalties == Royalties(name="house", top={}, middle={}, bottom={"quads": 5})
    assert rules.fantasyland == Fantasyland(enter={"QQ": 14, ("middle", "full house"): 14})
    assert rules.table_stakes == TableStakes(win_cap=False)


def test_switches_can_be_turned_off_in_text():
    text = 'base = "pineapple"\nfantasyland = false\ntable_stakes = false\nsurrender_points = false'
    assert Rules.from_toml(text) == RULES["pineapple"].replace(fantasyland=None)


def test_streets_may_be_tables():
    text = 'name = "a"\nstreets = [{deal = 5}, {deal = 8, face_down = true}]'
    assert Rules.from_toml(text).streets == (Street(deal=5, place=5), Street(deal=8, place=8, face_down=True))


HOUSE = 'base = "classic"\n'
WRONG_TEXTS = [
    ("a =", "not TOML: .*"),
    ("", "name: missing"),
    ('name = "a"', "streets: missing"),
    ('base = "clasic"', "line 1: base = 'clasic': must be a preset: .*did you mean 'classic'"),
    ("base = 3", "line 1: base = 3"),
    (HOUSE + "\nscorng = 1", "line 3: unknown key 'scorng'; did you mean 'scoring'"),
    (HOUSE + 'scoring = "1-7"', "line 2: scoring = '1-7': must be one of .*did you mean '1-6'"),
    (HOUSE + "foul_points = 1.5", "line 2: foul_points = 1.5: must be a whole number"),
    (HOUSE + 'streets = "5 + 1 x 7"', "line 2: streets = '5 . 1 x 7': 12 cards placed, must be 13"),
    (HOUSE + 'streets = "five"', "line 2: streets = 'five': must be a plan such as"),
    (HOUSE + "streets = 5", "line 2: streets = 5: must be a plan"),
    (HOUSE + "streets = [{place = 5}]", "line 2: streets = .*must be a table such as"),
    (
        HOUSE + "streets = [{deal = 5, plce = 5}]",
        "line 2: unknown key 'streets.plce'; did you mean 'streets.place'",
    ),
    (HOUSE + 'royalties = "pagta"', "line 2: royalties = 'pagta': .*did you mean 'pagat'"),
    (HOUSE + '[royalties]\nbase = "pagta"', "line 3: royalties.base = 'pagta': .*did you mean 'pagat'"),
    (
        HOUSE + "[royalties]\nmiddel = {}",
        "line 3: unknown key 'royalties.middel'; did you mean 'royalties.middle'",
    ),
    (HOUSE + "[royalties.top]\ntrips = 3\nQQQQ = 5", "line 4: royalties.top = 'QQQQ'"),
    (HOUSE + '[royalties.top]\n\n"AA" = -5', r"line 4: royalties.top\['AA'\] = -5"),
    ('name = "a"\nstreets = "13"\n[royalties.top]\nAA = 5', "line 3: royalties.middle: missing"),
    (HOUSE + "fantasyland = true", "line 2: fantasyland = True: must be false, or a table"),
    (
        HOUSE + "[fantasyland]\nset_wen = 1",
        "line 3: unknown key 'fantasyland.set_wen'; did you mean 'fantasyland.set_when'",
    ),
    (HOUSE + '[fantasyland]\nset_when = "never"', "line 3: fantasyland.set_when = 'never'"),
    (HOUSE + '[fantasyland]\nstay = ["left trips"]', "line 3: fantasyland.stay = 'left': must be a row"),
    ('base = "pagat"\n[fantasyland]\nset_when = "after"', "line 2: fantasyland.enter: missing"),
    (HOUSE + "[fantasyland.enter]\nQQ = 99", r"line 3: fantasyland.enter\['QQ'\] = 99"),
    (
        HOUSE + '[fantasyland.enter]\n"middle 9-low" = 13',
        "line 2: fantasyland = 'middle 9-low': must be a high hand",
    ),
    (HOUSE + "[fantasyland.enter]\nQQ = 14", "players = 4: 56 cards needed, 52 in the deck"),
    (HOUSE + "table_stakes = 1", "line 2: table_stakes = 1: must be true, false, or a table"),
    (
        HOUSE + "[table_stakes]\nwin_cup = true",
        "line 3: unknown key 'table_stakes.win_cup'; did you mean 'table_stakes.win_cap'",
    ),
]


@pytest.mark.parametrize(("text", "message"), WRONG_TEXTS)
def test_a_wrong_file_is_told_its_line_key_and_value(text, message):
    with pytest.raises(InvalidRules, match=message):
        Rules.from_toml(text)


def test_absurd_files_are_refused_quickly():
    for text in ("[" * 50_000, 'base = "classic"\nstreets = "5 + 1 x 99999999999"', "x" * 200_000):
        with pytest.raises(InvalidRules):
            Rules.from_toml(text)
    with pytest.raises(InvalidRules, match="TOML text"):
        Rules.from_toml(b"base = 'classic'")  # type: ignore[arg-type]


# slow machines and sanitizers are no failure
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

TOP_HANDS = ["A", "66", "QQ", "AA", "AAK", "trips", "KKK"]
FIVE_HANDS = [
    "pair",
    "AA",
    "two pair",
    "trips",
    "KKK",
    "straight",
    "AKQJT",
    "flush",
    "full house",
    "quads",
    "royal",
]
LOWS = ["10-low", "9-low", "8-low", "86432", "7-low", "75432"]
names = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=20)


def points_by(hands):
    return st.dictionaries(st.sampled_from(hands), st.integers(0, 1000), max_size=6)


def royalty_tables(low):
    own = st.builds(
        Royalties,
        name=names,
        top=points_by(TOP_HANDS),
        middle=points_by(LOWS if low else FIVE_HANDS),
        bottom=points_by(FIVE_HANDS),
    )
    named = st.sampled_from([r for r in ROYALTIES.values() if r.low_middle == low or not r.middle])
    return own | named


def conditions(low):
    rows = [("top", TOP_HANDS), ("middle", LOWS if low else FIVE_HANDS), ("bottom", FIVE_HANDS)]
    return st.sampled_from([(row, hand) for row, hands in rows for hand in hands])


def fantasylands(low, most):
    cards = st.integers(13, most)
    keys = st.sampled_from(TOP_HANDS) | conditions(low) | st.tuples(conditions(low), conditions(low))
    return st.builds(
        Fantasyland,
        enter=st.lists(st.tuples(keys, cards), min_size=1, max_size=4, unique_by=lambda kc: kc[0]).map(dict),
        stay=st.lists(conditions(low), max_size=4),
        repeat_cards=cards | st.sampled_from(["same", "by-top"]),
        set_when=st.sampled_from(["before", "in-turn", "after"]),
        must_announce=st.booleans(),
        button_moves_in_fantasyland=st.booleans(),
    )


SWITCHES = {
    "name": names,
    "scoring": st.sampled_from(["1-6", "1-4", "2-4", "rows"]),
    "sweep_bonus": st.none() | st.integers(0, 1000),
    "majority_bonus": st.none() | st.integers(0, 1000),
    "table_sweep": st.integers(0, 1000) | st.just("double"),
    "naturals": st.dictionaries(st.sampled_from(list(NATURALS)), st.integers(1, 1000), max_size=4),
    "loss_cap": st.none() | st.integers(1, 1000),
    "first_to_act": st.sampled_from(["left", "button"]),
    "majority": st.sampled_from(["more-rows", "two-rows"]),
    "foul_points": st.none() | st.integers(0, 1000),
    "foul_pays_royalties": st.booleans(),
    "strict_rows": st.booleans(),
    "royalties_to": st.sampled_from(["both", "row-winner", "pair-winner"]),
    "surrender_points": st.none() | st.integers(0, 1000),
    "table_stakes": st.none() | st.builds(TableStakes, win_cap=st.booleans(), broke_is_out=st.booleans()),
    "jokers": st.integers(0, 2),
    "joker_may_copy": st.booleans(),
    "joker_resolution": st.sampled_from(["board", "row"]),
    "first_five": st.sampled_from(["in-turn", "dealt-together"]),
    "auto_place": st.sampled_from(["bottom-up", "top-most"]),
}


@st.composite
def any_rules(draw):
    base = draw(st.sampled_from(list(RULES.values())))
    low = base.middle == "2-7"
    most = (52 // base.seats(base.players[1])) if base.cards_per_seat < 17 else 17
    changes = draw(st.fixed_dictionaries({}, optional=SWITCHES))
    changes["royalties"] = draw(royalty_tables(low))
    try:
        changes["fantasyland"] = draw(st.none() | fantasylands(low, most))
    except InvalidRules as error:  # two spellings of one key
        assume("twice" not in str(error))
        raise
    if not base.is_closed:
        ends = [0] + [sum(s.deal for s in base.streets[-n:]) for n in range(1, 4)]
        changes["final_face_down"] = draw(st.sampled_from(ends))
    if changes.get("naturals"):
        changes["jokers"] = 0
    changes["own_boards_compared"] = base.boards_per_player == 2 and draw(st.booleans())
    return base.replace(**changes)


@PATIENT
@given(any_rules())
def test_any_rules_survive_as_text_and_as_code(rules):
    assert Rules.from_toml(rules.to_toml()) == rules
    assert eval(repr(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules


@PATIENT
@given(any_rules())
def test_every_sheet_fits_the_page(rules):
    sheet = rules.sheet()
    assert max(map(len, sheet.splitlines())) <= 76
    assert sheet.endswith("\n")


@PATIENT
@given(st.text(max_size=200) | st.text("abc=\"'[]{}.,0123456789\n +-/#", max_size=200))
def test_no_text_breaks_the_reader(text):
    with pytest.raises(InvalidRules):
        Rules.from_toml(text)


# -- the sheet -------------------------------------------------------------------------------------


def words(sheet: str) -> str:
    return " ".join(sheet.split())


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (RULES["pineapple"], "2 or 3."),
        (RULES["pineapple"], "5 cards; then four times 3 cards: place 2, discard 1 face down."),
        (
            RULES["pineapple"],
            "Foul A board out of order pays 6 to every opponent who is not foul, and that opponent's",
        ),
        (RULES["pineapple"], "full house 12 6"),
        (RULES["pineapple"], "QQQ 20"),
        (RULES["pineapple"], "a pair of queens or better on top: 14 cards."),
        (
            RULES["pineapple"],
            "trips on top, or full house or better in the middle, or quads or better at the bottom: 14",
        ),
        (RULES["ultimate"], "as many cards again"),
        (RULES["2-7-pineapple"], "a pair of kings or better on top and 75432 in the middle: 15 cards"),
        (RULES["2-7-pineapple"], "ten-low or better"),
        (RULES["joker-ultimate"], "54 cards with 2 jokers"),
        (RULES["joker-ultimate"], "A joker may be a card of another row of its board"),
        (RULES["criss-cross"], "2, each with 2 boards"),
        (RULES["chinese"], "13 cards dealt together face down"),
        (RULES["chinese"], "2 in all, 4 for all three rows"),
        (RULES["chinese"], "pays 4 to every opponent who is not foul. Two"),
        (RULES["classic"].replace(surrender_points=2), "2 to each opponent, no royalties either way"),
        (
            RULES["classic"].replace(surrender_points=2),
            "Other than the preset of this name: surrender_points.",
        ),
        (RULES["classic"].replace(strict_rows=True), "a middle equal to the bottom is a foul"),
        (RULES["classic"].replace(foul_pays_royalties=False), "but no royalties"),
        (RULES["classic"].replace(royalties_to="row-winner"), "Only the winner of a row earns them."),
        (
            RULES["classic"].replace(table_stakes=TableStakes(broke_is_out=True)),
            "out of chips can no longer win",
        ),
        (
            RULES["classic"].replace(final_face_down=3),
            "five times 1 card; then 3 cards dealt together face down",
        ),
        (RULES["classic"].replace(fantasyland=Fantasyland(enter={"KKK": 13}, stay=[])), "One hand only."),
        (RULES["classic"].replace(auto_place="top-most"), "top-most free place"),
    ],
)
def test_the_sheet_says_it(rules, said):
    assert said in words(rules.sheet())


# -- the page --------------------------------------------------------------------------------------

PAGE_FILE = Path(__file__).parent.parent / "docs" / "rules.md"
PAGE = PAGE_FILE.read_text(encoding="utf-8")


def test_the_examples_of_the_page():
    assert (
        doctest.testfile(
            str(Path(__file__).parent.parent / "docs" / "rules.md"), module_relative=False
        ).failed
        == 0
    )


def test_the_house_rules_of_the_page_can_be_read():
    texts = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert [Rules.from_toml(text).name for text in texts] == ["Friday game", "Eastern", "classic"]


def test_the_page_lists_the_presets_as_they_are():
    names = {STAY_CLASSIC: "classic", STAY_VEGAS: "vegas"}
    for name, rules in RULES.items():
        low, high = rules.players
        cells = [f"`{name}`", plan_text(rules.streets), str(low) if low == high else f"{low}-{high}"]
        cells.append(f"`{rules.royalties.name}`")
        fantasyland = rules.fantasyland
        if fantasyland is None:
            cells += ["none", "-", "-"]
        else:
            enter = ", ".join(f"{key_text(key)} {cards}" for key, cards in fantasyland.enter.items())
            cells += [enter, names[fantasyland.stay], str(fantasyland.repeat_cards)]
        assert "| " + " | ".join(cells) + " |" in PAGE


def test_the_page_lists_every_switch_and_table():
    switches = [f.name for kind in (Rules, Fantasyland) for f in fields(kind) if f.init]
    switches += ["table_stakes." + f.name for f in fields(TableStakes)]
    assert [name for name in (*switches, *ROYALTIES) if f"\n| `{name}` |" not in PAGE] == []


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * 30_000) + " = 1",
        "name = " + "[" * 40_000,
        "foul_points = inf",
        "foul_points = 0x" + "f" * 90_000,
        "surrender_points = 1" + "0" * 5000,
    ],
)
def test_toml_without_bounds_is_refused_at_once(text: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        Rules.from_toml('base = "pineapple"\n' + text)
    assert len(str(caught.value)) < 300


def sheet_words(rules: Rules) -> str:
    return " ".join(rules.sheet().split())


def test_a_sheet_says_which_rows_of_royalties_a_partial_table_replaces() -> None:
    some = Rules.from_toml('base = "pineapple"\n[royalties.top]\nQQ = 10\nKK = 12\nAA = 14\n')
    assert (some.royalties.points("top")[9], some.royalties.middle) == (
        0,
        RULES["pineapple"].royalties.middle,
    )
    said = sheet_words(some)
    assert 'It is "modern" but for the top, replaced whole.' in said
    assert "The top names 3 of 22 hands" in said
    both = Rules.from_toml('base = "classic"\n[royalties.top]\nQQ = 1\n[royalties.middle]\nflush = 9\n')
    assert 'It is "modern" but for the top and the middle, replaced whole.' in sheet_words(both)
    assert "The middle names 1 of 7 hands" in sheet_words(both)


@pytest.mark.parametrize("name", list(ROYALTIES))
def test_a_sheet_of_a_known_table_speaks_of_no_replaced_rows(name: str) -> None:
    rules = RULES["classic"].replace(royalties=name) if name != "2-7" else RULES["2-7-pineapple"]
    assert "replaced whole" not in rules.sheet()
