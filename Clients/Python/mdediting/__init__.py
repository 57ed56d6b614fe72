"""Markdown editing commands that never break a document.

Each edit is the smallest that does what is asked, and is verified with libcmark before it is made: no other block,
mark or character changes. Offsets are indices of a Python string.

>>> import mdediting
>>> edit = mdediting.toggle("some words 😀 here", (5, 11), "strong")
>>> edit.text
'some **words** 😀 here'
>>> edit.text[edit.selection.start:edit.selection.end]
'words'

`Document` keeps a text open, with undo, states for a toolbar, tokens and HTML.
"""

from __future__ import annotations

from typing import Dict, Optional, Union

from ._document import (
    Change, Command, Copied, Document, Edit, Range, Selections, State, Step, Token, commands)
from ._library import Closed, Error, InvalidArgument, Refused
from ._library import library as _library

__all__ = [
    "Change", "Closed", "Command", "Copied", "Document", "Edit", "Error", "InvalidArgument", "Range", "Refused", "State", "Step",
    "Token", "commands", "format_text", "html", "mark", "perform", "states", "toggle", "unmark",
]
__version__: str = _library.mde_version().decode()


def perform(
        text: str, selection: Selections, command: str, argument: Optional[str] = None, *, action: str = "toggle",
        dialect: str = "github", **options: Union[str, int]) -> Edit:
    """Performs a command on a string. `commands()` lists the names.

    A selection is an offset, which is a caret, a pair of offsets, or a list of these. Raises `Refused` if no edit could
    be verified.

    >>> perform("See the seed list.", (8, 12), "link", "https://example.org").text
    'See the [seed](https://example.org) list.'
    >>> perform("milk\\neggs", (0, 9), "task-list").text
    '- [ ] milk\\n- [ ] eggs'
    """
    with Document(text, dialect) as document:
        step = document.perform(command, selection, argument, action=action, **options)
        after = document.text if step.changed else text
        return Edit(
            step.changed, step.selections, step.changes, step.effect, step.reason, step.message, text=after)


def toggle(
        text: str, selection: Selections, mark: str, *, dialect: str = "github", **options: Union[str, int]) -> Edit:
    """Removes a mark if the whole selection has it; otherwise, adds it.

    >>> toggle("**a b c**", (4, 5), "strong").text
    '**a** b **c**'
    >>> toggle("some words here", [(0, 4), (11, 15)], "emphasis").text
    '*some* words *here*'
    """
    return perform(text, selection, mark, None, action="toggle", dialect=dialect, **options)


def mark(
        text: str, selection: Selections, mark: str, *, dialect: str = "github", **options: Union[str, int]) -> Edit:
    """Adds a mark where the selection does not have it.

    >>> mark("**a**", (2, 3), "strong").reason
    'alreadySo'
    """
    return perform(text, selection, mark, None, action="mark", dialect=dialect, **options)


def unmark(
        text: str, selection: Selections, mark: str, *, dialect: str = "github", **options: Union[str, int]) -> Edit:
    """Removes a mark where the selection has it.

    >>> unmark("*a* b", (0, 5), "emphasis").text
    'a b'
    """
    return perform(text, selection, mark, None, action="unmark", dialect=dialect, **options)


def states(
        text: str, selection: Selections, *, dialect: str = "github", **options: Union[str, int]) -> Dict[str, State]:
    """The state of each command of a bar at a selection.

    >>> states("# Title", 3)["heading-1"].presence
    'on'
    """
    with Document(text, dialect, **options) as document:
        return document.states(selection)


def html(text: str, *, dialect: str = "github", raw: bool = False, ids: bool = False) -> str:
    """A text as HTML. Raw HTML and dangerous links are left out unless `raw` is true; with `ids`, headings have anchors.

    >>> html("~~old~~ new")
    '<p><del>old</del> new</p>\\n'
    """
    with Document(text, dialect) as document:
        return document.html(raw, ids)


from ._formatting import format_text  # noqa: E402
