"""Reads the visible text with cmark-gfm alone, a parser that the tool never sees.

libcmark and libcmark-gfm export the same names, so the judge is a process of its own.
"""
import ctypes
import functools
import html
import os
import re
import sys
from collections import namedtuple

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Dialects"))
import gfm

EXTENSIONS = (b"table", b"strikethrough", b"tasklist")
SOURCE_POSITIONS = 1 << 1
TAG = re.compile(r"<(/?)([a-z_]+)([^>]*?)(/?)>([^<]*)")
ATTRIBUTE = re.compile(r'([a-z_]+)="([^"]*)"')
MARKS = {"strong", "emph", "strikethrough"}
LEAVES = {"paragraph", "heading", "code_block", "html_block", "thematic_break", "table_cell"}
CONTAINERS = {"block_quote", "list", "item", "tasklist", "table"}

# A block without blocks in it. `containers` has the names from the outermost, with the box for an item; `ids`
# identifies them; `starts` has the lines on which they begin; `lines` is the first and the last line, from 0;
# `text` has the visible characters except white space, each with its marks; `links` has addresses with their text.
Leaf = namedtuple("Leaf", "kind containers ids starts lines text links")


def load():
    """cmark-gfm, loaded as in the judge of dialects, with its renderers."""
    core, _ = gfm.load_or_skip()
    core.cmark_render_xml.restype = ctypes.c_void_p
    core.cmark_render_xml.argtypes = [ctypes.c_void_p, ctypes.c_int]
    return core


CORE = load()
FREE = ctypes.CDLL(None).free
FREE.argtypes = [ctypes.c_void_p]
FOUND = [CORE.cmark_find_syntax_extension(name) for name in EXTENSIONS]


def xml(source):
    parser = CORE.cmark_parser_new(gfm.UNSAFE)
    for extension in FOUND:
        CORE.cmark_parser_attach_syntax_extension(parser, extension)
    CORE.cmark_parser_feed(parser, source, len(source))
    document = CORE.cmark_parser_finish(parser)
    rendered = CORE.cmark_render_xml(document, SOURCE_POSITIONS | gfm.UNSAFE)
    result = ctypes.string_at(rendered).decode("utf-8", "replace")
    FREE(rendered)
    CORE.cmark_node_free(document)
    CORE.cmark_parser_free(parser)
    return result


@functools.lru_cache(maxsize=64)
def leaves(source):
    """Returns the leaves of a text, in order."""
    found, stack, marks = [], [], []
    current, count, literals = None, 0, {}
    for close, name, attributes, empty, content in TAG.findall(xml(source)):
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
            kind = name + given.get("level", "")
            current = Leaf(
                kind, *([part[index] for part in stack] for index in range(3)), linesOf(given),
                [], [])
            current = current._replace(
                containers=tuple(current.containers), ids=tuple(current.ids))
            found.append(current)
            if name in ("code_block", "html_block"):
                literals[len(found) - 1] = html.unescape(content).count("\n")
                put(current, html.unescape(content), ())
                current = None
        elif name in ("text", "code"):
            if current is not None:
                put(current, html.unescape(content), marks + (["code"] if name == "code" else []))
        elif name == "html_inline":
            if current is not None:
                put(current, html.unescape(content), marks + ["html"])
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
    lines = source.decode("utf-8", "replace").split("\n")
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
