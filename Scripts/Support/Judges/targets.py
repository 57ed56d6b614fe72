"""What each command on blocks is for: the selected rows have exactly the block that it names."""
import collections

from neighbors import outside, span, without_boxes
from reading import is_blank
from rows import CALLOUT, HEADINGS, LISTS, MOVES, PREFIX, RULE, subsequence


def same_text(one, two, marks=True):
    """Whether characters are the same, with their marks."""
    return [char if marks else char[0] for char, _ in one] == [char if marks else char[0] for char, _ in two]


def eligible(judged):
    """Returns the selected rows that a heading or list command is for."""
    kinds = "paragraph" if judged.command == "task-list" else ("paragraph", "heading")
    return [row for row in judged.rows if row.kind.startswith(kinds)]


def pair(path):
    """Returns the kinds of the innermost list and item, or None outside of lists."""
    at = max((at for at, label in enumerate(path) if label.startswith("item")), default=None)
    return None if at is None else path[at - 1:at + 1]


def heading(judged, pairs):
    """Each selected line has the level of the command; a paragraph, if all had it."""
    # The first line of a task cannot be a heading.
    rows = [row for row in eligible(judged) if not (
        row.path and "[" in row.path[-1] and judged.old.first.get(row.ids[-1:] and row.ids[-1]) == row.leaf
        and row.line == span(judged, row.leaf)[0])]
    wanted = "heading" + judged.command[-1]
    if judged.command == "paragraph" or rows and all(row.kind == wanted for row in rows):
        wanted = "paragraph"
    for row, then in pairs:
        if row in rows:
            level = int(row.kind[7:] or 0) if row.kind.startswith("heading") else 0
            target = f"heading{min(6, level + 1)}" if judged.command == "heading" else wanted
            if then.kind != target and not (target == "paragraph" and then.kind == "html_block"):
                return f"target: {row.kind} is {then.kind}, not {target}"
        elif row.kind != then.kind:
            return f"selected: {row.kind} is {then.kind}"
        if row.path != then.path and not judged.is_bare:
            return "selected: other containers"
    return None


def is_item(path, command):
    found = pair(path)
    return found is not None and ("[" in found[1] if command == "task-list" else found[0] == command.split("-")[0]
                                  and (command == "ordered-list" or "[" not in found[1]))


def listed(judged, pairs):
    """Each selected line is an item of the kind, all of one list; or it comes off, if all were."""
    command, rows = judged.command, eligible(judged)
    is_off = bool(rows) and all(is_item(row.path, command) for row in rows) and not judged.is_bare
    previous = None
    for row, then in pairs:
        if row not in rows:
            previous = None
            if row.kind != then.kind:
                return f"selected: {row.kind} is {then.kind}"
            continue
        inside = [at for at, number in enumerate(row.ids) if number in judged.items]
        kept = [[label for at, label in enumerate(row.path) if at not in taken and at + 1 not in taken]
                for taken in (inside, inside[-1:])]
        if row.kind != then.kind and not (row.kind == "paragraph" and then.kind == "html_block"):
            return f"selected: {row.kind} is {then.kind}"
        if is_off and not judged.is_typed:
            if list(then.path) not in kept:
                return "target: the item does not come off"
        elif not judged.is_typed or judged.is_bare:
            found, box = pair(then.path), (pair(row.path) or ("", ""))[1]
            if found is None:
                return "target: no item"
            kind = "task" if command == "task-list" else command.split("-")[0]
            if kind == "task" and "[" not in found[1] or kind != "task" and found[0] != kind:
                return "target: another kind of item"
            if kind != "task" and (pair(row.path) or (kind,))[0] != kind and "[" in box and box != found[1]:
                return "target: the box is lost"
            if not subsequence(kept[0], then.path) or len(then.path) > len(row.path) + 2 and not judged.is_bare:
                return "target: other containers"
            if previous and pair(row.path) is None and row.ids == previous[0].ids and all(
                    is_blank(line) for line in judged.old.lines[previous[0].line + 1:row.line]) and not (
                    row.leaf == previous[0].leaf and row.kind != "paragraph"):
                if then.ids[-1] == previous[1].ids[-1]:
                    return "target: two lines in one item"
                if then.ids[-2] != previous[1].ids[-2]:
                    return "target: two lists"
        previous = row, then
    return None


def common(one, two):
    """Returns how many containers two rows share."""
    return sum(a == b for a, b in zip(one.ids, two.ids))


