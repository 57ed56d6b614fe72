"""Pastes the HTML of real documents, and compares what the pasted Markdown shows with that HTML.

The HTML is cmark-gfm's, of the document and of the Markdown. Both are read as a browser reads them: blocks, and the
characters with their marks, links, images and tags. What Markdown has no text for is not compared: attributes of raw
HTML, frames such as <div>, and whether an item has a paragraph in it.
"""
import html.parser
import random
import re

import gfm
import judging
from judging import Case

MARKS = {"strong": "strong", "b": "strong", "em": "emphasis", "i": "emphasis", "del": "strike", "s": "strike",
         "cite": "emphasis", "dfn": "emphasis", "var": "emphasis", "strike": "strike", "code": "code", "tt": "code",
         "samp": "code", "kbd": "kbd", "u": "u", "sub": "sub", "sup": "sup", "mark": "mark"}
BLOCKS = {"h1", "h2", "h3", "h4", "h5", "h6", "li", "ul", "ol", "blockquote", "table", "tr", "td", "th"}
HIDDEN = {"script", "style", "head", "title", "template", "noscript", "textarea", "select", "svg", "xml", "iframe", "object"}
FRAMES = {"p", "div", "section", "article", "header", "footer", "main", "nav", "aside", "figure", "figcaption", "address",
          "details", "summary", "dl", "dt", "dd", "form", "fieldset", "body", "html", "center", "tbody", "thead", "tfoot"}


class Page(html.parser.HTMLParser):
    """The events of a page: blocks, and inlines as (kind, value, marks, link)."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.events, self.marks, self.links, self.hidden, self.code = [], [], [], 0, None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        given = {name: value or "" for name, value in attributes}
        if tag in HIDDEN:
            self.hidden += 1
        elif tag == "pre":
            self.code = ["", ""]
        elif self.code is not None:
            if tag == "code":
                self.code[0] = re.sub(r"^language-", "", given.get("class", "")).split(" ")[0]
        elif tag in MARKS:
            self.marks.append(MARKS[tag])
        elif tag == "a":
            self.links.append((given["href"].strip(), " ".join(given.get("title", "").split())) if given.get("href") else None)
        elif tag == "img" and given.get("src"):
            self.inline("image", (given["src"].strip(), " ".join(given.get("alt", "").split()),
                                  " ".join(given.get("title", "").split())))
        elif tag == "br":
            self.inline("break", None)
        elif tag == "hr":
            self.events.append(("hr",))
        elif tag == "input":
            self.inline("box", "checked" in given)
        elif tag in BLOCKS:
            self.events.append((tag, given.get("start", "1") if tag == "ol" else given.get("align", "") if tag in ("td", "th") else ""))
        elif tag in FRAMES:
            self.events.append(("frame",))

    def handle_endtag(self, tag):
        if tag in HIDDEN:
            self.hidden = max(0, self.hidden - 1)
        elif tag == "pre" and self.code is not None:
            self.events.append(("code", self.code[0], self.code[1].strip("\n")))
            self.code = None
        elif self.code is None and tag in MARKS and MARKS[tag] in self.marks:
            self.marks.reverse()
            self.marks.remove(MARKS[tag])
            self.marks.reverse()
        elif tag == "a" and self.links:
            self.links.pop()
        elif tag in BLOCKS:
            self.events.append(("/" + tag,))
        elif tag in FRAMES:
            self.events.append(("frame",))

    def handle_data(self, data):
        if self.hidden:
            return
        if self.code is not None:
            self.code[1] += data
            return
        for character in data:
            self.inline("character", " " if character in " \t\n\r\f" else character)

    def inline(self, kind, value):
        link = next((one for one in reversed(self.links) if one), None)
        marks = frozenset() if value == " " or kind in ("break", "box") else frozenset(self.marks)
        self.events.append(("inline", kind, value, marks, None if value == " " or kind == "break" else link))


def is_space(event):
    return event[0] == "inline" and event[2] == " "


def shown(text):
    """Returns the events of HTML, with white space and frames as a browser shows them."""
    found = []
    for event in Page(text).events:
        if found and found[-1][:2] == ("inline", "box") and (is_space(event) or event == ("frame",)):
            continue
        if is_space(event) and (not found or found[-1][0] != "inline" or is_space(found[-1]) or found[-1][1] == "break"):
            continue
        if event[0] != "inline" or event[1] == "break":
            while found and (is_space(found[-1]) or event[0] != "inline" and found[-1][:2] == ("inline", "break")):
                found.pop()
            if event[1:2] == ("break",) and found and found[-1] == event:
                continue
            # A break at the start, and a frame beside another block, show nothing.
            if event[0] == "inline" and (not found or found[-1][0] != "inline"):
                continue
            if event == ("frame",) and (not found or found[-1][0] != "inline"):
                continue
            if event[0] != "inline" and found and found[-1] == ("frame",):
                found.pop()
        found.append(event)
    while found and (is_space(found[-1]) or found[-1] == ("frame",)):
        found.pop()
    return [event for event in found if not is_empty(event)]


def is_empty(event):
    """Whether an event is the frame of an item's paragraph, or ends a block that another one follows."""
    return event[0] in ("frame", "/li", "/td", "/th", "/tr")


def without(events, *parts):
    """Returns the inlines of events without some of their parts."""
    return [tuple(part for place, part in enumerate(event) if place not in parts)
            for event in events if event[0] == "inline" and event[1] != "break" and not is_space(event)]


def verdict(page, pasted):
    """Returns what pasting has changed, or None."""
    before, after = shown(page), shown(pasted)
    if before == after:
        return None
    if without(before, 3, 4) != without(after, 3, 4):
        return "text or images differ"
    if without(before, 4) != without(after, 4):
        return "marks differ"
    if without(before) != without(after):
        return "links differ"
    return "blocks differ"


def judged(tool, cases):
    pages = [gfm.html(case.text) for case in cases]
    questions = [{"id": 0, "unit": "scalar", "text": "", "start": 0, "end": 0, "command": "paste-html", "argument": page}
                 for page in pages]
    for case, page, answer in zip(cases, pages, judging.json_lines([tool.path, "batch"], questions)):
        answer = judging.planted(case, answer, tool.fault)
        found = "refused" if "error" in answer else None if "unchanged" in answer and not shown(page) \
            else verdict(page, gfm.html(answer.get("text", "")))
        yield case, answer, found


def main():
    options = judging.arguments(300, faults=("text",))
    tool, report = judging.Tool(options), judging.Report(options)
    texts = [text for text in judging.documents(options.folder) if text.strip() and "\0" not in text]
    chosen = random.Random(options.seed).sample(texts, min(options.count, len(texts)))
    report.judge("pages", lambda some: judged(tool, some), (Case(text, 0, 0, "paste-html") for text in chosen))
    report.finish()


if __name__ == "__main__":
    main()
