"""The codes RW2xx: the shape of a pack."""

from __future__ import annotations

from .code import Code, Severity

_COLOURS = "enum colour: [red, green]\n"

CODES: tuple[Code, ...] = (
    Code(
        "RW201",
        Severity.ERROR,
        "not a pack",
        "A pack is a folder with a manifest, the file pack.yaml. All other files ending in .yaml in it and in the "
        "folders below are its definitions, save rulebook.yaml and the folder tests.",
        bad={"pack.yml.txt": "pack: sample\n"},
        good={"pack.yaml": "pack: sample\n"},
    ),
    Code(
        "RW202",
        Severity.ERROR,
        "file is not a mapping",
        "A file of definitions is a mapping: each key is the head of a definition and each value its body. The "
        "manifest and the rulebook are mappings too.",
        bad={"colours.yaml": "- enum colour: [red, green]\n"},
        good={"colours.yaml": _COLOURS},
    ),
    Code(
        "RW203",
        Severity.ERROR,
        "not the head of a definition",
        "A definition begins with its head: the form, then the id, as in 'enum colour' or 'event attack(player who)'. "
        "Both are words that begin with a letter.",
        bad="colour: [red, green]\n",
        good=_COLOURS,
    ),
    Code(
        "RW204",
        Severity.ERROR,
        "unknown form",
        "The first word of a head is a form of the language or a kind that the pack declares: a definition whose form "
        "is a kind is a sheet of it.",
        bad="enmu colour: [red, green]\n",
        good=_COLOURS,
    ),
    Code(
        "RW205",
        Severity.ERROR,
        "unknown field",
        "A definition, the manifest and the rulebook have the fields that the language gives them. Unknown ones are "
        "never passed over: they would load and do nothing.",
        bad="enum colour:\n  memebers: [red, green]\n  members: [red, green]\n",
        good="enum colour:\n  members: [red, green]\n",
    ),
    Code(
        "RW206",
        Severity.ERROR,
        "field is missing",
        "Some fields cannot be left out: without them the definition would say nothing. A template (extends) may "
        "provide them.",
        bad="die trick gives number:\n  name: Trick die\n",
        good="die trick gives number:\n  name: Trick die\n  faces: [0, 0, 1, 2]\n",
    ),
    Code(
        "RW207",
        Severity.ERROR,
        "wrong kind of value",
        "A text, a list or a mapping stands where another of the three is wanted, or nothing stands behind a key.",
        bad="enum colour:\n  members: red\n",
        good="enum colour:\n  members: [red]\n",
    ),
    Code(
        "RW208",
        Severity.ERROR,
        "not one of the words",
        "Some fields take one of a few fixed words; 'allow' takes codes of warnings that exist.",
        bad="zone pile(player owner):\n  seen_by: nobdy\n",
        good="zone pile(player owner):\n  seen_by: nobody\n",
    ),
    Code(
        "RW209",
        Severity.ERROR,
        "badly formed word",
        "Ids are single words that begin with a letter; versions, language codes, ids of rules and codes of "
        "diagnostics have their own forms.",
        bad="enum colour:\n  name: {english: Colour}\n  members: [red, green]\n",
        good="enum colour:\n  name: {en: Colour}\n  members: [red, green]\n",
    ),
    Code(
        "RW210",
        Severity.ERROR,
        "defined twice",
        "Two definitions of the same form cannot have the same id, wherever in the pack they stand.",
        bad={"a.yaml": _COLOURS, "b.yaml": "enum colour: [blue]\n"},
        good={"a.yaml": _COLOURS, "b.yaml": "enum paint: [blue]\n"},
    ),
    Code(
        "RW211",
        Severity.ERROR,
        "unknown template",
        "'extends' names another definition of the same form in the same pack.",
        bad="zone pile(player owner): {ordered: yes}\nzone stack(player owner): {extends: plie}\n",
        good="zone pile(player owner): {ordered: yes}\nzone stack(player owner): {extends: pile}\n",
    ),
    Code(
        "RW212",
        Severity.ERROR,
        "templates in a circle",
        "A definition cannot be its own template, be it by way of others.",
        bad="zone pile(player owner): {extends: stack}\nzone stack(player owner): {extends: pile}\n",
        good="zone pile(player owner): {ordered: yes}\nzone stack(player owner): {extends: pile}\n",
    ),
    Code(
        "RW213",
        Severity.ERROR,
        "fields that exclude each other",
        "Some fields say the same thing in two ways, or stand for two definitions in one; only one can be meant.",
        bad="value luck() gives number:\n  start: 1\n  decide: [2]\n",
        good="value luck() gives number:\n  start: 1\n",
    ),
    Code(
        "RW214",
        Severity.WARNING,
        "file is not read",
        "Files of a pack end in .yaml. One that ends in .yml looks like a part of the pack and is not.",
        bad={"colours.yml": _COLOURS},
        good={"colours.yaml": _COLOURS},
    ),
    Code(
        "RW216",
        Severity.ERROR,
        "block without its '|'",
        "A block of several statements begins with '|' behind its key; its lines stand below, indented. Without it "
        "YAML joins the lines to a single one, in which no second statement can stand.",
        bad="event gain(player who): {}\nevent gain_both(player one, player other):\n  do:\n    gain(one)\n"
            "    gain(other)\nevent play: |\n  for each p in players:\n    gain_both(p, next_seat(p))\n",
        good="event gain(player who): {}\nevent gain_both(player one, player other):\n  do: |\n    gain(one)\n"
             "    gain(other)\nevent play: |\n  for each p in players:\n    gain_both(p, next_seat(p))\n",
    ),
    Code(
        "RW217",
        Severity.NOTE,
        "name missing in a language",
        "Nearly all names of the pack are there in this language, and these are not: whoever plays in it reads another "
        "one, or the id.",
        bad="".join(f"area {one}: {{name: {{en: {one}, de: {one}}}}}\n" for one in ("wood", "hill", "pond", "moor"))
        + "area wall: {name: {en: wall}}\nvalue known() gives number: 5\n",
        good="".join(f"area {one}: {{name: {{en: {one}, de: {one}}}}}\n" for one in ("wood", "hill", "pond", "moor"))
        + "area wall: {name: {en: wall, de: wall}}\n",
    ),
    Code(
        "RW218",
        Severity.WARNING,
        "set-up that no test extends",
        "A `setup` is a template for the tests of its file and is not run by itself: what stands in one that nothing "
        "extends is not even read.",
        bad={"tests/two.yaml": "setup ready:\n  seats: 2\ntest two sit here:\n  then: [size(players) is 2]\n"},
        good={"tests/two.yaml": "setup ready:\n  seats: 2\ntest two sit here:\n  extends: ready\n"
                                          "  then: [size(players) is 2]\n"},
    ),
    Code(
        "RW219",
        Severity.WARNING,
        "told in a language of nothing else",
        "What people read is told in the languages of the pack: those that its other names, texts, questions and "
        "messages have. Of a text in another one, in place of one of these, people read an id, or a language that they "
        "did not choose. A language that is new to the pack stands beside the others.",
        bad="area wood: {name: {en: wood, de: Wald}}\narea hill: {name: {en: hill, de: H\u00fcgel}}\n"
        "area pond: {name: {en: pond, dee: Teich}}\n",
        good="area wood: {name: {en: wood, de: Wald}}\narea hill: {name: {en: hill, de: H\u00fcgel}}\n"
        "area pond: {name: {en: pond, de: Teich, fr: \u00e9tang}}\n",
    ),
)
