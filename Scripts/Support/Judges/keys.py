"""Presses keys at carets of real documents, beside a plain editor: Backspace, Delete, Enter, a letter and a blank.

A plain editor deletes one character, or inserts one. The command may do more only where the documentation names it:
the delimiters of a mark go together, an escape or a reference counts as its character, an element goes with its last
character, a marker goes as a whole, a line is joined without the prefix of its containers, and a blank is typed
outside a mark. A character beside a delimiter may be written as a reference, so that the mark stays. Delete at a caret
is the editor's own: it selects the next character and deletes the selection.
"""
import collections
import html
import random
import re
import sys
import unicodedata

import judging
from judging import Case

LETTER = "x"
# The commands for the keys, with their arguments.
KEYS = {"backspace": ("backspace", None), "delete": ("backspace", None), "newline": ("newline", None),
        "letter": ("insert-text", LETTER), "blank": ("insert-text", " ")}
DELIMITER = r"(?:\*{1,3}|_{1,3}|~~?|==|`+)"
# The removed text, if it ends at the caret: a character with what is written for it.
SPELLED = re.compile(r"\\[!-/:-@\[-`{-~]|&#?\w+;|\\\|")
# What may be removed at the start of a line: markers, boxes, hashes, and the blanks around them.
MARKERS = re.compile(r"[ \t]*(?:>|[-+*]|\d{1,9}[.)]|#{1,6}|\[[ xX]\])?[ \t]*")
# Any number of them. Each character is matched in one way, so that a long line takes no longer than it must.
PREFIX = r"(?:[ \t>]|[-+*#]|\d{1,9}[.)]|\[[ xX]\])*"
JOINED = re.compile(r"\\?(?:\r\n|\n)[ \t>]*")
FENCES = re.compile(r"[ \t>]*(`{3,}|~{3,})[^\n]*\n[ \t>]*\n?[ \t>]*\1[ \t]*")
# What may change in other lines: numbers, indentation, markers of quotes.
FOLLOWING = re.compile(r"[\d \t>\n]*")
# Delimiters that stay with the text before them, and after them.
CLOSING = re.compile(
    r"[*_~=`>\]]|<[^<>\n]*>|(?<=\])(?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\]\n]*\])")
OPENING = re.compile(r"(?:[*_~=`<\[!\\]|&#?\w*|<\w+>)$")
PIECE = 1200
DEFINITION = re.compile(r"(?m)^ {0,3}(\[[^\]\n]+\]):[^\n]*$")


def pieces(text):
    """Returns a document, or its parts of some blocks, each a text of its own with the definitions of its references."""
    parts, part, is_code = [], "", False
    for block in re.split(r"(?<=\n)(?=[ \t]*\n)", text):
        if len(part) + len(block) > PIECE and not is_code and part:
            parts.append(part)
            part = ""
        part += block
        is_code ^= len(re.findall(r"(?m)^[ \t>]*(?:```|~~~)", block)) % 2 == 1
    return [with_definitions(part, text) for part in parts + [part] if part.strip()]


def with_definitions(part, text):
    """Returns a part of a document with the definitions that it lacks."""
    lower = part.lower()
    added = [one[0] for one in DEFINITION.finditer(text) if one[1].lower() in lower and one[0] not in part]
    return part + "\n\n" + "\n".join(added) + "\n" if added else part


def removals(text, edits):
    """Returns the removed texts with their places, without what a replacement writes again at its ends."""
    found = []
    for edit in edits:
        old, new, start = text[edit["start"]:edit["end"]], read(edit["text"]), edit["start"]
        head = 0
        while head < min(len(old), len(new)) and old[head] == new[head]:
            head += 1
        old, new, start = old[head:], new[head:], start + head
        tail = 0
        while tail < min(len(old), len(new)) and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        old = old[:len(old) - tail]
        # What is only moved, such as blanks out of a mark or the closing hashes, is not gone.
        if old and not is_kept(old, new):
            found.append((start, old))
    return found


def read(text):
    """Returns a text with the characters in place of escapes and references."""
    return html.unescape(re.sub(r"\\(?=[!-/:-@\[-`{-~])", "", text))


def is_kept(old, new):
    """Whether the characters of a text occur in another, in order."""
    rest = iter(new)
    return all(character in rest for character in old)


