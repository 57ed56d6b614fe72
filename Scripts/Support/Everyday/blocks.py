"""Finds the blocks of a text with their lines, as cmark-gfm reads them."""
import collections
import functools
import re

import asking  # noqa: F401, for the paths of the other judges
import reading

# A block: its kind, its first and last line from 0, its parent's index or -1, its attributes.
Block = collections.namedtuple("Block", "kind first last parent given")
KINDS = reading.LEAVES | reading.CONTAINERS | {"table_row", "table_header"}


def kinds_with_text(name):
    """Whether a block ends at its last line with text: in code a blank line counts."""
    return name not in ("code_block", "html_block")


@functools.lru_cache(maxsize=64)
def blocks(text):
    """Returns the blocks of a text, each before those in it. A block's last line is not blank."""
    found, stack = [], []
    lines = text.split("\n")
    for close, name, attributes, empty, content in reading.TAG.findall(reading.xml(text.encode())):
        if name not in KINDS:
            continue
        if close:
            stack.pop()
            continue
        given = dict(reading.ATTRIBUTE.findall(attributes))
        first, last = reading.linesOf(given)
        if name == "heading":
            first, last = reading.headingLines((first, last), lines)
        if name in ("html_block", "code_block"):
            # This cmark-gfm ends a comment, and code without a closing fence, one line too early.
            last = max(last, first + content.count("\n") - 1)
        last = min(last, len(lines) - 1)
        while kinds_with_text(name) and last > first and not lines[last].strip(" \t>\r"):
            last -= 1
        kind = given["type"] if name == "list" else "item" if name == "tasklist" else name
        found.append(Block(kind, first, last, stack[-1] if stack else -1, given))
        if not empty:
            stack.append(len(found) - 1)
    return found


@functools.lru_cache(maxsize=64)
def leaves(text):
    """Returns the leaves of a text, as the judge of the laws reads them."""
    return reading.leaves(text.encode())


def touched(text, first, last):
    """Returns the indices of the leaves (and empty items) that share a line with some lines."""
    found = blocks(text)
    parents = {block.parent for block in found}
    return [index for index, block in enumerate(found)
            if index not in parents and block.first <= last and first <= block.last]


def ancestors(text, index):
    found = blocks(text)
    while index >= 0:
        yield index
        index = found[index].parent


def item_of(text, index):
    """Returns the innermost item around a block, or None."""
    return next((place for place in ancestors(text, index) if blocks(text)[place].kind == "item"), None)


def around(text, line):
    """Returns the innermost block around a line without a leaf, such as a blank line in an item, or None."""
    held = [index for index in range(len(blocks(text)))
            if extent(text, index)[0] <= line <= extent(text, index)[1]]
    return held[-1] if held else None


def extent(text, index):
    """Returns the first and last line of a block with everything in it."""
    found = blocks(text)
    last = found[index].last
    for place in range(index + 1, len(found)):
        if index in ancestors(text, place):
            last = max(last, found[place].last)
        else:
            break
    return found[index].first, last


def is_blank(line):
    """Whether a line shows nothing: `> `."""
    return not re.sub(r"[ \t>\r]", "", line)
