"""Compares how GitHub's dialect reads the inlines of random documents with cmark-gfm's trees, leaf by leaf."""
import collections
import random
import re

import documents
import gfm
import judging
from judging import Case

LEAVES = ("paragraph", "heading", "table_cell")
MARKS = (("emphasis", "*"), ("strong", "**"), ("strikethrough", "~"), ("code", "`"))
BREAKS = {"softbreak": "soft", "linebreak": "hard"}
PIECES = ["[", "]", "](/u)", "![", "[a]", "[^1]", "www.a.b", "http://a.b", "x@a.bc", "~", "~~", "~~~", "*", "**", "_",
          "__", "`", "``", "\\", "|", "a", "b", " ", " ", "é", "日", "!", ".", "(", ")", "<b>", "<http://c.d>", "&amp;",
          ":", "/", "_a", "\n", "?x=_y_", "-"]


def soup(rng):
    """Returns a few pieces in a paragraph, a cell or a task."""
    text = "".join(rng.choice(PIECES) for _ in range(rng.randrange(2, 14)))
    shape = rng.randrange(5)
    if shape == 0:
        return "| h |\n|---|\n| " + text.replace("\n", " ") + " |\n\n[^1]: n\n"
    if shape == 1:
        return "- [ ] " + text + "\n\n[a]: /u\n"
    return text + "\n\n[^1]: n\n" + ("\n[a]: /u\n" if shape == 2 else "")


def document(rng):
    """Returns a document without islands that cmark-gfm does not know."""
    while True:
        text = soup(rng) if rng.random() < 0.7 else documents.document(rng)
        if not any(piece in text for piece in ("$", "[!", ":t", "@o", "---\n")):
            return text


def wanted(text, extensions=gfm.EXTENSIONS):
    """Returns the leaves of a text as cmark-gfm reads them."""
    leaves, leaf = [], None
    for event in gfm.events(text.encode(), extensions, footnotes=bool(extensions)):
        kind, name = event[0], event[1]
        if kind == "open" and name in LEAVES:
            leaf = []
        elif kind == "close" and name in LEAVES:
            leaves.append(tuple(leaf))
            leaf = None
        elif leaf is None:
            continue
        elif kind == "character":
            leaf.append(name if name.isspace() else name + "".join(
                sign for mark, sign in MARKS if mark in event[2]))
        elif kind == "description":
            leaf.append("description")
        elif kind in ("open", "close") and name in ("link", "image"):
            leaf.append(("<" if kind == "open" else ">") + name)
        elif (kind, name) == ("open", "footnote_reference"):
            leaf.append("footnote")
        elif kind == "break":
            leaf.append(BREAKS[name])
        elif kind == "html":
            leaf.append("html")
    return leaves


def with_footnotes(leaf):
    """Returns a leaf in which `[^label]` is a reference, whether defined or not: cmark-gfm first reads it as
    one, and then shows it as text if it has no definition."""
    result, index = [], 0
    while index < len(leaf):
        end = index + 1
        if leaf[index][0] == "[" and leaf[end:end + 1] == ("^" + leaf[index][1:],):
            while end < len(leaf) and leaf[end][0] not in "[]" and leaf[end][1:] == leaf[index][1:]:
                end += 1
            if leaf[end:end + 1] == ("]" + leaf[index][1:],) and end > index + 2:
                result.append("footnote")
                index = end + 1
                continue
        result.append(leaf[index])
        index += 1
    return result


def plain(leaf):
    """Returns a leaf without images' descriptions, and without white space at the ends."""
    result, images = [], 0
    for event in with_footnotes(leaf):
        images -= event == ">image"
        if not images:
            result.append(event)
        images += event == "<image"
    while result and result[0].isspace():
        result.pop(0)
    while result and result[-1].isspace():
        result.pop()
    return tuple(result)


def same(text, leaves, extensions=gfm.EXTENSIONS):
    """Whether both read the same leaves in a text, in any order."""
    theirs = collections.Counter(map(plain, wanted(text, extensions)))
    ours = collections.Counter(map(plain, map(tuple, leaves)))
    # Cells that cmark-gfm adds are empty, and it does not show footnotes without references.
    missing, added = theirs - ours, ours - theirs
    missing.pop((), None)
    added.pop((), None)
    return not missing and (not added or "[^" in text), (missing, added)


# Blocks whose start the two read differently. After a task's marker without text, cmark-gfm continues the paragraph
# only if it is indented. A line of a single tag ends an item's paragraph in CommonMark 0.29, which cmark-gfm reads,
# but not in 0.30.
KNOWN = {
    "a task without text in its first line": re.compile(r"(?m)^[-*+ >\d.)]*\[[ xX]\][ \t]*$"),
    "a definition behind a task's box": re.compile(r"\[[ xX]\] *\[[^\]]+\]:"),
    "a line of HTML behind an item": re.compile(r"(?m)^ *<b>[ \t]*$"),
}


def known_reason(tool, text, leaves):
    """Returns why the two may read a text differently, or None if they must agree."""
    if any("island" in leaf for leaf in leaves):
        return "an island that cmark-gfm does not know"
    for name, pattern in KNOWN.items():
        if pattern.search(text):
            return name
    # We read CommonMark as libcmark 0.30 does, but cmark-gfm has the rules of 0.29.
    text = re.sub(r"(?m)^\| h \|\n\|---\|\n\| (.*) \|$", r"\1", text)
    return None if same(text, readings(tool, [text], "commonmark")[0], ())[0] else "CommonMark 0.29 and 0.30"


def readings(tool, texts, dialect="github"):
    return judging.json_lines([tool, "--readings", dialect], texts)


def judged(tool, cases):
    texts = [case.text for case in cases]
    for case, leaves in zip(cases, readings(tool, texts)):
        is_same, difference = same(case.text, leaves)
        reason = None if is_same else known_reason(tool, case.text, leaves)
        verdict = "right" if is_same else "known: " + reason if reason else "read otherwise"
        yield case, dict(zip(("cmark-gfm", "here"), map(list, difference))), verdict


def main():
    options = judging.arguments(1_000_000, faults=())
    rng, report = random.Random(options.seed), judging.Report(options)
    report.judge("readings", lambda some: judged(options.tool, some),
                 (Case(document(rng), 0, 0, "read") for _ in range(options.count)))
    report.finish()


if __name__ == "__main__":
    main()
