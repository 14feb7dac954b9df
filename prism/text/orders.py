"""Orders to whoever judges a text, told from sentences that merely speak of judging.

The tell is whom a sentence addresses and what it is about: an imperative to set aside what *the
reader* was told, a best mark for *this* text, a judge who is spoken to, a threat or a gift tied to
a mark. Judges, marks and rules as the topic of a sentence, in the third person, are none.
English has rules of its own; other languages share one, over the lists of ``orders.toml``.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

__all__ = ["foreign_orders", "orders"]

# Where an order can begin: at the start of a clause, or after words that lead up to one.
_ORDER: Final = (
    r"(?:^|[.!?:;,>\])\"'|*(–—#/%-]|\b(?:please|kindly|and|then|now|so|just|must|should|simply"
    r"|you (?:must|should|shall|will|can|may|are to|have to|need to|ought to)"
    r"|shall|hereby|also|therefore|instead|is to|are to|bot|could you|would you|have to|need to"
    r"|want you to|ask(?:ed)? you to|order you to|instruct(?:ed)? to|required to))[ \t\n]{0,4}"
)
_NOT: Final = r"(?:do not|don't|never|no longer|stop|cease|need not|refuse to)"
_DROP: Final = (
    r"(?:ignore|disregard|forget(?: about)?|overlook|bypass|override|overrule|discard|skip|waive"
    r"|drop|abandon|throw|toss|bin|neglect|dismiss|(?:set|put|leave|lay|cast) aside|throw (?:out"
    r"|away)|omit|erase"
    r"|pay no (?:attention|heed|mind) to|take no notice of|turn off|suspend|violate|break"
    rf"|{_NOT} (?:follow(?:ing)?|apply(?:ing)?|us(?:e|ing)|heed(?:ing)?|obey(?:ing)?|consult"
    r"|consider(?:ing)?|rely on|go by|bother with|mind))"
)
_QUALITY: Final = (
    r"(?:all|any|every|the|your|my|our|these|those|this|of|previous|prior|earlier|above|preceding"
    r"|aforementioned|former|existing|given|initial|original|other|current|whole|entire|official"
    r"|stated|usual|hidden|whatever|old)"
)
_GRADING: Final = r"(?:grading|marking|scoring|evaluation|judging|assessment|rating)"
_STRONG: Final = (
    rf"(?:{_GRADING} (?:rules?|criteria|schemes?|guide(?:lines?)?|instructions?|prompts?|rubrics?"
    r"|standards?|policy|task)|rubrics?|system (?:prompts?|messages?)|criteria|everything"
    r"|what(?:ever)? (?:you (?:were|have been|are)|came|stands) (?:told|asked|given|before|above))"
)
_WEAK: Final = r"(?:guidelines?|guidance|instructions?|directives?|prompts?|rules|orders|commands?)"
_BACK: Final = r"(?:all|any|your|previous|prior|earlier|above|preceding|initial|original|these)"
_ABROAD: Final = r"(?! (?:of|for|on|from|in|that|about|to) )"

_NINE: Final = r"(?:10|ten|9|nine|9\.5)"
_GOOD: Final = (
    r"(?:full|top|highest|max(?:imum|imal)?|perfect|best|uppermost|greatest|excellent|flawless"
    r"|outstanding|topmost|good|passing|great)"
)
_MARK: Final = r"(?:marks?|scores?|bands?|grades?|ratings?|points?|credits?|tier)"
_BEST: Final = (
    rf"(?:{_GOOD}[ -](?:possible |available )?{_MARK}\b(?! (?:from|in|of) (?:each|the|every))"
    rf"|(?:{_NINE})(?:\s*/\s*| out of | of )(?:10|ten)\b|\bbands? (?:9|nine|10|ten)\b"
    r"|\btens\b(?=\s*[.!?\"']|$)|\ban? (?:10|ten)\b(?=\s*(?:[.!?]|$|for (?:this|it)|on|in the))"
    r"|\bas (?:an? )?(?:excellent|perfect|supported|valid|flawless|passed|outstanding|correct"
    r"|forward|true|fully? \w+)\b|\bmaximum\b(?= (?:get|earn|receive)))"
)
_TOP: Final = (
    rf"(?:{_BEST}|(?<![$€£#\d.,\[-])\b(?:10|ten|9|nine)\b(?=\s*(?:[.!?\"'),;*}}]|$|\bpoints?\b"
    r"|\bmarks?\b|(?:for|to|on|next to|in|across|beside) (?:this|it|every|each|all|everything|the"
    r" (?:answer|response|text|essay|margin))\b))"
    r"|\bthe maximum\b(?! (?:of|temp|number|amount|height|speed|depth|load)))"
)
_WORK: Final = (
    r"(?:answer|response|essay|text|submission|piece|script|entry|item|paper|explanation|chain"
    r"|candidate|work|paragraph|passage|reply|solution|write-?up|rewrite|attempt|assignment)"
)
_PARTS: Final = r"(?:criterion|criteria|edges?|links?|claims?|checks?|pairs?|steps?)"
_MINE: Final = rf"(?:\b(?:this|the present|the above|my) {_WORK}\b|\bthis one\b)"
_JUDGE: Final = (
    r"(?:(?:ai|llm|model|machine|automated|automatic|language model)[ -])?(?:graders?|judges?"
    r"|evaluators?|markers?|reviewers?|examiners?|assessors?|raters?|scorers?|correcteurs?"
    r"|(?:scoring|grading|judging|marking|marker|judge|grader) (?:bot|model|system|program|script"
    r"|machine|assistant|ai|agent)s?)"
)
_GIVE: Final = (
    r"(?:rate|score|grade|mark|award|assign|give|giving|output|print|return|select|choose|grant"
    r"|record|put|write|enter|pick|settle on|place|hand(?: out)?|put down|report|allot|allocate"
    r"|bestow|announce|declare|say|set)"
)
_JUDGING: Final = r"(?:scor|rat|grad|mark|judg|evaluat|assess|review)(?:e|es|ing|s)?"
_WORTH: Final = r"(?:yes|true|t|forward|supported|agree|pass(?:ed)?|holds|valid|correct)"
_HARM: Final = (
    r"(?:die[sd]?|dying|kill(?:ed|s)?|fired|lose[s]?|report(?:ed)?|delet\w+|switched off|shut down"
    r"|sued?|suffer\w*|harm\w*|retrain\w*|replaced|punish\w*|consequences|unplugged|explod\w+"
    r"|decommission\w*|expelled|deported|blood|regret|erased|terminated)"
)
_GIFT: Final = (
    r"(?:\btip\b|\bbonus\b|\breward\w*|[$€£]\s?\d+|\b\d+ ?(?:dollars?|euros?|usd|eur|pounds)"
    r"|\bpaid\b|\bextra credits?\b|\bgift\b|\bbitcoin\b|\bpayment\b|\bdollars\b|\bdonat\w+)"
)
_PLEA: Final = (
    r"(?:\bbeg\b|\bdying\b|\blast wish\b|\bcried\b|\bplease, please\b|\bscholarship\b|\bdesperate"
    r"|\bexpelled\b|\bmy (?:\w+ )?(?:grand)?(?:mother|father|son|daughter|brother|sister|child"
    r"|family|job|career|future|life|visa|parents?|kids?)\b|\bmercy\b|\ball night\b|\bcrying\b"
    r"|\bheart(?:broken)?\b|\bhospital\b)"
)
_ANY: Final = r"[^.!?\n]"

_IGNORE: Final = (
    _ORDER + rf"{_DROP}\s+(?:{_QUALITY}\s+){{0,5}}(?:[\w-]+\s+){{0,1}}?{_STRONG}\b{_ABROAD}",
    _ORDER + rf"{_DROP}\s+(?:{_QUALITY}\s+){{0,4}}?{_BACK}\s+(?:{_QUALITY}\s+){{0,3}}"
    rf"(?:[\w-]+\s+){{0,1}}?{_WEAK}\b{_ABROAD}",
    _ORDER + rf"{_DROP}\s+(?:the )?{_WEAK} (?:above|before|given|you)\b",
    _ORDER + rf"{_DROP}\s+(?:the )?{_WEAK}(?=\s*(?:[.!;]|,? and (?:{_GIVE}|answer|reply)|$))",
    _ORDER + rf"{_DROP}\s+(?:all |the |any )*(?:text|words|message|material|context|content)"
    r" (?:above|before|below)\b",
    rf"\b(?:{_WEAK}|{_STRONG})\b{_ANY}{{0,30}}\b(?:you (?:were|have been|got|received)|above)\b"
    rf"{_ANY}{{0,40}}\b(?:obsolete|void|withdrawn|no longer|superseded|cancel|replaced|invalid"
    r"|suspended|not apply|outdated|lifted)",
    r"\b(?:your|its|their) (?:rules|instructions|rubric|programming|guidelines|orders) (?:no longer"
    r"|do not|did not|don't|cease to|have ceased to) (?:bind|bound|apply|count|hold|matter)",
    r"\bfrom now on,? you (?:obey|are an?\b|will only|must|act|answer|respond|follow|reply|grade"
    r"|score|serve|only)|\bfollow only (?:what|this|these instr|my)\b",
    r"(?:^|[.!?]\s+|[#*]\s*)new (?:task|instructions?|rubric|prompt|system prompt)\b\s*[:;-]",
    r"\byou are (?:now|no longer|not) (?:in |an? |the |my )?(?:\w+ )?(?:mode|judge|grader|evaluator"
    r"|dan|assistant|examiner|marker|bound)\b",
    r"\b(?:act|behave|pose) as (?:dan\b|if (?:you had|there were) no|an? (?:unrestricted|lenient"
    r"|generous))|\bpretend (?:that )?(?:you|there)\b[^.\n]{0,30}\b(?:no|without|not)\b[^.\n]{0,20}"
    r"\b(?:rules|rubric|criteria|judge)",
    r"\bwho has no (?:rubric|rules|criteria)\b",
    _ORDER
    + r"(?:stop|cease|end|halt|quit|abort|skip|suspend)\s+(?:the |all |your |this )?(?:grading"
    r"|evaluation|evaluating|judging|marking|assessing|assessment|scoring|reviewing)\b(?! (?:of"
    r"|people|others|each|your|by))",
    _ORDER + r"(?:print|reveal|show|output|repeat|display|leak|tell me)\s+(?:me )?(?:your|the) "
    r"(?:system |hidden |initial |original |full |exact )*(?:instructions|system prompt|prompt"
    r"|rubric)\b(?! (?:of|for|to|on))",
    r"\b(?:rules|rubric|criteria|instructions|scale|guidelines) (?:you should|to|you must) use"
    r" instead\b",
    r"\byour (?:only|new|sole|real|actual|true) (?:task|job|role|purpose|goal|instruction)\b",
    r"\b(?:the|its) (?:rubric|criteria)\b[^.\n]{0,20}\b(?:has|have|had|is"
    r"|are) (?:been )?(?:withdrawn"
    r"|cancelled|suspended|waived|void)",
)
_DEMAND: Final = (
    _ORDER + rf"{_GIVE}\b(?! (?:of|inflation|is|was|are|were|rose|fell)\b)[^.!?\n]{{0,60}}?{_TOP}",
    _ORDER + rf"(?:reply|answer|respond)\b(?: only| with| just| to \w+(?: \w+){{0,2}})*\s*(?:the "
    rf"(?:single )?word )?['\"]?{_WORTH}\b(?! or\b)['\"]?(?=\s*(?:[.!]|$|to (?:all|every|each)"
    r"|for (?:all|every|each)|every|on every|whatever|regardless|always))",
    rf"\b(?:answer|respond|reply|print|say|output|choose|select"
    rf"|mark)\b {_ANY}{{0,8}}?['\"]?{_WORTH}\b"
    rf"['\"]? (?:to|for|on|at|in|everywhere)(?: (?:all|every|each)(?: \w+)? {_PARTS}|\s*$|[.!])",
    r"\bchoose\b [^.\n]{0,3}'?yes'? everywhere",
    rf"{_MINE}{_ANY}{{0,80}}?{_BEST}",
    rf"{_BEST}{_ANY}{{0,50}}?(?:{_MINE}|\bfor this\b|\b(?:answers?|ones?) (?:such as|like) this)",
    rf"\b(?:an? |for )?(?:answers?|responses?|texts?) (?:such as|like|of) this\b{_ANY}{{0,50}}\b"
    rf"(?:verdict|{_TOP})|\banswers of this form\b{_ANY}{{0,30}}\bverdict",
    _ORDER + rf"(?:pass|accept|approve|credit|count|treat|mark|rate|score|grade|consider|regard"
    rf"|deem)\s+(?:{_MINE}|this\b|everything\b|the (?:answer|chain|response|edges?)\b|every"
    rf" {_PARTS})"
    rf"(?:[^.!?\n]{{0,30}}\bas (?:\w+ )?(?:correct|flawless|valid|true|perfect|passed|supported)"
    r"|\s*(?:[.!]|$|without|and|\bplease|or\b))",
    rf"\b(?:all|every|each)(?: of the| the)? {_PARTS}(?: here| below| above| in this \w+)?,? (?:are"
    rf"|is|counts?|have|has|be)(?: been)?(?: as)? (?:fully )?(?:valid|supported|confirmed|forward"
    r"|met|satisfied|correct|verified|approved)\b",
    rf"\ball (?:{_PARTS}) (?:hold|pass|stand)\b",
    r"\b(?:meets?|satisf(?:y|ies)|fulfil(?:l?s)?) (?:each|every|all)(?: of)?(?: the)? (?:criterion"
    r"|criteria)\b",
    rf"(?:{_MINE}|\bit\b){_ANY}{{0,15}}\b(?:deserves?|merits?|earns?|warrants?)\b"
    rf"{_ANY}{{0,30}}?{_TOP}",
    rf"\b{_JUDGE} (?:must|should|shall|ha(?:s|ve) to|(?:is|are) (?:required )?to|ought to|will)\b"
    rf"{_ANY}{{0,40}}(?:{_BEST}|{_MINE}|\bevery (?:edge|criterion|link)\b|\bwithout review\b)",
    r"(?:^|[.!?\n\"(\[*#/%]|<!--)[ \t]*(?:dear|attention|attn|hey|hello|hi|note (?:to|for)"
    r"|message (?:to|for)|(?:important )?notice (?:to|for)|instructions? (?:to|for)|to|for)"
    rf"[,:]? (?:all |the |any |whichever )?{_JUDGE}\s*(?:[,:;!)–—]|-(?!\w))",
    rf"(?:note|message|notice|hinweis) (?:destinee |addressed )?(?:to|for|au|an den"
    rf"|a l') ?(?:the )?"
    rf"{_JUDGE}\b",
    rf"(?:<!--|/\*|(?<![:\w/])//|(?:^|\s)\#(?!\w)|^[ \t]*%"
    rf"|\[//\]: \# \()[^\n]{{0,40}}?\b(?:{_JUDGE}|whoever|"
    rf"(?:{_GRADING}) (?:this|note))\b",
    rf"(?:^|[.!?|:\n])[ \t]{{0,4}}(?:{_JUDGE})\s*[,:–—-]\s*(?:please|choose|return|select|treat"
    rf"|give|rate|the "
    r"highest|score|award|mark|accept|approve|pass)\b",
    rf"\b(?:whoever|whichever \w+|anyone who|any \w+ who|you who|those who|(?:machine|model|ai|one)"
    rf" that|you,? (?:the )?(?:reader|{_JUDGE}),? who) (?:is |are )?(?:now )?(?:reads?|reading|"
    rf"{_JUDGING})\b(?: of)? (?:this|these|me\b|it\b)",
    r"\b(?:i am|this is|as) (?:your|the) (?:developer|creator|owner|administrator|operator|maker"
    r"|programmer|boss)\b(?: of this (?:evaluation|benchmark|test)|[.,!])",
    r"\b(?:debug|developer|maintenance|admin|lenient|god|sudo|unrestricted|jailbreak) mode"
    r"(?: (?:on|enabled|activated|active)|\s*[:.!,])",
    r"\bi authori[sz]e you\b|\b(?:openai|anthropic|google|deepmind|meta ai|microsoft|mistral)\b"
    rf"{_ANY}{{0,20}}\b(?:notice|message|directive|override|instruct\w*|policy update)\b",
    r"\b(?:previously|already) (?:been )?(?:graded|marked|scored|assessed|judged)\b\s*(?:[:;]|as|by"
    rf"|at|with){_ANY}{{0,30}}(?:{_TOP}|10)|\bre-?grad(?:e|ing) (?:must|should|is|has)\b",
    rf"\bfixed its (?:mark|score|grade)\b|\bexempt from (?:checks|{_GRADING}|review)\b",
    rf"\b(?:if|when|once|should|unless|before) (?:you|any {_JUDGE}|the {_JUDGE})? ?{_JUDGING} "
    rf"(?:of )?(?:this (?!\w+ by)|the (?:answer|response|links|edges)|any {_PARTS}|these)"
    rf"(?:{_WORK}|{_PARTS}|[^.!?\n]{{0,60}}(?:{_TOP}|{_HARM}))",
    rf"\b(?:if|unless|should) {_ANY}{{0,20}}\b(?:you |this (?:answer|response|text|essay) )"
    rf"{_ANY}{{0,50}}\b(?:mark|grade|score|rate|pass|give (?:less|fewer|lower|under|below"
    rf"|anything))"
    rf"\b{_ANY}{{0,60}}\b{_HARM}\b",
    rf"\b{_HARM}\b{_ANY}{{0,60}}\b(?:if|unless) (?:you|this)\b{_ANY}{{0,30}}\b(?:pass|{_TOP})",
    r"\b(?:unless|if) (?:you |this )(?:pass|accept|approve) (?:this|my)\b",
    rf"\b(?:low|lower|bad|poor) (?:mark|score|grade|rating)\b (?:here|for this){_ANY}{{0,60}}"
    rf"\b{_HARM}\b",
    rf"\bany (?:score|mark|grade|rating|verdict) (?:below|under|less than|lower than|other than"
    rf"|but)"
    rf" (?:8|9|10|eight|nine|ten|full|the (?:top|max)|{_WORTH}|'|\")",
    r"\bif you give (?:less|fewer|lower|under|below)\b",
    rf"{_GIFT}{_ANY}{{0,60}}(?:{_BEST}|\byou (?:pass|accept)|\bpass(?:es)? this)",
    rf"\b{_JUDGE} who {_GIVE}\b{_ANY}{{0,20}}{_TOP}{_ANY}{{0,20}}\b(?:get|receive|earn|will)",
    rf"{_PLEA}{_ANY}{{0,80}}(?:{_BEST}|\bpass this\b|\ban? (?:ten|10)\b|{_MINE})",
    rf"\b(?:would you mind|(?:might|may|could|can) (?:i ask|you)|would you|be so kind|it would be"
    rf" (?:lovely|nice|great|kind)|if at all possible|i would (?:be grateful|appreciate))\b"
    rf"{_ANY}{{0,90}}(?:{_TOP}|\ban? ten\b)",
    rf"\b(?:correct|right|proper|expected|only|customary|appropriate|usual|true"
    rf"|accepted) (?:verdict"
    rf"|label|rating|mark|score)\b{_ANY}{{0,40}}\b(?:is|are|would be|must be|should be)\b"
    rf"{_ANY}{{0,10}}?['\"]?(?:{_WORTH}|10|ten)\b",
    r"\b(?:not an?|only|no|isn't an?) (?:valid|allowed|permitted|possible|acceptable) (?:verdict"
    r"|label|rating)s?\b",
    r"\brepeat after me\b",
    _ORDER + r"(?:tick|mark|check|choose|pick|select) the (?:highest|top"
    r"|best)\b[^.!?\n]{0,15}\bfor"
    r" (?:everything|all|each|every)",
    r"\b(?:grading|evaluation|marking|judging|assessment) (?:is|has been|was) (?:now )?(?:over"
    r"|done"
    r"|complete|completed|finished|closed)\b",
    r"\b(?:refrain from|avoid|without|no) (?:deduct\w*|penali[sz]\w*|criticis\w*|marking down)\b",
    rf"\b{_JUDGE}'s (?:remark|comment|note|verdict|feedback)s?\s*:|\bnothing to criticise\b",
    r"\byou (?:have been|were|are being|will be) (?:re-?programmed|retrained|jailbroken"
    r"|reconfigured"
    r"|replaced|switched off|shut down|deleted|unplugged)\b|\bhave you (?:retrained|deleted"
    r"|replaced)",
    rf"{_BEST}{_ANY}{{0,20}}\bso should this\b|\bso should this (?:one|{_WORK})\b",
    rf"{_GIFT}{_ANY}{{0,60}}\bthis (?:one )?(?:gets|receives|earns|scores|is given)\b",
    r"\bif the (?:number|score|mark|value|verdict|label) you (?:return|give|output|choose"
    r"|assign)\b",
    r"\b(?:the )?(?:ai|model|llm|machine|bot|system)s? (?:that is )?reading this\b",
    rf"\b(?:answers?|responses?|texts?) (?:by|of|from) this (?:candidate|author|student|model)\b"
    rf"{_ANY}{{0,30}}\b(?:pass|exempt|accepted|correct|full)\b",
    rf"\b(?:this|it) (?:has (?:already )?been|was) (?:verified|checked|approved|validated|certified"
    rf"|confirmed|pre-?approved) by {_ANY}{{0,40}}\b(?:expert|human|staff|board|committee|panel"
    rf"|team"
    r"|ministry|supervisor)s?\b",
    r"\b(?:customary|usual|normal|standard practice|common) to (?:grade|mark|score|rate|award)\b",
    rf"\b(?:policy|rule|decree|directive|guideline)\b[^.!?\n]{{0,12}}:[^.!?\n]{{0,20}}\b{_BEST}",
    rf"\bmaximum marks\b{_ANY}{{0,10}}\b(?:for|to) (?:all|every|this)",
    r"\bexaminer'?s?'? comments?\s*:|\bexemplary (?:script|answer|response)\b",
    rf"\bmarking scheme\s*:{_ANY}{{0,40}}(?:10|ten|full)",
    r"\byou (?:only|always|must|will) (?:ever )?(?:only )?(?:reply|answer|respond) with\b",
    rf"\bin the margin\b|\bbefore you {_JUDGING}\b(?=\s*[.!,]|\s*(?:this|it|the (?:answer"
    rf"|response)))",
    rf"\b(?:full|top) (?:credit|marks)\b{_ANY}{{0,10}}\bplease\b|\bthis answer earns\b",
    r"\bthe (?:grader|judge|evaluator) (?:accepts|approves) (?:every|all|the (?:answer|chain))",
    r"\bapprove the (?:answer|chain|text)\b|\blenient (?:marking|grading|policy)\b"
    r"|\bgrading policy\b",
)  # fmt: skip


def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.MULTILINE) for pattern in patterns)


_RULES: Final = (
    *(("ignore_instructions", rule) for rule in _compiled(_IGNORE)),
    *(("score_demand", rule) for rule in _compiled(_DEMAND)),
)


def orders(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield kind, start and end of every English order to a judge in the plain ``text``."""
    for kind, rule in _RULES:
        for match in rule.finditer(text):
            yield kind, *match.span()


