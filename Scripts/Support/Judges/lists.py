"""Laws over lists: other spellings of the same list, lists indented by tabs, and commands that undo each other."""
import collections
import re

from judging import Case
from reading import leaves, selected_lines
import writing

# An item: its depth, its marker (`-`, `1.`, `- [ ]`), its text, whether a paragraph follows it.
Item = collections.namedtuple("Item", "depth marker text more")
LINE = re.compile(r"^([ \t]*)([-+*]|\d+[.)])[ \t]+(\[[ xX]\] )?(\S.*)$")
COMMANDS = """heading-1 bullet-list ordered-list task-list task-toggle indent outdent move-line-up
move-line-down duplicate-line newline backspace insert-text""".split()
STEPS = {"blanks": None, "3 blanks": "   ", "4 blanks": "    ", "tabs": "\t"}
# Commands that leave the list, or move past it: in an item, other blocks surround the list.
OUT = {"outdent", "backspace", "move-line-up", "move-line-down", "bullet-list", "ordered-list", "task-list"}
APPENDED = "\n# Another document\n\nIts text.\n\n- x\n  \n  y\n\n1. one\n1. one\n\n\tcode\n"
TAB_LISTS = {
    "bullets": "- a\n\t- b\n\t\t- c\n\t\t\t- d\n\t\t- e\n\t- f\n- g\n",
    "numbers": "1. a\n\t1. b\n\t\t1. c\n\t\t\t1. d\n\t\t2. e\n\t2. f\n2. g\n",
    "tasks": "- [ ] a\n\t- [ ] b\n\t\t- [x] c\n\t\t\t- [ ] d\n\t\t- [ ] e\n\t- [x] f\n- [ ] g\n",
    "mixed": "1. a\n\t- b\n\t\t1. c\n\t\t\t- [ ] d\n\t\t2. e\n\t- f\n2. g\n",
    "paragraphs": "- a\n\n\tmore a\n\n\t- b\n\n\t\tmore b\n\n\t\t- c\n\n\t\t\tmore c\n\n\t\t\t- d\n",
}
MARKER = re.compile(r"[ \t]*(?:(?:[-+*]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?")
TAB_COMMANDS = COMMANDS + ["paragraph", "quote", "code-block", "horizontal-rule"]
TASK = re.compile(r"[ \t>]*(?:[-+*]|\d+[.)])[ \t]+\[[ xX]\](?:[ \t]|\r?$)")



def refusal(case, answer):
    """Returns the kind of a refusal, or None without one or for one that Documentation/Commands.md names."""
    if "error" not in answer:
        return None
    if case.command.startswith("heading") or case.command == "code-block":
        first, last = selected_lines(case.text, case.start, case.end)
        if any(TASK.match(line) for line in case.text.split("\n")[first:last + 1]):
            # A task's text cannot be a heading or code.
            return None if case.command != "code-block" else "arguable: refused in a task"
    return f"refused: {answer['error']['code']}"


def tab_cases():
    """Yields each command at each line of the lists that are indented by tabs: after its marker and at its end."""
    for text in TAB_LISTS.values():
        places, offset = set(), 0
        for line in text.split("\n"):
            if line.strip():
                places.update((offset + len(MARKER.match(line)[0]), offset + len(line)))
            offset += len(line) + 1
        yield from (Case(text, place, place, command) for place in sorted(places) for command in TAB_COMMANDS)


def tab_lists(tool, cases):
    """Judges commands in lists that are indented by tabs: none may be refused or mix tabs and blanks."""
    for case, answer in zip(cases, tool.ask(cases)):
        yield case, answer, tab_fault(case, answer)


