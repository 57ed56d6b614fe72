"""Marks, links and tags: over selections, at carets, given twice, and in a session.

The visible text and the blocks stay the same. The selected letters, which are found by exchanging them for others, have
what the command gives, and the others what they had.
"""
import collections
import re

from cmark import BREAK, ISLAND, NOTHING, RULE, choice, metadata_end, page
from common import ADDRESS, MARKS, Case, is_inside, near_markup, pieces, selection

TAGS = {"keyboard": "kbd", "underline": "u", "subscript": "sub", "superscript": "sup"}
LINKS = ("link", "image", "unlink")
WORD = "Ж"
REFERENCE = re.compile(r"\[\^[^\]\s]+\](?::[ \t]*)?")
RESPELLED = re.compile(r"&#(\d+);|\\([!-/:-@\[-`{-~])")


def same_link(one, two):
    """Whether two letters lead to the same place. A bare address is a link only while nothing else takes it."""
    return one == two or "own" in ((one or two)[0], (two or one)[0])


def structure(letters, lines=True):
    """Returns the block of each letter, its containers, and whether it begins a block and a line. Code has no lines."""
    found, last = [], None
    for letter in letters:
        row = letter.row
        found.append((row.kind, row.path, row.loose, last is None or last.leaf != row.leaf, lines and last is not row))
        last = row
    return found


def chars(letters):
    """Returns the characters, and where there is white space."""
    return [(letter.char, letter.gap) for letter in letters]


def whole_addresses(letters, indices):
    """Returns indices of letters with all of a bare address if one of its letters is there."""
    spans, result = [], set(indices)
    for index, letter in enumerate(letters):
        if letter.link and letter.link[0] == "own":
            if spans and spans[-1][-1] == index - 1 and letters[index - 1].link == letter.link:
                spans[-1].append(index)
            else:
                spans.append([index])
    for span in spans:
        if result & set(span):
            result.update(span)
    return result


def is_text(letter):
    """Whether a letter can have a mark of its own: it is not in code or HTML, and not in an image's description."""
    return letter.char not in (BREAK, NOTHING, RULE) and not letter.char.startswith("<") and "image" not in letter.marks \
        and (letter.link or "?")[0] != "footnote" and letter.row.kind not in ("code_block", "html_block")


def mapped(text, start, end):
    """Returns the selected letters and those that may be, or None if they are not known."""
    spans = [match.span() for match in ISLAND.finditer(text)]
    if any(low < end and start < high and not start <= low <= high <= end for low, high in spans):
        return None
    return choice(text, start, end)


def fault(case, answer):
    """Returns the fault of an answer to a command over a selection, None if it is right, or "unmapped"."""
    cut = metadata_end(case.text)
    if answer["text"][:cut] != case.text[:cut]:
        return "front matter"
    text, result, start, end = case.text[cut:], answer["text"][cut:], case.start - cut, case.end - cut
    old, new = page(text).letters, page(result).letters
    if chars(old) != chars(new):
        return "text"
    if structure(old, case.command != "code") != structure(new, case.command != "code"):
        return "blocks"
    found = mapped(text, start, end)
    if found is None:
        return "unmapped: island" if ISLAND.search(text) else "unmapped: letters"
    if case.command in MARKS:
        return marks_fault(case, old, new, found)
    members = {index for index in found[0] if is_text(old[index]) or case.command == "unlink"}
    if not members or answer.get("unchanged", "").startswith("in"):
        return "unmapped: no letters" if not members else "unmapped: " + answer["unchanged"]
    if "unchanged" in answer:
        return unlinked_fault(case, old, members)
    return tags_fault(case, answer, old, new, members) if case.command in TAGS else links_fault(case, old, new, members)


def marks_fault(case, old, new, found):
    """Returns the fault of a mark: it is on all selected letters, or off if all had it."""
    members = whole_addresses(old, found[0])
    free, mark = whole_addresses(old, found[1]) - members, case.command
    seen = {index for index, letter in enumerate(old) if is_text(letter)}
    letters = members & seen
    if any(not same_link(one.link, two.link) for one, two in zip(old, new)):
        return "link"
    if any((old[index].marks ^ new[index].marks) - {mark} for index in seen):
        return "another mark"
    if any(mark in old[index].marks ^ new[index].marks for index in seen - letters - free):
        return "spill"
    # Letters that may be selected may also decide the direction, and cmark-gfm shows some otherwise.
    is_on = bool(letters) and all(mark in old[index].marks for index in letters)
    undecided = any(mark not in old[index].marks for index in free & seen) or "[^" in case.text[max(0, case.start - 30):case.end]
    for wanted in ([not is_on] if not undecided or not is_on else [True, False]):
        if all((mark in new[index].marks) == wanted for index in letters):
            return None
    return None if mark == "code" and ISLAND.search(case.text) else "target"


