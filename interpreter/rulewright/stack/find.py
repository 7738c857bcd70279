"""Assembles the stack of a pack folder and the packs that the user adds to it: all packs that are needed, in order.

Separate because every entry point begins with it: the packs must be known before the first definition is read.
"""

from __future__ import annotations

import heapq
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import MANIFEST, Member, Place, Stack
from rulewright.source import SourceText, Span
from rulewright.spelling import listed, nearest
from rulewright.stack.manifests import Manifest, Said, asks_for_others, range_of, read_manifest
from rulewright.stack.ranges import holds
from rulewright.stack.search import Search

MOST_PACKS: Final = 64
_PART: Final = re.compile(r"(not )?([^\W\d]\w*)")


def stacked(
    path: str | Place, out: Diagnostics, named: tuple[Path, ...] = (), *, is_locked: bool = True
) -> Place | None:
    """The place of a pack with all packs that it needs and those that are added to it. It is the folder alone if the
    pack needs no others and has no `parts` that depend on others. None, with the reasons in `out`, if the packs do not
    fit together. Versions in the lock of the pack come before others, unless the lock is to be written again (not
    `is_locked`)."""
    if isinstance(path, Stack):
        return path
    folder = Path(path)
    if not named and not asks_for_others(folder):
        return folder
    manifest = read_manifest(folder)
    if manifest is None or (not named and manifest.is_alone):
        return folder  # the reader of packs reports the error
    before = out.reported
    fixed = {manifest.id: manifest}
    for one in named:
        further = read_manifest(one)
        if further is None:
            _no_pack(one, out)
        else:
            known = fixed.setdefault(further.id, further)
            if known.folder.resolve() != further.folder.resolve():
                message = f"two packs have the id '{further.id}': versions {known.version} and {further.version}"
                out.add("RW237", message, further.span, "remove one of them", [(known.span, "the other one")])
    from rulewright.stack.lock import locked_versions

    locked = locked_versions(folder) if is_locked else {}
    found = _resolved(Search((folder, *named), locked), fixed, out)
    if found is None or out.reported > before:
        return None
    _refuse_conflicts(found, out)
    games = [one for one in found.values() if one.start is not None]
    if len(games) > 1:
        assert games[1].start is not None and games[0].start is not None
        message = f"'{games[0].id}' and '{games[1].id}' are both games, but a stack has only one"
        out.add("RW235", message, games[1].start, "remove `start` from the pack that is not the game",
                [(games[0].start, "the other `start` is here")])  # fmt: skip
    order = _order(found, out)
    if out.reported > before:
        return None
    plain = games[0].id if games else order[0].id
    members = tuple(
        Member(one.id, one.folder, "" if one.id == plain else f"{one.id}:", _left_out(one, found, out))
        for one in order
    )  # fmt: skip
    is_whole = len(members) == 1 and not manifest.parts
    return folder if is_whole else Stack(folder, manifest.id, members, tuple(fixed))


def _no_pack(folder: Path, out: Diagnostics) -> None:
    """Reports a folder that was added but is not a pack. Ignoring it silently would make another game."""
    hint = f"write '{MANIFEST}' with 'pack: ID' in it"
    if os.path.isfile(folder):
        why, hint = "it is a file, not a folder", "name the folder of the pack that contains it"
    elif not os.path.isdir(folder):
        why, hint = "there is no such folder", "name the folder of a pack"
    elif not os.path.exists(folder / MANIFEST):
        why = f"it has no {MANIFEST}"
    else:
        why, hint = f"its {MANIFEST} cannot be read", "run `rulewright check` on that folder"
    span = Span(SourceText(MANIFEST, "", str(folder / MANIFEST)), 0, 0)
    out.add("RW201", f"'{folder}' is not a pack: {why}", span, hint)


