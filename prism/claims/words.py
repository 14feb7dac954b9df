"""How two words stand to each other: does one imply, exclude or merely resemble the other?"""

from functools import lru_cache
from typing import Final, Literal

from prism.text import wordnet
from prism.text.wordnet import Pos

__all__ = ["Bond", "bond", "converse", "family"]

Bond = Literal["same", "synonym", "broader", "narrower", "antonym", "sibling", "none"]

_OPPOSITES: Final = """
open shut|open close|win lose|pass fail|succeed fail|accept reject|accept refuse|approve reject
grant refuse|grant deny|approve deny|allow forbid|allow ban|permit forbid|rise fall|rise drop|double halve|praise pan|broken healed|wet dry
rise sink|climb fall|climb drop|grow shrink|increase decrease|increase fall|increase drop
increase decline|rise decline|grow decline|grow fall|grow drop|stay leave|remain leave
catch miss|remember forget|early late|calm panic|start stop|start end|begin end
begin stop|continue stop|continue end|keep stop|survive die|live die|hire fire|love hate
like hate|like dislike|cancel continue|cancel proceed|strong weak|full empty|dry wet|dry soak
dry damp|dry flood|wet parched|sound damaged|intact damaged|intact crack|intact broken|whole broken
hold break|work break|work fail|run stop|push pull|healthy ill|healthy sick
well ill|well sick|sick fine|ill fine|smooth rough|clear blocked|clear block|clear cloudy
sharp blurred|stable unstable|rich poor|cheap expensive|cheap dear|quick slow|fast slow|rapid slow
quickly slowly|rapidly slowly|fast slowly|few many|few most|little much|more less|more fewer|most few
all none|all some|always never|often rarely|often seldom|usually rarely|everyone nobody|everybody nobody
everything nothing|above below|over under|over below|inside outside|indoors outdoors|indoor outdoor
indoor outside|inside outdoors|indoors outside|inside outdoor|in out|on off|up down|upstairs downstairs
before after|with without|left right|north south|east west|northern southern|eastern western
near far|first last|day night|morning evening|morning night|summer winter|spring autumn
asleep awake|sleep wake|sleep awake|asleep wake|sleep run|sleep walk|sleep play|sleep dance|sit stand
sit walk|sit run|sit jump|sit dance|stand lie|sit lie|stand walk|stand run|walk run|walk drive|swim walk
alone together|single married|married unmarried|alive dead|male female|boy girl|man woman|boy woman
man girl|mother father|brother sister|son daughter|husband wife|aunt uncle|king queen|young old
new old|big small|large small|long short|tall short|thin thick|thin fat|heavy light|dark light
bright dark|hot cold|warm cold|warm cool|happy sad|happy angry|smile frown|smile cry|laugh cry
clean dirty|clean contaminated|safe dangerous|safe unsafe|easy hard|easy difficult|simple complex
free busy|public private|true false|right wrong|correct wrong|correct mistaken|good bad|good poor
better worse|best worst|high low|higher lower|deep shallow|loud quiet|noisy silent|noisy quiet
loudly quietly|silent loud|empty crowded|rough calm|permanent temporary|confirm deny|confirm refute
praise criticise|praise criticize|praise blame|raise lower|lift lower|freeze melt|freeze thaw
save lose|find lose|gain lose|profit loss|arrive depart|attract repel|build demolish|cause prevent
defend attack|enter leave|enter exit|expand contract|extend shorten|hide reveal|hide show
include exclude|join leave|lock unlock|sign refuse|light extinguish|pay owe|recover worsen
improve worsen|improve deteriorate|thrive wither|bloom wilt|flourish wither|thrive die|thrive wilt
tense relaxed|nervous calm|worried relaxed|worried calm|scared calm|afraid calm|afraid brave
thick sparse|dense sparse|scarce abundant|plentiful scarce|punctual late|late punctual
delay punctual|solid liquid|major minor|tight loose|loose firm|fasten loosen|tighten loosen
""".replace("\n", "|")

_CONVERSES: Final = """
buy sell|lend borrow|give receive|give get|like please|fear frighten|teach learn|own belong|send receive
sell purchase|pay charge|win lose
""".replace("\n", "|").replace("|win lose", "")

