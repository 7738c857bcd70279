"""Lists what is shown of an entity, a player and the match in addition to the name: fields by their names, or in the
words of the pack.

Separate because rosters, `look`, ways, the story and content tests all take from here what is worth showing, and what
has changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rulewright.explained import TypeCode
from rulewright.holes import holes
from rulewright.play import labels, view
from rulewright.play.filling import with_fields
from rulewright.play.printer import Hidden
from rulewright.play.seen import Unseen, raw
from rulewright.play.sight import Sight
from rulewright.play.state import Runaway, State, copy
from rulewright.play.watched import seen_by
from rulewright.program import SHOWN, Column, Kind

_STEPS: Final = 20_000_000  # for the initial values of all entities that are shown together, and for the values shown


@dataclass(frozen=True, slots=True)
class Figure:
    """A declared field of an entity, player or the match that is worth showing, or an additional line of the pack.
    `key` identifies it across states."""

    key: tuple[str, int]
    name: str
    value: Any
    words: str
    first: str | None  # the initial value, if it is a number of its own that has become less
    flag: bool  # a yes_no that is true: its name is enough
    number: bool
    said: str = ""  # all of it, in the words of the pack

    @property
    def told(self) -> str:
        """As shown to players: `hp 5`, `ready`, or in the words of the pack."""
        return self.said or (self.name if self.flag else f"{self.name} {self.words}")


def figures(
    m: State, size: str, index: int, sight: Sight, begun: Beginnings | None = None, *, book: bool = False
) -> list[Figure]:
    """What is shown of an entity ("entity", its number), a player ("player", the seat) or the match ("match", 0): first
    what its kind lists under `shown`, in that order; then all other state fields whose value is not nothing (none,
    false, 0, empty), or was not when it began. `begun` is shared by those that are shown together. `book`: every field
    counts, as for play, regardless of `shown`."""
    if size == "entity" and not sight.knows(m, index):
        return []
    kinds = {kind.id: kind for kind in m.p.program.kinds}
    kind = kinds.get(size) if size != "entity" else m.p.program.kinds[m.p.sheets[m.sheet[index]].kind]
    if kind is None:
        return []
    return _Teller(m, kind, index, sight, begun or Beginnings(m, sight), book).figures()


class _Teller:
    """Makes the figures of one entity of a kind."""

    def __init__(self, m: State, kind: Kind, index: int, sight: Sight, begun: Beginnings, book: bool) -> None:
        self._m, self._kind, self._index, self._sight, self._begun = m, kind, index, sight, begun
        self._shown = {} if book else kind.shown
        columns = [m.p.program.columns[number] for number in kind.columns]
        self._columns = {c.id: c for c in columns if sight.knows_field(m, c, index)}
        parts = dict(kind.parts)
        self._state = [c for c in self._columns.values() if not c.static and c.id not in parts]
        self._first = begun.of(m.p.program.kinds.index(kind), index, self._state)

    def figures(self) -> list[Figure]:
        """The same as the function `figures`."""
        rest = [c.id for c in self._state if c.id not in self._shown]
        return [one for name in (*self._shown, *rest) if (one := self._figure(name)) is not None]

    def _figure(self, name: str) -> Figure | None:
        words = self._shown.get(name, {})
        mode = words.get("", "")
        column = self._columns.get(name)
        if mode not in SHOWN and words:
            return self._line(name, column, labels.said(words, self._sight.language))
        if column is None or mode == "never":
            return None
        return self._field(column, mode)

    def _field(self, column: Column, mode: str = "") -> Figure | None:
        m, index, sight = self._m, self._index, self._sight
        value, initial = getattr(m, column.slot)[index], self._first.get(column.slot)
        if self._is_nothing(column) if not mode else mode == "changed" and value == initial:
            return None
        # Only an initial value of its own (printed hit points) can be read as the maximum. An initial value that is the
        # same for all means nothing, and neither does a maximum below the current value.
        counted = column.type[0] == "number" and column.own_start and bool(initial) and value < initial
        return Figure(
            (column.slot, index), labels.field(column, sight.language), value, sight.value(m, value, column.type),
            sight.value(m, initial, column.type) if counted else None, column.type[0] == "yes_no" and value is True,
            column.type[0] == "number",
        )  # fmt: skip

    def _is_nothing(self, column: Column) -> bool:
        value, initial = getattr(self._m, column.slot)[self._index], self._first.get(column.slot)
        return is_nothing(value, column.type) and (column.static or is_nothing(initial, column.type))

    def _line(self, name: str, column: Column | None, template: str) -> Figure | None:
        """A filled template; None if it shows what the viewer may not know, and while the first value in it is
        nothing."""
        fields: dict[str, tuple[Any, TypeCode]] = {}
        for hole in holes(template):
            found = fields.get(hole.path) or self._at(hole.path)
            if found is None or (not fields and self._says_nothing(hole.path, found)):
                return None
            fields[hole.path] = found
        m, sight = self._m, self._sight
        said = with_fields(
            m, template, fields, sight.language, lambda v, t, form: Sight(sight.viewer, form).value(m, v, t)
        )
        if not said:
            return None
        if column is None:
            return Figure((f"{self._kind.id}.{name}", self._index), "", said, said, None, False, False, said)
        value = getattr(m, column.slot)[self._index]
        return Figure(
            (column.slot, self._index), labels.field(column, sight.language), value,
            sight.value(m, value, column.type), None, False, column.type[0] == "number", said,
        )  # fmt: skip

    def _at(self, path: str) -> tuple[Any, TypeCode] | None:
        """A field, or a value or permission of this entity; None if the viewer may not know it."""
        if path.endswith("(self)"):
            return self._begun.asked(path.removesuffix("(self)"), self._index)
        column = self._columns.get(path)
        if column is None:
            return None
        value = getattr(self._m, column.slot)[self._index]
        known = view.veiled(self._m, value, column.type, self._sight.viewer)
        return None if isinstance(known, Hidden) else (known, column.type)

    def _says_nothing(self, path: str, found: tuple[Any, TypeCode]) -> bool:
        column = self._columns.get(path)
        return is_nothing(*found) if column is None else self._is_nothing(column)


def is_nothing(value: Any, t: TypeCode) -> bool:
    """Whether a value is nothing: none, false, 0, empty. A player, a place or a member of an enumeration never is,
    though its number may be 0."""
    return value is None or (t[0] in ("number", "yes_no", "set", "list") and not value)


class Beginnings:
    """The initial values of fields: evaluates the `starts` of their kinds on a copy of the match, one copy for all,
    with a common budget of steps."""

    def __init__(self, m: State, sight: Sight) -> None:
        self._m = m
        self._viewer = sight.viewer
        self._scratch: State | None = None
        self._asked: State | None = None

    def of(self, kind: int, index: int, columns: list[Column]) -> dict[str, Any]:
        """By slot; empty if the expressions read what the viewer may not know, or take too long."""
        m = self._m
        start = m.p.starts.get(kind)
        if start is None:
            return {column.slot: column.default for column in columns}
        scratch = self._copied()
        values = [getattr(scratch, column.slot) for column in columns]
        kept = [one[index] for one in values]
        try:
            for one, column in zip(values, columns, strict=True):
                one[index] = column.default
            start(scratch, index)
            return {column.slot: one[index] for one, column in zip(values, columns, strict=True)}
        except (Unseen, Runaway):
            return {}
        finally:
            for one, value in zip(values, kept, strict=True):
                one[index] = value

    def asked(self, name: str, index: int) -> tuple[Any, TypeCode] | None:
        """The result and type of a value or permission of a pack for an entity or seat; None if it is secret, or takes
        too long."""
        texts = self._m.p.program.texts
        text = texts.get(f"value {name}") or texts[f"permission {name}"]
        if self._asked is None:  # never written to, so what it caches stays true
            self._asked = self._fresh()
        try:
            return raw(self._asked.p.names[text.function](self._asked, index)), text.gives
        except (Unseen, Runaway):
            return None

    def _copied(self) -> State:
        if self._scratch is None:
            self._scratch = self._fresh()
        return self._scratch

    def _fresh(self) -> State:
        made = copy(self._m) if self._viewer is None else seen_by(self._m, self._viewer)
        made.fuel = _STEPS
        return made


def header(m: State, sight: Sight) -> str:
    """The line above the board in the words of the pack, as the viewer may know it. Empty if the pack has none, if it
    shows what the viewer may not know, and while the first value in it is nothing."""
    p, template = m.p.program, labels.said(m.p.program.header, sight.language)
    if not template:
        return ""
    fields: dict[str, tuple[Any, TypeCode]] = {
        f"setting.{name}": (v, t) for v, (name, t, _) in zip(m.settings, p.settings, strict=True)
    }
    kind = next((one for one in p.kinds if one.id == "match"), None)
    for column in (p.columns[number] for number in kind.columns) if kind is not None else ():
        value = getattr(m, column.slot)[0]
        known = view.veiled(m, value, column.type, sight.viewer)
        if sight.knows_field(m, column, 0) and not isinstance(known, Hidden):
            fields[column.id] = known, column.type
    shown = [hole.path for hole in holes(template)]
    if not fields.keys() >= {*shown} or (shown and is_nothing(*fields[shown[0]])):
        return ""
    return with_fields(m, template, fields, sight.language, lambda v, t, form: Sight(sight.viewer, form).value(m, v, t))
