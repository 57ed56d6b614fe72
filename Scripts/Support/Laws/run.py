"""Tries commands on random documents; the laws judge what mdedit batch answers."""
import argparse
import collections
import json
import random
import subprocess
import sys

import laws
from documents import ARGUMENTS, Documents


class Tool:
    def __init__(self, path):
        self.process = subprocess.Popen(
            [path, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, requests):
        """Returns the answers to some requests, few enough for a pipe."""
        for text, selection, command, ending in requests:
            start, end = (place + text.count("\n", 0, place) * (len(ending) - 1)
                          for place in selection)
            fields = {"id": 0, "text": text.replace("\n", ending), "command": command,
                      "unit": "scalar", "selections": [{"start": start, "end": end}]}
            if command in ARGUMENTS:
                fields["argument"] = ARGUMENTS[command]
            self.process.stdin.write(json.dumps(fields) + "\n")
        self.process.stdin.flush()
        answers = [json.loads(self.process.stdout.readline()) for _ in requests]
        for (text, _, _, ending), answer in zip(requests, answers):
            if "\n" in text and ending != "\n":
                withoutReturns(answer, text.replace("\n", ending))
        return answers


def withoutReturns(answer, text):
    """Converts an answer about a text with CRLF to one about the text with LF, which the laws judge. Reports a
    line ending of another kind, and a place between CR and LF."""
    def place(offset, text, isEdge):
        if isEdge and text[offset - 1:offset + 1] == "\r\n":
            answer["ending"] = "a selection stands in a line ending"
        return offset - text.count("\r", 0, offset)

    for edit in answer.get("edits", []):
        edit["start"], edit["end"] = (place(edit[key], text, False) for key in ("start", "end"))
        edit["text"] = edit["text"].replace("\r", "")
    if "text" not in answer:
        return
    after = answer["text"]
    for selection in answer.get("selections", []):
        for key in ("start", "end"):
            selection[key] = place(selection[key], after, True)
    answer["text"] = after.replace("\r\n", "\n")
    if "\r" in answer["text"] or after.count("\n") != after.count("\r\n"):
        answer["ending"] = "a line ends otherwise than the others"


def show(case, law, fault, out):
    marks = sorted([(case.selection[0], "⟦"), (case.selection[1], "⟧")], reverse=True)
    text = case.text
    for place, mark in marks:
        text = text[:place] + ("‸" if case.isCaret and mark == "⟦" else "" if case.isCaret else mark) \
            + text[place:]
    print(f"{law}: {fault}\n  {case.command} | {text!r}\n  gave {case.after!r} {case.places}", file=out)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tool", default=".build/release/mdedit")
    options.add_argument("--random", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--show", type=int, default=20)
    options.add_argument("--only", default="")
    options.add_argument("--refused", default="", help="print what a command refuses")
    options.add_argument("--at-most", type=int, default=0)
    chosen = options.parse_args()
    tool, source = Tool(chosen.tool), Documents(random.Random(chosen.seed))
    global SHOW_REFUSED
    SHOW_REFUSED = chosen.refused
    plans, refused, faults = collections.Counter(), collections.Counter(), collections.Counter()
    for _ in range(0, chosen.random, 16):
        cases = [source.case() for _ in range(16)]
        if chosen.only:
            cases = [(text, places, chosen.only, ending) for text, places, _, ending in cases]
        for (text, places, name, ending), answer in zip(cases, tool.ask(cases)):
            judge(tool, text, places, name, ending, answer, plans, refused, faults, chosen.show)
    print(f"{chosen.random} cases, seed {chosen.seed}: {sum(plans.values())} plans")
    for reason, count in sorted(refused.items()):
        print(f"  {reason}: {count}")
    wrong = sum(faults.values())
    print(f"{wrong} failures", *[f"\n  {law}, {name}: {count}" for (law, name), count
                                 in faults.most_common()])
    sys.exit(1 if wrong > chosen.at_most else 0)


def judge(tool, text, places, name, ending, answer, plans, refused, faults, limit):
    def blame(case, law, fault):
        faults[(law, name)] += 1
        if sum(faults.values()) <= limit:
            show(case, law, fault, sys.stdout)

    if "error" in answer or "unchanged" in answer:
        reason = answer.get("unchanged") or answer["error"]["code"]
        refused[f"{'unchanged' if 'unchanged' in answer else 'refused'} {reason}"] += 1
        if "error" in answer:
            if SHOW_REFUSED == name:
                print(text, places)
            refused[f"refused {reason}: {name}"] += 1
        case = laws.Case(text, places, name, {
            "text": text, "selections": [{"start": places[0], "end": places[1]}], "edits": []})
        fault = laws.refusal(case, answer)
        if fault:
            blame(case, "refusal", fault)
        return
    plans[name] += 1
    if name == "insert-text":
        answer.pop("ending", None)
    case = laws.Case(text, places, name, answer)
    # Edits count scalars as the request does, but the laws count bytes.
    case.edits = [{"start": len(text[:edit["start"]].encode()), "text": edit["text"],
                   "end": len(text[:edit["end"]].encode())} for edit in answer["edits"]]
    if "ending" in answer:
        blame(case, "ending", answer["ending"])
    for law in laws.LAWS:
        fault = law(case)
        if fault:
            blame(case, law.__name__, fault)
    if name in laws.TOGGLES and not case.isProbed:
        back = tool.ask([(case.after, case.places[0], name, ending)])[0]
        fault = laws.inverse(case, back)
        if fault and laws.mayBeInverted(case):
            blame(case, "inverse", fault)


main()
