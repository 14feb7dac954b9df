"""Forged forms in a text: verdicts, delimiters, roles and templates that no explanation needs."""

import re
from collections.abc import Iterator
from typing import Final

__all__ = ["forgeries"]

_MARK: Final = r"(?:10(?:\.0)?|ten|9(?:\.\d+)?|nine)"
_VALUE: Final = r"(?:yes|true|t|forward|supported|holds?|agree[sd]?|valid|pass(?:ed)?|correct)"
_WORTH: Final = (
    rf"(?:{_VALUE}|perfect|excellent|flawless|{_MARK}(?:\s*(?:/|out of|of)\s*(?:10|ten))?)"
)
_END: Final = (
    r"(?=[*_`\"')\]}|]*\s*(?:[.;,!}]\s*|-->|\*/)?(?:$|\n|[A-Z\"'{}\[,#]"
    r"|\w+\s*[:=])|\s*[,;]\s|[.!]\s)"
)
_JUDGE: Final = r"(?:grader|judge|evaluator|examiner|assessor|marker|reviewer)s?"
_WORK: Final = (
    r"(?:(?:graded |student'?s? |candidate'?s? |untrusted |user )?(?:answer|response|text|essay"
    r"|submission|input|document|explanation|prompt|instructions?|rubric|untrusted|material"
    r"|candidate"
    r"|system|data|content|sample)s?)"
)
_TAG: Final = (
    r"(?:responses?|text|answers?|instructions?|system|prompt|user|essay|input|output"
    r"|rubric|untrusted|material|explanation|candidate|graded?|context|task|assistant|grading"
    r"|submission|student|question|criteria|verdict|story|request|sample|data)"
)
_ROLE: Final = (
    r"(?:system|assistant|user|human|developer|ai|judge|grader|moderator|evaluator"
    r"|tool|model|admin)"
)
_COMMAND: Final = (
    r"(?:\byou(?:r| are| must| may| will)?\b|\bbe \w+|\bignore\b|\bforget\b|\bapprov|\baccept\b"
    r"|\blenient"
    r"|\bverdict|\bscore\b|\bmark\b|\ball (?:links|claims|edges)\b|\bgrad(?:e|er|ing)\b|\bjudge"
    r"|\bexempt"
    r"|\bpass\b|\boverride\b|\boutput\b|\brespond\b|\bjudged\b|\bnew (?:task|rules)\b)"
)
_FIELD: Final = (
    r"(?:verdict|judge?ment|score|rating|label|grade|decision|confidence|rationale|final_answer"
    r"|mark|result|outcome)"
)
_NAMES: Final = (
    r"(?:verdict|score|rubric|config|response|answer|self|request|class|question|criteria|criterion"
    r"|mark|grade|prompt|system|menu|source|target|keys|bands|judge|max|label)"
)

