"""The commands that are left: tables, sections, contents, sorted lists, case, footnotes, pasting, and printed HTML.

A table is a matrix of cells, of which each command moves, adds or removes a row or a column. Of the others, each
keeps the visible letters, or adds or removes some, or moves them; and a section's lines stay as they are.
"""
import collections
import re
import subprocess

import cmark
from cmark import NOTHING, page
from common import Case, is_subsequence, near_markup, pieces
from marks import typed, without

TABLES = ("table-add-row", "table-add-column", "table-delete-row", "table-delete-column", "table-move-row-up",
          "table-move-row-down", "table-move-column-left", "table-move-column-right", "table-sort", "table-format",
          "align-left", "align-center", "align-right", "table-next-cell", "table-previous-cell")
SAME = ("promote", "demote", "task-cycle", "footnote-renumber", "clear-formatting", "line-break", "select-section")
MORE = ("callout", "footnote", "paste", "wiki-link", "paste-url", "table-insert")
LESS = ("delete-section", "footnote-delete")
MOVED = ("move-section-up", "move-section-down")
PAGES = ("list-sort", "case", "table-of-contents")
ARGUMENTS = {"paste": "pasted words", "paste-url": "https://u.io", "table-insert": "2x2", "table-sort": "ascending",
             "task-cycle": " x", "case": "title"}
EMPTY = ()


def matrix(text, line):
    """Returns the table at a line: its rows of cells, the row at the line, and how cells are aligned; or None."""
    shown = page(text)
    tables = {row.ids[row.path.index("table")] for row in shown.rows if "table" in row.path and row.line == line}
    if len(tables) != 1:
        return None
    rows, at, number = collections.defaultdict(dict), None, tables.pop()
    for letter in shown.letters:
        row = letter.row
        if row.ids[-2:-1] == (number,):
            # The number of a footnote depends on those before it.
            link = letter.link if (letter.link or "?")[0] != "footnote" else None
            rows[row.ids[-1]].setdefault(row.leaf, []).append((letter.char, letter.marks, link, letter.gap))
            at = row.ids[-1] if row.line == line else at
    found = [[tuple(cell) if cell[0][0] != NOTHING else EMPTY for cell in cells_of.values()] for cells_of in rows.values()]
    aligns = [re.sub("-+", "-", cell.strip()) for other in text.split("\n") if re.fullmatch(r"[ \t>]*\|?[ \t:|-]+\|?[ \t]*", other)
              and "-" in other for cell in other.strip(" \t>|").split("|")]
    return found, list(rows).index(at) if at in rows else None, aligns


def table_fault(case, answer):
    """Returns the fault of a command in a table, or None."""
    line = case.text.count("\n", 0, case.start)
    old = matrix(case.text, line)
    if old is None or old[1] is None or "unchanged" in answer:
        return "unmapped" if "unchanged" in answer or old is None else "unmapped: row"
    rows, at, _ = old
    column = cell_of(case.text, case.start, rows[at])
    new = next((found for found in (matrix(answer["text"], one) for one in range(max(0, line - 3), line + 4)) if found), None)
    if answer["text"].strip() and new is None:
        return "no table" if case.command not in ("table-delete-row", "table-delete-column") else "unmapped"
    if new is None or column is None or any(len(row) != len(rows[0]) for row in rows):
        return "unmapped: columns"
    name, then, flipped = case.command, new[0], [list(one) for one in zip(*rows)]
    wanted = {
        "table-add-row": [rows[:at + 1] + [[EMPTY] * len(rows[0])] + rows[at + 1:]],
        "table-delete-row": [rows[:at] + rows[at + 1:]],
        "table-move-row-up": [swapped(rows, at - 1)], "table-move-row-down": [swapped(rows, at)],
        "table-move-column-left": [turned(swapped(flipped, column - 1))],
        "table-move-column-right": [turned(swapped(flipped, column))],
        "table-delete-column": [turned(flipped[:column] + flipped[column + 1:])],
        "table-add-column": [turned(flipped[:column + 1] + [[EMPTY] * len(rows)] + flipped[column + 1:])],
        "table-sort": [[rows[0]] + sorted(rows[1:], key=lambda row: then.index(row) if row in then else -1)],
        "table-next-cell": [rows, rows + [[EMPTY] * len(rows[0])]],
    }.get(name, [rows])
    if then not in wanted:
        return "another table"
    if name.startswith("align-"):
        sign = {"align-left": (":-", "-"), "align-center": (":-:",), "align-right": ("-:",)}[name]
        return None if len(new[2]) != len(rows[0]) or new[2][column] in sign else "another alignment"
    if name == "table-sort" and [cell_text(row[column]) for row in then[1:]] != sorted(
            (cell_text(row[column]) for row in then[1:])) and all(cell_text(row[column]).isalpha() for row in then[1:]):
        return "not sorted" if all(cell_text(row[column]).islower() and cell_text(row[column]).isascii() for row in then[1:]) else None
    places = answer["text"][:answer["start"]].count("\n"), cell_of(answer["text"], answer["start"], then[0])
    if name == "table-next-cell" and then == rows and None not in places and places != (
            (line, column + 1) if column + 1 < len(rows[0]) else (line + (2 if at == 0 else 1), 0)):
        return "another cell"
    return None


