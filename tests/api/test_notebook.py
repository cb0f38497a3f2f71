"""How results look: as text, and as HTML in notebooks."""

import re
from html.parser import HTMLParser

import fmtools
from fmtools.notebook import curve_svg, play_html


class _Balanced(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.tags = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag not in ("input", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def _tags(html):
    parser = _Balanced()
    parser.feed(html)
    assert parser.open == []
    return parser.tags


def test_results_print_what_was_found():
    result = fmtools.plan("cube", scramble="R U", planner="bfs")
    assert repr(result).startswith("<SearchResult solved, 2 actions")
    assert "outcome          solved" in str(result)
    assert str(result).endswith("  U'\n  R'")


def test_a_result_shows_numbers_the_curve_and_a_plan_to_play():
    result = fmtools.plan("cube", scramble="R U", planner="bfs")
    html = result._repr_html_()
    tags = _tags(html)
    assert tags.count("pre") == len(result.drawings) == 3
    assert "svg" in tags and "input" in tags and "ol" in tags
    assert result.drawings[0] != result.drawings[-1]


def test_nothing_of_the_users_breaks_the_page():
    assert "<b>" not in play_html(["<b>", "&"], ["'<b>'"])
    _tags(play_html(["<b>", "&"], ["\"'<b>'"]))


def test_the_curve_falls_from_the_first_goal_count_to_the_last():
    svg = curve_svg([(0, 20), (10, 5), (40, 0)], 100)
    points = [tuple(map(float, p.split(","))) for p in re.search("points='(.*?)'", svg)[1].split()]
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert [y for _, y in points] == sorted(y for _, y in points)
    assert curve_svg([], 0) == ""


def test_a_library_shows_its_macros_drawn_where_the_world_has_pictures():
    library = fmtools.learn("cube", budget="5K", keep=3)
    assert repr(library) == "<MacroLibrary cube: 3 macros>"
    assert str(library).count("\n") == 3
    assert _tags(library._repr_html_()).count("svg") == 3
    own = fmtools.learn(fmtools.worlds.own("fmtools.simulators.template:Lights"), budget="1K")
    assert "svg" not in _tags(own._repr_html_())
