"""The codes RW5xx: types."""

from __future__ import annotations

from .code import Code

CODES: tuple[Code, ...] = ()
