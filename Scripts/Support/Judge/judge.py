"""Judges what the tool does to documents, by what a reader sees of them before and after.

The parts are in the table below. The judge shares nothing with the tool: cmark-gfm reads every text, and the rest is
bytes. Documents are real ones, of a folder or of this machine, or random ones.
"""
import argparse
import pathlib
import random
import subprocess
import sys

import blocks
import cmark
import common
import copies
import documents
import faults
import keys
import lines
import made
import marks
import others
from common import Case, Report, Tool

TAGGED = marks.LINKS + tuple(marks.TAGS)
# Of each part: what it judges, its judge, its cases, and how many of them there are by default.
PARTS = {
    "marks": ("marks over selections, once and twice", marks.over_selections, marks.selections, 4000),
    "links": ("links, images and tags over selections", marks.over_selections,
              lambda *some: marks.selections(*some, TAGGED), 3000),
    "carets": ("marks at carets, once and twice", marks.at_carets,
               lambda *some: marks.carets(*some, marks.MARKS + tuple(marks.TAGS)), 4000),
    "pending": ("marks that are held for what is typed next", marks.pending, marks.between_blanks, 400),
    "empty": ("every command: no empty pair of delimiters is left", marks.without_pairs,
              lambda *some: marks.blanks(*some, commands()), 3000),
    "typing": ("text typed over selections, and deleted", keys.over_selections, keys.selections, 2000),
    "keys": ("Backspace, Delete, Enter, a letter and a blank at carets", keys.at_carets, keys.carets, 5000),
    "blocks": ("headings, lists, quotes, code, moves, once and twice; Enter and Backspace", blocks.judged, blocks.cases, 4000),
    "others": ("tables, sections, footnotes, pasting", others.judged, others.cases, 2000),
    "documents": ("links by reference, definitions, comments, dates, wiki links", documents.judged, documents.cases, 3000),
    "copying": ("selections, copied as HTML and as text, and pasted", copies.copied, copies.copies, 3000),
    "pasting": ("the HTML of documents, pasted", others.pasted, others.pastable, 300),
    "printing": ("the HTML of documents, printed", others.printed, lambda texts, count, chance: (
        Case(text, 0, 0, "render", dialect) for text in chance.choices(texts, k=count) for dialect in (None, "github")), 300),
    **lines.PARTS,
}
options = None


def commands():
    """Returns the names of the tool's commands."""
    listed = subprocess.run([options.tool, "commands"], text=True, stdout=subprocess.PIPE, check=True)
    return [line.split()[0] for line in listed.stdout.splitlines()]


def texts(part, chance, count):
    """Returns the documents of a run. The HTML of random ones is that of two versions of the specification."""
    if options.random:
        return [made.Documents(chance).text() for _ in range(count)]
    found = [text for text in common.documents(options.folder) if "\r" not in text]
    if not found:
        sys.exit("judge: there are no documents")
    return found


def run(part, count, fault=None):
    """Runs a part, and returns its report."""
    chance, report = random.Random(f"{options.seed} {part}"), Report()
    _, judge, cases, _ = PARTS[part]
    tool = Tool(options.tool, fault)
    report.judge(lambda some: judge(tool, some), cases(texts(part, chance, count), count, chance))
    tool.close()
    return report


def plant():
    """Runs the parts with each fault in the answers, and prints those that are not found."""
    missed = 0
    for name, (part, fault, share) in faults.FAULTS.items():
        report = run(part, options.count or faults.COUNTS[part], fault)
        is_found = report.spoiled > 0 and report.found >= share * report.spoiled
        missed += not is_found
        print(f"{'found ' if is_found else 'MISSED'} {name}: {report.found} of {report.spoiled} answers, by {part}", flush=True)
        if not is_found:
            report.print(part, 5)
    print(f"{len(faults.FAULTS)} planted faults, {missed} missed")
    return missed


def main():
    global options
    listed = "\n".join(f"  {name:9} {about} ({count})" for name, (about, _, _, count) in PARTS.items())
    parser = argparse.ArgumentParser(prog="Scripts/judge", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="parts, and how many cases each has by default:\n" + listed)
    parser.add_argument("parts", nargs="*", metavar="PART", help="all by default")
    parser.add_argument("--tool", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--from", dest="folder", type=pathlib.Path, help="the Markdown files of a folder (this machine's)")
    parser.add_argument("--random", action="store_true", help="random documents instead")
    parser.add_argument("--plant", action="store_true", help="plants faults in the answers, which must be found")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--count", type=int, help="how many cases of each part")
    parser.add_argument("--show", type=int, default=10, help="how many kinds of failures are printed (10)")
    parser.add_argument("--wrong", type=int, default=0, help="how many are known; more of them fail (0)")
    parser.add_argument("--refused", type=int, default=0, help="the same for refusals (0)")
    options = parser.parse_args()
    unknown = [part for part in options.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]}; the parts are {', '.join(PARTS)}")
    cmark.libraries()
    sys.setrecursionlimit(20_000)
    if options.plant:
        sys.exit(1 if plant() else 0)
    wrong = refused = arguable = 0
    # In random documents there are few places without markup, and what is pasted from them is mostly not read back.
    chosen = [part for part in PARTS if not options.random or part not in ("pending", "pasting")]
    for part in options.parts or chosen:
        report = run(part, options.count or PARTS[part][3])
        report.print(part, options.show)
        wrong, refused = wrong + report.groups["wrong"], refused + report.groups["refused"]
        arguable += report.groups["arguable"]
    print(f"{wrong} wrong, {refused} refused, {arguable} arguable (seed {options.seed})")
    sys.exit(1 if wrong > options.wrong or refused > options.refused else 0)


if __name__ == "__main__":
    main()