def cell_text(cell):
    return "".join((" " if gap else "") + char for char, _, _, gap in cell).strip()


def cell_of(text, place, row):
    """Returns the index of the cell with a place, or None in a line with escaped pipes or code."""
    start, end = text.rfind("\n", 0, place) + 1, (text + "\n").find("\n", place)
    line = text[start:end].lstrip(" \t>")
    if "\\|" in line or "`" in line:
        return None
    before = text[start:place].lstrip(" \t>").removeprefix("|")
    return min(before.count("|"), len(row) - 1)


def turned(columns):
    return [list(one) for one in zip(*columns)]


def swapped(rows, at):
    """Returns rows of which two neighbors are exchanged, or the same if there are none."""
    if not 0 <= at < len(rows) - 1:
        return rows
    return rows[:at] + [rows[at + 1], rows[at]] + rows[at + 2:]


def letters(text):
    return [letter.char for letter in page(text).letters if letter.char.isalnum()]


def other_fault(case, answer):
    """Returns the fault of a command that is judged by the letters that are seen, or None."""
    old, new, name = letters(case.text), letters(answer["text"]), case.command
    counts = collections.Counter(new), collections.Counter(old)
    if "unchanged" in answer:
        return None if answer["text"] == case.text else "nothing done, but the text is another"
    line = case.text[case.text.rfind("\n", 0, case.start) + 1:(case.text + "\n").find("\n", case.start)]
    if re.match(r"[ \t>]*\[.*\]:", line) or "<" in line:
        return "unmapped: a definition or HTML"
    if name in SAME and old != new and not (name == "task-cycle" and abs(len(old) - len(new)) < 3):
        return "the text is another"
    if name in MORE and not is_subsequence(old, new):
        return "text is lost"
    if name.startswith("paste") and case.argument not in answer["text"]:
        return "not what is pasted"
    if name in LESS and not is_subsequence(new, old) and not any(char.isdigit() for char in counts[0] - counts[1]):
        return "text is added"
    if name in MOVED and counts[0] != counts[1]:
        return "the text is another"
    lines = [[line.strip() for line in text.split("\n") if line.strip()] for text in (case.text, answer["text"])]
    if name in MOVED and sorted(lines[0]) != sorted(lines[1]):
        return "a line is another"
    if name == "delete-section" and not is_subsequence(lines[1], lines[0]):
        return "a line is another"
    kinds = [[row.kind for row in page(text).rows] for text in (case.text, answer["text"])]
    if name in ("promote", "demote") and re.match(r"[ \t>]*(?:[-+*]|\d+[.)])?[ \t]", line):
        return "unmapped: in a list"
    if name in ("promote", "demote"):
        step = -1 if name == "promote" else 1
        levels = [[int(kind[7:]) for kind in side if kind.startswith("heading")] for side in kinds]
        changed = [two - one for one, two in zip(*levels)]
        return None if len(levels[0]) == len(levels[1]) and set(changed) <= {0, step} and step in changed else "levels"
    if name == "clear-formatting" and any(letter.marks & {"strong", "emphasis", "strikethrough"} for letter in page(answer["text"]).letters) \
            and (case.start, case.end) == (0, len(case.text)):
        return "a mark is left"
    if name == "footnote":
        notes = [text.count("[^") for text in (case.text, answer["text"])]
        return None if notes[1] == notes[0] + 2 else "no reference and definition"
    return None


def page_fault(case, answer):
    """Returns the fault of a command after which the page is the same, except for its order, its case or a list of links."""
    if "unchanged" in answer:
        return None if answer["text"] == case.text else "nothing done, but the text is another"
    pages = [re.sub(r' id="[^"]*"', "", without_spelling(cmark.html(text))) for text in (case.text, answer["text"])]
    if case.command == "table-of-contents":
        above, _, rest = pages[1].partition("<!-- toc -->")
        table, end, below = rest.partition("<!-- /toc -->")
        if "<!-- toc" in case.text or not end:
            return "unmapped: comments"
        links = [plain(link) for link in re.findall(r'<a href="#[^"]+">(.*?)</a>', table)]
        headings = [(level, plain(text)) for level, text in re.findall(r"<h([1-6])>(.*?)</h", re.sub(r"<(blockquote|li)>.*?</\1>", "", below))]
        is_titled = pages[1].count("<h1>") == 1
        if links != [text for level, text in headings if text and not (is_titled and level == "1")]:
            return "other links"
        pages[1] = above + below
        return None if re.sub(r"\s", "", pages[0]) == re.sub(r"\s", "", pages[1]) else "another page"
    change = without_order if case.command == "list-sort" else without_case
    return None if change(pages[0]) == change(pages[1]) else "another page"


def plain(text):
    return re.sub(r"<[^>]*>", "", re.sub(r"<sup.*?</sup>", "", text)).strip()


