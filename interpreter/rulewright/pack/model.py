"""The result of reading a pack: declarations whose code is still strings, each with its location.

Separate because the parser of code, the overlays and `show --effective` all work on it before any name has a meaning.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.effects.nodes import Header
    from rulewright.pack.tree import Mapping, Scalar, Sequence
    from rulewright.source import LocatedText, SourceText, Span


@dataclass(slots=True)
class FieldValue:
    """One field of a definition: its YAML node, its name, and its origin (`origin`: the id of the definition; for
    templates and overlays that of another one)."""

    node: Mapping | Sequence | Scalar
    key: Scalar
    origin: str

    @property
    def key_span(self) -> Span:
        """The location of its name."""
        return self.key.span


@dataclass(frozen=True, slots=True)
class Origin:
    """One change of a field by a pack: the verb and its argument, its location, and the value before ("" for none)."""

    pack: str
    verb: str
    span: Span
    before: str
    after: str


@dataclass(slots=True)
class Declaration:
    """One head, the `key` of the file's mapping, with its body.

    `fields` maps field names to values; a scalar body is stored under "" (the main field). `header` is filled by the
    parser of code. `broken`: a part of the body was reported and is missing here, so it is not reported as missing;
    `unread`: little more than form and id is known. `said`: the digest of its content, if it was requested
    (`pack.said`). `mark`: the digits that show whether it has changed, if they were requested (`pack.marks`).
    `history`: the changes of other packs to its fields, by path. `lines`: what other packs add to the offers of a block
    and remove from them, by the name of the offer. `outline`: for a sheet that was valid before, what other definitions
    depend on, in place of fields.
    """

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
        """The head with the location of each of its characters."""
        return self.key.located

    @property
    def head_span(self) -> Span:
        """The location of the head."""
        return self.key.span


@dataclass(frozen=True, slots=True)
class Removed:
    """A definition that a pack of the stack has removed, or replaced with another one of the same id: the location of
    that statement, the rules that it cited, and the original definition (`old`)."""

    title: str
    pack: str
    verb: str  # removed or replaced
    span: Span
    rules: tuple[str, ...]
    old: Declaration


@dataclass(slots=True)
class Pack:
    """A folder after reading: the manifest, the declarations in order of files and lines, the rulebook, the paths of
    the tests."""

    path: str
    manifest: dict[str, FieldValue]
    manifest_span: Span
    declarations: list[Declaration] = field(default_factory=list)
    rulebook: dict[str, str] = field(default_factory=dict)
    tests: list[str] = field(default_factory=list)
    sources: dict[str, SourceText] = field(default_factory=dict)
    # For the other packs of a stack, by the names of their files.
    manifests: dict[str, dict[str, FieldValue]] = field(default_factory=dict)
    # The version of the language that each pack states, by the prefix of the names of its files; None if it states
    # none.
    languages: dict[str, int | None] = field(default_factory=dict)
    removed: list[Removed] = field(default_factory=list)
    # The changes of other packs to the manifest, by path.
    manifest_history: dict[tuple[str, ...], tuple[Origin, ...]] = field(default_factory=dict)

    def language_of(self, name: str) -> int | None:
        """The version of the language that the pack of a file states, None if it states none."""
        prefix, colon, _ = name.rpartition(":")
        return self.languages.get(prefix + colon)
