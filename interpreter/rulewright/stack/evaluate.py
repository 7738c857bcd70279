"""Puts the definitions of a stack together: what packs remove and replace is gone, what they change is changed.

Separate because it is the one place that says in which order: templates before what extends them, then pack by pack,
in each pack `every` before what is named, and both by verb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final

from rulewright.diagnostics import Diagnostics, Missing
from rulewright.effects import nodes as n
from rulewright.pack.files import Stack
from rulewright.pack.forms import FORMS as CORE
from rulewright.pack.model import Declaration, FieldValue, Pack
from rulewright.pack.shape import Body
from rulewright.pack.templates import extend
from rulewright.pack.tree import Entry, Mapping, Node, Scalar
from rulewright.source import Span
from rulewright.spelling import nearest
from rulewright.stack import conflicts, lock
from rulewright.stack.edit import Done, Editor
from rulewright.stack.find import behind_each
from rulewright.stack.heads import VERBS, Change, is_change, read_change, replacement
from rulewright.stack.manifests import Manifest
from rulewright.stack.slots import Fields
from rulewright.stack.where import KindFields, Unreadable, fits

_RANK: Final = {verb: number for number, verb in enumerate(VERBS)}
_MERGED: Final = ("settings", "messages")
MainField = Callable[[Declaration], str | None]


@dataclass(slots=True)
class Removal:
    """A definition that a pack has taken out."""

    change: Change
    definition: Declaration


@dataclass(slots=True)
class Changes:
    """All that the packs of one stack change in each other. `order` are their ids, `needs` whom each may change."""

    stack: Stack
    manifests: dict[str, Manifest]
    changes: list[Change] = field(default_factory=list)
    removals: list[Removal] = field(default_factory=list)
    order: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.order = self.order or [member.id for member in self.stack.members]

    # -- heads ---------------------------------------------------------------------------------------------------------

    def take(
        self, declarations: list[Declaration], bodies: list[Body], out: Diagnostics
    ) -> tuple[list[Declaration], list[Body]]:
        """The definitions that are left, without heads of changes and what these remove or replace."""
        there: list[tuple[Declaration, Body]] = []
        places: dict[tuple[str, str], Declaration] = {}
        later: list[tuple[Change, Declaration, Body | None]] = []
        body: Body | None
        for one, body in zip(declarations, bodies, strict=True):
            if not is_change(one):
                there.append((one, body))
                places.setdefault((one.form, one.id), one)
                continue
            pack = self._pack_of(one)
            new = replacement(one)
            if new is not None:
                later.append((Change(pack, new.form, new.id, one.key, is_removal=True), new, body))
                continue
            change = read_change(one, pack, out)
            if change is not None and change.is_removal:
                later.append((change, one, None))
            elif change is not None:
                self.changes.append(change)
        gone: dict[int, Change] = {}
        for change, new, body in later:
            target = places.get((change.form, change.id))
            if target is None or not self._may_change(change, target, out):
                if target is None:
                    self._not_there(change, places, out)
                continue
            if id(target) in gone:
                continue  # two packs remove the same
            gone[id(target)] = change
            self.removals.append(Removal(change, target))
            if body is not None:
                body.head, body.definition = new.key, new.id
                there.append((new, body))
        kept = [(one, body) for one, body in there if id(one) not in gone]
        return [one for one, _ in kept], [body for _, body in kept]

    def _pack_of(self, one: Declaration) -> str:
        return self.stack.of(one.file)[0].id

    def _may_change(self, change: Change, target: Declaration, out: Diagnostics) -> bool:
        """Whether a pack says that it needs the pack of what it changes."""
        pack = self._pack_of(target)
        if pack == change.pack:
            message = f"{target.form} '{target.id}' is of this pack: write it as it is meant"
            out.add("RW242", message, change.span, None, [(target.head_span, "it stands here")])
            return False
        own = self.manifests[change.pack]
        if pack in own.needs or pack in own.optional:
            return True
        message = f"'{target.id}' is of '{pack}', which '{change.pack}' does not need"
        out.add("RW242", message, change.span, f"add '{pack}' to `needs` in pack.yaml",
                [(target.head_span, "it stands here")])  # fmt: skip
        return False

    def _not_there(
        self, change: Change, places: Iterable[tuple[str, str]], out: Diagnostics
    ) -> None:
        gone = next((one for one in self.removals if (one.definition.form, one.definition.id) ==
                     (change.form, change.id)), None)  # fmt: skip
        if gone is not None and gone.change.pack not in self.behind(change.pack):
            message = f"'{change.pack}' changes {change.form} '{change.id}', '{gone.change.pack}' removes it"
            out.add("RW252", message, change.span, "leave one of the packs out, or let one come `after` the other",
                    [(gone.change.span, "it is removed here")])  # fmt: skip
            return
        near = nearest(change.id, [name for form, name in places if form == change.form])
        related = [] if gone is None else [(gone.change.span, f"'{gone.change.pack}' has removed it here")]
        word = "removed" if change.is_removal else "changed"
        out.add("RW241", f"there is no {change.form} '{change.id}' to be {word}", change.span,
                None if near is None else f"did you mean '{near}'?", related)  # fmt: skip

    def behind(self, name: str) -> set[str]:
        """The packs that a pack comes behind, by way of others too."""
        return behind_each(self.manifests.values())[name]

    # -- definitions ---------------------------------------------------------------------------------------------------

    def evaluate(self, declarations: list[Declaration], main_field: MainField, out: Diagnostics) -> set[int]:
        """Give every definition the fields of its template and all changes; the indexes of those that have another
        body than they were written with."""
        run = _Run(self, declarations, main_field, out)
        rivals = Rivals(self, declarations, main_field, run)
        extended = run.all()
        run.close()
        rivals.report(out)
        lock.compare(self.stack, self.manifests, declarations, out)
        return extended | run.changed

    def manifest(self, pack: Pack, out: Diagnostics) -> None:
        """Put the settings and messages of all packs together, and change what changes say of manifests."""
        for fields in pack.manifests.values():
            for name in _MERGED:
                if name in fields:
                    old = pack.manifest.get(name)
                    pack.manifest[name] = fields[name] if old is None else FieldValue(
                        _merged(name, old.node, fields[name].node, out), old.key, old.origin)  # fmt: skip
        named = pack.manifest.get("pack")
        if named is None or not isinstance(named.node, Scalar):
            return
        whole = Declaration("pack", named.node.value, named.node, pack.manifest, "pack.yaml")
        editor = Editor(out, lambda _: KindFields())
        for name in self.order:
            edits = [(edit, one) for one in self.changes if one.form == "pack" and one.pack == name
                     for edit in one.edits]  # fmt: skip
            for edit, change in sorted(edits, key=lambda pair: _RANK[pair[0].verb]):
                if change.id == whole.id and self._may_change(change, Declaration(
                        "pack", whole.id, named.node, {}, self.stack.plain.prefix + "pack.yaml"), out):  # fmt: skip
                    editor.do(edit, Done(Fields(whole, None), None, change))
        for one in self.changes:
            if one.form == "pack" and one.id != whole.id:
                out.add("RW241", f"there is no pack '{one.id}' to be changed", one.span,
                        f"the game of this stack is '{whole.id}'")  # fmt: skip


def _merged(name: str, old: Node, new: Node, out: Diagnostics) -> Node:
    """Two mappings as one. What stands in both is a mistake, but for languages, in which there are further ones."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return old
    entries = dict(old.entries)
    for key, entry in new.entries.items():
        mine = entries.get(key)
        if mine is None:
            entries[key] = entry
        elif isinstance(mine.value, Mapping) and isinstance(entry.value, Mapping):
            entries[key] = Entry(mine.key, _merged(name, mine.value, entry.value, out))
        else:
            out.add("RW210", f"'{key}' stands in two packs under `{name}`", entry.key.span,
                    f"give it another name, or `change pack` with `set: {{{name}.{key}: ..}}`",
                    [(mine.key.span, "it stands here first")])  # fmt: skip
    return Mapping(old.source, old.start, old.end, False, entries, old.broken or new.broken)


