"""Parses the bodies of sheets to trees; their kinds declare which field contains which sort of code.

Separate because no sheet can be read before all kinds are, and because parts are sheets in sheets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rulewright.diagnostics import Diagnostics, Missing
from rulewright.effects import nodes as n
from rulewright.effects.constant import constant
from rulewright.effects.declared import refuse
from rulewright.effects.fields import Fields, of_mapping
from rulewright.effects.interning import Alike
from rulewright.effects.load_rules import load_rules
from rulewright.effects.parsed import Entries, KindText, SheetText, Word
from rulewright.pack import tree
from rulewright.pack.forms import RULE_FIELDS, SHEET_FIELDS
from rulewright.spelling import listed, nearest

# Fields that every sheet may have, whatever its kind.
COMMON: Final = SHEET_FIELDS
_MAX_PARTS_DEPTH: Final = 4


@dataclass(slots=True)
class SheetShape:
    """The fields that sheets of a kind may have, including those of its parent kinds.

    `printed`: field -> is it of type text? `state`: fields that a sheet does not have. `parts`: field -> kind of the
    parts. `main`: the field that a sheet without fields fills. `known` is False if one of these kinds could not be
    read: it may have more fields. `root` is the topmost of the parents, or the kind itself.
    """

    printed: dict[str, bool] = field(default_factory=dict)
    state: set[str] = field(default_factory=set)
    parts: dict[str, str] = field(default_factory=dict)
    formulas: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    main: str | None = None
    known: bool = True
    root: str = ""

    def __contains__(self, name: object) -> bool:
        """Whether it is a field that sheets of the kind may have."""
        return name in self.printed or name in self.parts or name in self.formulas or name in self.texts

    @property
    def names(self) -> list[str]:
        """All fields, in the order of declaration."""
        return [*self.printed, *self.parts, *sorted(self.formulas), *sorted(self.texts)]


def shape_of(kind: str, kinds: Mapping[str, KindText]) -> SheetShape:
    """The shape of the sheets of a kind. A parent that is unknown or its own child adds nothing."""
    line: list[KindText] = []
    current: str | None = kind
    root = kind
    while current is not None and current in kinds and kinds[current] not in line:
        root = current
        line.append(kinds[current])
        parent = kinds[current].parent
        current = None if parent is None else parent.text
    shape = SheetShape(known=current is None or current in kinds, root=root)
    for one in reversed(line):
        shape.printed |= {name: typed.type.name == "text" for name, typed in one.printed.items()}
        shape.state |= set(one.state)
        shape.parts |= {name: part.text for name, part in one.parts.items()}
        shape.formulas |= set(one.formulas)
        shape.texts |= set(one.texts)
        shape.main = shape.main if one.main is None else one.main.text
    return shape


# A sheet that fills this many fields of another kind belongs to that kind.
_TELLING = 2


class SheetLoader:
    """Loads sheets; the shape of each kind is computed once. With `alike`, identical modifiers share one tree."""

    def __init__(self, kinds: Mapping[str, KindText], out: Diagnostics, alike: Alike | None) -> None:
        self._alike = alike
        self._kinds = kinds
        self._out = out
        self._shapes: dict[str, SheetShape] = {}

    def shape(self, kind: str) -> SheetShape:
        """The shape of the sheets of a kind."""
        if kind not in self._shapes:
            self._shapes[kind] = shape_of(kind, self._kinds)
        return self._shapes[kind]

    def load(self, kind: str, fields: Fields, depth: int = 0) -> SheetText:
        """The trees of one sheet or part. Fields that its kind does not have are reported and omitted."""
        shape = self.shape(kind)
        printed = shape.printed
        if not depth and self._is_of_another(kind, fields, shape):
            return SheetText(misplaced=True)
        sheet = SheetText(spans=fields.places())
        if not COMMON.isdisjoint(fields):
            self._common(kind, sheet, fields, shape)
        for name, given in fields.items_of():
            if name in COMMON:
                continue
            if name not in shape and name:
                name = self._unknown(kind, name, fields, shape) or name
            node = given.node
            if name in printed:
                if type(node) is tree.Scalar and not node.broken and not printed[name]:
                    value: n.Expr | list[n.Expr] | Word | Entries | None = constant(node) or fields.parsed(
                        name, node, "expression")
                else:
                    value = self._printed(name, node, fields, is_text=printed[name])
                if value is not None:
                    sheet.printed[name] = value
            elif name in shape.parts:
                sheet.parts[name] = self._parts(name, shape.parts[name], fields, depth)
            elif name in shape.formulas:
                formula = fields.text(name, "expression")
                if formula is not None:
                    sheet.formulas[name] = formula
            elif name in shape.texts:
                block = fields.text(name, "block")
                if block is not None:
                    sheet.texts[name] = block
            elif not name:
                self._unknown(kind, name, fields, shape)
                sheet.misplaced = True  # the fields that it lacks may be in what could not be read
        return sheet

    def _common(self, kind: str, sheet: SheetText, fields: Fields, shape: SheetShape) -> None:
        """Loads the fields that a sheet of any kind may have."""
        sentences = None
        if self._alike is not None:
            own = (name for field in shape.parts if field in fields for name in fields.entries(field))
            sentences = self._alike.sentences(kind, fields, own)
        if not RULE_FIELDS.isdisjoint(fields):
            sheet.rules = load_rules(fields, sentences)
        sheet.keywords = fields.list("keywords", "keyword_use")
        sheet.names, sheet.wording = fields.translated("name"), fields.translated("text")
        sheet.cited = tuple(fields.words("rules"))

    def _printed(
        self, name: str, node: tree.Node, fields: Fields, *, is_text: bool
    ) -> n.Expr | list[n.Expr] | Word | Entries | None:
        if is_text:
            return fields.word(name)
        if isinstance(node, tree.Mapping):
            owner = fields.origin(name)
            inner = of_mapping(node, self._out, owner)
            found: list[tuple[Word, n.Expr]] = []
            for key, entry in node.entries.items():
                written = constant(entry.value) if isinstance(entry.value, tree.Scalar) else None
                written = written or inner.text(key, "expression")
                if written is not None:
                    found.append((Word(key, entry.key.span), written))
            return Entries(found, node.span)
        if isinstance(node, tree.Sequence):
            items = fields.items(name)
            return [constant(one) or fields.parsed(name, one, "expression") for one in items]
        return fields.text(name, "expression")

    def _parts(self, name: str, kind: str, fields: Fields, depth: int) -> dict[str, SheetText]:
        parts: dict[str, SheetText] = {}
        if depth >= _MAX_PARTS_DEPTH:
            span = fields.key_span(name)
            if span is not None:
                self._out.add("RW316", f"parts are nested more than {_MAX_PARTS_DEPTH} deep", span)
            return parts
        owner = fields.origin(name)
        for key, entry in fields.entries(name).items():
            node = entry.value
            refuse(entry.key, fields, owner)
            if isinstance(node, tree.Mapping):
                inner = of_mapping(node, self._out, owner)
            else:
                alone = tree.Mapping(node.source, node.start, node.end, False, {"": entry})
                inner = of_mapping(alone, self._out, owner, self.shape(kind).main)
            extends = inner.key_span("extends")
            if extends is not None:
                self._out.add("RW205", "a part cannot extend anything", extends,
                              "write 'extends' in the sheet: it has the parts of its template, and overrides the "
                              "fields that it states",
                              definition=owner)  # fmt: skip
            part = self.load(kind, inner, depth + 1)
            part.span = entry.key.span
            parts[key] = part
        return parts

    def _lose(self, fields: Fields, name: str) -> None:
        """The content of an unknown field may be parts, whose names are then not reported as unknown."""
        node = fields.node(name)
        if isinstance(node, tree.Mapping):
            self._out.unread(node.span)

    def _is_of_another(self, kind: str, fields: Fields, shape: SheetShape) -> bool:
        """Report a sheet that fills fields of another kind which its own kind lacks. Whether it is one."""
        strange = [name for name, _ in fields.items_of() if name and name not in shape and name not in COMMON]
        if not strange or not shape.known:
            return False
        own = {name for name, _ in fields.items_of() if name and name not in COMMON}
        others = [one for one in self._kinds if one != kind and all(name in self.shape(one) for name in own)]
        span = fields.key_span(strange[0])
        if span is None or not others or len(own) < _TELLING:
            return False
        words = listed(f"'{name}'" for name in strange)
        self._out.add("RW205", f"sheets of '{kind}' have no {words}: these are fields of '{others[0]}'", span,
                      f"begin the head with `{others[0]}`", definition=fields.origin(strange[0]))  # fmt: skip
        return True

    def _unknown(self, kind: str, name: str, fields: Fields, shape: SheetShape) -> str | None:
        """Report a field that sheets of the kind do not have. Returns the field that is meant, which is then read, or
        None."""
        span = fields.key_span(name)
        if span is None or not shape.known:
            self._lose(fields, name)
            return None
        owner = fields.origin(name)
        if name == "":
            node = fields.node(name)
            words = node.value.partition(" ") if isinstance(node, tree.Scalar) else ("", "", "")
            is_field = words[2].strip() and (words[0] in shape.names or words[0] in COMMON)
            hint = (f"write `{words[0]}: {words[2].strip()}`" if is_field and "\n" not in words[2]
                    else "write fields, or let 'main' of the kind name the field that the body fills")  # fmt: skip
            self._out.add("RW207", f"a sheet of '{kind}' must be a mapping of fields", span, hint, definition=owner)
            return None
        near = nearest(name, [*shape.names, *sorted(COMMON)])
        own = listed(f"'{one}'" for one in shape.names) or "no fields of its own"
        hint = f"did you mean '{near}'?" if near else f"it has {own}"
        if name in self.shape(kind).state:
            hint = f"'{name}' is state: set its initial value with `starts` in kind '{kind}'; events change it"
        missing = Missing(name, f"field of {shape.root or kind}")
        self._out.add("RW205", f"sheets of '{kind}' have no field '{name}'", span, hint, definition=owner,
                      missing=missing)
        self._lose(fields, name)
        return near if near is not None and near in shape and near not in fields else None

