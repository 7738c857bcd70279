"""The codes RW4xx: names."""

from __future__ import annotations

from .code import Code

CODES: tuple[Code, ...] = ()
