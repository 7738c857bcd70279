"""The codes RW3xx: the syntax of effect texts."""

from __future__ import annotations

from .code import Code, Severity

CODES: tuple[Code, ...] = (
    Code(
        "RW301",
        Severity.ERROR,
        "word or sign out of place",
        "The text makes sense up to this place, and nothing of the language goes on like this. The hint says what "
        "could have stood here. In a block the other lines are still read.",
        bad="value twice(number given) gives number: given * * 2\n",
        good="value twice(number given) gives number: given * 2\n",
    ),
    Code(
        "RW302",
        Severity.ERROR,
        "text ends too early",
        "Something was begun and not finished: an operator without a right side, an 'if .. then' without 'else' in an "
        "expression, which must have a value in both cases, or a text with nothing in it.",
        bad="value twice(number given) gives number: given *\n",
        good="value twice(number given) gives number: given * 2\n",
    ),
    Code(
        "RW303",
        Severity.ERROR,
        "bracket without its partner",
        "A bracket is opened and never closed, closed and never opened, or closed by one of the other shape. Both "
        "places are shown where there are two. In a block a line goes on while a bracket is open; it ends at the "
        "latest before a line that begins like a statement.",
        bad="value twice(number given) gives number: (given + given\n",
        good="value twice(number given) gives number: (given + given)\n",
    ),
    Code(
        "RW304",
        Severity.ERROR,
        "sign that the language does not have",
        "The effect language is made of words, numbers and the signs ( ) [ ] , . = < <= > >= + - * / and, at the end "
        "of a line that opens a block, the colon. Texts in quotes do not occur: what players read stands in its own "
        "fields. A comment begins with '#' at the beginning of a line or behind a blank.",
        bad="value twice(number given) gives number: given ** 2\n",
        good="value twice(number given) gives number: given * given\n",
    ),
    Code(
        "RW305",
        Severity.ERROR,
        "comparison in signs",
        "Equality is 'is', its opposite 'is not'; order is '<', '<=', '>', '>='. A single '=' stands only behind 'let "
        "x', 'set x' and the name of an argument.",
        bad="permission even(number given): given / 2 * 2 == given\n",
        good="permission even(number given): given / 2 * 2 is given\n",
    ),
    Code(
        "RW306",
        Severity.ERROR,
        "logic in signs",
        "The words are 'and', 'or' and 'not'.",
        bad="permission small(number given): given > 0 && given < 5\n",
        good="permission small(number given): given > 0 and given < 5\n",
    ),
    Code(
        "RW307",
        Severity.ERROR,
        "if, when and where mixed up",
        "'if' follows statements and the rows of 'decide', 'when' follows the sentences of 'modify', 'where' follows "
        "what is bound ('c in creatures where ..') and events ('strike where ..'). Three words for three places make "
        "it visible which names are in scope.",
        bad="value sign(number given) gives number:\n  decide:\n    - 1 when given > 0\n    - 0\n",
        good="value sign(number given) gives number:\n  decide:\n    - 1 if given > 0\n    - 0\n",
    ),
    Code(
        "RW308",
        Severity.ERROR,
        "chance or choice inside an expression",
        "Expressions are pure: the same state gives the same value, so that legality, previews and bots can ask at any "
        "time. 'roll', 'choose' and 'create' stand alone behind 'let x =' or 'set x =', and the expression "
        "uses x.",
        bad="event gamble(player who) gives yes_no won: |\n  set won = roll d6 by who >= 5\n",
        good="event gamble(player who) gives yes_no won: |\n  let r = roll d6 by who\n  set won = r >= 5\n",
    ),
    Code(
        "RW309",
        Severity.ERROR,
        "colon missing",
        "A line that opens a block ('if', 'else', 'for each', 'repeat', 'offer', 'together') ends in a colon.",
        bad="event proceed(number given) gives number out: |\n  if given > 1\n    set out = 1\n",
        good="event proceed(number given) gives number out: |\n  if given > 1:\n    set out = 1\n",
    ),
    Code(
        "RW310",
        Severity.ERROR,
        "tab in a text",
        "A tab has no width that everybody agrees on. Write spaces.",
        bad='event proceed(number given) gives number out: "if given > 1:\\n\\tset out = 1"\n',
        good='event proceed(number given) gives number out: "if given > 1:\\n  set out = 1"\n',
    ),
    Code(
        "RW311",
        Severity.ERROR,
        "indentation",
        "The lines of a block are indented alike, deeper than the line with the colon that opens it, and only they. A "
        "line with a colon has at least one line below it.",
        bad="event proceed(number given) gives number out: |\n  set out = 1\n    set out = out + given\n",
        good="event proceed(number given) gives number out: |\n  set out = 1\n  set out = out + given\n",
    ),
    Code(
        "RW312",
        Severity.ERROR,
        "word of the language as a name",
        "The words that build sentences are reserved everywhere, so that a text can be read without knowing which "
        "names a pack declares: and as at by cancel choose chosen conclude create despite else end every false finish "
        "for give has if in into is let moment no none not of offer or perform put remove repeat roll set some stop "
        "then to together true until when where while with within.",
        bad="event proceed(number given) gives number out: |\n  let end = given\n  set out = given\n",
        good="event proceed(number given) gives number out: |\n  let last = given\n  set out = last\n",
    ),
    Code(
        "RW313",
        Severity.ERROR,
        "name in other letters",
        "Names are written with the letters a to z, digits and underscores, and begin with a letter: then no two names "
        "look alike and differ. Names for people, in any language, stand in the field 'name'. Only the entities of a "
        "content test begin with a capital letter.",
        bad="value twice(number given) gives number: givenNumber * 2\n",
        good="value twice(number given) gives number: given * 2\n",
    ),
    Code(
        "RW314",
        Severity.ERROR,
        "dice in short hand",
        "Dice are thrown by a right-hand side of their own: 'let r = roll d6 times 2 by p' gives the list of both. The "
        "list is added up by 'sum(d for d in r)'.",
        bad="event gamble(player who) gives number total: |\n  set total = 2d6\n",
        good="event gamble(player who) gives number total: |\n  let r = roll d6 times 2 by who\n"
        "  set total = sum(d for d in r)\n",
    ),
    Code(
        "RW315",
        Severity.ERROR,
        "choice in signs",
        "The choice between two values is 'if c then a else b'. It reaches as far right as it can: it stands in "
        "brackets left of 'and', 'or' and operators.",
        bad="value limited(number given) gives number: 'given > 5 ? 5 : given'\n",
        good="value limited(number given) gives number: if given > 5 then 5 else given\n",
    ),
    Code(
        "RW316",
        Severity.ERROR,
        "text too long or too deep",
        "A text has at most 20,000 characters, 40 open brackets, 20 blocks in each other and 100 parts in each other, "
        "and an `if` at most 200 branches. "
        "Nobody can read more, and a limit keeps hostile packs from exhausting the interpreter.",
        bad=lambda: f"value twice(number given) gives number: {'(' * 60}given{')' * 60}\n",
        good="value twice(number given) gives number: (given)\n",
    ),
    Code(
        "RW317",
        Severity.ERROR,
        "number that cannot be",
        "Numbers are whole and at most 1,000,000,000; there is no rounding that could differ between machines. "
        "Distances in inches may have up to three decimals.",
        bad="value twice(number given) gives number: given * 1.5\n",
        good="value twice(number given) gives number: given * 3 / 2\n",
    ),
    Code(
        "RW318",
        Severity.ERROR,
        "brackets needed",
        "'some', 'no', 'every' and 'if .. then .. else' reach as far right as they can; left of 'and', of 'or' and "
        "beside other operators they stand in brackets. Comparisons do not follow each other: 'a < b < c' is "
        "'a < b and b < c'.",
        bad="permission between(number low, number given, number high): low < given < high\n",
        good="permission between(number low, number given, number high): low < given and given < high\n",
    ),
    Code(
        "RW319",
        Severity.ERROR,
        "part that does not fit its statement",
        "What is set is a name, an attribute or an entry: 'x', 'x.field', 'x[key]'. What is performed is a text of a "
        "sheet: 'card.effect'. A local has a value: 'let' takes no condition. Arguments with names follow those "
        "without; statuses on a sheet take arguments without names.",
        bad="value twice(number given) gives number: size(numbers(a = given, 2))\n",
        good="value twice(number given) gives number: size(numbers(given, 2))\n",
    ),
    Code(
        "RW320",
        Severity.ERROR,
        "not a statement",
        "A line of a block calls an event, 'event(..)', or begins with a word of the language: 'let', 'set', 'give', "
        "'if', 'for each', .. An expression alone would do nothing. What stands below a colon stands on lines of its "
        "own.",
        bad="event proceed(number given) gives number out: |\n  given + 1\n",
        good="event proceed(number given) gives number out: |\n  set out = given + 1\n",
    ),
    Code(
        "RW322",
        Severity.ERROR,
        "field with the name of a common field",
        "What a sheet prints stands beside the fields that every sheet may have: its name, its `keywords`, its "
        "reactions and sentences. A field of a kind cannot have the name of one of those.",
        bad="kind piece:\n  printed: {rank: number}\n",
        good="kind piece:\n  printed: {grade: number}\n",
    ),
)
