"""What to write instead of the symbols that other languages and keyboards have and the effect language does not.

Separate because it is a table: a new confusion is one row.
"""

from __future__ import annotations

from typing import Final

_COMPARE = "RW305"
_LOGIC = "RW306"
_CHOICE = "RW315"
_SIGN = "RW304"

# symbol -> (code, hint)
WRONG_SIGNS: Final[dict[str, tuple[str, str]]] = {
    "==": (_COMPARE, "write 'is'"),
    "!=": (_COMPARE, "write 'is not'"),
    "<>": (_COMPARE, "write 'is not'"),
    "≠": (_COMPARE, "write 'is not'"),
    "=>": (_COMPARE, "write '>='"),
    "=<": (_COMPARE, "write '<='"),
    "≤": (_COMPARE, "write '<='"),
    "≥": (_COMPARE, "write '>='"),
    "&&": (_LOGIC, "write 'and'"),
    "&": (_LOGIC, "write 'and'"),
    "||": (_LOGIC, "write 'or'"),
    "|": (_LOGIC, "write 'or'"),
    "!": (_LOGIC, "write 'not'"),
    "?": (_CHOICE, "write 'if c then a else b'"),
    "{": (_SIGN, "a set is written '(a, b)'"),
    "}": (_SIGN, "a set is written '(a, b)'"),
    "%": (_SIGN, "the remainder of a by b is 'remainder(a, b)'"),
    "**": (_SIGN, "write the product"),
    "//": (_SIGN, "write '/', which rounds down; a comment begins with '#'"),
    "++": (_SIGN, "write 'set x = x + 1'"),
    "--": (_SIGN, "a comment begins with '#'; to subtract 1 write 'set x = x - 1'"),
    "+=": (_SIGN, "write 'set x = x + ..'"),
    "-=": (_SIGN, "write 'set x = x - ..'"),
    "*=": (_SIGN, "write 'set x = x * ..'"),
    "/=": (_SIGN, "write 'set x = x / ..'"),
    "#": (_SIGN, "write a space before the '#' of a comment"),
    ";": (_SIGN, "write commas between arguments and members, and each statement on its own line"),
    "\u2212": (_SIGN, "write '-'"),
    "\u2013": (_SIGN, "write '-'"),
    "\u2014": (_SIGN, "write '-'"),
    "×": (_SIGN, "write '*'"),
    "÷": (_SIGN, "write '/'"),
    "\u00a0": (_SIGN, "this only looks like a space: write an ordinary one"),
    "\u201c": (_SIGN, "names are written without quotes"),
    "\u201d": (_SIGN, "names are written without quotes"),
    "«": (_SIGN, "names are written without quotes"),
    "»": (_SIGN, "names are written without quotes"),
    "`": (_SIGN, "names are written without quotes"),
}
