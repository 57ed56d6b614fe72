"""Typing and deleting: over selections, and each key at a caret, beside a plain editor.

Over a selection, the visible text afterwards is the text before, with the selected letters replaced by the typed ones.
At a caret, a plain editor inserts or deletes one character. A command may do more only where markup goes with a
character: the delimiters of a mark that loses its last character, an escape or a reference, a marker as a whole, the
prefix of a joined line, a blank that is typed outside of a mark.
"""
import collections
import html
import re

from cmark import LABEL, PSEUDO, choice, metadata_end, page
from common import TYPED, Case, after, is_inside, is_subsequence, pieces, selection
from marks import same_link

LETTER = "x"
KEYS = {"backspace": ("backspace", None), "delete": ("backspace", None), "newline": ("newline", None),
        "letter": ("insert-text", LETTER), "blank": ("insert-text", " ")}
DELIMITER = r"(?:\*{1,3}|_{1,3}|~~?|==|`+|</?(?:u|kbd|sub|sup|mark)>)"
# What is written for a character.
SPELLED = re.compile(r"\\[!-/:-@\[-`{-~]|&#?\w+;|\\\|")
# What may be removed at the start of a line: markers, boxes, hashes, and the blanks around them.
MARKERS = re.compile(r"[ \t]*(?:>|[-+*]|\d{1,9}[.)]|#{1,6}|\[[ xX]\])?[ \t]*")
PREFIX = r"(?:[ \t>]|[-+*#]|\d{1,9}[.)]|\[[ xX]\])*"
JOINED = re.compile(r"\\?(?:\r\n|\n)[ \t>]*")
FENCES = re.compile(r"[ \t>]*(`{3,}|~{3,})[^\n]*\n[ \t>]*\n?[ \t>]*\1[ \t]*")
# What may change in other lines: numbers, indentation, markers of quotes.
FOLLOWING = re.compile(r"[\d \t>\n]*")
# Delimiters that stay with the text before them, and after them.
CLOSING = re.compile(
    r"[*_~=`>\]]|<[^<>\n]*>|(?<=\])(?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\]\n]*\])")
OPENING = re.compile(r"(?:[*_~=`<\[!\\]|&#?\w*|<\w+>)$")


# Over selections.

def replaced_fault(case, answer):
    """Returns the fault of a text typed over a selection, None if it is right, or "unmapped"."""
    typed = re.sub(r"\s", "", case.argument or "")
    cut, text = metadata_end(case.text), case.text
    if case.start < cut or text.rfind("<!--", 0, case.start) > text.rfind("-->", 0, case.start) \
            or LABEL.search(text) and "[^" in text[max(0, case.start - 30):case.end + 1]:
        return "unmapped"
    if answer["text"][:cut] != text[:cut]:
        return "front matter"
    text, start = text[cut:], case.start - cut
    found = choice(text, start, case.end - cut)
    old = page(text).letters
    # Of HTML, only what begins and ends a block is read, so that a part of it may be anything.
    if not found or not found[0] or any(old[at].row.kind == "html_block" for at in found[0] | found[1]):
        return "unmapped"
    if "unchanged" in answer:
        return "nothing done"
    new = [letter for letter in page(answer["text"][cut:]).letters if letter.char not in PSEUDO]
    first, last = min(found[0]), max(found[0])
    lows = [first - back for back in range(first + 1) if all(at in found[1] for at in range(first - back, first))]
    highs = [last + 1 + more for more in range(len(old) - last) if all(at in found[1] for at in range(last + 1, last + 1 + more))]
    wrong, seen = "text", [at for at in range(len(old)) if old[at].char not in PSEUDO]
    for low, high in ((low, high) for low in lows[:30] for high in highs[:30]):
        head, tail = [at for at in seen if at < low], [at for at in seen if at >= high]
        if len(head) + len(typed) + len(tail) == len(new) and [old[at].char for at in head] + list(typed) + [
                old[at].char for at in tail] == [one.char for one in new]:
            wrong = kept_fault(case, old, new, head, tail, range(low, first + 1), len(typed))
            if wrong is None:
                return None
    return wrong


