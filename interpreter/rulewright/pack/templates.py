"""Completes definitions with `extends: OTHER` from their templates; each field keeps its origin.

Separate because the checker and the overlays need effective definitions, and the author must be able to see where every
field of one came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.diagnostics import Diagnostics, Missing
from rulewright.limits import MOST_COPIED
from rulewright.pack.model import Declaration, FieldValue
from rulewright.pack.tree import Entry, Mapping, Scalar
from rulewright.pack.unread import OF_TESTS
from rulewright.spelling import listed, nearest, with_article

# Fields that belong to one definition alone: its own template, the rules that it implements, the warnings that it
# suppresses.
_OWN = ("extends", "rules", "allow")
_LONG = 1_000  # characters of a line that counts as long


def extend(
    declarations: list[Declaration], main_field: Callable[[Declaration], str | None], out: Diagnostics,
    first: Iterable[int] = (), finish: Callable[[int], None] | None = None,
    hint: Callable[[str], str | None] = lambda name: None,
) -> set[int]:  # fmt: skip
    """Give every definition the fields of its template; returns the indexes of those that have one.

    Own fields win, and mappings are merged key by key. `main_field` names the field that a body without fields fills.
    Those in `first` come before all others; `finish` is called for each definition that has the fields of its template,
    before others take them from it. `hint`: what to do about a name that matches no template, not even approximately.
    """
    by_name = {(one.form, one.id): index for index, one in enumerate(declarations)}
    done: set[int] = set()
    extended: set[int] = set()
    copied = 0
    for start in (*first, *range(len(declarations))):
        # Templates first: a chain is followed to its end and merged on the way back.
        chain: list[int] = []
        current: int | None = start
        while current is not None and current not in done:
            if current in chain:
                _report_circle(declarations, chain[chain.index(current) :], out)
                break
            chain.append(current)
            current = _template(declarations, current, by_name, out, hint)
        for index in reversed(chain):
            done.add(index)
            name = _extends(declarations[index])
            template = by_name.get((declarations[index].form, name.value)) if name is not None else None
            if template is not None and template in done and template != index:
                if copied > MOST_COPIED:  # reported: what is not here is not missing
                    declarations[index].unread = True
                    continue
                _merge(declarations[index], declarations[template], main_field(declarations[index]))
                declarations[index].unread |= declarations[template].unread  # names lost there are not missing here
                extended.add(index)
                copied += _texts_of_others(declarations[index])
                if copied > MOST_COPIED:
                    _refuse(declarations[index], name, out)
            if finish is not None:
                finish(index)
    return extended


def _texts_of_others(declaration: Declaration) -> int:
    """The number of characters of the strings and lists that a definition takes from its template: they are parsed,
    checked and compiled once more."""
    taken = [field.node for field in declaration.fields.values() if field.origin != declaration.id]
    return sum(node.end - node.start for node in taken
               if not isinstance(node, Scalar) or "\n" in node.value or len(node.value) > _LONG)  # fmt: skip


def _refuse(declaration: Declaration, name: Scalar | None, out: Diagnostics) -> None:
    assert name is not None, "it extends another"
    message = f"templates copy more than {MOST_COPIED:,} characters of strings and lists, last to '{declaration.id}'"
    hint = "move the code to one event that the template calls, or to a status that the definitions list"
    out.add("RW617", message, name.span, hint, definition=declaration.id)


def _extends(declaration: Declaration) -> Scalar | None:
    field = declaration.fields.get("extends")
    return field.node if field is not None and isinstance(field.node, Scalar) else None


def _template(
    declarations: list[Declaration], index: int, by_name: dict[tuple[str, str], int], out: Diagnostics,
    hint: Callable[[str], str | None],
) -> int | None:
    declaration = declarations[index]
    name = _extends(declaration)
    if name is None:
        return None
    found = by_name.get((declaration.form, name.value))
    if found is None:
        near = nearest(name.value, [one for form, one in by_name if form == declaration.form and one != declaration.id])
        other = next((form for form, one in by_name if one == name.value), None)
        message = f"no {declaration.form} is called '{name.value}'"
        remedy = hint(name.value)
        if near is not None:
            remedy = f"did you mean '{near}'?"
        elif other is not None:
            remedy = f"'{name.value}' is {with_article(other)}; a definition can only extend one of its own form"
        elif remedy is None:
            there = [one for form, one in by_name if form == declaration.form and one != declaration.id]
            remedy = f"there are {listed(there)}" if there else None
        out.add("RW211", message, name.span, remedy, definition=declaration.id,
                missing=Missing(name.value))  # fmt: skip
        declaration.unread = True  # what the template would have provided is not missing
    return found


def _report_circle(declarations: list[Declaration], circle: list[int], out: Diagnostics) -> None:
    first = declarations[circle[0]]
    name = _extends(first)
    assert name is not None, "a circle consists of definitions that extend one another"
    related = []
    for index in circle[1:]:
        other = _extends(declarations[index])
        assert other is not None
        related.append((other.span, f"'{declarations[index].id}' extends '{other.value}'"))
    message = f"'{first.id}' extends itself" if not related else f"'{first.id}' extends itself through others"
    out.add("RW212", message, name.span, "remove one of these lines", related, first.id)
    # The cycle is broken here, so that everything else is still checked; what it would have provided is not missing.
    # Tests are still played.
    for index in circle:
        declarations[index].unread = first.form not in OF_TESTS
    del first.fields["extends"]


def _merge(own: Declaration, template: Declaration, main: str | None) -> None:
    """Fields of the template that the definition lacks; mappings in both are merged."""
    if template.history:
        own.history = {path: told for path, told in template.history.items() if not _says(own, path)}
    if template.lines and not {"do", ""} & set(own.fields):
        own.lines = dict(template.lines)
    for name, field in template.fields.items():
        if name in _OWN:
            continue
        mine = own.fields.get(name) or _under_other_name(own, name, main)
        if mine is None:
            own.fields[name] = FieldValue(field.node, field.key, field.origin)
        elif isinstance(mine.node, Mapping) and isinstance(field.node, Mapping):
            mine.node = _merged(mine.node, field.node)


def _says(own: Declaration, path: tuple[str, ...]) -> bool:
    """Whether a definition has its own value at a path."""
    field = own.fields.get(path[0])
    node = None if field is None else field.node
    for name in path[1:]:
        if not isinstance(node, Mapping):
            break
        node = node.get(name)
    return node is not None


def _under_other_name(own: Declaration, name: str, main: str | None) -> FieldValue | None:
    """The main field is stored under its name or, if it is the whole body, under ""."""
    if main is None:
        return None
    return own.fields.get(main) if name == "" else own.fields.get("") if name == main else None


def _merged(own: Mapping, template: Mapping) -> Mapping:
    entries = dict(template.entries)
    for key, entry in own.entries.items():
        other = entries.get(key)
        if other is not None and isinstance(entry.value, Mapping) and isinstance(other.value, Mapping):
            entries[key] = Entry(entry.key, _merged(entry.value, other.value))
        else:
            entries[key] = entry
    return Mapping(own.source, own.start, own.end, own.flow, entries, own.broken or template.broken)
