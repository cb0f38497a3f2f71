"""`bench growth`: exponents from numbers we know, real runs on tiny sizes, records that last."""

from pathlib import Path
from typing import Any

import pytest

from fmtools.benches.growth import run_growth
from fmtools.benches.growth_fit import Fit, GrowthRow, fit, growth_rows
from fmtools.store.reading import read_contents
from tests.cli.command import assert_refused, fmtools

TINY = {"gripper": (2, 4), "hanoi": (3,)}


@pytest.mark.parametrize("exponent", [0.0, 1.0, 1.7, 3.0])
def test_an_exponent_is_recovered(exponent: float) -> None:
    x = [10.0, 100.0, 500.0, 4000.0]
    found = fit(x, [0.01 * number**exponent for number in x])
    assert found is not None
    assert found.exponent == pytest.approx(exponent)
    assert found.error == pytest.approx(0.0, abs=1e-6)
    assert found.num_points == 4


def test_noise_shows_as_an_error() -> None:
    found = fit([1, 10, 100, 1000], [1.0, 15.0, 80.0, 1200.0])
    assert found is not None and 0.01 < found.error < 0.2


def test_two_points_give_no_exponent() -> None:
    assert fit([1, 10], [1, 10]) is None
    assert fit([5, 5, 5], [1, 2, 3]) is None


@pytest.mark.parametrize(
    ("ours", "theirs", "met"), [(1.0, 1.2, True), (1.2, 1.0, False), (1.05, 1.0, True)]
)
def test_the_verdict_allows_for_errors(ours: float, theirs: float, met: bool) -> None:
    fits = Fit(ours, 0.06, 8), Fit(theirs, 0.06, 8)
    assert GrowthRow("hanoi", "ground", (1, 2, 3), *fits, 1.0, 1.0).met is met
    assert GrowthRow("hanoi", "ground", (1, 2, 3), fits[0], None, 1.0, None).met is None


def made_up(size: int) -> dict[str, Any]:
    """Ours is linear in grounding, Fast Downward's quadratic."""
    same = {"generated": 10**6, "evaluated": 10**6, "search_seconds": 1.0, "steps": 10}
    same |= {"search_bytes": 10**8, "read_seconds": 0.01 * size, "replay_seconds": 0.1}
    ours = {**same, "operators": 100 * size, "ground_seconds": 0.01 * size}
    theirs = {**same, "operators": 100 * size, "ground_seconds": 0.1 * size**2}
    sides = {"ours": ours, "fast_downward": theirs}
    for side in sides.values():
        side["ground_bytes"] = 10**7 * (1 + size)
    return {"domain": "made-up", "size": size, "outcome": "measured", **sides}


def test_rows_come_from_records() -> None:
    rows = {row.measure: row for row in growth_rows([made_up(size) for size in (1, 2, 4, 8, 16)])}
    ground = rows["ground"]
    assert ground.ours is not None and ground.fast_downward is not None
    assert ground.ours.exponent == pytest.approx(1.0)
    assert ground.fast_downward.exponent == pytest.approx(2.0)
    assert ground.met is True and ground.sizes == (1, 2, 4, 8, 16)
    assert rows["search/state"].ours is not None
    assert rows["search/state"].ours.exponent == pytest.approx(0.0)
    assert rows["replay/step"].met is None


def test_what_is_recorded_is_not_run_again(tmp_path: Path) -> None:
    told: list[str] = []
    first = list(run_growth(tmp_path, 600.0, TINY, told.append))
    assert told == ["gripper 2", "gripper 4", "hanoi 3"]
    assert [record["outcome"] for record in first] == ["measured"] * 3
    for record in first:
        for side in (record["ours"], record["fast_downward"]):
            assert side["operators"] > 0 and side["generated"] > 0
            assert side["ground_bytes"] > 0 and side["search_bytes"] > 0
    before = (tmp_path / "records.jsonl").read_bytes()
    again = list(run_growth(tmp_path, 600.0, TINY, told.append))
    assert len(told) == 3
    assert again == first == read_contents(tmp_path).records
    assert (tmp_path / "records.jsonl").read_bytes() == before


def test_plots_are_drawn_from_records(tmp_path: Path) -> None:
    from fmtools.reports.growth_plot import write_growth_plot

    panels = {"ground": {"hanoi": [(10.0, 1.0, 2.0), (100.0, 3.0, 9.0)]}, "replay/step": {}}
    first, second = write_growth_plot(panels, tmp_path)
    assert first.read_bytes().startswith(b"\x89PNG")
    assert "<svg" in second.read_text()


def test_bad_arguments_are_refused_in_one_line(tmp_path: Path) -> None:
    assert_refused(fmtools("bench", "growth", "--domains", "nowhere"), 2, "no domain 'nowhere'")
    assert_refused(fmtools("bench", "growth", "--time", "soon"), 2, "--time 'soon'")
    assert_refused(fmtools("bench", "walk", "--time", "10m"), 2, "--time is for growth")
    (tmp_path / "file").write_text("")
    refused = fmtools("bench", "growth", "-o", tmp_path / "file")
    assert_refused(refused, 2, "cannot be written")
