"""Reads the visible text and the blocks of a text with cmark-gfm alone."""
import collections
import functools
import html
import re

import gfm

TAG = re.compile(r"<(/?)([a-z_]+)([^>]*?)(/?)>([^<]*)")
ATTRIBUTE = re.compile(r'([a-z_]+)="([^"]*)"')
MARKS = {"strong", "emph", "strikethrough"}
LEAVES = {"paragraph", "heading", "code_block", "html_block", "thematic_break", "table_cell"}
LITERALS = {"text": [], "code": ["code"], "html_inline": ["html"]}
CONTAINERS = {"block_quote", "list", "item", "tasklist", "table"}

# A block without blocks in it. `containers` has the names from the outermost, with the box for an item; `ids`
# identifies them; `starts` has the lines on which they begin; `lines` is the first and the last line, from 0;
# `text` has the visible characters except white space, each with its marks; `links` has addresses with their text.
Leaf = collections.namedtuple("Leaf", "kind containers ids starts lines text links")
# A block: its kind, its first and last line from 0, its parent's index or -1, its attributes.
Block = collections.namedtuple("Block", "kind first last parent given")
KINDS = LEAVES | CONTAINERS | {"table_row", "table_header"}


@functools.lru_cache(maxsize=64)
def leaves(text):
    """Returns the leaves of a text, in order."""
    found, stack, marks = [], [], []
    current, count, literals = None, 0, {}
    for close, name, attributes, empty, content in TAG.findall(gfm.xml(text)):
        if close:
            if name in MARKS or name in ("link", "image"):
                marks.pop()
            elif name in CONTAINERS:
                stack.pop()
            elif name in LEAVES:
                current = None
            continue
        if name in LEAVES or name in CONTAINERS:
            given = dict(ATTRIBUTE.findall(attributes))
            count += 1
        if name in CONTAINERS:
            label = name
            if name == "list":
                label = given["type"]
            if name == "tasklist":
                label = "item[x]" if given.get("completed") == "true" else "item[ ]"
            if not empty:
                stack.append((label, count, linesOf(given)[0]))
        elif name in LEAVES:
            around_it = zip(*stack) if stack else ((), (), ())
            current = Leaf(name + given.get("level", ""), *around_it, linesOf(given), [], [])
            found.append(current)
            if name in ("code_block", "html_block"):
                literals[len(found) - 1] = html.unescape(content).count("\n")
                put(current, html.unescape(content), ())
                current = None
        elif name in LITERALS:
            if current is not None:
                put(current, html.unescape(content), marks + LITERALS[name])
        elif name in MARKS:
            marks.append(name)
        elif name in ("link", "image"):
            given = dict(ATTRIBUTE.findall(attributes))
            address = name + " " + given.get("destination", given.get("url", ""))
            # `![](a)` has no end tag.
            if not empty:
                marks.append(address)
            if current is not None:
                current.links.append(address)
    lines = text.split("\n")
    found = [withBox(leaf, index and found[index - 1]) for index, leaf in enumerate(found)]
    boxes = {}
    for index, leaf in enumerate(found):
        if leaf.kind.startswith("heading"):
            found[index] = leaf = leaf._replace(lines=headingLines(leaf.lines, lines))
        if leaf.kind == "code_block":
            found[index] = leaf = leaf._replace(lines=codeLines(leaf.lines, literals[index], lines))
        boxes.update({number: label for number, label in zip(leaf.ids, leaf.containers)
                      if label.startswith("item[")})
        found[index] = leaf._replace(containers=tuple(
            boxes.get(number, label) for number, label in zip(leaf.ids, leaf.containers)))
    return found


def linesOf(given):
    """Returns the first and last line of a block. A block that ends at column 0 ends on the line before, which
    cmark-gfm does for `***` above a blank line."""
    places = given.get("sourcepos", "1:1-1:1").split("-")
    (first, _), (last, column) = [map(int, place.split(":")) for place in places]
    return (first - 1, max(first, last - (column == 0)) - 1)


def headingLines(given, lines):
    """Returns the end of a heading: cmark-gfm puts the end of a setext heading too far."""
    first = last = given[0]
    while last < given[1] and not re.fullmatch(r"[ \t>]*(=+|-+)[ \t]*", lines[last]):
        last += 1
    return (first, min(last, given[1]))


def codeLines(given, count, lines):
    """Returns the end of fenced code: without a closing fence, cmark-gfm puts it one line too far."""
    def isFence(line):
        return line.strip(" \t>-+*.)0123456789").startswith(("```", "~~~"))
    first, last = given
    if isFence(lines[first]) and (last <= first + count or not isFence(lines[last])):
        last = first + count
    return (first, last)


def withBox(leaf, previous):
    """Returns a leaf with the box of its item: this version of cmark-gfm does not read one in a quote."""
    isFirst = not previous or leaf.ids[-1:] != previous.ids[:len(leaf.ids)][-1:]
    letters = "".join(scalar for scalar, _ in leaf.text[:3])
    length = 2 if letters.startswith("[]") else 3 if letters in ("[x]", "[X]") else 0
    if not length or leaf.containers[-1:] != ("item",) or leaf.kind != "paragraph" or not isFirst:
        return leaf
    return leaf._replace(
        containers=leaf.containers[:-1] + ("item[ ]" if length == 2 else "item[x]",),
        text=leaf.text[length:])


def put(leaf, text, marks):
    have = tuple(sorted(marks))
    leaf.text.extend((scalar, have) for scalar in text if not scalar.isspace())


@functools.lru_cache(maxsize=64)
def blocks(text):
    """Returns the blocks of a text, each before those in it. A block's last line is not blank."""
    found, stack = [], []
    lines = text.split("\n")
    for close, name, attributes, empty, content in TAG.findall(gfm.xml(text)):
        if name not in KINDS:
            continue
        if close:
            stack.pop()
            continue
        given = dict(ATTRIBUTE.findall(attributes))
        first, last = linesOf(given)
        if name == "heading":
            first, last = headingLines((first, last), lines)
        is_literal = name in ("html_block", "code_block")
        if is_literal:
            # This cmark-gfm ends a comment, and code without a closing fence, one line too early.
            last = max(last, first + content.count("\n") - 1)
        last = min(last, len(lines) - 1)
        while not is_literal and last > first and not lines[last].strip(" \t>\r"):
            last -= 1
        kind = given["type"] if name == "list" else "item" if name == "tasklist" else name
        found.append(Block(kind, first, last, stack[-1] if stack else -1, given))
        if not empty:
            stack.append(len(found) - 1)
    return found


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


def selected_lines(text, start, end):
    """Returns the first and last line of a selection; a line is not selected if the selection ends at its start."""
    first, last = text.count("\n", 0, start), text.count("\n", 0, end)
    return first, last - 1 if last > first and text[end - 1] == "\n" else last
