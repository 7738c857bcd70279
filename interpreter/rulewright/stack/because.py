"""Adds to an error in one pack that only another pack causes the changes that the other pack made.

Separate because the stages that find errors see definitions after all changes and know no packs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from rulewright.diagnostic import Diagnostic
from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import Member, Stack
from rulewright.pack.model import Declaration, Origin, Pack
from rulewright.source import Span
from rulewright.stack.manifests import Manifest, read_manifest
from rulewright.stack.words import text_of

_QUOTED: Final = re.compile(r"'([^']+)'")
_WORD: Final = re.compile(r"\w+")
_SHOWN: Final = 3
_OF_STACKS: Final = ("RW24", "RW25", "RW26")  # codes about several packs, which show the others themselves
# How likely a change is the cause of an error that names the same thing: the change is to that thing itself, it removes
# the name from a value, it adds the name to one, or it is to another part of the same definition.
_ITSELF, _LOST, _SAID, _BESIDE = 4, 3, 2, 1
_Words = frozenset[str]
_Key = tuple[str, str, int]  # of an error: its code, its file and its offset there


@dataclass(frozen=True, slots=True)
class Touch:
    """One change that a pack makes: what it changes (the `id` of a definition, and the names in a path inside it), the
    words that it removes and the words that it adds."""

    pack: str
    span: Span
    told: str
    id: str
    path: _Words
    lost: _Words = frozenset()
    said: _Words = frozenset()


def show(place: Stack, pack: Pack, out: Diagnostics, alone: Callable[[Member], Iterable[Diagnostic]]) -> None:
    """Adds the responsible changes of other packs to each error that is in the files of a pack and that this pack does
    not have by itself. A change is responsible if it is about a thing that the error names. If such changes come from
    several packs, only those packs count that cause the error alone, if there are any. `alone` checks one of the packs
    with only what it needs."""
    told = [(one, _names(one)) for one in out if not one.code.startswith(_OF_STACKS)]
    touches = [*touches_of(pack, {name for _, names in told for name in names})]
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
        for one, names in told:
            places = [one.span, *(other.span for other in one.related)]
            whose = [place.of(span.source.name)[0].id for span in places]
            if whose[0] == member.id and own.issuperset(whose) and (causes := _causes(names, index)):
                found.append((one, causes))
        if not found:
            continue
        for one, causes in found:
            if _key(one) in keys_of(member.id):
                continue
            packs = {each.pack for each in causes}
            enough = {name for name in packs if _key(one) in keys_of(name)} if len(packs) > 1 else packs
            shown = [each for each in causes if each.pack in enough] or causes
            # The name is not misspelt: it was known before the change.
            hint = f"let '{shown[0].pack}' remove this as well, or keep the name used here" if one.missing else None
            out.point(one, [(each.span, each.told) for each in shown[:_SHOWN]], hint)


def _key(one: Diagnostic) -> _Key:
    return one.code, one.span.source.name, one.span.start


def needed_by_each(place: Stack) -> dict[str, set[str]]:
    """For each pack, itself and all packs that it needs, directly or through others."""
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


def touches_of(pack: Pack, about: Collection[str]) -> Iterator[Touch]:
    """The removals and changes that packs make that concern one of some names: of a definition, of what a change
    removes, or of what it adds. There may be millions that do not: what extends a definition has its changes, too."""
    for gone in pack.removed:
        old = gone.old
        lost = _words(_text(old))
        if old.id in about or not lost.isdisjoint(about):
            yield Touch(gone.pack, gone.span, f"'{gone.pack}' has {gone.verb} {gone.title} here", old.id,
                        frozenset({old.id}), lost)  # fmt: skip
    known: dict[int, tuple[_Words, _Words]] = {}
    for one in pack.declarations:
        for path, told in (one.history or {}).items():
            for origin in told:
                if id(origin) not in known:
                    known[id(origin)] = _exchanged(origin)
                lost, said = known[id(origin)]
                if one.id in about or not lost.isdisjoint(about) or not said.isdisjoint(about):
                    does = "removed" if origin.verb == "remove" else "changed"
                    words = f"'{origin.pack}' has {does} '{'.'.join(path)}' of {one.form} '{one.id}' here"
                    names = frozenset(word for part in path for word in _WORD.findall(part))
                    yield Touch(origin.pack, origin.span, words, one.id, names, lost, said)


def _exchanged(origin: Origin) -> tuple[_Words, _Words]:
    """The words that a change removes, and those that it adds."""
    before, after = _words(origin.before), _words(origin.after)
    lost = before & after if origin.verb == "take" else before - after
    return frozenset() if origin.verb == "add" else lost, after - before


def _text(one: Declaration) -> str:
    return " ".join(text_of(field.node) for field in one.fields.values())


def _words(text: str) -> _Words:
    return frozenset(_WORD.findall(text))


# -- what an error is about --------------------------------------------------------------------------------------------


def _index(touches: Iterable[Touch]) -> dict[str, list[Touch]]:
    """All changes, by each word that they may be about."""
    found: dict[str, list[Touch]] = defaultdict(list)
    for one in touches:
        for word in {one.id, *one.lost, *one.said}:
            found[word].append(one)
    return found


def _causes(names: set[str], index: dict[str, list[Touch]]) -> list[Touch]:
    """The most likely causes of an error about some names."""
    ranked: dict[Span, tuple[int, Touch]] = {}
    for touch in (each for name in sorted(names) for each in index.get(name, ())):
        rank = _rank(touch, names)
        if rank > ranked.get(touch.span, (0, touch))[0]:
            ranked[touch.span] = rank, touch
    best = max((rank for rank, _ in ranked.values()), default=0)
    found = [touch for rank, touch in ranked.values() if rank == best]
    return sorted(found, key=lambda each: (each.pack, each.span.source.name, each.span.start))


def _names(one: Diagnostic) -> set[str]:
    """The names that an error is about."""
    names = {word for quoted in _QUOTED.findall(one.message) for word in _WORD.findall(quoted)}
    return names | ({*_WORD.findall(one.span.text), one.definition or ""} if len(one.span.text) < _LONG else set())


_LONG: Final = 80  # characters of a span that is a whole block and not a name


def _rank(touch: Touch, names: set[str]) -> int:
    if touch.id in names and touch.path & names:
        return _ITSELF
    if touch.lost & names:
        return _LOST
    if touch.said & names:
        return _SAID
    return _BESIDE if touch.id in names else 0
