"""Evaluates the definitions of a stack: drops those that packs remove or replace, and applies the changes to the
others.

Separate because it is the only place that defines the order: a template before the definitions that extend it, then
pack by pack, in each pack `every` before single definitions, and both by verb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, field, replace
from typing import Final

from rulewright.diagnostics import Diagnostics, Missing
from rulewright.effects import nodes as n
from rulewright.pack.files import MANIFEST, Stack
from rulewright.pack.forms import FORMS as CORE
from rulewright.pack.model import Declaration, Pack, Removed
from rulewright.pack.shape import Body
from rulewright.pack.templates import extend
from rulewright.pack.tree import Mapping, Node, Scalar
from rulewright.source import Span
from rulewright.space.forms import FORMS as BOARDS
from rulewright.spelling import did_you_mean, nearest
from rulewright.stack import conflicts, lock, merging, statements, twice, vain
from rulewright.stack.edit import Editor
from rulewright.stack.find import behind_each
from rulewright.stack.heads import RANK, Change, is_change, read_change, replacement
from rulewright.stack.kinds import Kinds, texts_in
from rulewright.stack.manifests import Manifest
from rulewright.stack.removals import Removal, Taken
from rulewright.stack.rivals import Again, Rivals
from rulewright.stack.slots import Fields
from rulewright.stack.targets import Done
from rulewright.stack.where import Unreadable, fits
from rulewright.stack.words import text_of

MainField = Callable[[Declaration], str | None]


@dataclass(slots=True)
class Changes:
    """All changes that the packs of one stack make in each other. `order` are the ids of the packs."""

    stack: Stack
    manifests: dict[str, Manifest]
    changes: list[Change] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    taken: Taken = field(default_factory=lambda: Taken({}))
    preferred: set[str] = field(default_factory=set)  # the entries of `prefers` that make something be skipped

    def __post_init__(self) -> None:
        if not self.order:
            self.order = [member.id for member in self.stack.members]
            self.taken = Taken(behind_each(self.manifests.values()))

    # -- heads ---------------------------------------------------------------------------------------------------------

    def take(
        self, declarations: list[Declaration], bodies: list[Body], out: Diagnostics
    ) -> tuple[list[Declaration], list[Body]]:
        """The remaining definitions, without the heads of changes and without the definitions that these remove or
        replace."""
        there: list[tuple[Declaration, Body]] = []
        later: list[Removal] = []
        put: dict[int, Body] = {}
        for one, body in zip(declarations, bodies, strict=True):
            if not is_change(one):
                there.append((one, body))
                self.taken.note(one)
                continue
            pack = self._pack_of(one)
            new = replacement(one)
            if new is not None:
                later.append(Removal(Change(pack, new.form, new.id, one.key, is_removal=True), new))
                body.head, body.definition = new.key, new.id
                put[id(new)] = body
                continue
            change = read_change(one, pack, out)
            if change is not None and change.is_removal:
                later.append(Removal(change))
            elif change is not None:
                self.changes.append(change)
        there += [(new, put[id(new)]) for new in self.taken.take_out(later, self.may_change, out)]
        kept = [(one, body) for one, body in there if not self.taken.is_gone(one)]
        return [one for one, _ in kept], [body for _, body in kept]

    def removed(self) -> list[Removed]:
        """The definitions that packs have removed or replaced. Valid after `take`."""
        return self.taken.removed()

    def _pack_of(self, one: Declaration) -> str:
        return self.stack.of(one.file)[0].id

    def may_change(self, change: Change, target: Declaration, out: Diagnostics) -> bool:
        """Whether a pack declares that it needs the pack of the definition it changes, or the pack of the definition
        that this one replaced."""
        pack = self._pack_of(target)
        if pack == change.pack:
            message = f"{target.form} '{target.id}' belongs to this pack: edit the definition itself"
            out.add("RW242", message, change.span, None, [(target.head_span, "it is defined here")])
            return False
        first = self.taken.first(target.form, target.id)
        packs = {pack} if first is None else {pack, self._pack_of(first)}
        own = self.manifests[change.pack]
        if packs & {*own.needs, *own.optional}:
            return True
        message = f"'{target.id}' belongs to '{pack}', which '{change.pack}' does not need"
        out.add("RW242", message, change.span, f"add '{pack}' to `needs` in pack.yaml",
                [(target.head_span, "it is defined here")])  # fmt: skip
        return False

    # -- definitions ---------------------------------------------------------------------------------------------------

    def evaluate(self, declarations: list[Declaration], main_field: MainField, out: Diagnostics) -> set[int]:
        """Gives every definition the fields of its template and applies all changes. Returns the indexes of the
        definitions whose bodies differ from what was written."""
        found = Diagnostics(out.limit)  # targets that changes did not find, which another order may have
        run = _Run(self, declarations, main_field, out, found)
        rivals = Rivals(declarations, behind_each(self.manifests.values()), self.order, self._again(main_field))
        rivals.note(self.changes, run.about)
        extended = run.all()
        run.close()
        _note_members(declarations, out)
        for one in declarations:
            merging.note_removed(one, f"{one.id}.", out)
        conflicts.report_rest(found, rivals.report(out), out)
        return extended | run.changed

    def _again(self, main_field: MainField) -> Again:
        """Returns a function that evaluates definitions once more, with some changes and in another order of packs."""

        def again(several: list[Declaration], changes: list[Change], order: list[str]) -> Diagnostics:
            found = Diagnostics()
            other = Changes(self.stack, self.manifests, [replace(one) for one in changes], order, self.taken)
            _Run(other, several, main_field, found, found).all()
            return found

        return again

    def rulebooks(self, ids: MappingOf[str, MappingOf[str, str]], pack: Pack, out: Diagnostics) -> None:
        """Reports where the order of packs decides the text of a rule in the rulebook."""
        files = {self.stack.of(name)[0].id: name for name in ids}
        statements.report({one: ids[name] for one, name in files.items()}, lambda one: pack.sources[files[one]],
                          behind_each(self.manifests.values()), self.order, out)  # fmt: skip

    def manifest(self, pack: Pack, out: Diagnostics) -> None:
        """Merges the settings and messages of all packs, and applies the changes to manifests. Then everything is as
        packs have left it, and can be compared with what they were written against."""
        name = merging.settings_and_messages(pack, out)
        if name is not None:
            self._change_manifest(name, pack, out)
        lock.compare(self.stack, self.manifests, pack, out)

    def _change_manifest(self, name: Scalar, pack: Pack, out: Diagnostics) -> None:
        whole = Declaration("pack", name.value, name, pack.manifest, self.stack.plain.prefix + MANIFEST)
        changes = [one for one in self.changes if one.form == "pack"]
        for one in changes:
            if one.id != whole.id:
                out.add("RW241", f"there is no pack '{one.id}' to change", one.span,
                        f"write `change pack {whole.id}`: that is the game of this stack")  # fmt: skip
        changes = [one for one in changes if one.id == whole.id and self.may_change(one, whole, out)]
        told = merging.change(whole, changes, self.order, behind_each(self.manifests.values()),
                              _preferred(self.manifests.values()), out)  # fmt: skip
        pack.manifest, pack.manifest_history = told.fields, told.history or {}
        for one in changes:
            self.preferred |= {f"pack {whole.id}.{edit.path}" for edit in one.edits}
        vain.report(self.manifests, self.preferred, out)


class _Run:
    """Applies the changes of all definitions, each as soon as its template is known."""

    def __init__(
        self, changes: Changes, declarations: list[Declaration], main_field: MainField, out: Diagnostics,
        found: Diagnostics,
    ) -> None:  # fmt: skip
        self._changes = changes
        self._declarations = declarations
        self._main_field = main_field
        self._out = out
        self._kinds = Kinds()
        self._editor = Editor(found, self._kinds.of, _is_staggered(changes))
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
                    out.add("RW241", f"there is no kind '{change.form}' to change", change.span,
                            did_you_mean(change.form, sorted(kinds), "kinds are"), missing=Missing(change.form))
                    continue
                self._every.setdefault(change.form, []).append(change)
                continue
            target = there.get((change.form, change.id))
            if target is None:
                changes.taken.not_there(change, out)
            elif changes.taken.is_about(change, out) and changes.may_change(change, target, out):
                self._named.setdefault((change.form, change.id), []).append(change)
        for several in self._named.values():
            edits = [(edit, change) for change in several for edit in change.edits]
            twice.refuse(edits, f"{several[0].form} '{several[0].id}'", self._told, out)

    def finish(self, index: int) -> None:
        """Applies all changes to one definition, which already has the fields of its template."""
        one = self._declarations[index]
        if one.unread or one.outline is not None:
            return
        fields = Fields(one, self._main_field(one))
        named = self._named.get((one.form, one.id), [])
        kind = None if one.form in CORE else self._kinds.of(one.form)
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
                for edit, change in sorted(mine, key=lambda pair: RANK[pair[0].verb]):
                    self._editor.do(edit, Done(fields, kind, change))
                    self.changed.add(index)
            one.history = one.history or None
        if one.form == "enum":
            self._kinds.note_members(one)
        elif one.form == "kind":
            self._kinds.note(one)

    def all(self) -> set[int]:
        """Evaluates every definition. Returns the indexes of those that have a template."""
        first = [index for form in ("enum", "kind") for index, one in enumerate(self._declarations) if one.form == form]
        return extend(self._declarations, self._main_field, self._out, first, self.finish)

    def about(self, one: Declaration) -> list[Change]:
        """All changes that may touch a definition."""
        found = list(self._named.get((one.form, one.id), ()))
        if one.form not in CORE:
            kind = self._written_kind(one.form)
            found += [change for name in kind for change in self._every.get(name, ())]
        return found

    def _written_kind(self, name: str) -> list[str]:
        """A kind, the kinds that it is one of, and the kinds of its parts, as written."""
        if name not in self._kin:
            found, at = [name], name
            while (declared := self._there.get(("kind", at))) is not None:
                parent = declared.fields.get("is")
                found += texts_in(declared, "parts").values()
                at = parent.node.value if parent is not None and isinstance(parent.node, Scalar) else ""
                if not at or at in found:
                    break
                found.append(at)
            self._kin[name] = found
        return self._kin[name]

    def _those_of(self, kind: str) -> list[Change]:
        """The changes to all sheets of a kind, and of the kinds that it is one of."""
        return [change for name in self._kinds.lineage(kind) for change in self._every.get(name, ())]

    def _parts(self, pack: str, name: str, kind: str, fields: Fields, index: int) -> None:
        node = fields.node(name)
        if isinstance(node, Mapping):
            for part in list(node.entries):
                at = Done(fields, self._kinds.of(kind), _NONE, f"{name}.{part}.")
                self._all_of(pack, self._those_of(kind), at, index)

    def _all_of(self, pack: str, every: list[Change], at: Done, index: int) -> None:
        """Applies the changes of a pack to all sheets or parts that match. The match uses the values that the packs
        before have left."""
        fitting = [change for change in every if change.pack == pack and self._fits(change, at)]
        edits = []
        for change in fitting:
            change.is_met = True
            for edit in change.edits:
                if self._is_set_aside(at.declaration, at.prefix + edit.path, pack):
                    edit.is_done = True
                else:
                    edits.append((edit, change))
        if len(fitting) > 1:
            called = at.declaration.id if not at.prefix else f"{at.declaration.id}.{at.prefix[:-1]}"
            twice.refuse(edits, f"{at.declaration.form} '{called}'", self._told, self._out)
        for edit, change in sorted(edits, key=lambda pair: RANK[pair[0].verb]):
            if self._editor.do(edit, Done(at.fields, at.kind, change, at.prefix)):
                edit.is_done = True
                self.changed.add(index)

    def _is_set_aside(self, one: Declaration, path: str, pack: str) -> bool:
        """Whether the field of this pack is skipped because `prefers` names another pack for it. An entry for the field
        counts, and so does an entry for anything inside it, because a value that is added or set as a whole comes from
        one pack."""
        field = f"{one.form} {one.id}.{path}"
        known = {field} if field in self._prefers else {each for each in self._prefers if each.startswith(f"{field}.")}
        if not known or pack in {self._prefers[each] for each in known}:
            return False
        self._changes.preferred |= known
        return True

    def _fits(self, change: Change, at: Done) -> bool:
        if change.where is None:
            return True
        assert at.kind is not None, "`every` is of a kind"
        found: Mapping | dict[str, Node] = {name: field.node for name, field in at.declaration.fields.items()}
        if at.prefix:
            node = at.fields.find(at.prefix[:-1]).node
            found = node if isinstance(node, Mapping) else {}
        if isinstance(change.where, n.Broken):
            self._pass_over(change)
            return False
        try:
            return fits(change.where, found, at.kind)
        except Unreadable as wrong:
            if wrong.span not in self._told:
                self._told.add(wrong.span)
                near = nearest(wrong.span.text, wrong.names)
                hint = wrong.hint if near is None else f"did you mean '{near}'?"
                self._out.add("RW245", wrong.message, wrong.span, hint)
            self._pass_over(change)
            return False

    def _pass_over(self, change: Change) -> None:
        """Reports nothing more of a change whose condition was reported: whether it matches is unknown."""
        change.is_met = True
        for edit in change.edits:
            edit.is_done = True

    def close(self) -> None:
        """Reports what has changed nothing."""
        for several in self._every.values():
            vain.report_every(several, self._kinds, self._out)


def _note_members(declarations: Iterable[Declaration], out: Diagnostics) -> None:
    """Records the members of enumerations that packs have removed, for reports of code that still names them."""
    for one in declarations:
        for path, told in (one.history or {}).items():
            if one.form != "enum" or path[0] not in ("members", "ordered"):
                continue
            field = one.fields.get(path[0]) or one.fields.get("")
            left = [] if field is None else text_of(field.node).split(", ")
            for origin in told:
                for name in set(origin.before.split(", ")).difference(left):
                    out.gone(name, origin.span, f"'{origin.pack}' has removed it from {one.id} here")


def _is_staggered(changes: Changes) -> bool:
    """Whether maps of the stack draw hexes."""
    game = changes.manifests.get(changes.stack.plain.id)
    board = None if game is None else BOARDS.get(game.board)
    return board is not None and board.staggered


def _preferred(manifests: Iterable[Manifest]) -> dict[str, str]:
    return {name: said.text for one in manifests for name, said in one.prefers.items()}


_NONE: Final = Change("", "", "", Scalar(None, 0, 0, "", "plain"))  # type: ignore[arg-type]
