"""Tries every command and key on the lines of real documents and on lists, and judges the results by bytes and by
cmark-gfm's trees."""
import argparse
import collections
import pathlib
import random
import sys

import asking
import corpus
import gfm
import metamorphic
import suite
import tables

MARKED = "\u2042"


def planted(case, answer, name):
    """Returns an answer with a planted fault that the judge must find."""
    if "text" not in answer or answer["text"] == case.text:
        return answer
    lines = answer["text"].split("\n")
    if name == "blanks":
        lines = [line.rstrip(" \t") + (" " if not line.strip() else "") for line in lines]
    elif name == "tabs":
        lines = [line.replace("  ", "\t", 1) if line.startswith("  ") else line for line in lines]
    elif name == "text":
        lines[-1 if lines[-1] else -2] += MARKED
    else:
        return {"id": 0, "error": {"code": "noSpelling", "message": "planted"}}
    text = "\n".join(lines)
    return {**answer, "text": text, **{key: min(answer[key], len(text)) for key in ("start", "end")}}


def group_of(kind):
    return "arguable" if kind.startswith("arguable") else "refused" if "refused" in kind else "wrong"


class Report:
    """Failures by kind and command, and the number of judged cases."""

    def __init__(self):
        self.judged = collections.Counter()
        self.found = collections.defaultdict(list)

    def add(self, part, kind, case, answer, judge):
        self.judged[part, case.command] += 1
        if kind:
            self.found[kind, case.command].append((case, answer, judge))

    def count(self, group):
        """Returns how many failures are "wrong", "refused" or "arguable"."""
        return sum(len(some) for (kind, _), some in self.found.items() if group_of(kind) == group)

    def sorted(self):
        return sorted(self.found.items(), key=lambda entry: (entry[0][0].startswith("arguable"), -len(entry[1])))

    def write(self, path, tool):
        """Returns all kinds of failure with the smallest documents, as Markdown."""
        with open(path, "w", encoding="utf-8") as out:
            print("# Failures of everyday commands\n", file=out)
            print(f"{sum(self.judged.values())} judged, {self.count('wrong')} wrong, {self.count('refused')} refused, "
                  f"{self.count('arguable')} arguable. "
                  "`‸` caret, `⟦⟧` selection, `⏎` line ending, `⇥` tab.\n", file=out)
            for (kind, command), some in self.sorted():
                self.describe(out, kind, command, some, tool)

    def describe(self, out, kind, command, some, tool):
        print(f"\n## {len(some)} × `{command}`: {kind}\n", file=out)
        shown = set()
        for case, answer, judge in sorted(some, key=lambda one: len(one[0].text))[:6]:
            if judge:
                case = asking.smallest(case, lambda one: judge(one, tool.answer(one)) == kind)
                answer = tool.answer(case)
            line = asking.shown(*case[:3]), asking.shown_answer(answer)
            if line[0] not in shown and len(shown) < 3:
                shown.add(line[0])
                print(f"- before `{line[0]}`\n  after  `{line[1]}`", file=out)
                if "then" in answer:
                    print(f"  then   `{asking.shown_answer(answer['then'])}`", file=out)
        out.flush()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--count", type=int, default=60_000, help="how many cases in real documents (60000)")
    parser.add_argument("--lists", type=int, default=400, help="how many lists for the laws over lists (400)")
    parser.add_argument("--from", dest="folder", type=pathlib.Path,
                        help="a folder of Markdown files to take instead of this machine's")
    parser.add_argument("--seed", type=int, default=1, help="where the choice of them begins (1)")
    parser.add_argument("--show", type=int, default=10, help="kinds of failures to print (10)")
    parser.add_argument("--save", type=pathlib.Path, help="a file for all failures, with the smallest documents")
    parser.add_argument("--wrong", type=int, default=0, help="known wrong results: more fail")
    parser.add_argument("--refused", type=int, default=0, help="known refusals: more fail")
    parser.add_argument("--plant", choices=["blanks", "tabs", "text", "refusal"],
                        help="puts a fault in every answer: what the judge must find")
    return parser.parse_args()


def main():
    options = arguments()
    gfm.load_or_skip()
    texts = list(dict.fromkeys(suite.texts(options.folder)))
    chance = random.Random(options.seed)
    report = Report()
    for kind, case, answer in tables.failures(options.tool):
        report.add("tab lists", kind, case, answer, tables.fault)
    cases = corpus.cases(texts, options.count, asking.catalogue(options.tool), chance)
    for case, answer in zip(cases, asking.ask(options.tool, cases)):
        if options.plant:
            answer = planted(case, answer, options.plant)
        report.add("documents", corpus.outcome(case, answer), case, answer,
                   None if options.plant else corpus.outcome)
    if not options.plant:
        for law, kind, case, answer in metamorphic.failures(
                options.tool, texts, options.lists, chance, cases[::20]):
            report.add(law, kind, case, answer, None)
    finish(report, options)


def finish(report, options):
    parts = collections.Counter()
    for (part, _), count in report.judged.items():
        parts[part] += count
    print(", ".join(f"{count} in {part}" for part, count in parts.items()), f"(seed {options.seed})")
    for name, is_key in (("keys", True), ("other commands", False)):
        judged = sum(count for (part, command), count in report.judged.items()
                     if part == "documents" and (command in asking.KEYS) == is_key)
        refused = sum(len(some) for (kind, command), some in report.found.items()
                      if kind.startswith("refused") and (command in asking.KEYS) == is_key)
        print(f"{name} in documents: {refused} of {judged} refused")
    for (kind, command), some in report.sorted()[:options.show]:
        case, answer, _ = min(some, key=lambda one: len(one[0].text))
        print(f"{len(some)} × {command}: {kind}\n  {asking.shown(*case[:3])[:400]}\n  "
              f"{asking.shown_answer(answer)[:400]}")
    wrong, refused = report.count("wrong"), report.count("refused")
    print(f"{wrong} wrong, {refused} refused, {report.count('arguable')} arguable")
    if options.save:
        tool = asking.Tool(options.tool)
        report.write(options.save, tool)
    sys.exit(1 if wrong > options.wrong or refused > options.refused else 0)


if __name__ == "__main__":
    main()
