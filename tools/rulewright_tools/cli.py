"""Runs one command for the arguments of `rulewright` and returns its exit code.

Separate because commands are loaded only when they are used, and because this module alone catches a bug in Rulewright:
0 success, 1 errors in a pack, 2 wrong usage, 3 a bug in Rulewright.
"""

from __future__ import annotations

import errno
import importlib
import io
import os
import pkgutil
import platform
import sys
import traceback
from collections.abc import Sequence
from typing import TextIO

import click

from rulewright.gc_pause import collect_seldom
from rulewright.spelling import nearest
from rulewright_tools import commands
from rulewright_tools.show.terminal import echo

CLEAN, CONTENT, USAGE, OURS = range(4)
UNWRITTEN = 74  # as in sysexits.h
INTERRUPTED = 130
# A full disk or quota, a limit of the file size, a device that fails.
_NOT_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
# A path typed by the user may be longer than the system allows, or not accessible.
_NOT_REACHED = (errno.ENAMETOOLONG, errno.EACCES, errno.EPERM, errno.EROFS, errno.ELOOP)
_SHOWN = 60


class LazyGroup(click.Group):
    """A group with a sub-command for every module of `commands`; its attribute `command` is loaded on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__) if module.name[0] != "_")

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        found = importlib.import_module(f"{commands.__name__}.{cmd_name}").command
        assert isinstance(found, click.Command), f"commands.{cmd_name}.command is no command"
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        known = self.list_commands(ctx)
        if name not in known and not name.startswith("-"):
            near = nearest(name, known)
            hint = f"did you mean '{near}'?" if near else f"the commands are {', '.join(known)}"
            raise click.UsageError(f"there is no command '{name}': {hint}", ctx)
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        echo(f"rulewright {version()}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version."
)
def command() -> None:
    """Check, explain and play games that are written as packs of YAML.

    PACK is the folder of a pack, or the name of one that ships with Rulewright. `rulewright COMMAND --help` says what
    a command takes. Exit codes: 0 success, 1 errors in a pack, 2 wrong usage, 3 a bug in Rulewright, 74 if the
    output could not be written.
    """


def version() -> str:
    """Returns the version of the installed tool."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("rulewright")
    except PackageNotFoundError:
        return "0 (not installed)"


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line and returns the exit code. Reports every failure on the error stream."""
    try:
        return _run(arguments)
    except MemoryError:
        pass  # reported below, after the memory is freed
    _tell("internal error RW900: out of memory; a smaller pack, board or match may fit")
    return OURS


def _run(arguments: Sequence[str] | None) -> int:
    try:
        outcome = command.main(arguments, prog_name="rulewright", standalone_mode=False)
        return outcome if isinstance(outcome, int) else CLEAN
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as wrong:
        words = io.StringIO()
        wrong.show(words)
        _tell(words.getvalue().rstrip("\n"))
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        _tell("interrupted")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # click makes the latter of the former
        # The reader of our output has gone (`| head`): this is not an error, and there is no reader to report it to.
        _write_no_more(sys.stdout)
        return CLEAN
    except MemoryError:
        raise
    except Exception as fault:
        if isinstance(fault, OSError) and fault.errno in _NOT_WRITTEN:
            _write_no_more(sys.stdout)
            _tell(f"rulewright: the output could not be written: {fault.strerror}")
            return UNWRITTEN
        if isinstance(fault, OSError) and fault.errno in _NOT_REACHED and fault.filename is not None:
            path = os.fsdecode(fault.filename)
            _tell(f"rulewright: {path if len(path) <= _SHOWN else path[:_SHOWN] + '..'}: {fault.strerror}")
            return USAGE
        _tell(fault_report(fault, sys.argv[1:] if arguments is None else arguments))
        return OURS


def _tell(words: str) -> None:
    """Writes to the error stream why the command ends. If that fails, only the exit code shows it."""
    try:
        echo(words, err=True)
    except OSError:
        _write_no_more(sys.stderr)


def _write_no_more(stream: TextIO) -> None:
    """Redirects a stream to nowhere, so that its pending output is not written again at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def fault_report(fault: Exception, arguments: Sequence[str]) -> str:
    """Returns the report of a bug in Rulewright, with what the user should send."""
    trail = "".join(traceback.format_exception(fault))
    return (
        f"internal error RW900: {type(fault).__name__}: {fault}\n"
        "    This is a bug in Rulewright, not in your content. Please report the text below, with the pack.\n"
        f"    rulewright {version()}, Python {platform.python_version()}, {platform.system()}\n"
        f"    arguments: {' '.join(arguments)}\n\n{trail.rstrip()}"
    )


def main() -> None:
    """The program `rulewright`."""
    collect_seldom()
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the calling process (`>&-`)
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        # The name of a file may not be text, and a terminal may lack letters: what cannot be written is escaped, as it
        # always is on the error stream.
        sys.stdout.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")  # nor need typed input: it is no answer then, and no bug
    sys.exit(run())