def quote(judged, pairs):
    """The selected rows are in one quote more, or in one less if all were in one; a callout's quote has a title."""
    def without(path):
        return [label for label in path if label != "block_quote"]

    def level(row):
        return row.path.count("block_quote")

    rows = [row for row in judged.rows if row.kind != "callout"]
    notes = {row.ids[-1] for row in judged.old.rows if row.kind == "callout" and
             (judged.command == "quote" or row.text[0][1].lower() == "note")}
    others = {row.ids[-1] for row in judged.old.rows if row.kind == "callout"} - notes
    is_off = all(level(row) for row in rows) if judged.command == "quote" else all(notes & set(row.ids) for row in rows)
    new = {row.ids[-1] for row in judged.new.rows if row.kind == "callout"}
    previous = None
    for row, then in pairs:
        if row.kind != then.kind:
            return f"selected: {row.kind} is {then.kind}"
        if judged.is_typed:
            if not judged.old.lines[judged.first].strip() and not level(then):
                return "target: no quote"
            continue
        if without(row.path) != without(then.path):
            return "selected: other containers"
        step = -1 if is_off else 0 if judged.command == "callout" and (level(row) or others & set(row.ids)) else 1
        if level(then) - level(row) not in ((0, 1) if step == 0 else (step,)):
            return f"target: {level(then)} quotes for {level(row)}"
        if judged.command == "callout" and not is_off and not new & set(then.ids):
            return "target: no callout"
        if previous and step == 1 and common(previous[1], then) <= common(previous[0], row):
            return "target: two quotes"
        previous = row, then
    return None


def moved_in(judged, pairs):
    """Indent and Outdent: the selected items are one level deeper or higher, with everything in them."""
    step = 1 if judged.command == "indent" else -1
    # Of several items, the first of a list cannot be indented, and one at the top not outdented.
    steps, moved = (0, step) if judged.first < judged.last else (step,), False
    for row, then in pairs:
        if id(row) not in judged.chosen and not judged.items & set(row.ids):
            continue
        if row.kind != then.kind:
            return f"selected: {row.kind} is {then.kind}"
        depths = [sum(label.startswith("item") for label in one.path) for one in (row, then)]
        if depths[1] - depths[0] not in steps if depths[0] else row.path != then.path:
            return f"target: depth {depths[1]} for {depths[0]}"
        moved |= depths[0] != depths[1]
    return None if moved else "target: no item moves"


def tasks(judged, pairs):
    """All boxes are checked; open, if all were. Nothing else changes."""
    for at, (one, two) in enumerate(zip(judged.text, judged.result)):
        if one != two and not (judged.text[at - 1:at + 2:2] == "[]" and {one, two} <= set(" xX")):
            return "bytes: more than a box changes"
    boxes = [(pair(row.path)[1], pair(then.path)[1]) for row, then in pairs
             if id(row) in judged.chosen and pair(row.path) and pair(then.path)]
    wanted = "item[x]" if any(box == "item[ ]" for box, _ in boxes) else "item[ ]"
    return "target: a box" if any("[" in box and then != wanted for box, then in boxes) else None


def same(judged, pairs):
    """The selected rows stay what they are; Enter may make a paragraph of a heading's second half."""
    for row, then in pairs:
        if id(row) in judged.chosen and not judged.is_typed and without_boxes(row.path) != without_boxes(then.path):
            return "selected: other containers"
        if id(row) in judged.chosen and row.kind != then.kind and judged.command != "newline":
            return f"selected: {row.kind} is {then.kind}"
    return None


def backspace(judged, pairs):
    """The selected rows are in fewer containers, or in those of the line above."""
    above = [row.path for row in judged.old.rows if row.line < judged.first][-1:]
    for row, then in pairs:
        if id(row) in judged.chosen and not judged.is_typed and then.path not in above and not subsequence(
                without_boxes(then.path), without_boxes(row.path)):
            return "selected: in more containers"
    return None


def around(judged):
    """Returns the characters before and after the selected rows, each with that of the edited text, or None."""
    inside = [at for at, (_, row) in enumerate(judged.before) if id(row) in judged.chosen]
    low = min(inside) if inside else sum(row.line < judged.first for _, row in judged.before)
    high = max(inside) + 1 if inside else low
    tail = len(judged.before) - high
    head, rest = judged.after[:low], judged.after[len(judged.after) - tail:]
    if low + tail > len(judged.after) or not same_text(judged.before[:low] + judged.before[high:], head + rest):
        return None
    return (list(zip(judged.before[:low], head)), list(zip(judged.before[high:], rest)),
            [row for _, row in judged.after[low:len(judged.after) - tail]])


