"""Repeats the cases of `contract --plans` with the shared library, and compares.

    python3 compare.py libmarkdownediting.so.1 CASES

The exit status is 1 if anything differs.
"""

import ctypes
import sys

UNITS = ["utf8", "utf16", "scalar"]
ACTIONS = ["toggle", "mark", "unmark"]
EFFECTS = ["added", "removed", "converted", "moved", "typed"]
PRESENCES = ["off", "on", "mixed"]
APPLIES = ["no", "yes", "unknown"]
REASONS = {
    1: "nothingMarkable", 2: "alreadySo", 3: "caretOutsideText", 4: "noSelection", 6: "composing",
    7: "notInDialect",
    16: "readingsDiffer", 17: "noSpelling", 18: "autolinkInLink", 19: "unparsable",
    20: "inputRejectedEdit", 21: "insideCharacter", 22: "tooIntricate",
    23: "internal",
}

library = ctypes.CDLL(sys.argv[1])
pointer, int32, size, text = ctypes.c_void_p, ctypes.c_int32, ctypes.c_size_t, ctypes.c_char_p
numbers = ctypes.POINTER(int32)
for name, result, arguments in [
    ("open", pointer, [text, size, numbers]),
    ("close", int32, [pointer]),
    ("set_option", int32, [pointer, int32, int32]),
    ("plan", int32, [pointer, int32, int32, int32, text, size, numbers, int32]),
    ("state", int32, [pointer, int32, numbers, int32]),
    ("presence", int32, [pointer, int32]),
    ("applies", int32, [pointer, int32]),
    ("apply", int32, [pointer]),
    ("undo", int32, [pointer, int32]),
    ("reason", int32, [pointer]),
    ("effect", int32, [pointer]),
    ("length", int32, [pointer, int32]),
    ("text", int32, [pointer, int32, int32, int32]),
    ("result", pointer, [pointer]),
    ("result_length", int32, [pointer]),
    ("change_count", int32, [pointer, int32]),
    ("change_ranges", numbers, [pointer, int32]),
    ("change_text", pointer, [pointer, int32]),
    ("change_text_length", int32, [pointer, int32]),
    ("catalogue_number", int32, [text]),
]:
    function = getattr(library, "mde_" + name)
    function.restype = result
    function.argtypes = arguments


def ranges_of(document, kind):
    count = library.mde_change_count(document, kind)
    found = library.mde_change_ranges(document, kind)
    return ",".join(f"{found[2 * index]}-{found[2 * index + 1]}" for index in range(count))


def plan_of(document, code):
    if code != 0:
        return {1: "unchanged ", 2: "refused "}[code] + REASONS[library.mde_reason(document)]
    edits = ranges_of(document, 0)
    edits = [
        f"{edit}:"
        + ctypes.string_at(
            library.mde_change_text(document, index),
            library.mde_change_text_length(document, index)).hex()
        for index, edit in enumerate(edits.split(",") if edits else [])
    ]
    return " ".join(
        [EFFECTS[library.mde_effect(document)], ",".join(edits)]
        + [ranges_of(document, kind) for kind in (1, 2, 3)])


def text_of(document):
    assert library.mde_text(document, 0, 0, library.mde_length(document, 0)) == 0
    return ctypes.string_at(library.mde_result(document), library.mde_result_length(document))


def wrong(line):
    source, unit, ranges, action, mark, options, plan, state = line.split("\t")
    source = bytes.fromhex(source)
    document = library.mde_open(source, len(source), None)
    assert document
    try:
        # The cases are in CommonMark; after the dialect come inRun, atEdge and edges.
        for option, digit in enumerate("0" + options):
            library.mde_set_option(document, option, int(digit))
        values = [int(number) for pair in ranges.split(",") for number in pair.split("-")]
        selections = (int32 * len(values))(*values)
        unit = UNITS.index(unit)
        if state:
            assert library.mde_state(document, unit, selections, len(values) // 2) == 0
        found = " ".join(
            f"{name}:{PRESENCES[library.mde_presence(document, index)]}"
            f":{APPLIES[library.mde_applies(document, index)]}"
            for name in (entry.split(":")[0] for entry in state.split())
            for index in [library.mde_catalogue_number(name.encode())]) if state else ""
        if found != state:
            return f"state {found}, not {state}"
        code = library.mde_plan(
            document, unit, library.mde_catalogue_number(mark.encode()), ACTIONS.index(action), None, 0,
            selections, len(values) // 2)
        found = plan_of(document, code)
        if found != plan:
            return f"{found}, not {plan}"
        if code == 0:
            assert library.mde_apply(document) == 0
            library.mde_undo(document, unit)
            if text_of(document) != source:
                return "undone to another text"
    finally:
        assert library.mde_close(document) == 0
    return None


count = differences = 0
with open(sys.argv[2], encoding="ascii") as lines:
    for line in lines:
        count += 1
        difference = wrong(line.rstrip("\n"))
        if difference is not None:
            differences += 1
            if differences <= 5:
                print(f"line {count}: {difference}\n  {line}", file=sys.stderr)
print(f"C library: {differences} of {count} outcomes differ from native ones")
sys.exit(1 if differences or not count else 0)
