"""Checks the wanted tree, as cmark-gfm reads it, in addition to the laws (laws.py)."""
import re

import laws
from judging import TYPED
from reading import ancestors, around, blocks, leaves, selected_lines, touched

FREE = {"code-block", "table-insert", "horizontal-rule"}
MOVING = {"move-line-up", "move-line-down", "duplicate-line"}
CELLS = {"table-insert", "table-next-cell", "table-add-row", "table-add-column", "table-delete-row",
         "table-delete-column", "table-from-text"}


def letters(found):
    return "".join(scalar for leaf in found for scalar, _ in leaf.text)


def neutral(leaf):
    """Returns a leaf's kind and containers, ignoring boxes."""
    return leaf.kind, tuple("item" if label.startswith("item") else label for label in leaf.containers)


def loose(text):
    """Returns the number of loose lists."""
    return sum(block.given.get("tight") == "false" for block in blocks(text))


def fault(case, answer):
    """Returns the fault in the tree of an answer, or None."""
    after = answer["text"]
    if case.command == "newline":
        return newline_fault(case, answer)
    if case.command == "insert-text":
        return insert_fault(case, answer)
    if case.command == "backspace":
        return backspace_fault(case, answer)
    first, last = selected_lines(case.text, case.start, case.end)
    place = around(case.text, first)
    within = touched(case.text, first, last) or ([place] if place is not None else [])
    inside = [any(blocks(case.text)[place].given.get("tight") for place in ancestors(case.text, index))
              for index in within]
    items = [sum(block.kind == "item" for block in blocks(text)) for text in (case.text, after)]
    if inside and all(inside) and not loose(case.text) and loose(after) and items[0] <= items[1] \
            and case.command not in FREE | CELLS | MOVING:
        return "a tight list becomes loose"
    # An indented blank line is in its item.
    lists = [sum(block.kind in ("bullet", "ordered") for block in blocks(text)) for text in (case.text, after)]
    line = case.text.split("\n")[first]
    if line and not line.strip(" \t") and lists[1] > lists[0] and not case.command.endswith("-list"):
        return "a list is split"
    return None


def typed(text, place):
    """Returns the leaves of a text with a word and a blank at a place, so that delimiters stay beside a blank."""
    while laws.isEmptyLine(text, place) and text[place:place + 1] in (" ", "\t", ">"):
        place += 1
    return leaves(text[:place] + TYPED + " " + text[place:])


def newline_fault(case, answer):
    """With a word typed at the caret, all text must be there, and uncut text must keep its block."""
    if case.start != case.end:
        return None
    first, _ = selected_lines(case.text, case.start, case.end)
    line = case.text[case.text.rfind("\n", 0, case.start) + 1:case.start]
    old = leaves(case.text)
    if laws.isEmptyLine(case.text, case.start):
        if not line.strip():
            # On a blank line, a word would belong to the paragraph above.
            same = letters(old) == letters(leaves(answer["text"]))
        else:
            same = letters(typed(case.text, case.start)) == letters(typed(answer["text"], answer["start"]))
        return None if same else "text is lost beside an empty block"
    cut = [index for index, leaf in enumerate(old) if leaf.lines[0] <= first <= leaf.lines[1]]
    if any(old[index].kind in ("code_block", "html_block", "table_cell", "thematic_break") for index in cut):
        return None
    if not re.search(r"\w", laws.MARKERS.sub("", line, count=1)) or line.endswith("\\"):
        # In markers, a letter would undo them.
        new = leaves(answer["text"])
        if letters(new) != letters(old):
            # An empty item above becomes one as soon as something is typed in it.
            above = answer["text"].rfind("\n", 0, answer["start"])
            new = typed(answer["text"], above)
            return None if letters(new).replace(TYPED, "", 1) == letters(old) else "text is lost"
        moved = [leaf for leaf in new if cut and leaf.text == old[cut[0]].text]
        is_boxed = len(moved) == 1 and moved[0].containers[-1:] != old[cut[0]].containers[-1:]
        return "the box does not stay with its text" if is_boxed else None
    return cut_fault(case, line, old, typed(answer["text"], answer["start"]), cut)