def _resolved(search: Search, fixed: dict[str, Manifest], out: Diagnostics) -> dict[str, Manifest] | None:
    """The packs that are needed: the first choice for each, and others only if these do not fit together."""
    found = dict(fixed)
    waiting = list(fixed.values())
    agree = True
    while waiting:
        one = waiting.pop()
        if len(one.needs) > MOST_PACKS:
            _too_many(list(one.needs.values())[MOST_PACKS], out)
            return None
        for name, said in one.needs.items():
            several = range_of(said)
            if several is None:
                _no_range(said, out)
                continue
            if name not in found:
                first = None
                for each in search.find(name, one.folder):
                    first = first or each
                    if holds(several, each.version):
                        first = each
                        break
                if first is None:
                    _not_here(search, one, name, said, out)
                    continue
                found[name] = first
                waiting.append(found[name])
                if len(found) > MOST_PACKS:
                    _too_many(said, out)
                    return None
            agree &= holds(several, found[name].version)
    if out.has_errors:
        return None
    if not agree:
        again = _by_trial(search, fixed, out)
        if again is None:
            return None
        found = again
    _look_at_optional(found, out)
    return found


def _too_many(said: Said, out: Diagnostics) -> None:
    out.add("RW231", f"a stack of more than {MOST_PACKS} packs", said.span)


def _by_trial(search: Search, fixed: dict[str, Manifest], out: Diagnostics) -> dict[str, Manifest] | None:
    from rulewright.stack.resolve import Impossible, TooMany, needs_of, resolve

    try:
        return resolve(search, fixed, [need for one in fixed.values() for need in needs_of(one)]) | fixed
    except TooMany:
        said = next(said for one in fixed.values() for said in one.needs.values())
        message = "the versions of the packs that are needed can be combined in too many ways"
        out.add("RW231", message, said.span, "remove versions that you do not need, or name folders with --with")
        return None
    except Impossible as failed:
        wanted = {need.said.span: need for need in failed.needs if need.said is not None and need.by is not None}
        needs = list(wanted.values())
        first = needs[0]
        assert first.said is not None and first.by is not None
        here = sorted({one.version for one in failed.there})
        message = f"no version of '{failed.name}' satisfies every pack that needs it"
        hint = f"available: {', '.join(map(str, here))}; '{first.by.id}' needs '{first.said.text}'"
        related = [(need.said.span, f"'{need.by.id}' needs '{need.said.text}'") for need in needs[1:]
                   if need.said is not None and need.by is not None]  # fmt: skip
        out.add("RW231", message, first.said.span, hint, related)
        return None


def _not_here(search: Search, by: Manifest, name: str, said: Said, out: Diagnostics) -> None:
    near = nearest(name, search.ids(by.folder))
    hint = f"did you mean '{near}'?" if near else "put it next to this pack, or name its folder with --with"
    out.add("RW236", f"'{by.id}' needs the pack '{name}', which was not found", said.key, hint)


def _no_range(said: Said, out: Diagnostics) -> None:
    hint = "write `1.2`, `from 1.2`, `1.2 to 1.4`, `only 1.2.3` or `any`, or several joined by `or`"
    out.add("RW238", f"'{said.text}' is not a range of versions", said.span, hint)


def _look_at_optional(found: Mapping[str, Manifest], out: Diagnostics) -> None:
    """Checks that optional packs in the stack are in the supported ranges."""
    for one in found.values():
        for name, said in one.optional.items():
            several = range_of(said)
            if several is None:
                _no_range(said, out)
            elif name in found and not holds(several, found[name].version):
                message = f"'{one.id}' supports '{name}' {said.text}, found {found[name].version}"
                out.add("RW231", message, said.span, None, [(found[name].span, f"'{name}'")])


def _refuse_conflicts(found: Mapping[str, Manifest], out: Diagnostics) -> None:
    for one in found.values():
        for name, said in one.conflicts.items():
            if name in found:
                message = f"'{one.id}' conflicts with {found[name].title}: {said.text}"
                out.add("RW237", message, said.key, "remove one of them", [(found[name].span, f"'{name}'")])