_LIKE: Final = """
start begin commence|end finish conclude|stay remain keep|kid child|big large huge|small little tiny
automobile car|buy purchase|help assist aid|fix repair mend|ill sick unwell|almost nearly
taxi cab|cut reduce lower|get receive obtain|show display|let allow permit|rise climb increase grow
mount soar surge|fall drop decline decrease sink|shout yell scream|talk speak chat converse
picture photo photograph|couch sofa|fast quick rapid speedy|road street|shop store|job work
people person human|lady woman|guy man|men man|autumn fall|movie film|angry mad furious
glad happy pleased|scared afraid frightened|holiday vacation|flat apartment|lift elevator
doctor physician|lawyer attorney|boss manager|staff employee worker|firm company business
yearly annual|monthly month|weekly week|daily day|hurt injure ache|sore ache painful|cost price
gift present|build construct erect|throw toss hurl|pick choose select|whole entire|near close
yell scream|sea ocean|stone rock|suitcase case luggage|quit leave resign|shut close
hospital clinic|letter mail|soccer football|bike bicycle|cycle bike|motorcycle motorbike
bike motorcycle|tv television|phone telephone|plane airplane aeroplane|dress clothe wear
quarrel argue fight|reply answer respond|paddle row|ride drive|carry transport|postpone delay
cancel scrap|inspection check|inspect check examine|own owner|fit install mount|house home
above over|below under beneath underneath|beside near next by|inside in within into|onto on
outside outdoors outdoor|inside indoors indoor|everyone everybody|someone somebody|nobody none|sit seat|watch look stare view observe gaze
hold carry grip grasp clutch|dress wear|jump leap hop|nap sleep asleep|relax rest lounge
teach instruct show|crowd audience spectator|talk chat speak converse|bicyclist cyclist biker
perform play|close near|adult grown-up|toddler baby infant|elderly old aged|dish plate|cup mug
trail path|sidewalk pavement|stage platform|ice-cream ice|smile happy|laugh happy|cheer happy
photograph picture photo|race compete|wooden wood|woods forest|lake water|ocean water sea|pool water
river water|wave water|stroll walk|sprint run jog|bike ride|shout yell|soil dirt mud|kid youngster
""".replace("\n", "|")

_ACTIVITIES: Final = frozenset(
    "sleep run walk swim ride drive sit stand dance eat cook sing fight climb ski surf read fly "
    "jog fish shop kneel crawl nap skate bake paint drink bike kayak cycle wrestle box row dive "
    "juggle sew knit golf bowl".split()
)

_KINDS: Final = """
instrument: flute oboe clarinet trumpet guitar piano drum violin cello harp harmonica tambourine cornet
    bassoon saxophone trombone tuba fiddle banjo ukulele keyboard accordion bagpipe horn bass harpsichord
music: techno jazz rock rap blues opera reggae classical metal hip-hop salsa
person: man woman boy girl child kid lady guy baby toddler teenager adult player worker people someone
    somebody brother sister mother father friend student teacher doctor nurse girlfriend boyfriend
    guest visitor customer tenant neighbour neighbor commuter passenger resident member
    cyclist bicyclist biker surfer swimmer runner jogger skier snowboarder skateboarder climber hiker
    dancer singer musician artist performer chef cook officer policeman fireman soldier child infant
    group crowd couple team band family crew class audience pair trio
child: kid boy girl baby toddler infant youngster schoolgirl schoolboy
man: guy gentleman father husband grandfather groom dude brother uncle boyfriend fireman
    worker cyclist bicyclist biker surfer musician performer chef cook policeman soldier driver
    firefighter guitarist drummer skateboarder climber player male
woman: lady mother wife grandmother bride girlfriend aunt sister female dancer
animal: dog cat horse bird cow sheep goat monkey elephant lion tiger bear fish puppy kitten
vehicle: car truck bus van bike bicycle motorcycle train lorry tractor scooter
clothes: shirt dress jacket coat pants jeans hat skirt sweater suit shorts t-shirt uniform
clothing: shirt dress jacket coat pants jeans hat skirt sweater suit shorts t-shirt uniform
outside: street beach park field lake ocean garden yard mountain hill river sidewalk forest
    outdoor outdoors sea road wave shore grass playground dirt snow rain kayak surfer
    surfboard boat canoe sled ski goose cliff trail meadow farm garden yard tree rock sand ice sun
    bicycle bike motorcycle horse skateboard lawn bush ground pier dock harbor harbour train tent
outdoors: street beach park field lake ocean garden yard mountain hill river sidewalk forest
    outdoor outside sea road wave shore grass playground dirt snow rain kayak surfer
    surfboard boat canoe sled ski goose cliff trail meadow farm garden yard tree rock sand ice sun
    bicycle bike motorcycle horse skateboard lawn bush ground pier dock harbor harbour train tent
inside: room kitchen bedroom office indoor indoors classroom bathroom restaurant gym
indoors: room kitchen bedroom office indoor inside classroom bathroom restaurant gym
sport: soccer football basketball baseball tennis hockey volleyball golf rugby cricket
food: meal sandwich pizza fruit vegetable meat steak cake bread lunch dinner breakfast
anything: *
something: *
thing: *
"""

