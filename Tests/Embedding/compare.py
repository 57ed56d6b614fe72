"""Compares the C library, through the Python package, with `mdedit batch`.

    python3 compare.py REQUESTS ANSWERS      what make-requests.py has printed, and batch's answers

MARKDOWN_EDITING_LIBRARY names the library. The exit status is 1 if anything differs.
"""

import json
import sys

from mdediting import Document, Refused


def command_difference(request, answer):
    """Returns a difference between the library and an answer, or None."""
    selections = [(place["start"], place["end"]) for place in request["selections"]]
    with Document(request["text"]) as document:
        try:
            step = document.perform(request["command"], selections, request.get("argument"))
        except Refused as refused:
            return None if "error" in answer else f"refused: {refused.reason}"
        if not step.changed:
            return None if answer.get("unchanged") == step.reason else f"unchanged: {step.reason}"
        if "error" in answer or "unchanged" in answer:
            return "a plan"
        if document.text != answer["text"]:
            return "another text: " + document.text
        wanted = [(place["start"], place["end"]) for place in answer.get("selections") or [answer]]
        if list(step.selections) != wanted:
            return f"other selections: {step.selections}"
        document.undo()
        return None if document.text == request["text"] else "undone to another text"


def main():
    count = differences = 0
    for lines in zip(*(open(path, encoding="utf-8") for path in sys.argv[1:])):
        count += 1
        difference = command_difference(*map(json.loads, lines))
        if difference is not None:
            differences += 1
            if differences <= 5:
                print(f"line {count}: {difference}", *lines, sep="\n  ", file=sys.stderr)
    print(f"C library: {differences} of {count} commands differ from batch's")
    sys.exit(1 if differences or not count else 0)


main()
