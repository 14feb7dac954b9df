"""spaCy's command line is loaded when it is used, and then it is the real one."""

import subprocess
import sys


def run(code: str) -> str:
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return out.stdout.strip()


def test_parsing_does_not_load_it() -> None:
    code = "import sys, prism.text.nlp; print('spacy.cli._util' in sys.modules)"
    assert run(code) == "False"


def test_importing_from_it_gives_the_real_thing() -> None:
    code = "import prism.text.nlp\nfrom spacy.cli import download\nprint(download.__module__)"
    assert run(code) == "spacy.cli.download"


def test_its_submodules_can_be_imported() -> None:
    code = "from spacy.cli.info import info\nprint(info(silent=True)['spacy_version'])"
    assert run(f"import prism.text.nlp\n{code}") == run(code)
    code = "from spacy.cli.convert import convert\nprint(convert.__module__)"
    assert run(f"import prism.text.nlp\n{code}") == run(code)


def test_the_short_name_works() -> None:
    code = "import prism.text.nlp, spacy\nprint(spacy.info(silent=True)['spacy_version'])"
    assert run(code) == run("import spacy\nprint(spacy.__version__)")


def test_nothing_changes_where_spacy_was_there_first() -> None:
    code = "import spacy, prism.text.nlp, sys\nprint('spacy.cli._util' in sys.modules)"
    assert run(code) == "True"
