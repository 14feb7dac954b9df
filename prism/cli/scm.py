"""``prism scm``: a calculator for structural causal models."""

import json
from pathlib import Path
from typing import Any

import click
from pydantic import JsonValue

from prism.cli.emit import write_text
from prism.cli.options import json_option
from prism.display.plain import one_line, visible
from prism.errors import BadInput, PrismError, UsageError
from prism.scm.answer import Answer, number
from prism.scm.ask import ask
from prism.scm.diagram import Diagram
from prism.scm.model import Coupling, Gate, Model
from prism.scm.query import Probability, parse_query
from prism.scm.sample import estimate
from prism.suites.truth.files.question_items import question_items
from prism.suites.truth.files.scm import ScmFile, agrees, bundled, bundled_names
from prism.suites.truth.files.scm_files import read_scm
from prism.suites.truth.files.truth import to_record

__all__ = ["command"]


@click.group("scm")
def command() -> None:
    """Ask structural causal models: association, intervention, counterfactual, structure.

    MODEL is a file (prism's JSON, BIF, a causal graph as `prism show --format json` writes it, or
    one of CLadder's models as FILE#ID) or the name of a bundled model, see `prism scm list`.

    \b
    Examples:
      prism scm ask smoking "P(Y=1 | do(X=1))"
      prism scm ask firing_squad "P(D[A=0]=1 | D=1)"
      prism scm ask simpson "ATE(X, Y)" "P(Y=1 | X=A)" --json -
      prism scm ask kidney.bif "backdoor(X, Y)" "identify(Y | do(X))"
      prism scm ask model.json "PN(X, Y)" --coupling comonotone
      prism scm ask "test-model-meta.json#54" "ETT(X, Y)"
      prism scm show smoking
      prism scm check model.json
      prism scm items CounterBenchDataset_100.json > items.jsonl
    """  # noqa: D301


@command.command("ask")
@click.argument("model")
@click.argument("query", nargs=-1, required=True)
@click.option(
    "--coupling",
    type=click.Choice(["independent", "comonotone"]),
    help="How a table's noise carries over between worlds where the model does not say. Without "
    "it nothing is assumed, and bounds are given where it matters.",
)
@click.option(
    "--samples",
    type=click.IntRange(min=1000),
    help="Estimate P(…) from this many drawn units, where the model is too dense to be exact.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of --samples.")
@click.option("--steps/--no-steps", default=True, help="Print the derivation.")
@json_option
def _ask(
    model: str,
    query: tuple[str, ...],
    coupling: Coupling | None,
    samples: int | None,
    seed: int,
    steps: bool,
    json_file: str | None,
) -> None:
    """Answer one or more QUERY about MODEL.

    \b
    Probabilities   P(Y=1)   P(Y | X=1)   P(Y=1 | do(X=1), Z=0)
    Counterfactual  P(Y[X=1]=1 | X=0, Y=0)   P(Y[X=1]=1, Y[X=0]=0)
    Nested          P(Y[X=1, M=M[X=0]]=1)
    Effects         ATE(X, Y)   ATE(X=0->1, Y=1 | Z=0)   ETT(X, Y)   ATT(X, Y)
                    CDE(X, Y, M=1)   NDE(X, Y)   NIE(X, Y, M)   RD(X, Y)
    Causation       PN(X, Y)   PS(X, Y)   PNS(X, Y)
    Structure       affects(X, Y)   direct_cause(X, Y)
                    dsep(X, Y | Z)   backdoor(X, Y)   backdoor(X, Y | Z, W)
                    frontdoor(X, Y)   instruments(X, Y)   identify(Y | do(X), Z)
                    collider_bias(X, Y | C)   explaining_away(X, Y | C=1)
    Lists           ancestors(Y)   markov_blanket(X)   paths(X, Y)   backdoor_paths(X, Y)
                    separators(X, Y)   c_components()   v_structures()   orders()   and more

    \b
    Examples:
      prism scm ask smoking "P(Y=1 | do(X=1))" "frontdoor(X, Y)"
      prism scm ask firing_squad "P(D[A=0]=1 | D=1)" --no-steps

    \b
    A QUERY that cannot be answered is told in one line, with --json as an "error" in its place; the
    others are answered.

    \b
    Exit codes: 0 answered, 2 a QUERY is none of these, 3 MODEL cannot be read, has no variable or
    state of that name, or gives the evidence no chance.
    """  # noqa: D301
    held = _load(model)
    given = {"samples": samples, "seed": seed, "coupling": coupling}
    told = [(text, _answered(held, text, given)) for text in query]
    faults = [found for _, found in told if isinstance(found, PrismError)]
    if json_file is not None:
        record = json.dumps([_record(text, found) for text, found in told], indent=2)
        write_text(f"{record}\n", json_file)
    for _, found in told if json_file != "-" else ():
        if isinstance(found, Answer):
            for step in found.steps if steps else ():
                click.echo(f"  {visible(step)}")
            click.echo(_line(found))
        elif len(told) > 1:
            click.echo(f"prism: {one_line(str(found))}", err=True)
    if len(told) == 1 and faults:
        raise faults[0]
    if faults:
        raise click.exceptions.Exit(max(fault.exit_code for fault in faults))


