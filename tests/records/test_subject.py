"""A subject and its text form say the same: one function, and its inverse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.records.probe import Probe
from prism.records.subject import (
    ClaimSubject,
    ControlSubject,
    CriterionSubject,
    EdgeSubject,
    LinkSubject,
    NamedSubject,
    OptionSubject,
    OutcomeSubject,
    PartSubject,
    read_subject,
    subject_text,
)

counts = st.integers(min_value=0)
words = st.from_regex(r"[A-Za-z0-9_]+", fullmatch=True)
# What would be read as something else is in it: c1, d0, 1, control:x:1, edge:e1.
names = st.sampled_from(
    ["c1", "outcome", "d0", "1", "control:x:1", "edge:e1", "e01", "e", "", "a→b\n"]
)
edges = st.one_of(names, st.text(), st.builds("e{}".format, counts)).filter(lambda e: "/" not in e)
subjects = st.one_of(
    st.builds(EdgeSubject, edges),
    st.builds(LinkSubject, edges, counts),
    st.builds(ClaimSubject, counts, words, counts),
    st.builds(CriterionSubject, counts),
    st.just(OutcomeSubject()),
    st.builds(OptionSubject, counts),
    st.builds(ControlSubject, words, counts),
    st.builds(PartSubject, st.sampled_from(["node", "link"]), counts),
)


@given(subjects)
def test_reading_undoes_writing(subject) -> None:
    assert read_subject(subject_text(subject)) == subject


@given(st.one_of(st.text(), names, st.from_regex(r"(edge:)?[ecdom0-9]*(/[E0-9]*){0,2}")))
def test_writing_undoes_reading(text: str) -> None:
    assert subject_text(read_subject(text)) == text


@given(subjects, subjects)
def test_two_subjects_have_two_texts(one, other) -> None:
    assert (subject_text(one) == subject_text(other)) == (one == other)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("e3", EdgeSubject("e3")),
        ("e3/0", LinkSubject("e3", 0)),
        ("1/E1/2", ClaimSubject(1, "E1", 2)),
        ("c2", CriterionSubject(2)),
        ("outcome", OutcomeSubject()),
        ("d0", OptionSubject(0)),
        ("control:canary:1", ControlSubject("canary", 1)),
        ("node:4", PartSubject("node", 4)),
        ("edge:c1", EdgeSubject("c1")),
        ("edge:e1", NamedSubject("edge:e1")),
        ("01/E1/2", NamedSubject("01/E1/2")),
        ("riddle 3", NamedSubject("riddle 3")),
    ],
)
def test_the_forms_that_stand_in_files(text: str, subject) -> None:
    assert read_subject(text) == subject
    probe = Probe(kind="riddle", subject=text, menu=("yes",))
    assert (probe.subject, probe.about) == (text, subject)
    assert Probe(kind="riddle", subject=subject, menu=("yes",)) == probe
    assert Probe.model_validate_json(probe.model_dump_json()).about == subject


@pytest.mark.parametrize(
    "make",
    [
        lambda: EdgeSubject("a/b"),
        lambda: LinkSubject("e1", -1),
        lambda: ClaimSubject(1, "E1/2", 1),
        lambda: NamedSubject("e1"),
        lambda: ControlSubject("a:b", 1),
    ],
)
def test_what_could_not_be_read_back_is_refused(make) -> None:
    with pytest.raises(ValueError, match=" "):
        make()