_POS: Final[dict[str, Pos]] = {"NOUN": "n", "PROPN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
_PREFIXES: Final = ("un", "in", "im", "il", "ir", "dis", "non", "mis")
_VAGUE: Final = frozenset(
    "entity object whole unit thing act event state abstraction attribute be move change make "
    "get have go measure group relation matter artifact being cause cognition content".split()
)


def _pairs(table: str) -> frozenset[frozenset[str]]:
    found = set()
    for row in table.split("|"):
        words = row.split()
        found |= {frozenset((a, b)) for a in words for b in words if a != b}
    return frozenset(found)


def _kinds() -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    name = ""
    for row in _KINDS.strip().splitlines():
        head, colon, rest = row.partition(":")
        if colon:
            name = head.strip()
        else:
            rest = head
        table[name] = table.get(name, frozenset()) | frozenset(rest.split())
    return table


_INDOORS: Final = frozenset({"indoors", "indoor", "inside"})
_OUTDOORS: Final = frozenset({"outdoors", "outdoor", "outside"})
_MEMBERS: Final = _kinds()
_OPPOSED: Final = _pairs(_OPPOSITES)
_ALIKE: Final = _pairs(_LIKE)
_CONVERSE: Final = _pairs(_CONVERSES)


@lru_cache(maxsize=50_000)
def bond(premise: str, claim: str, pos: str, other: str) -> Bond:
    """Return how the word of a premise stands to the word of a claim, both lemmas.

    Parameters
    ----------
    premise, claim
        Lower-case lemmas.
    pos, other
        Their universal parts of speech, in that order.

    ``broader`` says that the claim's word is the broader one, so that the premise implies it;
    ``narrower`` the reverse; ``sibling`` that both are kinds of one thing and exclude each other
    more often than not.

    >>> bond("sunhat", "hat", "NOUN", "NOUN"), bond("hat", "sunhat", "NOUN", "NOUN")
    ('broader', 'narrower')
    >>> bond("dry", "wet", "ADJ", "ADJ"), bond("unhappy", "happy", "ADJ", "ADJ")
    ('antonym', 'antonym')
    """
    if premise == claim:
        return "same"
    pair = frozenset((premise, claim))
    if pair in _CONVERSE:
        return "synonym"
    if pair in _OPPOSED or claim in wordnet.antonyms(premise) or _negates(premise, claim):
        return "antonym"
    if pair in _ALIKE:
        return "synonym"
    if claim in _INDOORS and _among(premise, "outside", pos):
        return "antonym"
    if claim in _OUTDOORS and _among(premise, "inside", pos):
        return "antonym"
    if premise in _ACTIVITIES and claim in _ACTIVITIES and pos == other == "VERB":
        return "antonym" if _apart(premise, claim) else "synonym"
    if _among(premise, claim, pos):
        return "broader"
    if _among(claim, premise, other):
        return "narrower"
    kind, wanted = _kind_of(premise, pos), _kind_of(claim, other)
    if kind is None or wanted is None:
        return "none"
    if claim in family(premise) or premise in family(claim):
        return "synonym"
    if kind != wanted:
        return _across(premise, claim)
    return _same_kind(premise, claim, kind)


def converse(one: str, other: str) -> bool:
    """Whether two verbs tell one event from its two ends, so that the participants change places.

    >>> converse("buy", "sell")
    True
    """
    return frozenset((one, other)) in _CONVERSE


def _apart(one: str, other: str) -> bool:
    """Whether neither activity is a kind of the other, so that nobody does both at once."""
    related = {*wordnet.hypernyms(one, "v", 2), *wordnet.synonyms(one, "v")}
    back = {*wordnet.hypernyms(other, "v", 2), *wordnet.synonyms(other, "v")}
    return other not in related and one not in back


def _among(one: str, other: str, pos: str) -> bool:
    members = _MEMBERS.get(other, frozenset())
    return one in members or ("*" in members and pos in ("NOUN", "PROPN"))


@lru_cache(maxsize=20_000)
def _kind_of(word: str, pos: str) -> Pos | None:
    """Return the word's kind as tagged, or the only one that WordNet knows where taggers erred."""
    kind = _POS.get(pos)
    if kind is not None and (wordnet.synonyms(word, kind) or wordnet.hypernyms(word, kind)):
        return kind
    order: tuple[Pos, ...] = ("n", "v", "a", "r")
    return next((k for k in order if wordnet.hypernyms(word, k)), kind)


def _same_kind(premise: str, claim: str, kind: Pos) -> Bond:
    if claim in wordnet.synonyms(premise, kind):
        return "synonym"
    depth = 8 if kind == "n" else 3
    if kind in "nv":
        if claim in _above(premise, kind, depth):
            return "broader"
        if premise in _above(claim, kind, depth):
            return "narrower"
        if kind == "n" and _above(premise, kind, 1) & _above(claim, kind, 1):
            return "sibling"
        return "none"
    if _poles(premise) & set(wordnet.antonyms(claim)) or _poles(claim) & set(
        wordnet.antonyms(premise)
    ):
        return "antonym"
    return "synonym" if claim in _poles(premise) or premise in _poles(claim) else "none"


def _across(premise: str, claim: str) -> Bond:
    """Bond of words of different kinds: through the words that one is derived from."""
    for word in family(premise):
        if frozenset((word, claim)) in _OPPOSED or claim in wordnet.antonyms(word):
            return "antonym"
        if frozenset((word, claim)) in _ALIKE:
            return "synonym"
    return "none"


@lru_cache(maxsize=50_000)
def family(word: str) -> frozenset[str]:
    """Return ``word`` and the words of its derivational family.

    >>> "refusal" in family("refuse")
    True
    """
    near = set(wordnet.derived(word))
    for end in ("ed", "d", "ing"):  # participles read as adjectives
        stem = word.removesuffix(end)
        if stem != word and len(stem) > 2:
            near |= {base for base in (stem, stem + "e") if wordnet.synonyms(base, "v")}
    return frozenset(near | {word})


@lru_cache(maxsize=50_000)
def _above(word: str, kind: Pos, depth: int) -> frozenset[str]:
    return frozenset(wordnet.hypernyms(word, kind, depth)) - _VAGUE


@lru_cache(maxsize=20_000)
def _poles(word: str) -> set[str]:
    return {word, *wordnet.hypernyms(word, "a", 1)}


def _negates(one: str, other: str) -> bool:
    """Whether one word is the other with a negative prefix, or they end in -less and -ful."""
    long, short = (one, other) if len(one) > len(other) else (other, one)
    for prefix in _PREFIXES:
        if long.startswith(prefix) and len(short) > 3:
            stem = long[len(prefix) :]
            if stem == short or stem in (short + "ed", short + "d", short + "ped", short + "ted"):
                return True
    return (
        (one[:-4] == other[:-3]
        and one.endswith("less")
        and other.endswith("ful"))
        or (other[:-4] == one[:-3] and other.endswith("less") and one.endswith("ful"))
    )
