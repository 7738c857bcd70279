"""What reading a pack yields: declarations with their texts still as text, each knowing where it stands.

Separate because the parser of effects, the overlays and `show --effective` all work on it before any name has a
meaning.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.effects.nodes import Header
    from rulewright.pack.yaml_tree import Mapping, Scalar, Sequence
    from rulewright.source import LocatedText, SourceText, Span


@dataclass(slots=True)
class FieldValue:
    """One field of a definition: its YAML node, its name, and where it came from (`origin`: the definition's id, for
    templates and overlays another one's)."""

    node: Mapping | Sequence | Scalar
    key: Scalar
    origin: str

    @property
    def key_span(self) -> Span:
        """Where its name stands."""
        return self.key.span


@dataclass(frozen=True, slots=True)
class Origin:
    """One thing that a pack has done to a field: the verb with what was given, where it stands, what was there before
    ("" for nothing)."""

    pack: str
    verb: str
    span: Span
    before: str
    after: str


@dataclass(slots=True)
class Declaration:
    """One head, the `key` of the file's mapping, with its body.

    `fields` maps field names to values; a scalar body stands under "" (the main field). `header` is filled by the
    parser of effects. `broken`: something of the body was reported and is not here, so that nobody misses it; `unread`:
    hardly anything but form and id is known.
    `said`: the digest of what it says, where somebody has asked for it (`pack.said`).
    `mark`: the digits by which a change is told, where somebody has asked for them (`pack.marks`).
    `history`: of fields that a change of another pack has touched, what was done, by path.
    `lines`: what other packs add to the offers of a text, and take from them, by the name of the offer.
    `outline`: of a sheet that was found in order before, what other definitions depend on, in place of fields."""

    form: str
    id: str
    key: Scalar
    fields: dict[str, FieldValue]
    file: str
    header: Header | None = None
    broken: bool = False
    unread: bool = False
    said: bytes = b""
    mark: tuple[str, str] | tuple[()] = ()
    outline: tuple[Any, ...] | None = None
    history: dict[tuple[str, ...], tuple[Origin, ...]] | None = None
    lines: dict[str, list[tuple[str, Scalar]]] | None = None

    @property
    def head(self) -> LocatedText:
        """The head with the place of each of its characters."""
        return self.key.located

    @property
    def head_span(self) -> Span:
        """Where the head stands."""
        return self.key.span


@dataclass(frozen=True, slots=True)
class Removed:
    """A definition that a pack of the stack has taken out, or replaced by another one of its id: where the pack says
    so, the rules that it cited, and the definition as it was (`old`)."""

    title: str
    pack: str
    verb: str  # removed or replaced
    span: Span
    rules: tuple[str, ...]
    old: Declaration


@dataclass(slots=True)
class Pack:
    """A folder read: the manifest, the declarations in order of files and lines, the rulebook, the tests' paths."""

    path: str
    manifest: dict[str, FieldValue]
    manifest_span: Span
    declarations: list[Declaration] = field(default_factory=list)
    rulebook: dict[str, str] = field(default_factory=dict)
    tests: list[str] = field(default_factory=list)
    sources: dict[str, SourceText] = field(default_factory=dict)
    # Of the further packs of a stack, by the names of their files.
    manifests: dict[str, dict[str, FieldValue]] = field(default_factory=dict)
    # The version of the language that each pack states, by what stands before the names of its files; None for none.
    languages: dict[str, int | None] = field(default_factory=dict)
    removed: list[Removed] = field(default_factory=list)

    def language_of(self, name: str) -> int | None:
        """The version of the language that the pack of a file states, None for none."""
        prefix, colon, _ = name.rpartition(":")
        return self.languages.get(prefix + colon)
