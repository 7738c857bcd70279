"""The command line: what is printed where, and the exit code, for every command that asks nothing."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from ruamel.yaml import YAML

from rulewright.compile import link, written
from rulewright.compile.plan import Plan
from rulewright.program import Program
from rulewright_tools import cli

from .conftest import Run

CASES: list[dict[str, Any]] = YAML(typ="safe").load((Path(__file__).parent / "cli.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["title"] for case in CASES])
def test_a_command_line_prints_and_ends_as_it_should(
    case: dict[str, Any], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in case["files"].items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ran = run(*case["args"].split())
    for stream, wanted in ((ran.out, case.get("out", "")), (ran.err, case.get("err", ""))):
        if isinstance(wanted, dict):
            assert [piece for piece in wanted["has"] if piece not in stream] == [], stream
        else:
            assert stream == wanted
    assert ran.code == case.get("exit", 0)


def test_every_command_says_what_it_does(run: Run) -> None:
    group = cli.command
    assert isinstance(group, cli.LazyGroup)
    with click.Context(group) as context:
        names = group.list_commands(context)
        assert {"check", "explain", "fmt", "new", "play", "replay", "show"} <= set(names)
        for name in names:
            found = group.get_command(context, name)
            assert found is not None
            assert found.get_short_help_str(), name
            assert run(name, "--help").code == 0


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_names_of_files_that_are_no_text_are_told(tmp_path: Path, form: str, encoding: str) -> None:
    """Whatever the stream can write, the mistake is told; JSON stays JSON."""
    folder = tmp_path / os.fsdecode(b"pack\xff")
    folder.mkdir()
    (folder / "pack.yaml").write_text("pack: sample\nstart: play\n", encoding="utf-8")
    (folder / os.fsdecode("ход".encode() + b"\xfe.yaml")).write_text("event play: fo\n", encoding="utf-8")
    command = [sys.executable, "-m", "rulewright_tools", "check", str(folder), "--format", form]
    done = subprocess.run(command, capture_output=True, env=_paths() | {"PYTHONIOENCODING": f"{encoding}:strict"})
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"RW101" in done.stdout
    if form != "text":
        lines = done.stdout.decode(encoding).splitlines() if form == "json" else [done.stdout.decode(encoding)]
        assert all(json.loads(line).keys() >= {"code" if form == "json" else "runs"} for line in lines)


@pytest.mark.parametrize("arguments", ["check json", "check sarif", "test json", "coverage json", "graph json"])
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1251", "ascii", "utf-16"])
def test_json_is_the_same_on_a_stream_of_any_encoding(tmp_path: Path, arguments: str, encoding: str) -> None:
    folder = tmp_path / "и\u00e9\U0001f3b2"
    (folder / "tests").mkdir(parents=True)
    rules = "rules: {R-1: Кость \U0001f3b2}\nreadings: {R-1: {statement: \u00e9, taken: \U0001f3b2}}\n"
    files = {
        "pack.yaml": "pack: sample\nstart: play\n", "rulebook.yaml": rules,
        "\U0001f3b2.yaml": "event play: finish\nevent never: finish\n",
        "tests/\u00e9ы\U0001f3b2.yaml": "test ы\u00e9\U0001f3b2:\n  do: never()\n  then: [1 is 1]\n",
    }  # fmt: skip
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    name, form = arguments.split()
    if name == "check":
        (folder / "bad.yaml").write_text("event bad: \U0001f3b2\n", encoding="utf-8")
    command = [sys.executable, "-m", "rulewright_tools", name, str(folder), "--format", form]
    done = subprocess.run(command, capture_output=True, env=_paths() | {"PYTHONIOENCODING": encoding})
    assert done.returncode in (0, 1), done.stderr
    told = done.stdout.decode(encoding)
    assert told.isascii() and "\\ud83c\\udfb2" in told
    lines = [told] if told.startswith("{\n") else told.splitlines()
    assert any("\U0001f3b2" in json.dumps(json.loads(line), ensure_ascii=False) for line in lines)


@pytest.mark.parametrize(
    "arguments",
    ["check {}", "test {}", "coverage {}", "graph {}", "show {} attack", "fmt {}", "play {}", "soak {}", "mutants {}",
     "mutate {}",
     "new creature x --pack {}"],
)  # fmt: skip
def test_every_command_takes_packs_in_the_same_way(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*arguments.format("skirmsh").split())
    assert ran.code == cli.USAGE and "there is no folder 'skirmsh': did you mean 'skirmish'?" in ran.err
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = run(*arguments.format("file").split())
    assert ran.code == cli.USAGE and "'file' is" in ran.err
    # A known name goes on to what else is wrong with the command line, or to nothing.
    if not arguments.startswith(("fmt", "play", "mutants", "mutate", "new")):
        more = {"soak {}": "--decisions 1", "test {}": "-k attack"}.get(arguments, "")
        ran = run(*arguments.format("skirmish").split(), *more.split())
        assert ran.code == cli.CLEAN, ran.err


def test_a_command_loads_only_itself() -> None:
    program = (
        "import sys\nfrom rulewright_tools import cli\ncli.run(['explain', 'RW101'])\n"
        "print([name for name in sys.modules if name.startswith('rulewright_tools.commands.')])\n"
        "print(sorted({'lark', 'networkx', 'pydantic', 'rich.console'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=_paths())
    assert done.stdout.splitlines()[-2:] == ["['rulewright_tools.commands.explain']", "[]"]


def test_the_program_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulewright_tools", "check", "nowhere"],
        capture_output=True,
        text=True,
        check=False,
        env=_paths(),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no folder 'nowhere'" in done.stderr


def test_whoever_stops_reading_gets_no_traceback() -> None:
    """As `rulewright explain builtins | head -1` does."""
    with subprocess.Popen(
        [sys.executable, "-m", "rulewright_tools", "play", "skirmish", "--watch", "--bots", "random"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_paths(),
    ) as process:  # fmt: skip
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def _paths() -> dict[str, str]:
    """The environment of a fresh interpreter that finds the same modules as this one."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "80"}


