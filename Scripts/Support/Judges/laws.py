"""The eight laws of commands (Documentation/Commands.md), each a function that returns the fault.

Nothing here is shared with the commands: cmark-gfm reads every text.
"""
import collections
import re

from reading import leaves

TREE = set("""heading-1 heading-2 heading-3 heading-4 heading-5 heading-6 heading paragraph bullet-list
ordered-list task-list task-toggle quote horizontal-rule indent outdent""".split())
SAME_TEXT = TREE | {"unlink", "link", "table-insert", "table-next-cell", "table-previous-cell",
                    "table-add-row", "table-add-column", "table-format", "newline", "promote", "demote",
                    "renumber-list", "task-cycle"}
MOVES = {"move-line-up", "move-line-down", "move-section-up", "move-section-down"}
TOGGLES = {"heading-1", "heading-2", "heading-3", "heading-4", "heading-5", "heading-6",
           "bullet-list", "ordered-list", "task-list", "task-toggle", "quote", "code-block"}
MARKUP = set("#>-*+0123456789.)`~[]x \t|:=\n\\_")
WORD = "W"


class Result:
    """A text, the result of a command on it, and the readings of both."""

    def __init__(self, case, answer):
        self.text, self.selection, self.command = case.text, (case.start, case.end), case.command
        text, selection = self.text, self.selection
        self.after, self.edits = answer["text"], answer.get("edits", [])
        self.places = (answer["start"], answer["end"])
        self.isCaret = selection[0] == selection[1]
        self.before, self.then = leaves(text), leaves(self.after)
        # Empty blocks are checked with a word in them (law 7).
        self.isProbed = self.isCaret and (
            isEmptyLine(text, selection[0]) or isEmptyLine(self.after, self.places[0]))
        self.probedBefore, self.probedThen = self.before, self.then
        if self.isProbed:
            place = selection[0]
            while place < len(text) and text[place] in " \t>":
                place += 1
            self.probedBefore = leaves(typed(text, place))
            self.probedThen = leaves(typed(self.after, self.places[0]))
        # Delimiters with nothing between them become delimiters only when something is typed.
        self.isPair = self.isCaret and any(edit["text"] in ("~~~~",) for edit in self.edits)
        start, end = (text.count("\n", 0, place) for place in selection)
        if end > start and text[selection[1] - 1] == "\n":
            end -= 1
        lines = text.split("\n")
        # Markers with nothing after them, which have no leaf.
        self.loneMarkers = {line for line in range(start, end + 1) if lines[line].strip()
                            and not lines[line].strip(" \t>-+*.)0123456789")}
        # A blank line at an end belongs to no block.
        while start < end and not lines[start].strip(" >"):
            start += 1
        while start < end and not lines[end].strip(" >"):
            end -= 1
        self.lines = (start, end)

    def isSelected(self, leaf):
        return leaf.lines[0] <= self.lines[1] and self.lines[0] <= leaf.lines[1]


def typed(text, place):
    return text[:place] + WORD + text[place:]


MARKERS = re.compile(
    r"[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]*)?[ \t>]*)*(?:#{1,6}[ \t]*)?")


# The start of a link's address or of a tag, up to a caret.
IN_MARKUP = re.compile(r"(?:\]\([^()\n]*|<[^<>\n]+)$")


def isEmptyLine(text, place):
    """Whether there are only markers before a caret at the end of a line."""
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    return not text[place:end if end >= 0 else len(text)].strip() \
        and MARKERS.fullmatch(text[start:place]) is not None


def shown(found, isProbed):
    text = [scalar for leaf in found for scalar in leaf.text]
    return [scalar for scalar in text if not (isProbed and scalar[0] == WORD)]


def withoutLinks(text):
    return [(scalar, tuple(m for m in marks if not m.startswith(("link", "image"))))
            for scalar, marks in text]


def text(case):
    """Every leaf must keep its visible characters, marks and links."""
    faults = [textFault(case, shown(old, case.isProbed), shown(new, case.isProbed))
              for old, new in [(case.before, case.then), (case.before, case.probedThen),
                               (case.probedBefore, case.probedThen)]]
    return None if None in faults else faults[0]


