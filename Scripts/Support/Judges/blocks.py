"""Tries every block command, and Enter and Backspace at the starts of lines, at places of real documents.

What a reader sees before and after is compared, as cmark-gfm reads it (rows.py), and the bytes of the lines.
"""
import collections
import random
import re
import sys

import judge
import judging
from judging import Case
import keys
from reading import blocks, is_blank, selected_lines
from neighbors import blanks_fault, lines_fault, numbers_fault, outside
from rows import CALLOUT, COMMANDS, HEADINGS, LISTS, MOVES, SHOWN, TOGGLES, Judged, read
from targets import RULES, code_block, eligible, pair, permuted, rule, same_text, units

# Commands of which the rows before and after are not compared one by one.
WHOLE = {"code-block": code_block, "horizontal-rule": rule, **dict.fromkeys(MOVES + ("duplicate-line",), permuted)}
REASONS = {"inCode": "code_block", "inHTML": "html_block", "onRule": "thematic_break", "inTable": "table_cell"}
ITEM_LINE = re.compile(r"[ \t>]*(?:[-+*]|\d+[.)])[ \t]")
# The commands for items, with the lines where they may do something.
ITEMS = {"indent": ITEM_LINE, "outdent": re.compile(r"[ \t>]+(?:[-+*]|\d+[.)])[ \t]"),
         "task-toggle": re.compile(r".*\[[ xX]\] "), "renumber-list": re.compile(r"[ \t>]*\d+[.)][ \t]")}
COLUMNS = ("right", "wrong", "refused", "arguable", "unchanged", "unmapped")
# The faults that this judge plants: lines melt together; a list becomes loose; a second press does something else.
OWN = ("melt", "loose", "once")
# A definition, a row of delimiters, a rule or an underline.
UNDERLINE = re.compile(r"[ \t>]*(?:\[[^\]]+\]:|\|?[ \t]*:?-+:?[ \t]*(?:\||$)|=+[ \t]*$|(?:[-*_][ \t]*){3,}$)")


def fault(case, answer):
    """Returns the fault of an answer, or None."""
    if "\r\n" in case.text and re.search(r"(?<!\r)\n", answer["text"]):
        return "bytes: a line ends otherwise"
    case, answer = plain(case), {**answer, **plain(Case(answer["text"], answer["start"], answer["end"], ""))._asdict()}
    cut = judge.metadata_end(case.text)
    if answer["text"][:cut] != case.text[:cut]:
        return "unmapped" if case.command in judging.KEYS and case.start < cut else "front matter"
    if cut:
        case = Case(case.text[cut:], max(0, case.start - cut), max(0, case.end - cut), case.command)
        answer = {**answer, "text": answer["text"][cut:], "start": max(0, answer["start"] - cut)}
    judged = Judged(case, answer)
    if answer["text"] == case.text and case.command in MOVES + judging.KEYS and "unchanged" not in answer:
        # Two equal neighbors change places, and Enter goes to the cell below.
        return None
    if "unchanged" in answer or answer["text"] == case.text:
        return undone(judged, answer.get("unchanged"))
    is_longer = answer["text"].count("\n") > case.text.count("\n") or any(
        edit["text"].strip() for edit in answer["edits"])
    if case.command == "newline" and not judged.is_typed and not is_longer:
        return "target: no line more"
    line = judged.old.lines[judged.first]
    if line and is_blank(line) and judged.start == judged.end and not judged.is_typed and not judged.rows:
        # A caret before the marker of an empty line.
        return "unmapped"
    vague = {row.leaf for row in judged.old.rows if row.leaf in judged.blocks & judged.old.vague}
    if vague and any(not judged.first <= line <= judged.last for leaf in vague for line in judged.old.extents[leaf]):
        return "unmapped"
    if case.command in ("newline", "backspace") and not is_judged_key(judged):
        return "unmapped"
    wrong = blanks_fault(judged) or lines_fault(judged) or numbers_fault(judged) or tree_fault(judged)
    # At the very start of a line, the keys do what a plain editor does, also to the blocks around the caret.
    is_plain = case.command in judging.KEYS and is_blank(before_caret(judged)) and (
        wrong not in ("text", "marks") or is_blank(judged.old.lines[judged.first]))
    return f"arguable: {wrong}" if wrong and is_plain else wrong


