"""Judges commands at carets by cmark-gfm's trees, which the tool never sees.

A caret selects nothing, so a word is typed there, and its neighbours decide what the command means:

| the caret is | the command |
|---|---|
| in marked text, or at its first character | takes the mark off that text |
| at the end of marked text | steps past the delimiter (option steps: ends), or takes the mark off (never) |
| in or at a word | gives the mark to the word; a second press restores the bytes |
| elsewhere in text | does nothing: there is nothing to mark |
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


def is_visible(event):
    return event[0] == "character" and bool(event[1].strip()) and event[1] != WORD


def dense(found):
    """Returns events without white space and without the word."""
    return [event for event in found if event[0] != "character" or is_visible(event)]


def alike(found):
    """Returns these without changes that a word in a link's destination causes."""
    return [event[:2] if event[0] == "open" else event for event in dense(found)]


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


def beside(found, place, step):
    """Returns the character beside a place, or None; edges of links are skipped."""
    index = place + step
    while 0 <= index < len(found) and found[index][0] in ("open", "close") and found[index][1] in judge.INLINE:
        index += step
    return found[index] if 0 <= index < len(found) and found[index][0] == "character" else None


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
    both = judge.pairs(one, two)
    if both is None:
        return None
    result = set()
    for index, place in both:
        old, new = one[index], two[place]
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


def is_marked(found, place, mark):
    """Whether a caret with the word typed at `place` is in marked text, or at one of its ends."""
    sides = [beside(found, place, step) for step in (-1, 1)]
    return mark in found[place][2] or any(side and mark in side[2] for side in sides)


def is_at_word(found, place):
    """Whether a letter or digit of ASCII is directly beside a place. Scripts without blanks have no words."""
    return any(word(found, place))


def fault(text, caret, mark, answer, steps):
    """Returns the fault of an answer to a toggle at a caret, None if there is none, or "unmapped" if that cannot be
    decided.

    `steps` says whether the command may step past a delimiter.
    """
    result, after, reason = answer["text"], answer["start"], answer.get("unchanged")
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
    # If a word is not text there, or changes other text, it does not show what the caret means.
    is_shown = place is not None and alike(plain) == alike(base)
    if text == result and caret == after:
        if not is_shown or "code" in base[place][2] or is_outside_cells(text, caret):
            return None
        if reason == "caretOutsideText":
            return "no text, though a word would be"
        if is_marked(base, place, mark) or is_at_word(base, place):
            return "nothing done"
        return None if reason == "nothingToMark" else f"unchanged as {reason}"
    if text == result:
        if not steps:
            return "a step"
        return step_fault(text, plain, base, place, mark, caret, after, labels)
    marked = changed(plain, read(result, labels), mark)
    if marked is None:
        return "text or structure"
    if not marked:
        return "only delimiters written"
    shown = read(result, labels)
    if is_shown:
        return extent_fault(base, place, mark, marked) or caret_fault(base, place, shown, typed(result, after, labels))
    # If the word changes more, it does not show the text beside the caret, which must be one stretch.
    before, behind = dense(plain), dense(shown)
    between = [behind[two] for one, two in judge.pairs(before, behind) if min(marked) <= one <= max(marked)]
    return None if len({mark in event[2] for event in between if event[0] == "character"}) == 1 else "spill"


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


def caret_fault(base, place, shown, now):
    """Judges the caret of a result: it must be at the same character. `now` are the result's events with the word typed
    there, and its index."""
    found, here = now
    if here is None:
        return "the word is no text"
    # If the word changes more, it does not show where the caret is.
    if alike(found) != alike(shown):
        return None
    one, two = (len(list(filter(is_visible, events))) for events in (base[:place], found[:here]))
    return None if one == two else "the caret moved"


def extent_fault(base, place, mark, marked):
    """Judges a result in which characters changed: they must be the word, the run or the code span at the caret."""
    order = [index for index, event in enumerate(base) if event[0] != "character" or is_visible(event)]
    if len(order) <= max(marked):
        return None
    marked = {order[index] for index in marked}
    around = touching(base, place, lambda event: True)
    gives = not any(mark in base[index][2] for index in marked)
    if not marked <= around:
        return "spill"
    if gives and is_marked(base, place, mark):
        return "more, not less"
    sides = [{index for index in side if (mark in base[index][2]) != gives}
             for side in word(base, place)]
    sides = [side for side in sides if side]
    # With a word that is not ASCII on one side, as in a‸日, either of the two words may change.
    neighbours = [beside(base, place, step) for step in (-1, 1)]
    is_foreign = any(event and not event[1].isascii() for event in neighbours)
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


def second_fault(case, answer, second, steps):
    """Returns the fault of a second press, or None: if the first gave the mark to a word, it restores the bytes.
    `case` is the text, the caret and the mark."""
    text, _, mark = case
    cut = judge.metadata_end(text)
    labels = LABEL.findall(text)
    plain, now = read(text[cut:], labels), read(answer["text"][cut:], labels)
    gave = len([event for event in now if is_visible(event) and mark in event[2]]) > len(
        [event for event in plain if is_visible(event) and mark in event[2]])
    # From the end of a word that now has the mark, a second press may step out of it.
    if not gave or second["text"] == text or steps and second["text"] == answer["text"]:
        return None
    return "second press"
