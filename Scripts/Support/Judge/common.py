"""What the parts of the judge share: documents, places in them, questions to the tool, and the report."""
import collections
import itertools
import json
import os
import pathlib
import re
import subprocess
import threading
import unicodedata

from cmark import metadata_end, page

# A text, the selection in it by scalars, a command's name and its argument.
Case = collections.namedtuple("Case", "text start end command argument", defaults=(None,))
TYPED = "ж"
ADDRESS = "https://u.io"
MARKS = ("strong", "emphasis", "code", "strikethrough")
DEFINITION = re.compile(r"(?m)^ {0,3}(\[[^\]\n]+\]):[^\n]*$")
PASSED = ("right", "unchanged", "unmapped", "known")
PIECE = 1200


def documents(folder=None):
    """Returns the Markdown documents of a folder, or the small ones of this machine."""
    roots = [folder] if folder else ["/usr/share", "/usr/lib", "/usr/local", os.path.expanduser("~/.local")]
    found = (pathlib.Path(place, name) for root in roots for place, _, names in os.walk(root) for name in names
             if name.lower().endswith((".md", ".markdown")))
    texts = [path.read_text(errors="replace") for path in sorted(found) if path.is_file()]
    return list(dict.fromkeys(text for text in texts if text.strip() and len(text) < 60000 and "\0" not in text))


def pieces(text):
    """Returns a document, or its parts of some blocks, each a text of its own with the definitions of its references."""
    parts, part, is_code = [], "", False
    for block in re.split(r"(?<=\n)(?=[ \t]*\n)", text):
        if len(part) + len(block) > PIECE and not is_code and part:
            parts.append(part)
            part = ""
        part += block
        is_code ^= len(re.findall(r"(?m)^[ \t>]*(?:```|~~~)", block)) % 2 == 1
    return [with_definitions(part, text) for part in parts + [part] if part.strip()]


def with_definitions(part, text):
    """Returns a part of a document with the definitions that it lacks."""
    lower = part.lower()
    added = [one[0] for one in DEFINITION.finditer(text) if one[1].lower() in lower and one[0] not in part]
    return part + "\n\n" + "\n".join(added) + "\n" if added else part


def near_markup(text, chance):
    """Returns a place in a text, more often than not at markup."""
    markup = [match.start() for match in re.finditer(r"[*_`\[\]()~|<>#&\\!:]", text)]
    return chance.choice(markup) if markup and chance.random() < 0.6 else chance.randrange(len(text) + 1)


def whole_words(text, start, end):
    """Returns a selection that is extended to whole words, as with a double click."""
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return start, end


def selection(text, chance):
    """Returns the start and end of a selection near markup, often of whole words, rarely of several blocks."""
    place = near_markup(text, chance)
    start = max(0, place - chance.randrange(12))
    end = min(len(text), start + 1 + chance.choice([2, 6, 12, 30, 30, 200]))
    return whole_words(text, start, end) if chance.random() < 0.6 else (start, end)


def after(text, caret):
    """Returns the end of the character after a caret, with what is joined to it."""
    if text[caret:caret + 2] == "\r\n":
        return caret + 2
    end = caret + 1
    while end < len(text) and (unicodedata.combining(text[end]) or text[end] in "\u200d\ufe0f\ufe0e"
                               or "\U0001f3fb" <= text[end] <= "\U0001f3ff" or text[end - 1] == "\u200d"):
        end += 1
    return end


def is_inside(text, start, end):
    """Whether a selection is in a text, after its front matter, and splits no character."""
    return metadata_end(text) <= start <= end <= len(text) and not any(
        0 < place < len(text) and (text[place - 1:place + 1] == "\r\n" or after(text, place - 1) > place)
        for place in (start, end))


def plain(text, *places):
    """Returns a text with CRLF as one with LF, and places in it."""
    return (text.replace("\r\n", "\n"), *(len(text[:place].replace("\r\n", "\n")) for place in places))


class Tool:
    """Asks `mdedit batch`, and plants a fault in each answer if there is one."""

    def __init__(self, path, fault=None):
        self.path, self.fault, self.kept = path, fault, None

    def ask(self, cases, **options):
        """Returns the answers to some cases, in order."""
        cases = list(cases)
        lines = [json.dumps({"id": 0, "unit": "scalar", **{key: value for key, value in case._asdict().items()
                                                           if value is not None}, **options}) + "\n" for case in cases]
        run = subprocess.run([self.path, "batch"], input="".join(lines), text=True, stdout=subprocess.PIPE, check=True)
        answers = [json.loads(line) for line in run.stdout.split("\n")[:-1]]
        return [self.spoiled(case, answer) for case, answer in zip(cases, answers, strict=True)]

    def ask_twice(self, cases, is_repeated):
        """Returns the answers to some cases, and those to the same commands again by the places of the cases for which
        `is_repeated`, a function of the case and its answer, is true."""
        answers = self.ask(cases)
        again = [at for at, (case, answer) in enumerate(zip(cases, answers)) if is_repeated(case, answer)]
        return answers, dict(zip(again, self.ask(carried(cases[at], answers[at]) for at in again)))

    def close(self):
        """Ends the process that keeps documents."""
        if self.kept:
            self.kept.stdin.close()
            self.kept.wait()

    def spoiled(self, case, answer):
        """Returns an answer with the planted fault, and what it was before."""
        if self.fault is None or "text" not in answer:
            return answer
        found = self.fault(case, dict(answer))
        if not found or found == answer:
            return answer
        if "text" in found:
            found.update({key: max(0, min(found[key], len(found["text"]))) for key in ("start", "end")})
        return {**found, "spoiled": True}

    def play(self, cases, steps, **options):
        """Returns the texts and selections after steps in an editing session each, or None for what is refused.

        A step is a case's own command (None), or a command with its argument.
        """
        state = [(case.text, [{"start": case.start, "end": case.end}]) for case in cases]
        self.send({"document": str(at), "command": "open", "text": case.text} for at, case in enumerate(cases))
        for step in steps:
            asked = [at for at, one in enumerate(state) if one]
            requests = [step or (cases[at].command, cases[at].argument) for at in asked]
            answers = self.send({"document": str(at), "selections": state[at][1], "command": name, **options,
                                 **({} if argument is None else {"argument": argument})}
                                for at, (name, argument) in zip(asked, requests))
            for at, answer in zip(asked, answers):
                text = state[at][0]
                for edit in reversed(answer.get("edits", [])):
                    text = text[:edit["start"]] + edit["text"] + text[edit["end"]:]
                state[at] = None if "error" in answer else (text, answer["selections"])
        self.send({"document": str(at), "command": "close"} for at in range(len(cases)))
        return state

    def send(self, requests):
        """Returns the answers about documents that the tool keeps. Requests are written while answers are read."""
        if self.kept is None:
            self.kept = subprocess.Popen([self.path, "batch", "--steps", "ends"], text=True, stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE)
        lines = [json.dumps({"id": 0, "unit": "scalar", **each}) + "\n" for each in requests]
        writer = threading.Thread(target=lambda: (self.kept.stdin.writelines(lines), self.kept.stdin.flush()))
        writer.start()
        answers = [json.loads(self.kept.stdout.readline()) for _ in lines]
        writer.join()
        return answers


