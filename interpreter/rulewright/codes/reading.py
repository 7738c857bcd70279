"""The codes RW1xx: reading YAML."""

from __future__ import annotations

from .code import Code, Severity

CODES: tuple[Code, ...] = (
    Code(
        "RW101",
        Severity.ERROR,
        "unreadable file",
        "Every file of a pack must be readable. It and its name must be in UTF-8, and its name has no colon. Other "
        "encodings are not guessed, because the same bytes would mean different names on different machines.",
        bad={"colours.yaml": b"enum colour: {name: ros\xe9, ordered: [red]}\n"},
        good={"colours.yaml": "enum colour: {name: ros\u00e9, ordered: [red]}\n"},
    ),
    Code(
        "RW102",
        Severity.ERROR,
        "character not allowed",
        "A pack must not contain control characters, lone carriage returns, unusual line breaks or halves of surrogate "
        "pairs. They are invisible in an editor and mean different things to different programs. Remove them.",
        bad="enum colour: [red, gr\x07een]\n",
        good="enum colour: [red, green]\n",
    ),
    Code(
        "RW103",
        Severity.ERROR,
        "file too large",
        "A file of a pack may have at most 2,000,000 characters. A pack may have any number of files.",
        bad=lambda: {"colours.yaml": "enum colour: [red, green]\n" + 250_000 * "# white\n"},
        good="enum colour: [red, green]\n",
    ),
    Code(
        "RW104",
        Severity.ERROR,
        "invalid YAML",
        "YAML cannot be parsed here; reading continues with the next definition. The usual causes are an unclosed "
        "quote or bracket, wrong indentation, a colon followed by a space inside an unquoted string, and an unquoted "
        "string that begins with a character that YAML reserves (* & ! % @ ` [ { > |).",
        bad="enum colour: [red, green\nenum taste: [sweet, sour]\n",
        good="enum colour: [red, green]\nenum taste: [sweet, sour]\n",
    ),
    Code(
        "RW105",
        Severity.ERROR,
        "tab character",
        "YAML does not allow tabs in indentation, and elsewhere they cannot be seen. Write spaces. One diagnostic is "
        "reported per line.",
        bad="enum colour:\n\t[red, green]\n",
        good="enum colour:\n  [red, green]\n",
    ),
    Code(
        "RW106",
        Severity.ERROR,
        "duplicate key",
        "A key may appear only once in a mapping, because one of two values would be lost. Both locations are shown. "
        "Two definitions with the same form and id but different heads are another error.",
        bad="enum colour: [red, green]\nenum taste: [sweet, sour]\nenum colour: [blue]\n",
        good="enum colour: [red, green, blue]\nenum taste: [sweet, sour]\n",
    ),
    Code(
        "RW107",
        Severity.ERROR,
        "alias or anchor",
        "Aliases (`*name`) and anchors (`&name`) are not used in packs: it must be visible what a definition takes "
        "from another one, and from where. Write `extends: OTHER` in the definition instead. A string that begins with "
        "one of these characters needs quotes.",
        bad="enum colour: &both [red, green]\nenum taste: *both\n",
        good="enum colour: [red, green]\nenum taste: [sweet, sour]\n",
    ),
    Code(
        "RW108",
        Severity.ERROR,
        "merge key",
        "The merge key `<<` is not used in packs. Write `extends: OTHER` in the definition instead. It takes the "
        "fields of the other definition, its own fields override them, and every field keeps a record of its origin.",
        bad="enum colour: {ordered: [red, green]}\nenum taste:\n  <<: {ordered: [sweet, sour]}\n",
        good="enum colour: {ordered: [red, green]}\nenum taste:\n  ordered: [sweet, sour]\n",
    ),
    Code(
        "RW109",
        Severity.ERROR,
        "YAML tag",
        "Tags (`!name`) tell YAML to convert a value. Packs do not need them, because the field that contains a string "
        "decides what it means. A string that begins with `!` needs quotes.",
        bad="enum colour: !!set [red, green]\n",
        good="enum colour: [red, green]\n",
    ),
    Code(
        "RW110",
        Severity.ERROR,
        "several documents in a file",
        "A file of a pack must be one YAML document. Everything after the second `---` was not read.",
        bad="enum colour: [red, green]\n---\nenum taste: [sweet, sour]\n",
        good="enum colour: [red, green]\nenum taste: [sweet, sour]\n",
    ),
    Code(
        "RW111",
        Severity.ERROR,
        "key is not a string",
        "The keys of a mapping must be words or other strings. A list, a mapping or nothing at all cannot be a key.",
        bad="enum colour:\n  ordered: [red, green]\n  ? [red]\n  : warm\n",
        good="enum colour:\n  ordered: [red, green]\n",
    ),
    Code(
        "RW112",
        Severity.ERROR,
        "expression split by YAML",
        "Inside braces and brackets YAML ends a value at every comma without an error: `{then: least(so_far, it)}` has "
        "the key `then` with the string `least(so_far` and a second key `it)`. Write such fields on lines of their "
        "own, or put the expression in quotes.",
        bad="value speed() gives number:\n  start: 1\n  steps:\n    cap: {lowest: least(so_far, it)}\n",
        good="value speed() gives number:\n  start: 1\n  steps:\n    cap: lowest then least(so_far, it)\n",
    ),
    Code(
        "RW113",
        Severity.ERROR,
        "nesting too deep",
        "Mappings and lists may be nested at most 64 levels deep. No pack needs more; a file that has more is damaged "
        "or hostile.",
        bad="enum colour: " + "[" * 70 + "red" + "]" * 70 + "\n",
        good="enum colour: [red]\n",
    ),
    Code(
        "RW114",
        Severity.ERROR,
        "too many values in a file",
        "A file of a pack may have at most 300,000 strings, mappings and lists. Divide it into several files.",
        bad=lambda: {"colours.yaml": "enum colour: [" + "red," * 300_001 + "]\n"},
        good="enum colour: [red]\n",
    ),
    Code(
        "RW115",
        Severity.WARNING,
        "string cut off by comment",
        "A `#` after a space begins a comment, even where a string was meant to continue. Put a string that contains "
        "`#` in quotes. A comment with a space after its `#` is never reported.",
        bad="enum colour:\n  name: Colour #5\n  ordered: [red, green]\n",
        good="enum colour:\n  name: 'Colour #5'  # a name with a sign in it\n  ordered: [red, green]\n",
    ),
    Code(
        "RW116",
        Severity.ERROR,
        "invisible character",
        "Strings of a pack must not contain control or format characters (Unicode categories Cc, Cf, Zl and Zp), "
        "either directly or as an escape: terminals obey them, and they make two different names look alike. Tabs and "
        "line breaks are allowed, and so are the zero-width joiner U+200D and the non-joiner U+200C, which some "
        "scripts and emoji need. Names, titles and messages must be one line each; `text` may have several lines.",
        bad='enum colour:\n  name: "Colour\\e[2J"\n  ordered: [red, green]\n',
        good="enum colour:\n  name: Colour\n  ordered: [red, green]\n",
    ),
    Code(
        "RW117",
        Severity.WARNING,
        "character that reorders a line",
        "Bidirectional controls (such as U+202E) display the characters around them in another order than they are "
        "read, so what you review is not what runs. They are an error in strings (RW116) and cause this warning "
        "elsewhere, for example in comments. Letters written from right to left need no such character.",
        bad="enum colour: [red, green]  # \u202eneerg\n",
        good="enum colour: [red, green]  # green\n",
    ),
)
