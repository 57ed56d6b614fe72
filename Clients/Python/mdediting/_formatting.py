"""Formatting of whole texts: every table is aligned, and every ordered list is renumbered."""

from __future__ import annotations

from typing import List, NamedTuple, Tuple

from ._document import Change, Document
from ._library import Refused


class Refusal(NamedTuple):
    """A table or a list that stays as it is, with the line on which it begins, counting from 1."""

    line: int
    message: str


def format_text(text: str, *, tables: bool = True, lists: bool = True, dialect: str = "github") -> str:
    """Aligns the columns of every table, and renumbers every ordered list. What is refused stays as it is.

    A list in which all numbers are the same stays, too.

    >>> print(format_text("a|b\\n-|-\\nlonger|x\\n\\n3. one\\n7. two\\n"))
    | a      | b   |
    | ------ | --- |
    | longer | x   |
    <BLANKLINE>
    3. one
    4. two
    <BLANKLINE>
    """
    return formatted(text, tables, lists, dialect)[0]


def formatted(text: str, tables: bool, lists: bool, dialect: str) -> Tuple[str, List[Refusal]]:
    """The formatted text, and what was refused in it."""
    refusals: List[Refusal] = []
    with Document(text, dialect) as document:
        if tables:
            _format_tables(document, refusals)
        if lists:
            _renumber(document, refusals)
        return document.text, refusals


def _format_tables(document: Document, refusals: List[Refusal]) -> None:
    """Formats the tables from the last to the first, so that the offsets of the others stay valid."""
    # An offset in each table: the first one in its row of dashes.
    text, offsets, line_end = document.text, [], -1
    for token in document.tokens():
        if token.kind == "tableRule" and token.start > line_end:
            offsets.append(token.start)
            line_end = text.find("\n", token.start) % (len(text) + 1)
    found = []
    for offset in reversed(offsets):
        try:
            document.perform("table-format", offset)
        except Refused as refused:
            found.append(_refusal(document, offset, refused))
    refusals.extend(reversed(found))


def _renumber(document: Document, refusals: List[Refusal]) -> None:
    """Renumbers all lists at once. If that is refused, tries each half of the items, from the last to the first."""
    text = document.text
    # The end of the marker of each item of an ordered list.
    places = [
        token.end for token in document.tokens()
        if token.kind == "listMarker" and text[token.start:token.start + 1].isdigit()]
    found = []

    def attempt(low: int, high: int) -> None:
        try:
            step = document.perform("renumber-list", (places[low], places[high - 1]), argument="keep")
        except Refused as refused:
            if high - low == 1:
                found.append(_refusal(document, places[low], refused))
            else:
                middle = (low + high) // 2
                attempt(middle, high)
                attempt(low, middle)
        else:
            places[:] = _moved(places, step.changes)

    if places:
        attempt(0, len(places))
    refusals.extend(reversed(found))


def _refusal(document: Document, offset: int, refused: Refused) -> Refusal:
    return Refusal(document.slice(0, offset).count("\n") + 1, str(refused))


def _moved(offsets: List[int], changes: Tuple[Change, ...]) -> List[int]:
    """The offsets after some changes; both are in ascending order."""
    moved, index, growth = [], 0, 0
    for offset in offsets:
        while index < len(changes) and changes[index].end <= offset:
            growth += len(changes[index].text) - (changes[index].end - changes[index].start)
            index += 1
        moved.append(offset + growth)
    return moved
