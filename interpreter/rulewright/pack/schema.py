"""Checks the shape of the plain values of a definition, a manifest or a rulebook, and lists the problems.

Separate because these models, with those of definitions, define the checks, the suggestions for unknown fields and the
schema for editors. No module outside `schema*.py` knows the validating package. The meaning of code is not checked
here: expressions, blocks and so on are strings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, Discriminator, Field, Tag, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from rulewright.pack.schema_fields import (
    Block,
    Count,
    Expression,
    Id,
    IdOrIds,
    Language,
    OneOrMore,
    RuleId,
    Shape,
    Sign,
    Text,
    Translated,
    Version,
)
from rulewright.pack.schema_forms import FORMS, Reaction, Sheet
from rulewright.pack.shape_mistakes import INCOMPLETE, Owner, Problem, explain, shape_of

# -- the files of a pack -----------------------------------------------------------------------------------------------


class Manifest(Shape):
    """`pack.yaml`."""

    pack: Id
    name: Translated | None = None
    text: Translated | None = None
    version: Version | None = None
    language: Literal["1", "2"] | None = None
    players: (
        Annotated[
            Annotated[Count, Tag("<text>")]
            | Annotated[Annotated[list[Count], Field(min_length=2, max_length=2)], Tag("<list>")],
            Discriminator(shape_of),
        ]
        | None
    ) = None
    start: Id | None = None
    stacking: Literal["definition", "instance"] | None = None
    ranks: list[Id] | None = None
    window: Id | None = None
    forced: Literal["take", "ask"] | None = None
    worth: Id | None = None
    board: Literal["square", "hex", "plane", "none"] | None = None
    grain: Text | None = None
    storeys: Count | None = None
    distance: Literal["plan", "storeys"] | None = None
    needs: dict[Id, Text] | None = None
    optional: dict[Id, Text] | None = None
    parts: dict[Id, Text] | None = None
    after: IdOrIds | None = None
    conflicts: dict[Id, Text] | None = None
    order: list[Id] | None = None
    prefers: dict[Text, Id] | None = None
    breaks: dict[Id, dict[Text, Text]] | None = None
    renamed: dict[Text, Id] | None = None
    settings: dict[Id, Text] | None = None
    messages: dict[Language, dict[Id, Text]] | None = None
    header: Translated | None = None


class Reading(Shape):
    """The reading of a point that the rules leave open."""

    statement: Text
    taken: Text
    setting: Id | None = None
    options: list[Text] | None = None

    @model_validator(mode="after")
    def _can_be_chosen(self) -> Reading:
        if self.options is not None and self.setting is None:
            told = {"field": "options", "hint": "name it, 'setting: NAME', or omit 'options'", "useless": ["options"]}
            raise PydanticCustomError(INCOMPLETE, "no setting chooses one of these options", told)
        return self


class DescribedRule(Shape):
    """A rule that no definition could implement and no test show, with the reason."""

    statement: Text
    descriptive: Text


class Rulebook(Shape):
    """`rulebook.yaml`: the rules that a pack implements, by id, and the readings of its open points."""

    rules: (
        dict[
            RuleId,
            Annotated[
                Annotated[Text, Tag("<text>")] | Annotated[DescribedRule, Tag("<mapping>")], Discriminator(shape_of)
            ],
        ]
        | None
    ) = None
    readings: dict[RuleId, Reading] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Rulebook:
        if self.rules is None and self.readings is None:
            raise PydanticCustomError(
                INCOMPLETE,
                "this rulebook is empty",
                {"field": "", "hint": "write 'rules', 'readings' or both", "useless": []},
            )
        return self


class Survivor(Shape):
    """Why no test notices some changes of one line of a definition."""

    at: Text | None = None
    line: Text
    which: Count | None = None
    becomes: OneOrMore
    reason: Text


MODELS: dict[str, type[BaseModel]] = {
    **FORMS, "sheet": Sheet, "manifest": Manifest, "rulebook": Rulebook, "survivor": Survivor,
}  # fmt: skip


# -- content tests -----------------------------------------------------------------------------------------------------

Answered = Annotated[
    Annotated[Text, Tag("<text>")] | Annotated[dict[Text, Text], Tag("<mapping>")], Discriminator(shape_of)
]


class Answer(Shape):
    """An answer of a content test that also says who is asked and what is offered."""

    choose: Text | None = None
    player: Count | None = None
    prompt: Text | None = None
    offered: list[Text] | None = None
    offered_only: list[Text] | None = None
    not_offered: list[Text] | None = None
    sees: OneOrMore | None = None
    not_sees: OneOrMore | None = None
    in_secret: Text | None = None
    at: Answered | None = None
    refused: (
        Annotated[
            Annotated[Text, Tag("<text>")]
            | Annotated[dict[Text, Text], Tag("<mapping>")]
            | Annotated[list[Answered], Tag("<list>")],
            Discriminator(shape_of),
        ]
        | None
    ) = None
    because: OneOrMore | None = None


class Step(Shape):
    """One step of a content test, and its required results."""

    do: Block | None = None
    play: Text | None = None
    answers: (
        list[Annotated[Annotated[Text, Tag("<text>")] | Annotated[Answer, Tag("<mapping>")], Discriminator(shape_of)]]
        | None
    ) = None
    then: list[Expression] | None = None
    happened: list[Text] | None = None
    not_happened: list[Text] | None = None
    exactly: dict[Text, Count] | None = None
    refused: dict[Text, IdOrIds] | None = None
    sees: dict[Text, OneOrMore] | None = None
    not_sees: dict[Text, OneOrMore] | None = None
    reads: dict[Text, OneOrMore] | None = None
    position: OneOrMore | None = None
    stands: dict[Text, Text] | None = None


class Setup(Step):
    """What the content tests of a file share. Here for editors; `scenario` reads it."""

    extends: Id | None = None
    seats: Count | None = None
    seed: Count | None = None
    settings: dict[Id, Text] | None = None
    map: Text | None = None
    above: list[Block] | None = None
    legend: dict[Sign, OneOrMore] | None = None
    drawn: Block | None = None
    scale: Text | None = None
    at: dict[Text, Text] | None = None
    spots: dict[Text, Text] | None = None
    with_: dict[Text, dict[Id, OneOrMore | dict[Text, OneOrMore]]] | None = Field(None, alias="with")
    zones: dict[Text, OneOrMore] | None = None
    statuses: dict[Text, OneOrMore] | None = None
    dice: dict[Text, OneOrMore] | None = None
    shuffles: dict[Text, OneOrMore | list[list[Text]]] | None = None
    during: OneOrMore | None = None
    passes: OneOrMore | None = None
    steps: list[Step] | None = None


class Test(Setup):
    """A content test: a position, actions, and what must be true afterwards. Here for editors; `scenario` reads it."""

    # The prefix belongs to the language, not to the test collector.
    __test__ = False

    rules: list[RuleId] | None = None


# -- what is wrong -----------------------------------------------------------------------------------------------------


def check_shape(model: type[BaseModel], value: object) -> Iterator[Problem]:
    """The problems of plain values (strings, lists, dictionaries, NOTHING), in the order of the fields."""
    try:
        model.model_validate(value)
    except ValidationError as error:
        for one in error.errors(include_url=False):
            yield explain(one, lambda path: _owner(model, path))


def _owner(model: type[BaseModel], path: tuple[str | int, ...]) -> Owner:
    """The mapping at a path: reactions are in lists, readings in a mapping, all others at the top."""
    inner = (("react", Reaction), ("readings", Reading))
    found = next((part for name, part in inner if path[:1] == (name,)), model)
    return Owner(found.__name__.lower(), [field.alias or name for name, field in found.model_fields.items()])
