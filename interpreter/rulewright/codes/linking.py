"""The codes RW6xx: linking."""

from __future__ import annotations

from .code import Code

CODES: tuple[Code, ...] = ()
