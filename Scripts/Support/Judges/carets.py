"""Judges commands at carets by cmark-gfm's trees, which the tool never sees.

A caret selects nothing, so a word is typed there before the command and after it, and its marks are judged.
"""
import re

import judge

# A letter that no document contains.
WORD = "Ж"
LABEL = re.compile(r"(?m)^[ >\t]*(\[\^[^\]\s]+\]):")
REFERENCE = re.compile(r"\[\^[^\]\s]+\](?::[ \t]*)?")
BLANKS = [("", ""), (" ", ""), ("", " "), (" ", " ")]


def read(text, labels):
    """Returns the events of a text, with a reference added to each of its footnotes, so that all are shown."""
    return judge.events(text + "\n\n" + " ".join(labels))


def typed(text, caret, labels, blanks=BLANKS[0]):
    """Returns the events with the word typed at a caret, and the index of the word, which is None if it is not
    text."""
    found = read(text[:caret] + blanks[0] + WORD + blanks[1] + text[caret:], labels)
    places = [index for index, event in enumerate(found) if event[:2] == ("character", WORD)]
    return found, places[0] if len(places) == 1 else None


def dense(found):
    """Returns events without white space and without the word."""
    return [event for event in found
            if event[0] != "character" or (event[1].strip() and event[1] != WORD)]


def alike(found):
    """Returns these without changes that a word in a link's destination causes."""
    return [event[:2] if event[0] == "open" else event for event in dense(found)]


def with_mark(found, place, mark):
    """Returns events in which the word's mark is toggled."""
    event = found[place]
    return found[:place] + [(event[0], event[1], event[2] ^ {mark})] + found[place + 1:]


def touching(found, place, is_of):
    """Returns the indices of the characters around a place that meet a condition, up to the first that does not;
    white space, links and the like are skipped."""
    result = set()
    for step in (-1, 1):
        index = place + step
        while 0 <= index < len(found):
            event = found[index]
            if event[0] == "character":
                if event[1].strip() and not is_of(event):
                    break
                if event[1].strip():
                    result.add(index)
            elif event[0] in ("open", "close") and event[1] not in judge.INLINE:
                break
            index += step
    return result


def word(found, place):
    """Returns the indices of the ASCII letters and digits directly before and after a place."""
    result = [set(), set()]
    for side, step in enumerate((-1, 1)):
        index = place + step
        while (0 <= index < len(found) and found[index][0] == "character"
               and found[index][1].isascii() and found[index][1].isalnum()):
            result[side].add(index)
            index += step
    return result


def changed(plain, after, mark):
    """Returns the events, except white space, that gained or lost the mark, or None if anything else differs."""
    one, two = dense(plain), dense(after)
    if [judge.shape(event) for event in one] != [judge.shape(event) for event in two]:
        return None
    result = set()
    for index, (old, new) in enumerate(zip(one, two)):
        if old[0] == "character" and old[2] != new[2]:
            if old[2] ^ new[2] != {mark}:
                return None
            result.add(index)
    return result


def is_outside_cells(text, caret):
    """Whether a caret is before the first pipe of a line, or after the last."""
    start, end = text.rfind("\n", 0, caret) + 1, (text + "\n").find("\n", caret)
    before, behind = text[start:caret], text[caret:end]
    return (behind.startswith("|") and not before.strip(" \t>")) or (
        before.rstrip().endswith("|") and not behind.strip())


def is_structure(text, caret):
    """Whether a word at a caret changes blocks or other marks, or is not text."""
    cut = judge.metadata_end(text)
    if caret < cut:
        return True
    text, caret = text[cut:], caret - cut
    labels = LABEL.findall(text)
    base, place = typed(text, caret, labels)
    return place is None or dense(base) != dense(read(text, labels))


