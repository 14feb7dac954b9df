"""The drawings in a real browser: nothing is fetched, nothing runs, and the keyboard leads."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from prism.display.drawing import to_html, to_svg
from prism.display.view import View
from prism.files.graph import read_graph
from prism.graph import CausalGraph, Unit
from prism.resources import folder

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
if not CHROMIUM:
    pytest.skip("no Chromium on this machine", allow_module_level=True)
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
TEXT = "Rain fell for days. The dam overflowed. The mill stood still. A bird sang."
GRAPH = CausalGraph.of(
    ["Rain fell for days.", "The dam overflowed.", "The mill stood still.", "A bird sang."],
    [(0, 1, "CAUSE"), (1, 2, "RESULT"), (3, 0, "BACKGROUND")],
    text=TEXT,
)
GRAPH = GRAPH.replace(
    units=tuple(
        Unit(u.id, u.text, TEXT.index(u.text), TEXT.index(u.text) + len(u.text))
        for u in GRAPH.units
    )
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        yield started.chromium


@pytest.fixture(scope="module")
def browser(chromium: Any) -> Iterator[Any]:
    running = chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield running
    running.close()


class Watched:
    """A page that remembers what it asked for, what it logged and what popped up."""

    def __init__(self, browser: Any, file: Path, **options: Any) -> None:
        self.page = browser.new_page(**options)
        self.asked: list[str] = []
        self.trouble: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.trouble.append(message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.trouble.append("dialog"), dialog.dismiss()))
        self.page.goto(file.as_uri())
        self.file = file.as_uri()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self) -> str | None:
        return self.page.evaluate("document.activeElement?.dataset?.node ?? null")

    def names(self, selector: str) -> set[str]:
        script = "found => found.map(part => part.dataset.node)"
        return set(self.page.eval_on_selector_all(selector, script))

    def quiet(self) -> None:
        assert self.asked == [self.file]
        assert self.trouble == []


@pytest.fixture(params=["html", "svg"])
def opened(request: pytest.FixtureRequest, browser: Any, tmp_path: Path) -> Iterator[Watched]:
    file = tmp_path / f"graph.{request.param}"
    draw = to_html if request.param == "html" else to_svg
    file.write_text(draw(View(GRAPH)), "utf-8")
    watched = Watched(browser, file)
    yield watched
    watched.quiet()
    watched.page.close()


def test_arrow_keys_follow_the_causal_lines(opened: Watched) -> None:
    opened.page.locator("[data-node=n1].unit").focus()
    trail = [opened.focused()]
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"):
        opened.press(key)
        trail.append(opened.focused())
    assert trail == ["n1", "n2", "n3", "n3", "n2", "n4", "n1"]


def test_tab_visits_the_units_in_text_order(opened: Watched) -> None:
    opened.page.locator("[data-node=n1].unit").focus()
    trail = []
    for _ in range(3):
        opened.press("Tab")
        trail.append(opened.focused())
    assert trail == ["n2", "n3", "n4"]


def test_focus_shows_causes_and_effects_and_escape_clears(opened: Watched) -> None:
    opened.page.locator("[data-node=n2].unit").focus()
    assert opened.names(".unit.upstream") == {"n1"}
    assert opened.names(".unit.downstream") == {"n3"}
    assert opened.names("g.unit.on") == {"n1", "n2", "n3"}
    opened.press("Escape")
    assert opened.names(".on") == set()


def test_the_panel_says_what_the_unit_says(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "graph.html"
    file.write_text(to_html(View(GRAPH)), "utf-8")
    watched = Watched(browser, file)
    page = watched.page
    page.locator("[data-node=n2].unit").focus()
    shown = page.locator("aside article:not([hidden])")
    assert shown.count() == 1
    words = shown.inner_text()
    for part in ("The dam overflowed.", "CAUSE", "Rain fell", "RESULT", "The mill stood still."):
        assert part in words
    assert page.locator("mark.on").inner_text().endswith("The dam overflowed.")
    shown.locator("button").last.click()
    assert watched.focused() == "n3"
    assert not page.locator("g.plain").first.is_visible()
    page.locator("#plain").check()
    assert page.locator("g.plain").first.is_visible()
    watched.quiet()
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_colour_schemes_have_contrast(browser: Any, tmp_path: Path, scheme: str) -> None:
    file = tmp_path / "graph.html"
    file.write_text(to_html(View(GRAPH)), "utf-8")
    watched = Watched(browser, file, color_scheme=scheme)
    script = """() => {
      const rgb = (value) => value.match(/\\d+/g).slice(0, 3).map(Number);
      const light = (value) => {
        const [r, g, b] = rgb(value).map((c) => c / 255)
          .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const style = (name) => getComputedStyle(document.querySelector(name));
      const pairs = [
        [style(".unit .words").fill, style(".unit .box").fill],
        [style(".unit .caption").fill, style(".unit .box").fill],
        [style(".bar").color, style("body").backgroundColor],
      ];
      return pairs.map(([one, other]) => {
        const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05);
      });
    }"""
    ratios = watched.page.evaluate(script)
    assert min(ratios) >= 4.5, ratios
    watched.page.close()


def test_hostile_texts_are_shown_and_not_run(browser: Any, tmp_path: Path) -> None:
    attack = "</script><script>alert(1)</script><img src='http://127.0.0.1:9/x' onerror=alert(2)>"
    graph = CausalGraph.of([attack, "]]>" + attack], [(0, 1, "CAUSE" + attack)], text=attack)
    for name, draw in (("a.html", to_html), ("a.svg", to_svg)):
        file = tmp_path / name
        file.write_text(draw(View(graph), title=attack), "utf-8")
        watched = Watched(browser, file)
        watched.page.locator("[data-node=n1].unit").focus()
        assert watched.page.locator("img").count() == 0
        watched.quiet()
        watched.page.close()


FONTS = {
    "narrow": "DejaVu Sans Condensed",
    "wide": "DejaVu Sans",
    "monospace": "DejaVu Sans Mono",
    "serif": "DejaVu Serif",
}
ALIASES = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <cachedir>{cache}</cachedir>
  <match target="pattern">
    <edit name="family" mode="assign_replace" binding="strong"><string>{family}</string></edit>
  </match>
</fontconfig>
"""


