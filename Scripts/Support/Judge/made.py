"""Random documents: the constructs of GitHub's Markdown, text that resembles them, and blocks in blocks."""

WORDS = ["one", "two words", "x", "1.8.3", "Zoë", "日本語", "it's", "(so)", "end.", "e.g.", "some more text", "I", "a, b"]
# Text that may be markup, or that has its own meaning.
ODD = ["\\*", "&amp;", "~", "^", ":", "<b>x</b>", "![alt](/i)", "a_b", "k. l", "m - n", "a*b", "https://example.com/a_b",
       "www.example.com", "me@example.com", "<https://example.com>", "[^1]", "[^none]"]


class Documents:
    """Makes documents from a source of random numbers."""

    def __init__(self, chance):
        self.chance = chance

    def inlines(self, depth=2, cell=False):
        """Returns some text with marks, links and code."""
        parts, pick = [], self.chance.choice
        for _ in range(pick([1, 1, 2, 3, 4])):
            kind = self.chance.randrange(14 if depth else 6)
            if kind < 7:
                parts.append(pick(ODD if depth > 1 and kind == 0 else WORDS))
            elif kind < 10:
                delimiter = pick(["**", "*", "_", "__", "~~", "~", "***"])
                parts.append(delimiter + self.inlines(depth - 1, cell) + delimiter)
            elif kind == 10:
                parts.append("`" + pick(["code", "a b", r"x \| y" if cell else "x | y"]) + "`")
            elif kind == 11:
                parts.append("[" + self.inlines(0, cell) + pick(["](/u)", "](/u \"t\")", "][r]"]))
            elif kind == 12:
                tag = pick(["u", "kbd", "sub"])
                parts.append(f"<{tag}>" + self.inlines(0, cell) + f"</{tag}>")
            else:
                parts.append(r"\|" if cell else "|")
        return " ".join(parts)

    def table(self):
        columns, edges = self.chance.choice([1, 2, 2, 3]), self.chance.random() < 0.8

        def row(cells):
            pad = self.chance.choice([" ", " ", ""])
            line = (pad + "|" + pad).join(cells)
            return "|" + pad + line + pad + "|" if edges or columns == 1 else line

        lines = [row([self.inlines(1, True) for _ in range(columns)]),
                 row([self.chance.choice(["---", ":--", "--:", ":-:"]) for _ in range(columns)])]
        for _ in range(self.chance.randrange(4)):
            count = max(1, columns + self.chance.choice([0, 0, 0, 0, -1, 1]))
            lines.append(row(["" if self.chance.random() < 0.1 else self.inlines(1, True) for _ in range(count)]))
        return lines

    def block(self, depth):
        pick = self.chance.choice
        kind = self.chance.randrange([12, 9, 7, 4][min(3, depth)])
        if kind == 0:
            return ["#" * pick([1, 2, 3]) + " " + self.inlines() + pick(["", "", " ##"])]
        if kind in (1, 2):
            return [self.inlines() for _ in range(pick([1, 1, 2, 3]))]
        if kind == 3:
            return pick([["```", "code", "```"], ["Title", "==="], ["<div>", "x", "</div>"], ["~~~js", "a", "", "b", "~~~"],
                         ["Sub", "---"], ["***"], ["    indented"]])
        if kind == 4:
            return ["> " + line if line else ">" for line in self.blocks(depth + 1)]
        if kind == 8:
            return self.table()
        marker, gap, lines = pick(["- ", "* ", "1. ", "2) ", "-   ", "9. ", "+ "] + ["- [ ] ", "- [x] "] * (depth == 0)), pick([[], [], [""]]), []
        for index in range(pick([1, 2, 3])):
            first = str(int(marker[0]) + index) + marker[1:] if marker[0].isdigit() else marker
            width = 2 if "[" in first else len(first)
            inner = [self.inlines()] if "[" in first or self.chance.random() < 0.5 else self.blocks(depth + 1)
            lines += gap if index else []
            lines.append(first + inner[0])
            lines += [" " * width + line if line else "" for line in inner[1:]]
        return lines

    def blocks(self, depth):
        lines = []
        for index in range(self.chance.choice([1, 1, 2, 3] if depth else [1, 2, 3])):
            lines += [""] * (index > 0) + self.block(depth)
        return lines

    def text(self):
        lines = ["---", "title: x", "---", ""] if self.chance.random() < 0.04 else []
        lines += self.blocks(0)
        if any("[^1]" in line for line in lines):
            lines += ["", "[^1]: " + self.inlines(1)]
        if any("][r]" in line for line in lines):
            lines += ["", "[r]: /r"]
        return "\n".join(lines) + self.chance.choice(["", "\n", "\n"])