def textFault(case, old, new):
    name = case.command
    if name in ("link", "unlink"):
        old, new = withoutLinks(old), withoutLinks(new)
    if name == "link" and len(new) != len(old):
        return None if case.isCaret else "the text is another"
    if name == "newline" and any(
            leaf.kind == "html_block" for leaf in case.before if case.isSelected(leaf)):
        return None
    if name == "newline" and not (case.isCaret and isInText(case.text, case.selection[0])):
        return None
    # Within the characters of a thematic break, the source counts.
    if name == "newline" and any(
            leaf.kind == "thematic_break" for leaf in case.before if case.isSelected(leaf)):
        return None
    # An invisible character, such as the backslash of an escape, cannot be split off.
    if name == "newline" and case.text[case.selection[0] - 1:case.selection[0]] == "\\":
        return None
    if name == "newline" and re.search(r"(?m)^[-+> \d.)]*[*_~`]+$", case.text):
        return None
    # Enter cuts an address or a tag where the caret is.
    if name == "newline" and IN_MARKUP.search(case.text, 0, case.selection[0]):
        return None
    if name in SAME_TEXT and old != new:
        return "the text is another"
    if name in MOVES and collections.Counter(old) != collections.Counter(new):
        return "the text is another"
    if name == "duplicate-line":
        more = collections.Counter(new)
        more.subtract(collections.Counter(old))
        if any(count < 0 for count in more.values()):
            return "text is lost"
    if name in ("clear-formatting", "strikethrough") and not case.isPair:
        if [scalar for scalar, _ in old] != [scalar for scalar, _ in new]:
            return "the text is another"
    if name == "code-block":
        # Former markup may become visible, or the reverse.
        def letters(found):
            return [scalar for scalar, _ in found if scalar.isalpha() and scalar != "x"]
        if letters(old) != letters(new) and not any("](" in t or "js" in t for t in (case.text,)):
            return "letters are lost"
    if name == "backspace" and case.isCaret and len(old) - len(new) > 1 \
            and not set("<-+>#1234567890") & set(case.text):
        return "more than a character is gone" if "](" not in case.text else None
    return None


def isInText(text, place):
    """Whether a caret is after the markers of its line, and not on a fence."""
    start = text.rfind("\n", 0, place) + 1
    line = text[start:].split("\n", 1)[0]
    if line.strip(" \t>-+*0123456789.)").startswith(("~~~", "```")):
        return False
    return place >= start + len(MARKERS.match(line).group())


def neighbours(case):
    """Blocks before and after the selection must keep their kind, level and containers."""
    if case.command not in TREE - {"horizontal-rule"} | {"code-block"} or case.isProbed:
        return None
    if hasTable(case):
        return None
    # The list of an empty item counts as touched too, and code contains the whole item.
    if case.command == "code-block" and case.loneMarkers:
        return None
    touched = [index for index, leaf in enumerate(case.before) if case.isSelected(leaf)]
    if not touched:
        return None
    # Touched lists, items and quotes change with their contents.
    ids = {number for index in touched for number in case.before[index].ids[-1:]}
    if not case.command.startswith(("heading", "paragraph", "task-toggle")):
        ids |= {number for index in touched for number in case.before[index].ids}
        # Also an item of which only the marker is selected, with nothing else on its line: `⟦- ⟧` above `  a`.
        lines = case.text.split("\n")
        markers = {line for line in case.loneMarkers if lines[line].strip(" \t>")}
        ids |= {number for leaf in case.before for number, start in zip(leaf.ids, leaf.starts)
                if start in markers}
    head = next(i for i in range(len(case.before) + 1)
                if i in touched or ids & set(case.before[i].ids))
    tail = next(i for i in range(len(case.before))
                if len(case.before) - 1 - i in touched or ids & set(case.before[-1 - i].ids))
    for index in range(head):
        if index >= len(case.then) or core(case.before[index]) != core(case.then[index]):
            return "a block before what is selected is another"
    for index in range(1, tail + 1):
        if index > len(case.then) or core(case.before[-index]) != core(case.then[-index]):
            return "a block behind what is selected is another"
    return None


def core(leaf):
    return leaf.kind, leaf.containers, leaf.text


def hasTable(case):
    return "|" in "".join(case.text.split("\n")[case.lines[0]:case.lines[1] + 1])


