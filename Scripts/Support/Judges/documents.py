"""Documents made of the constructs of GitHub's Markdown, and of text that resembles them."""

WORDS = ["one", "two words", "x", "1.8.3", "Zoë", "日本語", "a_b", "it's", "(so)", "end.", "e.g.", "I"]


def inline(rng, depth=2, cell=False):
    """Returns some text with marks, links and islands."""
    parts = []
    for _ in range(rng.choice([1, 1, 2, 3, 4])):
        kind = rng.randrange(16 if depth else 6)
        if kind < 6:
            parts.append(rng.choice(WORDS))
        elif kind < 9:
            delimiter = rng.choice(["**", "*", "_", "__", "~~", "~", "~~"])
            parts.append(delimiter + inline(rng, depth - 1, cell) + delimiter)
        elif kind == 9:
            parts.append("`" + rng.choice(["code", "a b", r"x \| y" if cell else "x | y"]) + "`")
        elif kind == 10:
            parts.append("[" + inline(rng, 0, cell) + "](/u)")
        elif kind == 11:
            parts.append(rng.choice([
                "https://example.com/a_b", "www.example.com", "http://a.b/c(d)", "me@example.com",
                "<https://example.com>", "https://example.com."]))
        elif kind == 12:
            parts.append(rng.choice(["[^1]", "[^note]", "[^none]"]))
        elif kind == 13:
            parts.append(rng.choice([r"\*", r"\|", "&amp;", "~", "|" if not cell else r"\|", "^", ":"]))
        elif kind == 14:
            parts.append(rng.choice(["<b>x</b>", "![alt](/i)", "<br>"]))
        else:
            parts.append(rng.choice(WORDS))
    glue = rng.choice([" ", " ", " ", ""])
    return glue.join(parts)


def table(rng):
    columns = rng.choice([1, 2, 2, 3, 3])
    edges = rng.random() < 0.8

    def row(cells):
        pad = rng.choice([" ", " ", ""])
        line = (pad + "|" + pad).join(cells)
        return "|" + pad + line + pad + "|" if edges else line

    lines = [row([inline(rng, 1, True) for _ in range(columns)])]
    marks = [rng.choice(["---", ":--", "--:", ":-:", "-"]) for _ in range(columns)]
    lines.append("|" + "|".join(marks) + "|" if edges or columns == 1 else "|".join(marks))
    for _ in range(rng.randrange(4)):
        count = max(1, columns + rng.choice([0, 0, 0, 0, -1, 1]))
        lines.append(row([rng.choice(["", inline(rng, 2, True)]) if rng.random() < 0.2
                          else inline(rng, 2, True) for _ in range(count)]))
    return lines


def paragraph(rng):
    return [inline(rng) for _ in range(rng.choice([1, 1, 2, 3]))]


def tasks(rng):
    lines = []
    for _ in range(rng.choice([1, 2, 3])):
        marker = rng.choice(["- ", "* ", "1. ", "-  "])
        box = rng.choice(["[ ] ", "[x] ", "[X] ", "[ ]", r"\[ ] ", "[  ] "])
        lines.append(marker + box + inline(rng))
        if rng.random() < 0.2:
            lines.append(" " * len(marker) + inline(rng))
        if rng.random() < 0.2:
            lines += [" " * len(marker) + line for line in tasks(rng)[:1]]
    return lines


def prefixed(lines, first, rest):
    return [(first if index == 0 else rest) + line for index, line in enumerate(lines)]


def block(rng, kind=None):
    kind = kind or rng.choice(
        ["table", "paragraph", "paragraph", "task", "quote", "item", "heading", "alert", "mixed"])
    if kind == "table":
        return (paragraph(rng)[:1] if rng.random() < 0.2 else []) + table(rng)
    if kind == "task":
        return tasks(rng)
    if kind == "quote":
        return prefixed(block(rng, rng.choice(["table", "paragraph", "task"])), "> ", "> ")
    if kind == "item":
        return prefixed(block(rng, rng.choice(["table", "paragraph"])), "- ", "  ")
    if kind == "heading":
        return ["## " + inline(rng)]
    if kind == "alert":
        return prefixed(["[!NOTE]"] + paragraph(rng), "> ", "> ")
    if kind == "mixed":
        return table(rng) + rng.choice([["- item"], ["plain row"], ["> quote"], ["2. two"], ["==="]])
    return paragraph(rng)


def document(rng, construct=None):
    """Returns a document, with a certain construct if requested."""
    lines = []
    if construct == "front matter" or rng.random() < 0.1:
        lines += ["---", "title: " + rng.choice(WORDS), "tags: [a, b]", "---", ""]
    kinds = {"table": "table", "task": "task"}
    for index in range(rng.choice([1, 2, 3])):
        lines += block(rng, kinds.get(construct) if index == 0 else None) + [""]
    if construct == "strikethrough":
        lines += ["a ~~" + inline(rng, 1) + "~~ b", ""]
    if construct == "link":
        lines += ["see https://example.com/x " + inline(rng, 1), ""]
    if construct == "footnote":
        lines += ["see this[^1] " + inline(rng, 1), ""]
    lines += ["[^1]: " + inline(rng, 1), "", "[^note]: " + inline(rng, 1), "", "    more " + inline(rng, 1)]
    return "\n".join(lines) + "\n"
