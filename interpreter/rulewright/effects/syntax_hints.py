"""Hints for common syntax errors.

Separate because it is a list: a new confusion is one case. Any other error is described by what the parser expected.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.effects.names import RESERVED, STARTERS
from rulewright.effects.parse_failure import Stuck

# In a longer line no hint is sought: the time grows with the square of its length.
_LONGEST: Final = 2_000
_BEGINS_STATEMENT: Final = STARTERS | {"let", "create", "for"}

# Words of other languages for the two orders.
_ORDERS: Final = {
    "highest": "most", "greatest": "most", "largest": "most", "max": "most", "desc": "most", "descending": "most",
    "lowest": "least", "smallest": "least", "fewest": "least", "min": "least", "asc": "least", "ascending": "least",
}  # fmt: skip

_COMPARISONS: Final = frozenset({"<", "<=", ">", ">=", "is"})

# Empty brackets where a value is expected.
_EMPTY: Final = re.compile(r"(?:^|[=,(+*/<>-]|\b(?:is|not|in|then|else|starts|or|and|to)) *\( *$")


def taught(stuck: Stuck) -> str | None:
    """The hint for the location where the parser stopped, or None."""
    if len(stuck.line) > _LONGEST:
        return None
    match stuck.start:
        case "header" | "member":
            return _head(stuck)
        case "field_type" | "type":
            return _type(stuck)
        case "trigger":
            return _trigger(stuck)
        case "sentence":
            return _sentence(stuck)
        case "binder":
            return _binder(stuck)
        case "limit":
            whole = re.fullmatch(r"\d+ per \w+ *", stuck.line)
            return None if whole else "write '1 per EVENT': this many times during one run of it"
        case "clock":
            return _clock(stuck)
        case "block":
            return _statement(stuck)
    return _expression(stuck)


def _head(stuck: Stuck) -> str | None:
    several = re.fullmatch(r"\w+ (\w+) *", stuck.line)
    if several is not None and re.fullmatch(r"[a-z]\w*", stuck.word) and not stuck.wants("NAME"):
        return f"an id is one word: '{several[1]}_{stuck.word}'"
    if stuck.text.startswith("->", stuck.offset):
        return "write 'gives TYPE'"
    if stuck.word in ("returns", "return", "yields", "give") and stuck.wants("GIVES"):
        return "write 'gives TYPE NAME'"
    if stuck.word == "-" and re.fullmatch(r"\w+ \w+", stuck.line):
        return "names are a to z, digits and underscores: write '_'"
    if stuck.word in ("starts", "=") and "(" in stuck.line:
        return "remove the default: every call must pass the parameter"
    word = re.search(r"[(,] *[\w ]+ (per) *$", stuck.line)
    if word is not None or (stuck.word == "from" and "(" in stuck.line):
        return f"'{stuck.word if word is None else word[1]}' is a word for types: give the parameter another name"
    if stuck.word in (")", ",") and re.search(r"[(,] *\w+ *$", stuck.line):
        return "a parameter has a type and a name: 'player p'"
    named, further = re.search(r"[(,] *(\w+) (\w+) *$", stuck.line), re.match(r"or +(\w+)", stuck.text[stuck.offset :])
    if named is not None and further is not None:
        return f"the whole type comes first: '{named[1]} or {further[1]} {named[2]}'"
    return None


def _type(stuck: Stuck) -> str | None:
    of = re.fullmatch(r"(\w+) *", stuck.line)
    item = re.match(r"[\[(<] *(\w+)", stuck.text[stuck.offset :])
    if of is not None and of[1] in ("list", "set", "sheet") and item is not None:
        return f"write '{of[1]} of {item[1]}'"
    if of is not None and (stuck.word in ("list", "set") or stuck.word == "["):
        return f"write '{'set' if stuck.word == 'set' else 'list'} of {of[1]}'"
    if stuck.line.strip():
        return None
    if stuck.word.isdecimal():
        return f"the type comes first: 'number starts {stuck.word}'"
    return f"the type comes first: 'yes_no starts {stuck.word}'" if stuck.word in ("true", "false") else None


def _trigger(stuck: Stuck) -> str | None:
    name = re.search(r"(?<!\w)(\w+) *$", stuck.line)
    if stuck.word == "(" and name is not None:
        return f"name only the event, and its parameters after 'where': '{name[1]} where ..'"
    if stuck.word == "," and re.fullmatch(r"[\w.]+( or [\w.]+)* *", stuck.line):
        return f"write '{stuck.line.strip()} or ..'"
    return _expression(stuck)


def _sentence(stuck: Stuck) -> str | None:
    verdict = re.fullmatch(r"(allow|forbid|waive) ([\w., ]*?) *", stuck.line)
    if verdict is not None and verdict[2] and stuck.word == "(":
        return f"name the parameters after 'when': '{verdict[1]} {verdict[2]} when ..'"
    if verdict is not None and verdict[2] and verdict[1] != "waive" and stuck.word == ".":
        event = verdict[2].rpartition(" ")[2]
        return f"a condition of an event is waived: 'waive {event}.CONDITION'"
    if verdict is not None and verdict[1] == "waive" and stuck.wants("DOT"):
        return "name the condition to waive: 'waive EVENT.CONDITION'"
    value = re.fullmatch(r"(\w+) *", stuck.line)
    if value is not None and value[1] in ("allow", "forbid", "waive"):
        about = "EVENT.CONDITION" if value[1] == "waive" else "NAME"
        return f"say what it applies to: '{value[1]} {about} when ..'"
    if value is not None and stuck.wants("DOT"):
        named = stuck.word if re.fullmatch(r"[a-z]\w*", stuck.word) and stuck.word not in ("is", "of") else value[1]
        return f"name a step of the value: '{named}.STEP is ..'"
    if re.fullmatch(r"\w+\.\w+ *", stuck.line) and stuck.wants("IS"):
        return f"write '{stuck.line.strip()} is ..'"
    if stuck.word == "+" and stuck.wants_expression:
        return "remove '+': write only the amount to add"
    return _expression(stuck)


def _binder(stuck: Stuck) -> str | None:
    if stuck.line.strip() == "each":
        return f"remove 'each': '{stuck.word} in ..'"
    if not stuck.word and stuck.wants("IN") and re.fullmatch(r"\w+", stuck.text.strip()):
        return f"name each one: 'self in {stuck.text.strip()}'"
    return _expression(stuck)


def _clock(stuck: Stuck) -> str | None:
    edge = re.search(r"\b(start|end) of *$", stuck.line)
    if edge is not None and stuck.word.isdecimal():
        return f"events are not counted here: write '{edge[1]} of next EVENT', or count in the `state` of the status"
    if edge is not None and re.fullmatch(r"\w+", stuck.word) and stuck.word not in ("the", "a"):
        this = "" if edge[1] == "start" else f"'end of this {stuck.word}' or "  # what runs has begun
        return f"say which: {this}'{edge[1]} of next {stuck.word}'"
    if stuck.word.isdecimal() and not stuck.line.strip():
        return "time is not counted: write 'end of this EVENT', 'end of next EVENT' or 'while ..', or count in a field"
    if stuck.word == "until" and not stuck.line.strip():
        return "remove 'until' here: it is only used after 'give'"
    return _expression(stuck)


def _statement(stuck: Stuck) -> str | None:
    line = stuck.line
    if re.fullmatch(r"repeat *(up *)?", line):
        return "add a bound: 'repeat up to 10:', 'repeat up to 10 while ..:'"
    if re.fullmatch(r"offer *", line) and stuck.word in (":", "or"):
        return "say who chooses: 'offer PLAYER:', 'offer PLAYER or pass as x:'"
    named = re.fullmatch(r"(offer .*?) as (\w+) *", line)
    if named is not None and stuck.word == "or":
        return f"write '{named[1]} or pass as {named[2]}:'"
    through = re.fullmatch(r"for each (\w+) in (\S+) *", line)
    if through is not None and stuck.word == "to":
        return f"write 'for each {through[1]} in numbers({through[2]}, ..):'"
    chosen = re.search(r"\bchoose (one or none|one|some|each) (\w*) *$", line)
    if chosen is not None and stuck.wants("IN"):
        return f"name the chosen thing: 'choose {chosen[1]} x in ..'"
    if re.search(r"\bchoose ", line) and (not stuck.word or stuck.word == "in") and stuck.wants("BY"):
        secret = " in secret" if re.match(r"in +secret\b", stuck.text[stuck.offset :]) else ""
        if secret or not stuck.word:
            return f"say who chooses: 'by PLAYER{secret}'"
    given = re.fullmatch(r"give (\w+)(\(.*\))? *", line)
    if given is not None and stuck.wants("TO") and stuck.word in RESERVED:
        return f"say who gets it: 'give {given[1]}{given[2] or ''} to WHO {stuck.word} ..'"
    if given is not None and stuck.wants("TO") and re.fullmatch(r"\w+", stuck.word):
        return f"write 'give {given[1]}{given[2] or ''} to {stuck.word}'"
    if re.match(r"give .*\bto\b", line) and stuck.word == "for":
        return "write the duration after 'until': 'until end of next EVENT where ..'"
    created = re.search(r"\bcreate +(\w+) +(at|into|on) (.*\S) *$", line)
    if created is not None and stuck.word == "for":
        return f"the owner comes first: 'create {created[1]} for PLAYER {created[2]} {created[3]}'"
    dice = re.search(r"\broll (\w[\w.]*) *$", line)
    if dice is not None and stuck.wants("TIMES") and re.fullmatch(r"[a-z]\w*", stuck.word):
        return f"write 'roll {stuck.word} times {dice[1]}'"
    if stuck.word in _BEGINS_STATEMENT and stuck.wants("_NL"):
        return "write each statement on a line of its own, below a '|'"
    return _clock(stuck)


# Words that may follow a number.
_AFTER_NUMBERS: Final = RESERVED | {"from", "starts"}


def unit_of(stuck: Stuck) -> tuple[int, int] | None:
    """The location of a word after a number that is not a unit, up to where the parser stopped."""
    before, word = stuck.text[: stuck.offset], stuck.word
    if re.search(r"\broll \d+ *$", before):
        return None  # as many dice
    if word.isidentifier() and word not in _AFTER_NUMBERS and re.search(r"(?<!\w)\d+ +$", before):
        return stuck.offset, stuck.offset + len(word)
    amount = re.search(r"(?<!\w)\d+ +([a-z]\w*) *$", before)
    if amount is None or amount[1] in _AFTER_NUMBERS or not stuck.wants_expression:
        return None
    return amount.span(1)


# The form of a single value, at the end of a line.
_OPERAND: Final = re.compile(r"(?<![\w.])([a-z_]\w*(?:\.\w+)*) *$")


def _foreign_order(stuck: Stuck) -> str | None:
    """Constructs that other languages write in another order: membership, conditional expressions, calls without
    brackets."""
    line, rest = stuck.line, stuck.text[stuck.offset :]
    asked = re.search(r"([a-z_][\w.]*) is( not)? *$", line)
    if stuck.word == "in" and asked is not None:
        return f"write '{asked[1]}{asked[2] or ''} in ..'"
    whole, part = _OPERAND.search(line), re.match(r"has +([a-z_][\w.]*)", rest)
    if not stuck.wants_expression and whole is not None and part is not None:
        return f"write the part first: '{part[1]} in {whole[1]}'"
    related = re.search(r"([a-z_][\w.]*) is( not)? ([a-z_]\w*) *$", line)
    named = re.fullmatch(r"[a-z]\w*", stuck.word) is not None and stuck.word not in RESERVED
    if related is not None and named and stuck.wants("TO"):
        one, denied, name = related.groups()
        if name in ("a", "an", "the"):
            return f"remove the article: '{one} is{denied or ''} {stuck.word}'"
        return f"after 'is', a relation has 'of' or 'to': '{one} is{denied or ''} {name} to {stuck.word}'"
    if stuck.word == "if" and not stuck.wants_expression and re.search(r"\belse\b", rest.partition("\n")[0]):
        return "the condition comes first: 'if C then A else B'"
    chosen = re.fullmatch(r"(?:let|set) .*= *(.*?) if (.*?) *", line)
    if stuck.word == "else" and chosen is not None:
        return f"the condition comes first: 'if {chosen[2]} then {chosen[1]} else ..'"
    called = re.search(r"(?<![\w.])([a-z_]\w*) ([a-z_]\w*) *$", line)
    field = re.match(r"(?:\.\w+)+", rest)
    if called is not None and field is not None and not RESERVED & {called[1], called[2]}:
        return f"a call has brackets: '{called[1]}({called[2]}{field.group()})'"
    return None


def _expression(stuck: Stuck) -> str | None:
    foreign = _foreign_order(stuck)
    if foreign is not None:
        return foreign
    dots = re.search(r"(?<!\w)(\w+)\.$", stuck.line), re.match(r"\.+(\w+)", stuck.text[stuck.offset :])
    if dots[0] is not None and dots[1] is not None:
        return f"the numbers from one to another are 'numbers({dots[0][1]}, {dots[1][1]})'"
    if stuck.word == ")" and _EMPTY.search(stuck.line):
        return "write 'none' for what is empty"
    if not stuck.word and re.search(r"(?:=|\b(?:is|not|then|else)) +no *$", stuck.line):
        return "write 'false'"
    whole = re.search(r"\b(sorted|all)\((\w+) *$", stuck.line)
    if stuck.word == ")" and whole is not None and stuck.wants("IN", "FOR"):
        return f"write '{whole[1]}(x in {whole[2]} {'with least' if whole[1] == 'sorted' else 'where'} ..)'"
    if stuck.wants("MOST") and stuck.word in _ORDERS:
        return f"write '{_ORDERS[stuck.word]}'"
    if stuck.wants("IN") and re.search(r"\bfor each *$", stuck.line):
        return f"remove 'each': 'for {stuck.word} in ..'"
    if stuck.word.isdecimal() and re.search(r"\bplayer +$", stuck.line):
        return f"in a test the seats are called 'player_{stuck.word}'"
    if stuck.word == "[" and stuck.wants_expression:
        return "a set is written '(a, b)', and the empty one 'none'"
    added = re.search(r"\b(sum|most|least)\((\w[\w.]*) *$", stuck.line)
    if stuck.word == ")" and added is not None and stuck.wants("FOR"):
        return f"write '{added[1]}(x for x in {added[2]})'"
    counted = re.search(r"\b(count|all)\((\w[\w.]*) *$", stuck.line)
    if stuck.word in _COMPARISONS and counted is not None:
        return f"name each one: '{counted[1]}(x in {counted[2]} where x {stuck.word} ..)'"
    beside = re.search(r"[(,] *(\w+) (\w+) *$", stuck.line)
    if stuck.word in (")", ",") and beside is not None and not RESERVED & {beside[1], beside[2]}:
        return f"a comma or 'of' is missing: '{beside[1]}, {beside[2]}' or '{beside[1]} of {beside[2]}'"
    among = re.search(r"\b(?:any|exists) (\w+) *$", stuck.line)
    if stuck.word == "in" and among is not None:
        return f"write 'some {among[1]} in S where C'"
    called = re.search(r"\b(?:any|exists)\((\w+) in [^()]*$", stuck.line)
    if stuck.word == "where" and called is not None:
        return f"write 'some {called[1]} in S where C'"
    quantifier = re.search(r"\b(some|no|every) *$", stuck.line)
    if stuck.word == "(" and quantifier is not None:
        return f"remove the brackets: '{quantifier[1]} x in S {'has' if quantifier[1] == 'every' else 'where'} C'"
    one = re.search(r"\b(some|no|every) (\w+) in (?:[^(),]|\([^()]*\))*$", stuck.line)
    if one is None or not re.match(r", *\w+ in\b", stuck.text[stuck.offset :]):  # in brackets it is read as a set
        one = re.search(r"\((some|no) (\w+) in [^(),]*, *\w+ in [^(),]*$", stuck.line)
        one = one if stuck.word == "where" else None
    if one is not None:
        inner = "has (every y in T has D)" if one[1] == "every" else "where (some y in T where C)"
        return f"nest them: '{one[1]} {one[2]} in S {inner}'"
    if stuck.word == "," and re.search(r"\bfor \w+ in .* where ", stuck.line) and re.match(
            r", *\w+ in\b", stuck.text[stuck.offset :]):  # fmt: skip
        return "write one 'where' after the last set: 'for x in S, y in T where C'"
    if stuck.word == "where" and stuck.wants("PLUS", "AND"):
        return "put the selection from a set in brackets: 'all(x in S where ..)'"
    if stuck.word == "within" and stuck.wants_expression and re.match(r"within *\(", stuck.text[stuck.offset :]):
        return "write 'x within 3 cells of y'; the set of these places is 'burst(y, 3 cells)'"
    if stuck.word in ("within", "adjacent") and re.match(r"for each \w+ in ", stuck.line):
        each = stuck.line.split()[2]
        return f"write 'for each {each} in S where {each} {'is ' * (stuck.word == 'adjacent')}{stuck.word} ..'"
    return None