def target(case):
    """The selection must have exactly the blocks that the command names."""
    name = case.command
    if name not in TREE - {"horizontal-rule"} or case.isProbed:
        return None
    # The places of cells, and of everything after them, are not exact.
    if hasTable(case):
        return None
    old = [leaf for leaf in case.before if case.isSelected(leaf)]
    start, end = (case.after.count("\n", 0, place) for place in case.places)
    if end > start and case.after[case.places[1] - 1] == "\n":
        end -= 1
    new = [leaf for leaf in case.then if leaf.lines[0] <= end and start <= leaf.lines[1]]
    texts = [leaf for leaf in new if leaf.kind == "paragraph" or leaf.kind.startswith("heading")]
    oldTexts = [leaf for leaf in old if leaf.kind == "paragraph" or leaf.kind.startswith("heading")]
    if name.startswith("heading-"):
        wanted = "heading" + name[-1]
        if all(leaf.kind == wanted for leaf in oldTexts):
            wanted = "paragraph"
        return None if all(leaf.kind == wanted for leaf in texts) else "not all are " + wanted
    if name == "paragraph":
        return None if all(leaf.kind == "paragraph" for leaf in texts) else "not all are paragraphs"
    if name in ("bullet-list", "ordered-list", "task-list"):
        lines = case.text.split("\n")[case.lines[0]:case.lines[1] + 2]
        return listTarget(name, oldTexts, texts, lines)
    if name == "task-toggle":
        boxes = {leaf.containers[-1] for leaf in texts if leaf.containers
                 and leaf.containers[-1] in ("item[x]", "item[ ]")}
        return None if len(boxes) < 2 else "some are checked, some are not"
    if name == "quote" and old:
        old, new = [sum(leaf.containers.count("block_quote") for leaf in side) for side in (old, new)]
        return None if old != new else "there are as many quotes as before"
    # A blank line of an item has no leaf, nor does a moved item without text.
    if name in ("indent", "outdent") and old and not case.loneMarkers:
        old, new = [sum(leaf.containers.count("bullet") + leaf.containers.count("ordered")
                        for leaf in side) for side in (old, new)]
        more = new > old if name == "indent" else new < old
        return None if more else "the items are as deep as before"
    return None


def isEmptyItem(line, after):
    """Whether a line is only a marker, and the next line is not its content: `> x` below `- ` is not."""
    quotes = re.match(r"[ \t>]*", line)[0].count(">")

    def indentation(text):
        text = re.sub(r"^([ \t]*> ?){0,%d}" % quotes, "", text)
        return len(text) - len(text.lstrip(" \t"))
    isMarker = re.fullmatch(r"[ \t>]*([-*+]|\d+[.)])[ \t]*", line) is not None
    return isMarker and (not after.strip(" \t>") or indentation(after) <= indentation(line))


def itemPlace(leaf):
    return max((i for i, label in enumerate(leaf.containers) if label.startswith("item")), default=-1)


def listTarget(name, old, new, lines):
    """Judges the items that a list command makes. A selection with a quote in an item, as in `- > a`, is
    skipped: the quote may leave the list with its item, or become an item's contents."""
    isQuoted = any(re.search("item.*block_quote", " ".join(leaf.containers)) for leaf in old)
    return None if isQuoted else listFault(name, old, new, lines)


def listFault(name, old, new, lines):
    kinds = {"bullet-list": {("bullet", "item")}, "ordered-list": {("ordered", box) for box in ("item", "item[ ]", "item[x]")},
             "task-list": {(kind, box) for kind in ("bullet", "ordered")
                           for box in ("item[ ]", "item[x]")}}[name]

    def isOne(leaf):
        place = itemPlace(leaf)
        return place > 0 and leaf.containers[place - 1:place + 1] in kinds \
            and "block_quote" not in leaf.containers[place:]

    def isUsable(leaf):
        return leaf.kind == "paragraph" or name != "task-list"
    old, new = [leaf for leaf in old if isUsable(leaf)], [leaf for leaf in new if isUsable(leaf)]
    # An empty item has no leaf: if it is of another kind, which is not visible, it is converted.
    isAnyEmpty = any(isEmptyItem(line, after) for line, after in zip(lines, lines[1:] + [""]))
    if old and all(isOne(leaf) for leaf in old):
        if isAnyEmpty and all(isOne(leaf) for leaf in new):
            return None
        # Off: items inside others must now be in fewer containers.
        if sum(len(leaf.containers) for leaf in new) >= sum(len(leaf.containers) for leaf in old):
            return "no list is off"
        return None
    return None if all(isOne(leaf) for leaf in new) else "not all are items of that kind"


def small(case):
    """Only markers, indentation, blank lines and fences may change."""
    if case.command not in TREE | {"code-block"}:
        return None
    for edit in case.edits:
        gone = case.text[edit["start"]:edit["end"]]
        for part in (gone, edit["text"]):
            if set(part) - MARKUP and case.command != "code-block":
                # A rewritten line must still contain its text.
                if sorted(set(gone) - MARKUP) != sorted(set(edit["text"]) - MARKUP):
                    return "an edit writes more than markup"
    return None


