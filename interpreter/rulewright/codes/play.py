"""The codes RW8xx: play."""

from __future__ import annotations

from .code import Code

CODES: tuple[Code, ...] = ()
