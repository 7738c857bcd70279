"""The codes RW3xx: the syntax of effect texts."""

from __future__ import annotations

from .code import Code

CODES: tuple[Code, ...] = ()
