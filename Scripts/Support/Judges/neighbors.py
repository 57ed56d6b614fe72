"""What a command on blocks leaves as it is: the blocks and the lines outside of the selection, and numbers."""
import collections
import re

from judging import KEYS
from reading import is_blank
from rows import HEADINGS, HTML, LISTS, MOVES, PREFIX, SHOWN, subsequence

NUMBER = re.compile(r"\d+(?=[.)])")
CODE = re.compile(r"(?: {4}|\t)\s*\S")


def outside(judged, pairs):
    """Returns the fault of the rows outside of the selection: they keep kind, containers and tightness."""
    last = None
    if judged.command in LISTS + ("backspace",):
        # What comes out of a nested item is parted from its neighbors by blank lines.
        judged.lists = {number for row in judged.within for number in row.ids[:-2]}
    elif judged.command in ("indent", "outdent") and any(row.loose for row in judged.within):
        judged.lists = {number for row in judged.old.rows for number in row.ids}
    for (_, row), (_, then) in pairs:
        if id(row) in judged.chosen:
            last = None
            continue
        related = judged.is_related(row)
        if row.kind != then.kind and not (related and judged.command in HEADINGS):
            if not (HTML.match("".join(one for one, _ in row.text)) and "html_block" in (row.kind, then.kind)):
                return f"outside: {row.kind} is {then.kind}"
        if not related and shown(row.path, judged.command) != shown(then.path, judged.command):
            return "outside: other containers"
        kept = [label for at, label in enumerate(row.path) if row.ids[at] not in judged.items
                and not set(row.ids[at + 1:at + 2]) & judged.items and label != "block_quote"]
        is_inside = subsequence(without_boxes(kept), without_boxes(then.path))
        if related and not (is_inside and len(then.path) <= len(row.path) + 2):
            return "outside: children in other containers"
        if row.path == then.path and not row.loose and then.loose and row.kind == then.kind and not (
                set(row.ids[-2:]) & judged.lists):
            # Hyphens below text need a blank line above, which peers write, too.
            return f"{'arguable: ' if judged.command == 'horizontal-rule' else ''}tightness: a list becomes loose"
        if row.loose and row.path == then.path and not then.loose and not judged.is_typed and not any(
                set(row.ids) & set(other.ids) for other in judged.within):
            return "tightness: an unselected list becomes tight"
        if (judged.command in KEYS or not judged.rows) and last and last[0].line < judged.first <= row.line:
            last = None
        if last and not related:
            if (last[0].leaf == row.leaf) != (last[1].leaf == then.leaf):
                return "outside: blocks melt" if last[1].leaf == then.leaf else "outside: a block is split"
            if sum(a == b for a, b in zip(last[0].ids, row.ids)) != sum(a == b for a, b in zip(last[1].ids, then.ids)):
                return "outside: a container is split or joined"
        last = None if related else (row, then)
    return None


def shown(path, command):
    """Returns containers without the boxes of items that an item may leave or get into."""
    outer = path if command in ("indent", "outdent") else path[:-1]
    return without_boxes(outer) + list(path[len(outer):])


def without_boxes(path):
    return [label[:4] if label.startswith("item") else label for label in path]


def span(judged, leaf):
    first, last = judged.old.extents[leaf]
    return range(first, last + 1)


def is_quoted(line):
    return line.lstrip().startswith(">")


def is_crossed(judged, leaf):
    """Whether marks or a link of a block go over the edge of the selection, where they end and begin again."""
    rows = [row for row in judged.old.rows if row.leaf == leaf]
    return any(set(one.text[-1][1]) & set(two.text[0][1]) for one, two in zip(rows, rows[1:])
               if judged.command in LISTS + HEADINGS + MOVES
               or (id(one) in judged.chosen) != (id(two) in judged.chosen))


def blanks_fault(judged):
    """Whether a line ends in a blank that it did not end in before. The line with the caret may."""
    caret = judged.result.count("\n", 0, judged.caret)
    old, new = (collections.Counter(SHOWN.sub("", line, count=1).lstrip(" \t>") for at, line in enumerate(side)
                                    if line.endswith((" ", "\t")) and at != skipped)
                for side, skipped in ((judged.old.lines, -1), (judged.new.lines, caret)))
    is_written = new - old and judged.command not in MOVES + ("duplicate-line", "newline")
    return "bytes: a blank at a line's end is written" if is_written else None


def moved_fault(judged):
    """Whether a line of a move or a duplicate is not as it was, except for its number and containers."""
    if any(is_crossed(judged, leaf) for leaf in judged.blocks):
        return None
    # A hard break stays between the lines.
    old, new = (collections.Counter(NUMBER.sub("#", line.lstrip(" \t>").rstrip(" \t\\"), count=1)
                                    for line in side if not is_blank(line))
                for side in (judged.old.lines, judged.new.lines))
    is_other = old - new or judged.command in MOVES and new - old
    return "bytes: a line that moves is another" if is_other else None


