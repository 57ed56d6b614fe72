"""Reads a text as rows with cmark-gfm alone, before and after a command on blocks.

A row has the visible characters of one line of one block, with the containers around it. A callout's first line
counts as a character, and so does a rule.
"""
import collections
import functools
import html
import re

import gfm
from judging import KEYS
from reading import ATTRIBUTE, CONTAINERS, LEAVES, MARKS, TAG, codeLines, headingLines, is_blank, linesOf
from reading import selected_lines

HEADINGS = tuple(f"heading-{level}" for level in range(1, 7)) + ("heading", "paragraph")
LISTS = ("bullet-list", "ordered-list", "task-list")
MOVES = ("move-line-up", "move-line-down")
COMMANDS = HEADINGS + LISTS + MOVES + (
    "task-toggle", "quote", "callout", "code-block", "horizontal-rule", "indent", "outdent", "duplicate-line",
    "renumber-list", "newline", "backspace")
TOGGLES = HEADINGS[:6] + LISTS + ("task-toggle", "quote", "callout", "code-block")
RULE, CALLOUT, WORD = "\u2015", "\u203c", "W"
TITLE = re.compile(r"(?mi)^((?! {0,3}>).*\n|\A)([ \t]*(?:(?:[-+*]|\d+[.)])[ \t]+)*> ?)\[!(NOTE|TIP|IMPORTANT|WARNING"
                   r"|CAUTION)\][ \t]*$")
ITEM = re.compile(r"(?:[-+*]|(\d+)[.)])(?:[ \t]+\[([ xX])\](?=[ \t]|$))?")
PREFIX = re.compile(r"(?:[ \t>]|(?:[-+*]|\d+[.)])(?=[ \t]|$)|\[[ xX]\](?=[ \t]|$))*")
SHOWN = re.compile(r"[ \t>]*(?:(?:[-+*]|\d+[.)])(?:[ \t]+\[[ xX]\])?(?:[ \t>]+|$)|#{1,6}(?:[ \t]+|$))*")
HTML = re.compile(r"<[/a-zA-Z!?]")
# The visible characters of a line of a block (`text`, each with its marks), its block, and the containers around it
# from the outermost: `path` has their kinds, `ids` their numbers. `loose`: whether it is a paragraph of a loose item.
Row = collections.namedtuple("Row", "kind path ids loose line leaf text")


