"""Lets a kind have other fields of state, and an enumeration other members after the existing ones, in a pack that is
kept (see `renewing`).

The condition: the differences are in files that have changed, and nothing else of the definition is; no code that stays
contains the name of what comes or goes as a word; and a field that stays has the same face. Separate from `becoming`
because the symbol of the definition stays as it is, and so does everything else that was read of it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from rulewright.check import model as m
from rulewright.check.collect import taken
from rulewright.check.declaring import Declaring
from rulewright.check.faces import outline
from rulewright.check.kinds import add_attributes, parents_first
from rulewright.check.types import Type
from rulewright.effects.parsed import KindText, ListText, Parsed
from rulewright.pack.model import Declaration
from rulewright.pack.said import plain, words_in
from rulewright.pack.stands import files_in
from rulewright.pack.tree import Mapping, Scalar, Sequence

# The fields whose contents may grow, by form.
_GROWING: Final = {"kind": ("state",), "enum": ("members", "ordered", "")}
_BUILTIN: Final = ("sheet", "place", "owner", "whole")


@dataclass(frozen=True, slots=True)
class Growth:
    """How a definition has grown: the names in changed files, before and now, and the words of the rest."""

    declaration: Declaration
    before: frozenset[str]
    after: frozenset[str]
    words: frozenset[str]


def growth_of(old: Declaration, new: Declaration, files: Container[str]) -> Growth | None:
    """How a definition has grown; None if anything else of it has changed, or is in a file that has changed."""
    if new.form not in _GROWING or new.lines or old.lines or old.key.value != new.key.value:
        return None
    was, now = _split(old, files), _split(new, files)
    if was is None or now is None or was[0] != now[0] or old.file in files or new.file in files:
        return None
    return Growth(new, was[1], now[1], words_in(now[0]))


def _split(one: Declaration, files: Container[str]) -> tuple[dict[str, Any], frozenset[str]] | None:
    """The content of a definition without the parts that may grow and are in some files, and the names of these parts;
    None if anything else of it is in these files."""
    found: set[str] = set()
    rest: dict[str, Any] = {}
    grows = [name for name in _GROWING[one.form] if name in one.fields]
    for name in (*grows, *(name for name in one.fields if name not in grows)):
        node = one.fields[name].node
        if isinstance(node, Mapping) and (name in grows or name == "names"):
            here = {key for key, entry in node.entries.items() if entry.key.source.name in files}
            if name in grows:
                found |= here
            if not here <= found:
                return None
            kept = {key: entry.value for key, entry in node.entries.items() if key not in here}
            if any(of in files for each in kept.values() for of in files_in(each)):
                return None
            if kept or node.source.name not in files:
                rest[name] = {key: plain(value) for key, value in kept.items()}
        elif isinstance(node, Sequence) and name in grows:
            if not all(isinstance(item, Scalar) for item in node.items):
                return None
            found |= {item.value for item in node.items if isinstance(item, Scalar) and item.source.name in files}
            rest[name] = [plain(item) for item in node.items if item.source.name not in files]
        elif any(of in files for of in (one.fields[name].key.source.name, *files_in(node))):
            return None
        else:
            rest[name] = plain(node)
    return rest, frozenset(found)


@dataclass(slots=True)
class Growing:
    """Kinds and enumerations that are growing, and how to undo it. `pairs`: symbols with their replacements (a new
    symbol with itself); `added`: what holds the code to be typed."""

    pack: m.PackDef
    pairs: list[tuple[m.Symbol, m.Symbol]] = field(default_factory=list)
    added: list[m.KindDef] = field(default_factory=list)
    _kinds: list[tuple[m.KindDef, dict[str, m.Attribute], dict[str, m.Attribute]]] = field(default_factory=list)
    _members: list[tuple[m.EnumDef, list[m.EnumMember]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._kinds = [(one, one.attributes, one.all_attributes) for one in self.pack.kinds.values()]
        self._members = [(one, one.members) for one in self.pack.enums.values()]

    def put_back(self) -> None:
        """Restores everything."""
        for kind, own, every in self._kinds:
            kind.attributes, kind.all_attributes = own, every
        for enum, members in self._members:
            enum.members = members

    def grow(self, growths: Iterable[Growth], texts: Iterable[Parsed], words: Container[str], d: Declaring) -> bool:
        """Gives definitions their new contents, which are in `texts`. Returns whether no code that stays can notice.
        `words` are those of everything that stays; problems go to the list of `d`."""
        bodies = {(one.form, one.header.id): one.body for one in texts}
        for one in growths:
            if any(name in words for name in one.before ^ one.after):
                return False
            body = bodies[one.declaration.form, one.declaration.id]
            if isinstance(body, KindText):
                if not self._fields_of(self.pack.kinds[one.declaration.id], one, body, d):
                    return False
            elif isinstance(body, ListText):
                if any(taken(name, "bare") or d.scope.lookup(name) for name in one.after - one.before):
                    return False
                if not self._members_of(self.pack.enums[one.declaration.id], one, body):
                    return False
        return not d.out.has_errors and self._inherit()

    def _fields_of(self, kind: m.KindDef, growth: Growth, text: KindText, d: Declaring) -> bool:
        """The fields of a kind: those in changed files are read again."""
        made = m.KindDef(kind.id, kind.span, form="kind", allow=kind.allow, file=kind.file, self_var=kind.self_var)
        made.all_attributes = {name: one for name, one in kind.all_attributes.items() if name not in growth.before}
        state = {name: one for name, one in text.state.items() if name in growth.after}
        add_attributes(d, made, KindText(state=state, spans=text.spans))
        own: dict[str, m.Attribute] = {}
        for name in (*text.printed, *text.state, *text.formulas, *text.parts):
            new, old = made.attributes.get(name), kind.attributes.get(name)
            if new is None:
                if old is None:
                    return False
                own[name] = old
                continue
            new.names = text.names[name].words if name in text.names else {}
            if old is not None and outline(old) != outline(new):
                return False
            own[name] = new if old is None else old
            self.pairs.append((own[name], new))
        kind.attributes = own
        self.added.append(made)
        return True

    def _members_of(self, enum: m.EnumDef, growth: Growth, text: ListText) -> bool:
        """The members of an enumeration."""
        if self._is_counted(enum):
            return False
        members = []
        for number, word in enumerate(text.items):
            names = text.names[word.text].words if word.text in text.names else {}
            old = enum.members[number] if number < len(enum.members) else None
            if old is not None and old.id == word.text and word.text not in growth.after:
                members.append(old)
                continue
            new = m.EnumMember(word.text, word.span, enum=enum, value=number, names=names)
            known = {one.id: one for one in enum.members}.get(word.text)
            if known is not None and known.value != number:
                return False
            members.append(new if known is None else known)
            self.pairs.append((members[-1], new))
        enum.members = members
        return True

    def _is_counted(self, enum: m.EnumDef) -> bool:
        """Whether anything has one value for each member."""
        types = [one.type for kind in self.pack.kinds.values() for one in kind.attributes.values()]
        types += [one.type for event in self.pack.events.values() for one in event.fields]
        types += [one.type for status in self.pack.statuses.values() for one in status.fields]
        types += [one.type for one in self.pack.settings.values()]
        return (
            any(zone.by is enum for zone in self.pack.zones.values())
            or any(one.type.name == enum.id for table in self.pack.tables.values() for one in table.params)
            or any(_is_per(one, enum.id) for one in types)
        )

    def _inherit(self) -> bool:
        """Gives each kind the fields of the kinds above it. Returns whether no kind has a name twice then."""
        for kind in parents_first(self.pack.kinds.values()):
            above = kind.parent.all_attributes if kind.parent is not None else {}
            builtin = {name: one for name, one in kind.all_attributes.items()
                       if one.storage in _BUILTIN and one.kind == kind.id}  # fmt: skip
            if not above.keys().isdisjoint(kind.attributes) or any(
                name in above and above[name].storage not in _BUILTIN for name in builtin
            ):
                return False
            kind.all_attributes = {**above, **builtin, **kind.attributes}
        return True


def _is_per(type_: Type, enum: str) -> bool:
    """Whether a type has a value for each member of an enumeration."""
    return (type_.tag == "per" and type_.args[1].name == enum) or any(_is_per(one, enum) for one in type_.args)
