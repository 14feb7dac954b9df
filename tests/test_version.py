"""The version stands in one place, and everything that repeats it agrees."""

import re
import tomllib
from pathlib import Path

import prism

TOP = Path(__file__).parents[1]
HEADINGS = re.findall(r"^## (.+)$", (TOP / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
RELEASES = [heading for heading in HEADINGS if heading != "Unreleased"]


def test_the_package_takes_its_version_from_the_code() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert "version" not in project["project"]
    assert project["tool"]["hatch"]["version"] == {"path": "prism/__init__.py"}


def test_the_changelog_begins_with_what_is_next_or_with_this_version() -> None:
    assert "Unreleased" not in HEADINGS[1:]
    assert RELEASES[0].split()[0] == prism.__version__


def test_releases_are_dated_and_go_down() -> None:
    for release in RELEASES:
        assert re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)", release), release
    numbers = [tuple(map(int, release.split()[0].split("."))) for release in RELEASES]
    assert numbers == sorted(set(numbers), reverse=True)


def test_the_citation_names_this_version() -> None:
    citation = (TOP / "CITATION.cff").read_text("utf-8")
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [prism.__version__]
    keys = set(re.findall(r"^([a-z-]+):", citation, re.MULTILINE))
    assert keys >= {"cff-version", "message", "title", "authors"}  # what CFF 1.2.0 requires


def test_the_readme_links_the_changelog() -> None:
    assert "](CHANGELOG.md)" in (TOP / "README.md").read_text("utf-8")


def test_numbers_that_change_stand_in_the_changelog() -> None:
    text = (TOP / "CHANGELOG.md").read_text("utf-8")
    section = text.split(f"\n## {RELEASES[0]}\n")[1].split("\n## ")[0]
    assert "Numbers that change" in section
