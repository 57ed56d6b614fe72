"""Toggles marks in the constructs of GitHub's Markdown, judged by cmark-gfm.

Documents are those found on the machine and made ones; a failure is printed with what shrinks it.
"""
import argparse
import collections
import glob
import json
import os
import random
import re
import subprocess
import sys

import carets
import documents
import gfm
import judge
import shrink
import states

CONSTRUCTS = {
    "table": re.compile(r"(?m)^[ >\t]*\|.*\|[ \t]*$"),
    "task": re.compile(r"(?m)^[ >\t]*(?:[-+*]|\d+[.)])[ \t]+\[[ xX]\][ \t].*$"),
    "strikethrough": re.compile(r"~{1,2}[^~\n]+~{1,2}"),
    "link": re.compile(r"(?:https?://|www\.)[^\s<>]+|[\w.+-]+@[\w-]+\.[\w.]+"),
    "footnote": re.compile(r"\[\^[^\]\s]+\]"),
    "front matter": re.compile(r"\A---\n(?:.*\n)*?---\n"),
    "plain": re.compile(r"(?m)^[A-Za-z].*$"),
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", default=".build/debug/mdedit")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--count", type=int, default=2000, help="selections a construct")
    parser.add_argument("--only", help="one construct")
    parser.add_argument("--made", action="store_true", help="made documents only")
    parser.add_argument("--whole", action="store_true", help="toggles over many lines")
    parser.add_argument("--carets", action="store_true", help="toggles at carets")
    parser.add_argument("--states", action="store_true", help="what states say, at carets too")
    parser.add_argument("--show", type=int, default=10, help="failures to print")
    parser.add_argument("--shrink", action="store_true", help="show the smallest such document")
    parser.add_argument("--fixtures", action="store_true",
                        help="the lines of Fixtures/Dialects, judged by cmark-gfm")
    parser.add_argument("--examples", action="store_true",
                        help="the examples of GitHub's specification, one by one")
    parser.add_argument("--dialect", default="github")
    parser.add_argument("--quick", action="store_true",
                        help="a share of made documents that is the same each time")
    parser.add_argument("--wrong", type=int, default=0, help="known wrong results: more fail")
    parser.add_argument("--refused", type=int, default=0, help="known refusals: more fail")
    options = parser.parse_args()
    if options.quick:
        options.made, options.seed, options.count = True, 7, 1000
    return options


def found():
    """Returns the Markdown documents of this machine; only small ones, because each is read several times."""
    paths = []
    for root in ("/usr/share", "/usr/lib", "/usr/local", os.path.expanduser("~/.local")):
        for folder, _, names in os.walk(root):
            paths += [os.path.join(folder, name) for name in names
                      if name.lower().endswith((".md", ".markdown"))]
    texts = {}
    for path in sorted(paths):
        try:
            text = open(path, encoding="utf-8").read()
        except (OSError, UnicodeDecodeError):
            continue
        if 0 < len(text) < 60000 and "\0" not in text:
            texts[text] = path
    return list(texts)


def texts(folder):
    """Returns the Markdown documents of a folder, or those of this machine if it is None."""
    if folder is None:
        return found()
    return [path.read_text(errors="replace") for path in sorted(folder.glob("**/*.md"))]


def part(text, span, random):
    """Returns some blocks of a document around a place, with its front matter."""
    start = text.rfind("\n\n", 0, max(0, span[0] - random.randrange(200)))
    end = text.find("\n\n", min(len(text), span[1] + random.randrange(200)))
    start = 0 if start < 0 else start + 2
    end = len(text) if end < 0 else end + 1
    piece = text[start:end]
    # Adds the definitions of footnotes, so that their references remain references.
    for label in set(re.findall(r"\[\^[^\]\s]+\](?!:)", piece)):
        definition = re.search("(?m)^" + re.escape(label) + r":.*$", text)
        if definition and definition.group() not in piece:
            piece += "\n" + definition.group() + "\n"
    return piece, (span[0] - start, span[1] - start)


