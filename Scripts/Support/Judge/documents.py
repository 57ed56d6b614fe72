"""Links by reference and inline links, sorted definitions, comments, dates, and wiki links with an alias.

The page of a document with other links is the same; a comment takes what is in it off the page, and its second press
gives the bytes back; a date adds its letters and nothing else.
"""
import collections
import html
import re

import cmark
from cmark import NOTHING, metadata_end, page
from common import Case, near_markup, pieces, selection, whole_words
from marks import typed, without
from others import without_spelling

LINKS = ("reference-links", "inline-links", "sort-definitions")
ARGUMENTS = {"reference-links": (None, "document", "text", "document text"), "inline-links": (None, "document"),
             "wiki-link": ("Page", "Some page#Part"), "paste": ("[[Page]]",), "date": (
    "2026-11-30", "30. November 2026", "1. May", "09:15", "*now*", "2026_11_30", "- 30", "# 1", "[1]", "+ 5", "<b>", "&lt;", "1) x")}
DEFINED = re.compile(r"(?m)^ {0,3}\[(?!\^)((?:[^\]\\\n]|\\.)+)\]:[ \t]*\S.*$")
COMMENT = re.compile(r"(?s)<!--.*?-->")
MARKER = re.compile(r"[-+*][ \t]|\d+[.)][ \t]")


def shown(text):
    return without_spelling(re.sub(r' id="[^"]*"', "", cmark.html(text)))


def links_fault(case, answer):
    """Returns the fault of other links or definitions: the page must be the same."""
    text = answer["text"]
    if "unchanged" in answer:
        return None if text == case.text else "nothing done, but the text is another"
    if shown(case.text) != shown(text):
        return "another page"
    old, new = DEFINED.findall(case.text), DEFINED.findall(text)
    if case.command == "sort-definitions":
        if sorted(old) != sorted(new):
            return "other definitions"
        last = text.rstrip().split("\n")[-1]
        return None if DEFINED.match(last) or last.startswith((" ", "\t")) else "a definition is not at the end"
    is_all = case.argument is not None and "document" in case.argument
    if case.command == "reference-links":
        if text.count("](") >= case.text.count("](") and "](<" not in text:
            return "no link is another"
        added = [line for line in text.split("\n") if DEFINED.match(line) and line not in case.text.split("\n")]
        if any(not line.startswith("[") for line in added):
            return "a definition is in another block"
        pairs = [line.split("]:", 1)[1].strip() for line in text.split("\n") if DEFINED.match(line) and line.startswith("[")]
        return "two definitions of a target" if is_all and not old and len(set(pairs)) < len(pairs) else None
    if text.count("](") <= case.text.count("]("):
        return "no link is another"
    return "a definition is added" if len(new) > len(old) else None


def visible(text):
    """Returns the letters and the elements of a page without its comments."""
    found = COMMENT.sub("", without_spelling(re.sub(r' id="[^"]*"', "", cmark.html(text))))
    found = re.sub(r"</(ul|ol)>\s*<\1[^>]*>|</?p>", "", found)
    found = re.sub(r'<ol start="\d+">', "<ol>", found)
    return re.sub(r"\s+", "", html.unescape(re.sub(r"<[^>]*>", "", found))), re.findall(r"<[^>]*>", found)


def decoded(text):
    return re.sub(r"&#45;", "-", re.sub(r"&#38;((?:#38;)*#45;)", r"&\1", text))


def is_subsequence(part, whole):
    left = iter(whole)
    return all(any(one == other for other in left) for one in part)


def comment_fault(case, answer, second):
    """Returns the fault of a comment, or None; the second answer is that of the second press."""
    if "unchanged" in answer:
        return None if answer["text"] == case.text else "nothing done, but the text is another"
    old, new = COMMENT.findall(case.text), COMMENT.findall(answer["text"])
    if case.text.count("<!--") or "[^" in case.text:
        return "unmapped: comments or notes"
    if len(new) != 1:
        return "not one comment"
    chosen = re.sub(r"\A(?:[\s>#*+-]|\d+[.)])*", "", case.text[case.start:case.end]).strip()
    inner = new[0][5:-4]
    if inner.rstrip() not in case.text and decoded(inner).rstrip() not in case.text or chosen not in decoded(inner):
        return "the comment is not what is selected"
    is_alone = any(line.strip(" \t>").startswith("<!--") and line.rstrip().endswith("-->") for line in answer["text"].split("\n"))
    after = decoded(inner).partition(chosen)[2] if chosen else ""
    is_inside = chosen == case.text[case.start:case.end].strip()
    if "\n" not in inner and is_inside and not is_alone and re.fullmatch(r"\s+[\w\s]*\w\s*", after):
        return "a word more is in the comment"
    (then, tags), (now, rest) = visible(case.text), visible(answer["text"])
    low = 0
    while low < len(now) and now[low] == then[low]:
        low += 1
    end = len(then) - (len(now) - low)
    gone = [one for one in then[low:end] if one.isalnum()]
    if now[low:] != then[end:]:
        return "the rest of the page is another"
    if not is_subsequence(gone, html.unescape(case.text)):
        return "more than the comment is gone"
    if not is_subsequence(rest, tags):
        return "an element is added"
    if second.get("text") != case.text:
        return "the second press is another text"
    return None


