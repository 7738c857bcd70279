"""What the fields of definitions and other files may contain: words, ids, texts, and lists of these.

Separate because every model of the schema is made of these.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, StringConstraints, Tag
from pydantic_core import PydanticCustomError

from rulewright.codes import CODES, Severity
from rulewright.pack.shape_mistakes import (
    CODE,
    COUNT,
    EXCLUSIVE,
    FORM_OF_LANGUAGE,
    ID,
    KINDS,
    LANGUAGE,
    MEMBER,
    NOT_ALLOWED,
    RULE,
    VERSION,
    WORD,
    shape_of,
)


def _suppressible(code: str) -> str:
    """Only a warning that exists can be suppressed."""
    if code not in CODES:
        raise PydanticCustomError(NOT_ALLOWED, "there is no diagnostic {code}", {"code": code})
    if CODES[code].severity is Severity.ERROR:
        raise PydanticCustomError(NOT_ALLOWED, "{code} is an error and cannot be suppressed", {"code": code})
    return code


Text = Annotated[str, StringConstraints(min_length=1)]
Expression = Text
Block = Text
Word = Annotated[str, StringConstraints(pattern=WORD)]
Id = Annotated[str, StringConstraints(pattern=ID)]
Kinds = Annotated[str, StringConstraints(pattern=KINDS)]
Member = Annotated[str, StringConstraints(pattern=MEMBER)]
RuleId = Annotated[str, StringConstraints(pattern=RULE)]
CodeId = Annotated[str, StringConstraints(pattern=CODE), AfterValidator(_suppressible)]
Language = Annotated[str, StringConstraints(pattern=LANGUAGE)]
LanguageOrForm = Annotated[str, StringConstraints(pattern=FORM_OF_LANGUAGE)]
Version = Annotated[str, StringConstraints(pattern=VERSION)]
Count = Annotated[str, StringConstraints(pattern=COUNT)]
Sign = Annotated[str, StringConstraints(min_length=1, max_length=1)]
YesNo = Literal["yes", "no", "true", "false"]


# A text, or one for each language; names may also have forms (`ru.acc`).
Translated = Annotated[
    Annotated[Text, Tag("<text>")] | Annotated[dict[LanguageOrForm, Text], Tag("<mapping>")], Discriminator(shape_of)
]
# A single string where a list is allowed.
OneOrMore = Annotated[Annotated[Text, Tag("<text>")] | Annotated[list[Text], Tag("<list>")], Discriminator(shape_of)]
IdOrIds = Annotated[Annotated[Id, Tag("<text>")] | Annotated[list[Id], Tag("<list>")], Discriminator(shape_of)]


class Shape(BaseModel):
    """A mapping whose fields are all known."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


def exclusive(fields: list[str], hint: str) -> PydanticCustomError:
    """The error that fields exclude each other, located at the second."""
    names = " and ".join(f"'{field}'" for field in fields[:2])
    return PydanticCustomError(
        EXCLUSIVE,
        "{names} cannot be used together",
        {"names": names, "field": fields[1], "other": fields[0], "hint": hint},
    )


def missing(field: str) -> PydanticCustomError:
    """The error that a field is required."""
    return PydanticCustomError("missing", "missing", {"field": field})
