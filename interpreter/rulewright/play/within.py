"""Finds the failing part inside what a failing condition reads: for `fits(a, b)`, the part of the permission `fits`
that fails.

Separate because a refusal names only the condition; the parts inside are for players who ask why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rulewright.explained import Explained, Place, Reason, TypeCode
from rulewright.play import labels, view
from rulewright.play.figures import figures
from rulewright.play.seen import Unseen, raw
from rulewright.play.state import State

_DEEP: Final = 8  # nested permissions and values; recursion ends there
_NOWHERE: Final[Place] = ("", 0, 0)  # the location of what is not in content
_MOST: Final = 3  # of what decided in one place, this many are shown


@dataclass(frozen=True, slots=True)
class Failing:
    """A condition that failed: its name (or empty), its text, its location, and the definition that it belongs to. If
    it compares lengths, also what was measured and what is needed, in words. `within`: what fails inside of what it
    reads. `said`: the words of the pack for it, as the player who asks may know them. `decided`: why it failed:
    entities that a loop iterated over (without a source) and values that were read. `thing`: the words for such
    entities alone. `each`: it is one of several reasons, none of which would be enough alone. `part`: it only repeats a
    part of the condition."""

    name: str
    text: str
    place: Place
    source: str
    measured: tuple[str, ...] = ()
    within: tuple[Failing, ...] = ()
    said: str = ""
    decided: tuple[Failing, ...] = ()
    thing: str = ""
    each: bool = False
    part: bool = False

    @property
    def words(self) -> str:
        """The words of the pack, else its name and the text of the innermost part that failed; and what was measured,
        else the entities for which a loop failed."""
        chain = list(self._chain())
        at = next((i for i, one in enumerate(chain) if one.said), -1)  # words of a part name its own arguments
        said = chain[at].said or (f"{self.name}: {chain[-1].text}" if self.name else chain[-1].text)
        told = next((one.measured for one in chain if one.measured), ())
        things = [one for part in chain[max(at, 0) :] for one in part._things()]
        shown = "; ".join(told) or ", ".join(dict.fromkeys(things))
        return f"{said} ({shown})" if shown else said

    def _chain(self) -> Iterator[Failing]:
        """The condition, and each part that failed inside of the one before; no values that were read."""
        yield self
        decided = [one for one in self.decided if one.source and not one.each and not one.source.startswith("value ")]
        parts = [one for one in self.decided if one.part]
        for one in [*self.within, *decided, *parts][:1]:
            yield from one._chain()

    def _things(self) -> Iterator[str]:
        return (one.thing for one in self.decided if one.thing and not one.each)


@dataclass(frozen=True, slots=True)
class Asker:
    """Collects failing conditions for one reader. `known`: the match `m` as `seat` knows it (None: everything)."""

    m: State
    known: State
    language: str = "en"
    seat: int | None = None

    def failing(
        self, name: str, part: tuple[str, Place, str], args: tuple[Any, ...], source: str, deep: int = _DEEP,
        said: str = "",
    ) -> Failing:  # fmt: skip
        """A condition (function, location, text) that failed for some arguments, with what fails inside of it. The
        words of the pack for a permission in it are used for the condition, unless it has words of its own (`said`)."""
        function, place, text = part
        measured = figures(self.m, self.known, function, args, self.language, self.seat)
        within, inner = self._within(function, args, deep)
        return Failing(name, text, place, source, measured, within, said or inner, self.decided(function, args, deep))

    def words(self, says: Mapping[str, str], params: Sequence[tuple[str, TypeCode]], args: Sequence[Any]) -> str:
        """The words of the pack (by language) for something with some arguments."""
        template = labels.said(says, self.language)
        if not template:
            return ""
        return view.filled(self.m, template, params, [raw(one) for one in args], self.seat, self.language)

    def _within(self, function: str, args: tuple[Any, ...], deep: int) -> tuple[tuple[Failing, ...], str]:
        """What fails inside of a condition, and the words for it as a whole: those of what forbids, else those of what
        normally holds."""
        p = self.m.p
        asked = p.program.askings.get(function)
        if asked is None or not deep or (self.seat is not None and asked[1] in p.hushed):
            return (), ""
        key, given = asked
        text = p.program.texts.get(key)
        if text is None:
            return (), ""
        try:
            asks = p.names[given](self.known, *args)
            found = tuple(self._failures(text, key, asks, deep - 1))
        except Unseen:
            return (), ""
        forbids = [one.said for one in found if one.source != key and one.said]
        said = "; ".join(dict.fromkeys(forbids)) or self.words(text.says.get("normally", {}), text.params, asks)
        return found, said

    def _failures(self, text: Explained, key: str, args: tuple[Any, ...], deep: int) -> Iterator[Failing]:
        """The modifiers that forbid, else the first part of the default that is false."""
        names, known = self.m.p.names, self.known
        waived = {part.label for part in text.parts if part.kind == "waive" and names[part.listing](known, *args)}
        forbids = [part for part in text.parts if part.kind == "forbid" and part.label not in waived - {None}]
        found = [part for part in forbids if names[part.listing](known, *args)]
        for part in found:
            says = text.says.get(part.label, {}) if part.label else part.names
            yield Failing("", part.text, part.place, part.definition, said=self.words(says, text.params, args))
        if found or (not text.permission and text.parts):
            return
        for one in text.conjuncts:
            if not names[one[0]](known, *args):
                yield self.failing("", one, args, key, deep)
                return

    # -- why it is so --------------------------------------------------------------------------------------------------

    def decided(self, function: str, args: tuple[Any, ...], deep: int = _DEEP) -> tuple[Failing, ...]:
        """What decided an expression, by its function; empty if that may not be known."""
        p = self.m.p
        made = p.program.decidings.get(function)
        if made is None or not deep or (self.seat is not None and made.function in p.hushed):
            return ()
        try:
            found: dict[bool, list[Failing]] = {False: [], True: []}
            parts: list[Failing] = []
            for i, things, asked in p.names[made.function](self.known, *args):
                row = made.rows[i]
                if row.part:
                    parts.append(Failing("", row.part, _NOWHERE, "", part=True))
                else:
                    found[row.each] += self._reason(row, things, asked, deep - 1)
        except Unseen:
            return ()
        each = tuple(replace(one, each=True) for one in dict.fromkeys(found[True]))
        return (*tuple(dict.fromkeys(found[False]))[:_MOST], *(each if len(each) <= _MOST else ()), *parts[-1:])

    def _reason(self, row: Reason, things: tuple[Any, ...], args: tuple[Any, ...], deep: int) -> Iterator[Failing]:
        if row.things:
            named = [f"{name}: {self._thing(x, t)}" for x, (name, t) in zip(things, row.things, strict=True)]
            bare = [self._value(x, t) for x, (_, t) in zip(things, row.things, strict=True)]
            yield Failing("", ", ".join(named), _NOWHERE, "", thing=", ".join(bare))
            return
        text = self.m.p.program.texts[row.key]
        if text.gives[0] != "yes_no":
            one = self.value(row.key, args, deep)
            if one.decided or not row.bare:
                yield one
        elif row.wanted:
            said = self.words(text.says.get("normally", {}), text.params, args)
            for one in self._failures(text, row.key, args, deep):
                yield one if one.said or one.source != row.key else replace(one, said=said)
        else:
            yield from self._holding(text, args, deep)

    def answered(self, key: str, args: tuple[Any, ...]) -> tuple[Failing, ...]:
        """Why a value or permission has its result, in addition to its breakdown: rows and modifiers."""
        text = self.m.p.program.texts[key]
        try:
            if text.gives[0] != "yes_no":
                found = list(self._made(text, key, args, _DEEP))
                found = [inner for one in found for inner in (one.decided if one.source == key else (one,))]
            elif self.m.p.names[text.function](self.known, *args):
                found = list(self._holding(text, args, _DEEP))
            else:
                found = list(self._failures(text, key, args, _DEEP))
        except Unseen:
            return ()
        told = {part.definition for part in text.parts}
        return tuple(one for one in found if one.source not in told)

    def value(self, key: str, args: tuple[Any, ...], deep: int = _DEEP) -> Failing:
        """A value with its result, and why. Raises Unseen."""
        names, text = self.m.p.names, self.m.p.program.texts[key]
        shown = ", ".join(self._brief(x, t) for x, (_, t) in zip(args, text.params, strict=True))
        result = self._value(names[text.function](self.known, *args), text.gives)
        title = f"{labels.defined(text.names, text.id, self.language)}({shown}) = {result}"
        return Failing("", title, text.place, key, decided=tuple(self._made(text, key, args, deep)))

    def _made(self, text: Explained, key: str, args: tuple[Any, ...], deep: int) -> Iterator[Failing]:
        """The start of a value, or its row that applies; then the modifiers that change it."""
        names, known = self.m.p.names, self.known
        if text.start is not None:
            yield from self.decided(text.start[0], args, deep)
        for value, condition, place, said in text.rows:
            if condition is None or names[condition](known, *args):
                if condition is not None:
                    yield Failing("", said, place, key, decided=self.decided(condition, args, deep))
                yield from self.decided(value, args, deep)
                break
        for part in text.parts:
            for holder, *_ in names[part.listing](known, *args)[:1]:
                place = part.carried[self.m.sheet[holder]] if part.carried else part.place
                yield Failing("", part.text, place, part.definition)

    def _holding(self, text: Explained, args: tuple[Any, ...], deep: int) -> Iterator[Failing]:
        """Why a permission is true: what allows it, else why it is normally true."""
        allows = [part for part in text.parts if part.kind == "allow"]
        found = [part for part in allows if self.m.p.names[part.listing](self.known, *args)]
        for part in found:
            yield Failing("", part.text, part.place, part.definition)
        if not found and text.start is not None:
            yield from self.decided(text.start[0], args, deep)

    def _thing(self, x: Any, t: TypeCode) -> str:
        """An entity in words, and where it stands."""
        said, m = self._value(x, t), self.m
        if t[0] != "entity" or not isinstance(x, int) or m.at[x] < 0:
            return said
        if not view.knows_whole(m, x, self.seat):
            return said
        return f"{said}, {self._value(m.at[x], labels.kind_of(m.at[x]))}"

    def _brief(self, x: Any, t: TypeCode) -> str:
        """A value in words; for more than a few entities, the first and how many there are."""
        if t[0] in ("set", "list") and isinstance(x, tuple) and len(x) > _MOST:
            return f"{self._value(x[:1], t)}, .. ({len(x)})"
        return self._value(x, t)

    def _value(self, x: Any, t: TypeCode) -> str:
        """A value in words, as the player who asks may know it."""
        return view.told(self.m, raw(x), t, self.seat, self.language)
