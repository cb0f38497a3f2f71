"""The report in a real browser. Run by make test-browser; needs Debian's chromium, or another."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fmtools.cli.shown.report import chapters
from fmtools.reports.libraries import load_libraries
from fmtools.reports.page import page
from fmtools.reports.records import load_results
from tests.browser.chromium import Browser
from tests.reports.stores import record, sample_records, write_store

pytestmark = pytest.mark.browser

CHECKS = (Path(__file__).parent / "checks.js").read_text(encoding="utf-8")
HOSTILE = '</script><img src=x onerror="window.hacked=1"><b>\''
WIDE = "document.documentElement.scrollWidth > innerWidth"
TABLE_ROWS = (
    "[...document.querySelectorAll('#table-results tbody tr')].filter(r => r.checkVisibility())"
)
CHART_TEXTS = "[...document.querySelectorAll('#chart-results text')].map(t => t.textContent)"


def write_page(store: Path, target: Path) -> Path:
    results = load_results(store)
    libraries = load_libraries(results.libraries)
    target.write_text(page(results, libraries, chapters(libraries)), encoding="utf-8")
    return target


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    bad = record(instance=50, outcome="error", error="ValueError: boom")
    store = write_store(folder / "store", [*sample_records(), bad], libraries=True)
    return write_page(store, folder / "report.html")


@pytest.mark.parametrize("width", [1280, 360])
def test_page_loads_without_complaints_and_asks_for_nothing(
    browser: Browser, report: Path, width: int
) -> None:
    browser.open(report, width)
    assert browser.complaints == []
    assert browser.requests == [report.resolve().as_uri()]
    assert browser.run("document.querySelectorAll('.plot svg').length") == 6
    assert browser.run("document.querySelectorAll('.player svg').length") > 6


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_page_never_scrolls_sideways(browser: Browser, report: Path, width: int) -> None:
    browser.open(report, width)
    assert browser.run("innerWidth") == width
    assert not browser.run(WIDE)
    browser.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert not browser.run(WIDE)


def test_charts_fit_again_when_the_window_changes(browser: Browser, report: Path) -> None:
    browser.open(report, 1280)
    browser.resize(340)
    browser.settle()
    assert not browser.run(WIDE)
    box = "document.querySelector('#chart-results svg').viewBox.baseVal.width"
    assert browser.run(box) <= 340


def test_worlds_are_filtered_by_mouse(browser: Browser, report: Path) -> None:
    browser.open(report)
    before = browser.run(f"{TABLE_ROWS}.length")
    assert "hanoi, gbfs" in browser.run(CHART_TEXTS)
    browser.point('input[name="world"][value="hanoi"]')
    assert browser.run(f"{TABLE_ROWS}.length") == before - 4
    assert not any("hanoi" in text for text in browser.run(CHART_TEXTS))
    said = browser.run("document.getElementById('filter-status').textContent")
    shown, total = said.split(" table rows")[0].split(" of ")
    assert int(shown) < int(total)
    browser.point("#filter-all")
    assert browser.run(f"{TABLE_ROWS}.length") == before


def test_planners_are_filtered_by_keyboard(browser: Browser, report: Path) -> None:
    browser.open(report)
    browser.run("document.querySelector('input[value=\"bfws\"]').focus()")
    browser.press(" ")
    planners = f"[...new Set({TABLE_ROWS}.map(r => r.dataset.planner))]"
    assert browser.run(planners) == ["gbfs"]
    assert not any("bfws" in text for text in browser.run(CHART_TEXTS))


def test_filtering_everything_away_says_so_and_can_be_undone(
    browser: Browser, report: Path
) -> None:
    browser.open(report)
    for world in ("doors", "hanoi", "15-puzzle"):
        browser.point(f'input[name="world"][value="{world}"]')
    assert browser.run(CHART_TEXTS) == ["Nothing selected."]
    browser.point("#filter-all")
    assert "doors, gbfs" in browser.run(CHART_TEXTS)
    assert browser.complaints == []


def test_world_filter_also_hides_curves_and_macros(browser: Browser, report: Path) -> None:
    browser.open(report)
    titles = "[...document.querySelectorAll('.chapter h3')]"
    visible = f"{titles}.filter(h => h.checkVisibility()).map(h => h.textContent)"
    assert "15-puzzle: focused macros" in browser.run(visible)
    browser.point('input[name="world"][value="15-puzzle"]')
    assert "15-puzzle: focused macros" not in browser.run(visible)
    assert browser.run("document.querySelectorAll('#chart-curves .plot.gone').length") == 1


@pytest.mark.parametrize("chart", ["results", "curves", "suitcase"])
def test_log_switch_changes_the_axis(browser: Browser, report: Path, chart: str) -> None:
    browser.open(report)
    texts = f"[...document.querySelectorAll('#chart-{chart} text')].map(t => t.textContent)"
    logarithmic = browser.run(texts)
    browser.point(f"#log-{chart}")
    linear = browser.run(texts)
    assert "0" in linear and linear != logarithmic
    browser.run(f"document.getElementById('log-{chart}').focus()")
    browser.press(" ")
    assert browser.run(texts) == logarithmic


def test_hovering_shows_a_mark_with_its_interval_and_the_papers_value(
    browser: Browser, report: Path
) -> None:
    browser.open(report)
    browser.point("#chart-results g.m-focused path.mark", click=False)
    tip = "document.querySelector('#chart-results .tip')"
    assert browser.run(f"{tip}.checkVisibility()")
    text = browser.run(f"{tip}.textContent")
    for fragment in ("doors, gbfs, focused macros", "95%: ", "solved 1.00", "paper: 513"):
        assert fragment in text
    box = browser.run(
        f"(() => {{ const b = {tip}.getBoundingClientRect(); return [b.left, b.right]; }})()"
    )
    assert box[0] >= 0 and box[1] <= 1280
    browser.point("h1", click=False)
    assert not browser.run(f"{tip}.checkVisibility()")


def test_arrow_keys_read_a_charts_points(browser: Browser, report: Path) -> None:
    browser.open(report)
    browser.run("document.querySelector('#chart-results .plot').focus()")
    tip = "document.querySelector('#chart-results .tip')"
    seen = []
    for key in ("ArrowRight", "ArrowRight", "End", "Home"):
        browser.press(key)
        seen.append(browser.run(f"{tip}.textContent"))
    assert len(set(seen)) == 3 and seen[0] == seen[3]
    assert browser.run("document.querySelector('#chart-results [aria-live]').textContent")
    browser.press("Escape")
    assert not browser.run(f"{tip}.checkVisibility()")


def player(number: int) -> str:
    return f'.player[data-steps="{number}"]'


def step_text(browser: Browser, number: int) -> str:
    text: str = browser.run(f"document.querySelector('{player(number)} .step').textContent")
    return text


def shown_cells(browser: Browser, number: int) -> list[str]:
    script = f"[...document.querySelectorAll('{player(number)} svg text')].map(t => t.textContent)"
    cells: list[str] = browser.run(script)
    return cells


def all_steps(browser: Browser) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = browser.run(
        "JSON.parse(document.getElementById('data').textContent).steps"
    )
    return steps


def test_macros_are_stepped_through_by_mouse(browser: Browser, report: Path) -> None:
    browser.open(report)
    for number, steps in enumerate(all_steps(browser)[:4]):
        last = len(steps["steps"])
        assert step_text(browser, number) == "start"
        assert shown_cells(browser, number) == list(steps["frames"][0])
        browser.point(f"{player(number)} button:nth-of-type(3)")
        assert step_text(browser, number) == f"after 1 of {last}: {steps['steps'][0]}"
        assert shown_cells(browser, number) == list(steps["frames"][1])
        browser.point(f"{player(number)} button:nth-of-type(1)")
        assert step_text(browser, number) == "start"


def test_cube_macro_is_stepped_through_by_keyboard(browser: Browser, report: Path) -> None:
    browser.open(report)
    steps = all_steps(browser)
    number = next(n for n, one in enumerate(steps) if one["kind"] == "cube")
    last = len(steps[number]["steps"])
    browser.run(f"document.querySelector('{player(number)} button:nth-of-type(3)').focus()")
    browser.press("Enter")
    assert step_text(browser, number).startswith("after 1 of")
    browser.press("ArrowRight")
    assert step_text(browser, number).startswith("after 2 of")
    browser.press("End")
    assert step_text(browser, number).startswith(f"after {last} of {last}")
    assert shown_cells(browser, number) == list(steps[number]["frames"][-1])
    browser.press("Home")
    assert step_text(browser, number) == "start"
    browser.run(f"document.querySelector('{player(number)} input').focus()")
    browser.press("ArrowRight")
    assert step_text(browser, number).startswith("after 1 of")


def test_playing_runs_to_the_end_and_can_be_paused(browser: Browser, report: Path) -> None:
    browser.open(report)
    steps = all_steps(browser)
    number = min(range(len(steps)), key=lambda n: len(steps[n]["steps"]))
    play = f"{player(number)} button:nth-of-type(2)"
    browser.point(play)
    assert browser.run(f"document.querySelector('{play}').textContent") == "Pause"
    browser.point(play)
    assert browser.run(f"document.querySelector('{play}').textContent") == "Play"
    browser.point(play)
    last = len(steps[number]["steps"])
    end = time.monotonic() + 600
    while not step_text(browser, number).startswith(f"after {last} of"):
        assert time.monotonic() < end
        time.sleep(0.1)
    assert browser.run(f"document.querySelector('{play}').textContent") == "Play"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_every_text_stands_out_from_what_is_behind_it(
    browser: Browser, report: Path, scheme: str, width: int
) -> None:
    browser.open(report, width, prefers_color_scheme=scheme)
    browser.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    found = browser.run(CHECKS)
    assert found["seen"] > 500
    assert found["bad"] == []


def test_everything_has_a_name_for_those_who_do_not_see_it(browser: Browser, report: Path) -> None:
    browser.open(report)
    browser.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    counts: dict[str, int] = {}
    for node in nodes:
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in (
            "button", "checkbox", "slider", "image", "table", "link", "region", "form",
        ):  # fmt: skip
            continue
        counts[role] = counts.get(role, 0) + 1
        assert node.get("name", {}).get("value"), (role, json.dumps(node)[:300])
    assert counts["table"] == 7 and counts["slider"] > 6 and counts["checkbox"] > 6
    assert counts["image"] > 15


def test_tab_goes_through_the_page_and_focus_is_always_seen(browser: Browser, report: Path) -> None:
    browser.open(report)
    visited = []
    for _ in range(30):
        browser.press("Tab")
        visited.append(
            browser.run(
                "(() => { const e = document.activeElement, s = getComputedStyle(e);"
                " return [e.tagName, e.className, parseFloat(s.outlineWidth) > 0"
                " && s.outlineStyle !== 'none']; })()"
            )
        )
    assert visited[0][:2] == ["A", "skip"]
    assert all(seen for *_, seen in visited), visited
    assert {"A", "INPUT", "BUTTON", "DIV"} <= {tag for tag, *_ in visited}


def test_reduced_motion_is_respected(browser: Browser, report: Path) -> None:
    browser.open(report, prefers_reduced_motion="reduce")
    assert browser.run("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


def test_print_shows_tables_and_pictures_without_controls(browser: Browser, report: Path) -> None:
    browser.open(report)
    pdf = browser.print_pdf()
    assert pdf.startswith(b"%PDF") and len(pdf) > 50_000
    browser.call("Emulation.setEmulatedMedia", media="print", features=[])
    for selector in ("nav", ".controls", ".player", ".toggle"):
        style = f"getComputedStyle(document.querySelector('{selector}'))"
        assert browser.run(f"{style}.display") == "none", selector
    assert browser.run("getComputedStyle(document.querySelector('.scroll')).overflowX") == "visible"


def test_hostile_records_run_nothing(browser: Browser, tmp_path: Path) -> None:
    place = {"world": HOSTILE, "planner": HOSTILE, "macros": HOSTILE}
    records = [record(**place, instance=i) for i in range(3)]
    records += [
        record("macro-types", **place, trace=[[0, 9], [50, 3], [900, 0]]),
        record(instance=9, outcome="error", error=HOSTILE),
    ]
    browser.open(write_page(write_store(tmp_path / "s", records), tmp_path / "r.html"))
    assert browser.complaints == []
    assert browser.run("window.hacked === undefined && document.images.length === 0")
    browser.run("document.querySelector('#chart-results .plot').focus()")
    browser.press("ArrowRight")
    assert HOSTILE in browser.run("document.querySelector('#chart-results .tip').textContent")


@pytest.mark.parametrize("records", [[], [record(outcome="error", error="boom", generated=None)]])
def test_store_without_numbers_loads_too(
    browser: Browser, tmp_path: Path, records: list[dict[str, Any]]
) -> None:
    browser.open(write_page(write_store(tmp_path / "s", records), tmp_path / "r.html"), 320)
    assert browser.complaints == []
    assert not browser.run(WIDE)
