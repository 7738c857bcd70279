"""Conditions and numbers for packs with secrets: open ones, those of one player, those of anybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.programs.draw import Draw


@dataclass(slots=True)
class Words:
    """Writes expressions of the effect language. `dares`: how many events `dareN` there are."""

    draw: Draw
    dares: int
    count: int = 0

    def fresh(self, stem: str) -> str:
        """A name that nothing else has."""
        self.count += 1
        return f"{stem}_{self.count}"

    def _few(self, most: int = 4) -> int:
        return self.draw.integer(0, most)

    def open(self, who: str) -> str:
        """What everybody knows."""
        return self.draw.choice((
            f"{who}.points > {self._few()}", f"match.turn > {self._few(3)}", f"size(hand of {who}) > {self._few(5)}",
            f"seat_number({who}) is 1", f"is_empty(deck of {who})", f"size(pile) < {self._few()}",
        ))  # fmt: skip

    def of_card(self, name: str) -> str:
        """What tells cards apart."""
        return self.draw.choice((
            f"{name}.worth > {self._few()}", f"{name}.worth is {self._few()}", f"{name}.hue is red",
            f"{name} is c{self._few(2)}", f"{name}.mark > 0", f"{name}.keen",
        ))  # fmt: skip

    def own_number(self, who: str, known: Sequence[str] = ()) -> str:
        """A number that hangs on secrets of a player."""
        k = self.fresh("k")
        return self.draw.choice((
            *known, *known, f"{who}.luck", f"riches({who})", f"sum({k}.worth for {k} in contents(hand of {who}))",
            f"count({k} in contents(hand of {who}) where {self.of_card(k)})", f"weight({who})",
            f"sum({k}.mark for {k} in contents(hand of {who}))", f"most({k}.worth for {k} in contents(hand of {who}))",
        ))  # fmt: skip

    def own(self, who: str, truths: Sequence[str] = (), numbers: Sequence[str] = ()) -> str:
        """A condition that hangs on secrets of a player."""
        k = self.fresh("k")
        number = self.own_number(who, numbers)
        found = [
            *truths, *truths, f"{number} > {self._few(6)}", f"{number} is {self._few()}", f"{who} is rich",
            f"(some {k} in contents(hand of {who}) where {self.of_card(k)})",
            f"(every {k} in contents(hand of {who}) where {self.of_card(k)} has {self.of_card(k)})",
            f"(some {k} in contents(deck of {who}) where {k} is top(deck of {who}) and {self.of_card(k)})",
            f"(some {k} in cards where {k} in hand of {who} and {self.of_card(k)})",
            f"(no {k} in cards where {k}.owner is {who} and {k} in deck of {who} and {self.of_card(k)})",
        ]  # fmt: skip
        if self.dares:
            found.append(f"can(dare{self.draw.integer(0, self.dares - 1)}({who}))")
        one = self.draw.choice(found)
        if self.draw.chance(20):
            return f"{one} and {self.open(who)}"
        return f"not ({one})" if self.draw.chance(15) else one

    def mixed(self, who: str) -> str:
        """A condition that hangs on secrets of others too, or on what nobody knows."""
        other = f"next_seat({who})"
        return self.draw.choice((
            f"{who}.doom > {self._few(3)}", f"match.fate > {self._few(3)}", f"{other}.doom is {who}.doom",
            self.own(other), f"{self.own(who)} and {self.own(other)}", f"{other}.luck > {who}.luck",
            f"age() > {self.draw.integer(5, 60)}", f"lasting() > {self._few(6)}",
            f"riches({who}) > riches({other})", f"standing({who}) > {self._few(6)}",
        ))  # fmt: skip
