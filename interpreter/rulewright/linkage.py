"""The link protocol: every function that compile may put into the generated module, and who calls it.

Separate because compile defines these functions and play calls them, and neither imports the other. A function is
called by a letter, the number of what it belongs to, and its id: `E12_harm` is how event 12, `harm`, runs where nobody
can be asked. `docs/how-it-works.md` shows the table, and `tests/architecture/test_linkage.py` compares it with the
modules that the packs become.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One sort of generated function. `of` names the table of the Program that numbers it, or says what it is numbered
    by. `takes` are its parameters; a `*` stands for the parameters of the definition, `..` for what it captures.
    `caller` is the module that calls it, `code` for other generated functions."""

    letter: str
    of: str
    takes: str
    gives: str
    caller: str


# Parameters: m the match, r the record of a run, f a frame, h the holder, row a row of a status, or what stands for
# one where a sheet lists it, e the `each` of a reaction, skip a mask of conditions that are waived.
ENTRIES = (
    Entry("A", "kinds", "m h", "nothing: writes the initial values of an entity, a seat or the match", "play.pieces"),
    Entry("B", "reactions", "m r h row e", "the player who is asked (`by`)", "play.react"),
    Entry("C", "clock points", "m r h row", "whether the point of a clock has come", "play.statuses"),
    Entry("D", "events", "m r", "nothing: the `do` block", "play.events, code"),
    Entry("E", "events", "m * skip", "the record of a whole run, or None where nothing looks at it", "play, code"),
    Entry("F", "events", "m r", "nothing: the `ends` block", "play.events, code"),
    Entry("G", "statuses", "m h row", "nothing: the block that runs when a status ends", "play.statuses"),
    Entry("H", "checks", "m", "those for whom the check holds", "play.events"),
    Entry("I", "events", "m r", "the player who says which reaction comes first (`arbiter`)", "play.react"),
    Entry("J", "events", "m *", "true if a player is asked: begins a run and opens its frame", "play.events, code"),
    Entry("K", "reactions", "m r", "a list of (holder, row, each) that could react", "play.react"),
    Entry("L", "reactions", "m r h", "whether a seat could react, as far as everybody knows", "play.covert"),
    Entry("N", "events", "m * skip", "whether no condition and no forbid refuses the call", "play.events, code"),
    Entry("O", "reactions", "m r h row e", "the players in order (`order`)", "play.react"),
    Entry("P", "permissions", "m *", "yes or no", "play, code"),
    Entry("Q", "tables", "m r", "whether any reacted: lets the mandatory reactions react", "play.react"),
    Entry("R", "reactions", "m r h row e", "nothing: the block of the reaction", "play.react, code"),
    Entry("S", "statuses", "m r h row", "whether a run spends the status", "play.statuses"),
    Entry("U", "windows", "m .", "the die and the keys by which an entity ties", "play.react"),
    Entry("V", "values", "m *", "the value", "play, code"),
    Entry("W", "windows", "m r", "who is asked, in order", "play.react"),
    Entry("X", "checks", "m h", "nothing: what the check does about one", "play.events"),
    Entry("Y", "sheets", "m h *", "nothing: a block of a sheet, by the name of its field", "play.helpers"),
    Entry("Z", "formulas", "m h *", "a formula of a sheet (by its number), or of the kind (`d`)", "code"),
    Entry("b", "blocks", "m f", "true if a player is asked: a block of code between two places to stop at", "play"),
    Entry("c", "made up", "m ..", "None: adds to `so_far` what the sheets carry", "code"),
    Entry("g", "permissions", "m * places", "those of some places at which it is allowed", "play.search, code"),
    Entry("i", "sites", "m f", "drafts of an offer, one by one: (call, judge, what that is told)", "play.drafts"),
    Entry("j", "made up", "m f ..", "whether a draft is legal: what takes long to ask of it", "play.drafts"),
    Entry("o", "statuses", "m h", "rows of what a holder has of it, by whatever way", "code"),
    Entry("q", "made up", "m ..", "a part of an expression that needs statements", "code"),
    Entry("s", "values", "m * places", "some places by what the value is there: a list of (value, places)",
          "play.search"),
    Entry("t", "made up", "m ..", "a part of a definition by itself, for explanations", "play.why"),
)


def function(letter: str, number: int, of: str = "") -> str:
    """The name of a generated function. `of` is the id of what it belongs to; of `rule echo` it is `echo`."""
    identifier = of.rpartition(" ")[2]
    return f"{letter}{number}_{identifier}" if identifier else f"{letter}{number}"


def parsed(name: str) -> tuple[str, int]:
    """Letter and number of a generated function; ("", -1) for the name of anything else."""
    number = name.partition("_")[0][1:]
    return (name[0], int(number)) if number.isascii() and number.isdecimal() else ("", -1)
