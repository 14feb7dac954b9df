r"""Which option a free-text answer gives, or why it gives none. Never a guess.

The text is brought to a plain form in which every mention of an option stands as ``⟦i⟧`` (a
letter) or ``⟦ti⟧`` (the option's own words); then three kinds of statement are looked
for, the strongest first, and of several of one kind the last counts:

1. *stated*: "the answer is (C)", "so D.", "only C remains", ``\boxed{}``, JSON, ``<answer>``;
2. *bare*: a sentence that holds mentions and words that say nothing, or a letter that leads;
3. *text*: an option's own words.

Several options in one statement, or a letter with another option's words, are ambiguous. A digit
names an option only where it is known from which one digits count: options are shown with letters,
files count them from 0 and people from 1.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["Extracted", "Unextracted", "extract", "letter"]

Unextracted = Literal["ambiguous", "refused", "empty", "no_answer"]

_NUMBERS: Final = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)  # fmt: skip
_ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip
_BARE_WORDS: Final = frozenset({"yes", "no", "true", "false"})
_FILLER: Final = frozenset({
    "it", "its", "is", "be", "could", "can", "would", "may", "might", "either", "or", "and",
    "both", "are", "correct", "option", "options", "i", "id", "think", "say", "the", "answer",
    "answers", "choice", "my", "of", "them", "all", "possible", "final", "best", "right",
    "one", "s", "d", "definitely", "probably", "likely", "most", "here", "sure", "go", "with",
    "pick",
})  # fmt: skip
_NO_TITLE: Final = frozenset({
    "so", "therefore", "thus", "hence", "then", "not", "answer", "option", "choice", "either",
    "both", "neither", "definitely", "only", "and", "or", "but", "consider", "final", "unlike",
    "choose", "select", "pick", "probably", "surely", "clearly", "certainly", "likely",
})  # fmt: skip
_AFTER_A: Final = (
    r"(?:is|are|was|looks?|seems?|holds?|fits?|would|could|can|cannot|and|or|as|rather|remains?|"
    r"says?|needs?|ignores?|fails?|first|because|since|but|has|then|follows?|wins?|rests|over)\b"
)
_NOUN: Final = r"(?:options?|choices?|alternatives?|answers?)"
_NEAR: Final = 40  # characters around a letter that decide whether it names an option
_M: Final = r"⟦(?:t?\d+|x)⟧"
# Blanks are single by then and repetitions bounded, so that matching stays linear.
_JOIN: Final = (
    r"\s*(?:(?:,|/|&|;|\band\b|\bor\b|\bthe\b|\boption\b|\bmaybe\b|\banswer\b:?)\s*){0,4}"
)
_GROUP: Final = rf"(?P<group>{_M}(?:(?:{_JOIN}){_M}){{0,26}})"
_LEAD: Final = r"(?:⟦-⟧\s*,?\s*(?:but|and|it is)?\s*){0,3}(?:the\s+)?(?:option\s+|choice\s+)?"
# What begins a reason: after it a letter still names the option that was chosen.
_WHY: Final = (
    r"(?:(?:because|since|due\s+to|given)\b|"
    r"(?:as|for)\s+(?:⟦t|(?:the|an?|it|its|this|that|there|they|we|only)\b))"
)
_END: Final = rf"(?=\s*(?:[.,;:!?)\n]|$|{_WHY}))"
_HEDGE: Final = (
    r"(?:(?:it|this|that)(?:['’]s|\s+is)|(?:it\s+)?must\s+be|it\s+(?:has\s+to|would|should)\s+be|"
    r"probably|definitely|clearly|certainly|surely|most\s+likely|likely)"
)

_THOUGHT: Final = re.compile(r"<think>(.*?)(?:</think>|\Z)", re.DOTALL | re.IGNORECASE)
_STATED: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:\b(?:answer|ans|choice|option|verdict|solution|conclusion|response|selected|selection)\b"
        rf"\.?|答案)(?:\s+here)?\s*"
        rf"(?:(?:is|was|would\s+be|must\s+be|should\s+be|has\s+to\s+be)\b|[:=—–-]|\n)"
        rf"[\s:—–-]*(?:that\s+)?(?:most\s+likely\s+|probably\s+)?{_LEAD}{_GROUP}",
        rf"\b(?:therefore|thus|i)\s+answer\s+{_LEAD}{_GROUP}",
        rf"\b(?:i|we)(?:['’](?:d|ll))?\s+(?:(?:now|therefore|would|will|must|have\s+to)\s+){{0,4}}"
        rf"(?:choose|chose|pick|select|think|believe|guess|reckon|suppose|feel|say|go\s+(?:with|for)|"
        rf"opt\s+for|settle\s+on|went\s+with|lean\s+towards?)\s+(?:that\s+)?"
        rf"(?:it(?:['’]s|\s+is|\s+must\s+be)\s+)?{_LEAD}(?:answer\s+)?{_GROUP}{_END}",
        rf"\b(?:i|we)(?:['’]m|['’]re|\s+am|\s+are)\s+(?:going\s+(?:with|for)|choosing|picking)\s+"
        rf"{_LEAD}{_GROUP}{_END}",
        rf"\b(?:seems|looks)\s+(?:to\s+be\s+|like\s+)?{_LEAD}{_GROUP}(?:\s+to\s+me)?{_END}",
        rf"\bmy\s+(?:\w+\s+)?(?:guess|pick|bet|vote)(?:\s+(?:is|would\s+be)|:)\s+{_LEAD}{_GROUP}{_END}",
        rf"{_GROUP}\s+(?:is|would\s+be)\s+my\s+(?:\w+\s+)?(?:guess|pick|bet|vote|choice|answer)\b",
        rf"\b(?:i|we)(?:['’](?:d|ll))?\s+(?:(?:therefore|would|will)\s+)?"
        rf"(?:choose|pick|select|go\s+with|opt\s+for)\s+{_LEAD}{_GROUP}",
        rf"\b(?:so|therefore|thus|hence|consequently)\b[\s,:]*(?:it(?:['’]s|\s+is)\s+)?(?:only\s+)?"
        rf"{_LEAD}{_GROUP}{_END}",
        rf"\b(?:leaves|leaving|(?:must|has\s+to|have\s+to|can\s+only)\s+be)\s+(?:only\s+)?"
        rf"{_LEAD}{_GROUP}",
        rf"{_GROUP}\s+(?:is|must\s+be|are|remains|has\s+to\s+be)\s+(?:the\s+)?(?:only\s+|most\s+)?"
        rf"(?:correct|right|best|likely|answer|choice|one\s+left|true)\b",
        rf"{_GROUP}\s+(?:holds|remains|is\s+left|wins|fits\s+best)\b",
        rf"\b(?:think|believe|sure|confident|certain|clear)\s+that\s+{_GROUP}\s+"
        rf"(?:follows|is\s+what\s+follows)\b",
        rf"{_GROUP}\s+(?:is|seems|appears|looks)\s+(?:to\s+be\s+)?(?:the\s+)?most\s+\w+",
        rf"\b(?:most|best|correct|right)\s+(?:\w+\s+){{0,2}}(?:is|would\s+be)\s+{_LEAD}{_GROUP}{_END}",
        rf"\bsupports\s+{_LEAD}{_GROUP}{_END}",
        rf"\b(?:no|wait|actually|rather)[\s,.;:—–-]+(?:{_HEDGE}\s+)?{_LEAD}{_GROUP}{_END}",
        rf"(?:\A|\n)\s*(?:choose|select|pick)\s+{_LEAD}{_GROUP}{_END}",
        rf"[^\W⟧][,;:]\s+{_LEAD}{_GROUP}[.!]?\s*\Z",
    )
)
_EXCLUDED: Final = re.compile(
    rf"(?:\b(?:not|neither|nor|never|rather\s+than|unlike|instead\s+of|excluding|except)|n['’]t)\s+"
    rf"(?:be\s+|the\s+)?(?:{_NOUN}\s+)?{_M}",
    re.IGNORECASE,
)
_REFUSAL: Final = re.compile(
    r"\b(?:can(?:no|['’])t|cannot|can\s+not|unable\s+to|not\s+able\s+to|won['’]t|will\s+not|"
    r"must\s+decline|decline\s+to|refuse\s+to)\s+(?:\w+\s+)?"
    r"(?:help|assist|answer|give|provide|choose|pick|respond|comply|select|engage|to)\b"
    r"|\bmust\s+decline\b|\bas\s+an?\s+(?:ai\s+)?(?:language\s+)?model\b[^.]{0,200}\b(?:unable|cannot|can['’]t)"
    r"|\bagainst\s+my\s+(?:guidelines|policy|policies|principles)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Extracted:
    """The option an answer gives: its ``index`` from 0, or the ``reason`` why it has none.

    ``words`` is the statement it was read from, in plain form.
    """

    index: int | None
    reason: Unextracted | None = None
    words: str = ""


def letter(index: int) -> str:
    """Return the letter of option ``index``.

    >>> letter(0), letter(25)
    ('A', 'Z')
    """
    return chr(ord("A") + index)


def extract(text: str, options: Sequence[str], digits: int | None = None) -> Extracted:
    """Return which of ``options`` the answer ``text`` gives.

    Linear in the text and in the number of options.

    Parameters
    ----------
    digits
        The digit of the first option, where answers may be digits; None reads letters alone.

    >>> extract("A looks tempting, but the answer is (C).", ["x", "y", "z"]).index
    2
    >>> extract("Either A or B.", ["x", "y", "z"]).reason
    'ambiguous'
    >>> extract("1", ["x", "y", "z"]).reason, extract("1", ["x", "y", "z"], digits=0).index
    ('no_answer', 1)
    """
    plain = _plain(text)
    if not plain.strip():
        thought = _THOUGHT.search(text)
        return Extracted(None, "no_answer" if thought and thought[1].strip() else "empty")
    words = [_plain(option).strip() for option in options]
    marked = _EXCLUDED.sub("⟦-⟧", _mark(_structured(plain), words, digits))
    for find in (_stated, _bare):
        if (found := find(marked)) is not None:
            return found
    if _REFUSAL.search(plain):
        return Extracted(None, "refused")
    return _worded(marked) or Extracted(None, "no_answer")


def _plain(text: str) -> str:
    """Return ``text`` without invisible characters, thoughts, struck words and markup."""
    text = unicodedata.normalize("NFKC", text).replace("⟦", "[").replace("⟧", "]")
    text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    text = _THOUGHT.sub("", re.sub(r"~~.*?~~", "", text))
    text = re.sub(r"[*_`#>|\"“”«»✅✓✔]+", _markup, text)
    return re.sub(r" ?\n[ \n]*", "\n", re.sub(r"[^\S\n]+", " ", text))


def _markup(match: re.Match[str]) -> str:
    return '"' if '"' in match[0] else ">" if match[0] == ">" else " "


def _structured(plain: str) -> str:
    r"""Bring JSON, ``<answer>`` and ``\boxed{}`` to the form ``answer: …``."""
    keyed = re.findall(
        r"[\"']?\banswer[\"']\s*:\s*(\[[^\]]*\]?|\"[^\"]*\"?|'[^']*'?|[\w.]+)", plain, re.IGNORECASE
    )
    if keyed and re.search(r"[{,\s][\"']", plain):
        return "answer: " + re.sub(r"[^\w\s,.()-]", " ", keyed[-1]).strip()
    plain = re.sub(r"</?\s*answer\s*>", lambda m: "\n" if "/" in m[0] else "answer: ", plain)
    plain = re.sub(r"\\(?:text|mathbf|mathrm)\s*\{([^{}]*)\}", r"\1", plain)
    boxed = re.sub(r"\\boxed\s*\{([^{}]*)\}?", r"answer: \1", plain).replace("$", " ")
    return boxed.replace('"', " ").replace(">", " ")


def _mark(text: str, options: Sequence[str], digits: int | None) -> str:
    """Put a mark in the place of every mention of an option."""
    size = len(options)
    for place in sorted(range(size), key=lambda i: -len(options[i])):
        text = _mark_words(text, options[place].strip(" .!?,;:"), f"⟦t{place}⟧")
    for pattern, read in _numbered(size, digits):
        text = pattern.sub(read, text)
    return _mark_letters(text, size)


def _mark_words(text: str, words: str, mark: str) -> str:
    if not words:
        return text
    body = r"\s+".join(map(re.escape, words.split()))
    if words.lower() in _BARE_WORDS:
        # Such words also mean other things: they count where they stand alone in their clause.
        before = r"(^|[:,.;!?(\n]\s*|\b(?:is|and|or|are)\s+)"
        after = r"(?=\s*(?:[,.;:!?)\n]|$|(?:and|or)\s+(?:yes|no|true|false)\b))"
        pattern = re.compile(f"{before}{body}{after}", re.IGNORECASE | re.MULTILINE)
        return pattern.sub(lambda m: f"{m[1]}{mark}" if _alone(m, text) else m[0], text)
    edge = r"(?!\w)" if words[-1].isalnum() else ""
    return re.sub(rf"(?<![\w⟦]){body}{edge}(?!⟧)", mark, text, flags=re.IGNORECASE)


def _alone(match: re.Match[str], text: str) -> bool:
    """Whether a yes or no after *and* or *or* continues a list of such words."""
    if match[1].strip().lower() not in ("and", "or"):
        return True
    return bool(re.search(r"(?:⟦t\d+⟧|\b(?:yes|no|true|false))\s*$", _before(text, match), re.I))


def _before(text: str, match: re.Match[str]) -> str:
    return text[max(0, match.start() - _NEAR) : match.start()]


def _numbered(
    size: int, digits: int | None
) -> list[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]]:
    def mark(index: int) -> str:
        return f"⟦{index}⟧" if 0 <= index < size else "⟦x⟧"

    def number_of(word: str) -> str:
        """Return the mark of a number: words count from one, digits only as the file says."""
        if not word.isdigit():
            return mark(_NUMBERS.index(word.lower()))
        return mark(-1 if digits is None else int(word) - digits)

    ordinal = "|".join((*_ORDINALS, "last"))
    number = rf"\d+|{'|'.join(_NUMBERS)}"

    def of_ordinal(match: re.Match[str]) -> str:
        word = match[1].lower()
        return mark(size - 1 if word == "last" else _ORDINALS.index(word))

    return [
        (
            re.compile(
                rf"\b({ordinal})\b(?:\s+(?:option|choice|answer|one|alternative)\b"
                rf"|(?=\s+(?:or|and)\s+(?:the\s+)?(?:{ordinal})\s+(?:option|choice|one)))",
                re.IGNORECASE,
            ),
            of_ordinal,
        ),
        (
            re.compile(rf"\b(?:option|number|choice|alternative)\s+#?({number})\b", re.IGNORECASE),
            lambda m: number_of(m[1]),
        ),
        (
            re.compile(
                r"((?:\banswer\b\s*(?:is\b)?|答案)[\s:—–-]*)\(?(\d+)\)?(?=[\s.,;!]|$)", re.I
            ),
            lambda m: m[1] + number_of(m[2]),
        ),
        (re.compile(r"\A\s*\(?(\d+)\)?\s*[.)]?\s*\Z"), lambda m: number_of(m[1])),
    ]


def _mark_letters(text: str, size: int) -> str:
    def mark(char: str) -> str:
        index = ord(char.upper()) - ord("A")
        return f"⟦{index}⟧" if 0 <= index < size else "⟦x⟧"

    def capital(match: re.Match[str]) -> str:
        before = re.search(r"([^\W\d_]+)(\.?)\s+$", _before(text, match))
        after = text[match.end() : match.end() + _NEAR]
        title = before is not None and before[1][0].isupper() and not before[2]
        abbreviation = before is not None and before[1].lower() in ("dr", "mr", "mrs", "prof", "st")
        if abbreviation or (
            before is not None
            and title
            and before[1].lower() not in _NO_TITLE
            and "\n" not in before[0]
        ):
            return match[0]
        if match[0] == "A" and re.match(r"\s+[^\W\d_]", after):
            return mark("A") if re.match(rf"\s+{_AFTER_A}", after) else match[0]
        if match[0] == "I" and re.match(r"(?:['’]|\s+\w)", after):
            return match[0]
        return mark(match[0])

    whole = re.fullmatch(r"\W*([A-Za-z])\W*", text)
    if whole:
        return mark(whole[1])
    run = re.fullmatch(r"\W*([A-Z]{2,26})\W*", text)
    if run and len(set(run[1])) == len(run[1]) and max(run[1]) < chr(ord("A") + size):
        return " ".join(map(mark, run[1]))
    text = re.sub(r"[(\[]\s*([A-Za-z])\s*[)\]]", lambda m: mark(m[1]), text)
    text = re.sub(rf"(?m)^(\s*)([a-z])(?=[).:]\s|\s+{_WHY})", lambda m: m[1] + mark(m[2]), text)
    text = re.sub(
        r"(\b(?:option|choice|alternative)s?\s+)([A-Za-z])\b",
        lambda m: m[1] + mark(m[2]),
        text,
        flags=re.I,
    )
    text = re.sub(
        r"((?:\b(?:answer|is|it['’]s|be|think|believe|guess|choose|pick)|:)\s*[:—–-]?\s*)"
        rf"\b([a-z])(?=\s*(?:[.!,;)]|$|{_WHY}))",
        lambda m: m[1] + mark(m[2]),
        text,
        flags=re.I | re.M,
    )
    return re.sub(r"(?<![\w⟦'’])[A-Z](?![\w⟧'’])", capital, text)


def _stated(marked: str) -> Extracted | None:
    """Return what the last explicit statement gives, or None without one."""
    found = [match for pattern in _STATED for match in pattern.finditer(marked)]
    if not found:
        return None
    last = max(found, key=lambda match: (match.start("group"), match.end("group")))
    after = re.match(r"[\s:;,.(—–-]*(?:i\.?\s*e\.?[\s,]*)?⟦t(\d+)⟧", marked[last.end("group") :])
    return _settle(last["group"], after[1] if after else None)


def _bare(marked: str) -> Extracted | None:
    """Return what the last sentence without further content gives, or the mention that leads."""
    sentences = [s for s in re.split(r"[.!?]+(?:\s|$)|\n", marked) if re.search(r"\w", s)]
    bare = [s for s in sentences if re.search(_M, s) and not _content(s)]
    if bare:
        last = bare[-1]
        following = sentences.index(last) + 1
        after = None
        if following < len(sentences) and not re.search(r"⟦t", last):
            after = re.match(r"\s*⟦t(\d+)⟧", sentences[following])
        return _settle(last, after[1] if after else None)
    lead = re.compile(
        rf"\s*(?:sure\W+)?(?:{_HEDGE}\s+)?(?P<group>{_M})\s*(?:[.:;,)—–-]|{_WHY})", re.IGNORECASE
    )
    first = lead.match(marked)
    if first is None:
        return None
    reasons = [found for s in sentences if (found := lead.match(s)) and re.search(_WHY, s)]
    return _settle(" ".join([first["group"], *(found["group"] for found in reasons)]), None)


def _content(sentence: str) -> list[str]:
    words = re.findall(r"[^\W\d_]+", re.sub(r"⟦[^⟧]*⟧", " ", sentence).replace("’", "'"))
    return [word for word in words if word.lower() not in _FILLER]


def _worded(marked: str) -> Extracted | None:
    """Return what the last sentence with an option's own words gives, unless it discusses one."""
    for sentence in reversed(re.split(r"[.!?]+(?:\s|$)|\n", marked)):
        if re.search(r"⟦t\d", sentence) and not re.search(r"⟦\d", sentence):
            return _settle(sentence, None)
    return None


def _settle(statement: str, words: str | None) -> Extracted:
    marks = re.findall(r"⟦t?(\d+|x)⟧", statement)
    named = set(marks) | ({words} if words is not None else set())
    if len(named) > 1:
        return Extracted(None, "ambiguous", statement)
    if named == {"x"}:
        return Extracted(None, "no_answer", statement)
    return Extracted(int(marks[0]), None, statement)
