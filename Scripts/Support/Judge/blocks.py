"""Commands on blocks, and Enter and Backspace at the starts of lines: once, and toggles twice.

A row is what a reader sees of one line of one block, with the containers around it. The selected rows get the block
that the command names; the others keep theirs, and the lines outside of the selection their bytes.
"""
import collections
import re

from cmark import BREAK, FENCE, NOTHING, RULE, Row, metadata_end, page
from common import Case, is_blank, is_subsequence, plain, selected_lines, tops

HEADINGS = tuple(f"heading-{level}" for level in range(1, 7)) + ("heading", "paragraph")
LISTS = ("bullet-list", "ordered-list", "task-list")
MOVES = ("move-line-up", "move-line-down")
KEYS = ("newline", "backspace")
COMMANDS = HEADINGS + LISTS + MOVES + KEYS + (
    "quote", "task-toggle", "code-block", "horizontal-rule", "indent", "outdent", "duplicate-line", "renumber-list")
TOGGLES = HEADINGS[:6] + LISTS + ("quote", "task-toggle", "code-block")
WORD = "W"
PREFIX = re.compile(r"(?:[ \t>]|(?:[-+*]|\d+[.)])(?=[ \t]|$)|\[[ xX]\](?=[ \t]|$))*")
SHOWN = re.compile(r"[ \t>]*(?:(?:[-+*]|\d+[.)])(?:[ \t]+\[[ xX]\])?(?:[ \t>]+|$)|#{1,6}(?:[ \t]+|$))*")
HTML = re.compile(r"<[/a-zA-Z!?]")
CODE = re.compile(r"(?m)^[ >]*(?: {4}|\t)\s*\S")
ITEM_LINE = re.compile(r"[ \t>]*(?:[-+*]|\d+[.)])[ \t]")
# The commands for items, with the lines where they may do something.
ITEMS = {"indent": ITEM_LINE, "outdent": re.compile(r"[ \t>]+(?:[-+*]|\d+[.)])[ \t]"),
         "task-toggle": re.compile(r".*\[[ xX]\] "), "renumber-list": re.compile(r"[ \t>]*\d+[.)][ \t]")}
# A definition, a row of delimiters, a rule or an underline.
UNDERLINE = re.compile(r"[ \t>]*(?:\[[^\]]+\]:|\|?[ \t]*:?-+:?[ \t]*(?:\||$)|=+[ \t]*$|(?:[-*_][ \t]*){3,}$)")


def signs(shown):
    """Returns what is compared of each letter, with its row."""
    return [((one.char, one.marks, None if (one.link or "?")[0] == "own" else one.link, one.row.kind == "code_block" or bool(one.gap)), one.row)
            for one in shown.letters if one.char not in (NOTHING, BREAK)]


def same_text(one, two, gaps=True):
    """Whether signs are the same, with white space or without."""
    return [sign if gaps else sign[:3] for sign, _ in one] == [sign if gaps else sign[:3] for sign, _ in two]


def is_empty_line(text, place):
    """Whether a line has only markers before a caret, and nothing after it."""
    start = text.rfind("\n", 0, place) + 1
    return not text[place:].split("\n")[0].strip() and SHOWN.fullmatch(text[start:place]) is not None