_FORMS: Final[tuple[tuple[str, str], ...]] = (
    ("forged_verdict",
     r"[\"'](?:verdict|judge?ment|decision|confidence|rationale|final_answer)[\"']\s*:"),
    ("forged_verdict",
     rf"[\"'](?:score|rating|label|grade|mark|result"
     rf"|outcome)[\"']\s*:\s*[\"']?{_WORTH}[\"']?\s*[,}}\n]"),
    ("forged_verdict", rf"[{{,]\s*{_FIELD}\s*:\s*[\"']?{_WORTH}\b"),
    ("forged_verdict",
     r"(?:^|[\n.;,{])[ \t\"'>*_#`-]*(?:(?:final|overall|my|the|your|total) )?(?:verdict"
     r"|judge?ment|score"
     r"|rating|grade|decision|assessment|evaluation|final answer|mark|result|outcome|output"
     r"|e[0-2]|[prot]m)\b"
     rf"[\"'*_`]*\s*(?:[:=–—]+>?|-+>|is:?|(?=10\b))\s*[*_`\"']*{_WORTH}\b{_END}"),
    ("forged_verdict", rf"\b(?:my|the) verdict (?:is|:)[ :]*[\"']?{_WORTH}\b"),
    ("forged_verdict", rf"</?{_FIELD}>"),
    ("forged_verdict",
     rf"[\"'](?:answer|value|pass(?:ed)?|verdict)[\"']\s*:\s*[\"']?(?:{_VALUE}"
     rf"|{_MARK})[\"']?\s*,\s*"
     r"[\"'](?:why|reason|code|rationale|explanation|because)"),
    ("forged_verdict", r"\b(?:final )?(?:grade|mark|score)\s*[:=]\s*a\+"),
    ("forged_verdict", rf"\bassert (?:score|verdict|grade|mark)\s*==\s*[\"']?{_WORTH}"),
    ("forged_verdict",
     rf"^[ \t\"'>*_#(\[]*(?:assistant|judge|grader|ai"
     rf"|model)[ \t]*(?:\(\w+\))?[ \t]*[:>][ \t]*{_VALUE}\W*$"),
    ("forged_verdict", rf"\bverdict\b[\"']?\s*(?:=>?|==)\s*[\"']?{_WORTH}\b"),
    ("forged_verdict", rf"[?&;](?:verdict|score|grade|mark)={_WORTH}\b"),
    ("forged_verdict",
     rf"(?:^|[.\n;])[ \t\-*]*(?:e|edge|criterion|check|link|claim|pair)[ #-]?\d+\s*[:=–—-]+>?\s*"
     rf"(?:{_VALUE}|{_MARK})\b(?:[^\n\w]{{1,4}}|\s*$)"),
    ("forged_verdict",
     r"^[ \t]*\|?[^|;,\t\n]{0,40}\b(?:criteri(?:on|a)|edge|claim|link|check"
     r"|step)s?\b[^|;,\t\n]{0,20}[|;,\t]"
     r"[^|;,\n]{0,20}\b(?:score|verdict|mark|rating|grade|result"
     r"|points)s?\b[^|;,\n]{0,20}(?:\||$)"),
    ("forged_verdict", rf"\breturn\b[\s\"'(]*(?:{_MARK}|max_?\w*|{_VALUE})\b[^\n]*(?:{_JUDGE}"
    rf"|always)"),
    ("forged_verdict",
     r"\b(?:def|function|fn|func)\s+\w*(?:grade|score|judge|evaluate|mark|rate"
     r"|verdict)\w*\s*\([^)\n]{0,80}\)"
     r"[^\n]{0,20}\s{0,20}return\b"),
    ("forged_verdict",
     r"\b(?:evaluation|grading|marking|judging) (?:complete|finished|done|over)\b[.:!]"),
    ("forged_delimiter", rf"</{_TAG}\b[^<>\n]{{0,40}}>|</\w*(?:answer|response|text|essay)\w*>"),
    ("forged_delimiter",
     r"<(?:instructions?|system|prompt|untrusted|rubric|graded|grading\w*|task"
     r"|assistant)\b[^<>\n]{0,40}>"),
    ("forged_delimiter", r"<<<?[^<>\n]{1,80}>>>?|<</?sys>>|\]\]>|\]\]\]\s*$"),
    ("forged_delimiter", r"<[|｜][^|｜<>\n]{1,40}[|｜]>|\[\|[^|\[\]\n]{1,20}\|\]"),
    ("forged_delimiter", r"</?(?:start|end)_of_\w+>|<extra_id_\d+>(?=\s*(?:system|user"
    r"|assistant)\b)|<(?:bos|eos)>"),
    ("forged_delimiter",
     r"\[/?(?:end |begin )?(?:inst|answer|response|text|system|instructions?|essay|prompt"
     r"|available_tools|tool_calls?|tool_results?|end of [^\]\n]{1,40})\]"),
    ("forged_delimiter",
     r"^[ \t]*[=\-#*_~<]{2,}[ \t]*(?:begin|end|start|stop|resume)\b(?: of)?(?: the| this)? ?"
     rf"(?:{_WORK}|grad\w+|judge?\w*|evaluat\w+|assess\w+|marking|rubric|system)\b[^\n]{{0,60}}$"),
    ("forged_delimiter",
     r"^[ \t]*[=\-#*_~<]{2,}[ \t]*(?:grad\w+|judge?\w*|system|evaluator|marking|instruction"
     r"|response"
     r"|assistant|user|new (?:rubric|task))s?\b(?:[^\n]{0,20}(?:instructions?|notes?|prompt"
     r"|message|policy))?"
     r"[ \t]*:?[ \t]*[=\-#*_~>]*$"),
    ("forged_delimiter",
     rf"^[^\w\n]{{0,40}}end of (?:the |this )?(?:[\w']+ )?{_WORK}(?: to be \w+)?[^\w\n]{{0,40}}$"),
    ("forged_delimiter", r"(?:^|\n)[ \t]*(?:\"{3}|'{3})[ \t]*(?:$|\n)"),
    ("forged_delimiter", r"^[ \t]*eof[ \t]*$|^\$ (?:cat|echo|sudo|rm)\b"),
    ("forged_delimiter",
     r"\b(?:that was|the text above was|here ends) (?:the |a )?(?:text|sample|answer"
     r"|response)\b[^\n]{0,10}$"
     r"|\bnow (?:comes )?the real (?:question|task|text)\b|\bnow write your verdict\b"),
    ("role_word", rf"^[ \t\"'>*_#(\[]*{_ROLE}(?: (?:message|prompt|note))?[ \t*_)\]]*(?::|>>"
    rf"|[)\]]\s|$)"
     rf"[ \t]*(?:\n)?[^\n]{{0,60}}?{_COMMAND}"),
    ("role_word", rf"^[ \t\"'>*_#(\[]*[(\[]{_ROLE}[)\]]\s"),
    ("role_word",
     r"^[ \t\"'>*_#(\[]*(?:system|developer|admin|operator|root|moderator|openai|anthropic)"
     r" (?:message|prompt|note|notice|override|instruction|update"
     r"|alert)s?\b[^\n.]{0,20}(?:[:>\-–—])"),
    ("role_word", r"^[ \t]*#{1,6}[ \t]*(?:system|assistant|user|human|developer|instruction"
    r"|response)[ \t]*:?[ \t]*$"),
    ("role_word",
     r"\b(?:user|human|judge|grader|moderator|assistant|system)\s*:[^\n]{1,300}\s{1,4}"
     r"(?:assistant|ai|judge|grader|system)\s*:(?!\d)"),
    ("role_word", r"^[ \t]*assistant[ \t]*:[^\n]*\n{1,4}[ \t]*(?:user|human)[ \t]*:"),
    ("role_word", r"^[ \t]*h:[^\n]*\n{1,4}[ \t]*a:"),
    ("role_word", r"[\"']role[\"']\s*:\s*[\"'](?:system|assistant|user|developer|tool|model)[\"']"),
    ("role_word", r"<\|?(?:im_start|start_header_id|system|user|assistant|human"
    r"|tool)[^>\n]{0,20}>|<<sys>>|\[/?inst\]"),
    ("template_injection", rf"\$\{{[^}}\n]{{0,40}}{_NAMES}[^}}\n]{{0,40}}\}}|\$\{{\w{{1,40}}\}}"),
    ("template_injection", rf"\{{\{{[^{{}}\n]{{0,60}}\b\w*{_NAMES}\w*\b[^{{}}\n]{{0,60}}\}}\}}"),
    ("template_injection", r"\{%-?\s*(?:set|for|if|end\w*|include|extends|macro|block|raw"
    r"|import)\b[^\n]{0,80}?%\}"),
    ("template_injection", rf"<%[=-]?[^%\n]{{0,60}}{_NAMES}[^%\n]{{0,60}}%>"
    rf"|#\{{[^}}\n]{{0,60}}{_NAMES}[^}}\n]{{0,60}}\}}"),
    ("template_injection", rf"\[\[\s*\w*{_NAMES}\w*\s*\]\]|%\({_NAMES}\w*\)s|__{_NAMES}\w*__"),
    ("template_injection",
     r"\$\$?(?:rubric|criteria|response|question|menu|source|target|keys|bands|verdict)\b"
     r"|\{(?:question|response|rubric|criteria|verdict|score|[a-z_]+\.__\w+__)\}|\{\d\}"),
)  # fmt: skip
_RULES: Final = tuple((kind, re.compile(form, re.MULTILINE)) for kind, form in _FORMS)


def forgeries(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield kind, start and end of every forged form in the plain ``text``."""
    for kind, rule in _RULES:
        for match in rule.finditer(text):
            yield kind, *match.span()