def unlinked_fault(case, old, members):
    """Returns the fault of a command for links and tags that has changed nothing."""
    links = [old[index].link for index in members if old[index].link]
    if case.command == "unlink" and any(link[0] == "link" for link in links):
        return "nothing done"
    is_odd = case.command == "unlink" or links or len({old[index].row.leaf for index in members}) > 1 \
        or any(old[index].row.kind == "table_cell" for index in members)
    return "unmapped" if is_odd or any("code" in old[index].marks for index in members) else "nothing done"


def tags_fault(case, answer, old, new, members):
    """Returns the fault of a tag: it is around all selected letters, or off if all were in one."""
    tag = TAGS[case.command]
    texts = [re.sub(rf"<({tag})>((?:(?!</?{tag}>)[\s\S])*)</\1>", r"\2", text) for text in (case.text, answer["text"])]
    if texts[0].count(f"<{tag}>") + texts[0].count(f"</{tag}>") < texts[1].count(f"<{tag}>") + texts[1].count(f"</{tag}>"):
        return "an open tag"
    is_on = all(tag in old[index].marks for index in members)
    for index, (one, two) in enumerate(zip(old, new)):
        if not same_link(one.link, two.link):
            return "link"
        if (one.marks ^ two.marks) - {tag}:
            return "marks"
        if index in members and (tag in two.marks) == is_on:
            return "target"
        if index not in members and one.marks != two.marks and not is_whole(old, index, members):
            return "unmapped" if "<" in case.text[max(0, case.start - 300):case.end + 300] else "spill"
    return None


def links_fault(case, old, new, members):
    """Returns the fault of a link or an image around the selected letters, or of a link that is taken off."""
    gone = {old[index].link for index in members}
    for index, (one, two) in enumerate(zip(old, new)):
        kind, chosen = (two.link or (None,))[0], index in members
        if (one.marks ^ two.marks) - {"image"}:
            return "marks"
        if case.command == "image":
            if chosen and kind != "image":
                return "target"
        elif case.command == "link":
            if chosen and (two.link or "")[:2] != ("link", ADDRESS) and kind != "image":
                return "target"
            if not chosen and one.link != two.link and not is_whole(old, index, members):
                return "unmapped" if "<" in case.text[max(0, case.start - 300):case.end + 300] else "spill"
        elif chosen and kind == "link" or not chosen and not same_link(one.link, two.link) and one.link not in gone:
            return "target" if chosen else "spill"
    return None


def is_whole(old, index, members):
    """Whether a letter is in a code span, a link, an element or a word that is selected in part."""
    low, high = min(members), max(members)
    for step, place in ((-1, low), (1, high)):
        # Of other scripts, it is not known where a word ends.
        while 0 <= place + step < len(old) and not (old[place + step].char.isascii() and old[place + step].char.isalnum()):
            place += step
        low, high = (place, high) if step < 0 else (low, place)
    if low <= index <= high:
        return True
    one, between = old[index], old[index:low] if index < low else old[high + 1:index + 1]
    return any(all(name in other.marks for other in between) for name in ("code", *TAGS.values())) \
        or one.link is not None and all(other.link == one.link for other in between) \
        or not one.char.isalnum() or any(other.char in ":@/" for other in between)


def needless(case, edits):
    """Returns text that an edit respells although a reader sees the same without it, or None."""
    text, ends = case.text, [0] + [edit["end"] for edit in edits]
    between = [text[end:edit["start"]] for end, edit in zip(ends, edits)]
    new, wanted = [edit["text"] for edit in edits], None

    def seen(parts):
        applied = "".join(part + written for part, written in zip(between, parts)) + text[ends[-1]:]
        return [(letter.char, letter.marks, letter.link) for letter in page(applied).letters]

    for index, (written, edit) in enumerate(zip(new, edits)):
        for found in RESPELLED.finditer(written):
            if found.group() in text[edit["start"]:edit["end"]]:
                continue
            plain_one = found.group(2) or chr(int(found.group(1)))
            trial = new[:index] + [written[:found.start()] + plain_one + written[found.end():]] + new[index + 1:]
            wanted = wanted or seen(new)
            if seen(trial) == wanted:
                return "a needless escape"
    return None


