"""Checks the pack in a folder, or loads it to be played.

Separate because playing needs only the result: if the cache contains a pack's program, nothing that reads packs is
imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal

from rulewright.embedding.pack import Pack
from rulewright.errors import RulewrightError

if TYPE_CHECKING:
    from rulewright.diagnostics import Diagnostic
    from rulewright.rl.environment import Environment


def check(path: str | Path, tests: bool = True) -> tuple[Diagnostic, ...]:
    """Checks the pack in a folder and returns all errors, warnings and notes in reading order.

    Args:
        path: the folder that contains `pack.yaml`. A folder that is not a pack is reported as a diagnostic too.
        tests: whether to check its content tests too; they are not run.
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
    """Loads the pack in a folder, ready to be played.

    Args:
        path: the folder that contains `pack.yaml`. The packs that it needs are found automatically.
        packs: folders of packs that are added to it: an edition, house rules.
        cache: a folder for programs, "user" for the one in the user's cache folder, None for none. Its contents are
            executed: no other user may be able to write there.

    Raises:
        RulewrightError: the pack has errors, or one of `packs` is not a pack. The errors are in its `diagnostics`.
    """
    from rulewright.diagnostics import Diagnostics
    from rulewright.pack.files import folder_named
    from rulewright.pipeline import check_pack, load_program
    from rulewright.stack.find import stacked

    folder = folder_named(path)
    if isinstance(packs, (str, Path)):
        raise RulewrightError(f"`packs` must be a list of folders: write [{str(packs)!r:.60}]")
    if not isinstance(packs, Iterable):
        raise RulewrightError(f"`packs` must be a list of folders, not {packs!r:.60}")
    if not isinstance(cache, (str, Path, NoneType)):
        raise RulewrightError(f"`cache` must be a folder, 'user' or None, not {cache!r:.60}")
    found = Diagnostics()
    place = stacked(folder, found, tuple(folder_named(one) for one in packs))
    program = None if place is None else load_program(place, cache)
    if program is not None:
        return Pack(program)
    errors = found.errors if place is None else check_pack(place).diagnostics.errors
    count = f"{len(errors)} error{'' if len(errors) == 1 else 's'}"
    first = f": {errors[0].span}: {errors[0].message}" if errors else ""
    first += f" ({errors[0].hint})" if errors and errors[0].hint else ""
    raise RulewrightError(f"the pack in '{path}' has {count}{first}", errors)


def environment(
    pack: Pack | str | Path, players: int | None = None, settings: Mapping[str, Any] | None = None, actions: int = 256,
    pieces: int = 128, statuses: int = 64, render_mode: str | None = None, parts: int | None = None,
) -> Environment:  # fmt: skip
    """A pack as an AEC environment of PettingZoo, with masks of legal actions. Needs the extra `rl`.

    Args:
        pack: from `load`, or a folder.
        players: the number of players; None: the fewest that the pack allows.
        settings: values by id; an omitted setting has its default.
        actions: the size of the action space. If there are more options, the last action turns the page.
        pieces, statuses: the number of entities and statuses that an observation has room for.
        render_mode: "ansi" or None.
        parts: the number of members of its lists, places of its ways and places of its formations that each option has
            room for; the first ones are told. None: 16 if options of the pack may have any, else 0.

    Raises:
        RulewrightError: the pack has errors, it does not take these settings or this number of players, or the extra
            is not installed. `reset` refuses `pieces` and `statuses` that are too small.
    """
    try:
        from rulewright.rl.environment import Environment
    except ModuleNotFoundError as missing:
        raise RulewrightError(f"{missing.name} is not installed: pip install 'rulewright[rl]'") from None
    made = pack if isinstance(pack, Pack) else load(pack)
    return Environment(made, players, settings, actions, pieces, statuses, render_mode, parts)
