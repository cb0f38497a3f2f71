from fmtools.reports.findings import FEWER, MORE, UNCLEAR, UNKNOWN, findings, macro_effects
from fmtools.reports.records import Results, record_from
from tests.reports.stores import record, sample_records


def results_with(without: list[int], focused: list[int], **more: object) -> Results:
    records = [record(instance=i, generated=n) for i, n in enumerate(without)]
    records += [
        record(instance=i, generated=n, macros="focused", **more) for i, n in enumerate(focused)
    ]
    return Results(tuple(record_from(one) for one in records))


def test_macros_save_only_if_the_interval_leaves_out_one() -> None:
    (clear,) = macro_effects(results_with([100, 120, 110, 90, 95], [10, 11, 12, 9, 9]))
    assert clear.verdict == FEWER
    (worse,) = macro_effects(results_with([10, 11, 12, 9, 9], [100, 120, 110, 90, 95]))
    assert worse.verdict == MORE
    (noisy,) = macro_effects(results_with([100, 10, 100, 10, 9], [10, 100, 90, 12, 8]))
    assert noisy.verdict == UNCLEAR


def test_one_instance_decides_nothing() -> None:
    (single,) = macro_effects(results_with([1000], [1]))
    assert single.verdict == UNKNOWN
    assert any(
        "too few instances to tell on doors" in sentence
        for sentence in findings(results_with([1000], [1]))
    )


def test_less_work_for_fewer_plans_is_no_saving() -> None:
    spent = {"outcome": "budget-exhausted"}
    (effect,) = macro_effects(results_with([100, 120, 110, 90, 95], [10, 12, 11, 9, 10], **spent))
    assert effect.verdict == UNCLEAR


def test_every_comparison_in_the_summary_states_an_interval() -> None:
    said = findings(Results(tuple(record_from(one) for one in sample_records())))
    assert len(said) > 6
    for sentence in said:
        if sentence.startswith("Focused macros with") or " times the states " in sentence:
            assert "[" in sentence and "]" in sentence


def test_an_empty_store_has_no_findings() -> None:
    assert findings(Results(())) == []