def is_character(text):
    """Whether a text is one character, or several scalars that look like one."""
    return len(text) == 1 or text == "\r\n" or 0 < len(text) < 12 and not text.isascii() and not re.search(r"\s|\w\w", text)


def delimiters(gone):
    """Whether two removed texts are the delimiters of one mark."""
    return len(gone) == 2 and all(re.fullmatch(DELIMITER + " ?| ?" + DELIMITER, old) for _, old in gone) \
        and gone[0][1].strip() == gone[1][1].strip()


def element(old):
    """Whether a removed text is one character with the markup around it: `**b**`, or a link of one character."""
    one = r"(?:" + SPELLED.pattern + r"|[^\n]|[^\x00-\x7f]{1,8})"
    inner = r"(?:" + DELIMITER + r" ?)*" + one + r"(?: ?" + DELIMITER + r")*"
    return re.fullmatch(r"(?:" + DELIMITER + r" ?)*\[?" + inner + r"(?:\]\([^\n]*\)|\]\[[^\n]*\]|\])?(?: ?" + DELIMITER + ")*",
                        old) is not None


def other_lines(text, caret, gone):
    """Returns the removed texts without those of other lines that only number or indent."""
    start = text.rfind("\n", 0, caret) + 1
    end = text.find("\n", caret)
    end = len(text) if end < 0 else end
    return [(place, old) for place, old in gone
            if start - 1 <= place <= end and not (place > caret and old.strip(" \t>\n") == "")
            or not FOLLOWING.fullmatch(old)]


def backspace(text, caret, answer):
    """Returns the fault of Backspace, or None."""
    if "unchanged" in answer or answer["text"] == text[:caret - 1] + text[caret:]:
        return None
    markers = re.search(PREFIX + "$", text[text.rfind("\n", 0, caret) + 1:caret])[0]
    if any(answer["text"] == text[:place] + text[caret:] for place in range(caret - len(markers), caret)):
        return None
    gone = other_lines(text, caret, removals(text, answer["edits"]))
    if sum(len(old) for _, old in gone) <= 1 or delimiters(gone):
        return None
    if len(gone) > 1:
        # An empty block of code goes with its fences.
        if re.fullmatch(r"(?:`{3,}|~{3,})[^\n]*[\n \t>]*(?:`{3,}|~{3,})[\n \t]*", "".join(old for _, old in gone)):
            return None
        # The partners of a mark's delimiters, if the mark loses its last character.
        return None if element("".join(old for _, old in gone)) else "several"
    place, old = gone[0]
    line = text.rfind("\n", 0, caret) + 1
    before = text[line:caret]
    if place + len(old) == caret and (is_character(old) or SPELLED.fullmatch(old)):
        return None
    if place <= caret <= place + len(old) and element(old):
        return None
    # A heading also loses the blanks at its end.
    marker = old[:caret - place] if old[caret - place:].strip() == text[caret:].split("\n")[0].strip() else old
    if MARKERS.fullmatch(marker) and re.fullmatch(PREFIX, before) and place >= line:
        return None
    if place < line and JOINED.fullmatch(old):
        return None if before.strip(" \t>") == "" else "a line"
    if FENCES.fullmatch(old) or last_character(old, answer["edits"]):
        return None
    return "more than a character"


def last_character(old, edits):
    """Whether one character is gone with pairs of delimiters, and blanks have moved: `*` + "`x` a" + `*`."""
    lost = collections.Counter(old) - collections.Counter("".join(edit["text"] for edit in edits))
    marks = [count for character, count in lost.items() if character in "*_~=`"]
    return sum(lost.values()) - sum(marks) <= 1 and all(count % 2 == 0 for count in marks)


def words(text):
    """Returns the characters of a text that no marker, number or delimiter consists of."""
    return re.sub(r"\[[ xX]\](?=\s|\Z)|[\s\d>#*+.)_~=`|\\-]", "", text)


def newline(text, caret, answer):
    """Returns the fault of Enter, or None."""
    if not is_kept(words(text), words(answer["text"])):
        return "text is gone"
    if "|" in line_of(text, caret):
        # In a table the caret moves to the cell below.
        return None
    # The caret is where the text is cut; delimiters and links may be written again on both sides.
    place = answer["start"]
    cuts = [caret]
    while match := CLOSING.match(text, cuts[-1]):
        cuts.append(match.end())
    before = caret
    while match := OPENING.search(text, 0, before):
        before = match.start()
        cuts.append(before)
    is_cut_here = any(is_kept(words(text[:cut]), words(answer["text"][:place]))
                      and is_kept(words(text[cut:]), words(answer["text"][place:])) for cut in cuts)
    return None if is_cut_here else "cut elsewhere"


