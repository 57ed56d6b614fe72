"""Judges the result of a command by cmark-gfm's trees, which the tool never sees."""
import re

import gfm

# Text whose letters must not be exchanged, because it would become another construct.
FIXED = re.compile(
    r"(?:https?|ftp)://|www\.|mailto:|xmpp:|&#?\w+;|<[^>\n]*>|\[[ xX]\]|\[\^[^\]\n]*\]"
    r"|(?m:^[ >\t]*(?:[-+*][ \t]+)*\d+[.)])|(?m:^[ \t>]*\[[^\]\n]+\]:.*$)|(?m:^ *(?:```|~~~).*$)")
ALERT = re.compile(r"(?m)^(?:[ ]{0,3}>[ ]?)+\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*$")
FRONT = re.compile(r"\A---[ \t]*\n(?:[^\n]*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
# Islands that cmark-gfm does not know. A selection of a part counts as one of the whole.
ISLAND = re.compile(
    r"(?<![\w:]):[a-zA-Z0-9_+-]+:(?![\w:])|(?<![\w/@.\\+-])@[a-zA-Z0-9][\w/-]*|\$[^$\n]+\$|\$\$")


def rotated(text, start, end):
    """Returns the text with the letters and digits of a selection exchanged for others."""
    fixed = [match.span() for match in FIXED.finditer(text)]
    fixed += [match.span() for match in ALERT.finditer(text)]
    out, place = list(text), 0
    for index in range(start, end):
        while place < len(fixed) and fixed[place][1] <= index:
            place += 1
        if any(low <= index < high for low, high in fixed):
            continue
        character = text[index]
        if "a" <= character <= "z":
            out[index] = chr((ord(character) - 97 + 1) % 26 + 97)
        elif "A" <= character <= "Z":
            out[index] = chr((ord(character) - 65 + 1) % 26 + 65)
        elif "0" <= character <= "9":
            out[index] = chr((ord(character) - 48 + 1) % 10 + 48)
    return "".join(out)


def events(text):
    found = gfm.events(text.encode())
    # A line ending in code shows as a blank, like a soft break. cmark-gfm 0.29.0.gfm.6 regards a task as done if
    # `[x]` is anywhere in its line, so the boxes are compared separately.
    return [("character", " ", frozenset()) if event == ("break", "softbreak")
            else event[:2] if event[:2] == ("open", "tasklist") else event for event in found]


def boxes(text):
    """Returns the characters in the boxes of tasks, in order."""
    return re.findall(r"(?m)^[ \t]*(?:[-+*]|\d+[.)])[ \t]+\[([ xX])\][ \t]", text)


def shape(event):
    """Returns an event without marks."""
    return event[:2] if event[0] == "character" else event


def exchanged(text, start, end, before):
    """Returns the indices of the letters and digits of a part, or None if exchanging them made other constructs."""
    other = events(rotated(text, start, end))
    if len(other) != len(before):
        return None
    chosen = set()
    for index, (one, two) in enumerate(zip(before, other)):
        if one[0] != two[0] or (one[0] in ("open", "close") and one[1] != two[1]):
            return None
        if one[0] == "character":
            if one[2] != two[2]:
                return None
            if one[1] != two[1]:
                chosen.add(index)
    return chosen


INLINE = ("link", "image", "footnote_reference")


def bare_end(found, index):
    """Returns the index of the end of a bare link, whose text is its address, that begins at an index; or None."""
    if found[index][:2] != ("open", "link"):
        return None
    end = next(place for place in range(index, len(found)) if found[place] == ("close", "link"))
    text = "".join(event[1] for event in found[index + 1:end] if event[0] == "character")
    return end if text and re.sub(r"^(?:http://|mailto:|xmpp:)", "", found[index][2]) in (
        text, re.sub(r"^http://", "", text)) else None


def pairs(before, after):
    """Returns the events of two texts in pairs, by their indices, or None if they differ in more than marks.

    The edges of a bare link that only one has, and whose text is code in the other, are left out: a bare address is
    a word, and code takes it as the characters that are written.
    """
    found, ends, places, result = (before, after), (set(), set()), [0, 0], []
    while places[0] < len(before) or places[1] < len(after):
        for side in (0, 1):
            here, there = places[side], places[1 - side]
            beside = found[1 - side][there] if there < len(found[1 - side]) else ("end",)
            end = bare_end(found[side], here) if here < len(found[side]) else None
            if here in ends[side] or end is not None and beside[0] == "character" and "code" in beside[2]:
                ends[side].add(end)
                places[side] += 1
                break
        else:
            one, two = places
            if one >= len(before) or two >= len(after) or shape(before[one]) != shape(after[two]):
                return None
            result.append((one, two))
            places = [one + 1, two + 1]
    return result


def with_whole_links(found, indices):
    """Returns indices of characters, with those of a bare link if one of them is there."""
    chosen = set(indices)
    for index in range(len(found)):
        end = bare_end(found, index)
        inside = range(index + 1, end) if end is not None else ()
        if any(place in chosen for place in inside):
            chosen.update(place for place in inside if found[place][0] == "character")
    return sorted(chosen)


def selected(text, start, end, before):
    """Returns the selected characters, and those at the ends, not letters, that may be selected.

    None if that cannot be decided.
    """
    inside = exchanged(text, start, end, before)
    left = exchanged(text, 0, start, before)
    right = exchanged(text, end, len(text), before)
    if inside is None or left is None or right is None:
        return None
    members, free = set(inside), set()
    # Characters between two selected ones of a leaf are selected too.
    leaf, last = 0, None
    for index, event in enumerate(before):
        if event[0] in ("open", "close") and event[1] not in INLINE:
            leaf += 1
        if index in inside:
            if last and last[1] == leaf:
                members.update(range(last[0], index))
            last = (index, leaf)
        elif index in left or index in right:
            last = None

    def sides(indices):
        side, found = None, {}
        for index in indices:
            event = before[index]
            if event[0] in ("open", "close") and event[1] not in INLINE:
                # A footnote is shown at the end, wherever it is defined.
                side = None
            if index in inside:
                side = "in"
            elif index in left:
                side = "left"
            elif index in right:
                side = "right"
            else:
                found[index] = side
        return found

    forwards = sides(range(len(before)))
    backwards = sides(range(len(before) - 1, -1, -1))
    for index, side in forwards.items():
        if side != backwards[index] or side in ("in", None):
            free.add(index)
    return sorted(members), free - members


def fault(text, start, end, mark, result):
    """Returns the fault of `result`, the text after a toggle, None if there is none, or "unmapped" if the
    selection cannot be found."""
    cut = metadata_end(text)
    if not result.startswith(text[:cut]):
        return "front matter"
    text, result = text[cut:], result[cut:]
    start, end = max(0, start - cut), max(0, end - cut)
    if any(low < end and start < high and not (start <= low and high <= end)
           for low, high in (match.span() for match in ISLAND.finditer(text))):
        return "unmapped"
    before, after = events(text), events(result)
    both = pairs(before, after)
    if both is None:
        return "text or structure"
    tasks = sum(event == ("open", "tasklist") for event in before)
    if len(boxes(text)) == tasks and boxes(text) != boxes(result):
        return "boxes"
    choice = selected(text, start, end, before)
    if choice is None:
        return "unmapped"
    members = with_whole_links(before, choice[0])
    free = set(with_whole_links(before, choice[1])) - set(members)
    letters = [index for index in members
               if before[index][0] == "character" and before[index][1].strip()]
    islands = ISLAND.search(text) is not None and mark == "code"
    gives = not all(mark in before[index][2] for index in letters)
    if not letters:
        gives = True
    # Characters that cmark-gfm shows differently, or that may be selected, may also decide the direction.
    undecided = any(before[index][0] == "character" and before[index][1].strip()
                    and mark not in before[index][2] for index in free)
    undecided = undecided or "[^" in text[max(0, start - 30):end + 1]
    other = dict(both)
    if undecided and letters and all(mark in after[other[index]][2] for index in letters):
        gives = True
    letters = set(letters)
    for index, place in both:
        one, two = before[index], after[place]
        if one[0] != "character" or not one[1].strip():
            continue
        if (one[2] ^ two[2]) - {mark}:
            return "another mark"
        if index in letters:
            if not islands and (mark in two[2]) != gives:
                return "target"
        elif index not in free and one[2] != two[2]:
            return "spill"
    return None


RESPELLED = re.compile(r"&#(\d+);|\\([!-/:-@\[-`{-~])")


def needless(text, edits):
    """Returns text that an edit respells although cmark-gfm shows the same without it, or None.

    `edits` are replacements of `text`. A new reference or escape in one is replaced by its character, one at a time.
    """
    old = [text[edit["start"]:edit["end"]] for edit in edits]
    ends = [0] + [edit["end"] for edit in edits]
    between = [text[end:edit["start"]] for end, edit in zip(ends, edits)]
    # A footnote is not shown without a reference to it.
    labels = re.findall(r"(?m)^[ >\t]*(\[\^[^\]\s]+\]):", text)
    last = text[ends[-1]:] + "\n\n" + " ".join(labels)

    def applied(new):
        return "".join(part + written for part, written in zip(between, new)) + last

    new = [edit["text"] for edit in edits]
    wanted = None
    for index, written in enumerate(new):
        for found in RESPELLED.finditer(written):
            if found.group() in old[index]:
                continue
            plain = found.group(2) or chr(int(found.group(1)))
            trial = new[:index] + [written[:found.start()] + plain + written[found.end():]] + new[index + 1:]
            wanted = wanted or events(applied(new))
            if events(applied(trial)) == wanted:
                return "needless " + found.group()
    return None


def metadata_end(text):
    """Returns the end of a text's front matter, or 0 if it has none."""
    front = FRONT.match(text)
    return front.end() if front and looks_like_metadata(front.group()) else 0


def looks_like_metadata(front):
    lines = [line for line in front.split("\n")[1:] if line.strip()]
    return bool(lines) and (
        re.match(r"---|\.\.\.|[#{\[]|- |\s*[\"'\w][^:=]*(?::(?: |$)|=)", lines[0]) is not None)
