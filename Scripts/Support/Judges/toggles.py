"""Toggles marks in the constructs of GitHub's Markdown, judged by cmark-gfm."""
import pathlib
import random
import re

import carets
import documents
import judge
import judging
from judging import Case
import states

MARKS = ["strong", "emphasis", "code", "strikethrough"]
CONSTRUCTS = {
    "table": re.compile(r"(?m)^[ >\t]*\|.*\|[ \t]*$"),
    "task": re.compile(r"(?m)^[ >\t]*(?:[-+*]|\d+[.)])[ \t]+\[[ xX]\][ \t].*$"),
    "strikethrough": re.compile(r"~{1,2}[^~\n]+~{1,2}"),
    "link": re.compile(r"(?:https?://|www\.)[^\s<>]+|[\w.+-]+@[\w-]+\.[\w.]+"),
    "footnote": re.compile(r"\[\^[^\]\s]+\]"),
    "front matter": re.compile(r"\A---\n(?:.*\n)*?---\n"),
    "plain": re.compile(r"(?m)^[A-Za-z].*$"),
}


def case(construct, texts, random):
    pattern = CONSTRUCTS[construct]
    for _ in range(200):
        text = random.choice(texts)
        spans = [match.span() for match in pattern.finditer(text)]
        if not spans:
            continue
        text, span = judging.part(text, random.choice(spans), random)
        if len(text) > 4000 or not 0 <= span[0] <= span[1] <= len(text):
            continue
        low = max(0, span[0] - random.choice([0, 0, 5, 40]))
        high = min(len(text), span[1] + random.choice([0, 0, 5, 40]))
        if high - low < 2:
            continue
        start, end = sorted(random.sample(range(low, high + 1), 2))
        if random.random() < 0.5:
            start, end = judging.whole_words(text, start, end)
        return Case(text, start, end, random.choice(MARKS))
    return None


def at_caret(made, random):
    """Moves a case to a caret in or beside the selection, often between words, delimiters and cells."""
    places = list(range(max(0, made.start - 5), min(len(made.text), made.end + 5) + 1))
    edges = [place for place in places if re.match(r"\W", made.text[place:place + 1] or " ")]
    caret = random.choice(edges if edges and random.random() < 0.6 else places)
    return made._replace(start=caret, end=caret)


def whole(texts, random):
    """Returns a toggle over one line, four, sixteen or everything."""
    text = random.choice(texts)
    if len(text) > 20000:
        return None
    lines = [match.span() for match in re.finditer(r"(?m)^.*$", text)]
    count = random.choice([1, 4, 16, len(lines)])
    first = random.randrange(max(1, len(lines) - count + 1))
    chosen = lines[first:first + count]
    # An empty selection is a caret.
    if chosen[0][0] == chosen[-1][1]:
        return None
    return Case(text, chosen[0][0], chosen[-1][1], random.choice(["strong", "emphasis", "strikethrough"]))


def judged(tool, cases, steps=False):
    """Judges toggles; if one at a caret changes the text, it is given again there."""
    policies = {"steps": "ends"} if steps else {}
    answers = tool.ask(cases, policies=policies)
    again = {index: Case(answer["text"], answer["start"], answer["start"], case.command)
             for index, (case, answer) in enumerate(zip(cases, answers))
             if case.start == case.end and answer.get("edits")}
    seconds = dict(zip(again, tool.ask(again.values(), policies=policies)))
    for index, (case, answer) in enumerate(zip(cases, answers)):
        yield case, answer, outcome(case, answer, seconds.get(index), steps)


def judged_states(tool, cases):
    """Judges states by what a reader sees and the command does."""
    found = tool.ask(case._replace(command="state") for case in cases)
    for case, answer, state in zip(cases, tool.ask(cases), found):
        yield case, answer, states.outcome(case, state, answer)


def outcome(case, answer, second, steps=False):
    """Judges an answer, and that to a second toggle if there is one."""
    text, start, end, mark = case
    if "error" in answer:
        if start == end and carets.is_structure(text, start):
            return "unchanged"
        return "refused: " + answer["error"]["code"]
    if start == end:
        fault = carets.fault(text, start, mark, answer, steps)
        if fault is None and second is not None:
            fault = "second press: no answer" if "error" in second else carets.second_fault(
                (text, start, mark), answer, second, steps)
    else:
        fault = judge.fault(text, start, end, mark, answer["text"])
        if fault in (None, "unmapped"):
            fault = judge.needless(text, answer.get("edits", [])) or fault
    return fault or ("unchanged" if "unchanged" in answer else "right")


def fixtures():
    """Returns the cases of Fixtures/Commands/marks-github.txt."""
    for line in pathlib.Path("Fixtures/Commands/marks-github.txt").read_text().splitlines():
        if line.startswith("//"):
            continue
        mark, before = line.split(" => ")[0].split(" | ", 1)
        before = re.sub(r"\\(.)", lambda match: {"n": "\n"}.get(match[1], match[1]), before)
        start, end = before.index("⟦"), before.index("⟧") - 1
        yield Case(re.sub("[⟦⟧]", "", before), start, end, mark)


def examples():
    """Yields selections in each example of GitHub's specification and of its extensions, with four marks: all of
    it, each line, each word, and from the middle of one word to the middle of the next but one."""
    for text in judging.examples():
        words = [word.span() for word in re.finditer(r"\w+", text)]
        spans = {(0, len(text))} | set(words)
        spans |= {line.span() for line in re.finditer(r"(?m)^.+$", text)}
        spans |= {((one[0] + one[1]) // 2, (two[0] + two[1] + 1) // 2)
                  for one, two in zip(words, words[2:])}
        yield from (Case(text, start, end, mark) for start, end in sorted(spans) for mark in MARKS
                    if start < end and "\0" not in text)


def made_cases(construct, real, options, rng):
    """Returns toggles in one construct, in real documents and in generated ones."""
    made = []
    while len(made) < options.count:
        texts = real if real and rng.random() < 0.5 else [documents.document(rng) for _ in range(8)]
        one = whole(texts, rng) if construct == "whole" else case(construct, texts, rng) or case(
            construct, [documents.document(rng, construct)], rng)
        if one and (options.carets or options.states and rng.random() < 0.5):
            one = at_caret(one, rng)
        if one:
            made.append(one)
    return made


def main():
    options = judging.arguments(
        2000, only="", made=False, whole=False, carets=False, steps=False, states=False, fixtures=False,
        examples=False, quick=False)
    if options.quick:
        options.made, options.seed, options.count = True, 7, 1000
    tool, report, rng = judging.Tool(options), judging.Report(options), random.Random(options.seed)
    kind = judged_states if options.states else lambda tool, cases: judged(tool, cases, options.steps)
    if options.fixtures or options.examples:
        report.judge("listed", lambda some: kind(tool, some), fixtures() if options.fixtures else examples())
        report.finish()
    real = [] if options.made else judging.documents(options.folder)
    for construct in ["whole"] if options.whole else [options.only] if options.only else CONSTRUCTS:
        report.judge(construct, lambda some: kind(tool, some), made_cases(construct, real, options, rng))
    report.finish()


if __name__ == "__main__":
    main()
