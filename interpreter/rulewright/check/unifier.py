"""Binds the variables of type patterns to the arguments of one call.

Separate because it knows only patterns: builtins and error reports are in `signatures`.
"""
from __future__ import annotations

from collections.abc import Callable

from rulewright.check.types import ENTITY, NONE, NUMBER, UNKNOWN, Type, maybe, set_of, some
from rulewright.space.forms import FORMS


def unrelated(one: str, other: str) -> str:
    """The nearest kind that covers both, where kinds are taken as unrelated."""
    return one if one == other else ""


class Unifier:
    """Bindings of the variables of one call."""

    def __init__(self, board: str, common_kind: Callable[[str, str], str]) -> None:
        self.place = Type("place", FORMS[board].place)
        self.unit = Type("number", FORMS[board].unit)
        own = FORMS[board].gaps
        self.gap = Type("gap") if own else self.unit
        self.outline = Type("outline") if own else set_of(self.place)
        self.common_kind = common_kind
        self.bound: dict[str, Type] = {}

    def fit(self, pattern: Type, found: Type) -> Type | None:
        """Binds what the argument determines; the pattern that matched (an alternative of `either`), or None."""
        if pattern.tag == "either":
            before = dict(self.bound)
            for one in pattern.args:
                fitting = self.fit(one, found)
                if fitting is not None:
                    return fitting
                self.bound = dict(before)
            return None
        return pattern if found.tag == "unknown" or self._fits(pattern, found) else None

    def _fits(self, pattern: Type, found: Type) -> bool:
        match pattern.tag:
            case "any":
                return found.tag != "nothing"
            case "any_record":
                return found.tag == "record"
            case "var" | "numeric" | "ranked":
                return self._bind(pattern, found)
            case "place":
                return found == self.place
            case "number" if pattern.name == "board":
                return found == self.unit
            case "gap" | "outline" if pattern.name == "board":
                return self._fits(self.filled(pattern), found)
            case "entity" | "status":
                return found.tag == pattern.tag
            case "sheet":
                return found.tag == "sheet" and self._is_related(pattern.args[0], Type("entity", found.name))
            case "zone":
                return found.tag == "zone" and self._bind(pattern.args[0], found.args[0] if found.args else ENTITY)
            case "set" | "list" if found == NONE:
                return True  # the empty one
            case "set" if found.tag not in ("set", "list", "maybe", "nothing", "record"):
                return self.fit(pattern.args[0], found) is not None
            case "value":
                return self._fits_value(pattern, found)
        return (pattern.tag == found.tag and pattern.name == found.name and len(pattern.args) == len(found.args)
                and all(self.fit(p, f) is not None for p, f in zip(pattern.args, found.args, strict=True)))

    def _fits_value(self, pattern: Type, found: Type) -> bool:
        if found.tag != "value" or len(found.args) != len(pattern.args):
            return False
        if self.fit(pattern.args[0], found.args[0]) is None:
            return False
        return all(self._takes(given, taken) for given, taken in zip(pattern.args[1:], found.args[1:], strict=True))

    def _is_related(self, given: Type, kind: Type) -> bool:
        """Whether what the pattern `given` refers to is of a kind, or may be."""
        actual = self.filled(given)
        narrower = actual.tag == "entity" and self.common_kind(actual.name, kind.name) == actual.name
        return narrower or self._takes(given, kind)

    def _takes(self, given: Type, taken: Type) -> bool:
        """Whether a parameter of type `taken` accepts what the pattern `given` refers to."""
        actual = self.filled(given)
        if actual == taken or "unknown" in (actual.tag, taken.tag):
            return True
        return (actual.tag == taken.tag == "entity"
                and (not taken.name or self.common_kind(actual.name, taken.name) == taken.name))

    def _bind(self, pattern: Type, found: Type) -> bool:
        if found.tag == "nothing" or (pattern.tag == "numeric" and found.tag != "number"):
            return False
        if pattern.tag == "ranked" and found.tag not in ("number", "enum"):
            return False
        if pattern.args and self.fit(pattern.args[0], found) is None:
            return False
        known = self.bound.get(pattern.name)
        joined = found if known is None else self._join(known, found)
        if joined is None:
            return False
        self.bound[pattern.name] = joined
        return True

    def _join(self, one: Type, other: Type) -> Type | None:
        """The least type that covers both, or None."""
        if one == other or other.tag == "unknown":
            return one
        if one.tag == "unknown":
            return other
        if "none" in (one.tag, other.tag):
            return maybe(other if one.tag == "none" else one)
        if "maybe" in (one.tag, other.tag):
            inner = self._join(some(one), some(other))
            return None if inner is None else maybe(inner)
        if one.tag == other.tag == "entity":
            return Type("entity", self.common_kind(one.name, other.name))
        return None

    def loose(self, pattern: Type) -> bool:
        """Whether it has a variable that no argument determines."""
        if pattern.tag in ("var", "numeric", "ranked"):
            return pattern.name not in self.bound
        return any(self.loose(one) for one in pattern.args)

    def settle(self, pattern: Type) -> None:
        """Chooses the content of an empty set that matches a pattern, if nothing determines it and it does not
        matter."""
        if pattern.tag == "var":
            self.bound.setdefault(pattern.name, pattern.args[0] if pattern.args else NUMBER)
        for one in pattern.args:
            self.settle(one)

    def filled(self, pattern: Type) -> Type:
        """The pattern with everything known filled in; a variable that nothing has bound is `unknown`."""
        match pattern.tag:
            case "var" | "numeric" | "ranked":
                return self.bound.get(pattern.name, UNKNOWN)
            case "place":
                return self.place
            case "number" if pattern.name == "board":
                return self.unit
            case "gap" if pattern.name == "board":
                return self.gap
            case "outline" if pattern.name == "board":
                return self.outline
            case "maybe":
                return maybe(self.filled(pattern.args[0]))
        return Type(pattern.tag, pattern.name, tuple(self.filled(arg) for arg in pattern.args))

    def words(self, pattern: Type) -> str:
        """The pattern in words, for messages."""
        match pattern.tag:
            case "either":
                return " or ".join(dict.fromkeys(self.words(one) for one in pattern.args))
            case "any":
                return "any value"
            case "any_record":
                return "the record of an event"
            case "var" | "numeric" | "ranked" if pattern.name in self.bound:
                return str(self.bound[pattern.name])
            case "var":
                return self.words(pattern.args[0]) if pattern.args else "any value"
            case "numeric" | "ranked":
                return "number"
            case "set" | "list":
                return f"{pattern.tag} of {self.words(pattern.args[0])}".replace("of any value", "of anything")
            case "sheet":
                return f"sheet of {self.words(pattern.args[0])}"
            case "zone":
                return "zone"
            case "value":
                result, *params = (self.words(one) for one in pattern.args)
                return f"the name of a value of ({', '.join(params)}) that gives {result}"
            case "die":
                return "the name of a die"
            case "area":
                return "the name of an area"
        return str(self.filled(pattern))