def case(construct, texts, random):
    pattern = CONSTRUCTS[construct]
    for _ in range(200):
        text = random.choice(texts)
        spans = [match.span() for match in pattern.finditer(text)]
        if not spans:
            continue
        text, span = part(text, random.choice(spans), random)
        if len(text) > 4000 or not 0 <= span[0] <= span[1] <= len(text):
            continue
        low = max(0, span[0] - random.choice([0, 0, 5, 40]))
        high = min(len(text), span[1] + random.choice([0, 0, 5, 40]))
        if high - low < 2:
            continue
        start, end = sorted(random.sample(range(low, high + 1), 2))
        if random.random() < 0.5:
            # Whole words, as with a double click.
            while start > 0 and text[start - 1].isalnum():
                start -= 1
            while end < len(text) and text[end].isalnum():
                end += 1
        return text, start, end, random.choice(["strong", "emphasis", "code", "strikethrough"])
    return None


def at_caret(made, random):
    """Moves a case to a caret in or beside the selection, often between words, delimiters and cells."""
    text, start, end, mark = made
    places = [place for place in range(max(0, start - 5), min(len(text), end + 5) + 1)]
    edges = [place for place in places if re.match(r"\W", text[place:place + 1] or " ")]
    caret = random.choice(edges if edges and random.random() < 0.6 else places)
    return text, caret, caret, mark


def whole(texts, random):
    """Returns a toggle over one line, four, sixteen or everything."""
    text = random.choice(texts)
    if len(text) > 20000:
        return None
    lines = [match.span() for match in re.finditer(r"(?m)^.*$", text)]
    count = random.choice([1, 4, 16, len(lines)])
    first = random.randrange(max(1, len(lines) - count + 1))
    chosen = lines[first:first + count]
    # An empty selection is a caret, whose pair is not Markdown until something is typed.
    if chosen[0][0] == chosen[-1][1]:
        return None
    return text, chosen[0][0], chosen[-1][1], random.choice(["strong", "emphasis", "strikethrough"])