def carried(case, answer):
    """Returns the same command at the selection that an answer returned."""
    return case._replace(text=answer["text"], start=answer["start"], end=answer["end"])


def shown(text, start, end, around=200):
    """Returns a text with its selection and some of what is around it, on one line."""
    middle = text[start:end] if end - start < 4 * around else text[start:start + around] + " … " + text[end - around:end]
    text = ("… " if start > around else "") + text[max(0, start - around):start] + (
        "‸" if start == end else f"⟦{middle}⟧") + text[end:end + around] + (" …" if len(text) > end + around else "")
    text = text.replace("\r\n", "␍⏎").replace("\n", "⏎").replace("\t", "⇥")
    return "".join(one if one.isprintable() else f"\\u{{{ord(one):x}}}" for one in text)


def shown_answer(answer):
    if "error" in answer:
        return f"refused: {answer['error']['code']}"
    if "unchanged" in answer:
        return f"nothing done: {answer['unchanged']}"
    return shown(*(answer[key] for key in ("text", "start", "end"))) if "start" in answer else str(answer.get("text", answer))


def group(verdict):
    """Returns whether a verdict is "passed", or else the kind of failure."""
    kind = verdict.split(":")[0]
    return "passed" if kind in PASSED else kind if kind in ("arguable", "refused") else "wrong"


class Report:
    """Counts the verdicts, and keeps the smallest failure of each kind.

    A part's judge is a function that yields each of some cases with its answer and the verdict; None is right.
    """

    def __init__(self):
        self.verdicts, self.groups, self.smallest = collections.Counter(), collections.Counter(), {}
        self.found, self.spoiled = 0, 0

    def judge(self, judge, cases):
        cases = iter(cases)
        while some := list(itertools.islice(cases, 400)):
            for case, answer, verdict in judge(some):
                self.add(case, answer, verdict or "right")

    def add(self, case, answer, verdict):
        self.verdicts[verdict, case.command] += 1
        self.groups[group(verdict)] += 1
        if answer.get("spoiled"):
            self.spoiled += verdict.split(":")[0] not in ("unmapped", "known")
            self.found += group(verdict) != "passed"
        best = self.smallest.get((verdict, case.command))
        if group(verdict) != "passed" and (best is None or len(case.text) < len(best[0].text)):
            self.smallest[verdict, case.command] = case, answer

    def print(self, name, show):
        """Prints the counts and the most frequent kinds of failures with the smallest case of each."""
        verdicts = collections.Counter()
        for (verdict, _), count in self.verdicts.items():
            verdicts[verdict.split(",")[0]] += count
        print(f"{name}: " + ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common(12)))
        failures = [one for one in self.verdicts.most_common() if group(one[0][0]) != "passed"]
        for (verdict, command), count in failures[:show]:
            case, answer = self.smallest[verdict, command]
            print(f"\n{count} × {command}: {verdict}\n  {shown(*case[:3])}\n  {shown_answer(answer)}")
            if "then" in answer:
                print(f"  {shown_answer(answer['then'])}")


def is_blank(line):
    """Whether a line shows nothing, as `> `."""
    return not re.sub(r"[ \t>\r]", "", line)


def selected_lines(text, start, end):
    """Returns the first and last line of a selection; a line is not selected if the selection ends at its start."""
    first, last = text.count("\n", 0, start), text.count("\n", 0, end)
    return first, last - 1 if last > first and text[end - 1] == "\n" else last


def is_subsequence(part, whole):
    """Whether a sequence has all elements of another, in their order."""
    left = iter(whole)
    return all(any(one == other for other in left) for one in part)


def tops(text, chance):
    """Returns some neighboring blocks of a document, with the definitions that they use."""
    lines, starts = text.split("\n"), sorted(set(page(text).tops))
    if not starts:
        return text
    at = chance.randrange(len(starts))
    low, high = max(0, at - chance.choice([0, 1, 1, 2])), at + chance.choice([1, 2, 2, 3, 5])
    part = "\n".join(lines[starts[low] if low else 0:starts[high] if high < len(starts) else len(lines)])
    part += "\n" if high < len(starts) else ""
    return with_definitions(part, text) if len(part) < 6000 else "\n".join(lines[starts[at]:starts[at] + 40])
