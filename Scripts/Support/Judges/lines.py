"""The law of lines: outside of the lines that a command names, no byte changes.

Also named are an ordered item whose number closes up, with its lines if the number's width changes, and one blank
line that is added or removed at the border of the change.
"""
import collections
import difflib
import re

from judging import KEYS
from reading import ancestors, around, blocks, extent, is_blank, item_of, leaves, selected_lines, touched

NUMBER = re.compile(r"^([ \t>]*(?:[-+*][ \t]+)*)(\d+)([.)])(?=[ \t\r]|$)")
ITEMS = set("""bullet-list ordered-list task-list quote code-block indent outdent move-line-up move-line-down
duplicate-line backspace""".split())


def key(line):
    """Returns a line without its indentation and number."""
    return NUMBER.sub(lambda found: "#" + found[3], line.lstrip(" \t"), count=1)


def aligned(old, new):
    """Returns pairs of line indices (either may be None). A renumbered or indented line is paired with itself."""
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
    """Returns the lines that a command names, as a set."""
    text = case.text
    first, last = selected_lines(text, case.start, case.end)
    lines = set(range(first, last + 1))
    found = blocks(text)
    # A delimiter row has no leaf.
    if is_table(case.command) or not touched(text, first, last):
        tables = [block for block in found if block.kind == "table"
                  and block.first - 1 <= last and first <= block.last + 2]
        lines.update(line for block in tables for line in range(block.first, below(text, block.last + 1) + 1))
    for line in (first, last):
        if not touched(text, line, line):
            lines.update(unread(text, line, line))
    within = touched(text, first, last)
    if not within and around(text, first) is not None:
        within = [around(text, first)]
    for index in within:
        if case.command == "newline":
            lines.update(range(first, found[index].last + 1))
        else:
            lines.update(named_with(case.command, text, index))
    if case.command == "backspace" and first > 0:
        above = text.split("\n")
        place = first - 1
        while place > 0 and is_blank(above[place]):
            place -= 1
        lines.update(range(place, first))
    return lines


def named_with(command, text, index):
    """Returns the lines that a command names with a leaf."""
    found, item = blocks(text), item_of(text, index)
    lines = set(range(found[index].first, found[index].last + 1))
    if item is not None and command in ITEMS:
        lines.update(span(extent(text, item)))
    if item is not None and command == "task-toggle":
        lines.add(found[item].first)
    if command in ("quote", "code-block"):
        # A quote takes the whole item of the outermost list, or the quote around a part of the selection.
        outer = list(ancestors(text, index))
        is_list = len(outer) > 1 and found[outer[-1]].kind in ("bullet", "ordered")
        lines.update(span(extent(text, outer[-2 if is_list else -1])))
    if command.startswith("move-line"):
        lines.update(siblings(text, index))
    return lines


def below(text, line):
    """Returns the last line before a blank one: this cmark-gfm does not count a table's last rows without a bar."""
    lines = text.split("\n")
    while line + 1 < len(lines) and not is_blank(lines[line + 1]):
        line += 1
    return line


def is_table(command):
    """Whether a command belongs to tables: `table-add-row`."""
    return command.startswith(("table-", "align-"))


def unread(text, first, last):
    """Returns the lines around some without a leaf, such as definitions, up to a blank line."""
    lines = text.split("\n")
    while first > 0 and not is_blank(lines[first - 1]) and not touched(text, first - 1, first - 1):
        first -= 1
    while last + 1 < len(lines) and not is_blank(lines[last + 1]) and not touched(text, last + 1, last + 1):
        last += 1
    return range(first, last + 1)


def span(extent):
    return range(extent[0], extent[1] + 1)


def siblings(text, index):
    """Returns the lines of the neighbors of a moving block, or of its container if it is alone there."""
    found = blocks(text)
    for place in ancestors(text, index):
        beside = [other for other, block in enumerate(found) if block.parent == found[place].parent]
        where = beside.index(place)
        for other in beside[max(0, where - 1):where + 2]:
            yield from span(extent(text, other))


def regions(text, lines):
    """Returns the lines of the outermost blocks with some of the given lines, and of the lists beside them."""
    tops = [extent(text, index) for index, block in enumerate(blocks(text)) if block.parent < 0]
    held = [index for index, (first, last) in enumerate(tops)
            if any(first <= line <= last or is_near(text, line, first) for line in lines)]
    near = {index + step for index in held for step in (-1, 0, 1) if 0 <= index + step < len(tops)}
    return {line for index in near for line in span(tops[index])}


def is_near(text, line, first):
    """Whether there are only blank lines from a line to a block."""
    return line < first and all(is_blank(one) for one in text.split("\n")[line:first])


def fault(case, after):
    """Returns the fault in the lines of an edit, or None."""
    old, new = case.text.split("\n"), after.split("\n")
    lines = named(case)
    if case.command.startswith("move-line"):
        return moved_fault(case, old, new, lines)
    kinds = {kind_of(case, old, new, before, then, lines) for before, then in aligned(old, new)}
    if case.command == "task-toggle" and not is_box_only(case.text, after):
        kinds.add("more than the box changes")
    if case.command == "newline":
        kinds.update(newline_fault(case, after))
    if case.command not in {"quote", "indent", "outdent"} | set(KEYS):
        kinds.add(quote_fault(old, new))
    if case.command not in ITEMS:
        kinds.update(needless(case, old, new))
    return min(kinds - {None}, default=None)


