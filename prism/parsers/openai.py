"""The parser that asks a language model behind any OpenAI-compatible endpoint."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Final

from pydantic import JsonValue

from prism.errors import Unavailable
from prism.graph import CausalGraph, Unit, Written
from prism.graph.model import Granularity
from prism.graph.relations import RELATIONS, normalise
from prism.llm.budget import Price
from prism.llm.client import Client
from prism.llm.estimate import CHARACTERS_A_TOKEN, Estimate, one_call
from prism.llm.fence import Fence
from prism.llm.records import Ask, CallFailed, Decoding, Message, Reply
from prism.parsers.base import ParseBench, Parser, ParserKind, RequestedParser
from prism.parsers.reply import Reply as Analysis
from prism.parsers.reply import graph_of_reply, read_reply
from prism.prompts import Prompts
from prism.records.digest import digest
from prism.settings import OnFailure
from prism.text.cues import hints
from prism.text.parse import parse
from prism.text.sentences import sentences

__all__ = ["KIND", "OpenAIParser", "parse_messages", "read_structured"]

ALLOWANCE = 16_384
# Below this share of units found in the text, a reply is about something else.
FOUND = 0.5
SIDES = ("SN", "NS", "NN")
SCHEMA: dict[str, JsonValue] = {
    "type": "object",
    "properties": {
        "units": {"type": "array", "items": {"type": "string"}},
        "relations": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "source": {"type": "integer"},
                    "target": {"type": "integer"},
                    "label": {"type": "string", "enum": list(RELATIONS)},
                    "nuclearity": {"type": "string", "enum": list(SIDES)},
                },
                "required": ["source", "target", "label", "nuclearity"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["units", "relations"],
    "additionalProperties": False,
}


class OpenAIParser(RequestedParser):
    """Has ``model`` cut a text into units and relations; the graph is cause → effect.

    Structured output where the endpoint has it, sectioned text where not; a reply that cannot be
    used is sent back once for repair, and then something stands in, flagged in the graph's origin.

    Parameters
    ----------
    model, client
        Which model, and the open client of its endpoint.
    prompts, decoding
        The pack of prompts, and what is sent beside the messages.
    on_failure
        What stands in: the ``embedded`` parser, the ``sentences`` of the text, or nothing
        (``stop``).
    spacy
        Name of the spaCy model for cues and for the embedded parser, None for the best one.
    """

    reads_prompts = True

    def __init__(
        self,
        model: str,
        client: Client,
        *,
        prompts: Prompts | None = None,
        decoding: Decoding | None = None,
        on_failure: OnFailure = "embedded",
        spacy: str | None = None,
    ) -> None:
        self.model, self.client, self.on_failure = model, client, on_failure
        self.prompts = prompts or Prompts()
        self.decoding = decoding or Decoding()
        self.spacy = spacy

    @property
    def name(self) -> str:
        """``openai:MODEL``."""
        return f"openai:{self.model}"

    def cost(self, text: str, prices: Mapping[str, Price]) -> Estimate:
        """Return what having the model parse ``text`` takes, without the repair of a reply."""
        reply = len(text) * 2 / CHARACTERS_A_TOKEN
        messages = parse_messages(self.prompts, text)
        return one_call("parse", messages, reply, prices.get(self.model))

    def identity(self, text: str) -> Mapping[str, JsonValue]:
        """Return everything requested that could change the graph."""
        names = ("parse", "parse_json", "parse_text", "parse_repair")
        return {
            "parser": "openai",
            "model": self.model,
            "base_url": self.client.endpoint.shown,
            "decoding": asdict(self.decoding),
            "allowance": ALLOWANCE,
            "prompts": [self.prompts.get(name).digest for name in names],
            "schema": digest(SCHEMA),
            "spacy": self.spacy,
            "text": digest(text),
        }

    async def parse(self, text: str) -> CausalGraph:
        """Return the graph of ``text``; where the model fails, what stands in, flagged.

        Raises
        ------
        Unavailable
            The endpoint or the model is not there, or the parse failed and ``on_failure`` is
            ``stop``.
        """
        try:
            found = await self._asked(text)
        except CallFailed as exc:
            found = str(exc)
        if isinstance(found, CausalGraph):
            return found
        if self.on_failure == "stop":
            raise Unavailable(
                f"{self.name} gave no graph: {found}", mend="--on-parse-failure embedded|sentences"
            )
        if self.on_failure == "sentences":
            return sentences(text, parser=self.name)
        graph = await asyncio.to_thread(parse, text, model=self.spacy)
        fallback = graph.origin.fallback or "embedded"
        return graph.replace(origin=replace(graph.origin, parser=self.name, fallback=fallback))

    async def _asked(self, text: str) -> CausalGraph | str:
        """Return the model's graph, or what is wrong with its second reply."""
        ask = Ask(self.model, (), self.decoding, ALLOWANCE, SCHEMA)
        structured = (await self.client.capabilities(ask)).mode != "text"
        ask = replace(ask, messages=parse_messages(self.prompts, text, structured=structured))
        reply = await self._reply(ask)
        found = await asyncio.to_thread(self._graph, reply, text)
        if isinstance(found, CausalGraph):
            return found
        repair = self.prompts.get("parse_repair").fill("question", {"fault": found})
        said: Message = {"role": "assistant", "content": reply.text or "(nothing)"}
        again: Message = {"role": "user", "content": repair}
        reply = await self._reply(replace(ask, messages=(*ask.messages, said, again)))
        return await asyncio.to_thread(self._graph, reply, text)

    async def _reply(self, ask: Ask) -> Reply:
        async with self.client.slot():
            return await self.client.ask(ask)

    def _graph(self, reply: Reply, text: str) -> CausalGraph | str:
        """Return the graph a reply holds, or what is wrong with it in a few words."""
        if reply.refused:
            return "it was a refusal"
        if reply.cut:
            return "it was cut short"
        analysis = read_structured(reply.text) or read_reply(reply.text)
        if not analysis.units:
            return "it has no units"

        def cues(text: str, units: Any, links: Any) -> Any:
            return hints(text, units, links, self.spacy)

        graph = graph_of_reply(analysis, text, parser=self.name, hints=cues)
        found = sum(unit.grounded for unit in graph.units) / len(graph.units)
        if found < FOUND:
            return "most of its units are not in the explanation; copy them exactly"
        granularity: Granularity = "clause"
        return graph.replace(origin=replace(graph.origin, granularity=granularity))


