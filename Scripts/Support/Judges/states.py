"""Judges the state of a mark, as the buttons of a bar show it, by cmark-gfm's trees.

The visible text decides whether the mark is there: the letters of a selection, or a word typed at a caret.
The command decides whether it has something to do.
"""
import carets
import judge


def visible(found, indices):
    """Returns those indices whose characters are not white space."""
    return [index for index in indices
            if found[index][0] == "character" and found[index][1].strip()]


def presence(text, start, end, mark):
    """Returns "on", "off" or "mixed", as a reader sees it, or None if that cannot be decided."""
    cut = judge.metadata_end(text)
    if start < cut:
        return None
    text, start, end = text[cut:], start - cut, end - cut
    # A reference to a footnote, and an island that cmark-gfm does not know, has marks but no letters. If a part of
    # one is selected, letters cannot decide.
    spans = [match.span() for pattern in (judge.ISLAND, carets.REFERENCE) for match in pattern.finditer(text)]
    if any(low < end and start < high for low, high in spans):
        return None
    labels = carets.LABEL.findall(text)
    if start == end:
        if carets.is_structure(text, start):
            return None
        found, place = carets.typed(text, start, labels)
        return "on" if carets.is_marked(found, place, mark) else "off"
    text += "\n\n" + " ".join(labels)
    found = judge.events(text)
    choice = judge.selected(text, start, end, found)
    if choice is None:
        return None
    have = {mark in found[index][2] for index in visible(found, choice[0])}
    # Characters other than letters may be selected or not, so they must not decide.
    free = {mark in found[index][2] for index in visible(found, choice[1])}
    if not have or free - have:
        return None
    return "mixed" if len(have) == 2 else "on" if have == {True} else "off"


def outcome(case, state, toggle):
    """Judges a state by comparing it with the text and with the command's answer."""
    if "error" in state:
        return "refused: " + state["error"]["code"]
    text, start, end, mark = case
    entry = next(entry for entry in state["marks"] if entry["mark"] == mark)
    wanted = presence(text, start, end, mark)
    if wanted is not None and entry["presence"] != wanted:
        return f"{entry['presence']} where a reader sees {wanted}"
    if entry["applies"] is None:
        return "unknown"
    if entry["applies"] != ("error" not in toggle and "unchanged" not in toggle):
        return "the command applies" if not entry["applies"] else "the command does not apply"
    return "right" if wanted else "unmapped"