class Judged:
    """A command on a text without CR, and the rows before and after it, with a word typed at a caret in an empty line.

    `rows` and `chosen` are the selected rows, `blocks` the blocks with a selected line, and `items` the items whose
    children may move with them.
    """

    def __init__(self, case, answer):
        self.text, self.start, self.end, self.command, _ = case
        self.result, self.caret = answer["text"], answer["start"]
        self.old, self.new = page(self.text), page(self.result)
        self.first, self.last = selected_lines(self.text, self.start, self.end)
        self.blocks = self.old.covered(self.first, self.last)
        # A heading is selected as a whole, also at its underline; for code, so is all but a paragraph.
        whole = {leaf for leaf in self.blocks if self.old.kinds[leaf].startswith("heading")
                 or self.command == "code-block" and self.old.kinds[leaf] != "paragraph"}
        self.rows = [row for row in self.old.rows if self.first <= row.line <= self.last or {row.leaf, *row.ids} & whole]
        self.chosen, self.lists = {id(row) for row in self.rows}, set()
        self.before, self.after = signs(self.old), signs(self.new)
        literal = any(self.old.kinds[leaf] in ("code_block", "html_block") for leaf in self.blocks)
        self.is_typed = self.start == self.end and is_empty_line(self.text, self.start) \
            and not is_blank(self.old.lines[self.first]) and not self.rows and not literal \
            and self.command not in MOVES + ("horizontal-rule", "duplicate-line", "renumber-list")
        if self.is_typed:
            self.type_word()
        self.within = self.rows + [row for row in self.old.rows if row.leaf in self.blocks]
        depth = 9 if self.command == "quote" else 1
        self.items = {number for row in self.within for number in
                      [number for label, number in zip(row.path, row.ids) if label.startswith("item")][-depth:]}

    def type_word(self):
        """Types a word at the caret, before and after."""
        head = self.text[:self.start]
        blank = "" if not head or head[-1] in " \t\n" else " "
        typed = signs(page(head + blank + WORD + self.text[self.start:]))
        found = [row for sign, row in typed if sign[0] == WORD and row.line == self.first]
        word = Row("paragraph", (), (), False, self.first, -1)
        if found:
            word = word._replace(kind=found[0].kind, path=found[0].path)
        sign = (WORD, frozenset(), None, True)
        self.before.insert(sum(row.line < self.first for _, row in self.before), (sign, word))
        self.rows, self.chosen = [word], {id(word)}
        self.after = signs(page(self.result[:self.caret] + WORD + self.result[self.caret:]))

    def is_related(self, row):
        """Whether an unselected row may move with the selection: it is in its item, or for a quote in its block."""
        if self.command in HEADINGS:
            return row.leaf in self.blocks and row.kind.startswith("heading")
        if self.command in ("code-block", "horizontal-rule", "renumber-list"):
            return False
        same = bool({row.leaf, *row.ids} & self.blocks) and self.command in ("quote", "backspace")
        if self.command == "quote" and row.ids:
            # A container that is selected in part, with blocks beside it, is quoted as a whole.
            inside = [row.ids[0] in other.ids for other in self.rows]
            same |= any(inside) and not all(inside)
        return same or bool(self.items & set(row.ids))

    def text_of(self, row):
        return self.old.texts[row.leaf, row.line]

    def span(self, leaf):
        first, last = self.old.extents[leaf]
        return range(first, last + 1)


# What stays: the rows and lines outside of the selection, and numbers.

def without_boxes(path):
    return [label[:4] if label.startswith("item") else label for label in path]


def outer(path, command):
    """Returns containers without the boxes of items that an item may leave or get into."""
    inner = path if command in ("indent", "outdent") else path[:-1]
    return without_boxes(inner) + list(path[len(inner):])


def outside(judged, pairs):
    """Returns the fault of the rows outside of the selection: they keep kind, containers and tightness."""
    command, last = judged.command, None
    if command in LISTS + ("backspace",):
        # What comes out of a nested item is parted from its neighbors by blank lines.
        judged.lists = {number for row in judged.within for number in row.ids[:-2]}
    elif command in ("indent", "outdent") and any(row.loose for row in judged.within):
        judged.lists = {number for row in judged.old.rows for number in row.ids}
    for (_, row), (_, then) in pairs:
        if id(row) in judged.chosen:
            last = None
            continue
        related = judged.is_related(row)
        if row.kind != then.kind and not (related and command in HEADINGS):
            if not (HTML.match("".join(one.char for one in judged.text_of(row))) and "html_block" in (row.kind, then.kind)):
                return f"outside: {row.kind} is {then.kind}"
        if not related and outer(row.path, command) != outer(then.path, command):
            return "outside: other containers"
        kept = [label for at, label in enumerate(row.path) if row.ids[at] not in judged.items
                and not set(row.ids[at + 1:at + 2]) & judged.items and label != "block_quote"]
        if related and not (is_subsequence(without_boxes(kept), without_boxes(then.path)) and len(then.path) <= len(row.path) + 2):
            return "outside: children in other containers"
        if row.path == then.path and not row.loose and then.loose and row.kind == then.kind and not (
                set(row.ids[-2:]) & judged.lists):
            # Hyphens below text need a blank line above.
            return f"{'arguable: ' if command == 'horizontal-rule' else ''}tightness: a list becomes loose"
        if row.loose and row.path == then.path and not then.loose and not judged.is_typed and not any(
                set(row.ids) & set(other.ids) for other in judged.within):
            return "tightness: an unselected list becomes tight"
        if (command in KEYS or not judged.rows) and last and last[0].line < judged.first <= row.line:
            last = None
        if last and not related:
            if (last[0].leaf == row.leaf) != (last[1].leaf == then.leaf):
                return "outside: blocks melt" if last[1].leaf == then.leaf else "outside: a block is split"
            if common(last[0], row) != common(last[1], then):
                return "outside: a container is split or joined"
        last = None if related else (row, then)
    return None


