"""Sections, footnotes, callouts, tags, numbers and boxes: the text that each command leaves, made from the lines alone.

Nothing here knows how a command works: cmark-gfm finds headings and items, and the rest is bytes.
"""
import re

import laws
from reading import blocks, leaves, selected_lines

TAGS = {"keyboard": "kbd", "underline": "u", "subscript": "sub", "superscript": "sup"}
SECTIONS = {"move-section-up", "move-section-down", "select-section", "delete-section"}
FOOTNOTES = {"footnote", "footnote-jump", "footnote-delete", "footnote-renumber"}
COMMANDS = SECTIONS | FOOTNOTES | set(TAGS) | {
    "promote", "demote", "renumber-list", "task-cycle", "callout", "line-break", "wiki-link"}
NUMBER = re.compile(r"^([ \t>]*(?:[-*+][ \t]+)*)\d+([.)])")
BOX = re.compile(r"^([ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)+)\[[ xX]\]")
HEADING = re.compile(r"^([ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*)#{1,6}(?=[ \t]|$)")


def fault(case, answer):
    """Returns the fault of an answer that changed the text, or None."""
    name, after = case.command, answer["text"]
    if name in SECTIONS:
        return section_fault(case, answer)
    if name == "footnote":
        reference = re.search(r"\[\^(\d+)\]", after)
        if not reference:
            return "there is no reference"
        rest = after.replace(reference[0], "", 1)
        rest = re.sub(r"\n+" + re.escape(reference[0]) + r": (?=\n|$)", "\n", rest)
        return None if content(rest) == content(case.text) else "the text is another"
    if name in FOOTNOTES:
        return "a text without footnotes is changed"
    if name in TAGS:
        tag = TAGS[name]
        if shown(case.text) != shown(after):
            return "the text is another"
        change = len(re.findall(f"</?{tag}>", after, re.I)) - len(re.findall(f"</?{tag}>", case.text, re.I))
        # A selection of several lines or cells gets a pair in each.
        most = 1 + len(re.findall(r"[\n|]", case.text[case.start:case.end]))
        if change % 2 or not 1 <= abs(change) // 2 <= most:
            return "there is not one pair of tags more or less for each selected text"
        return None
    if name == "callout":
        old, new = ([re.sub(r"^[\s>]+", "", line).rstrip() for line in text.split("\n")] for text in (case.text, after))
        old, new = ([line for line in lines if line and line != "[!NOTE]"] for lines in (old, new))
        return None if old == new else "a line is another"
    if name == "line-break":
        return line_break_fault(case, after)
    masks = {"promote": HEADING, "demote": HEADING, "renumber-list": NUMBER, "task-cycle": BOX}
    if name in ("promote", "demote") and not heading_selected(case):
        return item_fault(case, after)
    return masked_fault(case.text, after, masks[name])


def content(text):
    """Returns the lines of a text that are not blank."""
    return [line for line in text.split("\n") if line.strip()]


def shown(text):
    """Returns the leaves of a text with visible characters and marks, without the tags that commands write."""
    found = []
    for leaf in leaves(text):
        characters = "".join(one for one, _ in leaf.text)
        gone = {place for tag in re.finditer("</?(?:%s)>" % "|".join(TAGS.values()), characters, re.I)
                for place in range(*tag.span())}
        found.append((leaf.kind, leaf.containers,
                      [one for place, one in enumerate(leaf.text) if place not in gone]))
    return found


def masked_fault(old, new, mask):
    """Whether lines differ in more than the matches of a pattern, their indentation and setext underlines."""
    def key(line):
        line = re.sub(r"[ \t]#+[ \t]*$", " #", line)
        return re.sub(r"\s+", " ", mask.sub(lambda found: found[1].strip() + "\0", line)).strip()
    sides = [[key(line) for line in text.split("\n") if not re.fullmatch(r"[ \t>]*(=+|-+)[ \t]*", line)]
             for text in (old, new)]
    # A setext heading that gets hashes is the same line with a mark.
    sides = [[line.replace("\0", "").replace("\\", "").strip() for line in side if line.strip()] for side in sides]
    return None if sides[0] == sides[1] else "a line is another"


def heading_selected(case):
    first, last = selected_lines(case.text, case.start, case.end)
    return any(leaf.kind.startswith("heading") and leaf.lines[0] <= last and first <= leaf.lines[1]
               for leaf in leaves(case.text))


def item_fault(case, after):
    """Moving an item out or in must keep all text, as the laws of indent say."""
    old, new = (laws.shown(leaves(text), False) for text in (case.text, after))
    return None if old == new else "the text is another"


def line_break_fault(case, after):
    """One line ending or `<br>` must be added, but no block."""
    if case.start != case.end:
        return None
    before, behind = case.text[:case.start], case.text[case.start:]
    added = len(after) - len(case.text)
    if added > 0 and after.startswith(before) and after.endswith(behind):
        middle = after[len(before):len(after) - len(behind)]
        if not re.fullmatch(r"\n[ \t>]*\\?|<br>", middle):
            return f"more is written than a break: {middle!r}"
    return None


def sections(text):
    """Returns the first lines of sections with their levels, by cmark-gfm."""
    return [(block.first, int(block.given["level"])) for block in blocks(text)
            if block.kind == "heading" and block.parent < 0]


def section_fault(case, answer):
    lines = case.text.split("\n")
    found = sections(case.text)
    first, _ = selected_lines(case.text, case.start, case.end)
    index = max((number for number, (line, _) in enumerate(found) if line <= first), default=None)
    if index is None:
        return "there is no heading above"

    def end(number):
        return next((line for line, level in found[number + 1:] if level <= found[number][1]), len(lines))
    low, high = found[index][0], end(index)
    if case.command == "select-section":
        chosen = answer["text"][answer["start"]:answer["end"]]
        return None if content(chosen) == without_definitions(lines[low:high]) or \
            content(chosen) == content("\n".join(lines[low:high])) else "another section is selected"
    if case.command == "delete-section":
        rest = without_definitions(lines[:low] + lines[high:])
        return None if without_definitions(answer["text"].split("\n")) == rest else "another text is left"
    if case.command == "move-section-up":
        other = max((number for number, (line, level) in enumerate(found[:index]) if level <= found[index][1]),
                    default=None)
        spans = (found[other][0], low, high) if other is not None else None
    else:
        spans = (low, high, end(index + 1)) if index + 1 < len(found) and high < len(lines) else None
        if spans:
            following = next(number for number, (line, _) in enumerate(found) if line == high)
            spans = (low, high, end(following))
    if spans is None:
        return "it moved past the end"
    start, middle, stop = spans
    wanted = content("\n".join(lines[:start] + lines[middle:stop] + lines[start:middle] + lines[stop:]))
    got = content(answer["text"])
    if wanted == got:
        return None
    # Definitions at the end of the document stay there.
    return None if without_definitions(wanted) == without_definitions(got) else "the lines are in another order"


def without_definitions(lines):
    """Returns the lines without link definitions, whose address may be on a line of its own."""
    text = re.sub(r"(?m)^ {0,3}\[[^\]]+\]:(?:[ \t]*\n[ \t]+\S+)?.*$", "", "\n".join(lines))
    return content(text)
