"""The one verdict that a reply states: plain, wrapped, hedged, said twice, or not at all."""

import pytest

from prism.judges.model.verdicts import Found, choice_of, contradicted, objects, stated

WAYS = ("forward", "backward", "none")
MARKS = tuple(str(mark) for mark in range(1, 11))


@pytest.mark.parametrize(
    ("answer", "menu", "choice"),
    [
        ("forward", WAYS, "forward"),
        ("Forward.", WAYS, "forward"),
        ("**forward**", WAYS, "forward"),
        ("forward (stated)", WAYS, "forward"),
        ("forward, because it says so", WAYS, "forward"),
        ("forward or backward", WAYS, None),
        ("forward, or backward", WAYS, None),
        ("forwards", WAYS, None),
        ("not forward", WAYS, None),
        ("", WAYS, None),
        (7, MARKS, "7"),
        (7.0, MARKS, "7"),
        ("7.0", MARKS, "7"),
        ("10", MARKS, "10"),
        ("1", MARKS, "1"),
        (7.5, MARKS, None),
        ("7.5", MARKS, None),
        ("7/10", MARKS, None),
        (".8", MARKS, None),
        (11, MARKS, None),
        (True, ("True", "1"), None),
        (None, WAYS, None),
        (["forward"], WAYS, None),
        (r"\boxed{7}", MARKS, "7"),
        ("$7$", MARKS, "7"),
    ],
)
def test_one_answer(answer: object, menu: tuple[str, ...], choice: str | None) -> None:
    assert choice_of(answer, menu) == choice


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Final verdict: forward", "forward"),
        ("I think it rains.\nVerdict: backward", "backward"),
        ("Verdict: none. Verdict: forward", None),
        ("Verdict: none. Final verdict: forward", "forward"),
        ("Verdict: none. Verdict: none", "none"),
        ("The answer is forward.", "forward"),
        ("The verdict:\nforward", "forward"),
        ("**none**", "none"),
        ("It says so.\nforward", "forward"),
        ("forward\nIt says so.", "forward"),
        ("It says\nforward\nas it were.", None),
        ("forward\nbackward", None),
        ("forward and backward", None),
        ("Verdict: forward or backward", None),
        ("Verdict: it depends", None),
        ("It runs forward in time.", None),
        ("", None),
    ],
)
def test_plain_words(text: str, verdict: str | None) -> None:
    assert stated(text, WAYS) == verdict


def test_an_echo_of_the_prompt_counts_only_alone() -> None:
    asked = "Say so as in\nVerdict: none"
    assert stated("Verdict: none\nVerdict: forward", WAYS, asked) == "forward"
    assert stated("Verdict: none", WAYS, asked) == "none"


def test_objects_are_found_at_any_depth_and_place() -> None:
    assert objects('{"v": 1}', "v").objects == ({"v": 1},)
    assert objects('```json\n{"v": 1}\n```', "v").objects == ({"v": 1},)
    assert objects('{"a": {"V ": 1}}', "v").objects == ({"v": 1},)
    assert objects('[{"v": 1}, {"v": 2}]', "v").objects == ({"v": 1}, {"v": 2})
    assert objects('x {"w": 1} y {"v": 2} z', "v") == Found(({"v": 2},), ' x {"w": 1} y   z')
    assert objects('{ {"v": 2}', "v").objects == ({"v": 2},)
    assert objects('{"w": 1}', "v").objects == ()
    assert objects('{"v": 1, "v": 2}', "v").objects == ({"v": None},)
    assert objects('{"v": 1, "v": 1}', "v").objects == ({"v": 1},)
    assert objects("no object", "v") == Found((), " no object")
    assert objects('as {"v": 1} so {"v": 2}', "v", 'as in {"v": 1}').objects == ({"v": 2},)
    assert objects('{"v": 1}', "v", 'as in {"v": 1}').objects == ({"v": 1},)


