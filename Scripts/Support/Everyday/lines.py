"""The law of lines: outside of the lines that a command names, no byte changes.

A line that is named otherwise: an ordered item whose number closes up, with its lines where the number's width
changes; and one blank line that is put in or taken out at the border of what changes.
"""
import difflib
import re

from asking import selected_lines
from blocks import ancestors, blocks, extent, is_blank, item_of, touched

NUMBER = re.compile(r"^([ \t>]*(?:[-+*][ \t]+)*)(\d+)([.)])(?=[ \t\r]|$)")
ITEMS = set("""bullet-list ordered-list task-list quote code-block indent outdent move-line-up move-line-down
duplicate-line backspace""".split())


def key(line):
    """What a line is but for its indentation and number."""
    return NUMBER.sub(lambda found: "#" + found[3], line.lstrip(" \t"), count=1)


def aligned(old, new):
    """Pairs of lines: (index or None, index or None), where a renumbered or indented line keeps its place."""
    keys = [[key(line) for line in side] for side in (old, new)]
    head = tail = 0
    shorter = min(len(old), len(new))
    while head < shorter and old[head] == new[head]:
        head += 1
    while tail < shorter - head and keys[0][-1 - tail] == keys[1][-1 - tail]:
        tail += 1
    yield from ((len(old) - step, len(new) - step) for step in range(1, tail + 1) if old[-step] != new[-step])
    match = difflib.SequenceMatcher(
        None, keys[0][head:len(old) - tail], keys[1][head:len(new) - tail], autojunk=False)
    for name, low, high, start, end in match.get_opcodes():
        count = max(high - low, end - start)
        for step in range(count):
            yield (head + low + step if low + step < high else None,
                   head + start + step if start + step < end else None)


def named(case):
    """The lines that a command names, as a set."""
    text = case.text
    first, last = selected_lines(text, case.start, case.end)
    lines = set(range(first, last + 1))
    found = blocks(text)
    for index in touched(text, first, last):
        block = found[index]
        if case.command == "newline":
            lines.update(range(first, block.last + 1))
            continue
        lines.update(range(block.first, block.last + 1))
        item = item_of(text, index)
        if item is not None and case.command in ITEMS:
            lines.update(span(extent(text, item)))
        if item is not None and case.command == "task-toggle":
            lines.add(found[item].first)
        if "table" in case.command or case.command.startswith("align"):
            lines.update(line for place in ancestors(text, index) if found[place].kind == "table"
                         for line in span(extent(text, place)))
        if case.command in ("quote", "code-block"):
            # A quote takes the whole item of the outermost list.
            lines.update(span(extent(text, list(ancestors(text, index))[-2 if item is not None else -1])))
            quotes = [place for place in ancestors(text, index) if found[place].kind == "block_quote"]
            lines.update(line for place in quotes[:1] for line in span(extent(text, place)))
        if case.command.startswith("move-line"):
            lines.update(siblings(text, index))
    if case.command.startswith("move-line"):
        lines.update(range(first - 1, last + 2))
    if case.command == "backspace" and first > 0:
        above = text.split("\n")
        place = first - 1
        while place > 0 and is_blank(above[place]):
            place -= 1
        lines.update(range(place, first))
    return lines


def span(extent):
    return range(extent[0], extent[1] + 1)


def siblings(text, index):
    """The lines of what stands beside a block that moves, or beside what it is the only one in."""
    found = blocks(text)
    for place in ancestors(text, index):
        beside = [other for other, block in enumerate(found) if block.parent == found[place].parent]
        where = beside.index(place)
        for other in beside[max(0, where - 1):where + 2]:
            yield from span(extent(text, other))


def regions(text, lines):
    """The lines of the outermost blocks that hold some lines, and of the lists beside them."""
    tops = [extent(text, index) for index, block in enumerate(blocks(text)) if block.parent < 0]
    held = [index for index, (first, last) in enumerate(tops) if any(first <= line <= last for line in lines)]
    near = {index + step for index in held for step in (-1, 0, 1) if 0 <= index + step < len(tops)}
    return {line for index in near for line in span(tops[index])}


def fault(case, after):
    """What is wrong with the lines of an edit, or None."""
    old, new = case.text.split("\n"), after.split("\n")
    lines = named(case)
    near = None
    kinds = set()
    blanks = 0
    for before, then in aligned(old, new):
        one = None if before is None else old[before]
        two = None if then is None else new[then]
        if one == two or before in lines:
            continue
        if one is None:
            blanks += is_blank(two)
            continue
        if two is None:
            if not is_blank(one) or not {before - 1, before + 1} & lines:
                kinds.add("another blank line is taken out" if is_blank(one) else "another line is taken out")
            continue
        if is_blank(one) and is_blank(two):
            kinds.add("a blank line's blanks change")
            continue
        near = near or regions(case.text, lines)
        if before in near and NUMBER.match(one) and re.sub(r"\d+", "", one, count=1) == re.sub(
                r"\d+", "", two, count=1):
            continue
        if before in near and is_reindented(case.text, before, one, two):
            continue
        kinds.add("another line is indented" if one.lstrip(" \t>") == two.lstrip(" \t>")
                  else "another line changes")
    if case.command == "task-toggle" and not is_box_only(case.text, after):
        kinds.add("more than the box changes")
    if case.command == "newline":
        kinds.update(newline_fault(case, after))
    return sorted(kinds)[0] if kinds else None


def is_reindented(text, line, one, two):
    """Whether a line is in an ordered item whose number may have become wider: it moves by one or two."""
    if one.lstrip(" \t>") != two.lstrip(" \t>") and not NUMBER.match(one):
        return False
    if abs(len(one) - len(two)) > 2:
        return False
    inside = [place for index in touched(text, line, line) for place in ancestors(text, index)]
    return any(blocks(text)[place].kind == "ordered" for place in inside)


def is_box_only(before, after):
    """Whether texts differ in the characters of boxes alone: `[ ]` and `[x]`."""
    if len(before) != len(after):
        return False
    return all(before[index - 1:index + 2:2] == "[]" and {one, two} <= set(" xX")
               for index, (one, two) in enumerate(zip(before, after)) if one != two)


def newline_fault(case, after):
    """Before a caret only numbers change, and blanks or delimiters right before it."""
    head = case.text[:case.start]
    if case.start != case.end:
        return
    line = head.rsplit("\n", 1)[-1]
    if not re.sub(r"^[ \t>]*(?:(?:[-+*]|\d+[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]*)?|#+(?:[ \t]+|$))*", "", line):
        head = head[:len(head) - len(line)]
    # `**a ‸b**` is cut to `**a**` and `**b**`: the blank before the caret may go.
    if not after.startswith(head.rstrip(" \t*_`~")):
        same = [re.sub(r"(?m)^([ \t>]*(?:[-+*][ \t]+)*)\d+", r"\1#", text) for text in (head, after)]
        if not same[1].startswith(same[0].rstrip(" \t*_`~")):
            yield "text before the caret changes"