def answers(tool, dialect, cases, policies=None):
    """Returns the tool's answers to cases: a text, a selection, and a command's name, or a pair of name and
    argument. Policies are additional fields of each line."""
    def units(text, offset):
        return len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2

    def named(command):
        return {"command": command} if isinstance(command, str) else dict(zip(("command", "argument"), command))

    lines = [json.dumps(dict(id=index, text=text, start=units(text, start), end=units(text, end),
                             **named(command), **(policies or {})))
             for index, (text, start, end, command) in enumerate(cases)]
    run = subprocess.run(
        [tool, "batch", "--dialect", dialect], input="\n".join(lines) + "\n", text=True,
        stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def caret_of(answer):
    """Returns the text of an answer and the caret in it."""
    text = answer["text"]
    units = text.encode("utf-16-le", "surrogatepass")[:2 * answer["start"]]
    return text, len(units.decode("utf-16-le", "surrogatepass"))


def pressed_again(tool, dialect, cases, found):
    """Returns the answers to the same command given again if a caret's command changed the text; otherwise None."""
    again = [index for index, answer in enumerate(found)
             if cases[index][1] == cases[index][2] and answer.get("edits")]
    carried = []
    for index in again:
        text, after = caret_of(found[index])
        carried.append((text, after, after, cases[index][3]))
    seconds = dict(zip(again, answers(tool, dialect, carried))) if carried else {}
    return [seconds.get(index) for index in range(len(found))]


def states_of(tool, dialect, cases):
    """Returns the state at each case."""
    return answers(tool, dialect, [(text, start, end, "state") for text, start, end, _ in cases])


def outcome(case, answer, second=None, state=None):
    """Judges an answer, and its state if there is one: a refusal, a fault, or correct."""
    if state is not None:
        return states.outcome(case, state, answer)
    if "error" in answer:
        if case[1] == case[2] and carets.is_structure(case[0], case[1]):
            return "unchanged"
        return "refused: " + answer["error"]["code"]
    if case[1] == case[2]:
        result, after = caret_of(answer)
        fault = carets.fault(case[0], case[1], case[3], result, after)
        if fault is None and second is not None:
            fault = ("second press: refused" if "error" in second else carets.second_fault(
                (case[0], case[1], case[3]), (result, after), caret_of(second)))
        return fault or ("unchanged" if "unchanged" in answer else "right")
    fault = judge.fault(*case, answer["text"])
    if fault in (None, "unmapped"):
        fault = judge.needless(case[0], answer.get("edits", [])) or fault
    return fault or ("unchanged" if "unchanged" in answer else "right")


def show(construct, kind, case, answer, options):
    """Prints a failure, or the smallest one of its kind."""
    if options.shrink:
        tool = shrink.Tool(options.tool, options.dialect)
        case = shrink.smallest(case, kind, lambda trial: outcome(
            trial, tool.answer(trial), state=tool.state(trial) if options.states else None))
        answer = tool.answer(case)
        tool.close()
    text, start, end, mark = case
    print(f"\n{construct}: {kind}: {mark}\n" + repr(
        text[:start] + ("‸" if start == end else "⟦" + text[start:end] + "⟧") + text[end:]))
    result = answer.get("text")
    if start == end and result is not None:
        result, after = caret_of(answer)
        result = result[:after] + "‸" + result[after:]
    print(repr(result))


def fixtures():
    """Returns the cases of Fixtures/Dialects/github.txt."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
    lines = open(os.path.join(folder, "Fixtures", "Dialects", "github.txt"), encoding="utf-8")
    for line in lines:
        if line.startswith("//"):
            continue
        mark, before = line.split(" => ")[0].split(" | ", 1)
        before = re.sub(r"\\(.)", lambda match: {"n": "\n"}.get(match[1], match[1]), before)
        start, end = before.index("⟦"), before.index("⟧") - 1
        yield re.sub("[⟦⟧]", "", before), start, end, mark


def examples():
    """Yields selections in each example of GitHub's specification and of its extensions, with four marks: all of
    it, each line, each word, and from the middle of one word to the middle of the next but one."""
    folder = os.environ.get("MARKDOWN_EDITING_DATA") or os.path.join(
        os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "..", "shared", "data")
    for name in ("gfm-0.29.txt", "gfm-extensions.txt"):
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            print(f"skipped: {name} is not there")
            continue
        specification = open(path, encoding="utf-8").read()
        for match in re.finditer(
                r"(?ms)^`{32} example[^\n]*\n(.*?)^\.\n.*?^`{32}$", specification):
            text = match[1].replace("→", "\t")
            words = [word.span() for word in re.finditer(r"\w+", text)]
            spans = {(0, len(text))} | set(words)
            spans |= {line.span() for line in re.finditer(r"(?m)^.+$", text)}
            spans |= {((one[0] + one[1]) // 2, (two[0] + two[1] + 1) // 2)
                      for one, two in zip(words, words[2:])}
            for start, end in sorted(spans):
                for mark in ("strong", "emphasis", "code", "strikethrough"):
                    if start < end and "\0" not in text:
                        yield text, start, end, mark


def main():
    options = arguments()
    gfm.load_or_skip()
    rng = random.Random(options.seed)
    print(f"seed {options.seed}")
    real = [] if options.made else found()
    failures = wrong = refused = 0
    listed = fixtures if options.fixtures else examples if options.examples else None
    constructs = [listed.__name__] if listed else ["whole"] if options.whole else [options.only] if options.only else CONSTRUCTS
    for construct in constructs:
        cases = list(listed()) if listed else []
        while not listed and len(cases) < options.count:
            texts = real if real and rng.random() < 0.5 else [
                documents.document(rng) for _ in range(8)]
            made = whole(texts, rng) if construct == "whole" else case(construct, texts, rng)
            made = made or (None if construct == "whole" else case(
                construct, [documents.document(rng, construct)], rng))
            if made and (options.carets or options.states and rng.random() < 0.5):
                made = at_caret(made, rng)
            if made:
                cases.append(made)
        tally = collections.Counter()
        found_answers = answers(options.tool, options.dialect, cases)
        seconds, found_states = [None] * len(cases), [None] * len(cases)
        if options.states:
            found_states = states_of(options.tool, options.dialect, cases)
        else:
            seconds = pressed_again(options.tool, options.dialect, cases, found_answers)
        for chosen, answer, second, state in zip(cases, found_answers, seconds, found_states):
            kind = outcome(chosen, answer, second, state)
            tally[kind] += 1
            if kind not in ("right", "unchanged", "unmapped", "unknown"):
                failures += 1
                if kind.startswith("refused"):
                    refused += 1
                else:
                    wrong += 1
                if failures <= options.show:
                    show(construct, kind, chosen, answer, options)
        print(f"{construct}: {dict(tally.most_common())}", flush=True)
    print(f"{wrong} wrong, {refused} refused")
    return 0 if wrong <= options.wrong and refused <= options.refused else 1


if __name__ == "__main__":
    sys.exit(main())
