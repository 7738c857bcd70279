"""What the names of one text stand for (docs/language.md section 4, Names)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracle.things import MATCH, Entity, Record

from rulewright.check import model as m

if TYPE_CHECKING:
    from tests.oracle.world import World


class Scope:
    """The names of a text that is being run. `bound` are locals, loop variables, parameters of values, `self`, and
    arguments of the holder; `record` is the event at hand, whose fields are read and written where they are; `whole` is
    the entity whose parts a sheet's text knows by their bare names."""

    def __init__(
        self, bound: dict[m.Variable, Any] | None = None, record: Record | None = None, whole: Entity | None = None
    ) -> None:
        self.bound: dict[m.Variable, Any] = dict(bound or {})
        self.record = record
        self.whole = whole

    def look_up(self, w: World, variable: m.Variable) -> Any:
        """The value of a name, now."""
        if variable in self.bound:
            return self.bound[variable]
        match variable.role:
            case "match":
                return MATCH
            case "event":
                return self.record
            case "field":
                assert self.record is not None, variable.id
                return self.record.fields[variable.index]
            case "part":
                assert self.whole is not None, variable.id
                return w.parts_of(self.whole)[variable.index]
        raise AssertionError(f"nothing stands for {variable.role} {variable.id}")

    def write(self, variable: m.Variable, value: Any) -> None:
        """`set NAME`: a local, or a field of the event at hand."""
        if variable.role == "field" and variable not in self.bound:
            assert self.record is not None
            self.record.fields[variable.index] = value
        else:
            self.bound[variable] = value

    def kept(self) -> dict[m.Variable, Any]:
        """All values as they are now: what a status remembers of the text that gave it."""
        found = dict(self.bound)
        if self.record is not None:
            for cls in self.record.event.classes:
                found.update((one, self.record.fields[one.index]) for one in cls.params)
            found.update((one, self.record.fields[one.index]) for one in self.record.event.fields)
        return found
