"""From the folder of a pack to what is wrong with it, or to a pack that can be played.

Separate because playing needs only the outcome: while the cache holds a pack's program, nothing is imported here that
reads one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rulewright.embedding.pack import Pack
from rulewright.errors import RulewrightError

if TYPE_CHECKING:
    from rulewright.diagnostics import Diagnostic
    from rulewright.rl.environment import Environment


def check(path: str | Path, tests: bool = True) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with the pack in a folder: errors, warnings and notes in reading order.

    Args:
        path: the folder that holds `pack.yaml`. A folder that is no pack is a diagnostic too.
        tests: whether its content tests are read as well; they are not run.
    """
    from rulewright.pack.files import folder_named
    from rulewright.pipeline import check_pack
    from rulewright.scenario.checked import check_with_tests

    folder = folder_named(path)
    result = check_with_tests(folder).result if tests else check_pack(folder)
    return tuple(result.diagnostics)


def load(
    path: str | Path, cache: Path | Literal["user"] | None = "user", packs: Sequence[str | Path] = ()
) -> Pack:
    """The pack in a folder, ready to be played.

    Args:
        path: the folder that holds `pack.yaml`. What the pack needs is found by itself.
        packs: folders of packs that are put upon it: an edition, house rules.
        cache: a folder for programs, "user" for the one in the user's cache folder, None for none. What lies in it is
            run: nobody else may write there.

    Raises:
        RulewrightError: the pack has errors, or one of `packs` is none. They are its `diagnostics`.
    """
    from rulewright.diagnostics import Diagnostics
    from rulewright.pack.files import folder_named
    from rulewright.pipeline import check_pack, load_program
    from rulewright.stack.find import stacked

    folder = folder_named(path)
    if isinstance(packs, (str, Path)):
        raise RulewrightError(f"`packs` are a list of folders: write [{str(packs)!r:.60}]")
    found = Diagnostics()
    place = stacked(folder, found, tuple(folder_named(one) for one in packs))
    program = None if place is None else load_program(place, cache)
    if program is not None:
        return Pack(program)
    errors = found.errors if place is None else check_pack(place).diagnostics.errors
    count = f"{len(errors)} error{'' if len(errors) == 1 else 's'}"
    first = f": {errors[0].span}: {errors[0].message}" if errors else ""
    raise RulewrightError(f"the pack in '{path}' has {count}{first}", errors)


def environment(
    pack: Pack | str | Path, players: int | None = None, settings: Mapping[str, Any] | None = None, actions: int = 256,
    pieces: int = 128, statuses: int = 64, render_mode: str | None = None,
) -> Environment:  # fmt: skip
    """A pack as an AEC environment of PettingZoo, with masks of legal actions. Needs the extra `rl`.

    Args:
        pack: from `load`, or a folder.
        players: how many; None: as few as the pack allows.
        settings: by id; what is left out has its default.
        actions: the size of the space of actions. Where there are more options, the last action turns the page.
        pieces, statuses: how many entities and statuses an observation has room for.
        render_mode: "ansi" or None.

    Raises:
        RulewrightError: the pack has errors, or the extra is not installed. `reset` refuses settings, and too few
            `pieces` and `statuses`.
    """
    try:
        from rulewright.rl.environment import Environment
    except ModuleNotFoundError as missing:
        raise RulewrightError(f"{missing.name} is not installed: pip install 'rulewright[rl]'") from None
    made = pack if isinstance(pack, Pack) else load(pack)
    return Environment(made, players, settings, actions, pieces, statuses, render_mode)
