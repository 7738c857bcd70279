"""Turns the arguments of `rulewright` into one command and its outcome into an exit code.

A module of its own because commands load when they are used and not before, and because it is the one place that
catches a fault of ours: 0 clean, 1 errors in the content, 2 wrong usage, 3 a fault of ours.
"""

from __future__ import annotations

import importlib
import io
import os
import pkgutil
import platform
import sys
import traceback
from collections.abc import Sequence

import click

from rulewright.spelling import nearest
from rulewright_tools import commands

CLEAN, CONTENT, USAGE, OURS = range(4)
INTERRUPTED = 130


class LazyGroup(click.Group):
    """Every module of `commands` is a sub-command; its attribute `command` is loaded on use."""

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
        click.echo(f"rulewright {version()}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version."
)
def command() -> None:
    """Check, explain and play games that are written as packs of YAML.

    PACK is the folder of a pack, or the name of one that ships with Rulewright. `rulewright COMMAND --help` says what
    a command takes. Exit codes: 0 clean, 1 errors in the content, 2 wrong usage, 3 a fault of ours.
    """


def version() -> str:
    """The version of the installed tool."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("rulewright")
    except PackageNotFoundError:
        return "0 (not installed)"


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line; the exit code. Whatever goes wrong is told on the error stream."""
    try:
        outcome = command.main(arguments, prog_name="rulewright", standalone_mode=False)
        return outcome if isinstance(outcome, int) else CLEAN
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as wrong:
        wrong.show()
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone (`| head`): not a mistake, and there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLEAN
    except Exception as fault:
        click.echo(fault_report(fault, sys.argv[1:] if arguments is None else arguments), err=True)
        return OURS


def fault_report(fault: Exception, arguments: Sequence[str]) -> str:
    """What a fault of ours prints, and what to report of it."""
    trail = "".join(traceback.format_exception(fault))
    return (
        f"internal error RW900: {type(fault).__name__}: {fault}\n"
        "    This is a fault of Rulewright, not of your content. Please report what stands below, with the pack.\n"
        f"    rulewright {version()}, Python {platform.python_version()}, {platform.system()}\n"
        f"    arguments: {' '.join(arguments)}\n\n{trail.rstrip()}"
    )


def main() -> None:
    """The program `rulewright`."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name of a file need not be text, and a terminal may lack letters: what cannot be written is escaped, as it
        # always is on the error stream.
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(run())