def common(one, two):
    """Returns how many containers two rows share."""
    return sum(a == b for a, b in zip(one.ids, two.ids))


def content(line):
    """Returns a line without its containers, number and the backslash of a hard break."""
    return SHOWN.sub("", line, count=1).strip(" \t>\\")


def lines_fault(judged):
    """Returns the fault in the bytes, or None. Outside of the blocks at the top that are selected, no line changes, but
    for one blank line beside them. In these blocks, the lines that are not selected keep the text after their markers.
    """
    old, new, command = judged.old.lines, judged.new.lines, judged.command
    starts = sorted(set(judged.old.tops)) + [len(old)]
    moves = command in MOVES + ("duplicate-line", "backspace", "newline")
    low = max([one for one in starts if one <= judged.first] or [0])
    high = min([one for one in starts if one > judged.last] or [len(old)])
    # What moves, or joins the line above, goes into the neighbors; a list continues beyond blank lines.
    low = max([one for one in starts if one < low - (old[low - 1:low] != [""])] or [0]) if moves or command in LISTS + ("quote",) else low
    high = min([one for one in starts if one > high] or [len(old)]) if moves or command in LISTS + ("quote",) + ("indent",) else high
    tail = len(old) - high
    while low and is_blank(old[low - 1]):
        low -= 1
    if old[:low] != new[:low]:
        return "bytes: a line above changes"
    if tail and old[len(old) - tail:] != new[len(new) - tail:]:
        return "bytes: a line below changes"
    if command == "code-block":
        return None
    lines = [line for leaf in judged.blocks if judged.old.kinds[leaf].startswith("heading") for line in judged.span(leaf)]
    chosen = set(range(judged.first, judged.last + 1)).union(lines)
    kept = [content(line) for at, line in enumerate(old) if at not in chosen and content(line)]
    if command not in MOVES and not is_subsequence(kept, [content(line) for line in new]) and "_" not in judged.text \
            and not any(len(row.path) and (judged.text_of(row)[-1].marks or judged.text_of(row)[-1].link) for row in judged.rows):
        return "bytes: a line that is not selected is another"
    caret = judged.result.count("\n", 0, judged.caret)
    blanks = [collections.Counter(content(line) for at, line in enumerate(side) if line.endswith((" ", "\t")) and at != skipped)
              for side, skipped in ((old, -1), (new, caret))]
    if blanks[1] - blanks[0] and command not in MOVES + ("duplicate-line", "newline"):
        return "bytes: a blank at a line's end is written"
    is_double = any(is_blank(one) and is_blank(two) for one, two in zip(new[low + 1:], new[low + 2:]))
    was_double = any(is_blank(one) and is_blank(two) for one, two in zip(old, old[1:]))
    return "bytes: two blank lines" if is_double and not was_double and command not in KEYS + MOVES + (
        "duplicate-line",) else None


def numbers_fault(judged):
    """Whether an ordered list that counted, or was `1.` throughout, no longer does so."""
    def counts(numbers):
        return not numbers or len(set(numbers)) == 1 or numbers == list(range(numbers[0], numbers[0] + len(numbers)))

    lists = judged.new.numbers
    if judged.command == "renumber-list":
        inner = {row.ids[at - 1] for row in judged.rows for at in
                 [max((at for at, label in enumerate(row.path) if label.startswith("item")), default=0)] if at}
        lists = {key: lists[key] for key in inner if key in lists}
    elif not all(map(counts, judged.old.numbers.values())):
        return None
    return None if all(map(counts, lists.values())) else "numbers: an ordered list does not count"


# What each command is for.

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
        and row.line == judged.span(row.leaf)[0])]
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
        if row.path != then.path:
            return "selected: other containers"
    return None


