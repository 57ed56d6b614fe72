"""Wrapped and joined lines, states of lists, done tasks in a section, and lists and cells of other programs.

The page before and after is compared as HTML. A line ending is a blank there, and between two ideographs nothing.
"""
import re
import unicodedata

import cmark
from cmark import page
from common import Case, carried, pieces
from others import letters, without_paragraphs, without_spelling

WIDTHS = ("20", "40", "72", "80", "100")
IDEOGRAPH = "\u2e80-\u3030\u303d-\u312f\u3190-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff9f"
PREFIX = re.compile(r"[ \t]*(?:(>)|(?:[-+*]|\d+[.)])[ \t]+(?:\[([ xX])\][ \t])?)")
ITEM = re.compile(r"[ \t>]*(?:[-+*]|\d+[.)])[ \t]+(?:\[([ xX])\][ \t])?")
SIGNS = ("• ", "•\t", "◦ ", "▪ ", "● ")


def seen(text):
    """Returns the HTML of a text, with white space as a reader sees it."""
    parts = re.split(r"(<pre.*?</pre>)", cmark.html(text), flags=re.S)
    for at in range(0, len(parts), 2):
        part = re.sub(f"(?<=[{IDEOGRAPH}])\n(?=[{IDEOGRAPH}])", "", parts[at])
        parts[at] = re.sub(r"\s+", " ", part)
    return "".join(parts)