def kept_fault(case, old, new, head, tail, begun, count):
    """Returns what has changed besides the selected letters, or None. `head` and `tail` are the letters before and
    after them, `begun` is where they begin, and `count` is how many are typed."""
    shift = len(head) + count
    pairs = list(zip(head, range(len(head)))) + list(zip(tail, range(shift, shift + len(tail))))
    # Punctuation beside the selection may be outside of a mark that could not end there.
    beside = set()
    for side in (reversed(head), tail):
        for at in side:
            if old[at].char.isalnum():
                break
            beside.add(at)
    for at, place in pairs:
        one, two = old[at], new[place]
        if one.marks != two.marks and not (at in beside and two.marks <= one.marks):
            return "marks"
        if not same_link(one.link, two.link) and (one.link or (0, 0))[1] != (two.link or (0, 0))[1]:
            return "link"
    tail_leaf = old[tail[0]].row.leaf if tail else None
    head_leaf = old[head[-1]].row.leaf if head else None
    start = old[begun[-1]].row
    for at, place in pairs:
        one, two = old[at].row, new[place].row
        if (one.kind, one.path) == (two.kind, two.path) or at in tail and one.leaf == tail_leaf and tail_leaf != head_leaf and (
                (two.kind, two.path) in ((start.kind, start.path), (old[head[-1]].row.kind, old[head[-1]].row.path) if head else ())):
            continue
        if at in tail and one.ids[:1] and tail_leaf and one.ids[:1] == old[tail[0]].row.ids[:1] and one.kind == two.kind \
                and one.leaf != head_leaf:
            continue
        return "a block before" if at in head else "a block after"
    for side in (list(zip(head, head[1:])), list(zip(tail, tail[1:]))):
        places = dict(pairs)
        for one, two in side:
            if (old[one].row.leaf == old[two].row.leaf) != (new[places[one]].row.leaf == new[places[two]].row.leaf):
                return "blocks melt or part"
            if old[two].gap != new[places[two]].gap:
                return "white space"
    is_text = count and not case.text[case.start].isspace() and old[begun[-1]].row.kind not in ("code_block", "html_block")
    if is_text and not any(old[at].link or "image" in old[at].marks for at in begun) and not any(new[len(head)].marks == old[at].marks for at in begun):
        return "marks of what is typed"
    return None


def over_selections(tool, cases):
    for case, answer in zip(cases, tool.ask(cases)):
        yield case, answer, "refused" if "error" in answer else replaced_fault(case, answer)


def selections(texts, count, chance):
    """Yields texts typed over selections of documents: a letter, a word with a blank as of a suggestion, nothing."""
    while count > 0:
        text = chance.choice(pieces(chance.choice(texts)))
        start, end = selection(text, chance)
        if is_inside(text, start, end) and start < end and "\r" not in text:
            count -= 1
            name, typed = chance.choice([("insert-text", TYPED), ("insert-text", TYPED + " "), ("backspace", None)])
            yield Case(text, start, end, name, typed)


# At carets.

def read(text):
    """Returns a text with the characters in place of escapes and references."""
    return html.unescape(re.sub(r"\\(?=[!-/:-@\[-`{-~])", "", text))


def removals(text, edits):
    """Returns the removed texts with their places, without what a replacement writes again at its ends."""
    found = []
    for edit in edits:
        old, new, start = text[edit["start"]:edit["end"]], read(edit["text"]), edit["start"]
        while old and new and old[0] == new[0]:
            old, new, start = old[1:], new[1:], start + 1
        while old and new and old[-1] == new[-1]:
            old, new = old[:-1], new[:-1]
        # What is only moved, such as blanks out of a mark, is not gone.
        if old and not is_subsequence(old, new):
            found.append((start, old))
    return found


def is_character(text):
    """Whether a text is one character, or several scalars that look like one."""
    return len(text) == 1 or text == "\r\n" or 0 < len(text) < 12 and not text.isascii() and not re.search(r"\s|\w\w", text)


def is_element(old):
    """Whether a removed text is one character with the markup around it: `**b**`, or a link of one character."""
    one = r"(?:" + SPELLED.pattern + r"|[^\n]|[^\x00-\x7f]{1,8})"
    inner = r"(?:" + DELIMITER + r" ?)*" + one + r"(?: ?" + DELIMITER + r")*"
    return re.fullmatch(r"(?:" + DELIMITER + r" ?)*\[?" + inner + r"(?:\]\([^\n]*\)|\]\[[^\n]*\]|\])?(?: ?" + DELIMITER + ")*",
                        old) is not None


def are_delimiters(gone):
    """Whether two removed texts are the delimiters of one mark."""
    return len(gone) == 2 and all(re.fullmatch(DELIMITER + " ?| ?" + DELIMITER, old) for _, old in gone) \
        and gone[0][1].strip().replace("/", "") == gone[1][1].strip().replace("/", "")


def in_other_lines(text, caret, gone):
    """Returns the removed texts without those of other lines that only number or indent."""
    start, end = text.rfind("\n", 0, caret) + 1, (text + "\n").find("\n", caret)
    return [(place, old) for place, old in gone
            if start - 1 <= place <= end and not (place > caret and old.strip(" \t>\n") == "")
            or not FOLLOWING.fullmatch(old)]


