"""What all judges share: options, documents, questions to the tool, planted faults, shrinking, and the report."""
import argparse
import collections
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys

import gfm

# A text, the selection in it, and a command's name.
Case = collections.namedtuple("Case", "text start end command")
TYPED = "ж"
KEYS = ("newline", "backspace", "insert-text")
ARGUMENTS = {"link": "https://u.io", "image": "a.png", "paste-url": "https://u.io",
             "table-insert": "2x2", "insert-text": TYPED}
PLANTED = ("blanks", "tabs", "text", "refusal", "plain")
PASSED = ("right", "unchanged", "unmapped", "unknown")


def arguments(count, faults=PLANTED, **more):
    """Returns a judge's options, which its script explains. Each further one has the type of its default."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--from", dest="folder", type=pathlib.Path)
    parser.add_argument("--plant", choices=faults)
    parser.add_argument("--shrink", action="store_true")
    numbers = {"count": count, "seed": random.randrange(1 << 32), "show": 10, "wrong": 0, "refused": 0}
    for name, default in {**numbers, **more}.items():
        kind = {"action": "store_true"} if default is False else {"type": type(default), "default": default}
        parser.add_argument("--" + name, **kind)
    options = parser.parse_args()
    gfm.load_or_skip()
    return options


def documents(folder):
    """Returns the Markdown documents of a folder, or the small ones of this machine if it is None."""
    roots = [folder] if folder else ["/usr/share", "/usr/lib", "/usr/local", os.path.expanduser("~/.local")]
    found = (pathlib.Path(place, name) for root in roots for place, _, names in os.walk(root) for name in names
             if name.lower().endswith((".md", ".markdown")))
    texts = [path.read_text(errors="replace") for path in sorted(found) if path.is_file()]
    return list(dict.fromkeys(text for text in texts if folder or 0 < len(text) < 60000 and "\0" not in text))


def examples():
    """Returns the texts of the examples of GitHub's specification and of its extensions."""
    folder = os.environ.get("MARKDOWN_EDITING_DATA") or pathlib.Path(__file__).parents[4] / "shared" / "data"
    for name in ("gfm-0.29.txt", "gfm-extensions.txt"):
        path = pathlib.Path(folder, name)
        if not path.exists():
            print(f"skipped: {name} is not there")
            continue
        for match in re.finditer(r"(?ms)^`{32} example[^\n]*\n(.*?)^\.\n.*?^`{32}$", path.read_text()):
            yield match[1].replace("→", "\t")


def part(text, span, chance):
    """Returns some blocks of a document around a place, and the place in them."""
    start = text.rfind("\n\n", 0, max(0, span[0] - chance.randrange(200)))
    end = text.find("\n\n", min(len(text), span[1] + chance.randrange(200)))
    start = 0 if start < 0 else start + 2
    end = len(text) if end < 0 else end + 1
    piece = text[start:end]
    # Adds the definitions of footnotes, so that their references remain references.
    for label in set(re.findall(r"\[\^[^\]\s]+\](?!:)", piece)):
        definition = re.search("(?m)^" + re.escape(label) + r":.*$", text)
        if definition and definition.group() not in piece:
            piece += "\n" + definition.group() + "\n"
    return piece, (span[0] - start, span[1] - start)


def place_near_markup(texts, chance):
    """Returns a document and a place in it, more often than not at markup."""
    text = chance.choice(texts)
    place = chance.randrange(len(text))
    if chance.random() < 0.6:
        markup = [index for index, scalar in enumerate(text) if scalar in "*_`[]()~|<>#&\\!"]
        place = chance.choice(markup or [place])
    return text, place


def whole_words(text, start, end):
    """Returns a selection that is extended to whole words, as with a double click."""
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return start, end


class Tool:
    """Sends cases to `mdedit batch`, and plants faults in the answers if the options say so."""

    def __init__(self, options):
        self.path, self.fault = options.tool, options.plant

    def ask(self, cases, dialect="github", policies=None):
        """Returns the answers to some cases. Policies are additional fields of each question."""
        cases = list(cases)
        questions = [self.question(case, policies or {}) for case in cases]
        answers = json_lines([self.path, "batch", "--dialect", dialect], questions)
        return [planted(case, answer, self.fault) for case, answer in zip(cases, answers, strict=True)]

    def question(self, case, policies):
        fields = {"id": 0, "unit": "scalar", **case._asdict(), **policies}
        if case.command in ARGUMENTS:
            fields.setdefault("argument", ARGUMENTS[case.command])
        return fields


def json_lines(command, values):
    """Returns a program's answers to some values; both are lines of JSON."""
    lines = "".join(json.dumps(value) + "\n" for value in values)
    run = subprocess.run(command, input=lines, text=True, stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in run.stdout.split("\n")[:-1]]


