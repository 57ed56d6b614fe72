"""Puts links and tags around selections in documents of this machine and takes them off, judged by cmark-gfm's trees.

The visible text, the marks and the blocks must stay the same. The selected letters, which the script finds by
exchanging them for others (judge.py), must be in the new node, and other letters in what they were in.
"""
import random
import sys

import judge
import judging
from judging import Case

COMMANDS = ("link", "unlink", "image", "keyboard", "underline")
TAGS = {"keyboard": "kbd", "underline": "u"}
ADDRESS = "https://u.io"


class Letter:
    """A visible character with its marks, the target of its link, the tags around it, and its containers."""

    def __init__(self, scalar, marks, link, tags, path):
        self.scalar, self.marks, self.link, self.tags, self.path = scalar, marks, link, tags, path

    def is_ascii(self):
        return self.scalar.isascii() and self.scalar.isalnum()


def letters(text):
    """Returns the visible characters except white space; those of an image's description are marked so."""
    found, links, tags, path = [], [], [], []
    for event in judge.events(text):
        if event[0] in ("character", "description"):
            if not event[1].isspace():
                marks = event[2] if len(event) > 2 else frozenset({"image"})
                found.append(Letter(event[1], marks, links[-1] if links else None, tuple(tags), tuple(path)))
        elif event[0] == "html":
            tag = event[1].strip("</>").lower()
            if tag in TAGS.values():
                if event[1].startswith("</"):
                    if tags and tags[-1] == tag:
                        tags.pop()
                else:
                    tags.append(tag)
        elif event[0] == "open":
            if event[1] in judge.INLINE:
                links.append((event[1],) + tuple(event[2:3]))
            else:
                path.append(event[1])
        elif event[0] == "close":
            if event[1] in judge.INLINE:
                links.pop()
            else:
                path.pop()
                tags.clear()
    return found


def is_bare(link, text):
    return link is not None and link[0] == "link" and len(link) > 1 and link[1].split(":")[-1].strip("/") in text


def fault(case, answer):
    """Returns the fault of an answer, None if there is none, or "unmapped"."""
    before = letters(case.text)
    rotated = letters(judge.rotated(case.text, case.start, case.end))
    if len(rotated) != len(before) or any(
            one.marks != two.marks or one.path != two.path or one.link != two.link or one.tags != two.tags
            for one, two in zip(before, rotated)):
        return "unmapped"
    inside = {index for index, pair in enumerate(zip(before, rotated)) if pair[0].scalar != pair[1].scalar}
    if not inside:
        return "unmapped"
    if "unchanged" in answer:
        reasons = {"unlink": ("noLink",), "link": ("noText",), "image": ("noText",)}
        if case.command == "unlink" and any(before[index].link for index in inside):
            words = [before[index].link for index in inside if before[index].link]
            bare = all(link[0] != "link" or is_bare(link, case.text) for link in words)
            return None if bare else "nothing done"
        paths = {before[index].path for index in inside}
        if answer["unchanged"] in reasons.get(case.command, ()):
            return None
        return "unmapped" if answer["unchanged"].startswith("in") or len(paths) > 1 else "nothing done"
    after = letters(answer["text"])
    if [one.scalar for one in before] != [two.scalar for two in after]:
        return "text"
    # Of several selected links, each goes as a whole; a link takes whole code spans, words and elements.
    links = {before[index].link for index in inside}
    low, high = min(inside), max(inside)
    # Of other scripts, it is not known which letters are selected.
    while low and not before[low - 1].is_ascii():
        low -= 1
    while high + 1 < len(before) and not before[high + 1].is_ascii():
        high += 1
    isOn = case.command in TAGS and all(TAGS[case.command] in before[index].tags for index in inside)
    for index, (one, two) in enumerate(zip(before, after)):
        if one.path != two.path:
            return "blocks"
        if "image" not in two.marks and one.marks != two.marks:
            return "marks"
        chosen = index in inside
        if case.command == "link":
            if chosen and two.link != ("link", ADDRESS) and not (two.link and two.link[0] == "image"):
                return "link"
            if not chosen and one.link != two.link and not whole(before, index, low, high):
                return outside(case, "link outside")
        elif case.command == "image":
            if chosen and "image" not in two.marks and not (two.link and two.link[0] == "image"):
                return "image"
        elif case.command == "unlink":
            if chosen and two.link is not None and two.link[0] == "link" and not is_bare(two.link, answer["text"]):
                return "link"
            if not chosen and one.link != two.link and one.link not in links and not is_bare(
                    two.link, answer["text"]):
                return "link outside"
        else:
            tag = TAGS[case.command]
            if one.link != two.link:
                return "link"
            if chosen and (tag in two.tags) == isOn:
                return "tag"
            if not chosen and one.tags != two.tags and not whole(before, index, low, high):
                return outside(case, "tag outside")
    return None


def outside(case, found):
    """Returns a fault, or "unknown" if the node may be extended over an element of HTML."""
    return "unknown" if "<" in case.text[max(0, case.start - 300):case.end + 300] else found


def whole(before, index, low, high):
    """Whether a letter is in a code span, a link or a word that is selected in part."""
    if low <= index <= high:
        return True
    one = before[index]
    between = before[index:low] if index < low else before[high + 1:index + 1]
    if "code" in one.marks and all("code" in other.marks for other in between):
        return True
    if one.link is not None and all(other.link == one.link for other in between):
        return True
    return one.tags != () or not one.scalar.isalnum() or any(other.scalar in ":@/" for other in between)


def selection(texts, chance):
    """Returns a few blocks of a document, a selection in them, and a command."""
    while True:
        text, place = judging.place_near_markup(texts, chance)
        start = max(0, place - chance.randrange(12))
        end = min(len(text), start + 1 + chance.choice([2, 6, 12, 30]))
        text, (start, end) = judging.part(text, (start, end), chance)
        if len(text) > 4000 or not 0 <= start < end <= len(text):
            continue
        if chance.random() < 0.6:
            start, end = judging.whole_words(text, start, end)
        if text[start:end].strip() and text[start:end].count("\n\n") == 0:
            return text, start, end


def main():
    options = judging.arguments(10_000)
    texts = [text for text in judging.documents(options.folder) if 0 < len(text) < 60000 and "\0" not in text]
    chance = random.Random(options.seed)
    tool = judging.Tool(options)
    cases = []
    for _ in range(options.count):
        text, start, end = selection(texts, chance)
        cases.append(Case(text, start, end, chance.choice(COMMANDS)))
    report = judging.Report(options)

    def judged(some):
        answers = tool.ask(some)
        for case, answer in zip(some, answers):
            yield case, answer, "refused" if "error" in answer else fault(case, answer)

    report.judge("selections", judged, iter(cases))
    report.finish()


if __name__ == "__main__":
    main()