def tree_fault(judged):
    """Returns the fault in what a reader sees, or None."""
    if judged.command in WHOLE:
        return WHOLE[judged.command](judged)
    if judged.command in ("quote", "callout"):
        judged.before, judged.after = ([one for one in side if one[0][0] != CALLOUT]
                                       for side in (judged.before, judged.after))
    codes = [list(side.kinds.values()).count("code_block") for side in (judged.old, judged.new)]
    if codes[0] != codes[1]:
        return "outside: another block of code"
    if not same_text(judged.before, judged.after):
        return "text" if not same_text(judged.before, judged.after, False) else "marks"
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
    if reason is None:
        return "nothing done: no reason"
    rows = [] if judged.is_typed else eligible(judged)
    tasks = [row for row in rows if row.path and "[" in row.path[-1]]
    is_text = command in HEADINGS + LISTS + ("quote", "callout", "code-block")
    is_tag = reason == "inHTML" and any("<" in line for line in judged.old.lines[judged.first:judged.last + 1])
    wrong = (
        reason in REASONS and not {REASONS[reason], "table"} & kinds and judged.blocks and not judged.is_typed
        and not is_tag
        or reason == "notInList" and any((pair(row.path) or [""])[0] in (
            ("ordered",) if command == "renumber-list" else ("ordered", "bullet")) for row in rows)
        or reason == "noTask" and any("[" in pair(row.path)[1] for row in rows if pair(row.path))
        or reason == "inTask" and not tasks
        or reason == "alreadySo" and command in HEADINGS[:6] + LISTS)
    if wrong:
        return f"{'arguable: ' if command in judging.KEYS else ''}nothing done: {reason}"
    if is_text and reason != "alreadySo" and len(rows) > len(tasks if reason == "inTask" else ()):
        return f"{'arguable: ' if tasks else ''}nothing done: {reason}, though there is text"
    return f"known: unchanged, {reason}"


def plain(case):
    """Returns a case without CR."""
    def moved(offset):
        return len(case.text[:offset].replace("\r\n", "\n"))

    return case._replace(text=case.text.replace("\r\n", "\n"), start=moved(case.start), end=moved(case.end))


def is_toggled(case, answer):
    """Whether a second press must restore the document, and whether the bytes."""
    judged = Judged(plain(case), {**answer, "text": answer["text"].replace("\r\n", "\n")})
    rows, command = eligible(judged), case.command
    if judged.is_typed:
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
    if not is_toggled(case, first):
        return None
    if "error" in second or "unchanged" in second:
        return f"twice: nothing done, {second.get('unchanged') or second['error']['code']}"
    # A line of a paragraph of several remains a paragraph of its own: only a session knows what it was.
    old = read(plain(case).text)
    blocks = old.covered(*selected_lines(*plain(case)[:3]))
    is_part = case.command in HEADINGS + LISTS + ("code-block",) and any(
        len({row.line for row in old.rows if row.leaf == leaf}) > 1 for leaf in blocks)
    name = "arguable: a line stays a block of its own, " if is_part else ""
    if units(old) != units(read(second["text"].replace("\r\n", "\n"))):
        return f"{name}twice: another document"
    only = all(edit["start"] == edit["end"] for edit in first["edits"])
    return f"{name}twice: other bytes" if only and second["text"] != case.text else None


def judged(tool, cases):
    """Yields each case with its answer and the verdict; a toggle is pressed twice."""
    answers = [planted(answer, tool.own) for answer in tool.ask(cases)]
    again = [at for at, (case, answer) in enumerate(zip(cases, answers)) if case.command in TOGGLES
             and "edits" in answer and "unchanged" not in answer]
    seconds = dict(zip(again, tool.ask(cases[at]._replace(
        text=answers[at]["text"], start=answers[at]["start"], end=answers[at]["end"]) for at in again)))
    for at, (case, answer) in enumerate(zip(cases, answers)):
        if "error" in answer:
            yield case, answer, f"refused: {answer['error']['code']}"
            continue
        wrong = fault(case, answer)
        if wrong is None and at in seconds:
            second = planted(seconds[at], "melt" if tool.own == "once" else None)
            wrong = twice(case, answer, second)
            answer = {**answer, "then": second} if wrong else answer
        yield case, answer, wrong


