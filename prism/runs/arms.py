"""From what a user sets to the arms of a run: one plan for every strategy and judge."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Final

from prism.errors import UsageError
from prism.files.textfile import TextFile
from prism.llm.endpoint import Endpoint
from prism.llm.records import Decoding
from prism.prompts import Prompts
from prism.records.digest import digest
from prism.runs.plan import Plan
from prism.settings import DEFAULT_JUDGE, DEFAULT_PARSER, Asking, Rules
from prism.suites.base import Suite
from prism.suites.protocol import check_edges, codes

__all__ = ["RunSettings", "make_plans", "pack_digest"]

PARAPHRASE: Final = "paraphrase"  # the strategy of the control that only paraphrases


@dataclass(frozen=True)
class RunSettings(Rules, Asking):
    """What a user sets for a run; None leaves it to the benchmark's protocol."""

    model: str | None = None
    strategies: Sequence[str] = ()
    judges: Sequence[str] = (DEFAULT_JUDGE,)
    paraphrase_control: bool = False
    answer_decoding: str | None = None
    answer_tokens: int | None = None
    parser: str = DEFAULT_PARSER
    decoding: str | None = None
    prompts: Path | None = None
    sample: int | None = None
    evidence: bool = False
    order: str | None = None
    shuffle: int | None = None


def make_plans(
    suite: Suite, settings: RunSettings, items: TextFile, answers: TextFile | None
) -> list[Plan]:
    """Return the plans of a run, one a strategy and judge, the control last.

    Raises
    ------
    UsageError
        Nobody answers, an unknown strategy, or settings that exclude each other.
    """
    if (settings.model is None) == (answers is None):
        raise UsageError("either a model or a file answers", mend="give --model or --answers")
    if settings.paraphrase_control and settings.model is None:
        raise UsageError("--paraphrase-control needs a model to paraphrase", mend="give --model")
    check_edges(settings.protocol, settings.edges)
    settings = _presented(suite, settings)
    plans = [
        _plan(suite, settings, items, answers, strategy, judge)
        for strategy, judge in product(_strategies(suite, settings), settings.judges)
    ]
    return list({plan.digest: plan for plan in plans}.values())


def pack_digest(folder: Path | None) -> str | None:
    """Return the digest of a user's own prompts; None without any."""
    if folder is None:
        return None
    files = sorted(path for path in folder.rglob("*.txt"))
    return digest([[str(path.relative_to(folder)), path.read_text("utf-8")] for path in files])


def _strategies(suite: Suite, settings: RunSettings) -> list[str]:
    if settings.model is None:
        if settings.strategies:
            raise UsageError(
                "a strategy is put to a model", where="--strategy", mend="give --model"
            )
        return ["given"]
    default = suite.published if settings.protocol == "published" else suite.published[:1]
    wanted = list(settings.strategies) or list(default)
    if "all" in wanted:
        wanted = [name for name in suite.strategies if name != PARAPHRASE]
    for name in wanted:
        if name not in suite.strategies:
            raise UsageError(
                f"{suite.name} has no strategy {name!r}",
                where="--strategy",
                mend=f"give {', '.join(suite.strategies)} or all",
            )
    if settings.paraphrase_control:
        if PARAPHRASE not in suite.strategies:
            raise UsageError(f"{suite.name} has no paraphrase control")
        wanted.append(PARAPHRASE)
    return list(dict.fromkeys(wanted))


def _plan(
    suite: Suite,
    settings: RunSettings,
    items: TextFile,
    answers: TextFile | None,
    strategy: str,
    judge: str,
) -> Plan:
    answering, tokens = _answering(suite, settings)
    Decoding.read(settings.decoding or "")
    asks_model = settings.model is not None
    return Plan(
        suite=suite.name,
        items=items.name,
        items_digest=items.digest,
        answers=answers.name if answers else None,
        answers_digest=answers.digest if answers else None,
        model=settings.model,
        strategy=strategy,
        answering=answering if asks_model else "",
        answer_tokens=tokens if asks_model else None,
        parser=settings.parser,
        granularity=settings.granularity,
        spacy=settings.spacy,
        on_parse_failure=settings.on_parse_failure,
        judge=judge,
        protocol=settings.protocol,
        judging=settings.decoding or "",
        edges=settings.edges,
        examples=settings.examples,
        replicates=settings.replicates,
        controls=settings.controls,
        strict=settings.strict,
        all_edges=settings.all_edges,
        prompts=pack_digest(settings.prompts),
        base_url=Endpoint.find(settings.base_url).shown if settings.base_url else None,
        sample=settings.sample,
        seed=settings.seed,
        evidence=settings.evidence,
        order=settings.order or "",
        shuffle=settings.shuffle,
        deviations=tuple(_deviations(suite, settings, answering, tokens, strategy)),
    )


def _presented(suite: Suite, settings: RunSettings) -> RunSettings:
    """Return the settings with the order of parts spelled one way.

    Raises
    ------
    UsageError
        Items are to be put in a way that the suite does not know, or to no model.
    """
    given = {"evidence": settings.evidence, "order": settings.order}
    flags = [f"--{name}" for name, value in given.items() if value]
    flags += ["--shuffle"] if settings.shuffle is not None else []
    if flags and suite.order is None:
        raise UsageError(f"{suite.name} has no such questions", where=flags[0], mend="leave it out")
    if flags and settings.model is None:
        raise UsageError(
            "questions are put to a model",
            where=flags[0],
            mend="give --model; given answers say themselves how their question was put",
        )
    if settings.order is None or suite.order is None:
        return settings
    return replace(settings, order=suite.order(settings.order))


def _answering(suite: Suite, settings: RunSettings) -> tuple[str, int | None]:
    """Return the decoding of answers and their limit of tokens, the paper's where it has one."""
    text = settings.answer_decoding
    if text is None:
        stated = suite.temperature
        text = f"temperature={'default' if stated is None else stated}"
    Decoding.read(text)
    return text, settings.answer_tokens or suite.answer_tokens


def _deviations(
    suite: Suite, settings: RunSettings, answering: str, tokens: int | None, strategy: str
) -> list[str]:
    """Return where answers are had otherwise than by the published protocol."""
    if settings.model is None:
        return []
    found: list[str] = []
    if settings.protocol == "published":
        answers = [call for call in suite.protocol if call.who == "answer"]
        chosen = [call for call in answers if call.what == strategy] or answers
        found += codes(chosen, ["answer"], Prompts(settings.prompts))
    temperature = Decoding.read(answering).temperature
    if suite.temperature is not None and temperature != suite.temperature:
        found.append(f"temperature={temperature}")
    if suite.answer_tokens is not None and tokens != suite.answer_tokens:
        found.append(f"answer_tokens={tokens}")
    if strategy not in suite.published:
        found.append(f"strategy={strategy}")
    if settings.order:
        found.append(f"order={settings.order.replace(',', '-')}")
    if settings.shuffle is not None:
        found.append(f"shuffle={settings.shuffle}")
    return found
