"""Lines that a long session leaves behind fit into a terminal."""

import pytest

from fmtools.cli.status import filled, status_line

TEXT = "confirming on p1.pddl: 1.20 s → 0.50 s with lama-first + " + " + ".join(
    ["load-truck-drive-truck-unload-truck"] * 4
)


def test_lines_of_a_session_fit_and_names_stay_whole(capsys: pytest.CaptureFixture[str]) -> None:
    with status_line() as status:
        status.tell(TEXT)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) > 1
    assert all(len(line) < 80 for line in lines)
    assert lines[0].startswith("     0 s  confirming")
    assert " ".join(line.strip() for line in lines).endswith(TEXT)


def test_a_word_that_is_longer_than_a_line_is_broken() -> None:
    assert all(len(line) < 80 for line in filled("x-" * 100).splitlines())
