"""Reads a folder to a `Pack`: its manifest and its declarations, complete and of the right shape.

Separate because everything before it knows one file and everything after it knows names. It reports all errors in the
form of a pack; the meaning of the code is not checked here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Sequence
from collections.abc import Mapping as MappingOf
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Final, Protocol

from rulewright.diagnostics import Diagnostics, Enough, Missing
from rulewright.gc_pause import paused_collector
from rulewright.memory import Memory
from rulewright.pack import allowances, versions
from rulewright.pack.files import MANIFEST, NO_BUFFERS, RULEBOOK, Buffers, Place, Stack, list_files, read_source
from rulewright.pack.forms import FORMS, MAIN_FIELDS, SHEET_FIELDS
from rulewright.pack.model import Declaration, FieldValue, Pack, Removed
from rulewright.pack.pack_size import PackSize
from rulewright.pack.read_before import note_read, read_before, rulebook_before
from rulewright.pack.rulebook import read_rules
from rulewright.pack.shape import Body, Outline, outline_of, without_broken
from rulewright.pack.shapes_known import Shapes
from rulewright.pack.snapshot import unpack_file
from rulewright.pack.templates import extend
from rulewright.pack.tree import Entry, Mapping, Node, Scalar
from rulewright.pack.unread import OF_TESTS, declared_in, meant_form
from rulewright.pack.yaml_tree import compose
from rulewright.source import SourceText, Span
from rulewright.spelling import listed

_HEAD: Final = re.compile(r"\s*(?P<form>[^\W\d]\w*)\s+(?P<id>[^\W\d]\w*)")


class Changes(Protocol):
    """The changes that the packs of a stack make to one another."""

    def take(
        self, declarations: list[Declaration], bodies: list[Body], out: Diagnostics
    ) -> tuple[list[Declaration], list[Body]]:
        """The remaining definitions, without heads of changes."""

    def removed(self) -> list[Removed]:
        """The definitions that were removed."""

    def evaluate(
        self, declarations: list[Declaration], main_field: Callable[[Declaration], str | None], out: Diagnostics
    ) -> set[int]:
        """Does what `templates.extend` does, and applies all changes."""

    def rulebooks(self, ids: MappingOf[str, MappingOf[str, str]], pack: Pack, out: Diagnostics) -> None:
        """Compares rulebooks; `ids` are their statements, by file and id."""

    def manifest(self, pack: Pack, out: Diagnostics) -> None:
        """Merges the manifests."""


def read_pack(
    path: str | Place, out: Diagnostics, known: MappingOf[str, bytes] | None = None, buffers: Buffers = NO_BUFFERS,
    memory: Memory | None = None, also: Sequence[SourceText] = (), changes: Changes | None = None,
) -> Pack:  # fmt: skip
    """The pack in a folder. Errors go to `out`; the result contains everything that is valid.

    Names of sources are paths inside the pack, so that locations do not depend on where the pack is. Files are read in
    the order of their paths. Every remaining field has the shape that the schema defines for its form, with templates
    applied. `known` are files that were valid before and have not changed, by name, as `snapshot.pack_file` stores
    them, `buffers` are texts that replace files. Files that a `memory` has are not read again. `also` are read after
    all files, as further files of definitions. `changes` belong to a stack of several packs.
    """
    pack = Pack(str(path), {}, Span(SourceText(MANIFEST, ""), 0, 0))
    with paused_collector(), suppress(Enough):
        place = path if isinstance(path, Stack) else Path(path)
        _read_folder(place, pack, out, known or {}, buffers, memory, also, changes)
    return pack


def _read_folder(
    folder: Place, pack: Pack, out: Diagnostics, known: MappingOf[str, bytes], buffers: Buffers, memory: Memory | None,
    also: Sequence[SourceText], changes: Changes | None,
) -> None:  # fmt: skip
    nowhere = pack.manifest_span
    if not isinstance(folder, Stack) and not os.path.isdir(folder) and not buffers:
        if os.path.isfile(folder):
            out.add("RW201", "this is a file, not a folder", nowhere, "name the folder of the pack that contains it")
        else:
            out.add("RW201", "there is no such folder", nowhere, "name the folder of a pack")
        return
    files = list_files(folder, out, buffers)
    if not files.has_manifest:
        message = f"this is not a pack: it has no {MANIFEST}"
        inside = [] if isinstance(folder, Stack) else sorted(one.parent.name for one in folder.glob(f"*/{MANIFEST}"))
        hint = f"write '{MANIFEST}' with 'pack: ID' in it"
        out.add("RW201", message, nowhere, f"name a pack inside: {listed(inside)}" if inside else hint)
        return
    shapes = Shapes(memory)

    def source_of(name: str) -> SourceText | None:
        return read_source(folder, name, out, buffers)

    pack.manifest, pack.manifest_span = _manifest_fields(source_of(MANIFEST), pack, out, shapes)
    for name in files.manifests:
        pack.manifests[name] = _manifest_fields(source_of(name), pack, out, shapes)[0]
    rulebooks: dict[str, dict[str, str]] = {}
    for name in [RULEBOOK] * files.has_rulebook + files.rulebooks:
        rules = _read_rulebook(source_of(name), pack, out, shapes, memory)
        if rules is not None:
            rulebooks[name] = rules
            pack.rulebook |= rules
    pack.tests = files.tests
    bodies: list[Body] = []
    in_order: set[str] = set()
    size = PackSize()
    for source in chain(map(source_of, files.definitions), also):
        if source is not None:
            name = source.name
            pack.sources[name] = source
            before = len(pack.declarations)
            again = None if memory is None else read_before(memory, source, pack.language_of(source.name))
            if again is None and name in known:
                again = source, unpack_file(known[name], source)
            if again is None:
                _read_definitions(source, pack, bodies, out)
            else:
                in_order.add(name)
                pack.sources[name], declared = again
                pack.declarations += declared
                bodies += [Body(one.fields, one.key, None, one.id, broken=False) for one in declared]
            if not size.has_room(source, pack.declarations[before:], out):
                pack.manifest, pack.declarations = {}, []  # the pack is not processed further
                return
    if memory is not None:
        note_read(memory, pack, rulebooks)
    _check_definitions(pack, bodies, in_order, shapes, out, changes)
    if changes is not None:
        changes.rulebooks(rulebooks, pack, out)
        changes.manifest(pack, out)
    allowances.register(pack, out)


def _read_rulebook(
    source: SourceText | None, pack: Pack, out: Diagnostics, shapes: Shapes, memory: Memory | None
) -> dict[str, str] | None:
    """The statements of a rulebook by id; None if it could not be read."""
    if source is None:
        return None
    pack.sources[source.name] = source
    known = None if memory is None else rulebook_before(memory, source)
    return read_rules(source, out, shapes).statements if known is None else known


def _manifest_fields(
    source: SourceText | None, pack: Pack, out: Diagnostics, shapes: Shapes
) -> tuple[dict[str, FieldValue], Span]:
    """The valid fields of a manifest, and its whole span; none if it could not be read."""
    if source is None:
        return {}, pack.manifest_span
    pack.sources[source.name] = source
    composed = compose(source, out)
    language = pack.languages[source.name.removesuffix(MANIFEST)] = versions.stated(composed)
    reported = out.reported
    today = versions.of_today(composed, language, out, is_manifest=True)
    if out.reported == reported:
        _note_language(composed, language, out)
    composed = today
    root = without_broken(composed) if composed is not None else None
    whole = Span(source, 0, 0)
    if root is not None and not isinstance(root, Mapping):
        out.add("RW202", "a manifest must be a mapping of fields", root.span, "write 'pack: ID'")
        return {}, pack.manifest_span
    broken = composed is not None and (root is None or root.broken)
    fields = {} if root is None else {key: _field(entry, "") for key, entry in root.entries.items()}
    body = Body(fields, Scalar(source, 0, 0, "", "plain"), None, None, broken=broken)
    if body.report(shapes.problems("manifest", body.plain()), out):
        body.report(shapes.problems("manifest", body.plain()), out)
    return fields, whole if root is None else Span(source, root.start, root.end)


def _note_language(root: Node | None, language: int | None, out: Diagnostics) -> None:
    """Report that a pack states an older version of the language."""
    if language is not None and language < versions.NEWEST and isinstance(root, Mapping):
        message = f"this pack uses version {language} of the language, and the newest is {versions.NEWEST}"
        hint = "run `rulewright upgrade` to rewrite it; until then it is read as before"
        out.add("RW258", message, root.entries[versions.LANGUAGE].value.span, hint)


def _field(entry: Entry, origin: str) -> FieldValue:
    return FieldValue(entry.value, entry.key, origin)


def _read_definitions(source: SourceText, pack: Pack, bodies: list[Body], out: Diagnostics) -> None:
    before = out.reported
    root = versions.of_today(compose(source, out), pack.language_of(source.name), out, is_manifest=False)
    if isinstance(root, Mapping) and not (root.broken and root.flow):
        _read_entries(root, pack, bodies, before, out)
    elif root is not None and not root.broken:
        first_line = Span(source, root.start, min(root.end, source.offset(source.position(root.start)) + 1))
        out.add("RW202", "a file of definitions must be a mapping of heads to bodies", first_line,
                "write 'FORM ID: ...'")
    if out.reported > before:
        _note_unread(source, pack, bodies, out)


def _note_unread(source: SourceText, pack: Pack, bodies: list[Body], out: Diagnostics) -> None:
    """Declare what was lost in a file with errors, by the lines that look like heads."""
    lost = [(span.start, span.end) for span in out.lost if span.source.name == source.name]
    known = {}
    for one in pack.declarations:
        if one.file == source.name:
            known[one.form, one.id] = one
            one.unread |= any(start <= one.key.start < end for start, end in lost)
    for one in declared_in(source):
        if (one.form, one.id) not in known:
            pack.declarations.append(one)
            bodies.append(Body({}, one.key, None, one.id, broken=True))


def _read_entries(root: Mapping, pack: Pack, bodies: list[Body], before: int, out: Diagnostics) -> None:
    source = root.source
    above: Declaration | None = None
    for entry in root.entries.values():
        match = _HEAD.match(entry.key.value)
        if match is None:
            hint = ("write a form and an id, such as 'event attack(..)', or indent it if it is a field of the "
                    "definition above")
            out.add("RW203", f"'{entry.key.value}' is not the head of a definition", entry.key.span, hint)
            out.unread(Span(source, entry.key.start, max(entry.value.end, entry.key.end)))
            if above is not None:
                above.unread = True
            continue
        # A definition whose body was reported keeps its name, so that the name is not reported as unknown.
        body_node = without_broken(entry.value) if out.reported > before else entry.value
        fields = {} if body_node is None else _fields(Entry(entry.key, body_node), match["id"])
        broken = body_node is None or body_node.broken
        above = Declaration(match["form"], match["id"], entry.key, fields, source.name)
        pack.declarations.append(above)
        bodies.append(Body(fields, entry.key, MAIN_FIELDS.get(match["form"]), match["id"], broken=broken))


def _fields(entry: Entry, origin: str) -> dict[str, FieldValue]:
    """The fields of a body; a body that is not a mapping is the main field, and an empty one has no fields."""
    node = entry.value
    if isinstance(node, Mapping):
        return {key: _field(inner, origin) for key, inner in node.entries.items()}
    if isinstance(node, Scalar) and not node.value and node.style == "plain":
        return {}
    return {"": _field(entry, origin)}


def _check_definitions(
    pack: Pack, bodies: list[Body], in_order: Container[str], shapes: Shapes, out: Diagnostics, changes: Changes | None
) -> None:
    """Checks that forms are known, each id is unique and fields are right; then applies templates, and checks what is
    still missing with them."""
    if changes is not None:
        pack.declarations, bodies = changes.take(pack.declarations, bodies, out)
        pack.removed = changes.removed()
    # In lower case, as code refers to them whatever was wrong with the head.
    kinds = {one.id.lower() for one in pack.declarations if one.form == "kind"}
    strange = {one.form for one in pack.declarations} - kinds - set(FORMS)
    misspelt = {form for form in strange if meant_form(form, kinds)[0] == "kind"}
    kinds |= {one.id.lower() for one in pack.declarations if one.form in misspelt}
    kept: list[Declaration] = []
    kept_bodies: list[Body] = []
    first: dict[tuple[str, str], Declaration] = {}
    for declaration, body in zip(pack.declarations, bodies, strict=True):
        _correct_form(declaration, kinds, out)
        if declaration.unread and declaration.form in OF_TESTS:
            continue  # its head is not the head of a definition
        body.main = MAIN_FIELDS.get(declaration.form)
        earlier = first.setdefault((declaration.form, declaration.id), declaration)
        if earlier is not declaration:
            message = f"the {declaration.form} '{declaration.id}' is defined twice"
            related = [(earlier.head_span, "first defined here")]
            if not declaration.unread:  # for an unknown form the meaning of an id is unknown
                out.add("RW210", message, declaration.head_span, "rename or remove one of them", related,
                        declaration.id)
            continue
        kept.append(declaration)
        kept_bodies.append(body)
    pack.declarations = kept
    shape = _ShapeOf(shapes, out)
    for declaration, body in zip(kept, kept_bodies, strict=True):
        if declaration.file not in in_order:
            shape.check(declaration, body, "extends" in declaration.fields)
    kind_fields = {one.id: one.fields for one in kept if one.form == "kind"}
    evaluate = extend if changes is None else changes.evaluate
    for index in sorted(evaluate(kept, lambda one: main_field(one, kind_fields), out)):
        shape.check(kept[index], kept_bodies[index], False)
    for declaration, body in zip(kept, kept_bodies, strict=True):
        declaration.broken = body.broken or declaration.unread


def _correct_form(declaration: Declaration, kinds: set[str], out: Diagnostics) -> None:
    """Report an unknown form, and use the one that seems to be meant. A sheet of a kind that is not declared stays,
    because its name is known."""
    form = declaration.form
    if form in FORMS or form in kinds:
        return
    start = declaration.head.text.index(form)
    where = declaration.head.span(start, start + len(form))
    meant, hint = meant_form(form, kinds)
    out.add("RW204", f"unknown form or kind '{form}'", where, hint, definition=declaration.id,
            missing=Missing(form))
    if meant is not None:
        declaration.form = meant
    else:
        declaration.unread = True


class _ShapeOf:
    """Checks the shapes of the bodies of one pack."""

    def __init__(self, shapes: Shapes, out: Diagnostics) -> None:
        self._shapes = shapes
        self._out = out
        self._sound: set[Outline] = set()  # of sheets without an error

    def check(self, declaration: Declaration, body: Body, may_lack: bool) -> None:
        """Check a body; with `may_lack`, fields that a template may provide are not reported as missing yet."""
        if declaration.unread:
            return
        if declaration.form not in FORMS:
            self._sheet(declaration, body, may_lack)
            return
        if "" in body.fields and body.main is None:
            node = body.fields.pop("").node
            body.broken = True
            message = f"the body of a {declaration.form} must be a mapping of fields"
            hint = "write 'field: value' lines below the head"
            self._out.add("RW207", message, _first_line(node), hint, definition=declaration.id)
            return
        for _ in range(2):
            found = self._shapes.problems(declaration.form, body.plain())
            if not body.report([one for one in found if not (may_lack and one.is_absence)], self._out):
                break  # else a misspelt field has its right name now, and its content is to be checked

    def _sheet(self, declaration: Declaration, body: Body, may_lack: bool) -> None:
        """Checks the fields that every sheet may have; those of its kind must only not be empty."""
        if "" in body.fields:
            return
        empty = [name for name, field in body.fields.items() if type(field.node) is Scalar and not field.node.value]
        for name in empty:
            field = body.fields[name]
            if isinstance(field.node, Scalar) and field.node.style == "plain":
                self._out.add("RW207", "expected a value, found nothing", field.key_span,
                              f"write it after '{name}:', or remove '{name}'", definition=declaration.id)
                del body.fields[name]
                body.broken = True
        outline = outline_of(body.fields)
        if outline is not None and outline in self._sound:
            return
        problems = self._shapes.problems("sheet", body.plain(SHEET_FIELDS))
        if outline is not None and not problems:
            self._sound.add(outline)
        body.report([one for one in problems if not (may_lack and one.is_absence)], self._out)


def main_field(declaration: Declaration, kinds: dict[str, dict[str, FieldValue]]) -> str | None:
    """The main field, which a body without fields fills: fixed for a core form, declared by the kind for a sheet."""
    if declaration.form in FORMS:
        return MAIN_FIELDS.get(declaration.form)
    kind: str | None = declaration.form
    seen: set[str] = set()
    while kind is not None and kind in kinds and kind not in seen:
        seen.add(kind)
        main = kinds[kind].get("main")
        if main is not None and isinstance(main.node, Scalar):
            return main.node.value
        parent = kinds[kind].get("is")
        kind = parent.node.value if parent is not None and isinstance(parent.node, Scalar) else None
    return None


def _first_line(node: Node) -> Span:
    text = node.span.text.partition("\n")[0].rstrip()
    return Span(node.source, node.start, node.start + len(text))
