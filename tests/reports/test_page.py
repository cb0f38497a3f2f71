import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from fmtools.cli.shown.report import chapters
from fmtools.reports.libraries import load_libraries
from fmtools.reports.page import page
from fmtools.reports.page_data import script_json
from fmtools.reports.records import load_results
from tests.reports.stores import record, sample_records, write_store

VOID = ("meta", "input", "br", "link", "img")
HOSTILE = "</script ><!--</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&"


class Reader(HTMLParser):
    """Collects elements and checks that they close in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        place = self.open[-1] if self.open else ""
        self.texts[place] = self.texts.get(place, "") + data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def page_of(store: Path) -> str:
    results = load_results(store)
    libraries = load_libraries(results.libraries)
    return page(results, libraries, chapters(libraries))


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    store = write_store(tmp_path_factory.mktemp("page") / "s", sample_records(), libraries=True)
    return page_of(store)


def page_data(text: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data: dict[str, object] = json.loads(found[1])
    return data


def test_page_is_well_formed_and_ids_are_unique(text: str) -> None:
    reader = Reader(text)
    ids = [attributes["id"] for _, attributes in reader.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [a["href"] for a in reader.named("a")]
    assert all(link and link.startswith("#") and link[1:] in ids for link in links)


def test_page_asks_for_nothing_outside_itself(text: str) -> None:
    addresses = set(re.findall(r"https?://[^\s\"'<)]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}
    reader = Reader(text)
    assert not any("src" in attributes for _, attributes in reader.elements)
    assert not reader.named("link") and not reader.named("iframe")
    assert "@import" not in text and "url(" not in text
    (policy,) = [m for m in reader.named("meta") if m.get("http-equiv")]
    assert "default-src 'none'" in (policy["content"] or "")


def test_tables_have_captions_scopes_and_the_papers_column(text: str) -> None:
    reader = Reader(text)
    tables = reader.named("table")
    assert len(tables) == 7
    assert len(reader.named("caption")) == len(tables)
    assert all(th.get("scope") in ("row", "col") for th in reader.named("th"))
    assert len(reader.named("td")) > 100
    assert all(
        div.get("tabindex") == "0" and div.get("aria-label")
        for div in reader.named("div")
        if div.get("class") == "scroll"
    )


def test_every_input_has_a_label(text: str) -> None:
    assert len(re.findall(r"<label><input [^>]*>[^<]+</label>", text)) == len(
        Reader(text).named("input")
    )


def test_summary_comes_first_and_headings_descend_by_one(text: str) -> None:
    levels = [int(tag[1]) for tag, _ in Reader(text).elements if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert text.index('id="summary"') < text.index('id="results"') < text.index('id="macros"')


def test_same_store_gives_the_same_bytes(tmp_path: Path, text: str) -> None:
    again = write_store(tmp_path / "elsewhere", reversed(sample_records()), libraries=True)
    assert page_of(again) == text


def test_errors_stand_on_top_and_only_where_there_are_any(tmp_path: Path, text: str) -> None:
    assert 'id="errors"' not in text
    bad = record(instance=77, outcome="error", error="ValueError: boom")
    with_errors = page_of(write_store(tmp_path / "s", [*sample_records(), bad, bad | {"key": "x"}]))
    assert with_errors.index('id="errors"') < with_errors.index('id="summary"')
    assert "2 × <code>ValueError: boom</code> in results, doors, gbfs" in with_errors


def test_hostile_text_of_records_stays_text(tmp_path: Path) -> None:
    records = [
        record(world=HOSTILE, planner=HOSTILE, macros=HOSTILE, instance=1),
        record("macro-types", world=HOSTILE, macros=HOSTILE, trace=[[0, 9], [50, 3], [900, 0]]),
        record(instance=2, outcome="error", error=HOSTILE),
        record(instance=3, outcome=HOSTILE, machine=HOSTILE),
        record("suitcase", world="lock", dials=3, digits=2, effect_size=1, instance=1),
    ]
    found = page_of(write_store(tmp_path / "s", records))
    reader = Reader(found)
    assert not reader.named("img")
    assert len(reader.named("script")) == 4
    assert "onerror" not in "".join(str(attributes.keys()) for _, attributes in reader.elements)
    bars = page_data(found)["bars"]
    assert isinstance(bars, list)
    assert HOSTILE in [bar["world"] for bar in bars]


def test_data_of_the_scripts_hold_no_character_of_markup() -> None:
    """Parsers differ on what ends a script, so nothing that could is left; JSON reads it back."""
    text = script_json({HOSTILE: [HOSTILE, "\u2028"]})
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == {HOSTILE: [HOSTILE, "\u2028"]}


@pytest.mark.parametrize(
    "records",
    [
        [],
        [record(outcome="error", error="boom", generated=None)],
        [record(outcome="timeout", generated=None, planner="lama-first")],
    ],
    ids=["empty", "only errors", "only timeouts"],
)
def test_store_without_numbers_still_gives_a_page(
    tmp_path: Path, records: list[dict[str, object]]
) -> None:
    found = page_of(write_store(tmp_path / "s", records))
    reader = Reader(found)
    assert reader.named("h1")
    assert ('id="errors"' in found) == any(one["outcome"] == "error" for one in records)


def test_chapters_tell_what_the_macros_do(text: str) -> None:
    assert "15-puzzle: focused macros" in text
    assert "3-cycle of tiles, blank stays" in text
    for name in ("R-permutation", "3-corner swap", "2-edge flip"):
        assert f"<h4>{name}</h4>" in text
    assert "<code>L&#x27; B L F&#x27; L&#x27; B&#x27; L F</code>" in text
    assert "ferry: focused macros" in text
    assert "<li>48 × primitive action</li>" in text
    assert (
        "swaps the blank with a central tile (<em>shifts 1 tile, blank moves</em>): 48 of 192"
        in text
    )
    steps = page_data(text)["steps"]
    assert isinstance(steps, list)
    assert len(steps) == len(re.findall(r'class="player" data-steps="\d+"', text))