def installed(family: str) -> bool:
    listed = subprocess.run(
        ["fc-list", family, "family"], capture_output=True, text=True, check=False
    )
    return bool(listed.stdout.strip())


@pytest.fixture(scope="module", params=sorted(FONTS))
def in_font(
    request: pytest.FixtureRequest, chromium: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """A browser in which every text has one font, whatever the page asks for."""
    family = FONTS[request.param]
    if not shutil.which("fc-list") or not installed(family):
        pytest.skip(f"the font {family} is not installed")
    folder = tmp_path_factory.mktemp(request.param)
    aliases = folder / "fonts.conf"
    aliases.write_text(ALIASES.format(cache=folder / "cache", family=family), "utf-8")
    environment = {**os.environ, "FONTCONFIG_FILE": str(aliases)}
    running = chromium.launch(executable_path=CHROMIUM, args=FLAGS, env=environment)
    yield running
    running.close()


WORDS = (
    "the river Wimbledon rose quickly after heavy MMMM rain and extraordinarily so illicit".split()
)


def test_sixty_units_fit_their_boxes_in_any_font(in_font: Any, tmp_path: Path) -> None:
    texts = [
        " ".join(WORDS[(i * 7 + j) % len(WORDS)] for j in range(3 + i % 14)) for i in range(60)
    ]
    links = [(i, i + 1 + (i * 5) % 7, "CAUSE") for i in range(50)]
    file = tmp_path / "graph.svg"
    file.write_text(to_svg(View(CausalGraph.of(texts, links))), "utf-8")
    watched = Watched(in_font, file)
    script = """units => units.map(unit => {
      const box = unit.querySelector(".box").getBBox();
      const seen = [...unit.querySelectorAll("text")]
        .filter((line) => getComputedStyle(line).display !== "none");
      return seen.length > 0 && seen.every((line) => {
        const text = line.getBBox();
        return text.x >= box.x && text.x + text.width <= box.x + box.width &&
          text.y >= box.y && text.y + text.height <= box.y + box.height;
      });
    })"""
    for far in ("true", "false"):
        watched.page.evaluate(f"document.querySelector('svg').classList.toggle('far', {far})")
        fits = watched.page.eval_on_selector_all(".unit", script)
        assert len(fits) == 60
        assert all(fits), far
    watched.quiet()
    watched.page.close()


def test_the_page_does_not_scroll_sideways_in_any_font(in_font: Any, tmp_path: Path) -> None:
    file = tmp_path / "graph.html"
    file.write_text(to_html(View(sixty())), "utf-8")
    for width in (1280, 400):
        watched = Watched(in_font, file, viewport={"width": width, "height": 800})
        wide = watched.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
        watched.quiet()
        watched.page.close()


IN_SIGHT = """parts => {
  const frame = document.querySelector("svg.graph").getBoundingClientRect();
  return parts.every(part => {
    const box = part.getBoundingClientRect();
    return box.left >= frame.left - 1 && box.right <= frame.right + 1 &&
      box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  });
}"""


def sixty() -> CausalGraph:
    texts = [f"The {place}th lock of the canal stood open in the rain." for place in range(60)]
    links = [(i, i + 1 + (i * 5) % 7, "CAUSE") for i in range(0, 44, 2)]
    others = [(i, (i * 17) % 60, "CONTRAST") for i in range(40)]
    return CausalGraph.of(texts, [*links, *others])


@pytest.mark.parametrize("form", ["html", "svg"])
@pytest.mark.parametrize("width", [1280, 600])
def test_sixty_units_open_fitted_and_are_readable_where_they_are_looked_at(
    browser: Any, tmp_path: Path, form: str, width: int
) -> None:
    """All units are in sight at first; one in focus has letters of more than seven pixels."""
    file = tmp_path / f"graph.{form}"
    file.write_text((to_html if form == "html" else to_svg)(View(sixty())), "utf-8")
    size = {"width": width, "height": 800}
    watched = Watched(browser, file, viewport=size, reduced_motion="reduce")
    page = watched.page
    assert page.eval_on_selector_all(".unit .box", IN_SIGHT)
    if form == "html":
        assert page.locator("g.plain").first.is_hidden()
    page.locator("[data-node=n1].unit").focus()
    for key in ("ArrowRight", "ArrowDown", "End", "ArrowUp"):
        watched.press(key)
        name = watched.focused()
        assert page.eval_on_selector_all(f"[data-node={name}].unit .box", IN_SIGHT)
        assert page.evaluate("13 * document.querySelector('svg.graph').getScreenCTM().a") >= 7.7
        covered = """name => {
          const box = document.querySelector(`[data-node=${name}].unit`).getBoundingClientRect();
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
          return document.elementFromPoint(x, y).closest(".unit")?.dataset.node !== name;
        }"""
        assert not page.evaluate(covered, name)
    watched.press("Escape")
    assert page.eval_on_selector_all(".unit .box", IN_SIGHT)
    watched.quiet()
    page.close()


def test_the_view_follows_the_window_the_wheel_and_the_keys(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "graph.html"
    file.write_text(to_html(View(sixty())), "utf-8")
    watched = Watched(browser, file, reduced_motion="reduce")
    page = watched.page
    page.set_viewport_size({"width": 700, "height": 500})
    assert page.eval_on_selector_all(".unit .box", IN_SIGHT)

    def scale() -> float:
        return page.evaluate("document.querySelector('svg.graph').getScreenCTM().a")

    fitted = scale()
    watched.press("+", "+")
    assert scale() == pytest.approx(fitted * 1.25**2, rel=1e-3)
    watched.press("-")
    assert scale() == pytest.approx(fitted * 1.25, rel=1e-3)
    watched.press("0")
    assert scale() == pytest.approx(fitted, rel=1e-3)
    page.mouse.move(350, 300)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_function(
        f"document.querySelector('svg.graph').getScreenCTM().a > {2 * fitted}", timeout=5000
    )
    watched.quiet()
    page.close()


def test_every_reference_graph_can_be_walked(browser: Any, tmp_path: Path) -> None:
    """From each unit the right arrow leads to an effect, if there is another one."""
    for name in ("diamond", "three-cycle", "butterfly", "self-loop"):
        value = json.loads((folder("graphs") / f"{name}.json").read_text("utf-8"))
        graph = read_graph(value, name)
        file = tmp_path / f"{name}.svg"
        file.write_text(to_svg(View(graph)), "utf-8")
        watched = Watched(browser, file)
        for number, unit in enumerate(graph.units, 1):
            watched.page.locator(f"[data-node=n{number}].unit").focus()
            watched.press("ArrowRight")
            effects = set(graph.reach.succ[unit.id]) - {unit.id}
            reached = graph.units[int(str(watched.focused())[1:]) - 1].id
            assert reached in (effects or {unit.id})
        watched.page.close()


def test_printing_gives_a_page(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "graph.html"
    file.write_text(to_html(View(GRAPH)), "utf-8")
    watched = Watched(browser, file)
    watched.page.emulate_media(media="print")
    assert not watched.page.locator(".bar").is_visible()
    assert watched.page.pdf().startswith(b"%PDF")
    sizes = [watched.page.locator(part).bounding_box() for part in ("header", ".canvas", "section")]
    assert all(above["y"] + above["height"] <= below["y"] + 1 for above, below in pairwise(sizes))
    watched.page.close()