def test_a_fault_of_ours_says_what_to_report(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("[/red] it broke")

    monkeypatch.setattr(cli.LazyGroup, "get_command", lambda *_: click.Command("check", callback=broken))
    ran = run("check")
    assert ran.code == 3
    assert ran.out == ""
    assert ran.err.startswith("internal error RW900: RuntimeError: [/red] it broke\n")
    assert "Please report" in ran.err
    assert "arguments: check\n" in ran.err
    assert "Traceback (most recent call last):" in ran.err


@pytest.mark.parametrize("raised", [KeyboardInterrupt, click.Abort])
def test_an_interrupted_command_says_so(run: Run, monkeypatch: pytest.MonkeyPatch, raised: type[BaseException]) -> None:
    def interrupted() -> None:
        raise raised

    monkeypatch.setattr(cli.LazyGroup, "get_command", lambda *_: click.Command("check", callback=interrupted))
    ran = run("check")
    assert (ran.code, ran.out, ran.err.strip()) == (130, "", "interrupted")


def test_colours_are_only_for_terminals_and_can_be_refused(
    run: Run, pack_folder: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = pack_folder("class act(player who): {}\n")
    plain = run("check", folder).out
    assert "\x1b" not in plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = run("check", folder).out
    assert click.unstyle(coloured) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("check", folder).out == plain


def test_words_of_a_pack_are_never_markup(run: Run, pack_folder: Any) -> None:
    folder = pack_folder({
        "pack.yaml": "pack: sample\nstart: play\n",
        "a.yaml": "kind card: {}\ncard ace: {name: '[red]Ace[/x] :dog:'}\n"
                  "event play: |\n  for each p in players:\n    create ace for p\n"
                  "  for each c in cards:\n    show(c) if choose_it(c)\n"
                  "event show(card c): {}\npermission choose_it(card c): true\n",
    })  # fmt: skip
    ran = run("play", folder, "--watch", "--bots", "random")
    assert ran.code == 0
    assert "[red]Ace[/x] :dog:" in ran.out


def test_the_code_of_a_definition_is_shown_with_its_lines(run: Run, pack_folder: Any) -> None:
    folder = pack_folder({
        "pack.yaml": "pack: sample\nstart: play\n",
        "a.yaml": "kind player:\n  state:\n    gold: number\n"
                  "event play: |\n  for each p in players:\n    earn(p)\n"
                  "event earn(player p): |\n  set p.gold = 2\n"
                  "kind coin: {}\ncoin penny: {}\n",
    })  # fmt: skip
    ran = run("show", folder, "earn", "--code")
    assert ran.code == 0
    assert "# a.yaml:8: set p.gold = 2\n    m.c0_gold[" in ran.out
    assert "\ndef E1_earn(m, a0, skip):\n" in ran.out
    assert "no function of its own: coin 'penny' is data" in run("show", folder, "penny", "--code").out


def test_code_is_generated_once_for_all_definitions_of_a_name(
    run: Run, pack_folder: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []

    def keeping(planned: Plan, functions: list[ast.stmt] | None = None) -> Program:
        made.append(planned)
        return generated(planned, functions)

    generated = link.generate
    monkeypatch.setattr(written, "generate", keeping)
    monkeypatch.setattr(link, "generate", lambda *_: pytest.fail("a second module for the same words"))
    folder = pack_folder({
        "pack.yaml": "pack: sample\nstart: play\n",
        "a.yaml": "event play: |\n  note()\nevent note: {}\n"
                  "rule play:\n  after: note\n  do: note()\n  limit: 1 per play\n",
    })  # fmt: skip
    ran = run("show", folder, "play", "--effective", "--code")
    assert ran.code == 0
    assert "E0_play" in ran.out and "R0_play" in ran.out
    assert len(made) == 1


def test_a_pack_with_mistakes_has_no_code_to_show(run: Run, pack_folder: Any) -> None:
    folder = pack_folder({"pack.yaml": "pack: sample\nstart: play\n", "a.yaml": "event play: |\n  lose(3)\n"})
    ran = run("show", folder, "play", "--code")
    assert ran.code == 0
    assert "there is no code, and the list of what affects it may be incomplete" in ran.err