def cut_fault(case, line, old, new, cut):
    """Returns the fault of the leaves after a text is split and a word is typed at the caret, or None."""
    if letters(new).replace(TYPED, "", 1) != letters(old):
        # `<https:‸//a>` cannot be split.
        is_address = re.search(r"<[^<> ]*$", line) and ">" in case.text[case.start:].split("\n", 1)[0]
        return ("arguable: " if is_address else "") + "the text is another"
    word = next((index for index, leaf in enumerate(new) if any(one == TYPED for one, _ in leaf.text)), None)
    if word is None or not cut:
        return None
    above, tail = cut[0], len(old) - 1 - cut[-1]
    if [laws.core(leaf) for leaf in old[:above]] != [laws.core(leaf) for leaf in new[:above]]:
        return "a block above is another"
    if [laws.core(leaf) for leaf in old[len(old) - tail:]] != [laws.core(leaf) for leaf in new[len(new) - tail:]]:
        # Directly below a heading: `# a‸⏎b`.
        below = case.text[case.start:].split("\n", 2)[:2]
        is_edge = old[above].kind.startswith("heading") and not below[0].strip() and below[1:] != [""]
        return ("arguable: " if is_edge else "") + "a block below is another"
    if old[above].kind == "paragraph" and neutral(new[word]) != neutral(old[above]):
        return "the word typed is in other blocks"
    return "the new item is checked" if "item[x]" in new[word].containers[-1:] else None


def insert_fault(case, answer):
    """The result must be the text with the insertion at the caret, or have the same tree except for it."""
    if answer["text"] == case.text[:case.start] + TYPED + case.text[case.end:]:
        return None
    if case.start == case.end and letters(leaves(answer["text"])).replace(TYPED, "", 1) != letters(
            leaves(case.text)):
        return "the text is another"
    return None


def backspace_fault(case, answer):
    """At a caret, at most one visible character disappears, and no block below changes."""
    if case.start != case.end:
        return None
    old, new = leaves(case.text), leaves(answer["text"])
    if len(letters(old)) - len(letters(new)) > 1 and case.text[case.start - 1:case.start].isalnum():
        return "more than a character is gone"
    first, _ = selected_lines(case.text, case.start, case.end)
    line = case.text[case.text.rfind("\n", 0, case.start) + 1:case.start]
    if line.strip() and not re.search(r"\w", line) and "`" not in line:
        before = letters(old)
        if letters(new) not in (before, before.replace("[ ]", "").replace("[x]", "")) and len(
                letters(new)) < len(before) - 1:
            return "text is lost"
    return None


def strong_neighbours(case, after):
    """Blocks outside the command's items and blocks must keep their kind, containers and text."""
    if case.command not in laws.TREE - {"horizontal-rule"}:
        return None
    first, last = selected_lines(case.text, case.start, case.end)
    if not touched(case.text, first, last):
        return None
    old, new = leaves(case.text), leaves(after)
    here = [index for index, leaf in enumerate(old) if leaf.lines[0] <= last and first <= leaf.lines[1]]
    if not here or any(old[index].kind == "table_cell" for index in here):
        return None
    if case.command == "quote":
        ids = {old[index].ids[old[index].containers[0] in ("bullet", "ordered")] for index in here if old[index].ids}
        here += [index for index, leaf in enumerate(old) if ids & set(leaf.ids)]
    # The innermost item or quote of each, with everything in it.
    inner = {old[index].ids[-1] for index in here if old[index].ids}
    if not case.command.startswith(("heading", "paragraph", "task-toggle")):
        here += [index for index, leaf in enumerate(old) if inner & set(leaf.ids)]
    head, tail = min(here), len(old) - 1 - max(here)
    if [laws.core(leaf) for leaf in old[:head]] != [laws.core(leaf) for leaf in new[:head]]:
        return "a block above is another"
    if tail and [laws.core(leaf) for leaf in old[-tail:]] != [laws.core(leaf) for leaf in new[-tail:]]:
        return "a block below is another"
    return None
