"""Types and deletes over selections in documents of this machine, judged by cmark-gfm's trees.

The visible text afterwards must be the text before, with the selected characters replaced by the typed ones. The
script finds the selected letters by exchanging them for others (judge.py), without asking the tool.
"""
import random
import sys

import judge
from judge import INLINE
import judging
from judging import Case, TYPED


class Seen:
    """A visible character with its marks, its link, and its leaf."""

    def __init__(self, scalar, marks, link, path, leaf, top):
        self.scalar, self.marks, self.link = scalar, marks, link
        self.path, self.leaf, self.top = path, leaf, top


def seen(events):
    """Returns the characters except white space, and the place of each among them by the index of its event."""
    found, places = [], {}
    path, links, leaf, top, column = [], [], 0, 0, 0

    def add(index, scalar, marks, link):
        if not scalar.isspace():
            places[index] = len(found)
            found.append(Seen(scalar, marks, link, tuple(path), leaf, top))

    for index, event in enumerate(events):
        kind = event[1] if event[0] in ("open", "close") else None
        if event[0] in ("character", "description"):
            marks = event[2] if len(event) > 2 else frozenset()
            add(index, event[1], marks, links[-1] if links else None)
        elif event[0] == "open" and kind in INLINE:
            links.append(address(events, index))
            if kind == "footnote_reference":
                add(index, "\u2042", frozenset(), event[2:])
        elif event[0] == "close" and kind in INLINE:
            links.pop()
        elif event[0] == "open":
            leaf += 1
            top += len(path) == 1
            if kind == "table_row" or kind == "table_header":
                column = 0
            if kind == "table_cell":
                column += 1
            detail = event[2:3] if kind == "heading" else event[2:3] if kind == "list" else ()
            path.append((kind, column if kind == "table_cell" else 0, *detail))
            if kind == "code_block":
                for scalar in event[2]:
                    if not scalar.isspace():
                        found.append(Seen(scalar, frozenset(), None, tuple(path), leaf, top))
        elif event[0] == "close":
            leaf += 1
            path.pop()
    return found, places


def address(events, index):
    """Returns the target of a link, marked if the link is its own address."""
    text = ""
    for event in events[index + 1:]:
        if event[0] == "close" and event[1] in ("link", "image"):
            break
        text += event[1] if event[0] in ("character", "description") else ""
    url = events[index][2] if len(events[index]) > 2 else ""
    own = events[index][1] == "link" and text and url in (
        text, "mailto:" + text, "http://" + text, "https://" + text)
    return ("own", url) if own else events[index][1:]


def same_link(one, two):
    """Whether two characters lead to the same place; a link that is its own address changes with its text."""
    if one is None or two is None:
        return "own" in ((one or two)[0] if one or two else "own",)
    return one[0] == two[0] == "own" or one == two or one[1] == two[1]


def letters(text, part, before):
    """Returns the places of the letters and digits of a part, or None if they are not known."""
    other, _ = seen(judge.events(judge.rotated(text, *part)))
    if len(other) != len(before):
        return None
    for one, two in zip(before, other):
        if one.marks != two.marks or one.path != two.path:
            return None
    return [index for index, pair in enumerate(zip(before, other)) if pair[0].scalar != pair[1].scalar]


def fault(text, start, end, typed, answer):
    """Returns the fault of an answer, None if there is none, or "unmapped" if the selected letters are not
    known."""
    # Text typed in a comment is not visible.
    if text.rfind("<!--", 0, start) > text.rfind("-->", 0, start):
        return "unmapped"
    # A footnote without a reference is not visible.
    if start < judge.metadata_end(text) or "[^" in text[max(0, start - 30):end + 1]:
        return "unmapped"
    before, _ = seen(judge.events(text))
    parts = [letters(text, part, before) for part in ((0, start), (start, end), (end, len(text)))]
    if None in parts or not parts[1]:
        return "unmapped"
    left, inside, right = parts
    first, last = inside[0], inside[-1]
    if (left and left[-1] > first) or (right and right[0] < last):
        return "unmapped"
    if "unchanged" in answer:
        return "nothing done"
    after, _ = seen(judge.events(answer["text"]))
    starts = range(left[-1] + 1 if left else 0, first + 1)
    ends = range(last + 1, (right[0] if right else len(before)) + 1)
    found = "text"
    for low in starts:
        for high in ends:
            rest = before[:low] + [None] * len(typed) + before[high:]
            if len(rest) != len(after):
                continue
            if any(one and one.scalar != two.scalar for one, two in zip(rest, after)):
                continue
            if "".join(two.scalar for two in after[low:low + len(typed)]) != typed:
                continue
            found = kept(before, low, high, first, after, typed and not text[start].isspace())
            if found is None:
                return None
    return found