def backspace(text, caret, answer):
    """Returns the fault of Backspace, or None."""
    if "unchanged" in answer or answer["text"] == text[:caret - 1] + text[caret:]:
        return None
    if answer["text"] == text and text[caret - 1:caret].isalnum():
        return "nothing is deleted"
    before = text[text.rfind("\n", 0, caret) + 1:caret]
    markers = re.search(PREFIX + "$", before)[0]
    if any(answer["text"] == text[:place] + text[caret:] for place in range(caret - len(markers), caret)):
        return None
    gone = in_other_lines(text, caret, removals(text, answer["edits"]))
    if sum(len(old) for _, old in gone) <= 1 or are_delimiters(gone):
        return None
    whole = "".join(old for _, old in gone)
    if len(gone) > 1:
        # An empty block of code goes with its fences, and a mark with its last character.
        is_code = re.fullmatch(r"(?:`{3,}|~{3,})[^\n]*[\n \t>]*(?:`{3,}|~{3,})[\n \t]*", whole)
        return None if is_code or is_element(whole) else "several"
    place, old = gone[0]
    if place + len(old) == caret and (is_character(old) or SPELLED.fullmatch(old)):
        return None
    if place <= caret <= place + len(old) and is_element(old):
        return None
    # A heading also loses the blanks at its end.
    marker = old[:caret - place] if old[caret - place:].strip() == text[caret:].split("\n")[0].strip() else old
    if MARKERS.fullmatch(marker) and re.fullmatch(PREFIX, before) and place >= caret - len(before):
        return None
    if place < caret - len(before) and JOINED.fullmatch(old):
        return None if before.strip(" \t>") == "" else "a line"
    return None if FENCES.fullmatch(old) or is_last(old, answer["edits"]) else "more than a character"


def is_last(old, edits):
    """Whether one character is gone with pairs of delimiters, and blanks have moved: `*` + "`x` a" + `*`."""
    lost = collections.Counter(old) - collections.Counter("".join(edit["text"] for edit in edits))
    marks = [count for character, count in lost.items() if character in "*_~=`"]
    return sum(lost.values()) - sum(marks) <= 1 and all(count % 2 == 0 for count in marks)


def delete(text, caret, answer):
    """Returns the fault of Delete, or None. A line ending goes with the prefix and the marker after it, and a mark
    that is then in a word has stars, and code spans that meet are one."""
    starred = {**answer, "text": answer["text"].replace("_", "*"),
               "edits": [{**edit, "text": edit["text"].replace("_", "*")} for edit in answer.get("edits", [])]}
    text = text.replace("_", "*")
    fault = backspace(text, after(text, caret), starred)
    gone = "".join(old for _, old in removals(text, starred["edits"]))
    return fault if not re.fullmatch(rf"\r?\n{PREFIX}[=-]*", gone.strip("`")) else None


def words(text):
    """Returns the characters of a text that no marker, number or delimiter consists of."""
    return re.sub(r"\[[ xX]\](?=\s|\Z)|[\s\d>#*+.)_~=`|\\-]", "", text)


def newline(text, caret, answer):
    """Returns the fault of Enter, or None: the text is cut at the caret, and delimiters are written on both sides."""
    if not is_subsequence(words(text), words(answer["text"])):
        return "text is gone"
    line = text[text.rfind("\n", 0, caret) + 1:(text + "\n").find("\n", caret)]
    if "|" in line:
        # In a table the caret moves to the cell below.
        return None
    if answer["text"].count("\n") < text.count("\n") and line.strip(" \t>-+*.)0123456789[]x"):
        return "a line is gone"
    if answer["text"] == text and "unchanged" not in answer:
        return "no new line"
    cuts, before = [caret], caret
    while match := CLOSING.match(text, cuts[-1]):
        cuts.append(match.end())
    while match := OPENING.search(text, 0, before):
        before = match.start()
        cuts.append(before)
    place = answer["start"]
    is_cut_here = any(is_subsequence(words(text[:cut]), words(answer["text"][:place]))
                      and is_subsequence(words(text[cut:]), words(answer["text"][place:])) for cut in cuts)
    return None if is_cut_here else "cut elsewhere"


def letter(text, caret, answer):
    """Returns the fault of a typed letter, or None."""
    is_one = answer["text"] == text[:caret] + LETTER + text[caret:] and answer["start"] == caret + 1
    return None if is_one else "not the letter alone"


def blank(text, caret, answer):
    """Returns the fault of a typed blank, or None. It may be outside the delimiters at the caret."""
    places = [caret, *(match.end() for match in re.finditer(r"[*_~=`]+", text) if match.start() <= caret <= match.end())]
    is_one = any(answer["text"] == text[:place] + " " + text[place:] for place in places)
    return None if is_one else "not the blank alone"


FAULTS = {"backspace": backspace, "delete": delete, "newline": newline, "letter": letter, "blank": blank}


def at_carets(tool, cases):
    """Judges keys. Delete at a caret is the editor's own: it selects the next character and deletes the selection."""
    asked = [case._replace(end=after(case.text, case.start) if case.command == "delete" else case.start,
                           command=KEYS[case.command][0], argument=KEYS[case.command][1]) for case in cases]
    for case, answer in zip(cases, tool.ask(asked)):
        yield case, answer, "refused" if "error" in answer else FAULTS[case.command](case.text, case.start, answer)


def carets(texts, count, chance):
    """Yields the keys at carets of documents."""
    while count > 0:
        piece = chance.choice(pieces(chance.choice(texts)))
        caret = chance.randrange(len(piece) + 1)
        for name in FAULTS:
            if piece[caret - 1:caret + 1] != "\r\n" and (name != "delete" or caret < len(piece)):
                count -= 1
                yield Case(piece, caret, caret, name)
