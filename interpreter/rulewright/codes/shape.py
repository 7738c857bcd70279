"""The codes RW2xx: the shape of a pack."""

from __future__ import annotations

from .code import Code, Severity

_COLOURS = "enum colour: [red, green]\n"

CODES: tuple[Code, ...] = (
    Code(
        "RW201",
        Severity.ERROR,
        "not a pack",
        "A pack is a folder with a manifest, the file `pack.yaml`. All other files that end in `.yaml` in this folder "
        "and its subfolders are its definitions, except `rulebook.yaml` and the folder `tests`.",
        bad={"pack.yml.txt": "pack: sample\n"},
        good={"pack.yaml": "pack: sample\n"},
    ),
    Code(
        "RW202",
        Severity.ERROR,
        "file is not a mapping",
        "A file of definitions must be a mapping: each key is the head of a definition and each value its body. The "
        "manifest and the rulebook must be mappings too.",
        bad={"colours.yaml": "- enum colour: [red, green]\n"},
        good={"colours.yaml": _COLOURS},
    ),
    Code(
        "RW203",
        Severity.ERROR,
        "invalid head of a definition",
        "A definition begins with its head: the form, then the id, as in `enum colour` or `event attack(player who)`. "
        "Both must be words that begin with a letter.",
        bad="colour: [red, green]\n",
        good=_COLOURS,
    ),
    Code(
        "RW204",
        Severity.ERROR,
        "unknown form",
        "The first word of a head must be a form of the language or a kind that the pack declares. A definition whose "
        "form is a kind is a sheet of that kind.",
        bad="enmu colour: [red, green]\n",
        good=_COLOURS,
    ),
    Code(
        "RW205",
        Severity.ERROR,
        "unknown field",
        "A definition, the manifest and the rulebook may only have the fields that the language defines. Unknown "
        "fields are never ignored, because they would load and do nothing.",
        bad="enum colour:\n  memebers: [red, green]\n  members: [red, green]\n",
        good="enum colour:\n  members: [red, green]\n",
    ),
    Code(
        "RW206",
        Severity.ERROR,
        "missing field",
        "Some fields are required, because the definition would say nothing without them. A template (`extends`) may "
        "provide them.",
        bad="die trick gives number:\n  name: Trick die\n",
        good="die trick gives number:\n  name: Trick die\n  faces: [0, 0, 1, 2]\n",
    ),
    Code(
        "RW207",
        Severity.ERROR,
        "wrong type of value",
        "A string, a list or a mapping was found where another of the three is expected, or a key has no value.",
        bad="enum colour:\n  members: red\n",
        good="enum colour:\n  members: [red]\n",
    ),
    Code(
        "RW208",
        Severity.ERROR,
        "unknown fixed word",
        "Some fields accept only a few fixed words. `allow` accepts only codes of existing warnings.",
        bad="zone pile(player owner):\n  seen_by: nobdy\n",
        good="zone pile(player owner):\n  seen_by: nobody\n",
    ),
    Code(
        "RW209",
        Severity.ERROR,
        "malformed word",
        "An id must be a single word that begins with a letter. Versions, language codes, ids of rules and codes of "
        "diagnostics have formats of their own.",
        bad="enum colour:\n  name: {english: Colour}\n  members: [red, green]\n",
        good="enum colour:\n  name: {en: Colour}\n  members: [red, green]\n",
    ),
    Code(
        "RW210",
        Severity.ERROR,
        "duplicate definition",
        "Two definitions of the same form must not have the same id, wherever in the pack they are.",
        bad={"a.yaml": _COLOURS, "b.yaml": "enum colour: [blue]\n"},
        good={"a.yaml": _COLOURS, "b.yaml": "enum paint: [blue]\n"},
    ),
    Code(
        "RW211",
        Severity.ERROR,
        "unknown template",
        "`extends` must name another definition of the same form in the same pack.",
        bad="zone pile(player owner): {ordered: yes}\nzone stack(player owner): {extends: plie}\n",
        good="zone pile(player owner): {ordered: yes}\nzone stack(player owner): {extends: pile}\n",
    ),
    Code(
        "RW212",
        Severity.ERROR,
        "cycle of templates",
        "A definition must not be its own template, directly or through others.",
        bad="zone pile(player owner): {extends: stack}\nzone stack(player owner): {extends: pile}\n",
        good="zone pile(player owner): {ordered: yes}\nzone stack(player owner): {extends: pile}\n",
    ),
    Code(
        "RW213",
        Severity.ERROR,
        "mutually exclusive fields",
        "Some fields state the same thing in two ways, or combine two definitions in one. Only one of them can be "
        "meant.",
        bad="value luck() gives number:\n  start: 1\n  decide: [2]\n",
        good="value luck() gives number:\n  start: 1\n",
    ),
    Code(
        "RW214",
        Severity.WARNING,
        "ignored file",
        "Files of a pack end in `.yaml`. A file that ends in `.yml` looks like a part of the pack but is not.",
        bad={"colours.yml": _COLOURS},
        good={"colours.yaml": _COLOURS},
    ),
    Code(
        "RW216",
        Severity.ERROR,
        "block without its '|'",
        "A block of several statements begins with `|` after its key, and its lines follow below, indented. Without "
        "the `|` YAML joins the lines into one, which cannot contain a second statement.",
        bad="event gain(player who): {}\nevent gain_both(player one, player other):\n  do:\n    gain(one)\n"
            "    gain(other)\nevent play: |\n  for each p in players:\n    gain_both(p, next_seat(p))\n",
        good="event gain(player who): {}\nevent gain_both(player one, player other):\n  do: |\n    gain(one)\n"
             "    gain(other)\nevent play: |\n  for each p in players:\n    gain_both(p, next_seat(p))\n",
    ),
    Code(
        "RW217",
        Severity.NOTE,
        "name missing in a language",
        "Nearly all names of the pack exist in this language, but this one does not. A player who uses this language "
        "reads the name in another language, or the id.",
        bad="".join(f"area {one}: {{name: {{en: {one}, de: {one}}}}}\n" for one in ("wood", "hill", "pond", "moor"))
        + "area wall: {name: {en: wall}}\nvalue known() gives number: 5\n",
        good="".join(f"area {one}: {{name: {{en: {one}, de: {one}}}}}\n" for one in ("wood", "hill", "pond", "moor"))
        + "area wall: {name: {en: wall, de: wall}}\n",
    ),
    Code(
        "RW218",
        Severity.WARNING,
        "set-up that no test extends",
        "A `setup` is a template for the tests of its file and is not run by itself. The content of a `setup` that "
        "nothing extends is not even read.",
        bad={"tests/two.yaml": "setup ready:\n  seats: 2\ntest two sit here:\n  then: [size(players) is 2]\n"},
        good={"tests/two.yaml": "setup ready:\n  seats: 2\ntest two sit here:\n  extends: ready\n"
                                          "  then: [size(players) is 2]\n"},
    ),
    Code(
        "RW219",
        Severity.WARNING,
        "language used nowhere else",
        "Names, texts, questions and messages are expected in the languages of the pack, which are those of its other "
        "names, texts, questions and messages. If a text is in another language instead of one of these, people read "
        "an id, or a language that they did not choose. Add a language that is new to the pack next to the others.",
        bad="area wood: {name: {en: wood, de: Wald}}\narea hill: {name: {en: hill, de: H\u00fcgel}}\n"
        "area pond: {name: {en: pond, dee: Teich}}\n",
        good="area wood: {name: {en: wood, de: Wald}}\narea hill: {name: {en: hill, de: H\u00fcgel}}\n"
        "area pond: {name: {en: pond, de: Teich, fr: \u00e9tang}}\n",
    ),
)