def code_block(judged):
    """The selected lines become the lines of one block of code, or those of a block of code are as they were."""
    rows = judged.rows
    is_off = bool(judged.blocks) and all(judged.old.kinds[leaf] == "code_block" for leaf in judged.blocks)
    found = around(judged)
    if found is None:
        return "text"
    head, tail, inside = found
    wrong = outside(judged, head) or outside(judged, tail)
    if wrong:
        return wrong
    if is_off:
        content = [judged.old.lines[row.line].lstrip(" \t>").rstrip() for row in rows]
        lines = [line.lstrip(" \t>").rstrip() for line in judged.new.lines]
        if not subsequence(content, [PREFIX.sub("", line) if line not in content else line for line in lines]):
            return "target: a line that comes out of code is another"
        return None
    if not rows and not inside:
        return None
    if len({row.leaf for row in inside}) != 1 or any(row.kind != "code_block" for row in inside):
        return "target: not one block of code"
    place = judged.new.extents.get(inside[0].leaf, (0, -1))[1]
    if not judged.new.lines[place].lstrip(" \t>").startswith(("```", "~~~")) and not judged.is_typed:
        return "target: no closing fence"
    if judged.is_typed:
        return None
    first, last = judged.first, judged.last
    for leaf in {row.leaf for row in rows if row.kind != "paragraph"}:
        first, last = min(first, judged.old.extents[leaf][0]), max(last, judged.old.extents[leaf][1])
    old = [line.strip(" \t>") for line in judged.old.lines[first:last + 1] if not is_blank(line)]
    new = [judged.new.lines[line].strip(" \t>") for line in dict.fromkeys(row.line for row in inside)
           if not is_blank(judged.new.lines[line])]
    if len(old) != len(new) or any(
            one != two and not (one.endswith(two) and PREFIX.fullmatch(one[:len(one) - len(two)]))
            for one, two in zip(old, new)):
        return "target: the code is not the selected lines"
    return None


def rule(judged):
    """There is one rule more, in or after the selected blocks."""
    places = [at for at, (one, row) in enumerate(judged.after) if one[0] == RULE and same_text(
        judged.before, judged.after[:at] + judged.after[at + 1:])]
    if not places:
        return "text"
    near = [at for at, (_, row) in enumerate(judged.before) if {row.leaf, *row.ids} & judged.blocks]
    low = min(near, default=sum(row.line < judged.first for _, row in judged.before))
    places = [at for at in places if low <= at <= max(near, default=low - 1) + 1]
    if not places:
        return "target: the rule is elsewhere"
    judged.lists = {number for row in judged.rows for number in row.ids} - {
        number for row in judged.old.rows if id(row) not in judged.chosen for number in row.ids}
    judged.chosen = set()
    faults = [outside(judged, zip(judged.before[:at], judged.after)) or outside(
        judged, zip(judged.before[at:], judged.after[at + 1:])) for at in places]
    return None if None in faults else faults[0]


def units(reading):
    """Returns the rows as a reader sees them: kind, containers, text, and whether it is loose and begins a block."""
    leaf, found = None, []
    for row in reading.rows:
        found.append((row.kind, row.path, row.text, row.loose, row.leaf != leaf))
        leaf = row.leaf
    return found


def permuted(judged):
    """A duplicate repeats some rows, among them the selected ones; a move exchanges two neighbors."""
    wrong = exchanged(judged, units(judged.old), units(judged.new))
    if wrong is None:
        return None
    if exchanged(judged, *([unit[:3] + unit[4:] for unit in units(side)] for side in (judged.old, judged.new))) is None:
        return "tightness: a list becomes loose or tight"
    # A line of a block moves in it.
    other = exchanged(judged, *([unit[:4] for unit in units(side)] for side in (judged.old, judged.new)))
    is_part = any(row.kind != "paragraph" or len(span(judged, row.leaf)) > 1 for row in judged.rows)
    return other if other or is_part else "arguable: the copy is in the same paragraph"


def exchanged(judged, old, new):
    """Returns the fault of a duplicate or a move in the units before and after, or None."""
    chosen = [at for at, row in enumerate(judged.old.rows) if id(row) in judged.chosen]
    if judged.command == "duplicate-line":
        more = len(new) - len(old)
        if more <= 0:
            return "target: nothing is repeated" if chosen else None
        for at in range(more, len(old) + 1):
            if new[:at] == old[:at] and new[at:at + more] == old[at - more:at] and new[at + more:] == old[at:]:
                if set(chosen) <= set(range(at - more, at)):
                    return None
        return "target: not the same twice"
    head = next((at for at, (one, two) in enumerate(zip(old, new)) if one != two), None)
    if head is None or collections.Counter(old) != collections.Counter(new):
        is_same = collections.Counter(one[2] for one in old) == collections.Counter(one[2] for one in new)
        return None if old == new else "target: what moves is another block" if is_same else "text"
    tail = next(at for at, (one, two) in enumerate(zip(old[::-1], new[::-1])) if one != two)
    for low in range(head, max(-1, head - 25), -1):
        for high in range(len(old) - tail, min(len(old), len(old) - tail + 25) + 1):
            for cut in range(low + 1, high):
                if old[cut:high] + old[low:cut] == new[low:high] and set(chosen) <= set(
                        range(cut, high) if judged.command == "move-line-up" else range(low, cut)):
                    return None
    return "target: not two neighbors exchanged"


RULES = {**dict.fromkeys(HEADINGS, heading), **dict.fromkeys(LISTS, listed), "quote": quote, "callout": quote,
         "indent": moved_in, "outdent": moved_in, "task-toggle": tasks, "renumber-list": same, "newline": same,
         "backspace": backspace}