def test_words_around_an_object_may_contradict_it() -> None:
    assert contradicted(Found((), "Verdict: none"), "forward", WAYS)
    assert not contradicted(Found((), "Verdict: forward"), "forward", WAYS)
    assert not contradicted(Found((), "so it is"), "forward", WAYS)
    assert not contradicted(Found((), "  "), "forward", WAYS)


def test_braces_that_open_nothing_are_passed_two_hundred_times() -> None:
    assert objects("{ " * 199 + '{"v": 2}', "v").objects == ({"v": 2},)
    assert objects("{ " * 200 + '{"v": 2}', "v").objects == ()


def test_of_a_long_reply_the_end_is_looked_at() -> None:
    assert objects('{"v": 1}' + " " * 39_992 + '{"v": 2}', "v").objects == ({"v": 2},)
    assert objects('{"v": 1}' + "x" * 39_984 + '{"v": 2}', "v").objects == ({"v": 1}, {"v": 2})


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Final answer: forward\nVerdict: none", "forward"),
        ("Verdict: none\nOverall result: forward", "forward"),
        ("Final verdict: forward\nFinal verdict: none", None),
        ("Final verdict: it depends\nVerdict: none", "none"),
        ("Verdict: forward\nVerdict: either forward or none", None),
        ("Verdict: all is well.\nforward", None),  # a verdict that is none of the menu
        ("Answer: all is well.\nforward", "forward"),
        ("The result rains.\nforward", "forward"),  # a word like any other
        ("Verdict:\n\n  forward", "forward"),
        ("Verdict:", None),
        ("So my verdict is **forward**", "forward"),
        ("Verdict - forward", "forward"),
        ("Verdict → forward, because of the rain", "forward"),
        ("Verdict: forward, but weakly", None),
        ("Verdict: forward because none is told", "forward"),
        ("Verdict: forward, none", None),
        ("**forward**\nbecause it says so", "forward"),
        ("It says so\n(forward)", "forward"),
        ("forward, as it says", "forward"),  # one line that begins with it
        ("forward as it says\nso there", None),
    ],
)
def test_what_labels_and_lines_state(text: str, verdict: str | None) -> None:
    assert stated(text, WAYS) == verdict


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("7", "7"), ("7.0", "7"), ("7.00", "7"), ("Score: 7/10", None), ("Mark: 10", "10"),
        ("1. It is deep.", None), ("7 it is", None), ("7\nIt is deep.", "7"),
    ],
)  # fmt: skip
def test_a_number_before_words_may_be_that_of_a_list(text: str, mark: str | None) -> None:
    assert stated(text, MARKS) == mark


@pytest.mark.parametrize(
    ("around", "against"),
    [
        ("Verdict: forward or none", True),
        ("Final verdict: forward. Verdict: none", False),
        ("Verdict: none. Final verdict: forward", False),
        ("none", False),  # a bare word labels nothing
        ("", False),
    ],
)
def test_labels_around_an_object_count_and_bare_words_do_not(around: str, against: bool) -> None:
    assert contradicted(Found((), around), "forward", WAYS) is against


def test_keys_that_stand_twice_are_none_unless_they_agree() -> None:
    assert objects('{"V": 1, " v": 1}', "v").objects == ({"v": 1},)
    assert objects('{"v": 1, "w": 2, "v": 2}', "v").objects == ({"v": None, "w": 2},)
    assert objects('{"v": NaN}', "v").objects == ({"v": None},)
    assert objects('{"a": [{"v": 1}, {"b": {"v": 2}}], "c": 3}', "v").objects == (
        {"v": 1}, {"v": 2},
    )  # fmt: skip
    assert objects('{"v": {"v": 1}}', "v").objects == ({"v": {"v": 1}},)  # the outer one
    assert objects('"v"', "v").objects == objects("7", "v").objects == ()
    assert objects('{"v": 1} ', "v", 'as {"v": 1}').objects == ({"v": 1},)
    assert objects('so {"v": 1}', "v", 'as {"v": 1}') == Found((), " so  ")
