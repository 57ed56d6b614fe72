"""The exceptions of the package."""

from __future__ import annotations

import re
from typing import Optional, Tuple

_PLACE = re.compile(r"\bat (\d+)(?:[-–](\d+))?\b")


class Error(Exception):
    """The base class of all exceptions of this package."""


class InvalidArgument(Error, ValueError):
    """An unknown command, option or value, or a selection outside the text."""


class Refused(Error):
    """A command was refused: no edit could be verified. The document is as it was before.

    `reason` is a name for programs, such as "noSpelling"; `str(error)` is a sentence for people. `place` is the range
    of the text that the sentence names, or None.
    """

    def __init__(self, message: str, reason: str, command: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.command = command
        found = _PLACE.search(message)
        self.place: Optional[Tuple[int, int]] = None
        if found:
            start = int(found.group(1))
            self.place = (start, int(found.group(2) or start))


class Closed(Error, ValueError):
    """The document is closed."""
