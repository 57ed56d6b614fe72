"""Reads cases (one JSON object a line) in renderers that are not libcmark; see Scripts/contract renderers."""

import ctypes
import ctypes.util
import json
import sys
import unicodedata
from collections import Counter
from html.parser import HTMLParser

STRONG, EMPHASIS, CODE = 1, 2, 4
TAGS = {"strong": STRONG, "em": EMPHASIS}


def is_space(character):
    return character in "\t\n\f\r" or unicodedata.category(character) == "Zs"


class Marks(HTMLParser):
    """Returns the markable characters of rendered HTML and the marks of each."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.depth = Counter()
        self.text = []
        self.marks = []

    def handle_starttag(self, tag, attributes):
        if tag != "img":
            self.depth[tag] += 1

    def handle_endtag(self, tag):
        self.depth[tag] -= 1

    def handle_data(self, data):
        if self.depth["pre"]:
            return
        bits = CODE if self.depth["code"] else 0
        for tag, bit in TAGS.items():
            bits |= bit if self.depth[tag] else 0
        for character in data:
            if not is_space(character):
                self.text.append(character)
                self.marks.append(bits)


def read_html(html):
    parser = Marks()
    parser.feed(html)
    parser.close()
    return "".join(parser.text), parser.marks


def markdown_it():
    """Reads a text with markdown-it-py in CommonMark mode, without raw HTML."""
    from markdown_it import MarkdownIt

    renderer = MarkdownIt("commonmark")
    renderer.validateLink = lambda url: True

    def read(source):
        text, marks = [], []
        bits = Counter()

        def add(content, extra=0):
            value = extra
            value |= STRONG if bits["strong"] else 0
            value |= EMPHASIS if bits["em"] else 0
            for character in content:
                if not is_space(character):
                    text.append(character)
                    marks.append(value)

        for block in renderer.parse(source):
            for token in block.children or []:
                if token.type in ("text", "text_special"):
                    add(token.content)
                elif token.type == "code_inline":
                    add(token.content, CODE)
                elif token.type.endswith("_open") and token.tag in ("strong", "em"):
                    bits[token.tag] += 1
                elif token.type.endswith("_close") and token.tag in ("strong", "em"):
                    bits[token.tag] -= 1
        return "".join(text), marks

    return read


def cmark(library):
    """Reads a text with libcmark, or libcmark-gfm without its extensions; None if not installed."""
    name = ctypes.util.find_library(library)
    if not name:
        return None
    render = ctypes.CDLL(name).cmark_markdown_to_html
    render.restype = ctypes.c_void_p
    render.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
    allows_html = 1 << 17

    def read(source):
        data = source.encode("utf-8")
        html = ctypes.string_at(render(data, len(data), allows_html)).decode("utf-8")
        return read_html(html)

    return read


def md4c():
    """Reads a text with libmd4c through its parser's callbacks; None if not installed."""
    name = ctypes.util.find_library("md4c")
    if not name:
        return None
    library = ctypes.CDLL(name)
    block = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    piece = ctypes.CFUNCTYPE(
        ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p)

    class Parser(ctypes.Structure):
        _fields_ = [
            ("abi_version", ctypes.c_uint), ("flags", ctypes.c_uint),
            ("enter_block", block), ("leave_block", block),
            ("enter_span", block), ("leave_span", block), ("text", piece),
            ("debug_log", ctypes.c_void_p), ("syntax", ctypes.c_void_p)]

    state = {}
    # Spans of md4c.h: 0 em, 1 strong, 2 a, 3 img, 4 code. Blocks 7 and 8: code, HTML.
    import html as entities

    def enter_block(kind, _, __):
        state["opaque"] += kind in (7, 8)
        return 0

    def leave_block(kind, _, __):
        state["opaque"] -= kind in (7, 8)
        return 0

    def enter_span(kind, _, __):
        state["spans"][kind] += 1
        return 0

    def leave_span(kind, _, __):
        state["spans"][kind] -= 1
        return 0

    def text(kind, data, size, _):
        # 0 normal, 1 NUL, 2 break, 3 soft break, 4 entity, 5 code, 6 HTML.
        if state["opaque"] or state["spans"][3] or kind in (2, 3, 6):
            return 0
        content = ctypes.string_at(data, size).decode("utf-8", "replace")
        if kind == 1:
            content = "\ufffd"
        if kind == 4:
            content = entities.unescape(content)
        value = STRONG if state["spans"][1] else 0
        value |= EMPHASIS if state["spans"][0] else 0
        value |= CODE if kind == 5 else 0
        for character in content:
            if not is_space(character):
                state["text"].append(character)
                state["marks"].append(value)
        return 0

    parser = Parser(
        0, 0, block(enter_block), block(leave_block), block(enter_span), block(leave_span),
        piece(text), None, None)

    def read(source):
        state.update(opaque=0, spans=Counter(), text=[], marks=[])
        data = source.encode("utf-8")
        library.md_parse(data, len(data), ctypes.byref(parser), None)
        return "".join(state["text"]), state["marks"]

    return read


def has_symbols(source):
    """Whether the text has a scalar that is punctuation in 0.31 but not in 0.30."""
    return any(ord(c) > 127 and unicodedata.category(c).startswith("S") for c in source)


def verdict(read, case):
    """Returns a renderer's verdict on a case. A BOM is left out, because not all renderers know it."""
    before, after = case["before"].lstrip("\ufeff"), case["after"].lstrip("\ufeff")
    if read(before) != (case["text"], case["was"]):
        return "read otherwise before the edit"
    if read(after) == (case["text"], case["is"]):
        return "the same"
    return "different after the edit"


def main(path):
    renderers = {
        "markdown-it-py (CommonMark 0.31)": markdown_it(), "md4c": md4c(),
        "cmark-gfm": cmark("cmark-gfm"),
    }
    for name in [name for name, read in renderers.items() if read is None]:
        print(f"{name}: not installed, skipped")
        del renderers[name]
    counts = {name: Counter() for name in renderers}
    symbols, alone, against = [], [], []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            verdicts = {name: verdict(read, case) for name, read in renderers.items()}
            for name, said in verdicts.items():
                counts[name][said] += 1
            if "different after the edit" not in verdicts.values():
                continue
            if has_symbols(case["before"]):
                symbols.append(case)
            elif "the same" in verdicts.values():
                alone.append(case)
            else:
                against.append(case)
    for name, count in counts.items():
        known = count["the same"] + count["different after the edit"]
        share = f": {count['the same'] / known:.2%} of {known} read alike" if known else ""
        print(name + share)
        for said, number in count.most_common():
            print(f"  {number:8} {said}")
    print(f"symbols count as punctuation in 0.31 and not in 0.30: {len(symbols)}")
    for case in sorted(symbols, key=lambda case: len(case["before"]))[:20]:
        print(f"  {case['mark']} {case['before']!r} -> {case['after']!r}")
    print(f"one renderer against libcmark and the other: {len(alone)}")
    for case in sorted(alone, key=lambda case: len(case["before"]))[:20]:
        print(f"  {case['mark']} {case['before']!r} -> {case['after']!r}")
    print(f"no renderer with libcmark: {len(against)}")
    for case in sorted(against, key=lambda case: len(case["before"])):
        print(f"  {case['mark']} {case['before']!r} -> {case['after']!r}")
    return 1 if against else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
