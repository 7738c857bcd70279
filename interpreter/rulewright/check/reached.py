"""What a text has in it when it is followed: what is triggered and done, and the secrets that decide about each.

Separate because these are the words in which a text is followed (`ways`) and in which its secrets are judged (`asked`,
`silence`, `veils`).
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rulewright.check import model as m
from rulewright.check.secrecy import Hidden
from rulewright.check.telling import SILENCE, Tells
from rulewright.effects import nodes as n
from rulewright.source import Span

# The targets of a step: an event that is called, a moment of one, the texts of sheets of a name, a status that ends, or
# None: a question.
Moment = tuple[m.EventDef, str]
Target = m.EventDef | Moment | m.StatusDef | str | None


@dataclass(frozen=True, slots=True)
class Level:
    """A secret that decides whether something is reached. `told`: what every player certainly learns if it is reached,
    `elsewhere`: what they may learn if it is not. `behind`: it may be skipped because the text may be left. `start`: it
    decides about the whole text; `refuses`: whether it is refused or prevented. `trees`: the expressions that decide;
    none if they are not all known.
    """

    secret: str
    span: Span | None = None  # what decides
    told: Tells = SILENCE
    elsewhere: Tells = SILENCE
    behind: bool = False
    start: bool = False
    refuses: bool = False
    trees: tuple[n.Node, ...] = ()

    def silent(self, also: Tells = SILENCE) -> bool:
        """Whether nothing else reveals that it is reached."""
        return self.told | also <= self.elsewhere


@dataclass(frozen=True, slots=True)
class Step:
    """A statement, line or right side that asks a player or triggers something. `refused`: the secret because of which
    it may not happen although it is reached; `hidden` are the variables there; `handed`: the parameters (by position)
    that get something hidden."""

    node: n.Node
    target: Target
    here: Here
    hidden: Hidden
    refused: str | None = None
    handed: tuple[tuple[int, str], ...] = ()


class Here(NamedTuple):
    """The context of a statement: what decides whether it is reached, what is certainly revealed along with it, and
    which part of that follows it."""

    levels: tuple[Level, ...]
    beside: Tells = SILENCE
    follows: Tells = SILENCE

    def under(self, *levels: Level) -> Here:
        """The context inside a statement, with additional conditions."""
        return Here((*self.levels, *levels), self.beside)


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a log shows although some players may not see it: a secret roll, a shuffle, what is put, removed
    or shown unseen. `node`: the roll, the call or the statement; `whose`: the player who knows of it first, if it is
    named directly."""

    node: n.Node
    whose: n.Expr | None
    here: Here
    hidden: Hidden
    target: None = None
    refused: None = None