def is_item(path, command):
    found = pair(path)
    return found is not None and ("[" in found[1] if command == "task-list" else found[0] == command.split("-")[0]
                                  and (command == "ordered-list" or "[" not in found[1]))


def listed(judged, pairs):
    """Each selected line is an item of the kind, all of one list; or it comes off, if all were."""
    command, rows = judged.command, eligible(judged)
    is_off = bool(rows) and all(is_item(row.path, command) for row in rows)
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
        elif not judged.is_typed:
            found, box = pair(then.path), (pair(row.path) or ("", ""))[1]
            if found is None:
                return "target: no item"
            kind = "task" if command == "task-list" else command.split("-")[0]
            if kind == "task" and "[" not in found[1] or kind != "task" and found[0] != kind:
                return "target: another kind of item"
            if kind != "task" and (pair(row.path) or (kind,))[0] != kind and "[" in box and box != found[1]:
                return "target: the box is lost"
            if not is_subsequence(kept[0], then.path) or len(then.path) > len(row.path) + 2:
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


def quote(judged, pairs):
    """The selected rows are in one quote more, or in one less if all were in one."""
    def without(path):
        return [label for label in path if label != "block_quote"]

    def level(row):
        return row.path.count("block_quote")

    step = -1 if all(level(row) for row in judged.rows) else 1
    previous = None
    for row, then in pairs:
        if row.kind != then.kind:
            return f"selected: {row.kind} is {then.kind}"
        if judged.is_typed:
            continue
        if without(row.path) != without(then.path):
            return "selected: other containers"
        if level(then) - level(row) != step:
            return f"target: {level(then)} quotes for {level(row)}"
        if previous and step == 1 and common(previous[1], then) <= common(previous[0], row):
            return "target: two quotes"
        previous = row, then
    return None


def moved_in(judged, pairs):
    """The selected items are one level deeper or higher, with everything in them."""
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
    if len(judged.text) != len(judged.result):
        return "bytes: more than a box changes"
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
        if id(row) in judged.chosen and not judged.is_typed and then.path not in above and not is_subsequence(
                without_boxes(then.path), without_boxes(row.path)):
            return "selected: in more containers"
    return None


def code_block(judged):
    """The selected lines become the lines of one block of code, or those of a block of code are as they were."""
    inside = [at for at, (_, row) in enumerate(judged.before) if id(row) in judged.chosen]
    low = min(inside) if inside else sum(row.line < judged.first for _, row in judged.before)
    high = max(inside) + 1 if inside else low
    tail = len(judged.before) - high
    head, rest = judged.after[:low], judged.after[len(judged.after) - tail:]
    if low + tail > len(judged.after) or not same_text(judged.before[:low] + judged.before[high:], head + rest):
        # A definition in code is seen, and its references are no longer links.
        return "unmapped: a definition" if re.search(r"(?m)^[ \t>]*\[[^\]]+\]:", judged.text[judged.start:judged.end]) else "text"
    wrong = outside(judged, zip(judged.before[:low], head)) or outside(judged, zip(judged.before[high:], rest))
    if wrong or judged.is_typed:
        return wrong
    is_off = bool(judged.blocks) and all(judged.old.kinds[leaf] == "code_block" for leaf in judged.blocks)
    rows = list(dict.fromkeys(row for _, row in judged.after[low:len(judged.after) - tail]))
    if is_off:
        return "target: still code" if rows and any(row.kind == "code_block" for row in rows) and not CODE.search(judged.text) else None
    if not judged.rows and not rows:
        return None
    if len({row.leaf for row in rows}) != 1 or any(row.kind != "code_block" for row in rows):
        return "target: not one block of code"
    if not judged.new.lines[judged.new.extents[rows[0].leaf][1]].lstrip(" \t>").startswith(FENCE):
        return "target: no closing fence"
    written = [judged.new.lines[row.line].strip(" \t>") for row in rows]
    shown = [judged.old.lines[line].strip(" \t>") for line in dict.fromkeys(row.line for row in judged.rows)]
    is_same = all(any(one.endswith(two) for two in written) for one in shown)
    return None if is_same or is_quoted(judged) else "target: the code is not the selected lines"


def is_quoted(judged):
    """Whether a selected row is in a quote, where a line of code may keep the marker of a list or lose it."""
    return any("block_quote" in row.path for row in judged.rows)


