"""The codes RW1xx: reading YAML."""

from __future__ import annotations

from .code import Code, Severity

CODES: tuple[Code, ...] = (
    Code(
        "RW101",
        Severity.ERROR,
        "file cannot be read",
        "Every file of a pack is text in UTF-8, and readable, and so is its name. Other encodings are not guessed: the "
        "same bytes would mean different names on different machines.",
        bad={"colours.yaml": b"enum colour: {name: ros\xe9, ordered: [red]}\n"},
        good={"colours.yaml": "enum colour: {name: ros\u00e9, ordered: [red]}\n"},
    ),
    Code(
        "RW102",
        Severity.ERROR,
        "character that cannot stand in a pack",
        "Control characters, lone carriage returns, unusual line breaks and halves of surrogate pairs are invisible in "
        "an editor and mean different things to different programs. Remove them.",
        bad="enum colour: [red, gr\x07een]\n",
        good="enum colour: [red, green]\n",
    ),
    Code(
        "RW103",
        Severity.ERROR,
        "file too large",
        "A file of a pack has at most 2,000,000 characters. A pack may have any number of files.",
        bad=lambda: {"colours.yaml": "enum colour: [red, green]\n" + 250_000 * "# white\n"},
        good="enum colour: [red, green]\n",
    ),
    Code(
        "RW104",
        Severity.ERROR,
        "not YAML",
        "YAML could not be read here. The usual reasons are a quote or bracket that is not closed, a colon followed by "
        "a space inside an unquoted text, a text that begins with a sign that YAML keeps for itself "
        "(* & ! % @ ` [ { > |), and indentation that does not fit. Reading goes on with the next definition.",
        bad="enum colour: [red, green\nenum taste: [sweet, sour]\n",
        good="enum colour: [red, green]\nenum taste: [sweet, sour]\n",
    ),
    Code(
        "RW105",
        Severity.ERROR,
        "tab",
        "YAML does not allow tabs in indentation, and elsewhere nobody can see them. Write spaces. One diagnostic is "
        "given for a line.",
        bad="enum colour:\n\t[red, green]\n",
        good="enum colour:\n  [red, green]\n",
    ),
    Code(
        "RW106",
        Severity.ERROR,
        "key stands twice",
        "A key may stand once in a mapping: of two values one would be lost. Both places are shown. Two definitions "
        "with the same form and id but different heads are another mistake.",
        bad="enum colour: [red, green]\nenum taste: [sweet, sour]\nenum colour: [blue]\n",
        good="enum colour: [red, green, blue]\nenum taste: [sweet, sour]\n",
    ),
    Code(
        "RW107",
        Severity.ERROR,
        "alias or anchor",
        "Aliases (*name) and anchors (&name) are not used in packs: what a definition takes from another one should be "
        "visible and should say from where. Let the definition say 'extends: OTHER'. A text that begins with one of "
        "these signs needs quotes.",
        bad="enum colour: &both [red, green]\nenum taste: *both\n",
        good="enum colour: [red, green]\nenum taste: [sweet, sour]\n",
    ),
    Code(
        "RW108",
        Severity.ERROR,
        "merge key",
        "The merge key '<<' is not used in packs. Let the definition say 'extends: OTHER': fields of the other one are "
        "taken, own fields win, and every field remembers where it came from.",
        bad="enum colour: {ordered: [red, green]}\nenum taste:\n  <<: {ordered: [sweet, sour]}\n",
        good="enum colour: {ordered: [red, green]}\nenum taste:\n  ordered: [sweet, sour]\n",
    ),
    Code(
        "RW109",
        Severity.ERROR,
        "tag",
        "Tags (!name) tell YAML to convert a value. A pack has no use for them: what a text means is decided by the "
        "field it stands in. A text that begins with '!' needs quotes.",
        bad="enum colour: !!set [red, green]\n",
        good="enum colour: [red, green]\n",
    ),
    Code(
        "RW110",
        Severity.ERROR,
        "several documents in a file",
        "A file of a pack is one YAML document. What stands behind the second '---' was not read.",
        bad="enum colour: [red, green]\n---\nenum taste: [sweet, sour]\n",
        good="enum colour: [red, green]\nenum taste: [sweet, sour]\n",
    ),
    Code(
        "RW111",
        Severity.ERROR,
        "key is not a text",
        "The keys of a mapping are words or texts. A list, a mapping or nothing at all cannot be a key.",
        bad="enum colour:\n  ordered: [red, green]\n  ? [red]\n  : warm\n",
        good="enum colour:\n  ordered: [red, green]\n",
    ),
    Code(
        "RW112",
        Severity.ERROR,
        "expression torn by a flow collection",
        "Inside braces and brackets YAML ends a value at every comma, without a word: '{then: least(so_far, it)}' has "
        "the key 'then' with the text 'least(so_far' and a second key 'it)'. Write such fields on lines of their own, "
        "or put the expression in quotes.",
        bad="value speed() gives number:\n  start: 1\n  steps:\n    cap: {lowest: least(so_far, it)}\n",
        good="value speed() gives number:\n  start: 1\n  steps:\n    cap: lowest then least(so_far, it)\n",
    ),
    Code(
        "RW113",
        Severity.ERROR,
        "nested too deeply",
        "Mappings and lists may stand 64 levels deep in each other. No pack needs more; what has more is damaged or "
        "hostile.",
        bad="enum colour: " + "[" * 70 + "red" + "]" * 70 + "\n",
        good="enum colour: [red]\n",
    ),
    Code(
        "RW114",
        Severity.ERROR,
        "too many values in a file",
        "A file of a pack has at most 300,000 texts, mappings and lists. Divide it into several.",
        bad=lambda: {"colours.yaml": "enum colour: [" + "red," * 300_001 + "]\n"},
        good="enum colour: [red]\n",
    ),
    Code(
        "RW115",
        Severity.WARNING,
        "text lost as a comment",
        "A '#' behind a space begins a comment, also where a text was meant to go on. A comment with a space behind "
        "its '#' is never reported; a text with a '#' needs quotes.",
        bad="enum colour:\n  name: Colour #5\n  ordered: [red, green]\n",
        good="enum colour:\n  name: 'Colour #5'  # a name with a sign in it\n  ordered: [red, green]\n",
    ),
    Code(
        "RW116",
        Severity.ERROR,
        "character that cannot be seen",
        "Strings of a pack must not contain control or format characters, written as they are or as an escape "
        "(categories Cc, Cf, Zl and Zp of Unicode). A terminal obeys them, and they make two different names look "
        "alike. Tabs and line breaks are allowed, and so are the zero-width joiner U+200D and the non-joiner U+200C, "
        "which some scripts and emoji need. Names, titles and messages are one line each; 'text' may have several.",
        bad='enum colour:\n  name: "Colour\\e[2J"\n  ordered: [red, green]\n',
        good="enum colour:\n  name: Colour\n  ordered: [red, green]\n",
    ),
    Code(
        "RW117",
        Severity.WARNING,
        "character that reorders a line",
        "Bidirectional controls (such as U+202E) show the text around them in another order than it is read, so what "
        "you review is not what runs. In strings they are an error (RW116); elsewhere, as in comments, they are "
        "reported by this warning. Letters written from right to left need no such character.",
        bad="enum colour: [red, green]  # \u202eneerg\n",
        good="enum colour: [red, green]  # green\n",
    ),
)
