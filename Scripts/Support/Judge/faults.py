"""Faults that are planted in answers, to show that each part of the judge can fail.

Each takes a case and its answer, and returns another answer, or None if it does not apply. Its share is how many of the
spoiled answers must be found: some faults leave a text that is right, too, such as a letter in an address.
"""
import re

COUNTS = {"marks": 400, "links": 400, "carets": 400, "pending": 2000, "empty": 300, "typing": 300, "keys": 600, "blocks": 700,
          "others": 700, "documents": 700, "pasting": 200, "copying": 300, "printing": 40, "lines": 300, "options": 300, "states": 200, "done": 200, "signs": 100,
          "cells": 100}
DELIMITERS = ("**", "*", "~~", "`", "_")


def inner(case, text):
    """Returns where the common start and end of two texts leave off."""
    low = 0
    while low < min(len(text), len(case.text)) and text[low] == case.text[low]:
        low += 1
    high = 0
    while high < min(len(text), len(case.text)) - low and text[-1 - high] == case.text[-1 - high]:
        high += 1
    return low, len(text) - high


def changed(text):
    """Returns a fault that changes the text of answers which change something."""
    def fault(case, answer):
        found = None if "unchanged" in answer or answer["text"] == case.text else text(case, answer["text"])
        if not found or found == answer["text"]:
            return None
        low, high = inner(case, found)
        end = len(case.text) - (len(found) - high)
        return {**answer, "text": found, "edits": [{"start": low, "end": end, "text": found[low:high]}]}

    return fault


def undone(case, answer):
    """Leaves the text as it was, with a reason."""
    if "unchanged" in answer or answer["text"] == case.text:
        return None
    return {"text": case.text, "start": case.start, "end": case.end, "edits": [], "unchanged": "planted"}


def refused(case, answer):
    return None if "unchanged" in answer else {"error": {"code": "planted", "message": ""}}


def last(pattern, new, text):
    """Replaces the last occurrence of a pattern."""
    found = list(re.finditer(pattern, text))
    return found and text[:found[-1].start()] + found[-1].expand(new) + text[found[-1].end():]


def first(pattern, new, text):
    return re.sub(pattern, new, text, count=1)


def near(case, text, pattern, new):
    """Replaces the first occurrence of a pattern at or after the selection's line."""
    place = text.rfind("\n", 0, min(case.start, len(text))) + 1
    return text[:place] + re.sub(pattern, new, text[place:], count=1)


def shifted(case, text):
    """Moves what was inserted first by a letter."""
    low, _ = inner(case, text)
    found = next((one for one in DELIMITERS if text[low:].startswith(one)), None)
    end = low + len(found or "")
    return found and text[end:end + 2].isalpha() and text[:low] + text[end] + found + text[end + 1:]


def open_mark(case, text):
    """Takes off the last delimiter that was written."""
    _, high = inner(case, text)
    return text[:high - 1] + text[high:] if high and text[high - 1] in "*_~`" else None


def escaped(case, text):
    low, high = inner(case, text)
    place = next((at for at in range(low, high) if text[at] in ".,!?():;-"), None)
    return place and "`" not in text and "](" not in text and text[:place] + "\\" + text[place:]


def removed_line(case, text):
    lines = text.split("\n")
    at = next((at for at, line in enumerate(lines) if re.match(r"\w+ \w+", line)), None)
    return at is not None and "\n".join(lines[:at] + lines[at + 1:])


def moved(step):
    def fault(case, answer):
        place = answer["start"] + step
        return {**answer, "start": place, "end": place} if 0 <= place <= len(answer["text"]) and "unchanged" not in answer and \
            answer["text"][min(place, answer["start"])].isalpha() and case.text != answer["text"] else None

    return fault


def added(case, answer):
    """Does at a caret between blanks what should be done at none."""
    return {**answer, "text": case.text[:case.start] + "****" + case.text[case.start:], "edits": [{}]} \
        if answer.get("unchanged") == "nothingToMark" else None


def of(*names):
    """Limits a fault to some commands."""
    def limited(fault):
        return lambda case, answer: fault(case, answer) if case.command in names else None

    return limited