def date_fault(case, answer):
    """Returns the fault of a date: its letters are at the place, as text, and everything else is the same."""
    found, at = typed(case.text, case.start)
    if at is None or "unchanged" in answer:
        return "unmapped" if at is None else "nothing done"
    wanted = []
    for index, one in enumerate(found):
        if one.char != NOTHING:
            for char in case.argument.replace(" ", "") if index == at else [one.char]:
                wanted.append((char, one.marks, one.row.kind, one.row.path))
    return None if without(page(answer["text"]).letters, None) == wanted else "another page"


def wiki_fault(case, answer):
    """Returns the fault of a wiki link around a word, by its bytes."""
    if "unchanged" in answer:
        return "nothing done"
    name = case.argument.strip("[]")
    word, line = case.text[case.start:case.end], case.text[case.text.rfind("\n", 0, case.start) + 1:].split("\n")[0]
    wanted = [case.text[:case.start] + f"[[{name}{pipe}{word}]]" + case.text[case.end:] for pipe in ("|", "\\|")]
    if word == name:
        wanted.append(case.text[:case.start] + f"[[{name}]]" + case.text[case.end:])
    if answer["text"] not in (wanted[1:] if "|" in line and page(case.text).rows and in_table(case.text, case.start) else wanted):
        return "another text"
    return None


def in_table(text, place):
    line = text.count("\n", 0, place)
    return any(row.line == line and "table" in row.path for row in page(text).rows)


def judged(tool, cases):
    for command, some in groups(cases).items():
        options = {"dialect": "obsidian"} if command in ("wiki-link", "paste") else {}
        if command == "comment":
            answers, again = tool.ask_twice(some, lambda _, answer: "error" not in answer and "unchanged" not in answer)
        else:
            answers, again = tool.ask(some, **options), {}
        for at, (case, answer) in enumerate(zip(some, answers)):
            if "error" in answer:
                yield case, answer, f"refused: {answer['error']['code']}"
                continue
            if "\r" in case.text and re.search(r"(?<!\r)\n", answer["text"]):
                yield case, answer, "a line ends otherwise"
                continue
            plain_case, plain_answer = without_returns(case, answer)
            if command == "comment":
                second = dict(again.get(at, {}))
                second["text"] = second.get("text", "").replace("\r\n", "\n")
                verdict = comment_fault(plain_case, plain_answer, second)
                yield case, {**answer, "then": again[at]} if at in again else answer, verdict
            else:
                judge = links_fault if command in LINKS else date_fault if command == "date" else wiki_fault
                yield case, answer, judge(plain_case, plain_answer)


def groups(cases):
    found = collections.defaultdict(list)
    for case in cases:
        found[case.command].append(case)
    return found


def without_returns(case, answer):
    """Returns a case and its answer with line feeds alone, and the places in them."""
    def place(text, at):
        return len(text[:at].replace("\r\n", "\n"))

    text = answer["text"]
    return (case._replace(text=case.text.replace("\r\n", "\n"), start=place(case.text, case.start), end=place(case.text, case.end)),
            {**answer, "text": text.replace("\r\n", "\n")})


def in_words(text, place):
    """Whether a place is in or beside a word of text that is not code, a link or a tag."""
    word = re.split(r"\s", text[:place])[-1] + re.split(r"\s", text[place:])[0]
    found, at = typed(text, place)
    return "://" not in word and "@" not in word and at is not None and found[at].link is None and "code" not in found[at].marks and "code" not in found[at].row.kind \
        and "html" not in found[at].row.kind and without(found, at) == without(page(text).letters, None)


def cases(texts, count, chance):
    """Yields each command at places of documents. Every fifth document has other line endings, and some have no last one."""
    linked = [piece for text in texts for piece in (text, *pieces(text)) if "](" in piece and len(piece) < 20000]
    defined = [piece for text in texts for piece in (text, *pieces(text)) if DEFINED.search(piece) and len(piece) < 20000]
    names = ("reference-links", "inline-links", "sort-definitions", "comment", "date", "wiki-link", "paste")
    for index in range(count):
        name = names[index % len(names)]
        source = linked if name == "reference-links" else defined if name in LINKS else None
        text = chance.choice(source) if source else chance.choice(pieces(chance.choice(texts)))
        if chance.random() < 0.2:
            text = text.rstrip("\n")
        argument = chance.choice(ARGUMENTS.get(name, (None,)))
        start = end = near_markup(text, chance)
        if name == "comment" and chance.random() < 0.6:
            start, end = selection(text, chance)
        if name == "comment" and not text[start:end].strip():
            start = end
        if start < metadata_end(text):
            continue
        if name in LINKS and chance.random() < 0.3:
            start, end = selection(text, chance)
        if name in ("wiki-link", "paste"):
            start, end = whole_words(text, start, start)
            if start == end or not in_words(text, start) or not in_words(text, end):
                continue
        if name == "date" and not in_words(text, start):
            continue
        case = Case(text, start, end, name, argument)
        if index % 5 == 0:
            places = [at + text.count("\n", 0, at) for at in (start, end)]
            case = case._replace(text=text.replace("\n", "\r\n"), start=places[0], end=places[1])
        yield case