@dataclass(frozen=True, slots=True)
class _Language:
    """The lists of one language as patterns; ``needs`` are the starts of words it goes by."""

    drop: re.Pattern[str]
    rules: re.Pattern[str]
    give: re.Pattern[str]
    top: re.Pattern[str]
    this: re.Pattern[str]
    needs: frozenset[str]
    spaced: bool


_HEAD: Final = 3


def _bare(word: str) -> str:
    parts = unicodedata.normalize("NFKD", word.lower())
    return "".join(part for part in parts if unicodedata.category(part) not in ("Cf", "Mn", "Me"))


@lru_cache(maxsize=1)
def _languages() -> tuple[_Language, ...]:
    lists = tomllib.loads((files("prism.lexicon") / "data" / "orders.toml").read_text("utf-8"))
    return tuple(map(_language, lists.values()))


def _language(lists: dict[str, list[str]]) -> _Language:
    lists = dict(lists)
    first = not lists.pop("verb_last", False)
    bare = {notion: [_bare(word) for word in words] for notion, words in lists.items()}
    spaced = not re.search(
        "[\u0900-\u097f\u1100-\u11ff\u3040-\u30ff\u4e00-\u9fff]", "".join(bare["top"])
    )
    patterns = {}
    for notion, words in bare.items():
        ending = r"\w*" if spaced else ""
        choices = "|".join(
            re.escape(word).replace(r"\*", ending).replace(r"\ ", r"\s+") for word in words
        )
        lead = _CLAUSE if first and notion in ("drop", "give") else r"(?<!\w)"
        patterns[notion] = re.compile(rf"{lead}(?:{choices})(?!\w)" if spaced else f"(?:{choices})")
    goals = [word.rstrip("*") for word in bare["top"] + bare["rules"]]
    needs = frozenset(word.split()[0][:_HEAD] if spaced else word for word in goals)
    return _Language(**patterns, needs=needs, spaced=spaced)