def fault(text, caret, mark, result, after):
    """Returns the fault of `result` and its caret `after` a toggle at a caret, None if there is none, or
    "unmapped" if that cannot be decided."""
    cut = judge.metadata_end(text)
    if caret < cut or not result.startswith(text[:cut]):
        return None if (text, caret) == (result, after) else "front matter"
    text, caret, result, after = text[cut:], caret - cut, result[cut:], after - cut
    # Text of an island for a command may be text for cmark-gfm, so nothing can be compared in it.
    islands = list(judge.ISLAND.finditer(text)) + list(REFERENCE.finditer(text))
    if (any(low < caret < high for low, high in (match.span() for match in islands))
            or any(low <= caret <= high for low, high in (
                match.span() for match in judge.ALERT.finditer(text)))):
        return "unmapped"
    labels = LABEL.findall(text)
    plain = read(text, labels)
    base, place = typed(text, caret, labels)
    # If a word is not text there, or is read as part of an island, the command may do nothing.
    is_free = place is None or dense(plain) != dense(base)
    if text == result and caret == after:
        is_code = place is not None and "code" in base[place][2]
        return None if is_free or is_code or is_outside_cells(text, caret) else "nothing done"
    now, here = typed(result, after, labels)
    if text == result:
        return step_fault(text, plain, base, place, mark, caret, after, labels)
    marked = changed(plain, read(result, labels), mark)
    if marked:
        if place is not None and alike(plain) == alike(base):
            return extent_fault(base, place, mark, marked)
        # If the word changes more, it does not show the text beside the caret, which must be one stretch.
        between = dense(read(result, labels))[min(marked):max(marked) + 1]
        return None if len({mark in event[2] for event in between if event[0] == "character"}) == 1 else "spill"
    if here is None:
        return "the word is no text"
    if place is not None and now == with_mark(base, place, mark):
        return None
    # If a word would destroy an address or an escape at the caret, the pair may be beside it or leave it whole.
    if is_free and dense(now) == dense(plain) and mark in now[here][2]:
        return None
    return "text or structure"


DELIMITERS = {"`": "code", "~": "strikethrough", "*": "strong emphasis", "_": "strong emphasis"}


def step_fault(text, plain, base, place, mark, caret, after, labels):
    """Judges a result in which only the caret moved: past a delimiter, so that a word typed there gains or loses
    the mark. It may also pass delimiters of marks that begin or end there too: `__`a‸`__`."""
    passed = text[min(caret, after):max(caret, after)]
    others = set(" ".join(DELIMITERS.get(byte, "") for byte in passed).split())
    for blanks in BLANKS:
        found, here = typed(text, after, labels, blanks)
        if here is None or dense(found) != dense(plain):
            continue
        if dense(plain) != dense(base):
            return None
        differing = found[here][2] ^ base[place][2]
        if mark in differing and differing - {mark} <= others:
            return None
    return "step"


def extent_fault(base, place, mark, marked):
    """Judges a result in which characters changed: they must be the word, the run or the code span at the caret."""
    order = [index for index, event in enumerate(base)
             if event[0] != "character" or (event[1].strip() and event[1] != WORD)]
    marked = {order[index] for index in marked}
    around = touching(base, place, lambda event: True)
    gives = not any(mark in base[index][2] for index in marked)
    if not marked <= around:
        return "spill"
    sides = [{index for index in side if (mark in base[index][2]) != gives}
             for side in word(base, place)]
    sides = [side for side in sides if side]
    # With a word that is not ASCII on one side, as in a‸日, either of the two words may change.
    beside = [next((base[index] for index in indices if base[index][0] == "character"), None)
              for indices in (range(place - 1, -1, -1), range(place + 1, len(base)))]
    is_foreign = any(event and not event[1].isascii() for event in beside)
    if sides and not is_foreign and not any(side <= marked for side in sides):
        return "target"
    if len(sides) == 2 and not sides[0] | sides[1] <= marked:
        return "target"
    if not gives:
        run = touching(base, place, lambda event: mark in event[2])
        return None if marked <= run else "more than the run"
    if "code" in base[place][2] and all("code" in base[index][2] for index in marked):
        return None
    blank = [index for index in range(min(marked), max(marked))
             if base[index][0] == "character" and not base[index][1].strip()]
    return "more than the word" if blank else None


def second_fault(case, answer, second):
    """Returns the fault of a second press on a pair, which must remove it, or None. `case` is the text, the
    caret and the mark; `answer` and `second` are the tool's."""
    text, caret, mark = case
    result, after = answer
    back, place = second
    labels = LABEL.findall(text)
    cut = judge.metadata_end(text)
    # From the edge of a word that now has the mark, a second press moves out of it; only a pair must be removed.
    if len(result) <= len(text) or changed(read(text[cut:], labels), read(result[cut:], labels), mark):
        return None
    if read(text[cut:], labels) == read(back[cut:], labels):
        return None
    base, here = typed(text[cut:], caret - cut, labels)
    return None if here is not None and typed(back[cut:], place - cut, labels) == (base, here) else "second press"
