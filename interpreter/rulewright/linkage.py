"""The link protocol: every function that compile may put into the generated module, and its caller.

Separate because compile defines these functions and play calls them, and neither imports the other. The name of a
function is a letter, the number of its owner, and the owner's id: `E12_harm` runs event 12, `harm`, if no player can be
asked. `docs/how-it-works.md` shows the table, and `tests/architecture/test_linkage.py` compares it with the generated
modules of the packs.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One sort of generated function. `of` is the table of the Program that numbers it, or another description of its
    number. `takes` are its parameters; a `*` stands for the parameters of the definition, `..` for captured values.
    `caller` is the module that calls it, `code` for other generated functions."""

    letter: str
    of: str
    takes: str
    gives: str
    caller: str


# Parameters: m the match, r the record of a run, f a frame, h the holder, row a row of a status, or its substitute if a
# sheet lists the status, e the `each` of a reaction, skip a mask of waived conditions.
ENTRIES = (
    Entry("A", "kinds", "m h", "nothing: writes the initial values of an entity, a seat or the match", "play.pieces"),
    Entry("B", "reactions", "m r h row e", "the player who is asked (`by`)", "play.reacting"),
    Entry("C", "clock points", "m r h row", "whether the point of a clock has come", "play.statuses"),
    Entry("D", "events", "m r", "nothing: the `do` block", "play.events, code"),
    Entry("E", "events", "m * skip", "the record of a whole run, or None if nothing reads it", "play, code"),
    Entry("F", "events", "m r", "nothing: the `ends` block", "play.events, code"),
    Entry("G", "statuses", "m h row", "nothing: the block that runs when a status ends", "play.statuses"),
    Entry("H", "checks", "m", "the things for which the check is true", "play.events"),
    Entry("I", "events", "m r", "the player who decides which reaction comes first (`arbiter`)", "play.react"),
    Entry("J", "events", "m *", "true if a player is asked: begins a run and opens its frame", "play.events, code"),
    Entry("K", "reactions", "m r", "a list of (holder, row, each) that could react", "play.reacting"),
    Entry("L", "reactions", "m r h", "whether a seat could react, as far as every player knows", "play.covert"),
    Entry("N", "events", "m * skip", "whether the call is refused by no condition and no forbid", "play.events, code"),
    Entry("O", "reactions", "m r h row e", "the players in order (`order`)", "play.reacting"),
    Entry("P", "permissions", "m *", "yes or no", "play, code"),
    Entry("Q", "tables", "m r", "whether any reacted: lets the mandatory reactions react", "play.react"),
    Entry("R", "reactions", "m r h row e", "nothing: the block of the reaction", "play.react, code"),
    Entry("S", "statuses", "m r h row", "whether a run spends the status", "play.statuses"),
    Entry("U", "windows", "m .", "the die and the keys by which an entity ties", "play.windows"),
    Entry("V", "values", "m *", "the value", "play, code"),
    Entry("W", "windows", "m r", "who is asked, in order", "play.react, play.windows"),
    Entry("X", "checks", "m h", "nothing: the block of the check for one thing", "play.events"),
    Entry("Y", "sheets", "m h *", "nothing: a block of a sheet, by the name of its field", "play.helpers"),
    Entry("Z", "formulas", "m h *", "a formula of a sheet (by its number), or of the kind (`d`)", "code"),
    Entry("b", "blocks", "m f", "true if a player is asked: a block of code between two points to stop at", "play"),
    Entry("c", "made up", "m ..", "None: adds the contributions of sheets to `so_far`", "code"),
    Entry("g", "permissions", "m * places", "those of some places at which it is allowed", "play.search, code"),
    Entry("i", "sites", "m f", "drafts of an offer, one by one: (call, judge, arguments of that)", "play.drafts"),
    Entry("j", "made up", "m f ..", "whether a draft is legal: the conditions that take long", "play.drafts"),
    Entry("o", "statuses", "m h", "rows of the status that a holder has, however it got them", "code"),
    Entry("q", "made up", "m ..", "a part of an expression that needs statements", "code"),
    Entry("s", "values", "m * places", "some places by their value: a list of (value, places)",
          "play.search"),
    Entry("t", "made up", "m ..", "a part of a definition by itself, for explanations", "play.why"),
)


def function(letter: str, number: int, of: str = "") -> str:
    """The name of a generated function. `of` is the id of its owner; for `rule echo` it is `echo`."""
    identifier = of.rpartition(" ")[2]
    return f"{letter}{number}_{identifier}" if identifier else f"{letter}{number}"


def parsed(name: str) -> tuple[str, int]:
    """Letter and number of a generated function; ("", -1) for any other name."""
    number = name.partition("_")[0][1:]
    return (name[0], int(number)) if number.isascii() and number.isdecimal() else ("", -1)