def kept(before, low, high, first, after, has_marks):
    """Returns the change outside a replacement, or None.

    has_marks: whether the typed letter must have the marks of the first selected one.
    """
    shift = len(after) - len(before)
    tail = before[high].leaf if high < len(before) else None
    head = before[low - 1].leaf if low else None
    begun = before[low]
    for index, one in enumerate(before):
        if low <= index < high:
            continue
        two = after[index if index < low else index + shift]
        # Punctuation beside the selection may be outside a mark that could not end there.
        beside = before[index:low] if index < low else before[high:index + 1]
        if one.marks != two.marks and (
                any(other.scalar.isalnum() for other in beside) or not two.marks <= one.marks):
            return "marks"
        if not same_link(one.link, two.link):
            return "link"
        if one.path == two.path:
            continue
        if index < low:
            return "block before"
        if one.leaf == tail and one.leaf != head:
            if two.path not in (begun.path, before[low - 1].path if low else None):
                return "block of the rest"
        elif one.top == before[high].top and one.leaf != head:
            if one.path[-1] != two.path[-1]:
                return "block in the rest"
        else:
            return "block behind"
    if has_marks and not any(after[low].marks == before[place].marks for place in range(low, first + 1)):
        return "marks of what is typed"
    for one in range(1, len(before)):
        if one == high or low <= one < high or low <= one - 1 < high:
            continue
        own = [index if index < low else index + shift for index in (one - 1, one)]
        together = after[own[0]].leaf == after[own[1]].leaf
        if (before[one - 1].leaf == before[one].leaf) != together:
            heads = after[own[0]].path[-1][0] == "heading" and before[one].leaf == tail
            if not heads:
                return "leaves"
    return None


def selection(texts, chance):
    """Returns a few blocks of a document, a selection in them, and a command that replaces it."""
    while True:
        text, place = judging.place_near_markup(texts, chance)
        length = chance.choice([3, 10, 10, 40, 40, 120, 300])
        start = max(0, place - chance.randrange(length + 1))
        end = min(len(text), start + 1 + chance.randrange(length))
        text, (start, end) = judging.part(text, (start, end), chance)
        if len(text) > 4000 or not 0 <= start < end <= len(text):
            continue
        if chance.random() < 0.5:
            start, end = judging.whole_words(text, start, end)
        return Case(text, start, end, "insert-text" if chance.random() < 0.5 else "backspace")


def judged(tool, cases, policies=None):
    for case, answer in zip(cases, tool.ask(cases, policies=policies)):
        typed = TYPED if case.command == "insert-text" else ""
        yield case, answer, "refused" if "error" in answer else fault(*case[:3], typed, answer)


def main():
    options = judging.arguments(20_000)
    texts = [text for text in judging.documents(options.folder) if 0 < len(text) < 60000 and "\0" not in text]
    if not texts:
        sys.exit("replacing: there are no documents")
    tool, report, chance = judging.Tool(options), judging.Report(options), random.Random(options.seed)
    cases = [selection(texts, chance) for _ in range(options.count)]
    report.judge("selections", lambda some: judged(tool, some), iter(cases))
    # As a keyboard's suggestion is accepted: a word with a blank.
    report.judge("words with a blank", lambda some: judged(tool, some, {"argument": TYPED + " "}),
                 (case for case in cases if case.command == "insert-text"))
    report.finish()


if __name__ == "__main__":
    main()