def columns(text):
    return sum(0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


def wrapped_fault(case, answer):
    """Returns the fault of `reflow` or `join-lines`, or None."""
    text = answer["text"]
    if "unchanged" not in answer and seen(case.text) != seen(text):
        return "another page"
    if text.count("\r") != (text.count("\n") if "\r" in case.text else 0):
        return "another line ending"
    line, text = text.count("\n", 0, answer["start"]), text.replace("\r", "")
    width = int(case.argument) if case.command == "reflow" else 1 << 30
    shown, lines = page(text), text.split("\n")
    first, last = next((extent for number, extent in shown.extents.items()
                        if extent[0] <= line <= extent[1] and shown.kinds.get(number) == "paragraph"), (0, -1))
    for at in range(first, last + 1):
        own = lines[at].expandtabs(4)
        plain = re.match(r"[ >]*(?:[-+*] |\d+[.)] )?(?:\[[ x]\] )?([A-Za-z,. ]*)", own)
        near = [found.start() for found in re.finditer(r"(?<=[a-z]) (?=[a-z]{2})", own) if plain.start(1) < found.start() < plain.end(1)]
        if columns(own) > width and any(place <= width for place in near):
            return "too long"
        word = re.match(r"[ >]*([a-z]{2,})(?= [a-z]|$)", lines[at + 1]) if at < last else None
        if word and re.search(r"[a-z],?$", own) and columns(own) + 1 + len(word[1]) <= width:
            return "too short"
    return None


def wrapped(tool, cases):
    answers, again = tool.ask_twice(cases, lambda case, answer: "edits" in answer)
    for at, (case, answer) in enumerate(zip(cases, answers)):
        fault = f"refused: {answer['error']['code']}" if "error" in answer else wrapped_fault(case, answer)
        if fault is None and at in again and again[at].get("text") != answer["text"]:
            fault = "the second press changes it"
        yield case, answer, fault


def wrappable(texts, count, chance):
    for _ in range(count):
        text = chance.choice(pieces(chance.choice(texts)))
        if chance.random() < 0.1:
            text = text.replace("\n", "\r\n")
        places = [found.start() for found in re.finditer(r"\w", text)] or [0]
        place = chance.choice(places)
        start, end = (place, place) if chance.random() < 0.8 else (0, len(text))
        name = chance.choice(("reflow", "reflow", "join-lines"))
        yield Case(text, start, end, name, chance.choice(WIDTHS) if name == "reflow" else None)


# States of lists, and options of commands on lists.

def state(line):
    """Returns the state of the innermost item or quote that begins on a line."""
    found = "text"
    while match := PREFIX.match(line):
        found = "text" if match[1] else "bullet" if match[2] is None else "open" if match[2] == " " else "done"
        line = line[match.end():]
    return found


def is_nested(line):
    """Returns whether an item is indented, in a quote, or begins on the line of another one."""
    return line[0] in " \t>" or bool(ITEM.match(line, ITEM.match(line).end()))


def line_at(text, place):
    return text[text.rfind("\n", 0, place) + 1:(text + "\n").find("\n", place)]


def stated(tool, cases):
    """Judges `list-cycle`, pressed four times."""
    after = {"text": "bullet", "bullet": "open", "open": "done", "done": "text"}
    rest = [(case, case) for case in cases]
    for _ in range(4):
        following = []
        for (first, case), answer in zip(rest, tool.ask(case for _, case in rest)):
            if "error" in answer or "unchanged" in answer:
                yield case, answer, f"refused: {answer['error']['code']}" if "error" in answer else "unmapped: " + answer["unchanged"]
                continue
            old, new = line_at(case.text, case.start), line_at(answer["text"], answer["start"])
            if letters(case.text) != letters(answer["text"]):
                yield case, answer, "the text is another"
            elif state(new) != after[state(old)] and not (state(old) == "done" and state(new) == "bullet" and is_nested(new)):
                yield case, answer, f"{state(old)} becomes {state(new)}"
            else:
                yield case, answer, None
                following.append((first, carried(case, answer)))
        rest = following


def listable(texts, count, chance):
    for _ in range(count):
        text = chance.choice(pieces(chance.choice(texts)))
        shown = page(text)
        starts = {extent[0] for extent in shown.extents.values() if extent[0] < text.count("\n")}
        lines = [row.line for row in shown.rows if row.line in starts and row.kind == "paragraph" and "table" not in row.path
                 and not re.search(r"[<\[|]", text.split("\n")[row.line])
                 and (set(row.path) <= {"block_quote"} or ITEM.match(text.split("\n")[row.line]))]
        if lines:
            line = chance.choice(lines)
            place = sum(len(one) + 1 for one in text.split("\n")[:line]) + len(text.split("\n")[line].rstrip())
            yield Case(text, place, place, "list-cycle")


OPTIONS = {"indent": {"bullets": "levels"}, "ordered-list": {"numbering": "ones"}, "task-toggle": {"plainTasks": "made"}}


def chosen(tool, cases):
    """Judges the options of commands on lists: the page is that without them, but for the choice."""
    for name, options in OPTIONS.items():
        some = [case._replace(command=name) for case in cases if case.command == name]
        plain = tool.ask(case._replace(command="task-list" if name == "task-toggle" else name) for case in some)
        for case, answer, other in zip(some, tool.ask(some, **options), plain):
            if "error" in answer:
                yield case, answer, "known: refused without the option" if "error" in other else f"refused: {answer['error']['code']}"
                continue
            old, new = line_at(case.text, case.start), line_at(answer["text"], answer["start"])
            pages = [re.sub(r'<ol start="\d+">', "<ol>", seen(one.get("text", ""))) for one in (answer, other)]
            fault = None
            if state(old) in ("open", "done") and name == "task-toggle":
                fault = None if state(new) in ("open", "done") and state(old) != state(new) else "another state"
            elif pages[0] != pages[1] or ("unchanged" in answer) != ("unchanged" in other):
                fault = "another page"
            elif "unchanged" not in answer and name == "ordered-list" and re.match(r"\d", new) and "ol" not in cmark.html(case.text):
                fault = None if new.startswith("1") else "another number"
            elif "unchanged" not in answer and name == "indent" and re.match(r"[ \t]*[-+*] ", new) \
                    and not re.search(r"(?m)^[ \t]+[-+*] ", case.text):
                at = answer["text"].rfind("\n", 0, answer["start"])
                above = re.findall(r"(?m)^([-+*]) ", answer["text"][:max(at, 0)])
                fault = "the bullet of the item around it" if above and above[-1] == new.lstrip()[0] else None
            yield case, answer, fault


def choosable(texts, count, chance):
    for case in listable(texts, count, chance):
        yield case._replace(command=chance.choice(tuple(OPTIONS)))


# Done tasks: the items of the page without them, and the section with them.

def blocks_of(text):
    """Returns the lists of a page as tuples of items, and the rest of it as text."""
    found, depth, start, html = [], 0, 0, without_paragraphs(cmark.html(text))
    html = re.sub(r" +", " ", re.sub(r'<ol start="\d+">', "<ol>", html))
    for tag in re.finditer(r"<(/?)(?:ul|ol)>", html):
        if not tag[1]:
            if not depth:
                found.append(html[start:tag.start()].strip())
                start = tag.end()
            depth += 1
        else:
            depth -= 1
            if not depth:
                found.append(items_of(html[start:tag.start()]))
                start = tag.end()
    return [one for one in found + [html[start:].strip()] if one]


def items_of(html):
    items, depth, start = [], 0, 0
    for tag in re.finditer(r"<(/?)li>", html):
        depth += -1 if tag[1] else 1
        if depth == 0 and tag[1]:
            items.append(html[start:tag.start()].strip())
        if depth == 1 and not tag[1]:
            start = tag.end()
    return tuple(items)


def moved_fault(case, answer):
    if "unchanged" in answer:
        return None if answer["text"] == case.text else "nothing done, but the text is another"
    old, new = blocks_of(case.text), blocks_of(answer["text"])
    done = [item for block in old if isinstance(block, tuple) for item in block if item.startswith("[x]")]
    rest = [tuple(item for item in block if item not in done) if isinstance(block, tuple) else block for block in old]
    # What is left of a list, or of the text around one that is gone.
    wanted = "".join("".join(block) if isinstance(block, tuple) else block for block in rest if block)
    shown = ["".join(block) if isinstance(block, tuple) else block for block in new]
    if not shown or not isinstance(new[-1], tuple) or list(new[-1]) != done:
        return "other tasks in the section"
    return None if re.sub(r"\s", "", wanted + "<h2>Done</h2>") == re.sub(r"\s", "", "".join(shown[:-1])) else "another page"


def moved(tool, cases):
    for case, answer in zip(cases, tool.ask(cases)):
        yield case, answer, f"refused: {answer['error']['code']}" if "error" in answer else moved_fault(case, answer)


def movable(texts, count, chance):
    """Yields documents with items that became tasks, and a heading above them with the caret, or all selected."""
    found = [piece for text in texts for piece in pieces(text)
             if re.search(r"(?m)^[-*+] \w", piece) and not re.search(r"<|\[\^|\A---|&|(?m:^## Done)|(?m:^[ ]*[-*+][ ]*$)", piece)]
    for _ in range(count if found else 0):
        text = "# Title\n\n" + chance.choice(found)
        text = re.sub(r"(?m)^([-*+]|\d+[.)]) (?=\w)", lambda one: one[0] + chance.choice(("[x] ", "[ ] ", "")), text)
        yield Case(text, 2, 2, "move-done") if chance.random() < 0.7 else Case(text, 0, len(text), "move-done")


# Lists with signs of other programs, pasted and selected, and fields pasted into tables.

def signed(tool, cases):
    """Judges pasted and selected lines with signs. The selection of a case is not used: the list is after a title."""
    for case, answer in zip(cases, tool.ask(cases)):
        lines = (case.argument or case.text.removeprefix("# T\n\n")).split("\n")
        plain = "\n".join(re.sub(r"^(\t*)\S[ \t]", lambda found: "  " * len(found[1]) + "- ", line) for line in lines)
        same = without_paragraphs(cmark.html("# T\n\n" + plain)) == without_paragraphs(cmark.html(answer.get("text", "")))
        yield case, answer, f"refused: {answer['error']['code']}" if "error" in answer else None if same else "another page"


def signable(texts, count, chance):
    lists = [found[0] for text in texts for found in re.finditer(r"(?m)(?:^(?:  )*- \S[^\n]*\n){2,}", text)]
    lists = [one for one in lists if one.startswith("- ") and not re.search(r"(?m)^(?:  )*- (?:[-+*>#=<~`|•\[{\\]|\d|\[?[^\w`*(\[]|:)|\|", one)
             and not re.search(r"[<`*_\[\]$]", one) and not any(len(b) - len(b.lstrip()) > 2 + len(a) - len(a.lstrip()) for a, b in zip(
                 one.split("\n"), one.split("\n")[1:]))]
    for _ in range(count if lists else 0):
        lines, sign = chance.choice(lists).rstrip("\n").split("\n"), chance.choice(SIGNS)
        flat = not any(line.startswith(" ") for line in lines)
        text = "\n".join("\t" * ((len(line) - len(line.lstrip())) // 2) + sign + line.lstrip()[2:] for line in lines)
        if flat and chance.random() < 0.5:
            yield Case("# T\n\n" + text, 5, 5 + len(text), "bullet-list")
        else:
            yield Case("# T\n\n", 5, 5, "paste", text)


def cells(text):
    rows = re.findall(r"<tr>(.*?)</tr>", without_spelling(cmark.html(text)), re.S)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


def filled(tool, cases):
    """Judges fields that are pasted into a table, which is the text of the case."""
    for case, answer in zip(cases, tool.ask(cases)):
        if "error" in answer:
            yield case, answer, f"refused: {answer['error']['code']}"
            continue
        wanted, fields = cells(case.text), [row.split("\t") for row in case.argument.split("\n")]
        line = case.text.count("\n", 0, case.start)
        row, column = line - (line > 1), line_at(case.text, case.start)
        column = case.text[case.text.rfind("\n", 0, case.start) + 1:case.start].count("|") - 1
        count = max(len(wanted[0]), column + max(map(len, fields)))
        wanted = [one + [""] * (count - len(one)) for one in wanted]
        for at, own in enumerate(fields):
            if row + at == len(wanted):
                wanted.append([""] * count)
            wanted[row + at][column:column + len(own)] = own
        yield case, answer, None if cells(answer["text"]) == wanted else "another table"


def fillable(texts, count, chance):
    tables = [found[0] for text in texts for found in re.finditer(r"(?m)^\|[^\n]*\|\n\|[ :|-]+\|\n(?:\|[^\n]*\|\n)*", text)]
    tables = [one for one in tables if not re.search(r"\\\||[`<\[&]", one) and cells(one) and len(cells(one)) == one.count("\n") - 1
              and len({len(row) for row in cells(one)}) == 1]
    for _ in range(count if tables else 0):
        table = chance.choice(tables)
        places = [found.end() for found in re.finditer(r"(?m)\|[ ]*(?=\w)", table)]
        rows, width = chance.randrange(1, 5), chance.randrange(2, 4)
        fields = "\n".join("\t".join(chance.choice(("one", "two words", "3", "日本", "x/y")) for _ in range(width)) for _ in range(rows))
        place = chance.choice(places or [2])
        yield Case(table, place, place, "paste", fields)


PARTS = {
    "lines": ("paragraphs wrapped and joined, once and twice", wrapped, wrappable, 3000),
    "states": ("list-cycle, four times", stated, listable, 1000),
    "options": ("options of commands on lists", chosen, choosable, 1000),
    "done": ("done tasks moved to a section", moved, movable, 1000),
    "signs": ("lists with signs of other programs, pasted and selected", signed, signable, 1000),
    "cells": ("fields pasted into tables", filled, fillable, 1000),
}
