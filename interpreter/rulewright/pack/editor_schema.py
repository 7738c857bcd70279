"""Generates JSON schemas for editors from the models of everything an author may write.

Separate because editors need the shape of a pack while it is typed, without this program.
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.numbers import whole_number
from rulewright.pack import versions
from rulewright.pack.forms import MAIN_FIELDS
from rulewright.pack.schema import Manifest, Rulebook, Setup, Survivor, Test
from rulewright.pack.schema_forms import FORMS, Definition, Sheet

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
# Words that YAML tools convert before they look at a schema.
_LOOKS: Final[dict[str, bool]] = {"true": True, "false": False}


def editor_schemas() -> dict[str, dict[str, Any]]:
    """JSON schemas (2020-12) by file name, for editors: `pack`, `rulebook`, `definitions` and `tests`.

    They are wider than the checks: YAML tools turn unquoted words into numbers and truth values before they look.
    """
    parts: dict[str, Any] = {}
    models: list[type[Definition]] = [*FORMS.values(), Sheet]
    for model in models:
        schema = model.model_json_schema()
        parts |= {**schema.pop("$defs", {}), model.__name__: schema}
    bodies = {
        rf"^\s*{form}\s": _body_schema(form, {"$ref": f"#/$defs/{model.__name__}"}) for form, model in FORMS.items()
    }
    bodies |= _changes(bodies)
    definitions = {
        "title": "Definitions of a pack",
        "type": "object",
        "patternProperties": bodies,
        "additionalProperties": {"anyOf": [{"$ref": "#/$defs/Sheet"}, _text_schema(), {"type": ["array", "null"]}]},
        "$defs": dict(sorted(parts.items())),
    }
    test, setup = Test.model_json_schema(), Setup.model_json_schema()
    survivors = {"type": "array", "items": Survivor.model_json_schema()}
    tests = {
        "title": "Tests of a pack",
        "type": "object",
        "$defs": {**test.pop("$defs", {}), **setup.pop("$defs", {})},
        "patternProperties": {r"^\s*test\s": test, r"^\s*setup\s": setup, r"^\s*survivors\s": survivors},
        "additionalProperties": True,  # definitions of the file's own
    }
    manifest, rulebook = Manifest.model_json_schema(), Rulebook.model_json_schema()
    named = {"pack": manifest, "rulebook": rulebook, "definitions": definitions, "tests": tests}
    made = {name: {"$schema": _DIALECT, **_for_editors(schema)} for name, schema in named.items()}
    _add_older_words(made["pack"], "pack")
    for form, model in FORMS.items():
        _add_older_words(made["definitions"]["$defs"][model.__name__], form)
    # Only a manifest states its version itself.
    made["pack"]["allOf"] = [_of_version(one) for one in versions.TABLE if one.form == "pack"]
    return made


def _add_older_words(schema: dict[str, Any], form: str) -> None:
    """The names of the fields of a form in older versions of the language, each marked as deprecated."""
    for one in (one for one in versions.TABLE if one.form == form):
        note = f"`{one.new}` since version {one.version} of the language; `rulewright upgrade` rewrites it"
        schema["properties"][one.old] = {**schema["properties"][one.new], "deprecated": True, "description": note}
        for place in (schema, *schema.get("anyOf", ())):
            if one.new in place.get("required", ()):
                place["required"].remove(one.new)
                either = [{"required": [name]} for name in (one.new, one.old, *["extends"] * (place is not schema))]
                schema.setdefault("allOf", []).append({"anyOf": either})


def _of_version(one: versions.Renamed) -> dict[str, Any]:
    """A manifest of one version contains no word of another."""
    new = [word for version in range(one.version, versions.NEWEST + 1) for word in (version, str(version))]
    old = [word for version in range(versions.OLDEST, one.version) for word in (version, str(version))]
    return {
        "if": {"required": [versions.LANGUAGE], "properties": {versions.LANGUAGE: {"enum": new}}},
        "then": {"properties": {one.old: False}},
        "else": {
            "if": {"required": [versions.LANGUAGE], "properties": {versions.LANGUAGE: {"enum": old}}},
            "then": {"properties": {one.new: False}},
        },
    }


def _body_schema(form: str, mapping: dict[str, Any]) -> dict[str, Any]:
    """A body is a mapping, nothing, or the main field alone."""
    if form not in MAIN_FIELDS:
        return {"anyOf": [mapping, {"type": "null"}]}
    is_list = form in ("die", "enum")
    return {"anyOf": [mapping, {"type": "array", "items": _text_schema()} if is_list else _text_schema()]}


def _changes(bodies: dict[str, Any]) -> dict[str, Any]:
    """What a pack may write to change another one: verbs with paths, a reason, or another definition."""
    paths = {"type": "object", "additionalProperties": True}
    verbs: dict[str, Any] = dict.fromkeys(("expects", "take", "set", "scale", "raise", "lower", "add"), paths)
    verbs["remove"] = {"anyOf": [{"type": "array", "items": _text_schema()}, _text_schema()]}
    change = {"type": "object", "properties": verbs, "additionalProperties": False}
    reason = {"anyOf": [_text_schema(), {"type": "object", "maxProperties": 0}, {"type": "null"}]}
    found: dict[str, Any] = {r"^\s*change\s": change, r"^\s*remove\s": reason}
    for head, body in bodies.items():
        found[head.replace(r"^\s*", r"^\s*replace\s+")] = body
    return found


def _text_schema() -> dict[str, Any]:
    return {"type": ["string", "number", "boolean"]}


def _for_editors(schema: Any) -> Any:
    """Strings may look like numbers and truth values, nothing has a default, and no title repeats a name."""
    if isinstance(schema, list):
        return [_for_editors(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    given = {key: value for key, value in schema.items() if key not in ("default", "discriminator")}
    if isinstance(given.get("title"), str):
        del given["title"]
    if "anyOf" in given:
        given["anyOf"] = [option for option in given["anyOf"] if option != {"type": "null"}]
        if len(given["anyOf"]) == 1:
            given |= given.pop("anyOf")[0]
    if "const" in given:
        given["enum"] = [given.pop("const")]
    if "enum" in given:
        words = given["enum"]
        looks = [_LOOKS.get(word, whole_number(word)) for word in words]
        given["enum"] = [*words, *(one for one in looks if one is not None)]
        return {**given, **_text_schema()}
    if "patternProperties" in given:
        given.setdefault("additionalProperties", False)
    if "required" in given and "extends" in given.get("properties", {}):
        # A template may provide what is required.
        given["anyOf"] = [{"required": given.pop("required")}, {"required": ["extends"]}]
    if given.get("type") == "string":
        given |= _text_schema()
    return {key: _for_editors(value) for key, value in given.items()}
