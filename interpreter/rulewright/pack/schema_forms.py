"""The fields of definitions: a model for each form, and one for sheets.

Separate because this is all that a definition may contain, on one page.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from rulewright.pack.forms import PHASES
from rulewright.pack.schema_fields import (
    Block,
    CodeId,
    Expression,
    Id,
    IdOrIds,
    Kinds,
    Member,
    OneOrMore,
    RuleId,
    Shape,
    Sign,
    Text,
    Translated,
    Word,
    YesNo,
    exclusive,
    missing,
)
from rulewright.pack.shape_mistakes import INCOMPLETE


class Definition(Shape):
    """The fields that every definition may have."""

    name: Translated | None = None
    text: Translated | None = None
    rules: list[RuleId] | None = None
    allow: dict[CodeId, Text] | None = None
    extends: Id | None = None


# -- reactions and modifiers -------------------------------------------------------------------------------------------


class _ReactionFields(Shape):
    before: Expression | None = None
    instead: Expression | None = None
    at: Expression | None = None
    after: Expression | None = None
    ended: Expression | None = None
    do: Block | None = None
    may: Block | None = None
    when: Expression | None = None
    each: Expression | None = None
    limit: Expression | None = None
    rank: Id | None = None
    order: Expression | None = None
    window: Id | None = None
    by: Expression | None = None
    title: Translated | None = None


def _check_reaction(model: BaseModel, *, required: bool) -> None:
    """Exactly one trigger and exactly one of `do` and `may`; nothing at all if no reaction is required."""
    given = [field for field in _ReactionFields.model_fields if getattr(model, field) is not None]
    if not given and not required:
        return
    triggers = [field for field in given if field in PHASES]
    if not triggers:
        field = given[0] if given else ""
        raise PydanticCustomError(
            INCOMPLETE,
            "a reaction needs a trigger",
            {"field": field, "hint": f"write one of {', '.join(PHASES)}", "useless": given},
        )
    effects = [field for field in given if field in ("do", "may")]
    if not effects:
        raise PydanticCustomError(
            INCOMPLETE,
            "a reaction needs 'do' or 'may'",
            {
                "field": triggers[0],
                "hint": "write 'do' for what must happen, 'may' for what a player may choose",
                "useless": given,
            },
        )
    for several in (triggers, effects):
        if len(several) > 1:
            hint = "write further reactions as a list under 'react'"
            raise exclusive(several, hint)


class Reaction(_ReactionFields):
    """A reaction to an event: one trigger, and what must (`do`) or may happen."""

    @model_validator(mode="after")
    def _one_trigger(self) -> Reaction:
        _check_reaction(self, required=True)
        return self


class Bearer(Definition, _ReactionFields):
    """The modifiers and reactions that sheets, areas, statuses and rules may have."""

    modify: OneOrMore | None = None
    active: Expression | None = None
    react: list[Reaction] | None = None

    @model_validator(mode="after")
    def _inline_reaction(self) -> Bearer:
        _check_reaction(self, required=False)
        return self


# -- the forms ---------------------------------------------------------------------------------------------------------


class Kind(Definition):
    """`kind`: a type of entity."""

    is_: Id | None = Field(None, alias="is")
    plural: Id | None = None
    placed: Literal["yes", "no", "true", "false", "edge"] | None = None
    size: Expression | None = None
    base: Text | None = None
    drawn: Id | None = None
    owned: YesNo | None = None
    printed: dict[Id, Text] | None = None
    state: dict[Id, Text] | None = None
    parts: dict[Id, Id] | None = None
    part_of: Id | None = None
    formulas: dict[Member, Text] | None = None
    texts: list[Member] | None = None
    main: Id | None = None
    must: dict[Id, Text] | None = None
    says: dict[Id, Translated] | None = None
    active: Expression | None = None
    secret: dict[Id, Literal["owner", "nobody"]] | None = None
    names: dict[Id, Translated] | None = None
    ask: dict[Id, Translated] | None = None
    shown: dict[Id, Translated] | None = None
    shown_as: Translated | None = None


class Enum(Definition):
    """`enum`: its members."""

    members: list[Id] | None = None
    ordered: list[Id] | None = None
    names: dict[Id, Translated] | None = None

    @model_validator(mode="after")
    def _one_list(self) -> Enum:
        if self.members is not None and self.ordered is not None:
            raise exclusive(
                ["members", "ordered"], "remove one: 'ordered' lists the members of an enumeration that has an order"
            )
        if self.members is None and self.ordered is None:
            raise missing("members")
        return self


class Die(Definition):
    """`die`: its faces."""

    faces: list[Word]


class Area(Bearer):
    """`area`: a named set of cells."""


class Map(Definition):
    """`map`: a drawn board."""

    rows: Block | None = None
    table: Text | None = None
    areas: dict[Id, OneOrMore] | None = None
    above: list[Block] | None = None
    legend: dict[Sign, OneOrMore] | None = None
    solid: IdOrIds | None = None
    corners: Literal["strict", "free"] | None = None
    halves: IdOrIds | None = None


class Zone(Definition):
    """`zone`: a holder of entities outside the board."""

    ordered: YesNo | None = None
    seen_by: Literal["owner", "nobody", "all"] | None = None
    holds: Id | None = None
    shown: Literal["never"] | None = None


class Table(Definition):
    """`table`: entries by the members of one to three enumerations."""

    rows: dict[Word, Text | dict[Word, Text | dict[Word, Text]]]


class Event(Definition):
    """`event`: something that happens; a procedure is an event too."""

    legal: dict[Id, Expression] | None = None
    arbiter: Expression | None = None
    do: Block | None = None
    ends: Block | None = None
    names: dict[Id, Translated] | None = None
    ask: dict[Id, Translated] | None = None
    says: dict[Id, Translated] | None = None
    shown_as: Translated | None = None


class Class(Definition):
    """`class`: a family of events."""

    arbiter: Expression | None = None
    ask: dict[Id, Translated] | None = None
    says: dict[Id, Translated] | None = None


class Value(Definition):
    """`value`: a derived quantity."""

    start: Expression | None = None
    steps: dict[Id, Text] | None = None
    decide: list[Text] | None = None

    @model_validator(mode="after")
    def _start_or_rows(self) -> Value:
        if self.start is None and self.decide is None:
            raise missing("start")
        if self.start is not None and self.decide is not None:
            raise exclusive(["start", "decide"], "a value has either 'start' and 'steps' or 'decide'")
        if self.steps is not None and self.decide is not None:
            raise exclusive(["decide", "steps"], "a value with 'decide' has no steps")
        return self


class Permission(Definition):
    """`permission`: a yes_no value in which forbid beats allow."""

    normally: Expression
    says: dict[Id, Translated] | None = None


class Status(Bearer):
    """`status`: modifiers and reactions that an entity has for a while, or that its sheet lists."""

    of: Kinds | None = None
    state: dict[str, Expression] | None = None
    lasts: Expression | None = None
    ends: Block | None = None
    spent_by: Expression | None = None
    ask: dict[Id, Translated] | None = None
    says: dict[Id, Translated] | None = None


class Rule(Bearer):
    """`rule`: modifiers and reactions that apply by themselves."""

    for_: Expression | None = Field(None, alias="for")
    ask: dict[Id, Translated] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Rule:
        if self.modify is None and self.react is None and not any(getattr(self, phase) for phase in PHASES):
            raise PydanticCustomError(
                INCOMPLETE,
                "this rule has no modifiers and no reactions",
                {"field": "", "hint": "write 'modify' or a reaction", "useless": []},
            )
        return self


class Window(Definition):
    """`window`: who is asked about optional reactions."""

    asks: Expression
    answers: Literal["one", "each"] | None = None
    ties: Expression | None = None
    always: YesNo | None = None
    says: dict[Id, Translated] | None = None


class Check(Definition):
    """`check`: state that must not persist."""

    at: OneOrMore | None = None
    for_: Expression = Field(alias="for")
    do: Block


class Sheet(Bearer):
    """A definition whose form is a kind. Any field of its kind is accepted here: the checker knows these fields."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    keywords: OneOrMore | None = None


FORMS: dict[str, type[Definition]] = {
    "area": Area,
    "check": Check,
    "class": Class,
    "die": Die,
    "enum": Enum,
    "event": Event,
    "kind": Kind,
    "map": Map,
    "permission": Permission,
    "rule": Rule,
    "status": Status,
    "table": Table,
    "value": Value,
    "window": Window,
    "zone": Zone,
}
