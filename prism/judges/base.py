"""What a judge is, and what makes one by name."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from pydantic import JsonValue

from prism.llm.budget import Price
from prism.llm.client import Client
from prism.llm.estimate import Estimate
from prism.records.probe import Probe
from prism.records.verdict import Verdict
from prism.settings import Settings

__all__ = ["Answering", "Bench", "Judge", "JudgeKind", "Keep", "StreamingJudge"]

Keep = Callable[[Sequence[Verdict]], Awaitable[None]]


class Answering(Protocol):
    """The least that a judge of one's own needs; :func:`~prism.judges.callable.as_judge` adds."""

    @property
    def name(self) -> str:
        """What signatures and verdicts call it."""
        ...

    async def answer(self, probes: Sequence[Probe]) -> Sequence[Verdict]:
        """Return one verdict a probe, in order; failures are unscored, not raised."""
        ...


@runtime_checkable
class Judge(Answering, Protocol):
    """Answers probes, and says of itself what others must know of it.

    Nobody looks at the name or the class of a judge. One that inherits from this class says only
    what departs from this: it is no estimate, reads prompts, cannot be sent to another process,
    asks for no decoding, and costs nothing.
    """

    @property
    def estimates(self) -> bool:
        """Whether its verdicts are read off the words alone; the signature says so."""
        return False

    @property
    def reads_prompts(self) -> bool:
        """Whether it answers what a prompt puts; else it is asked only what texts can answer."""
        return True

    @property
    def portable(self) -> bool:
        """Whether it works on the processor alone, and may be pickled and asked elsewhere."""
        return False

    @property
    def decoding(self) -> str | None:
        """What is sent to a language model beside the messages, as the signature has it."""
        return None

    def cost(self, probes: Sequence[Probe], prices: Mapping[str, Price]) -> Estimate:
        """Return what :meth:`answer` would ask of language models, and pay by ``prices`` a model.

        Nothing is asked to find it out.
        """
        del probes, prices
        return Estimate()


class StreamingJudge(Judge, Protocol):
    """A judge whose verdicts are worth keeping and can be kept call by call as they come."""

    def calls(self, probes: Sequence[Probe]) -> list[list[Probe]]:
        """Return how ``probes`` are cut into calls; those of one call can sway one another."""
        ...

    def price(self, calls: Sequence[Sequence[Probe]], prices: Mapping[str, Price]) -> Estimate:
        """Return what so many calls take."""
        ...

    def identity(self, probe: Probe, call: Sequence[Probe]) -> Mapping[str, JsonValue]:
        """Return everything requested in ``call`` that could change the answer to ``probe``.

        Its digest is the key under which the answer is kept.
        """
        ...

    async def put(self, call: Sequence[Probe], keep: Keep | None = None) -> list[Verdict]:
        """Make one call and return its verdicts in order.

        The call counts as under way until ``keep``, which is given them, has returned.
        """
        ...


class Bench(Protocol):
    """What judges are made with: what was set, one client, one store, and other judges by name."""

    @property
    def settings(self) -> Settings:
        """What was set."""
        ...

    async def client(self) -> Client:
        """Return the open client of the endpoint, which all share."""
        ...

    async def judge(self, spec: str) -> Judge:
        """Return another judge by its name."""
        ...

    def kept(self, judge: StreamingJudge) -> Judge:
        """Return ``judge``, its verdicts kept where there is a store."""
        ...

    def verdicts(self, file: str) -> Mapping[str, Verdict]:
        """Return the verdicts that a file holds, by the digest of their probe."""
        ...


def _no_parts(rest: str) -> Sequence[str]:
    del rest
    return ()


@dataclass(frozen=True, slots=True)
class JudgeKind:
    """One row of the registry: what ``--judge NAME`` or ``--judge NAME:REST`` makes.

    Attributes
    ----------
    form
        What a user writes, such as ``coin`` or ``openai:MODEL``; up to the colon it is the name.
    make
        The judge, from what stands after the colon ('' where nothing does) and what is at hand.
    estimates, reads_prompts
        As of the judge it makes, known without making it.
    remote
        Whether it asks language models, so that texts leave this machine and verdicts are kept.
    parts
        The judges a panel is made of, by name; what is known of it follows from theirs.
    """

    form: str
    make: Callable[[str, Bench], Awaitable[Answering]]
    estimates: bool = False
    reads_prompts: bool = True
    remote: bool = False
    parts: Callable[[str], Sequence[str]] = _no_parts
