"""Compares our HTML of documents, in what cmark-gfm reads of GitHub's dialect, with cmark-gfm's, byte by byte."""
import argparse
import collections
import difflib
import json
import pathlib
import random
import re
import subprocess
import sys

import agreement
import gfm


def wanted(text, names=gfm.EXTENSIONS):
    """Returns cmark-gfm's HTML of a text."""
    library, extensions = gfm.load_or_skip()
    pointer, number = gfm.ctypes.c_void_p, gfm.ctypes.c_int
    library.cmark_render_html.restype = pointer
    library.cmark_render_html.argtypes = [pointer, number, pointer]
    library.cmark_parser_get_syntax_extensions.restype = pointer
    library.cmark_parser_get_syntax_extensions.argtypes = [pointer]
    flags = gfm.UNSAFE | (gfm.FOOTNOTES if names else 0)
    parser = library.cmark_parser_new(flags)
    for name in names:
        library.cmark_parser_attach_syntax_extension(parser, library.cmark_find_syntax_extension(name.encode()))
    source = text.encode()
    library.cmark_parser_feed(parser, source, len(source))
    document = library.cmark_parser_finish(parser)
    html = library.cmark_render_html(document, flags, library.cmark_parser_get_syntax_extensions(parser))
    result = gfm.ctypes.string_at(html).decode(errors="replace")
    library.free.argtypes = [pointer]
    library.free(html)
    library.cmark_node_free(document)
    library.cmark_parser_free(parser)
    return result


def ours(tool, texts, dialect="cmark-gfm"):
    lines = "\n".join(map(json.dumps, texts)) + "\n"
    run = subprocess.run([tool, "--html", dialect], input=lines, text=True, stdout=subprocess.PIPE, check=True)
    return map(json.loads, run.stdout.split("\n")[:-1])


# Deliberate differences, which Documentation/Dialects.md explains.
EMPTY_TASK = re.compile(r"(?m)^[ \t]*(?:[-+*]|\d+[.)])[ \t]+\[[ xX]\][ \t]+$")
CHECKED = re.compile(r"(?m)^[ \t]*(?:[-+*]|\d+[.)])[ \t]+\[ \][ \t].*\[x\]")
DEFINITION_IN_TASK = re.compile(r"(?m)^[ \t]*(?:[-+*]|\d+[.)])[ \t]+\[[ xX]\][ \t]+\[[^\]]*(?:\]:|\[.*\]:)")
IMAGE = re.compile(r"!\[\^[^\]\s]+\]\[")
LONG_NUMBER = re.compile(r"&#(?:\d{8,}|[xX][0-9a-fA-F]{7,});")


def without_paragraphs(html):
    return re.sub(r"</?p>|\n", "", html)


def known_reason(tool, text, own, other):
    """Returns why the two may print a text differently, or None if they must agree."""
    if own == other.replace(' title=""', "") or own.replace(' title=""', "") == other:
        return "an empty title"
    if own.replace(' checked=""', "") == other.replace(' checked=""', "") and CHECKED.search(text):
        return "[x] later in the line of an empty box checks it"
    if EMPTY_TASK.search(text):
        return "a box with no text after it"
    if DEFINITION_IN_TASK.search(text):
        return "a definition after a box"
    if IMAGE.search(text):
        return "an image whose description looks like a footnote"
    if without_paragraphs(own) == without_paragraphs(other) and "|" in text:
        return "whether an item with a paragraph above a table is tight"
    if LONG_NUMBER.search(text) or next(ours(tool, [text], "commonmark")) != wanted(text, ()):
        return "CommonMark 0.29 and 0.30"
    return None


def examples(folder):
    """Returns the examples of GitHub's specification and of cmark-gfm's extensions."""
    for name in ("gfm-0.29.txt", "gfm-extensions.txt"):
        path = pathlib.Path(folder) / name
        if path.exists():
            for found in re.finditer(r"(?ms)^`{32} example.*?\n(.*?)^\.\n.*?^`{32}$", path.read_text()):
                yield name, found[1].replace("→", "\t")


def real(paths):
    for path in paths:
        try:
            yield path, pathlib.Path(path).read_bytes().decode()
        except UnicodeDecodeError:
            pass


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", default=".build/release/contract")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--count", type=int, default=20_000, help="random documents")
    parser.add_argument("--show", type=int, default=10, help="differences to print")
    parser.add_argument("--data", default="../shared/data", help="the folder with the specifications")
    parser.add_argument("paths", nargs="*", help="real documents")
    options = parser.parse_args()
    gfm.load_or_skip()
    rng = random.Random(options.seed)
    print(f"seed {options.seed}")
    cases = list(examples(options.data)) + list(real(options.paths))
    cases += [("random", agreement.document(rng)) for _ in range(options.count)]
    counts, known, shown = collections.Counter(), collections.Counter(), 0
    for start in range(0, len(cases), 2000):
        part = cases[start:start + 2000]
        for (name, text), html in zip(part, ours(options.tool, [text for _, text in part])):
            counts[name.rsplit("/", 1)[0]] += 1
            other = wanted(text)
            if html == other:
                continue
            reason = known_reason(options.tool, text, html, other)
            if reason:
                known[reason] += 1
                continue
            counts["differing"] += 1
            shown += 1
            if shown <= options.show:
                print(f"{name}: {text if len(text) < 900 else ''!r}")
                for line in list(difflib.unified_diff(other.splitlines(), html.splitlines(), "cmark-gfm", "here", n=0))[2:12]:
                    print(f"  {line[:300]}")
    for name, count in known.items():
        print(f"known: {name}: {count}")
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    return 1 if counts["differing"] else 0


if __name__ == "__main__":
    sys.exit(main())
