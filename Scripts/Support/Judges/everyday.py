"""Tries every command and key on the lines of real documents, on lists and on random documents."""
import json
import random
import re
import subprocess

import judge
import judging
from judging import KEYS, Case
import laws
import lines
import lists
import nested
import trees
import writing

LINES = {
    "list": re.compile(r"[ \t>]*(?:[-+*]|\d+[.)])[ \t]+\S"),
    "heading": re.compile(r"[ \t]*#{1,6} \S"),
    "quote": re.compile(r"[ ]{0,3}>"),
    "row": re.compile(r"[ \t]*\|.*\|"),
    "blank": re.compile(r"[ \t]*$"),
    "text": re.compile(r"[ \t]*\w"),
}
SHARES = ("list",) * 5 + ("heading", "quote", "row", "blank", "text")
MARKER = re.compile(r"[ \t>]*(?:(?:[-+*]|\d+[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?(?:#{1,6}[ \t]+)?")
LONGEST = 12_000


def usable(text):
    """Whether cmark-gfm, as the laws call it, reads a text as GitHub's dialect does: no footnotes, no math."""
    return 0 < len(text) and "\0" not in text and "\r" not in text and "[^" not in text and "$$" not in text


def part(text, line):
    """Returns the whole document or, if it is long, the part between two headings around a line."""
    if len(text) <= LONGEST:
        return text, line
    all_lines = text.split("\n")
    starts = [index for index, one in enumerate(all_lines) if re.match(r"#{1,6} ", one)] or [0]
    low = max([start for start in starts if start <= line] or [0])
    high = min([start for start in starts if start > line] or [len(all_lines)])
    low, high = max(low, line - 80), min(high, line + 80)
    return "\n".join(all_lines[low:high]) + "\n", line - low


def places(text, index, kind, chance):
    """Returns a caret in a line, or a selection of a few lines."""
    all_lines = text.split("\n")
    start = sum(len(line) + 1 for line in all_lines[:index])
    line = all_lines[index]
    content = start + len(MARKER.match(line)[0])
    if kind != "row" and chance.random() < 0.15:
        end = min(len(all_lines) - 1, index + chance.choice([1, 1, 2, 4]))
        return start, sum(len(one) + 1 for one in all_lines[:end]) + len(all_lines[end])
    caret = chance.choice([start, content, content, start + len(line), start + len(line),
                           chance.randint(content, start + len(line)) if content < start + len(line) else start])
    return caret, caret


def lines_of(text):
    """Returns the indices of a text's lines by kind, after its front matter."""
    found = {kind: [] for kind in LINES}
    first = text.count("\n", 0, judge.metadata_end(text))
    for index, line in enumerate(text.split("\n")):
        kind = next((kind for kind, pattern in LINES.items() if pattern.match(line)), None)
        if kind and index >= first:
            found[kind].append(index)
    return found


def cases(texts, count, commands, chance):
    """Returns cases: at each place, the keys and some of the other commands."""
    made, known = [], {}
    texts = [text for text in texts if usable(text)]
    others = [name for name in commands if name not in KEYS]
    while len(made) < count and texts:
        text, kind = chance.choice(texts), chance.choice(SHARES)
        if text not in known:
            known[text] = lines_of(text)
        if not known[text][kind]:
            continue
        cut, index = part(text, chance.choice(known[text][kind]))
        if cut.startswith("---"):
            continue
        start, end = places(cut, index, kind, chance)
        made += [Case(cut, start, end, name) for name in KEYS + tuple(chance.sample(others, 8))]
    return made[:count]


def judged(tool, cases):
    for case, answer in zip(cases, tool.ask(cases)):
        yield case, answer, outcome(case, answer)


def outcome(case, answer):
    """Returns the fault of an answer, or None."""
    kind = lists.refusal(case, answer)
    if kind or "error" in answer:
        return kind
    if "unchanged" in answer:
        return None if answer["text"] == case.text else "nothing done, but the text is another"
    if answer["text"] == case.text:
        return None
    if case.command in writing.COMMANDS:
        return writing.fault(case, answer)
    wrong = lines.fault(case, answer["text"])
    if wrong:
        return "lines: " + wrong
    wrong = trees.fault(case, answer) or trees.strong_neighbours(case, answer["text"])
    if wrong:
        return wrong if wrong.startswith("arguable") else "tree: " + wrong
    return law_fault(case, answer)


def law_fault(case, answer):
    """Returns the fault that the laws of the other judge find."""
    if case.command in KEYS:
        return None
    old = case.text
    judged = laws.Result(case, {**answer, "edits": []})
    for law in (laws.text, laws.neighbours, laws.target, laws.probe, laws.selection):
        # If a line ending cuts a link, the letters of its address count as selected.
        if law == laws.selection and (
                any(old.count(part) != answer["text"].count(part) for part in ("](", "][")) or "[X]" in old):
            continue
        if law == laws.text and case.command == "code-block" and re.search(r"\[|`{3}", old):
            continue
        wrong = law(judged)
        if wrong:
            return f"law of {law.__name__}: {wrong}"
    return None


def main():
    options = judging.arguments(60_000, lists=400, random=100_000)
    tool, report = judging.Tool(options), judging.Report(options)
    listed = subprocess.run([tool.path, "commands", "--json"], stdout=subprocess.PIPE, check=True)
    # The marks have judges of their own.
    commands = [row["name"] for row in json.loads(listed.stdout) if row["group"] != "marks"]
    chance = random.Random(options.seed)
    texts = judging.documents(options.folder)
    made = cases(texts, options.count, commands, chance)
    report.judge("tab lists", lambda some: lists.tab_lists(tool, some), lists.tab_cases())
    report.judge("documents", lambda some: judged(tool, some), made)
    for law, kind, case, answer in lists.failures(tool, texts, options.lists, chance, made[::20]):
        report.add(law, case, answer, kind)
    source = nested.Documents(random.Random(options.seed))
    report.judge("random documents", lambda some: nested.judged(tool, some),
                 (source.case() for _ in range(options.random)))
    report.finish()


if __name__ == "__main__":
    main()
