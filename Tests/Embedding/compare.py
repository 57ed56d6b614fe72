"""Compares the C library, through the Python package, with `mdedit batch` and with the Swift packages.

    python3 compare.py commands REQUESTS ANSWERS      what make-requests.py has printed, and batch's answers
    python3 compare.py plans CASES                    what `contract --plans` has written

MARKDOWN_EDITING_LIBRARY names the library. The exit status is 1 if anything differs.
"""

import ctypes
import json
import sys

from mdediting import Document, Refused
from mdediting._library import ACTIONS, EFFECTS, OK, PRESENCES, REASONS, UNCHANGED, Ranges, library

UNITS = ["utf8", "utf16", "scalar"]
APPLIES = ["no", "yes", "unknown"]


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


def ranges_of(document, kind):
    found = library.mde_change_ranges(document, kind)
    return [f"{found[index].start}-{found[index].end}" for index in range(library.mde_change_count(document, kind))]


def plan_of(document, code):
    if code != OK:
        return ("unchanged " if code == UNCHANGED else "refused ") + REASONS[library.mde_reason(document)]
    edits = [
        f"{edit}:"
        + ctypes.string_at(
            library.mde_change_text(document, index), library.mde_change_text_length(document, index)).hex()
        for index, edit in enumerate(ranges_of(document, 0))
    ]
    parts = [edits] + [ranges_of(document, kind) for kind in (1, 2, 3)]
    return " ".join([EFFECTS[library.mde_effect(document)]] + [",".join(part) for part in parts])


def state_of(document, wanted):
    """Returns the states in the same order as `wanted`."""
    names = [entry.split(":")[0] for entry in wanted.split()]
    numbers = [library.mde_catalogue_number(name.encode()) for name in names]
    return " ".join(
        f"{name}:{PRESENCES[library.mde_presence(document, number)]}:{APPLIES[library.mde_applies(document, number)]}"
        for name, number in zip(names, numbers))


def text_of(document):
    assert library.mde_text(document, 0, 0, library.mde_length(document, 0)) == OK
    return ctypes.string_at(library.mde_result(document), library.mde_result_length(document))


def plan_difference(line):
    """Returns a difference between the library and a case, or None."""
    source, unit, ranges, action, mark, options, plan, state = line.rstrip("\n").split("\t")
    source = bytes.fromhex(source)
    document = library.mde_open(source, len(source), None)
    assert document
    try:
        # The cases are in CommonMark; after the dialect come inRun, atEdge, edges and steps.
        for option, digit in zip((0, 1, 2, 3, 17), "0" + options):
            library.mde_set_option(document, option, int(digit))
        pairs = [tuple(map(int, pair.split("-"))) for pair in ranges.split(",")]
        selections = (Ranges * len(pairs))(*pairs)
        unit = UNITS.index(unit)
        if state:
            assert library.mde_state(document, unit, selections, len(pairs)) == OK
        found = state_of(document, state)
        if found != state:
            return f"state {found}, not {state}"
        code = library.mde_plan(
            document, unit, library.mde_catalogue_number(mark.encode()), ACTIONS.index(action), None, 0,
            selections, len(pairs))
        found = plan_of(document, code)
        if found != plan:
            return f"{found}, not {plan}"
        if code == OK:
            assert library.mde_apply(document) == OK
            library.mde_undo(document, unit)
            if text_of(document) != source:
                return "undone to another text"
    finally:
        assert library.mde_close(document) == OK
    return None


def main():
    mode, *paths = sys.argv[1:]
    count = differences = 0
    for lines in zip(*(open(path, encoding="utf-8") for path in paths)):
        count += 1
        difference = plan_difference(*lines) if mode == "plans" else command_difference(*map(json.loads, lines))
        if difference is not None:
            differences += 1
            if differences <= 5:
                print(f"line {count}: {difference}", *lines, sep="\n  ", file=sys.stderr)
    print(f"C library: {differences} of {count} {mode} differ from Swift's")
    sys.exit(1 if differences or not count else 0)


main()
