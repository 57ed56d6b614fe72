"""Gives every command at carets of real documents: none may leave delimiters without a text between them.

Without a session, the command's result is judged. In a session, so is what Backspace leaves after it, and what it
leaves after a letter typed with the pending mark. An empty pair shows as delimiters, as a thematic break or as code,
or it is an element without a text.
"""
import collections
import json
import random
import re
import subprocess
import sys
import threading

import gfm
import judging
import keys
from judging import Case

judging.ARGUMENTS.update({"paste": "word", "paste-html": "<p>a <b>bold</b> word</p>"})
# What these commands are for: rules, fences, what is there twice. Pasted HTML is judged by `contract pasting`.
OTHERS = ("horizontal-rule", "code-block", "duplicate-line", "paste-html")
TAGS = re.compile(r"<(u|kbd|sub|sup|mark)></\1>")
LINKS = re.compile(r"\[\]\(")
# Two of the same delimiter, one after the other, as in `****` and `~~~~`.
PAIRS = re.compile(r"(?<![\\*_~=`])([*_~=`]{1,3})\1(?![*_~=`])")
# What has an empty text if nothing is selected.
FOR_LINKS = ("link", "image", "paste-url")
DELIMITERS = "*_~=`"


def commands(path):
    """Returns the names of the commands."""
    lines = subprocess.run([path, "commands"], text=True, stdout=subprocess.PIPE, check=True).stdout
    return [line.split()[0] for line in lines.splitlines()]


def shown(text):
    """Returns how many delimiters a text shows outside code, and how many rules and blocks of code it has."""
    count = collections.Counter()
    for event in gfm.events(text.encode()):
        if event[0] == "character" and event[1] in DELIMITERS and "code" not in event[2]:
            count["delimiters"] += 1
        elif event[0] == "open" and event[1] in ("thematic_break", "code_block"):
            count[event[1]] += 1
    return count


def fault(command, before, after):
    """Returns the fault of a text after a command, or None."""
    if len(TAGS.findall(after)) > len(TAGS.findall(before)):
        return "an empty element"
    if command not in FOR_LINKS and len(LINKS.findall(after)) > len(LINKS.findall(before)):
        return "an empty link"
    if len(PAIRS.findall(after)) <= len(PAIRS.findall(before)):
        return None
    old, new = shown(before), shown(after)
    for kind in new:
        if new[kind] > old[kind] + (kind == "delimiters") and command not in OTHERS:
            return f"an empty pair: {kind}"
    return None


class Sessions:
    """Documents that `mdedit batch` keeps, each with a session."""

    def __init__(self, path):
        self.batch = subprocess.Popen(
            [path, "batch", "--steps", "ends"], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, requests):
        """Returns the answers to some requests. They are written while the answers are read."""
        requests = [json.dumps({"id": 0, "unit": "scalar", **each}) + "\n" for each in requests]
        writer = threading.Thread(target=lambda: (self.batch.stdin.writelines(requests), self.batch.stdin.flush()))
        writer.start()
        answers = [json.loads(self.batch.stdout.readline()) for _ in requests]
        writer.join()
        return answers

    def play(self, cases, steps):
        """Returns the texts after a command and some keys at its selection, or None for what was not answered."""
        texts = [case.text for case in cases]
        places = [[{"start": case.start, "end": case.end}] for case in cases]
        self.ask({"document": str(index), "command": "open", "text": text} for index, text in enumerate(texts))
        for step in steps:
            asked = [index for index, text in enumerate(texts) if text is not None]
            answers = self.ask({"document": str(index), "selections": places[index], **command_of(cases[index], step)}
                               for index in asked)
            for index, answer in zip(asked, answers):
                if "error" in answer:
                    texts[index] = None
                    continue
                for edit in reversed(answer["edits"]):
                    text = texts[index]
                    texts[index] = text[:edit["start"]] + edit["text"] + text[edit["end"]:]
                places[index] = answer["selections"]
        self.ask({"document": str(index), "command": "close"} for index in range(len(cases)))
        return texts


def command_of(case, step):
    """Returns the fields of a step: the command itself, a key, or a letter."""
    if step == "command":
        return {"command": case.command, "argument": judging.ARGUMENTS.get(case.command)}
    return {"command": "backspace"} if step == "backspace" else {"command": "insert-text", "argument": step}


def judged(tool, sessions, cases):
    answers = tool.ask(cases)
    texts = {steps: sessions.play(cases, steps) for steps in
             (("command", "backspace"), ("command", "x", "backspace"))}
    for index, (case, answer) in enumerate(zip(cases, answers)):
        if tool.planted and case.command == "strong" and answer.get("unchanged") == "nothingToMark":
            answer = {**answer, "text": case.text[:case.start] + "****" + case.text[case.start:]}
        verdict = fault(case.command, case.text, answer["text"]) if "text" in answer else "unchanged"
        for steps, played in texts.items():
            text = played[index]
            if not verdict and text is not None:
                verdict = fault(case.command, case.text, text)
                if verdict:
                    answer = {"text": text, "start": 0, "end": 0}
                    verdict += " after " + " ".join(steps[1:])
        yield case, answer, verdict


def main():
    options = judging.arguments(6000, faults=("pair",))
    tool, report, chance = judging.Tool(options), judging.Report(options), random.Random(options.seed)
    tool.planted, tool.fault = tool.fault, None
    texts = [text for text in judging.documents(options.folder) if text.strip() and "\0" not in text]
    if not texts:
        sys.exit("empty: there are no documents")
    names = commands(tool.path)
    pieces = [piece for text in texts for piece in keys.pieces(text)]
    places = ((piece, chance.choice(carets(piece))) for piece in chance.choices(pieces, k=options.count // len(names)))
    sessions = Sessions(tool.path)
    report.judge("empty", lambda some: judged(tool, sessions, some),
                 (Case(piece, caret, caret, name) for piece, caret in places for name in names))
    report.finish()


def carets(text):
    """Returns the carets without a letter beside them, where there may be nothing to mark, but not those in a run of
    delimiters, which Backspace makes a shorter one."""
    places = [match.start() for match in re.finditer(r"(?<![^\s*_~`>|-])(?!\w)(?!(?<=[*_~=`])[*_~=`])|\Z", text)]
    return [place for place in places if text[place - 1:place + 1] != "\r\n"]


if __name__ == "__main__":
    main()
