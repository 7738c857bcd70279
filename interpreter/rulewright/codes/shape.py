"""The codes RW2xx: the shape of a pack."""

from __future__ import annotations

from .code import Code

CODES: tuple[Code, ...] = ()