class _Run:
    """The changes of all definitions, one after the other as their templates are known."""

    def __init__(self, changes: Changes, declarations: list[Declaration], main_field: MainField, out: Diagnostics
                 ) -> None:  # fmt: skip
        self._changes = changes
        self._declarations = declarations
        self._main_field = main_field
        self._out = out
        self._editor = Editor(out, self._kind)
        self._kinds: dict[str, tuple[str | None, KindFields]] = {}
        self._told: set[Span] = set()
        self.changed: set[int] = set()
        self._kin: dict[str, list[str]] = {}
        self._prefers = _preferred(changes.manifests.values())
        self._there = there = {(one.form, one.id): one for one in declarations}
        self._named: dict[tuple[str, str], list[Change]] = {}
        self._every: dict[str, list[Change]] = {}
        kinds = {one.id for one in declarations if one.form == "kind"}
        for change in changes.changes:
            if change.form == "pack":
                continue
            if change.every:
                if change.form not in kinds:
                    near = nearest(change.form, kinds)
                    out.add("RW241", f"there is no kind '{change.form}' to be changed", change.span,
                            None if near is None else f"did you mean '{near}'?", missing=Missing(change.form))
                    continue
                self._every.setdefault(change.form, []).append(change)
                continue
            target = there.get((change.form, change.id))
            if target is not None and self._is_for_another(change, changes):
                continue
            if target is None:
                changes._not_there(change, there, out)
            elif changes._may_change(change, target, out):
                self._named.setdefault((change.form, change.id), []).append(change)
        self._refuse_twice()

    def _is_for_another(self, change: Change, changes: Changes) -> bool:
        """Whether a change is about a definition in whose place a pack behind this one has put another. If nothing says
        which of the packs is first, that is a conflict."""
        for one in changes.removals:
            if (one.definition.form, one.definition.id) != (change.form, change.id) or one.change.pack == change.pack:
                continue
            if change.pack in changes.behind(one.change.pack):
                return True
            if one.change.pack not in changes.behind(change.pack):
                message = f"'{change.pack}' changes {change.form} '{change.id}', '{one.change.pack}' replaces it"
                self._out.add("RW252", message, change.span, "let one of them come `after` the other",
                              [(one.change.span, "it is replaced here")])  # fmt: skip
                return True
        return False

    def _refuse_twice(self) -> None:
        for several in self._named.values():
            first: dict[tuple[str, str], Span] = {}
            for change in several:
                for edit in change.edits:
                    if edit.verb != "set":
                        continue
                    before = first.setdefault((change.pack, edit.path), edit.key.span)
                    if before is not edit.key.span and before != edit.key.span:
                        self._out.add("RW248", f"this pack sets '{edit.path}' of {change.form} '{change.id}' twice",
                                      edit.key.span, "remove one of them", [(before, "it is set here first")])

    def finish(self, index: int) -> None:
        """All changes of one definition, which has the fields of its template."""
        one = self._declarations[index]
        if one.unread or one.outline is not None:
            return
        fields = Fields(one, self._main_field(one))
        named = self._named.get((one.form, one.id), [])
        kind = None if one.form in CORE else self._kind(one.form)
        every = [] if kind is None else self._those_of(one.form)
        parts = [] if kind is None else [(name, of) for name, of in kind.parts.items() if self._those_of(of)]
        if named or every or parts:
            before = one.history
            one.history = dict(before or {})
            for pack in self._changes.order:
                if kind is not None:
                    self._all_of(pack, every, Done(fields, kind, _NONE), index)
                    for name, of in parts:
                        self._parts(pack, name, of, fields, index)
                mine = [(edit, change) for change in named if change.pack == pack for edit in change.edits
                        if not self._is_set_aside(one, edit.path, pack)]  # fmt: skip
                for edit, change in sorted(mine, key=lambda pair: _RANK[pair[0].verb]):
                    self._editor.do(edit, Done(fields, kind, change))
                    self.changed.add(index)
            one.history = one.history or None
        if one.form == "kind":
            self._note_kind(one)

    def all(self) -> set[int]:
        """Evaluate every definition; the indexes of those that have a template."""
        kinds = [index for index, one in enumerate(self._declarations) if one.form == "kind"]
        return extend(self._declarations, self._main_field, self._out, kinds, self.finish)

    def about(self, one: Declaration) -> list[Change]:
        """All changes that may touch a definition."""
        found = list(self._named.get((one.form, one.id), ()))
        if one.form not in CORE:
            kind = self._written_kind(one.form)
            found += [change for name in kind for change in self._every.get(name, ())]
        return found

    def _written_kind(self, name: str) -> list[str]:
        """A kind, those that it is one of, and the kinds of its parts, as they are written."""
        if name not in self._kin:
            found, at = [name], name
            while (declared := self._there.get(("kind", at))) is not None:
                parent = declared.fields.get("is")
                found += _texts(declared, "parts").values()
                at = parent.node.value if parent is not None and isinstance(parent.node, Scalar) else ""
                if not at or at in found:
                    break
                found.append(at)
            self._kin[name] = found
        return self._kin[name]

    def _those_of(self, kind: str) -> list[Change]:
        """What is changed of all sheets of a kind, and of the kinds that it is one of."""
        found: list[Change] = []
        name: str | None = kind
        seen: set[str] = set()
        while name is not None and name not in seen:
            seen.add(name)
            found += self._every.get(name, ())
            name = self._kinds[name][0] if name in self._kinds else None
        return found

    def _parts(self, pack: str, name: str, kind: str, fields: Fields, index: int) -> None:
        node = fields.node(name)
        if isinstance(node, Mapping):
            for part in list(node.entries):
                at = Done(fields, self._kind(kind), _NONE, f"{name}.{part}.")
                self._all_of(pack, self._those_of(kind), at, index)

    def _all_of(self, pack: str, every: list[Change], at: Done, index: int) -> None:
        """What a pack changes of all sheets or parts that fit; they fit by what the packs before have left."""
        fitting = [change for change in every if change.pack == pack and self._fits(change, at)]
        edits = [(edit, change) for change in fitting for edit in change.edits
                 if not self._is_set_aside(at.declaration, at.prefix + edit.path, pack)]  # fmt: skip
        for edit, change in sorted(edits, key=lambda pair: _RANK[pair[0].verb]):
            if self._editor.do(edit, Done(at.fields, at.kind, change, at.prefix)):
                change.uses += 1
                self.changed.add(index)

    def _is_set_aside(self, one: Declaration, path: str, pack: str) -> bool:
        """Whether a field is left to another pack, because a pack says whose value it prefers."""
        wanted = self._prefers.get(f"{one.form} {one.id}.{path}")
        return wanted is not None and wanted != pack

    def _fits(self, change: Change, at: Done) -> bool:
        if change.where is None:
            return True
        assert at.kind is not None, "`every` is of a kind"
        found: Mapping | dict[str, Node] = {name: field.node for name, field in at.declaration.fields.items()}
        if at.prefix:
            node = at.fields.find(at.prefix[:-1]).node
            found = node if isinstance(node, Mapping) else {}
        try:
            return not isinstance(change.where, n.Broken) and fits(change.where, found, at.kind)
        except Unreadable as wrong:
            if wrong.span not in self._told:
                self._told.add(wrong.span)
                near = nearest(wrong.span.text, wrong.names)
                self._out.add("RW245", wrong.message, wrong.span, None if near is None else f"did you mean '{near}'?")
            change.uses += 1
            return False

    def _kind(self, name: str) -> KindFields:
        """What is known of a kind and those that it is one of."""
        found = KindFields()
        seen: set[str] = set()
        at: str | None = name
        while at is not None and at in self._kinds and at not in seen:
            seen.add(at)
            parent, own = self._kinds[at]
            found.printed = own.printed | found.printed
            found.state |= own.state
            found.parts = own.parts | found.parts
            found.lists |= own.lists
            at = parent
        return found

    def _note_kind(self, one: Declaration) -> None:
        made = KindFields()
        for name, text in _texts(one, "printed").items():
            type_, _, starts = text.partition(" starts ")
            made.printed[name] = starts.strip() or None
            if type_.startswith(("set of ", "list of ")):
                made.lists.add(name)
        made.state = set(_texts(one, "state"))
        made.parts = _texts(one, "parts")
        parent = one.fields.get("is")
        self._kinds[one.id] = (
            parent.node.value if parent is not None and isinstance(parent.node, Scalar) else None, made
        )

    def close(self) -> None:
        """Report what has found nothing."""
        for several in self._every.values():
            for change in several:
                if not change.uses and change.edits:
                    self._out.add("RW246", f"this changes nothing: no {change.form} fits", change.span,
                                  "look at the condition, or remove it")  # fmt: skip