def planted(answer, name):
    """Returns an answer with a fault of this judge, if one is named."""
    text = answer.get("text")
    if name not in ("melt", "loose") or "unchanged" in answer or text is None:
        return answer
    if name == "melt":
        text = re.sub(r"\n(?:[ \t>]*\n)+(?=\w)", "\n", text)
    else:
        text = re.sub(r"(\n[-*+] .*)\n(?=[-*+] )", r"\1\n\n", text)
    return {**answer, "text": text, **{key: min(answer[key], len(text)) for key in ("start", "end")}}


def is_usable(text):
    """Whether cmark-gfm, as it is asked here, reads a text as GitHub's dialect does: no footnotes, no formulas."""
    others = ("\0", "\r", "\ufeff", "[^", "$$", "$`")
    return text.strip() and not any(one in text.replace("\r\n", "") for one in others)


def piece(text, chance):
    """Returns some neighboring blocks of a document, with the definitions that they use."""
    lines, tops = text.split("\n"), [block.first for block in blocks(text) if block.parent < 0]
    if not tops:
        return text
    at = chance.randrange(len(tops))
    low, high = max(0, at - chance.choice([0, 1, 1, 2])), at + chance.choice([1, 2, 2, 3, 5])
    end = tops[high] if high < len(tops) else len(lines)
    part = "\n".join(lines[tops[low] if low else 0:end]) + ("\n" if high < len(tops) else "")
    return keys.with_definitions(part, text) if len(part) < 6000 else "\n".join(lines[tops[at]:tops[at] + 40])


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
    kind = chance.random()
    if kind < 0.2:
        boxes = "[ ] ", "[x] "
        return re.sub(r"(?m)^([ \t]*[-+*] )(?=[^\s\[*-])", lambda found: found[1] + chance.choice(boxes), text)
    if kind < 0.4:
        return re.sub(r"(?m)^([ \t]*)\d(?=[.)] )", lambda found: found[1] + chance.choice("12358"), text)
    return text


def cases(texts, count, chance):
    """Yields commands at places of documents, a sixth of them with CR LF."""
    texts, made = [text for text in texts if text.strip() and "\0" not in text], 0
    while made < count and texts:
        text = varied(piece(chance.choice(texts), chance), chance)
        if not is_usable(text):
            continue
        for _ in range(3):
            start, end = place(text, chance)
            line = text[text.rfind("\n", 0, start) + 1:].split("\n")[0]
            names = chance.sample([name for name in COMMANDS if name not in judging.KEYS + tuple(ITEMS)], 4)
            # Elsewhere, the commands for items say that there is none.
            names += [name for name, pattern in ITEMS.items() if pattern.match(line) or chance.random() < 0.05]
            if start == end and SHOWN.fullmatch(text[text.rfind("\n", 0, start) + 1:start]):
                names += ["newline", "backspace"]
            for name in names:
                case = Case(text, start, end, name)
                yield with_cr(case) if made % 6 == 5 and "\r" not in text else case
                made += 1


def with_cr(case):
    def moved(offset):
        return offset + case.text.count("\n", 0, offset)

    return case._replace(text=case.text.replace("\n", "\r\n"), start=moved(case.start), end=moved(case.end))


def main():
    options = judging.arguments(40_000, faults=judging.PLANTED[:4] + OWN, **{"select-all": False})
    tool, report = judging.Tool(options), judging.Report(options)
    tool.own, tool.fault = (tool.fault, None) if tool.fault in OWN else (None, tool.fault)
    texts = judging.documents(options.folder)
    if not any(map(is_usable, texts)):
        sys.exit("blocks: there are no documents")
    if options.select_all:
        usable = [text for text in texts if is_usable(text)]
        made = (Case(text, 0, len(text), name) for text in usable for name in COMMANDS if name not in judging.KEYS)
    else:
        made = cases(texts, options.count, random.Random(options.seed))
    made = list(made)
    # The commands at a place are judged together, because a text is read once for all.
    for low in range(0, len(made), 400):
        for case, answer, verdict in judged(tool, made[low:low + 400]):
            report.add(case.command, case, answer, verdict, lambda some: judged(tool, some))
    for name in COMMANDS:
        groups = collections.Counter()
        for verdict, count in report.counts.get(name, {}).items():
            column = "unchanged" if "unchanged" in verdict else judging.group(verdict)
            groups[verdict if verdict in COLUMNS else column] += count
        print(f"{name:16}" + "".join(f"{groups[one]:7} {one}" for one in COLUMNS))
    report.finish()


if __name__ == "__main__":
    main()
