"""Lines of progress: what does not fit goes without its note."""

from fmtools.progress import Stage


def test_a_line_that_does_not_fit_goes_without_its_note():
    stage = Stage("learn", "")
    stage.done, stage.total, stage.unit = 1_234_567, 5_000_000, "queries"
    stage.note, stage.seconds = "smallest effect 12", 400.0
    stage.began -= 65
    assert stage.note in stage.text()
    assert len(stage.text()) > 79
    short = stage.text(79)
    assert stage.note not in short and short.endswith("left") and len(short) <= 79
    assert len(stage.text(20)) == 20