def before(case):
    """No byte before the selected block may change, except a marker that joins its list."""
    if case.command not in {"heading-1", "heading-2", "heading-3", "paragraph"}:
        return None
    start = case.text.rfind("\n", 0, case.selection[0]) + 1
    blocks = [leaf for leaf in case.before if case.isSelected(leaf)]
    line = min([leaf.lines[0] for leaf in blocks] + [case.lines[0]])
    place = len("\n".join(case.text.split("\n")[:line]))
    if case.edits and case.edits[0]["start"] < min(place, start):
        return "an edit stands before what is selected"
    return None


def refusal(case, answer):
    """Nothing may change, and the reason must be true."""
    if answer.get("edits") or answer.get("text", case.text) != case.text:
        return "something is changed"
    old = [leaf for leaf in leaves(case.text) if case.isSelected(leaf)]
    reason = answer.get("unchanged")
    claims = {
        "inCode": lambda leaf: leaf.kind == "code_block",
        "inHTML": lambda leaf: leaf.kind == "html_block",
        "onRule": lambda leaf: leaf.kind == "thematic_break",
        "noTask": lambda leaf: leaf.containers and leaf.containers[-1] in ("item[x]", "item[ ]"),
        "notInTable": lambda leaf: leaf.kind == "table_cell",
    }
    if reason in ("inCode", "inHTML", "onRule") and not any(map(claims[reason], old)):
        return f"{reason} is not true"
    if reason == "noTask" and any(map(claims[reason], old)):
        return f"{reason} is not true"
    if reason == "notInTable" and len(old) == 1 and claims[reason](old[0]):
        return f"{reason} is not true"
    return None


def probe(case):
    """A word typed in an empty block must be where the command put the caret."""
    if not case.isProbed:
        return None
    old = next((leaf for leaf in case.probedBefore if WORD in [s for s, _ in leaf.text]), None)
    new = next((leaf for leaf in case.probedThen if WORD in [s for s, _ in leaf.text]), None)
    if old is None or new is None or old.kind in ("code_block", "html_block"):
        return None
    name = case.command
    inner = next((label for label in reversed(new.containers) if label != "table"), None)
    if name.startswith("heading-") and isBlankText(old):
        wanted = "heading" + name[-1]
        if new.kind not in (wanted, "paragraph"):
            return f"the word is no {wanted}"
    if name in ("bullet-list", "ordered-list", "task-list") and len(old.containers) < len(
            new.containers) and not (inner or "").startswith("item"):
        return "the word is in no item"
    if name == "quote" and len(new.containers) > len(old.containers) \
            and "block_quote" not in new.containers:
        return "the word is in no quote"
    if name == "newline" and isBlankText(old) and len(new.containers) > len(old.containers):
        return "the word is deeper than before"
    return None


def isBlankText(leaf):
    return [scalar for scalar, _ in leaf.text] == [WORD]


def selection(case):
    """The same characters must stay selected, and a caret must stay at its character."""
    if not 0 <= case.places[0] <= case.places[1] <= len(case.after):
        return "it is not in the text"
    if case.command not in TREE or case.isProbed or case.command == "horizontal-rule":
        return None

    def letters(text):
        return [scalar for scalar in text if scalar.isalpha() and scalar != "x"]
    (start, end), (first, last) = case.selection, case.places
    if letters(case.text[:start]) != letters(case.after[:first]):
        return "it begins at another character"
    if letters(case.text[start:end]) != letters(case.after[first:last]):
        return "other characters are selected"
    return None


def inverse(case, back):
    """A toggle pressed twice must restore the document."""
    if back.get("text") is None or not back.get("edits"):
        return None
    if back["text"] == case.text:
        return None
    old, new = leaves(case.text), leaves(back["text"])
    if [core(leaf) for leaf in old] == [core(leaf) for leaf in new]:
        return None
    return "pressed twice the tree is another"


LAWS = [text, neighbours, target, small, before, probe, selection]


def mayBeInverted(case):
    """Whether a second press can undo the first: it only inserted, and changed whole blocks to blocks."""
    if any(edit["start"] != edit["end"] for edit in case.edits):
        return False
    chosen = [leaf for leaf in case.before if case.isSelected(leaf)]
    if case.command.startswith("heading") and any(l.kind.startswith("heading") for l in chosen):
        return False
    if case.command.endswith("-list") and any("item" in "".join(l.containers) for l in chosen):
        return False
    # A blank line has no leaf.
    if not chosen:
        return False
    if case.command == "code-block":
        if case.loneMarkers:
            return False
        return all(leaf.kind == "paragraph" and not leaf.containers and not leaf.links
                   and leaf.lines[0] == leaf.lines[1] and "\\" not in case.text
                   and all(not marks for _, marks in leaf.text) for leaf in chosen)
    return all(leaf.lines[0] == leaf.lines[1] for leaf in chosen)