def _preferred(manifests: Iterable[Manifest]) -> dict[str, str]:
    return {name: said.text for one in manifests for name, said in one.prefers.items()}


class Rivals:
    """What is needed to evaluate definitions once more in other orders: how they were written, as far as packs touch
    them of which nothing says which comes first."""

    def __init__(self, changes: Changes, declarations: list[Declaration], main_field: MainField, run: _Run) -> None:
        self._changes = changes
        self._declarations = declarations
        self._main_field = main_field
        self._touched: list[conflicts.Touched] = []
        self._behind = behind_each(changes.manifests.values())
        packs = {one.pack for one in changes.changes}
        if all(one in self._behind[other] or other in self._behind[one] for one, other in combinations(packs, 2)):
            return
        for index, one in enumerate(declarations):
            about: dict[str, list[Change]] = {}
            for change in run.about(one):
                about.setdefault(change.pack, []).append(change)
            if len(about) > 1:
                self._touched.append(conflicts.Touched(index, about))
        self._written = [conflicts.copied(one) for one in declarations] if self._touched else []
        self._heirs: dict[tuple[str, str], list[int]] = {}
        for index, one in enumerate(self._written):
            template = _template_of(one)
            if template is not None:
                self._heirs.setdefault(template, []).append(index)
        self._places = {(one.form, one.id): index for index, one in enumerate(self._written)}

    def report(self, out: Diagnostics) -> None:
        """Tell of the fields that depend on the order of two packs."""
        if self._touched:
            found = conflicts.find(self._touched, self._behind, self._changes.order, self._evaluate)
            conflicts.report(found, self._declarations, self._place, out)

    def _evaluate(self, index: int, order: tuple[str, ...]) -> conflicts.Outcome:
        above, family = self._family(index)
        wanted = sorted({*above, *family, *(at for at, one in enumerate(self._written) if one.form == "kind")})
        several = [conflicts.copied(self._written[at]) for at in wanted]
        there = {(one.form, one.id) for one in several}
        changes = [one for one in self._changes.changes if one.every or (one.form, one.id) in there]
        # Packs that do not touch the definition may: they touch its template, which comes before all of them.
        late = [name for name in self._changes.order if name not in order]
        found = Diagnostics()
        run = _Run(Changes(self._changes.stack, self._changes.manifests, [replace(one) for one in changes], [],
                           [*late, *order]), several, self._main_field, found)  # fmt: skip
        run.all()
        own = [one for at, one in zip(wanted, several, strict=True) if at in family]
        return conflicts.outcome(own, {one.message for one in found})

    def _family(self, index: int) -> tuple[list[int], set[int]]:
        """The templates of a definition; it and all that extend it."""
        above: list[int] = []
        template = _template_of(self._written[index])
        while template is not None and template in self._places and self._places[template] not in above:
            above.append(self._places[template])
            template = _template_of(self._written[above[-1]])
        family, waiting = {index}, [index]
        while waiting:
            one = self._written[waiting.pop()]
            for heir in self._heirs.get((one.form, one.id), ()):
                if heir not in family:
                    family.add(heir)
                    waiting.append(heir)
        return above, family

    def _place(self, pack: str, index: int, slot: str) -> Span:
        """Where a pack changes a field."""
        changes = next(one for one in self._touched if one.index == index).changes[pack]
        for change in changes:
            for edit in change.edits:
                if slot.startswith(edit.path) or edit.path.startswith(slot) or f".{edit.path}" in slot:
                    return edit.key.span
        return changes[0].span


def _template_of(one: Declaration) -> tuple[str, str] | None:
    said = one.fields.get("extends")
    return (one.form, said.node.value) if said is not None and isinstance(said.node, Scalar) else None


_NONE: Final = Change("", "", "", Scalar(None, 0, 0, "", "plain"))  # type: ignore[arg-type]


def _texts(one: Declaration, name: str) -> dict[str, str]:
    found = one.fields.get(name)
    if found is None or not isinstance(found.node, Mapping):
        return {}
    return {key: entry.value.value for key, entry in found.node.entries.items() if isinstance(entry.value, Scalar)}
