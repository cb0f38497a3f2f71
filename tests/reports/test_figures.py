from pathlib import Path

from fmtools.cli.shown.report import chapters
from fmtools.reports.figure_data import effect_series, planning_curves, suitcase_series
from fmtools.reports.figures import figure_files, write_figures
from fmtools.reports.libraries import load_libraries
from fmtools.reports.records import Results, load_results, record_from
from tests.reports.stores import record, sample_records, write_store


def test_figures_are_written_twice_with_the_same_bytes_and_without_dates(tmp_path: Path) -> None:
    results = load_results(write_store(tmp_path / "s", sample_records(), libraries=True))
    libraries = load_libraries(results.libraries)
    shown = chapters(libraries)
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    written = write_figures(results, libraries, shown, one)
    assert [path.name for path in written] == figure_files()
    for path in written:
        assert path.read_bytes().startswith(b"\x89PNG" if path.suffix == ".png" else b"%PDF")
        assert b"CreationDate" not in path.read_bytes()
    for path in write_figures(results, libraries, shown, two, ("cube-macros",)):
        assert path.read_bytes() == (one / path.name).read_bytes()


def test_store_without_numbers_gives_no_figures(tmp_path: Path) -> None:
    assert write_figures(Results(()), (), (), tmp_path) == []


def test_curve_is_the_mean_of_step_functions() -> None:
    records = [
        record(
            "macro-types",
            world="cube",
            instance=0,
            generated=1000,
            trace=[[0, 10], [100, 4], [1000, 0]],
        ),
        record(
            "macro-types",
            world="cube",
            instance=1,
            generated=1000,
            trace=[[0, 20], [500, 2], [1000, 0]],
        ),
    ]
    (curve,) = planning_curves(Results(tuple(record_from(one) for one in records)))
    at = {point.x: point.y for point in curve.points}
    assert curve.points[0].x == 10 and curve.points[0].y == 15
    assert [y for x, y in at.items() if 100 <= x < 500] == [12] * sum(100 <= x < 500 for x in at)
    assert curve.points[-1].x == 1000 and curve.points[-1].y == 0


def test_curve_ends_where_the_first_unsolved_run_does() -> None:
    records = [
        record("macro-types", instance=0, generated=900, trace=[[0, 10], [900, 0]]),
        record("macro-types", instance=1, generated=500, trace=[[0, 9]], outcome="timeout"),
    ]
    (curve,) = planning_curves(Results(tuple(record_from(one) for one in records)))
    assert curve.points[-1].x == 500


def test_effect_sizes_are_counted_and_primitives_added(tmp_path: Path) -> None:
    results = load_results(write_store(tmp_path / "s", [record()], libraries=True))
    series = effect_series(load_libraries(results.libraries))
    assert [(one.world, one.macros) for one in series] == [
        ("cube", "none"),
        ("cube", "expert"),
        ("cube", "expert-distinct"),
    ]
    assert [sum(point.weight for point in one.points) for one in series] == [1, 576, 252]


def test_suitcase_curve_uses_the_effect_size_that_was_drawn() -> None:
    results = Results(tuple(record_from(one) for one in sample_records()))
    assert [point.x for point in suitcase_series(results)[0].points] == [1.25, 3.25, 5.25]
