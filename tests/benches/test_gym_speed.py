"""`bench gym` on tiny sizes: every environment has a row, and the rows make sense."""

from fmtools.benches.gym_speed import WORLDS, gym_rows


def test_every_environment_is_searched_and_beside_its_deepcopy() -> None:
    rows = list(gym_rows(budget=200, least_seconds=0.001))
    assert [row.world for row in rows] == [env_id for env_id, _ in WORLDS]
    for row in rows:
        assert row.states > 10 and row.make_seconds > 0
        assert row.ratio == row.rate / row.copied_rate > 0
        assert row.met == (None if row.target is None else row.rate >= row.target)