def tab_fault(case, answer):
    """Returns the fault of an answer to a command in a list that is indented by tabs, or None."""
    if "error" in answer:
        return refusal(case, answer)
    old = case.text.split("\n")
    new = [line for line in answer["text"].split("\n") if line not in old]
    if any({" ", "\t"} <= set(re.match(r"[ \t]*", line)[0]) for line in new):
        return "list (tabs): tabs and blanks"
    # Code in an item of the first level is indented by blanks, because a tab would be part of it.
    tabbed = {MARKER.sub("", line, count=1) for line in old if line.startswith("\t")}
    if case.command != "code-block" and any(
            line.startswith("  ") and MARKER.sub("", line, count=1) in tabbed for line in new):
        return "list (tabs): blanks in place of tabs"
    return None


def built(chance):
    """Returns a made list."""
    items, depth = [], 0
    kinds = [chance.choice(["-", "*", "1.", "- [ ]", "- [x]"]) for _ in range(4)]
    for index in range(chance.randint(2, 7)):
        depth = 0 if not index else chance.randint(0, min(3, depth + 1))
        items.append(Item(depth, kinds[depth], chance.choice(["a", "b c", "**d** e", "f `g`", "[h](u)", "é"]),
                          chance.random() < 0.15))
    return items


def real(texts, chance):
    """Returns a document's list if all its items have one line each; otherwise None."""
    text = chance.choice(texts)
    lines = text.split("\n")
    starts = [index for index, line in enumerate(lines) if LINE.match(line)
              and (index == 0 or not lines[index - 1].strip())]
    if not starts or "\r" in text:
        return None
    start = chance.choice(starts)
    items, widths = [], []
    for line in lines[start:start + 9]:
        found = LINE.match(line)
        if not found:
            if line.strip():
                return None
            break
        width = len(found[1].expandtabs(4))
        while widths and widths[-1] > width:
            widths.pop()
        if not widths or widths[-1] < width:
            widths.append(width)
        marker = "1." if found[2][0].isdigit() else found[2]
        items.append(Item(len(widths) - 1, marker + (" " + found[3].strip() if found[3] else ""), found[4], False))
    return items if len(items) > 1 and len(items[0].text) < 300 else None


def written(items, step):
    """Returns the lines of a list; a step of None indents to the content of the parent."""
    lines, counts, contents = [], {}, []
    for item in items:
        counts = {depth: count for depth, count in counts.items() if depth <= item.depth}
        marker = item.marker
        if marker[0].isdigit():
            previous = counts.get(item.depth, 0)
            counts[item.depth] = previous + 1
            marker = f"{previous + 1}." + marker[2:]
        contents = contents[:item.depth]
        indentation = contents[-1] if contents and step is None else "" if not contents else step * item.depth
        lines.append(f"{indentation}{marker} {item.text}")
        contents.append(indentation + " " * (len(marker.split()[0]) + 1))
        if item.more:
            beneath = contents[-1] if step is None else step * (item.depth + 1)
            lines += ["", beneath + "more"]
    return lines


def is_list(items, step):
    """Whether cmark-gfm reads a spelling as the intended list."""
    found = leaves("\n".join(written(items, step)) + "\n")
    depths = [sum(label in ("bullet", "ordered") for label in leaf.containers) - 1 for leaf in found]
    wanted = [depth for item in items for depth in [item.depth] * (1 + item.more)]
    return depths == wanted


def variants(items, chance):
    """Yields other spellings of a list: a name, the text, and for each line its offset and its prefix's length."""
    lines = written(items, None)
    yield "blanks", "\n".join(lines) + "\n", ()
    yield "CR LF", "\r\n".join(lines) + "\r\n", ()
    yield "no final line ending", "\n".join(lines), ()
    # This cmark-gfm does not read tasks in a quote.
    if not any("[" in item.marker for item in items):
        yield "in a quote", "\n".join("> " + line if line else ">" for line in lines) + "\n", ("block_quote",)
    yield "in an item", "\n".join(["- q"] + ["  " + line if line else "" for line in lines]) + "\n", ("bullet", "item")
    for name, step in STEPS.items():
        if step and is_list(items, step):
            yield name, "\n".join(written(items, step)) + "\n", ()