def quote_fault(old, new):
    """Whether a line's `>>` is spelled differently, such as `> >`."""
    for before, then in aligned(old, new):
        if before is None or then is None:
            continue
        one, two = (re.match(r"(?:[ \t]*>)*", line)[0] for line in (old[before], new[then]))
        if one != two and one.count(">") == two.count(">"):
            return "the markers of a quote are written otherwise"
    return None


def kind_of(case, old, new, before, then, lines):
    """Returns the fault of one line that changes, or None."""
    one = None if before is None else old[before]
    two = None if then is None else new[then]
    if one is None or one == two or before in lines:
        return None
    if two is None:
        if not is_blank(one):
            return "another line is taken out"
        # One of several blank lines: any of them may be the one.
        low = high = before
        while low > 0 and is_blank(old[low - 1]):
            low -= 1
        while high + 1 < len(old) and is_blank(old[high + 1]):
            high += 1
        return None if set(range(low - 1, high + 2)) & lines else "another blank line is taken out"
    if is_blank(one) and is_blank(two):
        return "a blank line's blanks change"
    near = regions(case.text, lines)
    if before in near and NUMBER.match(one) and re.sub(r"\d+", "", one, count=1) == re.sub(
            r"\d+", "", two, count=1):
        return None
    if before in near and is_reindented(case.text, before, one, two):
        return None
    return "another line is indented" if one.lstrip(" \t>") == two.lstrip(" \t>") else "another line changes"


def moved_fault(case, old, new, lines):
    """Moved lines must be the same lines in another order, except for numbers and a blank line between them."""
    def content(side):
        # Marks that span several lines are closed and reopened at the moved line, and a lazy line gets its quote.
        return collections.Counter(
            re.sub(r"[*_~`]", "", key(line.lstrip(" \t>"))).strip() for line in side if not is_blank(line))

    # So are links.
    if content(old) != content(new) and "\n".join(old).count("](") == "\n".join(new).count("]("):
        return "a line that moves is another"
    # A blank line moves beside a block, and a block moves past definitions, which have no leaf.
    low, high = min(lines), max(lines)
    while low > 0 and (is_blank(old[low]) or not touched(case.text, low - 1, low - 1)):
        low -= 1
    while high + 1 < len(old) and (is_blank(old[high]) or not touched(case.text, high + 1, high + 1)):
        high += 1
    spaces = [collections.Counter(line for line in side if is_blank(line) and line) for side in (old, new)]
    if spaces[0] - spaces[1]:
        return "a blank line's blanks change"
    pairs = {kind_of(case, old, new, before, then, set(range(low, high + 1)) | lines)
             for before, then in aligned(old, new)}
    return min(pairs - {None}, default=None)


def needless(case, old, new):
    """Finds an unselected line whose indentation changed although the tree does not need it."""
    first, last = selected_lines(case.text, case.start, case.end)
    for before, then in aligned(old, new):
        if None in (before, then) or first <= before <= last or old[before] == new[then]:
            continue
        if is_blank(old[before]) or old[before].lstrip(" \t>") != new[then].lstrip(" \t>"):
            continue
        left = leaves("\n".join(new[:then] + [old[before]] + new[then + 1:]))
        if [leaf[:2] + leaf[5:] for leaf in left] == [leaf[:2] + leaf[5:] for leaf in leaves("\n".join(new))]:
            yield "a line is indented otherwise without need"
            return


def is_reindented(text, line, one, two):
    """Whether a line is in an ordered item whose number may have become wider, so that it moves by one or two."""
    if one.lstrip(" \t>") != two.lstrip(" \t>") and not NUMBER.match(one):
        return False
    if abs(len(one) - len(two)) > 2:
        return False
    inside = [place for index in touched(text, line, line) for place in ancestors(text, index)]
    return any(blocks(text)[place].kind == "ordered" for place in inside)


def is_box_only(before, after):
    """Whether texts differ only in the characters of boxes: `[ ]` and `[x]`."""
    if len(before) != len(after):
        return False
    return all(before[index - 1:index + 2:2] == "[]" and {one, two} <= set(" xX")
               for index, (one, two) in enumerate(zip(before, after)) if one != two)


def newline_fault(case, after):
    """Before a caret, only numbers may change, and blanks or delimiters directly before it."""
    head = case.text[:case.start]
    if case.start != case.end:
        return
    line = head.rsplit("\n", 1)[-1]
    if not re.sub(r"^[ \t>]*(?:(?:[-+*]|\d+[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]*)?|#+(?:[ \t]+|$))*", "", line):
        head = head[:len(head) - len(line)]
    # `**a ‸b**` is split into `**a**` and `**b**`, so the blank before the caret may disappear. A caret in `<‸`
    # moves before it.
    if not after.startswith(head.rstrip(" \t*_`~<[")):
        same = [re.sub(r"(?m)^([ \t>]*(?:[-+*][ \t]+)*)\d+", r"\1#", text) for text in (head, after)]
        if not same[1].startswith(same[0].rstrip(" \t*_`~<[")):
            yield "text before the caret changes"
