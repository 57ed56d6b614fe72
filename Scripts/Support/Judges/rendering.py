"""Compares our HTML of documents, in what cmark-gfm reads of GitHub's dialect, with cmark-gfm's, byte by byte."""
import difflib
import random
import re

import gfm
import judging
from judging import Case
import readings


def ours(tool, texts, dialect="cmark-gfm"):
    return judging.json_lines([tool, "--html", dialect], texts)


# Deliberate differences, which Documentation/Dialects.md explains.
EMPTY_TASK = re.compile(r"(?m)^[ \t]*(?:[-+*]|\d+[.)])[ \t]+\[[ xX]\][ \t]+$")
CHECKED = re.compile(r"(?m)^[ \t]*(?:[-+*]|\d+[.)])[ \t]+\[ \][ \t].*\[x\]")
DEFINITION_IN_TASK = re.compile(r"(?m)^[ \t]*(?:[-+*]|\d+[.)])[ \t]+\[[ xX]\][ \t]+\[[^\]]*(?:\]:|\[.*\]:)")
IMAGE = re.compile(r"!\[\^[^\]\s]+\]\[")
LONG_NUMBER = re.compile(r"&#(?:\d{8,}|[xX][0-9a-fA-F]{7,});")


def without_paragraphs(html):
    return re.sub(r"</?p>|\n", "", html)


def known_reason(tool, text, own, other):
    """Returns why the two may print a text differently, or None if they must agree."""
    if own == other.replace(' title=""', "") or own.replace(' title=""', "") == other:
        return "an empty title"
    if own.replace(' checked=""', "") == other.replace(' checked=""', "") and CHECKED.search(text):
        return "[x] later in the line of an empty box checks it"
    if EMPTY_TASK.search(text):
        return "a box with no text after it"
    if DEFINITION_IN_TASK.search(text):
        return "a definition after a box"
    if IMAGE.search(text):
        return "an image whose description looks like a footnote"
    if without_paragraphs(own) == without_paragraphs(other) and "|" in text:
        return "whether an item with a paragraph above a table is tight"
    if LONG_NUMBER.search(text) or ours(tool, [text], "commonmark")[0] != gfm.html(text, ()):
        return "CommonMark 0.29 and 0.30"
    return None


def judged(tool, cases):
    texts = [case.text for case in cases]
    for case, html in zip(cases, ours(tool, texts)):
        other = gfm.html(case.text)
        reason = None if html == other else known_reason(tool, case.text, html, other)
        verdict = "right" if html == other else "known: " + reason if reason else "printed otherwise"
        lines = difflib.unified_diff(other.splitlines(), html.splitlines(), "cmark-gfm", "here", n=0, lineterm="")
        yield case, {"difference": [] if html == other else list(lines)[2:12]}, verdict


def main():
    options = judging.arguments(20_000, faults=())
    rng, report = random.Random(options.seed), judging.Report(options)
    parts = {"examples": judging.examples(), "documents": judging.documents(options.folder) if options.folder else [],
             "random": (readings.document(rng) for _ in range(options.count))}
    for part, texts in parts.items():
        report.judge(part, lambda some: judged(options.tool, some), (Case(text, 0, 0, "print") for text in texts))
    report.finish()


if __name__ == "__main__":
    main()