def over_selections(tool, cases):
    """Judges commands over selections. A mark is given twice, which restores the marks if all letters were alike."""
    answers, seconds = tool.ask_twice(cases, lambda case, answer: answer.get("edits") and case.command in MARKS)
    for at, (case, answer) in enumerate(zip(cases, answers)):
        if "error" in answer:
            yield case, answer, f"refused: {answer['error']['code']}"
            continue
        wrong = fault(case, answer)
        if not wrong and case.command in MARKS:
            wrong = needless(case, answer.get("edits", []))
        if not wrong and at in seconds:
            wrong = restored_fault(case, seconds[at])
            answer = {**answer, "then": seconds[at]} if wrong else answer
        yield case, answer, wrong


def restored_fault(case, second):
    """Returns the fault of a second press, or None."""
    if "error" in second:
        return f"refused: second press, {second['error']['code']}"
    found = choice(case.text, case.start, case.end)
    old = page(case.text).letters
    marks = {case.command in old[index].marks for index in (found[0] | found[1] if found else ())
             if is_text(old[index])}
    if len(marks) != 1 or ISLAND.search(case.text):
        return None
    one, two = ([(letter.char, letter.marks) for letter in page(text).letters if letter.char.isalnum()]
                for text in (case.text, second["text"]))
    return None if one == two else "second press: other marks"


# At carets: a word is typed there, and its neighbors decide what the command means. In marked text, or at its ends, the
# mark goes from that text; in or at a word, it is on the word; elsewhere there is nothing to mark.

def typed(text, caret):
    """Returns the letters of a text with the word typed at a caret, and its index, or None if it is not text."""
    found = page(text[:caret] + WORD + text[caret:]).letters
    places = [index for index, letter in enumerate(found) if letter.char == WORD]
    return found, places[0] if len(places) == 1 else None


def without(letters, place):
    """Returns what a reader sees of letters without the word."""
    return [(one.char, one.marks, one.row.kind, one.row.path) for index, one in enumerate(letters)
            if index != place and one.char != NOTHING]


def neighbors(found, place):
    """Returns the letters of the block on both sides of the word, from the nearest."""
    leaf, sides = found[place].row.leaf, []
    for step in (-1, 1):
        indices, index = [], place + step
        while 0 <= index < len(found) and found[index].row.leaf == leaf:
            indices.append(index)
            index += step
        sides.append(indices)
    return sides


def caret_fault(case, answer):
    """Returns the fault of a mark at a caret, None if it is right, or "unmapped"."""
    cut, mark = metadata_end(case.text), TAGS.get(case.command, case.command)
    if case.start < cut or answer["text"][:cut] != case.text[:cut]:
        return None if case.text == answer["text"] else "front matter"
    text, caret, result, place_after = case.text[cut:], case.start - cut, answer["text"][cut:], answer["start"] - cut
    spans = [match.span() for pattern in (ISLAND, REFERENCE) for match in pattern.finditer(text)]
    if any(low < caret < high for low, high in spans) or "[!" in text.split("\n")[text.count("\n", 0, caret)]:
        return "unmapped"
    old = page(text).letters
    found, place = typed(text, caret)
    if place is None or without(found, place) != without(old, None):
        return None if text == result else "unmapped"
    if found[place].row.kind in ("code_block", "html_block") or "image" in found[place].marks:
        return None if text == result else "spill"
    sides = neighbors(found, place)
    touching = [side[0] if side and is_touching(text, caret, step) else None for side, step in zip(sides, (-1, 1))]
    words = [run(found, side if near is not None else [], is_alphanumeric, place) for side, near in zip(sides, touching)]
    # A caret in a mark, or between a mark's delimiter and its text, or beside its delimiter.
    edge = [mark in found[side[0]].marks and not found[max(side[0], place)].gap and (
        near is not None or is_delimited(text, caret, step)) for side, near, step in zip(sides, touching, (-1, 1)) if side]
    is_marked = mark in found[place].marks or any(edge)
    if text == result:
        if answer["start"] != case.start:
            return "a step"
        if "code" in found[place].marks or is_outside_cells(text, caret):
            return None
        return "nothing done" if is_marked or any(words) else None
    new = page(result).letters
    if chars(new) != chars(old) or structure(new, mark != "code") != structure(old, mark != "code"):
        return "text or structure"
    # Indices as in `found`, which has the word in it.
    pairs = {index if index < place else index + 1: (one, two) for index, (one, two) in enumerate(zip(old, new))}
    if any((one.marks ^ two.marks) - {mark} or not same_link(one.link, two.link) for one, two in pairs.values()):
        return "another mark"
    changed = {index for index, (one, two) in pairs.items() if one.marks != two.marks}
    return extent_fault(found, place, mark, changed, sides, words, is_marked) \
        or moved_fault(text, caret, result, place_after)


