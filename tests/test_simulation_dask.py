"""Simulations on a real Dask cluster of worker processes on this machine."""

from __future__ import annotations

import gc
import os
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from ofckit import Move, Position, simulate
from ofckit.bots import GreedyBot, RandomBot

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings(
    "ignore"
)  # those of a cluster and its libraries are not ours to answer


class Killer(RandomBot):
    """Kills the worker that it plays in, once: a file says whether it has been done."""

    def __init__(self, marker: str, parent: int) -> None:
        super().__init__(1)
        self.marker, self.parent = marker, parent

    def act(self, observation: Position) -> Move:
        if os.getpid() != self.parent and not os.path.exists(self.marker):
            Path(self.marker).touch()
            os._exit(1)
        return super().act(observation)


@pytest.fixture(scope="module")
def client() -> Iterator[object]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from distributed import Client, LocalCluster

        with (
            LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client
        gc.collect()  # what a cluster leaves to the collector is collected here, not in another test


def test_a_cluster_plays_the_same_hands(client) -> None:
    bots = [GreedyBot(1), GreedyBot(2)]
    report = simulate("pineapple", bots, 200, 3, client.get_executor(), block=20)
    assert report == simulate("pineapple", bots, 200, seed=3, block=20)
    assert len(client.scheduler_info()["workers"]) == 2


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(client, tmp_path) -> None:
    bots = [Killer(str(tmp_path / "killed"), os.getpid()), RandomBot(2)]
    names = ["Killer", "RandomBot"]
    report = simulate("pineapple", bots, 60, 3, client.get_executor(), block=6, names=names)
    assert (tmp_path / "killed").exists()
    assert report == simulate("pineapple", [RandomBot(1), RandomBot(2)], 60, seed=3, block=6, names=names)


def test_functions_of_this_moment_travel_too(client) -> None:
    last = -1

    def bot(observation: Position) -> Move:
        return observation.legal_moves[last]

    report = simulate("pineapple", [bot, bot], 12, 3, client.get_executor(), block=3)
    assert report == simulate("pineapple", [bot, bot], 12, seed=3, block=3)


def test_the_client_itself_is_no_executor(client) -> None:
    with pytest.raises(TypeError, match=r"give client\.get_executor\(\)"):
        simulate("pineapple", [RandomBot(1), RandomBot(2)], 10, 3, client)