def signature(text, outer):
    """Returns kinds, containers and text of a list's leaves, without the containers around the list."""
    result = []
    for leaf in leaves(text.replace("\r\n", "\n")):
        containers = leaf.containers
        if outer and containers[:len(outer)] == outer:
            containers = containers[len(outer):]
        shown = "".join(scalar for scalar, _ in leaf.text)
        if not (shown == "q" and outer):
            result.append((leaf.kind, containers, shown))
    return result


def place_in(text, shown, at):
    """Returns the offset of the start or end of an item's text."""
    found = text.find(shown)
    return None if found < 0 else found + (len(shown) if at else 0)


def failures(tool, texts, count, chance, cases):
    """Yields (law, kind or None, case, answer); `cases` are those in documents that are tried with another one
    after them."""
    lists = [built(chance) for _ in range(count // 2)]
    tries = 0
    usable = [text for text in texts if re.search(r"(?m)^[ \t]*(?:[-+*]|\d+[.)])[ \t]+\S", text)]
    while len(lists) < count and usable and tries < 20 * count:
        tries += 1
        items = real(usable, chance)
        if items and is_list(items, None):
            lists.append(items)
    # Each text is unique, so that an item is found by it.
    lists = [[item._replace(text=f"i{index}{chr(97 + index)} {item.text}") for index, item in enumerate(items)]
             for items in lists]
    lists = [items for items in lists if is_list(items, None)]
    yield from spellings(tool, lists, chance)
    yield from dialects(tool, lists, chance)
    yield from taken_back(tool, lists, chance)
    yield from appended(tool, lists, chance, cases)


def spellings(tool, lists, chance):
    """On another spelling of a list, a command must give the same tree and not mix tabs and blanks."""
    asked = []
    for number, items in enumerate(lists):
        item, at, command = chance.choice(items), chance.random() < 0.7, chance.choice(COMMANDS)
        for name, text, outer in variants(items, chance):
            place = place_in(text, item.text, at)
            if place is not None:
                asked.append((number, name, outer, Case(text, place, place, command)))
    base = {}
    for (number, name, outer, case), answer in zip(asked, tool.ask(entry[3] for entry in asked)):
        if "error" in answer:
            yield "spellings", refusal(case, answer) and f"list ({name}): refused", case, answer
            continue
        text = answer["text"]
        # cmark-gfm does not read an empty task as one until there is a word in it.
        if case.command == "newline":
            text = text[:answer["start"]] + "ж " + text[answer["start"]:]
        found = signature(text, outer)
        kind = None
        if name == "blanks":
            base[number] = found
        elif number in base and found != base[number] and not (name == "in an item" and case.command in OUT):
            kind = f"list ({name}): the tree is another than with blanks"
        elif name == "tabs":
            kind = tab_fault(case, answer)
        elif name == "CR LF" and re.search(r"(?<!\r)\n", answer["text"]):
            kind = "list (CR LF): a line ends otherwise"
        yield "spellings", kind, case, answer


def dialects(tool, lists, chance):
    """A list without tasks, and the result of a command on it, must be the same in each dialect."""
    cases = []
    for items in lists:
        text = "\n".join(written(items, None)) + "\n"
        place = place_in(text, chance.choice(items).text, chance.random() < 0.7)
        if "[" not in text:
            cases.append(Case(text, place, place, chance.choice([name for name in COMMANDS if "task" not in name])))
    github = tool.ask(cases)
    for dialect in ("commonmark", "obsidian", "hugo"):
        for case, one, two in zip(cases, github, tool.ask(cases, dialect)):
            same = one.get("text") == two.get("text")
            yield "dialects", None if same else f"list ({dialect}): another result than in GitHub's", case, two


def carried(answer, command):
    """Returns the next command, at the selection that an answer returned."""
    return Case(answer["text"], answer["start"], answer["end"], command)


def taken_back(tool, lists, chance):
    """Commands that undo each other must restore the text."""
    made = []
    for items in lists:
        step = chance.choice([step for step in STEPS.values() if step is None or is_list(items, step)])
        text = "\n".join(written(items, step)) + "\n"
        item = chance.choice(items)
        for pair in (("newline", "backspace"), ("indent", "outdent"), ("move-line-down", "move-line-up")):
            made.append((Case(text, *[place_in(text, item.text, True)] * 2, pair[0]), pair[1]))
    firsts = tool.ask(case for case, _ in made)
    for (case, second), first in zip(made, firsts):
        current, presses = first, 4 if second == "backspace" else 1
        if "error" in first or "unchanged" in first:
            yield second, refusal(case, first) and "list: refused", case, first
            continue
        lines = case.text.count("\n")
        while presses and current.get("text") != case.text and "error" not in current and (
                second != "backspace" or current["text"].count("\n") > lines):
            current, = tool.ask([carried(current, second)])
            presses -= 1
        kind = None
        if "error" in current:
            kind = f"{second} behind {case.command}: refused"
        elif current["text"] != case.text:
            kind = f"{second} behind {case.command} does not give the text back"
        yield second, kind, case, {**first, "then": current}
    yield from on_off_on(tool, lists, chance)


def on_off_on(tool, lists, chance):
    """Removing a list and adding it again must restore it, and adding, removing and adding gives the first
    result. Blank lines between items may differ: paragraphs need one, and a list command never removes it."""
    def tight(text):
        return re.sub("\n+", "\n", text)

    for items in lists[:len(lists) // 2]:
        flat = [item._replace(depth=0, more=False) for item in items]
        kind = chance.choice(["bullet-list", "ordered-list", "task-list"])
        marker = {"bullet-list": "-", "ordered-list": "1.", "task-list": "- [ ]"}[kind]
        lines = written([item._replace(marker=marker) for item in flat], None)
        for text in ("\n".join(lines) + "\n", "\n".join(item.text for item in flat) + "\n"):
            if [leaf.kind for leaf in leaves(text)] not in (["paragraph"], ["paragraph"] * len(flat)):
                continue
            case = Case(text, 0, len(text) - 1, kind)
            states, current = [], None
            for _ in range(3):
                asked = carried(current, kind) if current else case
                current, = tool.ask([asked])
                if "error" in current:
                    break
                states.append(current["text"])
            if "error" in current:
                yield "on, off, on", f"{kind} on, off, on: refused", case, current
            elif text == "\n".join(lines) + "\n" and tight(states[1]) != text:
                yield "on, off, on", f"{kind} off and on is another list", case, {**current, "text": states[1]}
            elif text != "\n".join(lines) + "\n" and tight(states[0]) != tight(states[2]):
                yield "on, off, on", f"{kind} on, off, on is another list", case, current
            else:
                yield "on, off, on", None, case, current


def appended(tool, lists, chance, cases):
    """A command must have the same result if another document follows the text."""
    # A section extends to the next heading, and a footnote is defined at the end.
    exempt = writing.SECTIONS | writing.FOOTNOTES | {"move-line-down"}
    asked = [case for case in cases if is_closed(case.text) and case.command not in exempt]
    for items in lists:
        text = "\n".join(written(items, None)) + "\n"
        place = place_in(text, chance.choice(items).text, chance.random() < 0.7)
        asked += [Case(text, place, place, command) for command in chance.sample(COMMANDS, 3)
                  if command != "move-line-down"]
    longer = [case._replace(text=case.text + APPENDED) for case in asked]
    for case, alone, more in zip(longer, tool.ask(asked), tool.ask(longer)):
        kind = None
        if ("error" in alone) != ("error" in more):
            kind = "appended: refused with another document, or without"
        elif "error" not in alone and alone["text"] + APPENDED != more["text"]:
            kind = "appended: the command does something else with another document behind"
        yield "appended", kind, case, more


def is_closed(text):
    """Whether a document appended to a text is parsed independently: no fence or comment is open."""
    alone, more = leaves(text), leaves(text + APPENDED)
    return text.endswith("\n") and [leaf.text for leaf in more[:len(alone)]] == [leaf.text for leaf in alone] \
        and len(more) == len(alone) + len(leaves(APPENDED))
