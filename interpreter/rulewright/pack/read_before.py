"""Keeps the declarations of files as they were read, for the next check by the same process.

Separate because the declarations must be kept as the file states them, before any stage changes them: only files for
which no stage reported anything are kept, and every check gets its own declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.diagnostics import Diagnostics
from rulewright.memory import Memory
from rulewright.pack.model import Declaration, FieldValue, Pack
from rulewright.source import SourceText


@dataclass(slots=True)
class _File:
    """A file with its declarations and their fields, as they were directly after reading."""

    source: SourceText
    declarations: list[tuple[Declaration, dict[str, FieldValue]]]
    rules: dict[str, str] | None = None  # of the rulebook
    language: int | None = None  # that its pack states


def read_before(
    memory: Memory, source: SourceText, language: int | None
) -> tuple[SourceText, list[Declaration]] | None:
    """The declarations of a file that was read before, with the text that contains them; None if the file is a
    different one."""
    file: _File | None = memory.files.get(source.name)
    if file is None or file.source.text != source.text or file.language != language:
        return None
    return file.source, [
        Declaration(one.form, one.id, one.key, _apart(fields), one.file, said=_said(one, fields))
        for one, fields in file.declarations
    ]


def _said(one: Declaration, fields: dict[str, FieldValue]) -> bytes:
    """The digest of the content of a definition, if templates and other packs do not contribute to it."""
    return b"" if "extends" in fields or one.history or one.lines else one.said


def rulebook_before(memory: Memory, source: SourceText) -> dict[str, str] | None:
    """The statements of the rulebook that was read before; None if it is a different one."""
    file: _File | None = memory.files.get(source.name)
    return None if file is None or file.source.text != source.text else file.rules


def note_read(memory: Memory, pack: Pack, rulebooks: Mapping[str, dict[str, str]]) -> None:
    """Record what was read, before any stage changes it; `rulebooks` are the statements of each, by file."""
    memory.files_read = found = {
        name: _File(source, [], language=pack.language_of(name)) for name, source in pack.sources.items()
    }
    for one in pack.declarations:
        found[one.file].declarations.append((one, _apart(one.fields)))
    for name, rules in rulebooks.items():
        found[name].rules = rules


def keep_read(memory: Memory, out: Diagnostics) -> None:
    """Keep the files without errors, at the end of the check."""
    wrong = {place.source.name for one in out.reports for place in (one.span, *(also.span for also in one.related))}
    memory.files = {} if out.dropped else {
        name: file for name, file in memory.files_read.items() if name not in wrong
    }  # fmt: skip
    memory.files_read = {}


def _apart(fields: dict[str, FieldValue]) -> dict[str, FieldValue]:
    """The fields for a separate declaration. Templates are merged into fields, so then these are copied too."""
    if "extends" not in fields:
        return dict(fields)
    return {name: FieldValue(field.node, field.key, field.origin) for name, field in fields.items()}
