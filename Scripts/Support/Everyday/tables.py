"""Tries each command at each line of five lists indented by tabs. None may be refused or mix tabs and blanks."""
import re

from asking import Case, ask, refusal

COMMANDS = """heading-1 paragraph bullet-list ordered-list task-list task-toggle quote code-block
horizontal-rule indent outdent move-line-up move-line-down duplicate-line newline backspace
insert-text""".split()
LISTS = {
    "bullets": "- a\n\t- b\n\t\t- c\n\t\t\t- d\n\t\t- e\n\t- f\n- g\n",
    "numbers": "1. a\n\t1. b\n\t\t1. c\n\t\t\t1. d\n\t\t2. e\n\t2. f\n2. g\n",
    "tasks": "- [ ] a\n\t- [ ] b\n\t\t- [x] c\n\t\t\t- [ ] d\n\t\t- [ ] e\n\t- [x] f\n- [ ] g\n",
    "mixed": "1. a\n\t- b\n\t\t1. c\n\t\t\t- [ ] d\n\t\t2. e\n\t- f\n2. g\n",
    "paragraphs": "- a\n\n\tmore a\n\n\t- b\n\n\t\tmore b\n\n\t\t- c\n\n\t\t\tmore c\n\n\t\t\t- d\n",
}
MARKER = re.compile(r"[ \t]*(?:(?:[-+*]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?")


def mixed(line):
    """Whether a line is indented by both: `  \\t- a`."""
    blanks = re.match(r"[ \t]*", line)[0]
    return " " in blanks and "\t" in blanks


def places(text):
    """Returns the offsets after the marker and at the end of each line with text."""
    offset = 0
    for line in text.split("\n"):
        if line.strip():
            yield offset + len(MARKER.match(line)[0])
            yield offset + len(line)
        offset += len(line) + 1


def fault(case, answer):
    """Returns the fault of an answer to a command in a list that is indented by tabs, or None."""
    if "error" in answer:
        kind = refusal(case, answer)
        return kind and kind.startswith("refused") and "tab lists: refused" or kind
    old = case.text.split("\n")
    new = [line for line in answer["text"].split("\n") if line not in old]
    if any(mixed(line) for line in new):
        return "tab lists: tabs and blanks"
    # Code in an item of the first level is indented by blanks, because a tab would be part of it.
    tabbed = {MARKER.sub("", line, count=1) for line in old if line.startswith("\t")}
    if case.command != "code-block" and any(
            line.startswith("  ") and MARKER.sub("", line, count=1) in tabbed for line in new):
        return "tab lists: blanks in place of tabs"
    return None


def failures(tool):
    """Yields (kind, case, answer) for each failure, and None for each correct answer."""
    cases = [Case(text, place, place, command) for text in LISTS.values()
             for place in sorted(set(places(text))) for command in COMMANDS]
    for case, answer in zip(cases, ask(tool, cases)):
        yield fault(case, answer), case, answer
