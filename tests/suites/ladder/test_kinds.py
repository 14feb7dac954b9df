"""The table of kinds of error names arms as the leaderboard does."""

from rich.console import Console

from prism.suites.ladder.kinds import KindRow, render


def test_arms_stand_under_the_labels_they_are_given() -> None:
    row = KindRow(setting="ZS", rung="discovery", n=4, unread=1, kinds={"unfounded": 1})
    screen = Console(width=120)
    with screen.capture() as caught:
        for part in render([[row], [row]], ["2", "u1"], 120):
            screen.print(part)
    lines = caught.get().splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["2.", "ZS"], ["u1.", "ZS"]]
    assert "25.0" in lines[1]
