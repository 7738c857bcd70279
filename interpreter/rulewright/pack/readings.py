"""Finds readings of rulebooks that name a setting which the pack does not have.

Separate because it needs the manifest along with the rulebook, each of which is read by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulewright.diagnostics import Diagnostics, Missing
from rulewright.pack.files import RULEBOOK
from rulewright.pack.model import Pack
from rulewright.pack.tree import Mapping, Scalar
from rulewright.pack.yaml_tree import compose
from rulewright.source import SourceText
from rulewright.spelling import did_you_mean

# Strings written like a setting, anywhere: if all of them are known, nothing has to be read again.
_SETTING: Final = re.compile(r"\bsetting[\"']?:\s*[\"']?(\w+)")


def check_readings(pack: Pack, out: Diagnostics) -> None:
    """Report each such reading."""
    settings = pack.manifest.get("settings")
    known = list(settings.node.entries) if settings is not None and isinstance(settings.node, Mapping) else []
    for name, source in pack.sources.items():
        if name.rpartition(":")[2] == RULEBOOK and not all(one in known for one in _SETTING.findall(source.text)):
            _check(source, known, out)


def _check(source: SourceText, known: Sequence[str], out: Diagnostics) -> None:
    root = compose(source, Diagnostics())
    readings = root.get("readings") if isinstance(root, Mapping) else None
    for name, entry in readings.entries.items() if isinstance(readings, Mapping) else ():
        setting = entry.value.get("setting") if isinstance(entry.value, Mapping) else None
        if isinstance(setting, Scalar) and setting.value not in known:
            hint = did_you_mean(setting.value, known, "the pack has")
            out.add("RW452", f"there is no setting '{setting.value}' to change the reading '{name}'",
                    setting.span, hint or "declare it in `settings` of pack.yaml, or remove it here",
                    missing=Missing(setting.value, "setting"))  # fmt: skip