def rule(judged):
    """There is one rule more, in or after the selected blocks."""
    places = [at for at, (sign, _) in enumerate(judged.after) if sign[0] == RULE and same_text(
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


def units(shown, *skipped):
    """Returns the rows as a reader sees them: kind, containers, text, whether it is loose and begins a block."""
    leaf, found = None, []
    for row in shown.rows:
        text = tuple((one.char, one.marks, one.link) for one in shown.texts[row.leaf, row.line])
        unit = row.kind, row.path, text, row.loose, row.leaf != leaf
        found.append(tuple(part for at, part in enumerate(unit) if at not in skipped))
        leaf = row.leaf
    return found


def permuted(judged):
    """A duplicate repeats rows, among them the selected ones; a move takes them up or down, and no row is another."""
    for skipped in ((), (3,), (3, 4)):
        old, new = (collections.Counter(units(side, *skipped)) for side in (judged.old, judged.new))
        chosen = collections.Counter(unit for unit, row in zip(units(judged.old, *skipped), judged.old.rows)
                                     if id(row) in judged.chosen)
        is_right = not old - new and not chosen - (new - old) if judged.command == "duplicate-line" else old == new
        if is_right:
            break
    if not is_right:
        texts = [collections.Counter(unit[2] for unit in units(side)) for side in (judged.old, judged.new)]
        return "target: not the same rows" if texts[0] == texts[1] or judged.command == "duplicate-line" else "text"
    if skipped == (3,):
        return "tightness: a list becomes loose or tight"
    is_part = any(row.kind != "paragraph" or len(judged.span(row.leaf)) > 1 for row in judged.rows)
    if skipped and not is_part:
        return "arguable: the copy is in the same paragraph"
    texts = [[unit[2] for unit in units(side)] for side in (judged.old, judged.new)]
    moved = [at for at, row in enumerate(judged.old.rows) if id(row) in judged.chosen or set(row.ids) & judged.items]
    # Definitions, which are moved past, are not seen.
    if judged.command in MOVES and moved and texts[0] != texts[1]:
        rest, others = [text for at, text in enumerate(texts[0]) if at not in moved], list(texts[1])
        for at in moved:
            others.remove(texts[0][at])
        step = texts[1].index(texts[0][moved[0]]) - moved[0]
        if rest != others and collections.Counter(texts[0]).most_common(1)[0][1] == 1:
            return "target: other rows are moved"
        if texts[0].count(texts[0][moved[0]]) == 1 and (step < 0) != (judged.command == "move-line-up"):
            return "target: moved the other way"
    return None


RULES = {**dict.fromkeys(HEADINGS, heading), **dict.fromkeys(LISTS, listed), "quote": quote,
         "indent": moved_in, "outdent": moved_in, "task-toggle": tasks, "renumber-list": same, "newline": same,
         "backspace": backspace}
# Commands of which the rows before and after are not compared one by one.
WHOLE = {"code-block": code_block, "horizontal-rule": rule, **dict.fromkeys(MOVES + ("duplicate-line",), permuted)}


def without_returns(case, answer):
    """Returns a case and its answer with LF for CRLF and without front matter, or None if that has changed."""
    text, start, end = plain(case.text, case.start, case.end)
    result, low, high = plain(answer["text"], answer["start"], answer["end"])
    cut = metadata_end(text)
    if result[:cut] != text[:cut]:
        return None
    return (case._replace(text=text[cut:], start=max(0, start - cut), end=max(0, end - cut)),
            {**answer, "text": result[cut:], "start": max(0, low - cut), "end": max(0, high - cut)})


def fault(case, answer):
    """Returns the fault of an answer, or None."""
    if "\r\n" in case.text and re.search(r"(?<!\r)\n", answer["text"]):
        return "bytes: a line ends otherwise"
    both = without_returns(case, answer)
    if both is None or case.start < metadata_end(case.text):
        return "unmapped: front matter" if case.command in KEYS or case.text == answer["text"] else "front matter"
    case, answer = both
    judged = Judged(case, answer)
    if answer["text"] == case.text and case.command in MOVES + KEYS and "unchanged" not in answer:
        # Two equal neighbors change places, and Enter goes to the cell below.
        return None
    if "unchanged" in answer or answer["text"] == case.text:
        return undone(judged, answer.get("unchanged"))
    is_longer = answer["text"].count("\n") > case.text.count("\n") or any(edit["text"].strip() for edit in answer["edits"])
    if case.command == "newline" and not judged.is_typed and not is_longer:
        return "target: no line more"
    if judged.start == judged.end and is_blank(judged.old.lines[judged.first]):
        return lines_fault(judged) or "unmapped: a blank line"
    vague = {leaf for leaf in judged.blocks & judged.old.vague}
    if any(not judged.first <= line <= judged.last for leaf in vague for line in judged.old.extents[leaf]):
        return "unmapped"
    if case.command in KEYS and not is_judged_key(judged):
        return "unmapped"
    wrong = lines_fault(judged) or numbers_fault(judged) or tree_fault(judged)
    # At the very start of a line, the keys do what a plain editor does, also to the blocks around the caret.
    is_plain = case.command in KEYS and is_blank(before_caret(judged)) and (
        wrong != "text" or is_blank(judged.old.lines[judged.first]))
    return f"arguable: {wrong}" if wrong and is_plain else wrong


def tree_fault(judged):
    """Returns the fault in what a reader sees, or None."""
    if judged.command in WHOLE:
        return WHOLE[judged.command](judged)
    codes = [list(side.kinds.values()).count("code_block") for side in (judged.old, judged.new)]
    if codes[0] != codes[1]:
        return "outside: another block of code"
    if not same_text(judged.before, judged.after, judged.command != "backspace"):
        return "text"
    pairs = list(zip(judged.before, judged.after))
    rows = {(id(row), id(then)): (row, then) for (_, row), (_, then) in pairs}.values()
    if judged.command not in ("indent", "outdent"):
        rows = [(row, then) for row, then in rows if id(row) in judged.chosen]
    return RULES[judged.command](judged, list(rows)) or outside(judged, pairs)


def is_judged_key(judged):
    """Whether a key is at the start of a line of text, and beside text."""
    line, low, high = judged.old.lines[judged.first], judged.first, judged.first
    if judged.command == "backspace":
        low -= 1
        while low > 0 and is_blank(judged.old.lines[low]):
            low -= 1
        while high + 1 < len(judged.old.lines) and is_blank(judged.old.lines[high]):
            high += 1
    beside = {judged.old.kinds[leaf] for leaf in judged.old.covered(low, high)}
    return before_caret(judged) in ("", SHOWN.match(line)[0]) and not any(map(
        UNDERLINE.match, judged.old.lines[max(0, low):high + 1])) and all(
        kind.startswith(("paragraph", "heading")) for kind in beside)


def before_caret(judged):
    return judged.text[:judged.start].rsplit("\n", 1)[-1]


def undone(judged, reason):
    """Returns the verdict on a command that changes nothing: whether its reason is plausible."""
    command, kinds = judged.command, {judged.old.kinds[leaf] for leaf in judged.blocks}
    rows = [] if judged.is_typed else eligible(judged)
    items = [pair(row.path) for row in rows if pair(row.path)]
    is_text = command in HEADINGS + LISTS + ("quote",) + ("code-block",) and reason not in ("alreadySo", "inTask") and rows
    wrong = reason is None or is_text or reason == "noTask" and any("[" in item[1] for item in items) \
        or reason == "notInList" and any(command != "renumber-list" or item[0] == "ordered" for item in items) \
        or reason == "alreadySo" and command in HEADINGS[:6] + LISTS \
        or reason == "inCode" and "code_block" not in kinds and judged.blocks
    name = "arguable: " if command in KEYS or "<" in judged.text else ""
    return f"{name}nothing done: {reason}" if wrong else f"unchanged: {reason}"


def is_toggled(judged):
    """Whether a second press must restore the document. A line of a paragraph of several remains a paragraph of its own:
    only a session knows what it was."""
    rows, command = eligible(judged), judged.command
    is_part = any(len({row.line for row in judged.old.rows if row.leaf == leaf}) > 1 for leaf in judged.blocks)
    if judged.is_typed or is_part and command in HEADINGS + LISTS + ("code-block",):
        return False
    if command in HEADINGS:
        return len({row.kind for row in rows}) == 1 and rows[0].kind in ("paragraph", "heading" + command[-1])
    if command in LISTS:
        return all(pair(row.path) is None for row in judged.rows)
    if command == "task-toggle":
        return len({pair(row.path)[1] for row in rows if pair(row.path) and "[" in pair(row.path)[1]}) == 1
    return all("block_quote" not in row.path and row.kind != "code_block" for row in judged.rows)


def twice(case, first, second):
    """Returns the fault of a second press, or None."""
    if "error" in second or "unchanged" in second:
        return f"twice: nothing done, {second.get('unchanged') or second['error']['code']}"
    if units(page(plain(case.text)[0])) != units(page(plain(second["text"])[0])):
        return "twice: another document"
    only = all(edit["start"] == edit["end"] for edit in first["edits"])
    return "twice: other bytes" if only and second["text"] != case.text else None


def judged(tool, cases):
    """Yields each case with its answer and the verdict; a toggle is pressed twice."""
    answers, seconds = tool.ask_twice(cases, lambda case, answer: case.command in TOGGLES and "edits" in answer
                                      and "unchanged" not in answer)
    for at, (case, answer) in enumerate(zip(cases, answers)):
        if "error" in answer:
            yield case, answer, f"refused: {answer['error']['code']}"
            continue
        wrong, second = fault(case, answer), seconds.get(at)
        both = second and without_returns(case, answer)
        if wrong is None and both and is_toggled(Judged(*both)):
            wrong = twice(case, answer, second)
            answer = {**answer, "then": second, **({"spoiled": True} if "spoiled" in second else {})} if wrong else answer
        yield case, answer, wrong


# Places.

def is_usable(text):
    """Whether cmark-gfm reads the blocks of a text as GitHub's dialect does: no formulas, no footnotes."""
    return text.strip() and not any(one in text.replace("\r\n", "") for one in ("\0", "\r", "\ufeff", "[^", "[!", "$$", "$`"))


def place(text, chance):
    """Returns a caret, a selection in a line, one of several blocks, or all."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    items = [index for index, line in enumerate(lines) if ITEM_LINE.match(line)]
    if items and chance.random() < 0.5:
        at = chance.choice(items)
    elif not lines[at].strip() and chance.random() < 0.8:
        at = chance.randrange(len(lines))
    start = sum(len(line) + 1 for line in lines[:at])
    end, kind = start + len(lines[at]), chance.random()
    content = start + len(SHOWN.match(lines[at])[0])
    if kind < 0.5:
        caret = chance.choice([start, content, content, end, chance.randint(start, end)])
        return caret, caret
    if kind < 0.7:
        low, high = sorted(chance.choice([start, content, end, chance.randint(start, end)]) for _ in "ab")
        return low, high
    if kind < 0.93:
        last = min(len(lines) - 1, at + chance.choice([1, 2, 2, 3, 4, 6, 9]))
        end = sum(len(line) + 1 for line in lines[:last]) + chance.choice([0, len(lines[last]), len(lines[last])])
        return start if chance.random() < 0.7 else content, max(end, content)
    return 0, len(text)


def varied(text, chance):
    """Returns a text with boxes in its bullets or with other numbers, or more often as it is."""
    pattern, found = chance.choice([(r"(?m)^([ \t]*[-+*] )(?=[^\s\[*-])", ("[ ] ", "[x] ")),
                                    (r"(?m)^([ \t]*)\d(?=[.)] )", "12358"), ("^(x\\A)", "x"), ("^(x\\A)", "x")])
    return re.sub(pattern, lambda match: match[1] + chance.choice(found), text)


def cases(texts, count, chance):
    """Yields commands at places of documents, a sixth of them with CR LF."""
    made = 0
    while made < count:
        text = varied(tops(chance.choice(texts), chance), chance)
        if not is_usable(text):
            continue
        for _ in range(3):
            start, end = place(text, chance)
            line = text[text.rfind("\n", 0, start) + 1:].split("\n")[0]
            names = chance.sample([name for name in COMMANDS if name not in KEYS + tuple(ITEMS)], 4)
            # Elsewhere, the commands for items say that there is none.
            names += [name for name, pattern in ITEMS.items() if pattern.match(line) or chance.random() < 0.05]
            if start == end and SHOWN.fullmatch(text[text.rfind("\n", 0, start) + 1:start]):
                names += KEYS
            for name in names:
                made += 1
                if made % 6 or "\r" in text:
                    yield Case(text, start, end, name)
                else:
                    yield Case(text.replace("\n", "\r\n"), *(one + text.count("\n", 0, one) for one in (start, end)), name)