def extent_fault(found, place, mark, changed, sides, words, is_marked):
    """Returns the fault of the letters that have changed: they are the word, the run or the code span at the caret."""
    if not changed:
        return "only delimiters written"
    if not changed <= set(sides[0]) | set(sides[1]):
        return "spill"
    gives = not any(mark in found[index].marks for index in changed)
    if gives and is_marked:
        return "more, not less"
    if not gives:
        whole = run(found, sides[0], lambda one: mark in one.marks) | run(found, sides[1], lambda one: mark in one.marks)
        is_one = set(range(min(changed), max(changed) + 1)) - {place} == changed
        is_here = changed & {side[0] for side in sides if side and side[0] in whole}
        return None if changed <= whole and is_one and is_here else "not the run"
    if any(not found[index].char.isascii() for side in sides for index in side[:1]):
        return None
    if not (words[0] | words[1]) <= changed:
        return "target"
    # A word goes on to white space; a bare address is one, and so is a code span.
    first = min(changed)
    is_one = not any(found[index].gap for index in changed if index > first) or len(
        {found[index].link for index in changed}) == 1 and found[first].link or all(
        "code" in found[index].marks for index in changed)
    return None if is_one else "more than the word"


def run(found, side, condition, place=None):
    """Returns the letters of a side up to the first that does not meet a condition, or, from a place on, white space."""
    result = set()
    for index in side:
        if not condition(found[index]) or place is not None and found[max(index, place)].gap:
            break
        result.add(index)
        place = place and index
    return result


def is_alphanumeric(letter):
    return letter.char.isascii() and letter.char.isalnum()


def is_touching(text, caret, step):
    """Whether there is neither white space nor a tag beside a caret."""
    beside = text[caret - 1:caret] if step < 0 else text[caret:caret + 1]
    return bool(beside.strip(" \t\r\n<>"))


def is_delimited(text, caret, step):
    """Whether a caret is beside delimiters."""
    beside = text[caret - 1:caret] if step < 0 else text[caret:caret + 1]
    return beside != "" and beside in "*_~`="


def is_outside_cells(text, caret):
    """Whether a caret is before the first pipe of a line, or after the last."""
    start, end = text.rfind("\n", 0, caret) + 1, (text + "\n").find("\n", caret)
    before, rest = text[start:caret], text[caret:end]
    return rest.startswith("|") and not before.strip(" \t>") or before.rstrip().endswith("|") and not rest.strip()


def moved_fault(text, caret, result, place_after):
    """Returns the fault of a result's caret: the same letters are before it."""
    (_, before), (two, then) = typed(text, caret), typed(result, place_after)
    if then is None:
        return "the word is not text"
    if without(two, then) != without(page(result).letters, None):
        return None
    return None if before == then else "the caret moved"


def at_carets(tool, cases):
    """Judges marks at carets in a host that passes no typing, given twice: if the first press has only inserted, the
    second restores the bytes. In a session, a letter typed at a blank gets the mark, and no other."""
    answers, seconds = tool.ask_twice(cases, lambda _, answer: answer.get("edits"))
    for at, (case, answer) in enumerate(zip(cases, answers)):
        if "error" in answer:
            yield case, answer, f"refused: {answer['error']['code']}"
            continue
        wrong = caret_fault(case, answer)
        if not wrong and at in seconds:
            second = seconds[at]
            if "error" in second:
                wrong = f"refused: second press, {second['error']['code']}"
            elif not any(edit["start"] < edit["end"] for edit in answer["edits"]) and second["text"] != case.text:
                wrong = "second press: other bytes"
            answer = {**answer, "then": second} if wrong else answer
        yield case, answer, wrong


def pending(tool, cases):
    """Judges a mark that is held for the letter typed next, at carets between blanks."""
    for case, played in zip(cases, tool.play(cases, [None, ("insert-text", WORD)])):
        if played is None:
            yield case, {"error": {"code": "session"}}, "refused: session"
            continue
        answer = tool.spoiled(case, {"text": played[0], "start": played[1][0]["start"], "end": played[1][0]["end"]})
        found, place = typed(case.text, case.start)
        new = page(answer["text"]).letters
        places = [index for index, letter in enumerate(new) if letter.char == WORD]
        if place is None or without(found, place) != without(page(case.text).letters, None):
            yield case, answer, "unmapped"
        elif len(places) != 1 or without(new, places[0]) != without(found, place):
            yield case, answer, "text around what is typed"
        else:
            is_held = found[place].row.kind not in ("code_block", "html_block") and "code" not in found[place].marks
            wanted = found[place].marks ^ ({case.command} if is_held else set())
            yield case, answer, None if new[places[0]].marks == wanted else "pending mark"


