"""Converts the messages of a manifest to templates by language and event, with every field in them looked up and typed.

Separate because a message is shown after its event, when the match has continued: it shows the fields of the event and
what never changes about them, and only the types tell which these are.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.declaring import Declaring, place_of
from rulewright.check.subtyping import a
from rulewright.check.types import Type
from rulewright.diagnostics import Missing
from rulewright.holes import Hole, holes, renamed
from rulewright.languages import forms, plurals
from rulewright.source import Span
from rulewright.spelling import did_you_mean

# The attributes of an entity that never change; all others may have changed by the time that the message is read.
_LASTING = ("owner", "sheet", "whole", "printed", "part")
_WHY = {"state": "it changes", "place": "it changes", "formula": "it is computed again each time"}

Occasion = m.EventDef | m.ClassDef


def fill_messages(d: Declaring) -> None:
    """Fills the templates of the manifest; those of a class go to each of its events that has none of its own."""
    text = d.parsed.manifest
    for language, templates in text.messages.items():
        told = d.pack.messages.setdefault(language, {})
        of_classes: dict[str, str] = {}
        for name, template in templates.items():
            key = place_of(text.spans, f"messages.{language}.{name}", f"messages.{language}", "messages")
            found = d.scope.occasion(name)
            if found is None:
                d.error("RW428", f"there is no event or class '{name}'", key, None,
                        d.scope.did_you_mean_occasion(name), missing=Missing(name))
            elif found.headless or not _are_fields(d, found, template, key, language):
                continue
            elif isinstance(found, m.EventDef):
                told[name] = template
            else:
                of_classes[name] = template
                d.pack.told.append(found)
        for event in d.pack.events.values():
            of = next((one for one in event.classes if one.id in of_classes), None)
            if of is not None and event.id not in templates:
                told[event.id] = _renamed(of_classes[of.id], of.params, event.params)
    if not d.out.has_errors:                    # a wrong name would be reported as missing in its own language too
        _in_every_language(d)


def _renamed(template: str, before: Sequence[m.Variable], after: Sequence[m.Variable]) -> str:
    """A template of a class with the names that one of its events uses for the same parameters."""
    return renamed(template, {one.id: other.id for one, other in zip(before, after, strict=False)})


def _in_every_language(d: Declaring) -> None:
    """Reports events that have a message in one language but not in another."""
    written = d.parsed.manifest.messages
    every = {name: language for language, told in reversed(d.pack.messages.items()) for name in told}
    for language, told in d.pack.messages.items():
        missing = [event for name, event in d.pack.events.items() if name in every and name not in told]
        missing = [event for event in missing if not _names(event) & set(written[language])]
        if not missing:
            continue
        shown = ", ".join(f"'{event.id}'" for event in missing[:3]) + (", .." if len(missing) > 3 else "")
        other = every[missing[0].id]
        keys = [f"messages.{other}.{name}" for name in (missing[0].id, *(one.id for one in missing[0].classes))]
        d.error("RW447", f"{shown} {'has' if len(missing) == 1 else 'have'} a message in '{other}' but none in "
                f"'{language}'", place_of(d.parsed.manifest.spans, *keys), None,
                f"write one under `{language}:` too, or players who use '{language}' do not see it")


def _names(event: m.EventDef) -> set[str]:
    """The keys that messages of an event may have."""
    return {event.id, *(one.id for one in event.classes)}


def _are_fields(d: Declaring, event: Occasion, template: str, key: Span | None, language: str) -> bool:
    """Reports what a template shows that the event does not have, and invalid uses of what it has."""
    good = True
    rest = list(template)
    for hole in holes(template):
        rest[hole.start:hole.end] = " " * (hole.end - hole.start)
        problem = _problem(d, event, hole.path)
        code = "RW443"
        if problem is None:
            code, problem = "RW471", _in_vain(d, event, hole, language)
        if problem is not None:
            good = False
            _report(d, event, template[hole.start:hole.end], problem, key, code)
    stray = next((place for place, sign in enumerate(rest) if sign in "<>"), None)
    if stray is not None:
        good = False
        _report(d, event, template[stray:stray + 12].splitlines()[0],
                (f"the message of '{event.id}' has a '{template[stray]}' without its partner",
                 "write both, around a field: `<field>`"), key)
    return good


def _in_vain(d: Declaring, event: Occasion, hole: Hole, language: str) -> tuple[str, str | None] | None:
    """The problem with the form or the choices of a hole, with a hint; None if there is none."""
    if hole.wrong:
        return (f"the message of '{event.id}' has an unknown form of choice: '{hole.path}'",
                f"write a form, `<{hole.path}:acc>`, or texts by key, `<{hole.path}?points|one=point>`")
    if hole.form:
        known = sorted(known_forms(d, language))
        if hole.form not in known:
            return (f"the message of '{event.id}' uses the form '{hole.form}', which no name has in '{language}'",
                    did_you_mean(hole.form, known, "there are")
                    or f"give names that form: `{language}.{hole.form}: ..`")
    kept = _type(d, event, hole.path)
    keys = None if kept is None else choice_keys(d, t.some(kept), language)
    for key, _ in hole.choices[1:]:
        if keys is not None and key not in keys and not (t.some(kept or t.PLAYER).tag == "number" and key.isdecimal()):
            return (f"the message of '{event.id}' has a case for '{key}', which '{hole.path}' never is in '{language}'",
                    key_meant(key, keys))
    return None


def known_forms(d: Declaring, language: str) -> set[str]:
    """The forms that names have in a language: those of the engine's own words, and those that the pack provides."""
    of = language, len(d.parsed.definitions), len(d.pack.sheets)  # parts are created after their wholes
    if of not in d.forms:
        found = set(forms(language))
        for names in _names_of_all(d):
            found |= {one.partition(".")[2] for one in names if one.startswith(f"{language}.")}
        d.forms[of] = found - {"is"}
    return d.forms[of]


