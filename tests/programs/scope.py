"""What a text can name where it stands, and pieces of text that know how tightly they bind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.programs.draw import Draw
from tests.programs.world import PARENTS, World

from rulewright.check.types import Type, is_union, members

# How tightly a piece of text binds, loosest first.
OPEN, OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, OF, ATOM = range(10)


@dataclass(frozen=True, slots=True)
class Text:
    """Words with how tightly they bind."""

    words: str
    level: int = ATOM

    def at(self, level: int) -> str:
        """The words, in brackets where they bind less tightly than is wanted."""
        return self.words if self.level >= level else f"({self.words})"

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class Name:
    """Something that is in scope: `words` name it. `settable`: a text may say `set`."""

    words: str
    type: Type
    settable: bool = False
    path: bool = False  # not a name but a tested field, which narrows within one expression alone


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an expression stands. `rank`: values of a smaller rank may be asked. `can`: so may `can(..)`. `loops`: how
    many quantifiers stand around it."""

    world: World
    names: tuple[Name, ...] = ()
    rank: int = 0
    can: bool = False
    loops: int = 0
    running: tuple[str, ...] = ()  # events and classes that are running here

    def plus(self, *names: Name) -> Scope:
        """The same with more names; a path that is known already is replaced."""
        new = {n.words for n in names}
        return replace(self, names=tuple(n for n in self.names if n.words not in new) + names)

    def within(self, *names: Name) -> Scope:
        """The inside of a quantifier that binds names."""
        return replace(self.plus(*names), loops=self.loops + 1)

    def after(self, *said: object) -> Scope:
        """The same behind what was tested of things of several kinds: the checker knows then what they are, and refuses
        a text that asks again. Nothing more is said of them."""
        words = " ".join(map(str, said))
        several = (n.words for n in self.names if is_union(n.type))
        told = {name for name in several if re.search(rf"\b{re.escape(name)} (?:is|in)\b", words)}
        return replace(self, names=tuple(n for n in self.names if n.words not in told)) if told else self

    def plain(self) -> Scope:
        """The same without things of several kinds, of which the text before may test something."""
        return replace(self, names=tuple(n for n in self.names if not is_union(n.type)))

    def without_paths(self) -> Scope:
        """The same without what was tested of fields."""
        return replace(self, names=tuple(n for n in self.names if not n.path))

    def of_type(self, wanted: Type) -> list[Name]:
        """Names that may stand where a type is wanted."""
        return [n for n in self.names if fits(n.type, wanted)]

    def settables(self) -> list[Name]:
        """Names that a text may set."""
        return [n for n in self.names if n.settable]

    def fresh(self, letter: str) -> str:
        """A name that nothing has here."""
        taken = {n.words for n in self.names}
        return next(f"{letter}{i}" for i in range(1, 1000) if f"{letter}{i}" not in taken)


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of a type may stand for another: the same, a child, one that is never none."""
    if given == wanted:
        return True
    if wanted.tag == "maybe":
        return fits(given, wanted.args[0]) if given.tag != "maybe" else fits(given.args[0], wanted.args[0])
    if is_union(wanted):
        return all(one in members(wanted) or any(fits(one, other) for other in members(wanted) if not is_union(other))
                   for one in members(given))
    if given.tag == wanted.tag == "status":
        return not wanted.name
    if given.tag == wanted.tag == "entity" and not is_union(given):
        return wanted.name == "" or PARENTS.get(given.name) == wanted.name
    return False


def literals(w: World, t: Type) -> Iterator[tuple[int, str]]:
    """Constants of a type with weights; none for types that have none."""
    from tests.programs.world import GRADES, HUES, SHEETS

    match t.tag:
        case "number":
            for n in (0, 1, 2, 3, 4, 6, 10):
                yield 2, str(n) if not t.name else w.unit_one if n == 1 else f"{n} {t.name}"
        case "yes_no":
            yield 1, "true"
            yield 1, "false"
        case "enum":
            for member in HUES if t.name == "hue" else GRADES:
                yield 1, member
        case "sheet":
            for sheet in SHEETS[t.name]:
                yield 1, sheet
        case "map":
            for name in w.maps[:2]:
                yield 1, name
        case "die":
            for name in w.dice:
                yield 1, name


def operand(d: Draw, text: Text, level: int) -> str:
    """A piece of text as an operand, now and then in brackets that it does not need."""
    return f"({text.words})" if d.chance(4) else text.at(level)
