"""Runs commands of the catalogue on random documents with the C library, and compares with `mdedit batch`.

    python3 commands.py make [--cases N] [--seed S]               requests for `mdedit batch`, one a line
    python3 commands.py compare LIBRARY REQUESTS ANSWERS          exit status 1 if anything differs
"""

import ctypes
import json
import random
import sys

# Without `state` and the commands with which batch manages documents.
COMMANDS = """heading-1 heading-2 heading-3 heading-4 heading-5 heading-6 heading paragraph bullet-list
ordered-list task-list task-toggle quote code-block horizontal-rule link unlink image paste paste-html
paste-url
clear-formatting table-insert table-next-cell table-previous-cell table-add-row table-add-column
table-delete-row table-delete-column table-move-row-up table-move-row-down table-move-column-left
table-move-column-right table-sort table-from-text table-to-text table-format align-left align-center
align-right indent outdent
promote demote renumber-list task-cycle callout keyboard underline subscript superscript wiki-link footnote
footnote-jump footnote-delete footnote-renumber move-line-up move-line-down duplicate-line move-section-up
move-section-down select-section delete-section newline line-break backspace insert-text""".split()
ARGUMENTS = [
    None, "", "x", "https://example.org/a", "2x2", "*", "a b", "日", "\n", "](", "- x\n- y", "x\n\ny"]
PIECES = [
    "# a\n", "b\n===\n", "- a\n", "  - b\n", "* c\n", "1. d\n", "2) e\n", "- [ ] f\n", "- [x] g\n", "> h\n",
    "> - i\n", "```\ncode\n```\n", "    code\n", "| a | b |\n| - | :-: |\n| c | d |\n", "text *and* **more**\n",
    "[l](u) `c`\n", "é日😀\n", "\n", "\n", "---\n", "<div>\n</div>\n", "[r]: /u\n", "end", "\t- t\n", "x\r\n",
]


def make(count, seed):
    choice = random.Random(seed)
    for number in range(count):
        text = "".join(choice.choice(PIECES) for _ in range(choice.randint(1, 7)))
        places = sorted(choice.randint(0, len(text)) for _ in range(2 * choice.choice([1, 1, 1, 2])))
        if choice.random() < 0.6:
            # Two carets at one place are one to batch, but two to an editor.
            places = [place for place in sorted(set(places[::2])) for _ in range(2)]
        request = {
            "id": number, "text": text, "unit": "scalar", "command": choice.choice(COMMANDS),
            "selections": [
                {"start": a, "end": b} for a, b in zip(places[::2], places[1::2])],
        }
        argument = choice.choice(ARGUMENTS)
        if argument is not None:
            request["argument"] = argument
        print(json.dumps(request))


def loaded(path):
    library = ctypes.CDLL(path)
    pointer, number, numbers = ctypes.c_void_p, ctypes.c_int32, ctypes.POINTER(ctypes.c_int32)
    for name, result, arguments in [
        ("open", pointer, [ctypes.c_char_p, ctypes.c_size_t, pointer]),
        ("close", number, [pointer]),
        ("set_option", number, [pointer, number, number]),
        ("catalogue_number", number, [ctypes.c_char_p]),
        ("plan", number, [
            pointer, number, number, number, ctypes.c_char_p, ctypes.c_size_t, numbers, number]),
        ("apply", number, [pointer]),
        ("undo", number, [pointer, number]),
        ("length", number, [pointer, number]),
        ("text", number, [pointer, number, number, number]),
        ("result", pointer, [pointer]),
        ("result_length", number, [pointer]),
        ("message", ctypes.c_char_p, [pointer]),
        ("change_count", number, [pointer, number]),
        ("change_ranges", numbers, [pointer, number]),
    ]:
        function = getattr(library, "mde_" + name)
        function.restype, function.argtypes = result, arguments
    return library


def text_of(library, document):
    assert library.mde_text(document, 0, 0, library.mde_length(document, 0)) == 0
    return ctypes.string_at(
        library.mde_result(document), library.mde_result_length(document)).decode()


def wrong(library, request, answer):
    """Returns a difference, or None."""
    text = request["text"].encode()
    document = library.mde_open(text, len(text), None)
    if not document:
        return None if "error" in answer else "not opened"
    try:
        places = [place[edge] for place in request["selections"] for edge in ("start", "end")]
        argument = request.get("argument")
        argument = None if argument is None else argument.encode()
        # An empty argument is an argument; only NULL is none.
        code = library.mde_plan(
            document, 2, library.mde_catalogue_number(request["command"].encode()), 0, argument,
            len(argument or b""), (ctypes.c_int32 * len(places))(*places), len(places) // 2)
        if code == 1 or code == 2:
            kind = "unchanged" if code == 1 else "error"
            return None if kind in answer else f"{kind}: {library.mde_message(document)}"
        if code != 0 or "error" in answer or "unchanged" in answer:
            return f"code {code}: {library.mde_message(document)}"
        ranges = library.mde_change_ranges(document, 1)
        count = library.mde_change_count(document, 1)
        selections = [
            {"start": ranges[2 * index], "end": ranges[2 * index + 1]} for index in range(count)]
        assert library.mde_apply(document) == 0
        if text_of(library, document) != answer["text"]:
            return "another text: " + text_of(library, document)
        wanted = answer.get("selections") or [{"start": answer["start"], "end": answer["end"]}]
        if selections != wanted:
            return f"other selections: {selections}"
        library.mde_undo(document, 0)
        return None if text_of(library, document) == request["text"] else "undone to another text"
    finally:
        library.mde_close(document)


def compare(path, requests, answers):
    library = loaded(path)
    count = differences = 0
    with open(requests, encoding="utf-8") as asked, open(answers, encoding="utf-8") as found:
        for request, answer in zip(map(json.loads, asked), map(json.loads, found)):
            count += 1
            difference = wrong(library, request, answer)
            if difference is not None:
                differences += 1
                if differences <= 5:
                    print(f"{request}\n  {answer}\n  {difference}", file=sys.stderr)
    print(f"C library: {differences} of {count} commands differ from `mdedit batch`")
    sys.exit(1 if differences or not count else 0)


if __name__ == "__main__":
    if sys.argv[1] == "make":
        options = dict(zip(sys.argv[2::2], map(int, sys.argv[3::2])))
        make(options.get("--cases", 5000), options.get("--seed", 1))
    else:
        compare(*sys.argv[2:])