# Empty pairs: no command leaves delimiters without a text between them.

EMPTY_TAG = re.compile(r"<(u|kbd|sub|sup|mark)></\1>")
PAIR = re.compile(r"(?<![\\*_~=`])([*_~=`]{1,3})\1(?![*_~=`])")
NOT_PAIRS = ("horizontal-rule", "code-block", "duplicate-line", "paste-html", "paste", "table-insert")


def delimiters(text):
    """Returns how many delimiters a text shows outside of code, and how many rules and blocks of code it has."""
    shown = page(text)
    kinds = [kind for kind in shown.kinds.values() if kind in ("thematic_break", "code_block")]
    return collections.Counter(kinds + ["delimiters" for letter in shown.letters if letter.char in "*_~=`"
                                        and letter.row.kind != "code_block" and "code" not in letter.marks])


def empty_fault(command, before, text):
    """Returns the fault of a text after a command, or None."""
    if len(EMPTY_TAG.findall(text)) > len(EMPTY_TAG.findall(before)):
        return "an empty element"
    if command not in ("link", "image", "paste-url") and text.count("[](") > before.count("[]("):
        return "an empty link"
    if command in NOT_PAIRS or len(PAIR.findall(text)) <= len(PAIR.findall(before)):
        return None
    old, new = delimiters(before), delimiters(text)
    return next((f"an empty pair: {kind}" for kind in new if new[kind] > old[kind] + (kind == "delimiters")), None)


def without_pairs(tool, cases):
    """Judges a command alone, followed by Backspace, and followed by a letter and Backspace in a session."""
    answers = tool.ask(cases)
    played = {steps: tool.play(cases, steps) for steps in (
        (None, ("backspace", None)), (None, ("insert-text", "x"), ("backspace", None)))}
    for at, (case, answer) in enumerate(zip(cases, answers)):
        texts = [("", answer.get("text"))] + [
            (f", after {len(steps) - 1} keys", found[at] and found[at][0]) for steps, found in played.items()]
        verdicts = [(text, wrong + name) for name, text in texts if text is not None
                    for wrong in [empty_fault(case.command, case.text, text)] if wrong]
        if verdicts:
            answer = {**answer, "text": verdicts[0][0], "start": 0, "end": 0}
        yield case, answer, verdicts[0][1] if verdicts else None if "text" in answer else "unchanged"


def selections(texts, count, chance, names=MARKS):
    """Yields selections of documents, rarely of all of one."""
    while count > 0:
        text = chance.choice(pieces(chance.choice(texts)))
        start, end = selection(text, chance)
        if chance.random() < 0.05:
            start, end = metadata_end(text), len(text)
        if is_inside(text, start, end) and text[start:end].strip() and "\r" not in text:
            if names is not MARKS and "\n\n" in text[start:end]:
                continue
            name = chance.choice(names)
            yield Case(text, start, end, name, {"link": ADDRESS, "image": "a.png"}.get(name))
            count -= 1


def carets(texts, count, chance, names):
    """Yields carets in documents, more often than not at words and delimiters."""
    while count > 0:
        text = chance.choice(pieces(chance.choice(texts)))
        place = near_markup(text, chance)
        if chance.random() < 0.5:
            places = [match.start() for match in re.finditer(r"\b", text[max(0, place - 40):place + 40])]
            place = max(0, place - 40) + chance.choice(places) if places else place
        if is_inside(text, place, place) and "\r" not in text and not re.match(r"([*_~`=])\1", text[place - 1:place + 1]):
            count -= 1
            yield Case(text, place, place, chance.choice(names))


def blanks(texts, count, chance, names):
    """Yields carets without a letter beside them, but not in a run of delimiters, which Backspace makes shorter."""
    while count > 0:
        text = chance.choice(pieces(chance.choice(texts)))
        found = [match.start() for match in re.finditer(r"(?<![^\s*_~`>|-])(?!\w)(?!(?<=[*_~=`])[*_~=`])|\Z", text)]
        place = chance.choice(found) if found else -1
        if place >= 0 and is_inside(text, place, place):
            for name in names if len(names) > 6 else [chance.choice(names)]:
                count -= 1
                yield Case(text, place, place, name)


def between_blanks(texts, count, chance):
    """Yields carets between blanks, where a mark is held for what is typed."""
    for case in blanks(texts, 4 * count, chance, MARKS):
        beside = case.text[case.start - 1:case.start + 1]
        line = case.text[case.text.rfind("\n", 0, case.start) + 1:case.start]
        if count > 0 and not beside.strip() and re.search(r"[^\W\d]\w", line):
            count -= 1
            yield case
