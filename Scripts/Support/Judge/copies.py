"""Copies of selections: as HTML, and as plain text.

Two words are typed at the ends of a selection. If a reader sees them and nothing else changes, the letters between them
are those that a copy must have, with their marks, links and blocks.
"""
import html.parser
import re
import urllib.parse

import cmark
from cmark import BREAK, NOTHING, RULE, page
from common import Case, selection
from marks import without

FIRST, LAST = "ж", "щ"
MARKS = {"strong": "strong", "em": "emphasis", "del": "strikethrough", "code": "code"}
BLOCKS = {"ul": "bullet", "ol": "ordered", "li": "item", "blockquote": "block_quote", "pre": "code_block", "table": "table"}
FOOTNOTE = "\u2042"
# What the dialect prints otherwise than cmark-gfm.
OTHER = re.compile(r"\[!\w|\A---|\A\+\+\+|\$|:\w+:|&#\d{7}|@\w|\[\^[^\]]*\]:|[жщ]")
SEEN = frozenset(MARKS.values())


class Copied(html.parser.HTMLParser):
    """The letters of HTML: the character, its marks, its address and the blocks around it."""

    def __init__(self, text):
        super().__init__()
        self.letters, self.open = [], []
        self.feed(text)
        self.close()

    def put(self, text, *more):
        names = [name for name, _ in self.open]
        marks = frozenset(MARKS[name] for name in names if name in MARKS and not (name == "code" and "pre" in names)).union(more)
        links = [address for name, address in self.open if name == "a"]
        path = tuple(BLOCKS.get(name, name) for name in names if name in BLOCKS or re.fullmatch("h[1-6]", name))
        self.letters += [(char, marks, links[-1] if links else None, path) for char in text if not char.isspace()]

    def handle_starttag(self, name, attributes):
        given = dict(attributes)
        if name == "img":
            self.put(given["alt"] or "", "image")
        elif name == "br":
            self.put(BREAK)
        elif name == "hr":
            self.put(RULE)
        elif name == "sup" and given.get("class") == "footnote-ref":
            self.put(FOOTNOTE)
            self.open.append(("footnote", None))
        elif name not in ("input",):
            self.open.append((name, plain_address(given.get("href") or "") if name == "a" else None))

    def handle_startendtag(self, name, attributes):
        self.handle_starttag(name, attributes)

    def handle_endtag(self, name):
        if name == "sup" and self.open and self.open[-1][0] == "footnote":
            self.open.pop()
        elif self.open and self.open[-1][0] == name:
            self.open.pop()

    def handle_data(self, text):
        if not any(name == "footnote" for name, _ in self.open):
            self.put(text)


def plain_address(address):
    return urllib.parse.unquote(address, errors="replace")


def own_address(letter):
    """Returns where a letter's link leads to, or None, without the words if they are in an address that is its text."""
    return re.sub(f"[{FIRST}{LAST}]", "", plain_address(letter.link[1])) if letter.link and letter.link[0] in ("link", "own") else None


def selected(case):
    """Returns the letters that a selection shows, or None if that cannot be told."""
    text = case.text[:case.start] + FIRST + case.text[case.start:case.end] + LAST + case.text[case.end:]
    found = page(text).letters
    places = [index for index, letter in enumerate(found) if letter.char in (FIRST, LAST)]
    # An image is copied as a whole.
    if len(places) != 2 or any("image" in found[place].marks for place in places):
        return None
    rest = found[:places[0]] + found[places[0] + 1:places[1]] + found[places[1] + 1:]
    old = page(case.text).letters
    if without(rest, None) != without(old, None):
        return None
    # A word in an address may end it.
    if [own_address(one) for one in rest] != [own_address(one) for one in old]:
        return None
    # Raw HTML is left out.
    return [letter for letter in found[places[0] + 1:places[1]]
            if (letter.char != NOTHING or "image" in letter.marks) and not letter.char.startswith("<") or letter.char == "<"]


def wanted(letter):
    """Returns a letter as HTML has it."""
    kind, path = letter.row.kind, tuple(name.split("[")[0] for name in letter.row.path)
    own = {"code_block": ("code_block",)}.get(kind, ("h" + kind[-1],) if kind.startswith("heading") else ())
    address = own_address(letter)
    marks = frozenset(mark for mark in letter.marks if mark in SEEN or mark == "image")
    return letter.char, marks, address, tuple(name for name in path if not name.startswith("table_")) + own


def html_fault(letters, text):
    """Returns how a copy differs from what is selected, or None."""
    have, want = Copied(text).letters, [wanted(letter) for letter in letters if letter.row.kind != "html_block"]
    # Text of one paragraph is without its block, and an image's marks are those of its description.
    has_blocks = re.search(r"<(?:p|h[1-6]|ul|ol|pre|blockquote|table|hr)\b", text)
    def plain(some):
        return [(char, frozenset(["image"]) if "image" in marks else marks, address if "image" not in marks else None,
                 path if has_blocks else ()) for char, marks, address, path in some]
    have, want = plain(have), plain(want)
    if have == want:
        return None
    for number, name in enumerate(("text", "marks", "links", "blocks")):
        if [one[number] for one in have] != [one[number] for one in want]:
            return f"copied HTML has other {name}"
    return "copied HTML is another"


def text_fault(letters, text):
    """Returns how plain text differs from what is selected, or None. Markers of items may be added."""
    skipped = (BREAK, NOTHING, RULE, FOOTNOTE)
    want = [letter.char for letter in letters if letter.row.kind != "html_block" and letter.char not in skipped]
    have, at = [char for char in text if not char.isspace()], 0
    for char in want:
        start = at
        while at < len(have) and have[at] != char:
            at += 1
        if at == len(have) or re.search(r"[^•☐☑\d.\[\]-]", "".join(have[start:at])):
            return "copied text is another"
        at += 1
    return "copied text is longer" if re.search(r"[^•☐☑\d.\[\]-]", "".join(have[at:])) else None


def copied(tool, cases):
    cases = list(cases)
    answers = tool.ask(cases)
    pages = [answer.get("html", "") for answer in answers]
    again = tool.ask(Case("", 0, 0, "paste-html", one) for one in pages)
    for case, answer, back in zip(cases, answers, again):
        if "error" in answer:
            yield case, answer, "refused"
            continue
        answer = tool.spoiled(case, {"text": answer["html"], "plain": answer["plain"], "start": 0, "end": 0})
        letters = selected(case)
        if letters is None:
            yield case, answer, "unmapped"
            continue
        fault = html_fault(letters, answer["text"]) or text_fault(letters, answer["plain"])
        # Raw HTML, notes and parts of tables have no spelling of their own. Of blanks alone nothing is pasted.
        is_kept = letters and not re.search(r"<(?!https?:|/?(?:p|em|strong|del|code|a|ul|ol|li|h\d|blockquote|pre|br|hr|img|table|thead|"
                                            r"tbody|t[rhd])\b)|<table(?!>\s*<thead)", answer["text"])
        if not fault and is_kept:
            one, two = (Copied(text).letters for text in (answer["text"], cmark.html(back.get("text", ""))))
            fault = None if one == two else "another page when it is pasted"
        yield case, answer, fault


def copies(texts, count, chance):
    texts = [text for text in texts if not OTHER.search(text)]
    found = 0
    while found < count:
        text = chance.choice(texts)
        start, end = selection(text, chance)
        # Some blocks, as many as a few words.
        if chance.random() < 0.5:
            end = min(len(text), start + chance.randrange(2000))
        if start < end:
            found += 1
            yield Case(text, start, end, "copy")