def _names_of_all(d: Declaring) -> Iterator[dict[str, str]]:
    for definition in d.parsed.definitions:
        yield definition.names
    for sheet in d.pack.sheets.values():
        yield sheet.names


def choice_keys(d: Declaring, type_: Type, language: str) -> list[str] | None:
    """The keys that a text may be chosen by, for a value of a type; None if any key is possible."""
    if type_.tag == "number":
        return [*plurals(language), "none"]
    if type_.tag == "yes_no":
        return ["yes", "no", "none"]
    if type_.tag == "enum":
        members = d.pack.enums[type_.name].members if type_.name in d.pack.enums else None
        return None if members is None else [*(one.id for one in members), "none"]
    return [] if type_.tag in ("set", "list", "per") else None


def key_meant(key: str, keys: list[str]) -> str | None:
    """The hint for an impossible key; a value that is several things chooses no text."""
    return did_you_mean(key, keys, "it is one of") if keys else "show how many there are, a number: `0=..`"


def _type(d: Declaring, event: Occasion, path: str) -> Type | None:
    """The type of what a path shows; None if unknown."""
    head, *rest = path.split(".")
    shown: m.Variable | m.Attribute | str | None = next((one for one in _fields(event) if one.id == head), None)
    for name in rest:
        if shown is None or isinstance(shown, str):
            return None
        shown = _behind(d, t.some(shown.type), name)
    return None if shown is None or isinstance(shown, str) else shown.type


def _report(d: Declaring, event: Occasion, shown: str, problem: tuple[str, str | None], key: Span | None,
            code: str = "RW443") -> None:
    # The template follows its key directly: the first occurrence of the words after the key is the wrong one.
    start = key.source.text.find(shown, key.end) if key is not None else -1
    at = key.source.span(start, start + len(shown)) if key is not None and start >= 0 else key
    # If all languages show it, it is missing only once.
    d.error(code, problem[0], at, None, problem[1], [(event.span, f"the {event.form}")],
            Missing(shown, f"{shown} in the message of {event.id}"))