def named(judged, related):
    """Returns the first and the last line that a command may write."""
    old, command, first, last = judged.old.lines, judged.command, judged.first, judged.last
    for leaf in judged.blocks:
        if judged.old.kinds[leaf] != "paragraph" or command in ("quote", "callout", "horizontal-rule") \
                or is_crossed(judged, leaf):
            first, last = min(first, span(judged, leaf)[0]), max(last, span(judged, leaf)[-1])
    if command in LISTS + ("indent", "outdent", "backspace") and judged.items:
        # The first line of the item that comes off.
        first, last = min(related | {first}), max([last] + [span(judged, leaf)[-1] for leaf in judged.blocks])
    if command in ("callout", "quote", "horizontal-rule"):
        first, last = min(related | {first}), max(related | {last})
        # A title goes with its quote, and a definition with those beside it.
        covered = {line for leaf in judged.old.extents for line in span(judged, leaf)}
        while first and (is_quoted(old[first - 1]) and is_quoted(old[first]) or not is_blank(old[first - 1])
                         and not {first - 1, first} & covered):
            first -= 1
        while last + 1 < len(old) and not is_blank(old[last + 1]) and not {last, last + 1} & covered:
            last += 1
    while command == "backspace" and first:
        first -= 1
        if not is_blank(old[first]):
            break
    return first, last


def lines_fault(judged):
    """Returns the fault in the bytes of the lines above and below those that the command names, or None."""
    old, new, command = judged.old.lines, judged.new.lines, judged.command
    if command in MOVES + ("duplicate-line",):
        return moved_fault(judged)
    related = {line for row in judged.old.rows if judged.is_related(row) or row.leaf in judged.blocks
               for line in span(judged, row.leaf)}
    ordered = {line for row in judged.old.rows if "ordered" in row.path for line in span(judged, row.leaf)}
    first, last = named(judged, related)

    def is_kept(at, line):
        if old[at] == line:
            return True
        if is_blank(old[at]) or is_blank(line):
            return is_blank(old[at]) and is_blank(line) and command in ("quote", "callout", "indent", "outdent")
        if command in LISTS + HEADINGS and at == first - 1 and old[at].rstrip(" \t\\") == line.rstrip():
            # The backslash of a hard break goes with the break.
            return True
        if command in LISTS + HEADINGS and at == last + 1 and line.replace("\\", "", 1) == old[at]:
            # Text that began no block in its paragraph stays text.
            return True
        if command in LISTS and at > last and CODE.match(old[at]) and line.lstrip() == old[at].lstrip():
            # Indented code after a new item goes along into it.
            return True
        if at in related and SHOWN.sub("", old[at], count=1) == SHOWN.sub("", line, count=1):
            return True
        return at in ordered and NUMBER.sub("#", old[at].lstrip(" \t>"), count=1) == NUMBER.sub(
            "#", line.lstrip(" \t>"), count=1)

    head = tail = 0
    while head < min(first, len(new)) and is_kept(head, new[head]):
        head += 1
    below = len(old) - last - 1
    while tail < min(below, len(new) - head) and is_kept(len(old) - 1 - tail, new[-1 - tail]):
        tail += 1
    # One blank line beside the selection may go, or one be written.
    if head < first - (1 if first and is_blank(old[first - 1]) else 0):
        return "bytes: a line above changes"
    if tail < below - (1 if below and is_blank(old[last + 1]) else 0):
        return "bytes: a line below changes"
    middle = new[head:len(new) - tail]
    is_double = len(middle) > 1 and head and is_blank(new[head - 1]) and is_blank(middle[0])
    return "bytes: two blank lines" if is_double and command != "newline" and not is_blank(old[first]) else None


def numbers_fault(judged):
    """Whether an ordered list that counted, or was `1.` throughout, no longer does so."""
    def counts(numbers):
        return not numbers or len(set(numbers)) == 1 or numbers == list(range(numbers[0], numbers[0] + len(numbers)))

    if judged.command == "renumber-list" or all(map(counts, judged.old.numbers.values())):
        lists = judged.new.numbers
        if judged.command == "renumber-list":
            inner = {row.ids[at - 1] for row in judged.rows for at in
                     [max((at for at, label in enumerate(row.path) if label.startswith("item")), default=0)] if at}
            lists = {key: lists[key] for key in inner if key in lists}
        if not all(map(counts, lists.values())):
            return "numbers: an ordered list does not count"
    return None