class Reading:
    """The rows of a text, the lines of each block, and the items of each ordered list, as cmark-gfm reads them."""

    def __init__(self, text):
        self.text, self.lines, self.rows, self.extents, self.vague = text, text.split("\n"), [], {}, set()
        self.numbers, self.first, self.kinds = collections.defaultdict(list), {}, {}
        stack, marks, leaf, count = [], [], None, 0
        for close, name, attributes, empty, content in TAG.findall(gfm.xml(masked(text))):
            if close:
                if name in CONTAINERS:
                    stack.pop()
                elif name in LEAVES:
                    self.end(leaf)
                    leaf = None
                elif name in MARKS or name in ("link", "image"):
                    marks.pop()
                continue
            given = dict(ATTRIBUTE.findall(attributes))
            content = html.unescape(content)
            if name in CONTAINERS:
                count += 1
                label = self.label(name, given, count, stack)
                if name == "table":
                    self.extents[count], self.kinds[count] = linesOf(given), name
                if not empty:
                    stack.append((label, count, given.get("tight") != "false"))
            elif name in LEAVES:
                count += 1
                leaf = {"kind": name + given.get("level", ""), "stack": list(stack), "id": count, "texts": [[]],
                        "lines": linesOf(given)}
                if name in ("code_block", "html_block"):
                    # White space shows in code.
                    leaf["texts"] = [[(one, frozenset()) for one in line.rstrip()
                                      if name == "code_block" or not one.isspace()] for line in content.split("\n")]
                elif name == "thematic_break":
                    leaf["texts"] = [[(RULE, frozenset())]]
                if empty or name in ("code_block", "html_block"):
                    self.end(leaf, content.count("\n"))
                    leaf = None if empty else leaf
            elif leaf is None:
                continue
            elif name in ("softbreak", "linebreak"):
                leaf["texts"].append([])
            elif name in ("text", "code", "html_inline"):
                have = frozenset(marks + ["code"] * (name == "code"))
                for one in content:
                    if one == "\n":
                        leaf["texts"].append([])
                    elif not one.isspace():
                        leaf["texts"][-1].append((one, have))
            elif name in MARKS or name in ("link", "image"):
                if not empty:
                    marks.append(name + given.get("destination", ""))
        self.chars = [(one, row) for row in self.rows for one in row.text]

    def label(self, name, given, number, stack):
        """Returns a container's kind, with its box for an item, which is read from the bytes."""
        if name == "list":
            return given["type"]
        if name not in ("item", "tasklist"):
            return name
        line, column = map(int, given["sourcepos"].split("-")[0].split(":"))
        found = ITEM.match(self.lines[line - 1].encode()[column - 1:].decode(errors="replace"))
        if found and found[1]:
            self.numbers[stack[-1][1]].append(int(found[1]))
        return "item" if not found or not found[2] else "item[ ]" if found[2] == " " else "item[x]"

    def end(self, leaf, count=0):
        """Adds the rows of a block."""
        if leaf is None or leaf["id"] in self.extents:
            return
        kind, (first, last), texts = leaf["kind"], leaf["lines"], leaf["texts"]
        start = first
        if kind.startswith("heading"):
            last = headingLines((first, last), self.lines)[1]
        if kind == "code_block":
            first, last = codeLines((first, last), count, self.lines)
            start += self.lines[first].strip(" \t>-+*.)0123456789").startswith(("```", "~~~"))
        elif kind == "html_block":
            last = max(last, first + count - 1)
            if "".join(one for one, _ in texts[0]).startswith("<!--!"):
                kind, texts = "callout", [[(CALLOUT, "".join(one for one, _ in texts[0]).strip("<!->"))]]
        path, ids, tight = (tuple(part) for part in zip(*leaf["stack"])) if leaf["stack"] else ((), (), ())
        inner = ids[-1] if ids else 0
        self.first.setdefault(inner, leaf["id"])
        if path and "[" in path[-1] and kind == "paragraph" and self.first[inner] == leaf["id"]:
            shown = "".join(one for one, _ in texts[0][:3])
            is_twice = re.search(r"\][ \t]+\[[ xX]\][ \t]", self.lines[first])
            if shown.startswith(("[]", "[x]", "[X]")) and not is_twice:
                texts[0] = texts[0][shown.index("]") + 1:]
        if kind not in ("code_block", "html_block", "table_cell", "callout") and \
                last - first + 1 - len(texts) not in ((0, 1) if kind.startswith("heading") else (0,)):
            self.vague.add(leaf["id"])
        self.extents[leaf["id"]], self.kinds[leaf["id"]] = (first, last), kind
        loose = kind == "paragraph" and bool(path) and path[-1].startswith("item") and not tight[-2]
        self.rows += [Row(kind, path, ids, loose, start + at, leaf["id"], tuple(text))
                      for at, text in enumerate(texts) if text]

    def selected(self, first, last):
        return [row for row in self.rows if first <= row.line <= last]

    def covered(self, first, last):
        """Returns the blocks with a line among some lines."""
        return {leaf for leaf, (low, high) in self.extents.items() if low <= last and first <= high}


def masked(text):
    """Returns a text in which a callout's first line is a comment, so that its body is a block of its own."""
    return TITLE.sub(lambda found: f"{found[1]}{found[2]}<!--!{found[3]}-->", text)


@functools.lru_cache(maxsize=256)
def read(text):
    return Reading(text)


def is_empty_line(text, place):
    """Whether a line has only markers before a caret, and nothing after it."""
    start = text.rfind("\n", 0, place) + 1
    return not text[place:].split("\n")[0].strip() and SHOWN.fullmatch(text[start:place]) is not None


def subsequence(part, whole):
    """Whether a sequence has all elements of another, in their order."""
    left = iter(whole)
    return all(any(one == other for other in left) for one in part)


