"""Shows beside a mistake that stands in one pack only because of another what that other one has changed.

Separate because the stages that find mistakes know definitions as they are after all changes, and no packs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from rulewright.diagnostic import Diagnostic
from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import Member, Stack
from rulewright.pack.model import Declaration, Pack
from rulewright.source import Span
from rulewright.stack.manifests import Manifest, read_manifest
from rulewright.stack.words import text_of

_QUOTED: Final = re.compile(r"'([^']+)'")
_WORD: Final = re.compile(r"\w+")
_SHOWN: Final = 3
_OF_STACKS: Final = ("RW24", "RW25", "RW26")  # codes of what is said between packs: they show what they are about
# How likely something that a pack does is the cause of a mistake, if it is about what the mistake names: it touches
# that thing itself, it no longer says its name, it says it and nobody did before, it touches something else of it.
_ITSELF, _LOST, _SAID, _BESIDE = 4, 3, 2, 1
_Words = frozenset[str]
_Key = tuple[str, str, int]  # of a mistake: its code, its file and where it begins there


@dataclass(frozen=True, slots=True)
class Touch:
    """One thing that a pack does: what it touches (the `id` of a definition, and the names of a path inside), the words
    that stood there and no longer do, and those that are new."""

    pack: str
    span: Span
    told: str
    id: str
    path: _Words
    lost: _Words = frozenset()
    said: _Words = frozenset()


def show(place: Stack, pack: Pack, out: Diagnostics, alone: Callable[[Member], Iterable[Diagnostic]]) -> None:
    """Adds to each mistake in the files of a pack that this pack does not have by itself the changes of others that are
    about what it names: where these are of several packs, of those by which alone it has the mistake too, if there is
    one. `alone` checks one of the packs with no more than it needs."""
    touches = [*touches_of(pack)]
    needed = needed_by_each(place)
    members = {member.id: member for member in place.members}
    known: dict[str, set[_Key]] = {}

    def keys_of(name: str) -> set[_Key]:
        if name not in known:
            known[name] = {_key(one) for one in alone(members[name])}
        return known[name]

    for member in place.members:
        own = needed[member.id]
        index = _index(one for one in touches if one.pack not in own)
        if not index:
            continue
        found: list[tuple[Diagnostic, list[Touch]]] = []
        for one in out:
            places = [one.span, *(other.span for other in one.related)]
            whose = [place.of(span.source.name)[0].id for span in places]
            if one.code.startswith(_OF_STACKS):
                continue
            if whose[0] == member.id and own.issuperset(whose) and (causes := _causes(one, index)):
                found.append((one, causes))
        if not found:
            continue
        for one, causes in found:
            if _key(one) in keys_of(member.id):
                continue
            packs = {each.pack for each in causes}
            enough = {name for name in packs if _key(one) in keys_of(name)} if len(packs) > 1 else packs
            shown = [each for each in causes if each.pack in enough] or causes
            # It is not misspelt: the game's own names were right before.
            hint = f"let '{shown[0].pack}' take this out as well, or leave what it names" if one.missing else None
            out.point(one, [(each.span, each.told) for each in shown[:_SHOWN]], hint)


def _key(one: Diagnostic) -> _Key:
    return one.code, one.span.source.name, one.span.start


def needed_by_each(place: Stack) -> dict[str, set[str]]:
    """Of each pack itself and all that it needs, by way of others too."""
    made = {member.id: read_manifest(member.folder) for member in place.members}
    manifests: dict[str, Manifest] = {name: one for name, one in made.items() if one is not None}
    found: dict[str, set[str]] = {}
    for member in place.members:
        reached, waiting = {member.id}, [member.id]
        while waiting:
            one = manifests.get(waiting.pop())
            new = [] if one is None else [name for name in one.needs if name not in reached]
            reached.update(new)
            waiting += new
        found[member.id] = reached
    return found


# -- what packs do -----------------------------------------------------------------------------------------------------


def touches_of(pack: Pack) -> Iterator[Touch]:
    """What packs have removed and changed, with the words that were lost by it."""
    for gone in pack.removed:
        old = gone.old
        yield Touch(gone.pack, gone.span, f"'{gone.pack}' has {gone.verb} {gone.title} here", old.id,
                     frozenset({old.id}), _words(_text(old)))  # fmt: skip
    for one in pack.declarations:
        for path, told in (one.history or {}).items():
            for origin in told:
                before, after = _words(origin.before), _words(origin.after)
                lost = before & after if origin.verb == "take" else before - after
                lost = frozenset() if origin.verb == "add" else lost
                does = "removed" if origin.verb == "remove" else "changed"
                words = f"'{origin.pack}' has {does} '{'.'.join(path)}' of {one.form} '{one.id}' here"
                names = frozenset(word for part in path for word in _WORD.findall(part))
                yield Touch(origin.pack, origin.span, words, one.id, names, lost, after - before)


def _text(one: Declaration) -> str:
    return " ".join(text_of(field.node) for field in one.fields.values())


def _words(text: str) -> _Words:
    return frozenset(_WORD.findall(text))


# -- what a mistake is about -------------------------------------------------------------------------------------------


def _index(touches: Iterable[Touch]) -> dict[str, list[Touch]]:
    """All that packs do, by each word that it may be about."""
    found: dict[str, list[Touch]] = defaultdict(list)
    for one in touches:
        for word in {one.id, *one.path, *one.lost, *one.said}:
            found[word].append(one)
    return found


def _causes(one: Diagnostic, index: dict[str, list[Touch]]) -> list[Touch]:
    """The likeliest causes of a mistake."""
    names = {word for quoted in _QUOTED.findall(one.message) for word in _WORD.findall(quoted)}
    names |= {*_WORD.findall(one.span.text), one.definition or ""} if len(one.span.text) < _LONG else set()
    ranked: dict[Span, tuple[int, Touch]] = {}
    for touch in (each for name in names for each in index.get(name, ())):
        rank = _rank(touch, names)
        if rank > ranked.get(touch.span, (0, touch))[0]:
            ranked[touch.span] = rank, touch
    best = max((rank for rank, _ in ranked.values()), default=0)
    found = [touch for rank, touch in ranked.values() if rank == best]
    return sorted(found, key=lambda each: (each.pack, each.span.source.name, each.span.start))


_LONG: Final = 80  # letters of a place that is a whole text and no name


def _rank(touch: Touch, names: set[str]) -> int:
    if touch.id in names and touch.path & names:
        return _ITSELF
    if touch.lost & names:
        return _LOST
    if touch.said & names:
        return _SAID
    return _BESIDE if touch.id in names else 0
