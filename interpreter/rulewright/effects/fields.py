"""Reads the fields of one body as words, lists and trees, each requested by its name.

Separate because every form reads its fields through it: it alone defines what happens if a field is missing, malformed
or of the wrong shape. It repeats checks of the pack reader, because the fields of sheets and of their parts are unknown
until the kinds are read.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal, overload

from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.parse import parse, parse_word
from rulewright.effects.parsed import Called, Word
from rulewright.effects.parser import Start
from rulewright.pack import tree
from rulewright.pack.model import FieldValue
from rulewright.pack.shape import plain
from rulewright.pack.shapes_meant import remedy
from rulewright.source import Span

_YES = frozenset({"yes", "true"})


class Fields:
    """The fields of a body. `owner` is the id of the definition that errors belong to, or None.

    A field from a template belongs to that template. The body of a form with a main field may be that field alone,
    which is then stored under `main`. `broken` is the head of a body of which a part has been reported and is missing
    here.
    """

    def __init__(
        self, fields: Mapping[str, FieldValue], out: Diagnostics, owner: str | None, main: str | None = None,
        *, broken: Span | None = None,
    ) -> None:
        self.out = out
        self.owner = owner
        self.broken = broken
        if "" in fields:
            fields = {name or main or "": field for name, field in fields.items()}
        self._fields = fields

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def items_of(self) -> ItemsView[str, FieldValue]:
        """The fields with their names."""
        return self._fields.items()

    def node(self, name: str) -> tree.Node | None:
        """The YAML node of a field, if it is there."""
        field = self._fields.get(name)
        return None if field is None else field.node

    def origin(self, name: str) -> str | None:
        """The definition in which a field was written."""
        field = self._fields.get(name)
        return self.owner if field is None or not field.origin else field.origin

    def key_span(self, name: str) -> Span | None:
        """The location of a field's name."""
        field = self._fields.get(name)
        return None if field is None else field.key_span

    def spans(self) -> dict[str, Span]:
        """The locations of the field names, by name; for a mapping in a field also under `field.key`."""
        return dict(self.places())

    def places(self) -> Places:
        """The same, each computed on demand."""
        return Places(self._fields)

    def correct(self, name: str, meant: str) -> None:
        """Read a misspelt field as the one that is meant, unless that field exists too."""
        if meant not in self._fields:
            self._fields = {meant if one == name else one: field for one, field in self._fields.items()}

    def at_most(self, name: str, most: int, advice: str) -> None:
        """Report a list or mapping with more entries than a field may have. Only `most` entries are then read, the last
        entry among them."""
        field = self._fields.get(name)
        if field is None or isinstance(field.node, tree.Scalar):
            return
        node = field.node
        count = len(node.items if isinstance(node, tree.Sequence) else node.entries)
        if count <= most:
            return
        self.out.add("RW615", f"{count} entries under '{name}', more than {most}", field.key_span, advice,
                     definition=self.origin(name))  # fmt: skip
        short: tree.Sequence | tree.Mapping
        if isinstance(node, tree.Sequence):
            short = replace(node, items=[*node.items[: most - 1], node.items[-1]])
        else:
            entries = [*node.entries.items()]
            short = replace(node, entries=dict([*entries[: most - 1], entries[-1]]))
        self._fields = {**self._fields, name: replace(field, node=short)}

    # -- plain YAML -----------------------------------------------------------------------------------------------

    def word(self, name: str) -> Word | None:
        """The string of a field, as written."""
        scalar = self._scalar(name, self.node(name))
        return None if scalar is None else word_of(scalar)

    def flag(self, name: str, default: bool = False) -> bool:
        """Whether a field is set to yes."""
        scalar = self._scalar(name, self.node(name))
        return default if scalar is None else scalar.value in _YES

    def words(self, name: str) -> list[Word]:
        """The items of a list of strings; a single string is a list of one."""
        return [word_of(scalar) for scalar in self.items(name)]

    def items(self, name: str) -> list[tree.Scalar]:
        """The same as nodes."""
        node = self.node(name)
        if node is None:
            return []
        nodes = node.items if isinstance(node, tree.Sequence) else [node]
        scalars = (self._scalar(name, one) for one in nodes)
        return [scalar for scalar in scalars if scalar is not None]

    def entries(self, name: str) -> dict[str, tree.Entry]:
        """The entries of a mapping."""
        node = self.node(name)
        if node is None or isinstance(node, tree.Mapping):
            return {} if node is None else node.entries
        self.wrong(name, node, "a mapping")
        return {}

    def translated(self, name: str) -> dict[str, str]:
        """A text for players, by language; a single text is stored under ""."""
        return self._in_languages(name, self.node(name))

    def called(self, name: str) -> dict[str, Called]:
        """A mapping of ids to such texts, each with the location of its id."""
        return {
            key: Called(self._in_languages(key, entry.value), entry.key.span)
            for key, entry in self.entries(name).items()
        }

    def _in_languages(self, name: str, node: tree.Node | None) -> dict[str, str]:
        if isinstance(node, tree.Mapping):
            values = {key: entry.value for key, entry in node.entries.items()}
            return {key: self._words(name, value) for key, value in values.items() if isinstance(value, tree.Scalar)}
        scalar = self._scalar(name, node)
        return {} if scalar is None else {"": self._words(name, scalar)}

    def _words(self, name: str, scalar: tree.Scalar) -> str:
        return scalar.value if name == "text" else self.one_line(name, scalar)

    def one_line(self, name: str, scalar: tree.Scalar) -> str:
        """Words that are shown in one line. Line breaks are reported: further lines could look like output of the
        program."""
        words = scalar.value.rstrip("\n")
        if "\n" in words and not scalar.broken:
            at = words.index("\n")
            where = scalar.located.span(at, at + 1)
            self.out.add("RW116", f"'{name}' is shown in one line and cannot contain a line break", where,
                         "write it in one line", definition=self.origin(name))  # fmt: skip
        return words

    # -- texts of the language ------------------------------------------------------------------------------------

    @overload
    def text(self, name: str, start: Literal["block"]) -> n.Block | None: ...
    @overload
    def text(self, name: str, start: Literal["expression"]) -> n.Expr | None: ...
    @overload
    def text(self, name: str, start: Literal["trigger"]) -> n.Trigger | None: ...
    @overload
    def text(self, name: str, start: Literal["binder"]) -> n.Binder | None: ...
    @overload
    def text(self, name: str, start: Literal["clock"]) -> n.Clock | None: ...
    @overload
    def text(self, name: str, start: Literal["limit"]) -> n.LimitText | None: ...
    def text(self, name: str, start: Start) -> Any:
        """The tree of the code in a field; None if there is none or it is wrong (wrong expressions are `Broken`)."""
        scalar = self._scalar(name, self.node(name))
        return None if scalar is None else self.parsed(name, scalar, start)

    @overload
    def texts(self, name: str, start: Literal["expression"]) -> dict[str, n.Expr]: ...
    @overload
    def texts(self, name: str, start: Literal["field_type"]) -> dict[str, n.FieldType]: ...
    @overload
    def texts(self, name: str, start: Literal["step"]) -> dict[str, n.StepText]: ...
    def texts(self, name: str, start: Start) -> dict[str, Any]:
        """The trees of a mapping of code. An entry that is wrong is present with an empty tree, so that it is not
        reported as missing."""
        trees: dict[str, Any] = {}
        for key, entry in self.entries(name).items():
            scalar = self._scalar(key, entry.value)
            tree_ = None if scalar is None else self.parsed(name, scalar, start)
            if tree_ is None and start == "field_type":
                tree_ = n.FieldType(entry.key.span, n.TypeExpr(entry.key.span, ""), n.Broken(entry.key.span))
            elif tree_ is None and start == "step":
                tree_ = n.StepText(entry.key.span, "")
            if tree_ is not None:
                trees[key] = tree_
        return trees

    @overload
    def list(self, name: str, start: Literal["sentence"]) -> list[n.Sentence]: ...
    @overload
    def list(self, name: str, start: Literal["row"]) -> list[n.Row]: ...
    @overload
    def list(self, name: str, start: Literal["keyword_use"]) -> list[n.KeywordUse]: ...
    @overload
    def list(self, name: str, start: Literal["expression"]) -> list[n.Expr]: ...
    def list(self, name: str, start: Start) -> list[Any]:
        """The trees of a list of code, or of a single string, without those that are wrong."""
        trees = (self.parsed(name, scalar, start) for scalar in self.items(name))
        return [tree_ for tree_ in trees if tree_ is not None]

    def parsed(self, name: str, scalar: tree.Scalar, start: Start) -> Any:
        """The tree of one string in a field."""
        if start == "block" and scalar.style == "plain" and "\n" in scalar.span.text:
            return self._block_without_bar(name, scalar)
        if scalar.is_verbatim:
            word = parse_word(start, scalar.value, scalar.source, scalar.start)
            if word is not None:
                return word
        return parse(start, scalar.located, self.out, self.origin(name))

    def _block_without_bar(self, name: str, scalar: tree.Scalar) -> n.Block:
        """A block whose lines YAML has joined: this is allowed for one long statement, but not for several."""
        found = Diagnostics()
        block = parse("block", scalar.located, found, self.origin(name))
        if not found.has_errors:
            return block
        key = self.key_span(name)
        self.out.add("RW216", "YAML joins these lines into one", key or scalar.span,
                     f"write '{name}: |' above the lines of a block", definition=self.origin(name))  # fmt: skip
        self.out.unread(scalar.span)
        return (n.BrokenStatement(scalar.span),)

    # -- what is wrong --------------------------------------------------------------------------------------------

    def wrong(self, name: str, node: tree.Node, wanted: str) -> None:
        """Report a node whose shape is not the expected one, unless it was already reported."""
        if not node.broken:
            first_line = node.span.text.partition("\n")[0].rstrip()
            where = Span(node.source, node.start, node.start + len(first_line))
            shape = next((one for one in ("string", "list", "mapping") if wanted.startswith(f"a {one}")), None)
            hint = None if shape is None else remedy(shape, name, plain(node))
            self.out.add("RW207", f"'{name}' must be {wanted}", where, hint, definition=self.origin(name))

    def _scalar(self, name: str, node: tree.Node | None) -> tree.Scalar | None:
        if node is None or isinstance(node, tree.Scalar):
            return None if node is None or node.broken else node
        self.wrong(name, node, "a string")
        return None