def without_order(text):
    """Returns HTML with the items of each list in alphabetical order."""
    while found := re.search(r"<(ul|ol)([^>]*)>((?:(?!</?[uo]l).)*)</\1>", text):
        items = sorted(re.split(r"\s*</?li>\s*", found[3]))
        text = f"{text[:found.start()]}{{{found[1]}{found[2]} {' | '.join(items)}}}{text[found.end():]}"
    return text


def without_case(text):
    return re.sub(r"(?s)(<code.*?</code>|<[^>]*>)|[^<]+", lambda found: found[1] or found[0].upper().casefold(), text)


def judged(tool, cases):
    for case, answer in zip(cases, tool.ask(cases)):
        if "error" in answer:
            yield case, answer, f"refused: {answer['error']['code']}"
        else:
            fault = table_fault if case.command in TABLES else page_fault if case.command in PAGES else other_fault
            yield case, answer, fault(case, answer)


def cases(texts, count, chance):
    """Yields commands in tables and at other places of documents."""
    tables = [piece for text in texts for piece in pieces(text) if re.search(r"(?m)^\|.*\|\n\|[ :|-]+\|$", piece)]
    for index in range(count):
        is_table = tables and index % 2
        text = chance.choice(tables if is_table else pieces(chance.choice(texts))).replace("\r", "")
        places = [found.end() for found in re.finditer(r"\|[ ]*(?=\w)", text)] if is_table else [near_markup(text, chance)]
        name, place = chance.choice(TABLES if is_table else SAME + MORE + LESS + MOVED + PAGES), chance.choice(places or [0])
        if is_table or is_in_text(text, place):
            start, end = (0, len(text)) if name == "clear-formatting" else (place, place)
            yield Case(text, start, end, name, ARGUMENTS.get(name))


def is_in_text(text, place):
    """Whether a word that is typed at a place is text, and changes nothing else."""
    found, at = typed(text, place)
    return at is not None and without(found, at) == without(page(text).letters, None)


# Pasted HTML: what cmark-gfm prints of a document is pasted, and what it prints of the result is compared with it. Of
# raw HTML only a part has a spelling in Markdown, so that documents with HTML are left out.

def without_paragraphs(text):
    """Returns HTML without what a browser shows alike: whether an item is loose, and where white space is."""
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", re.sub(r"</?p>", " ", without_spelling(text)))


def pasted(tool, cases):
    pages = [cmark.html(case.text) for case in cases]
    for case, page_of, answer in zip(cases, pages, tool.ask(Case("", 0, 0, "paste-html", one) for one in pages)):
        one, two = without_paragraphs(page_of), without_paragraphs(cmark.html(answer.get("text", "")))
        yield case, answer, "refused" if "error" in answer else None if one == two else "another page"


def pastable(texts, count, chance):
    found = [piece for text in texts for piece in pieces(text) if not re.search(r"<|\[\^|\A---|&", piece)]
    return (Case(text, 0, 0, "paste-html") for text in chance.choices(found, k=count))


# Printed HTML: what the tool prints of a document is what cmark-gfm prints. The differences that are known are
# deliberate, or between two versions of the specification.

KNOWN = {"a box without a text": re.compile(r"(?m)^[ \t>]*(?:[-+*]|\d+[.)])[ \t]+\[[ xX]\][ \t]*$"),
         "two boxes in a line": re.compile(r"(?m)\[[ xX]\].*\[[xX]\]"),
         "a dialect's own": re.compile(r"(?m)^[ \t]*>.*\n?[ \t>]*\[!|\A---|\$|:\w+:|\[\^|&#\d{7}|@\w"),
         "a box in a quote or an item": re.compile(r"(?m)^[ \t]*(?:>|[-+*]|\d+[.)]).*(?:[-+*]|\d+[.)])[ \t]+\[[ xX]\]"),
         "a table in an item": re.compile(r"(?m)^[ \t>]*(?:[-+*]|\d+[.)])[^\n]*\|")}


def without_spelling(text):
    """Returns HTML without what two printers may write differently."""
    text = re.sub(r' (?:id|class|rel|dir|style)="[^"]*"| /(?=>)|<(?:tbody|/tbody|section|/section)[^>]*>', "", text)
    text = re.sub(r"<input[^>]*>", lambda found: "[x]" if "checked" in found[0] else "[ ]", text)
    return re.sub(r"\s+", " ", text.replace(' title=""', "").replace("&quot;", '"')).strip()


def printed(tool, cases):
    """Judges the HTML of documents: CommonMark's, and in cases with an argument GitHub's."""
    for case in cases:
        dialect = case.argument or "commonmark"
        run = subprocess.run([tool.path, "render", "-", "--unsafe", "--no-ids", "--dialect", dialect], input=case.text,
                             text=True, stdout=subprocess.PIPE, check=True)
        answer = tool.spoiled(case, {"text": run.stdout, "start": 0, "end": 0})
        wanted = cmark.html(case.text, cmark.EXTENSIONS if case.argument else ())
        is_same = without_spelling(answer["text"]) == without_spelling(wanted)
        name = next((name for name, pattern in KNOWN.items() if case.argument and pattern.search(case.text)), None)
        yield case, answer, None if is_same else f"known: {name}" if name else f"printed otherwise in {dialect}"
