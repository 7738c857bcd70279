"""Finds ids that differ from their own English names by one or two misspelt letters."""
from __future__ import annotations

import re

from rulewright.check import model as m
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.spelling import is_slip

_FORMS = ("enums", "dice", "areas", "maps", "zones", "tables", "kinds", "sheets", "events", "values", "permissions",
          "statuses", "rules", "windows", "checks")
# Only what is equal distinguishes a slip from another word: so only long names are compared, and two slips are allowed
# only in longer ones.
_ONE, _TWO = 5, 8
_OTHERS = re.compile(r"[^a-z0-9]+")
_ENDING = re.compile(r"(?<=..)(?:ing|or[ys]?|[esdry]+)$")


def check_misnamed(world: World, texts: list[Text]) -> None:
    """Report ids that are misspelt versions of their own English names."""
    for form in _FORMS:
        group: dict[str, m.Definition] = getattr(world.pack, form)
        known = {one.rpartition(".")[2] for one in group}
        for definition in group.values():
            own = definition.id.rpartition(".")[2]
            meant = _as_id(definition.names.get("en", ""))
            if meant == own:
                continue
            if meant not in known and _slipped(own, meant):
                world.warn("RW491", definition, definition.span, f"'{own}' has the name '{definition.names['en']}'",
                           f"rename it to '{meant}', if that is meant")


def _as_id(name: str) -> str:
    """A name written as an id."""
    return _OTHERS.sub("_", name.lower().replace("'", "")).strip("_")


def _slipped(own: str, meant: str) -> bool:
    if min(len(own), len(meant)) < _ONE or abs(len(own) - len(meant)) > 2:
        return False
    if own.replace("_", "") == meant.replace("_", "") or _stems(own) == _stems(meant):
        return False
    if is_slip(own, meant):
        return True
    return min(len(own), len(meant)) >= _TWO and any(is_slip(one, meant) for one in _slips(own, meant))


def _stems(name: str) -> list[str]:
    """The words of an id without articles, numbers and endings, because a name may have the noun for a verb, or the
    singular for a plural."""
    return [_ENDING.sub("", word) for word in re.sub(r"\d", "", name).split("_") if word not in ("", "a", "an", "the")]


def _slips(own: str, meant: str) -> list[str]:
    """The ids that result if one letter is corrected at the first difference."""
    at = next((i for i, (a, b) in enumerate(zip(own, meant, strict=False)) if a != b), min(len(own), len(meant)))
    made = [own[:at] + meant[at:at + 1] + own[at:], own[:at] + own[at + 1:], own[:at] + meant[at:at + 1] + own[at + 1:]]
    if own[at:at + 2] == meant[at:at + 2][::-1]:
        made.append(own[:at] + meant[at:at + 2] + own[at + 2:])
    return made