class Places(Mapping[str, Span]):
    """The locations of field names. Computed on demand, because thousands of sheets need hardly any of them."""

    __slots__ = ("_fields",)

    def __init__(self, fields: Mapping[str, FieldValue]) -> None:
        self._fields = fields

    def __getitem__(self, name: str) -> Span:
        field = self._fields.get(name)
        if field is not None:
            return field.key_span
        dot = name.find(".")
        while dot >= 0:  # a name may have dots itself, if it is code that is no field
            field = self._fields.get(name[:dot])
            if field is not None and isinstance(field.node, tree.Mapping) and name[dot + 1 :] in field.node.entries:
                return field.node.entries[name[dot + 1 :]].key.span
            dot = name.find(".", dot + 1)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        for name, field in self._fields.items():
            yield name
            if isinstance(field.node, tree.Mapping):
                for key in field.node.entries:
                    yield f"{name}.{key}"

    def __len__(self) -> int:
        return sum(1 for _ in self)


def word_of(scalar: tree.Scalar) -> Word:
    """A string with its location."""
    return Word(scalar.value, scalar.span)


def of_mapping(node: tree.Mapping, out: Diagnostics, owner: str | None, main: str | None = None) -> Fields:
    """The fields of a mapping inside a body: of a reaction, or of a part."""
    fields = {key: FieldValue(entry.value, entry.key, owner or "") for key, entry in node.entries.items()}
    return Fields(fields, out, owner, main)

