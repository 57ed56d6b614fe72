"""Gives each mark's command twice at carets in and at words of real documents, in a host that passes no typing.

If the first press only inserts, it gave the mark to a word, and the second restores the bytes. If it also removes
something, the bytes cannot be restored: it joins a run, or code drops an escape.
"""
import random
import re
import sys

import judging
import keys
from judging import Case

MARKS = ("strong", "emphasis", "code", "strikethrough", "keyboard", "underline")
WORD = re.compile(r"\w+")


def carets(text):
    """Returns the carets in words and at their ends."""
    return sorted({caret for word in WORD.finditer(text) for caret in range(word.start(), word.end() + 1)})


def outcome(case, first, second):
    """Returns the verdict on two presses."""
    if "error" in first:
        return "refused: " + first["error"]["code"]
    if not first["edits"]:
        return "unchanged"
    gone = keys.removals(case.text, first["edits"])
    if "error" in second:
        return "second press: " + second["error"]["code"]
    if second["text"] == case.text:
        return None
    if not gone:
        return "not restored"
    if case.command == "code" and all(re.fullmatch(r"\\|&#?\w+;", old) for _, old in gone):
        return "known: code drops an escape"
    # The word joins a run, or the first press takes the mark off.
    return "unchanged"


def judged(tool, cases):
    answers = tool.ask(cases)
    again = {index: Case(answer["text"], answer["start"], answer["end"], case.command)
             for index, (case, answer) in enumerate(zip(cases, answers)) if answer.get("edits")}
    seconds = dict(zip(again, tool.ask(again.values())))
    for index, (case, answer) in enumerate(zip(cases, answers)):
        second = seconds.get(index)
        yield case, {**answer, "then": second} if second else answer, outcome(case, answer, second)


def main():
    options = judging.arguments(12_000)
    tool, report = judging.Tool(options), judging.Report(options)
    texts = [text for text in judging.documents(options.folder) if text.strip() and "\0" not in text]
    if not texts:
        sys.exit("twice: there are no documents")
    # Every caret, one after the other, or some from a random one on.
    places = [(piece, caret) for text in texts for piece in keys.pieces(text) for caret in carets(piece)]
    if options.count:
        places = random.Random(options.seed).sample(places, min(options.count // len(MARKS), len(places)))
    cases = (Case(piece, caret, caret, mark) for piece, caret in places for mark in MARKS)
    report.judge("twice", lambda some: judged(tool, some), cases)
    report.finish()


if __name__ == "__main__":
    main()
