"""Reads the reasons why changes of rules survive the tests of a pack: the entries `survivors FORM ID` in its test
files.

Separate because they are not tests, and nothing plays them. The checker checks their shape, the names of their
definitions, and their lines and changes (`changeable`); only `rulewright mutate` can tell which changes survive.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from rulewright.check.declaring import word_in
from rulewright.diagnostics import Diagnostics
from rulewright.numbers import whole_number
from rulewright.pack.files import NO_BUFFERS, Buffers, Place, read_source
from rulewright.pack.model import FieldValue, Pack
from rulewright.pack.shape import Body, without_broken
from rulewright.pack.shapes_known import Shapes
from rulewright.pack.tree import Entry, Mapping, Scalar, Sequence
from rulewright.pack.yaml_tree import compose
from rulewright.scenario.own import SURVIVORS_HEAD
from rulewright.source import SourceText, Span
from rulewright.spelling import did_you_mean

_BEGUN: Final = re.compile(r"^\s*survivors\b", re.MULTILINE)
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#.*")
_MOST: Final = 1_000  # the most equal lines of a field of a definition


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why no test notices that a line becomes another one.

    `title` is the definition (`value reward`), `at` the field in it (keys joined by dots), `which` the number of the
    line among equal ones there, from 1. Lines are in the form of `said`.
    """

    title: str
    at: str
    line: str
    which: int
    becomes: str
    reason: str
    line_span: Span
    span: Span  # the span of the changed line


def said(text: str) -> str:
    """A line, or several, without insignificant parts: comments, line breaks and indentation."""
    return " ".join(" ".join(_COMMENT.sub("", line) for line in text.splitlines()).split())


def has_reasons(text: str) -> bool:
    """Whether the text of a file of tests may have reasons."""
    return _BEGUN.search(text) is not None


def without_reasons(text: str) -> list[str]:
    """The lines of a file of tests, with the lines of reasons emptied."""
    made, inside = [], False
    for line in text.splitlines():
        if line[:1].strip() and line[0] not in "-#":
            inside = line.startswith("survivors")
        made.append("" if inside else line)
    return made


def titles_of(pack: Pack) -> dict[str, bool]:
    """The possible titles of reasons: the definitions and settings of a pack, such as `value reward`, and whether they
    exist now; a definition that another pack has removed does not."""
    found = {f"{one.old.form} {one.old.id}": False for one in pack.removed}
    found |= {f"{one.form} {one.id}": True for one in pack.declarations}
    for manifest in (pack.manifest, *pack.manifests.values()):
        settings = manifest.get("settings")
        if settings is not None and isinstance(settings.node, Mapping):
            found |= {f"setting {name}": True for name in settings.node.entries}
    return found


def all_reasons(folder: Place, pack: Pack, out: Diagnostics, buffers: Buffers = NO_BUFFERS) -> list[Reason]:
    """The reasons in all test files of a pack. Unreadable parts of a file are reported by the reader of its tests."""
    titles = titles_of(pack)
    found: list[Reason] = []
    for name in pack.tests:
        source = read_source(folder, name, Diagnostics(), buffers)
        if source is not None:
            found += read_reasons(source, titles, out)
    return found


def read_reasons(source: SourceText, titles: dict[str, bool] | None, out: Diagnostics) -> list[Reason]:
    """The reasons in one file of tests, except those for definitions that another pack has removed. `titles` as from
    `titles_of`, None if not known."""
    if not has_reasons(source.text):
        return []
    root = compose(source, Diagnostics())
    found: list[Reason] = []
    first: dict[str, Span] = {}
    for entry in root.entries.values() if isinstance(root, Mapping) else ():
        head = SURVIVORS_HEAD.fullmatch(entry.key.value)
        if head is None:
            continue
        title = f"{head['form']} {head['id']}"
        if title in first:
            out.add("RW210", f"the survivors of {title} are listed twice", entry.key.span, "merge the two lists",
                    [(first[title], "they are listed here first")])  # fmt: skip
            continue
        first[title] = entry.key.span
        if titles is not None and title not in titles:
            _unknown(head["form"], head["id"], entry.key.span, titles, out)
            continue
        own = _of_definition(title, entry, out)
        if titles is None or titles[title]:
            found += own
    return found


def _unknown(form: str, name: str, span: Span, titles: Collection[str], out: Diagnostics) -> None:
    ids = [one.partition(" ")[2] for one in titles if one.startswith(f"{form} ")]
    elsewhere = sorted(one for one in titles if one.endswith(f" {name}"))
    hint = f"did you mean '{elsewhere[0]}'?" if elsewhere else did_you_mean(name, ids)
    out.add("RW452", f"there is no {form} '{name}' whose changes could survive", word_in(span, name),
            hint or "remove these reasons")  # fmt: skip


def _of_definition(title: str, entry: Entry, out: Diagnostics) -> Iterator[Reason]:
    """The valid reasons in the list after a head."""
    node = None if entry.value.broken and isinstance(entry.value, Scalar) else without_broken(entry.value)
    if not isinstance(node, Sequence):
        if node is not None:
            out.add("RW207", "expected a list of the changes that survive, with reasons", entry.key.span,
                    "write `- at: FIELD`, and below it `line`, `becomes` and `reason`")  # fmt: skip
        return
    shapes = Shapes()
    taken: dict[tuple[str, str, int, str], Span] = {}
    for item in node.items:
        if not isinstance(item, Mapping) or not (item.entries or item.broken):
            out.add("RW207", "expected a mapping of a line, what it becomes, and why no test notices",
                    item.span, "write `line`, `becomes` and `reason`")  # fmt: skip
            continue
        for one in _of_item(title, item, shapes, out):
            key = one.at, one.line, one.which, one.becomes
            if key in taken:
                out.add("RW210", "this change has a reason already", one.span, "remove one of them",
                        [(taken[key], "the other reason is here")])  # fmt: skip
                continue
            taken[key] = one.span
            yield one


def _of_item(title: str, item: Mapping, shapes: Shapes, out: Diagnostics) -> Iterator[Reason]:
    fields = {key: FieldValue(entry.value, entry.key, "") for key, entry in item.entries.items()}
    head = next((entry.key for entry in item.entries.values()), None)
    if head is None:
        return
    body = Body(fields, head, None, title, broken=item.broken)
    body.report(shapes.problems("survivor", body.plain()), out)
    at, line, which, reason = (_text(fields.get(name)) for name in ("at", "line", "which", "reason"))
    becomes = fields.get("becomes")
    if line is None or reason is None or becomes is None:
        return  # as was reported
    number = 1 if which is None else whole_number(which.value, 1, _MOST)
    if number is None and which is not None:
        out.add("RW209", f"'{which.value}' is not the number of a line from 1 to {_MOST}", which.span, definition=title)
    if number is None:
        return
    if isinstance(becomes.node, Sequence) and not (becomes.node.items or becomes.node.broken):
        out.add("RW207", "expected a line, or a list of lines, for 'becomes'", becomes.key_span,
                "write what the line becomes", definition=title)  # fmt: skip
    for one in becomes.node.items if isinstance(becomes.node, Sequence) else (becomes.node,):
        if isinstance(one, Scalar):
            yield Reason(title, "" if at is None else at.value, said(line.value), number, said(one.value),
                         " ".join(reason.value.split()), line.span, one.span)  # fmt: skip


def _text(field: FieldValue | None) -> Scalar | None:
    return field.node if field is not None and isinstance(field.node, Scalar) else None