def line_of(text, caret):
    """Returns the line of a text with a caret."""
    end = text.find("\n", caret)
    return text[text.rfind("\n", 0, caret) + 1:len(text) if end < 0 else end]


def letter(text, caret, answer):
    """Returns the fault of a typed letter, or None."""
    return None if answer["text"] == text[:caret] + LETTER + text[caret:] else "not the letter alone"


def blank(text, caret, answer):
    """Returns the fault of a typed blank, or None. It may be outside the delimiters at the caret."""
    places = [caret, *(match.end() for match in re.finditer(r"[*_~=`]+", text) if match.start() <= caret <= match.end())]
    is_one = any(answer["text"] == text[:place] + " " + text[place:] for place in places)
    return None if is_one else "not the blank alone"


def delete(text, caret, answer):
    """Returns the fault of Delete, or None. A line ending goes with the prefix and the marker behind it, and a mark
    that is then in a word has stars, and code spans that meet are one."""
    starred = {**answer, "text": answer["text"].replace("_", "*"),
               "edits": [{**edit, "text": edit["text"].replace("_", "*")} for edit in answer.get("edits", [])]}
    text = text.replace("_", "*")
    fault = backspace(text, after(text, caret), starred)
    gone = "".join(old for _, old in removals(text, starred["edits"]))
    return fault if not re.fullmatch(rf"\r?\n{PREFIX}[=-]*", gone.strip("`")) else None


FAULTS = {"backspace": backspace, "delete": delete, "newline": newline, "letter": letter, "blank": blank}


def after(text, caret):
    """Returns the end of the character after a caret, with what is joined to it."""
    if text[caret:caret + 2] == "\r\n":
        return caret + 2
    end = caret + 1
    while end < len(text) and (unicodedata.combining(text[end]) or text[end] in "\u200d\ufe0f\ufe0e"
                               or "\U0001f3fb" <= text[end] <= "\U0001f3ff" or text[end - 1] == "\u200d"):
        end += 1
    return end


def question(case):
    """Returns the case that is asked for a key."""
    end = after(case.text, case.start) if case.command == "delete" else case.start
    return case._replace(end=end, command=KEYS[case.command][0])


def planted(case, answer, name):
    """Returns an answer in which the key also deletes the word before the caret, if a fault is planted."""
    if name != "text" or "edits" not in answer:
        return answer
    start = case.start - len(re.search(r"\w*$", case.text[:case.start])[0])
    text = case.text[:start] + case.text[case.start:]
    return {**answer, "text": text, "edits": [{"start": start, "end": case.start, "text": ""}], "start": start, "end": start}


def judged(tool, cases):
    for name, (_, argument) in KEYS.items():
        own = [case for case in cases if case.command == name]
        answers = tool.ask(map(question, own), policies={"argument": argument} if argument else {})
        for case, answer in zip(own, answers):
            answer = planted(case, answer, tool.planted)
            yield case, answer, "refused" if "error" in answer else FAULTS[name](case.text, case.start, answer)


def cases(texts, count, chance):
    """Returns the keys at every caret, or at `count` of them."""
    carets = [(piece, caret) for text in texts for piece in pieces(text) for caret in range(len(piece) + 1)
              if not piece[caret - 1:caret + 1] == "\r\n"]
    if count:
        carets = chance.sample(carets, min(count, len(carets)))
    return (Case(piece, caret, caret, name) for piece, caret in carets for name in FAULTS
            if name != "delete" or caret < len(piece))


def main():
    options = judging.arguments(20_000)
    tool, report = judging.Tool(options), judging.Report(options)
    # The fault is planted here, not in each answer.
    tool.planted, tool.fault = tool.fault, None
    texts = [text for text in judging.documents(options.folder) if text.strip() and "\0" not in text]
    if not texts:
        sys.exit("keys: there are no documents")
    report.judge("keys", lambda some: judged(tool, some), cases(texts, options.count, random.Random(options.seed)))
    report.finish()


if __name__ == "__main__":
    main()