def behind(manifests: Iterable[Manifest]) -> dict[str, dict[str, Said | None]]:
    """For each pack, the packs that it comes after, with the entry that says so."""
    several = {one.id: one for one in manifests}
    edges: dict[str, dict[str, Said | None]] = {name: {} for name in several}
    for one in several.values():
        for name, said in (*one.needs.items(), *one.optional.items()):
            if name in several:
                edges[one.id][name] = said
        for said in one.after:
            if said.text in several:
                edges[one.id].setdefault(said.text, said)
        for first, second in zip(one.order, one.order[1:], strict=False):
            if first.text in several and second.text in several:
                edges[second.text].setdefault(first.text, second)
    return edges


def behind_each(manifests: Iterable[Manifest]) -> dict[str, set[str]]:
    """For each pack, all packs that it comes after, directly or through others."""
    edges = behind(manifests)
    found: dict[str, set[str]] = {}
    for name in edges:
        reached: set[str] = set()
        waiting = [name]
        while waiting:
            new = [other for other in edges[waiting.pop()] if other not in reached]
            reached.update(new)
            waiting += new
        found[name] = reached
    return found


def _order(found: Mapping[str, Manifest], out: Diagnostics) -> list[Manifest]:
    """Every pack after those that it needs; by id where nothing states the order."""
    edges = behind(found.values())
    open_ = {name: len(several) for name, several in edges.items()}
    ready = [name for name, count in open_.items() if not count]
    heapq.heapify(ready)
    done: list[Manifest] = []
    while ready:
        name = heapq.heappop(ready)
        done.append(found[name])
        for other, several in edges.items():
            if name in several:
                open_[other] -= 1
                if not open_[other]:
                    heapq.heappush(ready, other)
    if len(done) < len(found):
        _report_circle(found, edges, {one.id for one in done}, out)
        done += [one for one in found.values() if one not in done]
    return done


def _report_circle(
    found: Mapping[str, Manifest], edges: dict[str, dict[str, Said | None]], done: set[str], out: Diagnostics
) -> None:
    """Follows the packs that could not be ordered until one repeats, and reports the cycle."""
    name = min(set(found) - done)
    way = [name]
    while True:
        name = min(other for other in edges[name] if other not in done)
        if name in way:
            break
        way.append(name)
    circle = way[way.index(name) :]
    said = [edges[one][other] for one, other in zip(circle, [*circle[1:], circle[0]], strict=True)]
    spans = [one.span for one in said if one is not None]
    by_needs = all(other in found[one].needs for one, other in zip(circle, [*circle[1:], circle[0]], strict=True))
    related = [(span, "through this entry") for span in spans[1:]]
    if by_needs:
        out.add("RW232", f"'{circle[0]}' needs itself through other packs: {listed(circle)}", spans[0],
                "remove one of these entries from `needs`", related)  # fmt: skip
    else:
        out.add("RW233", f"'{circle[0]}' and '{circle[-1]}' must each come after the other", spans[0],
                "remove one of these lines", related)  # fmt: skip


def packs_in(condition: str) -> list[tuple[str, bool]] | None:
    """The packs in a condition of `parts`, each with whether it must be there; None if it is not a valid condition."""
    found = [_PART.fullmatch(part.strip()) for part in condition.split(" and ")]
    several = [(match[2], match[1] is None) for match in found if match is not None]
    return several if len(several) == len(found) else None


def _left_out(one: Manifest, found: Mapping[str, Manifest], out: Diagnostics) -> tuple[str, ...]:
    """The folders of a pack whose condition is false in this stack."""
    left: list[str] = []
    for folder, said in one.parts.items():
        wanted = packs_in(said.text)
        if wanted is None:
            hint = "write `ID` or `not ID`, joined by `and`"
            out.add("RW238", f"'{said.text}' is not a condition on packs", said.span, hint)
        elif not all((name in found) is is_there for name, is_there in wanted):
            left += [f"{folder}/", f"tests/{folder}/"]
    return tuple(left)