@command.command("show", short_help="Print the variables of MODEL, and its diagram.")
@click.argument("model")
def _show(model: str) -> None:
    """Print the variables of MODEL, what each one depends on, and its diagram.

    \b
    Example:
      prism scm show smoking
    """  # noqa: D301
    held = _load(model)
    if held.name or held.source:
        click.echo(one_line(f"{held.name}  {held.source}"))
    if isinstance(held.content, Model):
        for name in held.content.order:
            click.echo(one_line(_described(held.content, name)))
    diagram = held.content if isinstance(held.content, Diagram) else held.content.diagram
    arrows = [f"{a} -> {b}" for a, b in diagram.edges]
    arrows += [f"{a} <-> {b}" for a, b in diagram.bidirected]
    click.echo(one_line(f"diagram: {', '.join(arrows) or ', '.join(diagram.nodes)}"))


@command.command("check", short_help="Compare MODEL's stored answers with the computed ones.")
@click.argument("model")
def _check(model: str) -> None:
    """Compare MODEL's stored answers with the computed ones; exit 1 if any differs.

    \b
    Example:
      prism scm check smoking
    """  # noqa: D301
    held = _load(model)
    if not held.answers:
        raise BadInput("the file holds no answers to check", where=model, mend="add 'answers'")
    wrong = 0
    for known in held.answers:
        answer = ask(held.content, known.query, known.coupling)
        right = agrees(answer, known)
        wrong += not right
        click.echo(f"{'ok   ' if right else 'WRONG'} {_line(answer)}")
    click.echo(f"{len(held.answers) - wrong} of {len(held.answers)} answers agree")
    if wrong:
        raise click.exceptions.Exit(1)


@command.command("list")
def _list() -> None:
    """List the bundled models.

    \b
    Example:
      prism scm list
    """  # noqa: D301
    for name in bundled_names():
        held = bundled(name)
        click.echo(f"{name:<24} {held.name}")


@command.command("items", short_help="Print the QUESTIONS of a published file as items.")
@click.argument("questions", type=click.Path(path_type=Path))
@click.option(
    "--models",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="CLadder's model file, which its questions refer to.",
)
def _items(questions: Path, models: Path | None) -> None:
    """Print the QUESTIONS of a published file as ground-truth items for `prism score --rubric`.

    Reads CLadder (with --models), CounterBench, CaLM, CLEAR and prism's own items. Questions that
    the query grammar does not reach are left out.

    \b
    Examples:
      prism scm items test-generate-easy.json --models test-model-meta.json > items.jsonl
      prism scm items CounterBenchDataset_100.json > items.jsonl
      prism score answers.jsonl --rubric items.jsonl
    """  # noqa: D301
    for item in question_items(questions, models):
        write_text(json.dumps(to_record(item), ensure_ascii=False) + "\n", "-")


def _answered(held: ScmFile, text: str, given: dict[str, Any]) -> Answer | PrismError:
    """Return the answer to one query, or why there is none: one costs the others nothing."""
    try:
        if given["samples"] is None:
            return ask(held.content, text, given["coupling"])
        return _estimate(held, text, **given)
    except PrismError as exc:
        return exc


def _record(text: str, found: Answer | PrismError) -> JsonValue:
    if isinstance(found, Answer):
        return found.to_json()
    return {"query": text, "error": str(found)}


def _estimate(
    held: ScmFile, text: str, samples: int, seed: int, coupling: Coupling | None
) -> Answer:
    query = parse_query(text)
    if not isinstance(held.content, Model) or not isinstance(query, Probability):
        raise UsageError("--samples estimates P(…) of a whole model only")
    return estimate(
        held.content, query, draws=samples, seed=seed, coupling=coupling or "independent"
    )


def _load(model: str) -> ScmFile:
    path = Path(model)
    if path.exists():
        return read_scm(path)
    file, mark, wanted = model.rpartition("#")
    if mark:
        return read_scm(Path(file), wanted)
    return read_scm(path) if path.suffix else bundled(model)


def _line(answer: Answer) -> str:
    assumed = f"  (assuming {answer.assumption})" if answer.assumption else ""
    error = "" if answer.error is None else f" ± {number(answer.error)}"
    return visible(f"{answer.query} = {_value(answer)}{error}{assumed}")


def _value(answer: Answer) -> str:
    """Return the value in words: a number, yes or no, sets, an estimand, a distribution."""
    match answer.value:
        case None:
            low, high = answer.interval
            kind = "sharp bounds" if answer.sharp else "bounds"
            return f"not identified, {kind} [{number(low)}, {number(high)}]"
        case bool(yes):
            return "yes" if yes else "no"
        case int() | float() as value:
            return number(value)
        case {"identified": identified, "estimand": estimand}:
            return str(estimand) if identified else "not identified"
        case {"minimal": list(minimal), "all": every}:
            count = len(every) if isinstance(every, list) else "too many"
            return f"{_sets(minimal)} (minimal; {count} in all)" if minimal else "no such set"
        case list(names):
            return _sets(names) or ", ".join(map(str, names)) or "none"
        case dict(shares):
            return "  ".join(f"[{state}] {number(float(str(p)))}" for state, p in shares.items())
    return str(answer.value)


def _sets(sets: list[JsonValue]) -> str:
    return ", ".join("{" + ", ".join(map(str, s)) + "}" for s in sets if isinstance(s, list))


def _described(model: Model, name: str) -> str:
    variable, mechanism = model.variable(name), model.mechanisms[name]
    kind = "exogenous" if variable.exogenous else "table"
    if isinstance(mechanism, Gate):
        kind = f"noisy-{mechanism.kind}"
    elif mechanism.parents and mechanism.deterministic:
        kind = "function"
    given = f" of {', '.join(mechanism.parents)}" if mechanism.parents else ""
    label = f"  {variable.label}" if variable.label else ""
    return f"{name} in {{{', '.join(variable.states)}}}: {kind}{given}{label}"
