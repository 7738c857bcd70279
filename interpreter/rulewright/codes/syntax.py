"""The codes RW3xx: the syntax of code."""

from __future__ import annotations

from .code import Code, Severity

CODES: tuple[Code, ...] = (
    Code(
        "RW301",
        Severity.ERROR,
        "unexpected word or symbol",
        "The code is valid up to this point, but nothing in the language continues like this. The hint says what is "
        "expected here. In a block the other lines are still read.",
        bad="value twice(number given) gives number: given * * 2\n",
        good="value twice(number given) gives number: given * 2\n",
    ),
    Code(
        "RW302",
        Severity.ERROR,
        "unfinished code",
        "Something was begun and not finished: an operator without a right side, an `if .. then` without `else` in an "
        "expression, which must have a value in both cases, or empty code.",
        bad="value twice(number given) gives number: given *\n",
        good="value twice(number given) gives number: given * 2\n",
    ),
    Code(
        "RW303",
        Severity.ERROR,
        "unbalanced bracket",
        "A bracket is opened and never closed, closed and never opened, or closed by one of another shape. If two "
        "locations are involved, both are shown. In a block a line continues while a bracket is open, but ends at the "
        "latest before a line that begins like a statement.",
        bad="value twice(number given) gives number: (given + given\n",
        good="value twice(number given) gives number: (given + given)\n",
    ),
    Code(
        "RW304",
        Severity.ERROR,
        "unknown symbol",
        "Code consists of words, numbers and the symbols `( ) [ ] , . = < <= > >= + - * /` and, at the end of a line "
        "that opens a block, the colon. It contains no quoted strings: texts for players are in their own fields. A "
        "comment begins with `#` at the beginning of a line or after a space.",
        bad="value twice(number given) gives number: given ** 2\n",
        good="value twice(number given) gives number: given * given\n",
    ),
    Code(
        "RW305",
        Severity.ERROR,
        "unknown comparison operator",
        "Equality is `is`, its opposite is `is not`, and order is `<`, `<=`, `>`, `>=`. A single `=` may only follow "
        "`let x`, `set x` and the name of an argument.",
        bad="permission even(number given): given / 2 * 2 == given\n",
        good="permission even(number given): given / 2 * 2 is given\n",
    ),
    Code(
        "RW306",
        Severity.ERROR,
        "unknown logical operator",
        "The logical operators are the words `and`, `or` and `not`.",
        bad="permission small(number given): given > 0 && given < 5\n",
        good="permission small(number given): given > 0 and given < 5\n",
    ),
    Code(
        "RW307",
        Severity.ERROR,
        "confused if, when and where",
        "`if` follows statements and the rows of `decide`, `when` follows modifiers, and `where` follows a binding (`c "
        "in creatures where ..`) or an event (`strike where ..`). The three words show which names are in scope.",
        bad="value sign(number given) gives number:\n  decide:\n    - 1 when given > 0\n    - 0\n",
        good="value sign(number given) gives number:\n  decide:\n    - 1 if given > 0\n    - 0\n",
    ),
    Code(
        "RW308",
        Severity.ERROR,
        "chance or choice in expression",
        "Expressions are pure: the same state gives the same value, so legality checks, previews and bots can evaluate "
        "them at any time. `roll`, `choose` and `create` must stand alone after `let x =` or `set x =`, and the "
        "expression uses `x`.",
        bad="event gamble(player who) gives yes_no won: |\n  set won = roll d6 by who >= 5\n",
        good="event gamble(player who) gives yes_no won: |\n  let r = roll d6 by who\n  set won = r >= 5\n",
    ),
    Code(
        "RW309",
        Severity.ERROR,
        "missing colon",
        "A line that opens a block (`if`, `else`, `for each`, `repeat`, `offer`, `together`) must end in a colon.",
        bad="event proceed(number given) gives number out: |\n  if given > 1\n    set out = 1\n",
        good="event proceed(number given) gives number out: |\n  if given > 1:\n    set out = 1\n",
    ),
    Code(
        "RW310",
        Severity.ERROR,
        "tab in code",
        "Tabs have no agreed width. Write spaces.",
        bad='event proceed(number given) gives number out: "if given > 1:\\n\\tset out = 1"\n',
        good='event proceed(number given) gives number out: "if given > 1:\\n  set out = 1"\n',
    ),
    Code(
        "RW311",
        Severity.ERROR,
        "wrong indentation",
        "All lines of a block, and only they, are indented equally and deeper than the line with the colon that opens "
        "the block. At least one line must follow below a line with a colon.",
        bad="event proceed(number given) gives number out: |\n  set out = 1\n    set out = out + given\n",
        good="event proceed(number given) gives number out: |\n  set out = 1\n  set out = out + given\n",
    ),
    Code(
        "RW312",
        Severity.ERROR,
        "reserved word as a name",
        "The words that build code are reserved everywhere, so that code can be read without knowing which names a "
        "pack declares: and as at by cancel choose chosen conclude create despite else end every false finish for give "
        "has if in into is let moment no none not of offer or perform put remove repeat roll set some stop then to "
        "together true until when where while with within.",
        bad="event proceed(number given) gives number out: |\n  let end = given\n  set out = given\n",
        good="event proceed(number given) gives number out: |\n  let last = given\n  set out = last\n",
    ),
    Code(
        "RW313",
        Severity.ERROR,
        "invalid letters in name",
        "Names consist of the letters a to z, digits and underscores, and begin with a letter, so no two different "
        "names look alike. Names for people, in any language, belong in the field `name`. Only the entities of a "
        "content test begin with a capital letter.",
        bad="value twice(number given) gives number: givenNumber * 2\n",
        good="value twice(number given) gives number: given * 2\n",
    ),
    Code(
        "RW314",
        Severity.ERROR,
        "dice shorthand",
        "A roll of dice must be a right side of its own: `let r = roll d6 times 2 by p` gives the list of both dice. "
        "Add up the list by `sum(d for d in r)`.",
        bad="event gamble(player who) gives number total: |\n  set total = 2d6\n",
        good="event gamble(player who) gives number total: |\n  let r = roll d6 times 2 by who\n"
        "  set total = sum(d for d in r)\n",
    ),
    Code(
        "RW315",
        Severity.ERROR,
        "unknown conditional operator",
        "A choice between two values is written `if c then a else b`. It extends as far right as possible, so it needs "
        "brackets left of `and`, `or` and operators.",
        bad="value limited(number given) gives number: 'given > 5 ? 5 : given'\n",
        good="value limited(number given) gives number: if given > 5 then 5 else given\n",
    ),
    Code(
        "RW316",
        Severity.ERROR,
        "code too long or deep",
        "An expression or a block may have at most 20,000 characters, 40 open brackets, 20 nested blocks and 100 "
        "nested parts, and an `if` at most 200 branches. Larger code is unreadable, and a limit keeps hostile packs "
        "from exhausting the interpreter.",
        bad=lambda: f"value twice(number given) gives number: {'(' * 60}given{')' * 60}\n",
        good="value twice(number given) gives number: (given)\n",
    ),
    Code(
        "RW317",
        Severity.ERROR,
        "invalid number",
        "Numbers must be whole and at most 1,000,000,000, so no rounding can differ between machines. Distances in "
        "inches may have up to three decimals.",
        bad="value twice(number given) gives number: given * 1.5\n",
        good="value twice(number given) gives number: given * 3 / 2\n",
    ),
    Code(
        "RW318",
        Severity.ERROR,
        "missing brackets",
        "`some`, `no`, `every` and `if .. then .. else` extend as far right as possible; left of `and`, of `or` and "
        "next to other operators they need brackets. Comparisons cannot be chained: `a < b < c` is written `a < b and "
        "b < c`.",
        bad="permission between(number low, number given, number high): low < given < high\n",
        good="permission between(number low, number given, number high): low < given and given < high\n",
    ),
    Code(
        "RW319",
        Severity.ERROR,
        "invalid part of a statement",
        "`set` changes a name, an attribute or an entry: `x`, `x.field`, `x[key]`. `perform` takes a text of a sheet, "
        "`card.effect`, and `let` takes no condition, because a local always has a value. Named arguments follow "
        "unnamed ones; statuses on a sheet take only unnamed arguments.",
        bad="value twice(number given) gives number: size(numbers(a = given, 2))\n",
        good="value twice(number given) gives number: size(numbers(given, 2))\n",
    ),
    Code(
        "RW320",
        Severity.ERROR,
        "invalid statement",
        "A line of a block calls an event, `event(..)`, or begins with a word of the language, such as `let`, `set`, "
        "`give`, `if` or `for each`. An expression alone would do nothing. Code below a colon must be on lines of its "
        "own.",
        bad="event proceed(number given) gives number out: |\n  given + 1\n",
        good="event proceed(number given) gives number out: |\n  set out = given + 1\n",
    ),
    Code(
        "RW322",
        Severity.ERROR,
        "name of a common field",
        "A sheet contains its printed fields next to the fields that every sheet may have: its name, its `keywords`, "
        "its reactions and modifiers. A field of a kind must not have the name of one of those.",
        bad="kind piece:\n  printed: {rank: number}\n",
        good="kind piece:\n  printed: {grade: number}\n",
    ),
)