ITEMS = of("bullet-list", "ordered-list", "task-list", "indent", "outdent", "newline")
FAULTS = {
    "a mark is not set": ("marks", undone, 0.9),
    "a mark spills over a letter": ("marks", changed(shifted), 0.9),
    "a delimiter is not closed": ("marks", changed(open_mark), 0.9),
    "the last letter is lost": ("marks", changed(lambda case, text: last(r"[a-z](?=[a-z]\b)", "", text)), 0.8),
    "a letter is doubled": ("marks", changed(lambda case, text: first(r"\b([b-z])(?=[a-z]{2})", r"\1\1", text)), 0.8),
    "a needless escape": ("marks", changed(escaped), 0.8),
    "emphasis is strong": ("marks", of("emphasis")(changed(lambda case, text: re.sub(
        r"(?<![*])\*(?![*])", "**", text) if "*" not in case.text else None)), 0.9),
    "a mark is refused": ("marks", refused, 1),
    "a line is lost": ("marks", changed(removed_line), 0.8),
    "two words are joined": ("marks", changed(lambda case, text: first(r"(?<=[a-z]) (?=[a-z])", "", text)), 0.8),
    "a link leads elsewhere": ("links", of("link")(changed(lambda case, text: text.replace("https://u.io", "https://u.com"))), 0.9),
    "a link is not taken off": ("links", of("unlink")(undone), 0.9),
    "a tag is not closed": ("links", of("keyboard", "underline", "subscript", "superscript")(
        changed(lambda case, text: last(r"</\w+>", "", text))), 0.8),
    "an image is a link": ("links", of("image")(changed(lambda case, text: text.replace("![", "["))), 0.9),
    "a link loses another mark": ("links", changed(lambda case, text: text.replace("**", "") if "**" in case.text else None), 0.7),
    "a word is not marked": ("carets", undone, 0.8),
    "only a part of the word is marked": ("carets", changed(shifted), 0.8),
    "the caret goes on by a letter": ("carets", of("strong", "emphasis", "code", "strikethrough")(moved(1)), 0.8),
    "the second press does nothing": ("carets", changed(lambda case, text: text + "x"), 0.8),
    "the held mark is lost": ("pending", lambda case, answer: {
        **answer, "text": re.sub(r"(?:\*{1,2}|~~|`)(Ж)(?:\*{1,2}|~~|`)", r"\1", answer["text"])}, 0.9),
    "the held mark is another": ("pending", lambda case, answer: {
        **answer, "text": re.sub(r"(?:\*{1,2}|~~)(Ж)(?:\*{1,2}|~~)", r"`\1`", answer["text"])}, 0.9),
    "an empty pair is left": ("empty", added, 0.9),
    "a typed letter is lost": ("typing", changed(lambda case, text: text.replace("ж", "", 1)), 0.9),
    "a typed letter is twice": ("typing", changed(lambda case, text: text.replace("ж", "жж", 1)), 0.9),
    "one more letter is deleted": ("typing", changed(lambda case, text: text[:case.start - 1] + text[case.start:]
                                                     if text[:case.start][-2:].isalpha() else None), 0.8),
    "what is selected stays": ("typing", undone, 0.9),
    "Backspace deletes a word": ("keys", of("backspace")(changed(lambda case, text: re.sub(
        r"\w{2,}$", "", case.text[:case.start]) + case.text[case.start:] if case.start == case.end and case.text[:case.start][-2:].isalpha() else None)), 0.9),
    "Delete deletes two": ("keys", of("backspace")(changed(
        lambda case, text: case.text[:case.start] + case.text[case.end + 1:]
        if case.end > case.start and case.text[case.start:case.end + 1].isalpha() else None)), 0.9),
    "a typed letter is in another place": ("keys", of("insert-text")(changed(
        lambda case, text: case.text[:case.start + 1] + "x" + case.text[case.start + 1:])), 0.9),
    "Enter loses the rest of the line": ("keys", of("newline")(changed(
        lambda case, text: text[:text.find("\n", case.start) + 1] + text[text.find("\n", case.start) + 4:]
        if case.text[case.start:case.start + 4].isalpha() else None)), 0.9),
    "a heading has another level": ("blocks", of(*(f"heading-{level}" for level in range(2, 7)))(changed(
        lambda case, text: near(case, text, r"##", "#") if text.count("#") > case.text.count("#") else None)), 0.6),
    "blocks melt": ("blocks", changed(lambda case, text: first(r"(?m)^(\w[^\n]*)\n\n(?=\w)", r"\1\n", text)), 0.5),
    "a list becomes loose": ("blocks", changed(lambda case, text: first(r"(?m)^([-*] \S.*\n)(?=[-*] \S)", r"\1\n", text)), 0.6),
    "a box is lost": ("blocks", of("bullet-list", "ordered-list", "indent", "outdent", "quote", "move-line-up")(changed(
        lambda case, text: first(r"(?<=- )\[[ x]\] ", "", text))), 0.5),
    "a number is another": ("blocks", of("renumber-list", "ordered-list", "newline", "indent")(changed(
        lambda case, text: last(r"(?m)^(\s*)\d+(?=\. )", r"\g<1>77", text) if len(re.findall(r"(?m)^\d+\. ", text)) > 1 else None)), 0.5),
    "a tab is a blank": ("blocks", changed(lambda case, text: text.replace("  ", "\t", 1) if "  " in case.text[:case.start] else None), 0.3),
    "lines end otherwise": ("blocks", changed(lambda case, text: text.replace("\r\n", "\n", 1)), 0.9),
    "a command on blocks does nothing": ("blocks", of("bullet-list", "quote", "heading-2", "code-block")(undone), 0.5),
    "code has no closing fence": ("blocks", of("code-block")(changed(lambda case, text: last(r"(?m)^[ >]*```[ \t]*$\n?", "", text)
                                                                     if text.count("```") > case.text.count("```") else None)), 0.7),
    "a line moves too far": ("blocks", of("move-line-down", "move-line-up")(changed(
        lambda case, text: first(r"(?m)^(\w.*\n)(\w.*\n)", r"\2\1", text))), 0.5),
    "a cell is lost": ("others", of("table-add-row", "table-format", "table-move-row-up", "table-add-column", "align-left")(changed(
        lambda case, text: first(r"(?<=\| )[A-Za-z]+(?= )", "", text))), 0.7),
    "a row is not moved": ("others", of("table-move-row-up", "table-move-row-down")(changed(lambda case, text: case.text)), 0.7),
    "a column is not aligned": ("others", of("align-center", "align-right")(changed(lambda case, text: text.replace(":", "-"))), 0.6),
    "a section loses a line": ("others", of("move-section-up", "move-section-down", "promote", "demote")(changed(removed_line)), 0.8),
    "an item loses its child": ("others", of("list-sort")(changed(lambda case, text: first(r"(?m)^[ \t]+[-*] .*\n", "", text))), 0.4),
    "an address is in capitals": ("others", of("case")(changed(lambda case, text: text.replace("](", "](X", 1))), 0.7),
    "a heading is not listed": ("others", of("table-of-contents")(changed(lambda case, text: first(
        r"(?m)^[ ]*- \[.*\]\(#.*\n", "", text))), 0.7),
    "a reference leads elsewhere": ("documents", of("reference-links")(changed(lambda case, text: last(r"(?m)^(\[\d+\]: )", r"\1x", text))), 0.9),
    "a definition is lost": ("documents", of("sort-definitions")(changed(lambda case, text: last(r"(?m)^\[[^\]^]+\]: .*\n?", "", text))), 0.9),
    "a link is not inline": ("documents", of("inline-links")(changed(lambda case, text: case.text + " ")), 0.9),
    "a comment takes a word more": ("documents", of("comment")(changed(lambda case, text: re.sub(r" -->[ \n]*(\w+)", r" \1 -->", text))), 0.7),
    "a comment is not closed": ("documents", of("comment")(changed(lambda case, text: text.replace("-->", "--", 1))), 0.9),
    "a date is markup": ("documents", of("date")(changed(lambda case, text: text.replace("\\", "", 1) if text.count("\\") > case.text.count("\\") else None)), 0.9),
    "a wiki link has no alias": ("documents", of("wiki-link", "paste")(changed(lambda case, text: re.sub(r"\[\[(Page)\\?\|\w+\]\]", r"[[\1]]", text))), 0.9),
    "pasted HTML loses a mark": ("pasting", lambda case, answer: {**answer, "text": answer["text"].replace("**", "", 2)}, 0.6),
    "pasted HTML loses a link": ("pasting", lambda case, answer: {
        **answer, "text": re.sub(r"\[(\w[\w ]*)\]\([^()]*\)", r"\1", answer["text"], count=1)}, 0.6),
    "two words are joined on a line": ("lines", changed(lambda case, text: first(r"(?<=[a-z])\n(?=[a-z])", "", text)), 0.7),
    "a line begins an item": ("lines", of("reflow")(changed(lambda case, text: first(r"(?m)^(?=[a-z])", "- ", text))), 0.9),
    "a hard break is written": ("lines", changed(lambda case, text: first(r"(?<=[a-z])\n(?=[a-z])", "  \n", text)), 0.7),
    "lines are not wrapped": ("lines", of("reflow")(undone), 0.3),
    "a state is left out": ("states", of("list-cycle")(changed(lambda case, text: text.replace("- [ ] ", "- [x] ", 1)
                                                            if "[" not in case.text else None)), 0.6),
    "bullets stay": ("options", of("indent")(changed(lambda case, text: re.sub(
        r"(?m)^([ ]+)[*+] ", r"\1- ", text) if not re.search(r"(?m)^[ \t]+[-+*] |^[*+] ", case.text) else None)), 0.7),
    "a task is not made": ("options", of("task-toggle")(undone), 0.7),
    "a done task stays open": ("done", changed(lambda case, text: last(r"\[x\]", "[ ]", text)), 0.9),
    "a task loses what is in it": ("done", changed(lambda case, text: last(r"(?m)^[ ]+\S.*\n", "", text)), 0.6),
    "a sign stays": ("signs", changed(lambda case, text: text.replace("- ", "- • ", 1)), 0.9),
    "a field is lost": ("cells", changed(lambda case, text: text.replace("one", "", 1) if "one" not in case.text else None), 0.9),
    "copied HTML loses a tag": ("copying", lambda case, answer: {
        **answer, "text": re.sub(r"</?(?:em|strong|li|h2|code|a)>", "", answer["text"], count=1)}, 0.5),
    "copied text loses a letter": ("copying", lambda case, answer: {
        **answer, "plain": re.sub(r"[A-Za-z]", "", answer.get("plain", ""), count=1)}, 0.5),
    "printed HTML loses a tag": ("printing", lambda case, answer: {
        **answer, "text": re.sub(r"</?(?:em|strong|li|h2|code)>", "", answer["text"], count=1)}, 0.6),
}