def planted(case, answer, name):
    """Returns an answer with a fault that a judge must find, if one is named."""
    if name == "plain" and case.command in ("insert-text", "backspace"):
        typed = TYPED if case.command == "insert-text" else ""
        return {**answer, "text": case.text[:case.start] + typed + case.text[case.end:], "start": 0, "end": 0}
    if name is None or "text" not in answer or answer["text"] == case.text:
        return answer
    lines = answer["text"].split("\n")
    if name == "blanks":
        lines = [line.rstrip(" \t") + (" " if not line.strip() else "") for line in lines]
    elif name == "tabs":
        lines = [line.replace("  ", "\t", 1) if line.startswith("  ") else line for line in lines]
    elif name == "text":
        lines[-1 if lines[-1] or len(lines) == 1 else -2] += "\u2042"
    elif name == "refusal":
        return {"id": 0, "error": {"code": "noSpelling", "message": "planted"}}
    text = "\n".join(lines)
    return {**answer, "text": text, **{key: min(answer[key], len(text)) for key in ("start", "end")}}


def without(case, low, high):
    """Returns the case without some characters."""
    def moved(offset):
        return offset if offset <= low else max(low, offset - (high - low))

    return case._replace(text=case.text[:low] + case.text[high:], start=moved(case.start), end=moved(case.end))


def smallest(case, fails):
    """Returns the case without blocks, lines and ever shorter pieces that the failure does not need."""
    best, step = case, 0
    sizes = [400, 150, 60, 25, 10, 5, 3, 2, 1]
    while step < len(sizes):
        size, place, shorter = sizes[step], 0, False
        while place < len(best.text):
            trial = without(best, place, min(len(best.text), place + size))
            if (trial.start < trial.end or case.start == case.end) and fails(trial):
                best, shorter = trial, True
            else:
                place += max(1, size // 2)
        if not shorter or size > 10:
            step += 1
    return best


def shown(text, start, end):
    """Returns a text with its selection, on one line."""
    text = text[:start] + ("‸" if start == end else "⟦" + text[start:end] + "⟧") + text[end:]
    text = text.replace("\r\n", "␍⏎").replace("\n", "⏎").replace("\t", "⇥")
    return "".join(one if one.isprintable() else f"\\u{{{ord(one):x}}}" for one in text)


def shown_answer(answer):
    if "error" in answer:
        return f"refused: {answer['error']['code']}"
    if "unchanged" in answer:
        return f"nothing done: {answer['unchanged']}"
    if "text" not in answer:
        return json.dumps(answer, ensure_ascii=False)
    return shown(answer["text"], answer["start"], answer["end"])


def group(verdict):
    """Returns whether a verdict is "passed", or else the kind of failure."""
    if verdict in PASSED or verdict.startswith("known: "):
        return "passed"
    return "arguable" if verdict.startswith("arguable") else "refused" if "refused" in verdict else "wrong"


class Report:
    """Counts the verdicts of each part of a run, and keeps the smallest failure of each kind.

    A judge is a function that yields each of some cases with its answer and the verdict, or None if all is right.
    """

    def __init__(self, options):
        self.options = options
        self.counts = collections.defaultdict(collections.Counter)
        self.groups, self.kinds, self.smallest = collections.Counter(), collections.Counter(), {}

    def judge(self, part, judge, cases):
        cases = iter(cases)
        while some := list(itertools.islice(cases, 400)):
            for case, answer, verdict in judge(some):
                self.add(part, case, answer, verdict, judge)

    def add(self, part, case, answer, verdict, judge=None):
        verdict = verdict or "right"
        self.counts[part][verdict] += 1
        self.groups[group(verdict)] += 1
        if group(verdict) != "passed":
            kind = verdict, case.command
            self.kinds[kind] += 1
            if kind not in self.smallest or len(case.text) < len(self.smallest[kind][0].text):
                self.smallest[kind] = case, answer, judge

    def finish(self):
        """Prints the counts and the failures, and ends the script: with 1 if there are more than are known."""
        for name, counts in self.counts.items():
            print(f"{name}: " + ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))
        for (verdict, command), count in self.kinds.most_common(self.options.show):
            case, answer, judge = self.smallest[verdict, command]
            width = None if self.options.shrink else 400
            if self.options.shrink and judge:
                case = smallest(case, lambda trial: any(found == verdict for *_, found in judge([trial])))
                (case, answer, _), = judge([case])
            print(f"\n{count} × {command}: {verdict}\n  {shown(*case[:3])[:width]}\n  {shown_answer(answer)[:width]}")
            if "then" in answer:
                print(f"  {shown_answer(answer['then'])[:width]}")
        wrong, refused = self.groups["wrong"], self.groups["refused"]
        print(f"{wrong} wrong, {refused} refused, {self.groups['arguable']} arguable (seed {self.options.seed})")
        sys.exit(1 if wrong > self.options.wrong or refused > self.options.refused else 0)