class Judged:
    """A command on a text without CR, and the rows before and after it, with a word typed at a caret in an empty line.

    `rows` and `chosen` are the selected rows, `blocks` the blocks with a selected line, and `items` the items whose
    children may move with them.
    """

    def __init__(self, case, answer):
        self.text, self.start, self.end, self.command = case
        self.result, self.caret = answer["text"], answer["start"]
        self.old, self.new = read(self.text), read(self.result)
        self.first, self.last = selected_lines(self.text, self.start, self.end)
        self.blocks = self.old.covered(self.first, self.last)
        # A heading is selected as a whole, also at its underline; for Code Block, so is all but a paragraph.
        whole = {leaf for leaf in self.blocks if self.old.kinds[leaf].startswith("heading")
                 or self.command == "code-block" and self.old.kinds[leaf] != "paragraph"}
        chosen = [row for row in self.old.rows if self.first <= row.line <= self.last or {row.leaf, *row.ids} & whole]
        self.chosen = {id(row) for row in chosen}
        self.before, self.after = list(self.old.chars), self.new.chars
        literal = any(row.leaf in self.blocks and row.kind in ("code_block", "html_block") for row in self.old.rows)
        self.is_typed = self.start == self.end and is_empty_line(self.text, self.start) and not chosen and not literal \
            and self.command not in MOVES + ("horizontal-rule", "duplicate-line", "renumber-list")
        self.is_bare = is_blank(self.old.lines[self.first]) and self.is_typed
        if self.is_bare and self.command in KEYS + ("indent", "outdent"):
            self.is_typed = self.is_bare = False
        self.rows, self.lists = chosen, set()
        if self.is_typed:
            self.type_word()
        self.within = self.rows + [row for row in self.old.rows if row.leaf in self.blocks] or self.around_blank()
        depth = 1 if self.command not in ("quote", "callout") else 9
        self.items = {number for row in self.within for number in
                      [number for label, number in zip(row.path, row.ids) if label.startswith("item")][-depth:]}

    def type_word(self):
        """Types a word at the caret, before and after."""
        head = self.text[:self.start]
        blank = "" if not head or head[-1] in " \t\n" else " "
        typed = read(head + blank + WORD + self.text[self.start:])
        found = [row for (one, _), row in typed.chars if one == WORD and row.line == self.first]
        word = Row("paragraph", (), (), False, self.first, -1, ((WORD, frozenset()),))
        if found and not self.is_bare:
            word = word._replace(kind=found[0].kind, path=found[0].path)
        self.before.insert(sum(row.line < self.first for _, row in self.before), (word.text[0], word))
        self.rows, self.chosen = [word], {id(word)}
        self.after = read(self.result[:self.caret] + WORD + self.result[self.caret:]).chars

    def around_blank(self):
        """Returns a row with the containers around a blank line."""
        above = [row for row in self.old.rows if row.line < self.first][-1:]
        below = [row for row in self.old.rows if row.line > self.last][:1]
        shared = tuple(number for number in above[0].ids if number in below[0].ids) if above and below else ()
        return [above[0]._replace(ids=shared, path=above[0].path[:len(shared)])] if shared else []

    def is_related(self, row):
        """Whether an unselected row may move with the selection: it is in its item, or for a quote in its block."""
        if self.command in HEADINGS:
            return row.leaf in self.blocks and row.kind.startswith("heading")
        if self.command in ("code-block", "horizontal-rule", "renumber-list"):
            return False
        same = bool({row.leaf, *row.ids} & self.blocks) and self.command in ("quote", "callout", "backspace")
        if self.command == "callout":
            same |= any(label == "block_quote" and number in other.ids for other in self.rows
                        for label, number in zip(row.path, row.ids))
        if self.command in ("quote", "callout") and row.ids:
            # A container that is selected in part, with blocks beside it, is quoted as a whole.
            inside = [row.ids[0] in other.ids for other in self.rows]
            same |= any(inside) and not all(inside)
        return same or bool(self.items & set(row.ids))
