"""The judge that asks a language model behind any OpenAI-compatible endpoint."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from itertools import chain
from operator import itemgetter
from typing import Final

from pydantic import JsonValue

from prism.errors import PrismError, UsageError
from prism.judges.base import Bench, Judge, JudgeKind, Keep, StreamingJudge
from prism.judges.local.form import LONGEST, Form, Said
from prism.judges.model.estimate import estimate
from prism.judges.model.messages import Writer, batch_prompt, group_calls, prompts_read
from prism.judges.panel import Panel
from prism.llm.budget import Price
from prism.llm.client import Client
from prism.llm.estimate import Estimate
from prism.llm.fence import Fence
from prism.llm.records import Ask, CallFailed, Decoding, Filtered, OverBudget, Reply
from prism.llm.together import together
from prism.prompts import Prompts
from prism.records.probe import Probe
from prism.records.verdict import Provenance, Reason, Span, Verdict
from prism.settings import Edges

__all__ = ["KIND", "OpenAIJudge", "failure", "reason_of"]

# Length limits of the published protocol, by kind of probe; ours keeps them.
ALLOWANCE: Mapping[str, int] = {"edge": 1024, "criterion": 4096}
USUAL_ALLOWANCE = 1024
THOUGHTS = "nothing but reasoning, in which no verdict is looked for"


class OpenAIJudge(StreamingJudge):
    """Asks ``model`` through ``client``, which must be open; failures come back unscored.

    Parameters
    ----------
    model, client
        Which model, and the open client of its endpoint.
    prompts
        The pack of prompts; the packaged one by default.
    decoding
        What is sent beside the messages.
    edges
        ``each``: one call an edge, as published. ``batch``: the edges of one response in few
        calls with a verdict each.
    examples
        Whether the prompts' worked examples are sent.
    replicate
        Number of this repetition; it shifts the seed, and keeps stored verdicts apart.
    """

    def __init__(
        self,
        model: str,
        client: Client,
        *,
        prompts: Prompts | None = None,
        decoding: Decoding | None = None,
        edges: Edges = "each",
        examples: bool = True,
        replicate: int = 0,
    ) -> None:
        self.model, self.client = model, client
        self.edges, self.replicate = edges, replicate
        self.asked = decoding or Decoding()
        self.writer = Writer(prompts or Prompts(), examples, Fence())

    @property
    def name(self) -> str:
        """``openai:MODEL``."""
        return f"openai:{self.model}"

    def calls(self, probes: Sequence[Probe]) -> list[list[Probe]]:
        """Return the probes call by call (:func:`~prism.judges.model.messages.group_calls`)."""
        return [[probes[i] for i in places] for places in group_calls(probes, self.edges)]

    def identity(self, probe: Probe, call: Sequence[Probe]) -> Mapping[str, JsonValue]:
        """Return model, endpoint, decoding, prompt and form digests, and the probes of the call."""
        batch = batch_prompt(probe, self.edges)
        names = prompts_read(probe.prompt, batched=batch is not None)
        form = Form.of(names[0], probe.menu)
        prompts: list[JsonValue] = [self.writer.prompts.get(name).digest for name in names]
        return {
            "judge": "openai",
            "model": self.model,
            "base_url": self.client.endpoint.shown,
            "decoding": asdict(self.asked),
            "allowance": _allowance(probe.kind),
            "prompts": prompts,
            "batched": False if batch is None else [other.digest for other in call],
            "examples": self.writer.examples,
            "schema": form.schema(),
            "replicate": self.replicate,
            "probe": probe.digest,
        }

    def price(self, calls: Sequence[Sequence[Probe]], prices: Mapping[str, Price]) -> Estimate:
        """Return what so many calls take."""
        return estimate(calls, self.writer, edges=self.edges, price=prices.get(self.model))

    def cost(self, probes: Sequence[Probe], prices: Mapping[str, Price]) -> Estimate:
        """Return what answering ``probes`` takes."""
        return self.price(self.calls(probes), prices)

    @property
    def decoding(self) -> str:
        """The decoding that is asked for, as it stands in the signature.

        What the endpoint made of it, every verdict tells of itself: it may have been given to
        another process.
        """
        examples = [] if self.writer.examples else ["examples=no"]
        return ";".join([str(self.asked), f"edges={self.edges}", *examples])

    async def answer(self, probes: Sequence[Probe]) -> list[Verdict]:
        """Return one verdict a probe, in order.

        Raises
        ------
        Unavailable
            At first contact: the endpoint or the model is not there.
        """
        calls = group_calls(probes, self.edges)
        answers = await together(self.put([probes[i] for i in places]) for places in calls)
        pairs = zip(chain.from_iterable(calls), chain.from_iterable(answers), strict=True)
        return [verdict for _, verdict in sorted(pairs, key=itemgetter(0))]

    async def put(self, call: Sequence[Probe], keep: Keep | None = None) -> list[Verdict]:
        """Make one call; see :class:`prism.judges.base.StreamingJudge`."""
        async with self.client.slot():
            try:
                verdicts = await self._put(call)
            except PrismError:
                raise
            except Exception as exc:  # whatever is odd about one reply costs that reply alone
                why = f"{type(exc).__name__}: {exc}"
                verdicts = [self._unscored(probe, "judge_error", why) for probe in call]
            if keep is not None:
                await keep(verdicts)
        return verdicts

    async def _put(self, probes: Sequence[Probe]) -> list[Verdict]:
        """Return what the model says to each of the probes of one call."""
        first, batch = probes[0], batch_prompt(probes[0], self.edges)
        form = Form.of(batch or first.prompt, first.menu)
        try:
            ask, read = await self._ask(probes, form, batch)
            reply = await self.client.ask(ask)
        except CallFailed as exc:
            return [self._unscored(probe, reason_of(exc), str(exc)) for probe in probes]
        fault = failure(reply)
        if fault is not None:
            words = reply.refusal or reply.text[:LONGEST] or (THOUGHTS if reply.reasoning else "")
            return [self._unscored(p, fault, words, self._given(reply, read)) for p in probes]
        asked = ask.messages[-1]["content"]
        if batch is not None:
            said = form.read_batch(reply.text, len(probes), asked)
        else:
            said = [form.read(reply.text, asked)]
        pairs = zip(probes, said, strict=True)
        return [self._verdict(probe, s, reply, read) for probe, s in pairs]

    async def _ask(
        self, probes: Sequence[Probe], form: Form, batch: str | None
    ) -> tuple[Ask, tuple[str, ...]]:
        """Return the request of one call, and the prompts that were read for it."""
        first, decoding = probes[0], self.asked
        if decoding.seed is not None:
            decoding = replace(decoding, seed=decoding.seed + self.replicate)
        ask = Ask(self.model, (), decoding, _allowance(first.kind), form.schema())
        mode = (await self.client.capabilities(ask)).mode
        ask = replace(ask, messages=self.writer.write(probes, batch, mode))
        if batch is not None:
            allowance = _allowance(first.kind) * min(4, len(probes))
            ask = replace(ask, schema=form.batch_schema(len(probes)), max_tokens=allowance)
        return ask, self.writer.reads(first, batch, mode)

    def _verdict(
        self, probe: Probe, said: Said | None, reply: Reply, read: tuple[str, ...]
    ) -> Verdict:
        given = self._given(reply, read)
        if said is None:
            return self._unscored(probe, "parse_failure", reply.text[:LONGEST], given)
        return Verdict(
            probe=probe.digest,
            value=said.verdict,
            code=said.code,
            rationale=said.rationale,
            confidence=_confidence(said.verdict, reply),
            spans=_spans(said.quote, probe),
            provenance=given,
        )

    def _unscored(
        self, probe: Probe, reason: Reason, why: str, given: Provenance | None = None
    ) -> Verdict:
        return Verdict(
            probe=probe.digest,
            reason=reason,
            rationale=why,
            provenance=given or Provenance(judge=self.name, model_requested=self.model),
        )

    def _given(self, reply: Reply, read: tuple[str, ...]) -> Provenance:
        given = reply.provenance(self.name, self.model)
        return given.model_copy(update={"prompts": read})


class Replicates(Panel):
    """One judge that is asked several times."""

    @property
    def decoding(self) -> str | None:
        """What each asks for, and how often."""
        return f"{super().decoding};replicates={len(self.judges)}"


async def _make(model: str, bench: Bench) -> Judge:
    """Return the judge of ``model``: one, or as many as it is to be asked, each kept by itself."""
    settings, client = bench.settings, await bench.client()
    if settings.replicates < 1:
        raise UsageError("at least one replicate is needed", where="--replicates")
    judges = [
        bench.kept(
            OpenAIJudge(
                model,
                client,
                prompts=settings.prompts,
                decoding=settings.decoding,
                edges=settings.edges,
                examples=settings.examples,
                replicate=number,
            )
        )
        for number in range(settings.replicates)
    ]
    return judges[0] if len(judges) == 1 else Replicates(judges, name=f"openai:{model}")


KIND: Final = JudgeKind("openai:MODEL", _make, remote=True)


def failure(reply: Reply) -> Reason | None:
    """Return why a reply cannot count, whatever its text says; None where it can."""
    if reply.refused:
        return "refused"
    if reply.cut:
        return "truncated"
    if reply.text.strip():
        return None
    return "parse_failure" if reply.reasoning else "empty"


def reason_of(failed: CallFailed) -> Reason:
    """Return the reason that a call which came to nothing leaves its probes with."""
    if isinstance(failed, OverBudget):
        return "over_budget"
    return "refused" if isinstance(failed, Filtered) else "judge_error"


def _allowance(kind: str) -> int:
    return ALLOWANCE.get(kind, USUAL_ALLOWANCE)


def _spans(quote: str, probe: Probe) -> tuple[Span, ...]:
    """Return where the quoted words stand in the response; a quote that is not there is dropped."""
    start = probe.texts.get("response", "").find(quote) if quote else -1
    if start < 0:
        return ()
    return (Span(role="response", start=start, end=start + len(quote), text=quote),)


def _confidence(verdict: str, reply: Reply) -> float | None:
    """Return the probability of the token that begins the verdict, where it was reported."""
    likely = [
        p for token, p in reply.logprobs if (t := token.strip(' "')) and verdict.startswith(t)
    ]
    return min(1.0, math.exp(likely[-1])) if likely else None
