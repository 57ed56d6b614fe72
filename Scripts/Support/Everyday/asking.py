"""Shared functions: sending cases to the tool, showing a failure, and finding its smallest document."""
import collections
import json
import os
import re
import subprocess
import sys

for folder in ("Dialects", "Laws"):
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", folder))
import suite

KEYS = ("newline", "backspace", "insert-text")
ARGUMENTS = {"link": "https://u.io", "image": "a.png", "paste-url": "https://u.io",
             "table-insert": "2x2", "insert-text": "ж"}

TASK = re.compile(r"[ \t>]*(?:[-+*]|\d+[.)])[ \t]+\[[ xX]\](?:[ \t]|\r?$)")
# A text, the selection in it, a command's name, and policies unless they are the defaults.
Case = collections.namedtuple("Case", "text start end command")


def catalogue(tool):
    """Returns the names of all commands except the marks, which have judges of their own."""
    listed = subprocess.run([tool, "commands", "--json"], stdout=subprocess.PIPE, check=True)
    return [row["name"] for row in json.loads(listed.stdout) if row["group"] != "marks"]


def ask(tool, cases, dialect="github", policies=None):
    """Returns the answers, with the selection after in characters, for a few hundred cases at a time."""
    for first in range(0, len(cases), 400):
        some = cases[first:first + 400]
        asked = [(case.text, case.start, case.end,
                  (case.command, ARGUMENTS[case.command]) if case.command in ARGUMENTS else case.command)
                 for case in some]
        for answer in suite.answers(tool, dialect, asked, policies):
            if "text" in answer and "start" in answer:
                units = answer["text"].encode("utf-16-le", "surrogatepass")
                answer["start"], answer["end"] = (
                    len(units[:2 * answer[key]].decode("utf-16-le", "surrogatepass"))
                    for key in ("start", "end"))
            yield answer


def selected_lines(text, start, end):
    """Returns the first and last line of a selection; a line is not selected if the selection ends at its start."""
    first, last = text.count("\n", 0, start), text.count("\n", 0, end)
    return first, last - 1 if last > first and text[end - 1] == "\n" else last


def refusal(case, answer):
    """Returns the kind of a refusal, or None without one or for one that Documentation/Commands.md names."""
    if "error" not in answer:
        return None
    if case.command.startswith("heading") or case.command == "code-block":
        first, last = selected_lines(case.text, case.start, case.end)
        if any(TASK.match(line) for line in case.text.split("\n")[first:last + 1]):
            # A task's text cannot be a heading or code.
            return None if case.command != "code-block" else "arguable: refused in a task"
    return f"refused: {answer['error']['code']}"


def shown(text, start, end):
    """Returns a text with its selection, on one line."""
    marks = "‸" if start == end else None
    text = text[:start] + (marks or "⟦" + text[start:end] + "⟧") + text[end:]
    text = text.replace("\r\n", "␍⏎").replace("\n", "⏎").replace("\t", "⇥")
    return "".join(one if one.isprintable() else f"\\u{{{ord(one):x}}}" for one in text)


def shown_answer(answer):
    if "error" in answer:
        return f"refused: {answer['error']['code']}"
    if "unchanged" in answer:
        return f"nothing done: {answer['unchanged']}"
    return shown(answer["text"], answer["start"], answer["end"])


class Tool:
    """Sends cases to `mdedit batch`, one at a time."""

    def __init__(self, path):
        self.run = subprocess.Popen([path, "batch"], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answer(self, case, policies=None):
        fields = {"id": 0, "text": case.text, "start": case.start, "end": case.end, "command": case.command,
                  "unit": "scalar", **(policies or {})}
        if case.command in ARGUMENTS:
            fields["argument"] = ARGUMENTS[case.command]
        self.run.stdin.write(json.dumps(fields) + "\n")
        self.run.stdin.flush()
        return json.loads(self.run.stdout.readline())


def without(case, low, high, put=""):
    """Returns the case with a part of its text replaced, or None if the selection begins or ends in that part."""
    if any(low < place < high for place in (case.start, case.end)):
        return None

    def moved(place):
        return place if place <= low else place - (high - low) + len(put)

    return Case(case.text[:low] + put + case.text[high:], moved(case.start), moved(case.end), case.command)


def smallest(case, fails):
    """Returns the case without lines and words that the failure does not need; `fails` checks a case."""
    for size in (64, 16, 4, 2, 1, 1):
        starts = [0] + [found.end() for found in re.finditer("\n", case.text)] + [len(case.text)]
        index = len(starts) - 1 - size
        while index >= -size + 1:
            trial = without(case, starts[max(0, index)], starts[max(0, index) + size]) \
                if max(0, index) + size < len(starts) else None
            if trial and trial.text and fails(trial):
                case = trial
                starts = [0] + [found.end() for found in re.finditer("\n", case.text)] + [len(case.text)]
                index = min(index, len(starts) - 1)
            index -= max(1, size // 2)
    for pattern in (r"[^\s\n][^\n]*", r"(?:\w+[^\w\n]{0,3}){4,}", r"(?<=\w)[^\w\n]+\w+", r"\w{2,}"):
        for found in reversed(list(re.finditer(pattern, case.text))):
            part = found.group()
            for put in ("a",) if pattern[0] == "[" or pattern[1] == "w" else ("", "a"):
                trial = without(case, found.start(), found.end(), put) \
                    if case.text[found.start():found.end()] == part else None
                if trial and fails(trial):
                    case = trial
                    break
    return case
