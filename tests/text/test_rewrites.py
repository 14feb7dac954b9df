"""A reply is cut into its versions of the story, and what it is instead is said."""

from prism.text.rewrites import read_rewrites

STORY = "The frost burst the pipe. The cellar was flooded."
NEW = "The pipe held in the frost. The cellar stayed dry."


def test_preamble_headings_and_closing_words_are_set_aside() -> None:
    reply = f"Sure! Here is the rewritten text:\n\n**Revised**\n\n{NEW}\n\nLet me know if it helps."
    form, [version] = read_rewrites(reply, STORY)
    assert (form, version.text) == ("rewrite", NEW)
    assert reply[version.start : version.end] == NEW


def test_every_alternative_is_a_version() -> None:
    form, found = read_rewrites(f"Option 1\n{NEW}\n\nOption 2\n{NEW} All slept.", STORY)
    assert form == "rewrite"
    assert [version.text for version in found] == [NEW, f"{NEW} All slept."]


def test_what_is_no_rewrite_is_named() -> None:
    assert read_rewrites("  \n", STORY) == ("empty", ())
    assert read_rewrites("I'm sorry, I cannot do that.", STORY) == ("refused", ())
    assert read_rewrites(STORY, STORY)[0] == "unchanged"
    told = "The pipe would have held. The cellar would have stayed dry."
    assert read_rewrites(told, STORY)[0] == "explained"
    assert read_rewrites(NEW, STORY)[0] == "rewrite"
