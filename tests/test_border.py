"""No call from Python reads or writes outside a table, the private ones included."""

from array import array

import pytest

import ofckit as ofc
from ofckit import _core

PINEAPPLE = ofc.RULES["pineapple"].compiled


def test_objects_of_the_core_are_never_without_rules() -> None:
    with pytest.raises(TypeError):
        _core.FantasylandObjective.__new__(_core.FantasylandObjective)
    with pytest.raises(TypeError):
        _core.EndgameObjective.__new__(_core.EndgameObjective)


def test_a_ranking_takes_two_planes_a_mark() -> None:
    plane = array("H", [0] * 9855)
    for planes in ([plane] * 40, [plane], []):
        with pytest.raises(ValueError, match="a plane is two"):
            _core.CompiledRanking(kinds=[0] * 54, planes={0: planes})


def test_playouts_that_fit_no_memory_are_refused() -> None:
    with pytest.raises(ValueError, match="no such table"):
        _core.playouts(PINEAPPLE, ((0, 0, 5, 5),), 2, 2, False, 52, 52, 1, 1, 165_191_050)


class Wavering(int):
    """A number that says it is small when it is compared."""

    def __lt__(self, other: int) -> bool:
        return True

    __le__ = __gt__ = __ge__ = __lt__


def test_numbers_that_lie_about_themselves_lead_nowhere() -> None:
    with pytest.raises(ofc.InvalidCard):
        ofc.RULES["joker-ultimate"].compiled.resolve([*range(12), Wavering(10**6)])
    with pytest.raises(ValueError, match="no strength"):
        PINEAPPLE.is_foul(Wavering(10**6), 1, 1)


def test_cards_out_of_range_in_a_hand_of_seven_lead_nowhere() -> None:
    with pytest.raises(ofc.InvalidCard, match="card id out of range"):
        ofc.rank([*range(6), 255])
