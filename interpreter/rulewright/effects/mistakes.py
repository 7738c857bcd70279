"""Explains a syntax error: what was meant, and what to write, at the location where the parser stopped.

Separate because this is where the language is taught: each common confusion has its answer here, and only the rest is
reported as "expected this or that".
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from rulewright.effects.names import OPENERS, RESERVED, STARTERS, reserved
from rulewright.effects.parse_failure import Stuck
from rulewright.effects.prepared import Mistake
from rulewright.effects.syntax_hints import taught, unit_of

_FIRST = re.compile(r"[a-z]*")
_ASSIGNMENT = re.compile(r"[\w.]+(\[[^\]]*\])?[ ]*=(?!=)")
_NO = re.compile(r"no *(?:[^ a-z]|$)")
_CHANCE: Final = frozenset({"roll", "choose", "create"})
_CONDITIONS: Final = {"if": "IF", "when": "WHEN", "where": "WHERE"}
_OPERATORS: Final = frozenset({
    "PLUS", "MINUS", "STAR", "SLASH", "DOT", "LBRACK", "AND", "OR", "IS", "IN", "NOT", "WITHIN", "LESS", "LESS_EQ",
    "MORE", "MORE_EQ", "OF",
})  # fmt: skip
_OPERATOR_WORDS: Final = frozenset({"<", "<=", ">", ">=", "+", "-", "*", "/", "is", "in", "and", "or", "within", "not"})
_STATEMENT_WORDS: Final = STARTERS | {"let"}
_STATEMENT: Final = frozenset({"LET", "SET", "GIVE"})
# Words of other languages at the start of a line.
_FOREIGN: Final = {
    "elif": "write 'else if'",
    "elseif": "write 'else if'",
    "while": "write 'repeat up to 100 while ..:'",
    "otherwise": "write 'else:'",
    "loop": "write 'repeat up to 100:'",
    "foreach": "write 'for each'",
    "break": "write 'stop', which leaves the loop",
    "continue": "put the rest into an 'if'",
    "return": "write 'finish' to leave this block; an event returns what is assigned with 'set'",
    "pass": "remove the line",
    "var": "write 'let'",
    "const": "write 'let'",
    "add": "write 'set x = x + ..'",
    "move": "write 'put x at cell' or 'put x into zone'",
    "destroy": "write 'remove x'",
    "delete": "write 'remove x'",
    "kill": "write 'remove x'",
    "place": "write 'put x at cell', or 'create SHEET for PLAYER at cell'",
    "spawn": "write 'create SHEET for PLAYER at PLACE'",
    "new": "write 'create SHEET for PLAYER at PLACE'",
}
_SHOWN: Final = {
    "LPAR": "'('", "RPAR": "')'", "LBRACK": "'['", "RBRACK": "']'", "COMMA": "','", "COLON": "':'", "DOT": "'.'",
    "EQ": "'='", "NUMBER": "a number", "QUANTITY": "a distance", "NAME": "a name", "_NL": "the end of the line",
    "$END": "the end", "_INDENT": "an indented line", "BROKEN": "", "_DEDENT": "", "LEAST_OF": "'least'",
    "MOST_OF": "'most'", "ON": "'on top of'",
}  # fmt: skip
# Code of fields that may be omitted, and of items of their lists.
_LEFT_OUT: Final = frozenset({"keyword_use", "sentence", "binder"})
# Code that cannot contain a distance, or in which a number is followed by a word of its own.
_WITHOUT_UNITS: Final = frozenset({"header", "member", "type", "limit", "clock", "step"})
_START_WORDS: Final = {
    "header": "a head: 'form name', 'form name(type parameter, ..)'",
    "type": "a type",
    "member": "a formula or text of sheets: 'name' or 'name(type parameter, ..)'",
    "field_type": "a type",
    "trigger": "an event: 'strike where ..'",
    "sentence": "'value.step is ..', 'allow ..', 'forbid ..' or 'waive event.condition'",
    "row": "'value if condition'",
    "step": "how contributions merge: 'total', 'highest', 'last', .. and 'then ..'",
    "limit": "'1 per event'",
    "clock": "'end of this event', 'start of next event' or 'while condition'",
    "binder": "'x in set where ..'",
    "keyword_use": "a status: 'name' or 'name(5)'",
}


def explain(stuck: Stuck) -> Mistake:
    """The error, explained to the author of the code."""
    unit = unit_of(stuck)
    if unit is not None and stuck.start not in _WITHOUT_UNITS:
        begin, end = unit
        return Mistake("RW301", f"there is no unit '{stuck.text[begin:end]}'", begin, end,
                       "write a distance as '6 cells', '6 hexes' or '6 inches'")  # fmt: skip
    if not stuck.word:
        return _ends_early(stuck)
    for answer in (_beginning, _assignment, _chance, _condition, _reserved, _order_of_reading):
        found = answer(stuck)
        if found is not None:
            return found
    return stuck.mistake("RW301", f"unexpected '{stuck.word}'", taught(stuck) or _expected(stuck))


def _ends_early(stuck: Stuck) -> Mistake:
    line = stuck.line.rstrip(" \n")
    before = stuck.text[: stuck.offset].rstrip(" \n")
    last = re.search(r"((?<!\w)\w+|.)$", before)
    begin, end = (0, 0) if last is None else last.span()
    first = _FIRST.match(line)
    if stuck.wants("COLON") and first is not None and first.group() in OPENERS:
        hint = "write ':' in place of 'then'" if line.endswith(" then") else "a line that opens a block ends in ':'"
        return Mistake("RW309", "a colon is missing at the end of this line", begin, end, hint)
    if not line and not stuck.text.strip():
        return Mistake("RW302", "this code is empty", 0, len(stuck.text), _expected(stuck))
    if stuck.wants("ELSE"):
        return Mistake("RW302", "an 'if .. then' has no 'else'", begin, end,
                       "give a value for both cases: 'if c then a else b'")  # fmt: skip
    if _is_statement_place(stuck, line) and not stuck.wants("_NL"):
        return _no_statement(stuck, line)
    what = "line" if stuck.start == "block" else "code"
    return Mistake("RW302", f"unexpected end of this {what}", begin, end, taught(stuck) or _expected(stuck))


def _beginning(stuck: Stuck) -> Mistake | None:
    """Errors at the start of a statement, or right after the name that began it."""
    if stuck.start != "block":
        return None
    line = stuck.line
    if stuck.accepts >= _STATEMENT:
        if stuck.word == "else":
            return stuck.mistake("RW301", "this 'else' has no 'if' above it", "indent it like its 'if'")
        if stuck.word in _FOREIGN:
            return stuck.mistake("RW320", f"no statement begins with '{stuck.word}'", _FOREIGN[stuck.word])
        if stuck.word in ("roll", "choose"):
            return stuck.mistake("RW320", f"no statement begins with '{stuck.word}'",
                                 f"keep the result: 'let x = {stuck.word} ..'")  # fmt: skip
        hint = "a statement calls an event or begins with a keyword such as 'let', 'set', 'give', 'if' or 'for each'"
        return stuck.mistake("RW320", f"no statement begins with '{stuck.word}'", hint)
    if not line and stuck.accepts <= {"NAME", "BROKEN", "_DEDENT"}:
        return stuck.mistake("RW320", f"a line of an offer cannot begin with '{stuck.word}'",
                             "write a call: 'event(..) for x in s where c'")  # fmt: skip
    if _is_statement_place(stuck, line):
        assigned = _ASSIGNMENT.match(line + stuck.text[stuck.offset :])
        if assigned is None:
            return _no_statement(stuck, line)
        at = stuck.offset - len(line) + assigned.end() - 1
        return Mistake("RW305", "'=' is only allowed after 'let' and 'set'", at, at + 1,
                       _assigned(assigned.group()[:-1].strip()))  # fmt: skip
    if stuck.word == "of" and re.fullmatch(r"set \w+ *", line):
        return Mistake("RW319", "this cannot be set", stuck.offset - len(line) + 4, stuck.offset + 2,
                       "set a name, 'x.field' or 'x[key]'; a computed value cannot be set")  # fmt: skip
    if stuck.word in ("is", "to", "be") and stuck.wants("EQ"):
        return stuck.mistake("RW301", f"unexpected '{stuck.word}'", f"write '{line.strip()} = ..'")
    if line.strip() == "for" and stuck.wants("EACH"):
        return stuck.mistake("RW301", "a loop begins with 'for each'", f"write 'for each {stuck.word}'")
    return None


def _is_statement_place(stuck: Stuck, line: str) -> bool:
    """Whether a bare name was read at the start of a line, which only a call may follow."""
    return stuck.start == "block" and re.fullmatch(r"[A-Za-z]\w* *", line) is not None and stuck.accepts == {"LPAR"}


def _no_statement(stuck: Stuck, line: str) -> Mistake:
    name = line.strip()
    begin = stuck.offset - len(line)
    rest = stuck.text[stuck.offset :].partition("\n")[0].strip()
    arguments = rest if re.fullmatch(r"[a-z]\w*( *, *[a-z]\w*)*", rest) else ".."
    method = re.match(r"\.(\w+) *\(", stuck.text[stuck.offset :])
    if name == "pass" and _in_offer(stuck.text, begin):
        return Mistake("RW320", "'pass' is not a line of an offer", begin, begin + len(name),
                       "write 'offer PLAYER or pass:' above, to let the player pass")  # fmt: skip
    hint = _FOREIGN.get(name, f"to call an event write '{name}({arguments})'; an expression alone does nothing")
    if rest.startswith("for ") and _in_offer(stuck.text, begin):
        hint = (f"a line of an offer is a call, 'EVENT({name}) {rest}'; "
                "to pick one write 'let x = choose one .. by PLAYER'")  # fmt: skip
    if method is not None:
        hint = f"values have no methods: write '{method[1]}({name}, ..)'"
    return Mistake("RW320", f"expected a statement, found '{name}'", begin, begin + len(name), hint)


def _in_offer(text: str, begin: int) -> bool:
    """Whether the line that begins there is in an offer."""
    *above, own = re.split(r"[\n\x02]", text[:begin])
    outer = next((line for line in reversed(above) if line.strip() and _depth(line) < len(own)), "")
    return outer.lstrip(" ").startswith("offer ")


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _assignment(stuck: Stuck) -> Mistake | None:
    if stuck.word != "=":
        return None
    if stuck.start == "block" and re.fullmatch(r"[\w.]+(\[[^\]]*\])? *", stuck.line):
        return stuck.mistake("RW305", "'=' is only allowed after 'let' and 'set'", _assigned(stuck.line.strip()))
    if stuck.start == "header":
        return None
    if stuck.start == "field_type":
        return stuck.mistake("RW305", "'=' is only allowed after 'let' and 'set'", "write 'starts ..'")
    if stuck.start == "sentence" and re.fullmatch(r"\w+\.\w+ *", stuck.line):
        return stuck.mistake("RW305", "'=' is only allowed after 'let' and 'set'",
                             f"write '{stuck.line.strip()} is ..'")  # fmt: skip
    return stuck.mistake("RW305", "there is no '=' in an expression", "to compare write 'is'")


def _assigned(target: str) -> str:
    new = f"write 'let {target} = ..' for a new name, " if re.fullmatch(r"\w+", target) else "write "
    return f"{new}'set {target} = ..'" + (" for an existing one" if re.fullmatch(r"\w+", target) else "")


def _chance(stuck: Stuck) -> Mistake | None:
    if stuck.word in _CHANCE and (stuck.wants_expression or stuck.wants("NUMBER")):
        return stuck.mistake("RW308", f"'{stuck.word}' cannot be part of a larger expression",
                             f"store the result first: 'let r = {stuck.word} ..', then use 'r'")  # fmt: skip
    asked = re.search(r"= *(roll|choose)\b", stuck.line)
    if asked is not None and stuck.word in _OPERATOR_WORDS and stuck.wants("_NL"):
        return stuck.mistake("RW308", f"'{asked.group(1)}' cannot be part of a larger expression",
                             f"store the result first: 'let r = {asked.group(1)} ..', then use 'r'")  # fmt: skip
    return None


def _condition(stuck: Stuck) -> Mistake | None:
    if stuck.word not in _CONDITIONS or stuck.wants_expression:
        return None
    belongs = [word for word, terminal in _CONDITIONS.items() if terminal in stuck.accepts]
    if not belongs:
        return None
    return stuck.mistake("RW307", f"expected '{belongs[0]}', found '{stuck.word}'", (
        "use 'if' after statements and rows, 'when' after modifiers, 'where' after bindings and events"))


def _reserved(stuck: Stuck) -> Mistake | None:
    if stuck.word not in RESERVED or not stuck.wants("NAME") or stuck.wants_operator:
        return None
    if stuck.start == "field_type" and stuck.word in ("true", "false"):
        return None
    if stuck.wants_expression and stuck.word in ("and", "or", "is", "in", "then", "else", "of", "within", "has"):
        return None
    if stuck.word in _STATEMENT_WORDS and not stuck.line:
        return stuck.mistake("RW301", f"'{stuck.word}' begins a statement, which is not allowed here", _expected(stuck))
    if stuck.wants_expression and stuck.word == "no" and _NO.match(stuck.text, stuck.offset):
        return stuck.mistake("RW312", "'no' is a keyword, not a value", "write 'false'")
    if stuck.wants_expression and stuck.word in ("if", "let", "some", "no", "every", "not"):
        return stuck.mistake("RW318", f"'{stuck.word}' needs brackets here",
                             f"write '({stuck.word} ..)'")  # fmt: skip
    message, hint = reserved(stuck.word)
    chosen = re.search(r"\bchoose (one or none|one|some|each) $", stuck.line)
    if stuck.word == "of" and chosen is not None:
        hint = f"name the chosen thing: 'choose {chosen[1]} x in ..'"
    if stuck.word == "none" and stuck.start in _LEFT_OUT:
        hint = "remove it: what is empty is omitted"
    return stuck.mistake("RW312", message, hint)


def _order_of_reading(stuck: Stuck) -> Mistake | None:
    """Code that is clear to people but has no place in the precedence of operators."""
    word, line = stuck.word, stuck.line
    if word in ("and", "or") and re.search(r"\b(some|no|every|if|then)\b", line) and not stuck.wants_expression:
        return stuck.mistake("RW318", f"'{word}' follows an expression that extends to the right as far as it can",
                             "put brackets round the expression that begins with 'some', 'no', 'every', 'if' or "
                             "'let'")  # fmt: skip
    between = re.search(r"\w (mod|div|rem) \S+ *$", line)
    if between is not None:
        start = stuck.offset - len(line) + between.start(1)
        return Mistake("RW304", f"there is no '{between[1]}' in the effect language", start, start + 3,
                       "'a / b' rounds down; the remainder of a by b is 'remainder(a, b)'")  # fmt: skip
    if word in ("<", "<=", ">", ">=", "is", "in") and stuck.wants("AND"):
        return stuck.mistake("RW318", "comparisons cannot be chained",
                             "join them with 'and': 'a < b and b < c'")  # fmt: skip
    return None


def _expected(stuck: Stuck) -> str | None:
    """What could have been there, in words."""
    if not stuck.text[: stuck.offset].strip() and stuck.start in _START_WORDS:
        return f"expected {_START_WORDS[stuck.start]}"
    accepts: Collection[str] = stuck.accepts
    words: list[str] = []
    if stuck.wants_expression:
        words.append("an expression")
        accepts = ()
    elif stuck.wants_operator:
        accepts = stuck.accepts - _OPERATORS - {"NAME"}
    shown = sorted(_SHOWN.get(name, f"'{name.lower()}'") for name in accepts)
    words += [one for one in shown if one]
    if stuck.wants_operator:
        words.append("an operator")
    if not words or len(words) > 8:
        return None
    return "expected " + (words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}")