def _problem(d: Declaring, event: Occasion, path: str) -> tuple[str, str | None] | None:
    """The problem with `field` or `field.attribute`, with a hint; None if it can be shown."""
    head, *rest = path.split(".")
    fields = _fields(event)
    field = next((one for one in fields if one.id == head), None)
    if field is None and any(one.type.tag == "unknown" for one in fields):
        return None  # it may be the one whose type is unknown
    if field is None:
        return (f"the message of '{event.id}' shows '{head}', which is not one of its fields",
                did_you_mean(head, [one.id for one in fields], "it has") or "it has none")
    shown: list[m.Variable | m.Attribute] = [field]
    of_others: list[m.Attribute] = []
    for name in rest:
        type_ = t.some(shown[-1].type)
        if type_.tag == "unknown":
            return None
        found = _behind(d, type_, name)
        if isinstance(found, str):
            return f"the message of '{event.id}' cannot show '{path}': {found}", _hint(d, type_, name, event)
        shown.append(found)
        several = t.members(type_) if t.is_union(type_) else ()
        of_others += [attributes[name] for attributes in (_attributes(d, one) for one in several) if name in attributes]
    d.pack.told += [*shown, *of_others]
    return None


def _hint(d: Declaring, type_: Type, name: str, event: Occasion) -> str | None:
    if type_.tag in ("entity", "player", "match") and name in _attributes(d, type_):
        return f"store it in a separate field: `{event.form} {event.id}(..) gives TYPE {name}`"
    if type_.tag == "record":
        record = d.scope.occasion(type_.name)
        known = [one.id for one in _fields(record)] if record is not None else []
        return did_you_mean(name, known) if name not in known else "use the same name in all events of the class"
    return did_you_mean(name, [one for one, kept in _attributes(d, type_).items() if kept.storage in _LASTING])


def _behind(d: Declaring, type_: Type, name: str) -> m.Variable | m.Attribute | str:
    """The variable or attribute after a dot, or why it cannot be shown."""
    if type_.tag == "record":
        record = d.scope.occasion(type_.name)
        place = next((i for i, one in enumerate(_fields(record)) if one.id == name), None) if record else None
        if record is None or place is None:
            return f"{a(type_)} has no '{name}'"
        other = next((one for one in (record.events if isinstance(record, m.ClassDef) else ())
                      if one.params[place].id != name), None)
        if other is not None:
            return f"{other.title} names it '{other.params[place].id}'"
        return _fields(record)[place]
    attribute = _attributes(d, type_).get(name)
    if attribute is None:
        return f"{a(type_)} has no '{name}'"
    if attribute.type.tag == "text":
        return f"'{name}' is flavour text"
    if attribute.storage not in _LASTING:
        return f"{_WHY.get(attribute.storage, 'it changes')}, and the message is read later"
    return attribute


def _attributes(d: Declaring, type_: Type) -> dict[str, m.Attribute]:
    if type_.tag not in ("entity", "player", "match", "union"):
        return {}
    first, *others = t.members(type_)
    if others:
        known = [_attributes(d, one) for one in others]
        return {name: kept for name, kept in _attributes(d, first).items()
                if all(_alike(kept, had.get(name)) or (name == "owner" and one == t.PLAYER)
                       for one, had in zip(others, known, strict=True))}  # a player's owner is that player
    if type_.tag == "entity" and not type_.name:
        every = [one for kind in d.pack.kinds.values() for one in kind.all_attributes.values()]
        return {one.id: one for one in every if one.storage in ("owner", "sheet")}
    kind = d.pack.kinds.get({"player": "player", "match": "match"}.get(type_.tag, type_.name))
    return kind.all_attributes if kind is not None else {}


def _alike(one: m.Attribute, other: m.Attribute | None) -> bool:
    """Whether two kinds have the same attribute of a name, as far as players read it."""
    return other is not None and (one.type == other.type or one.storage == other.storage == "sheet")


def _fields(event: Occasion) -> list[m.Variable]:
    return event.fields if isinstance(event, m.EventDef) else event.params
