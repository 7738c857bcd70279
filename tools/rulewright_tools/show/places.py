"""Turns the name of a source, which is a path inside its pack, into the path that the user would open.

Separate because all ways of showing agree on it.
"""

from __future__ import annotations

import os

from rulewright.source import Span


def file_of(span: Span, base: str) -> str:
    """The name of the file behind `base`, the folder of the pack as the user wrote it (empty: none). A file of another
    pack is where it lies."""
    if span.source.path:
        here = os.getcwd()
        inside = span.source.path.startswith(here + os.sep)
        return span.source.path[len(here) + 1 :] if inside else span.source.path
    separator = "" if not base or base.endswith("/") else "/"
    return f"{base}{separator}{span.source.name}"