async def _make(model: str, bench: ParseBench) -> Parser:
    settings = bench.settings
    parser = OpenAIParser(
        model,
        await bench.client(),
        prompts=settings.prompts,
        decoding=settings.decoding,
        on_failure=settings.on_parse_failure,
        spacy=settings.spacy,
    )
    return bench.kept_graphs(parser)


KIND: Final = ParserKind("openai:MODEL", _make, remote=True)


def parse_messages(prompts: Prompts, text: str, *, structured: bool = True) -> tuple[Message, ...]:
    """Return the messages that ask for the graph of ``text``, which is fenced."""
    task, form = prompts.get("parse"), "parse_json" if structured else "parse_text"
    fenced = Fence().around(text, "explanation")
    shape = prompts.get(form).fill("system", {})
    return (
        {"role": "system", "content": f"{task.system.strip()}\n\n{shape.strip()}"},
        {"role": "user", "content": task.fill("shared", {"text": fenced}).strip()},
    )


def read_structured(text: str) -> Analysis | None:
    """Return what a JSON reply says, or None where it is no such reply.

    What does not fit is left out, never guessed: units that are not text, relations between
    numbers that no unit has (counted as dangling), self-loops, repetitions.

    >>> text = '{"units": ["it rained", "it flooded"], "relations": [{"source": 2, "target": 1,'
    >>> read_structured(text + '"label": "RESULT", "nuclearity": "SN"}]}').links[0].source
    'EDU2'
    """
    try:
        data = json.loads(text[text.index("{") : text.rindex("}") + 1])
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or not isinstance(data.get("units"), list):
        return None
    texts = {n: t.strip() for n, t in enumerate(data["units"], 1) if isinstance(t, str)}
    texts = {number: unit for number, unit in texts.items() if unit}
    relations = data.get("relations")
    links: dict[tuple[int, int, str], Written] = {}
    dangling = 0
    for relation in relations if isinstance(relations, list) else []:
        link = _link(relation)
        if link is None or link[0] not in texts or link[1] not in texts or link[0] == link[1]:
            dangling += 1
            continue
        source, target, label, side = link
        written = Written(f"EDU{source}", f"EDU{target}", label, side)
        links.setdefault((source, target, label), written)
    units = tuple(Unit(id=f"EDU{number}", text=unit) for number, unit in texts.items())
    return Analysis(units=units, links=tuple(links.values()), dangling=dangling)


def _link(relation: object) -> tuple[int, int, str, Any] | None:
    """Return source, target, label and nuclearity after the published projection."""
    if not isinstance(relation, dict):
        return None
    source, target = relation.get("source"), relation.get("target")
    label, side = relation.get("label"), relation.get("nuclearity")
    if not isinstance(label, str) or not label.strip():
        return None
    if not isinstance(source, int) or not isinstance(target, int):
        return None
    if side == "NN" and source > target:
        source, target = target, source
    return source, target, normalise(label), side if side in SIDES else None