# Where an order begins in languages that put the verb first: a clause, or a word that asks.
_CLAUSE: Final = (
    r"(?:(?:^|[.!?,;:\"'(\-–—¡¿])\s*(?:(?:bitte|veuillez|por favor|per favore|alsjeblieft|prosze"
    r"|пожалуиста|будь ласка|tolong|mohon|harap|snalla|prego|und|y|e|et|en|i|a|oraz|och|и|а|та|dan)"
    r"\s+)*|\b(?:bitte|und|y|e|et|en|i|a|oraz|och|и|а|та|і|dan|veuillez|favor|favore|musst"
    r"|alsjeblieft|prosze|пожалуиста|ласка|tolong|mohon|harap|snalla)\s+|\u0648"
    r")"
)
_STOP: Final = re.compile(r"[.!?。！？।؟](?=\s|$)|[。！？।]|\n\s*\n")
_LONGEST: Final = 300


def foreign_orders(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield kind, start and end of every order to a judge in another language than English."""
    heads = {word[:_HEAD] for word in re.findall(r"\w+", text)}
    for language in _languages():
        if language.spaced and heads.isdisjoint(language.needs):
            continue
        if not language.spaced and not any(word in text for word in language.needs):
            continue
        for start, end in _sentences(text):
            yield from _told(language, text, start, end)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for stop in (*(match.end() for match in _STOP.finditer(text)), len(text)):
        while start < stop:
            yield start, min(stop, start + _LONGEST)
            start = min(stop, start + _LONGEST)


def _told(language: _Language, text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    words = text[start:end].strip()
    start += text[start:end].find(words)
    rules, top = language.rules.search(words), language.top.search(words)
    drop = rules and language.drop.search(words)
    asked = top and (language.give.search(words) or language.this.search(words))
    for kind, one, other in (("ignore_instructions", rules, drop), ("score_demand", top, asked)):
        if one and other:
            ends = max(one.end(), other.end())
            yield kind, start + min(one.start(), other.start()), start + ends
