"""Makes random documents of nested blocks, with selections, and the commands to try on them."""
import re

WORDS = ["one", "two **b** x", "_d_ e", "`f` g", "[h](u)", "日本", "k. l", "m - n", "**p q** r",
         "~~s~~ t", "u *v*", "a&b", "w \\* x", "[y **z**](v)", "1. w", "# v", "> q", "*n o*"]
ALL = """heading-1 heading-2 heading-3 heading-4 heading-5 heading-6 heading paragraph bullet-list
ordered-list task-list task-toggle quote code-block link unlink image paste-url strikethrough
clear-formatting horizontal-rule table-insert table-next-cell table-previous-cell table-add-row
table-add-column table-delete-row table-delete-column table-format indent outdent move-line-up
move-line-down duplicate-line newline backspace insert-text promote demote renumber-list task-cycle callout keyboard
underline line-break move-section-up move-section-down delete-section""".split()
ARGUMENTS = {"link": "https://u.io", "image": "a.png", "paste-url": "https://u.io",
             "table-insert": "2x2", "insert-text": "Z"}


class Documents:
    def __init__(self, random):
        self.random = random

    def words(self):
        return self.random.choice(WORDS[:14] if self.random.random() < 0.93 else WORDS)

    def block(self, depth):
        pick = self.random.choice
        kind = self.random.randrange([10, 8, 6, 4][depth])
        if kind == 0:
            text = "#" * pick([1, 2, 3]) + " " + self.words()
            return [text + (pick(["", "", " ##"]))]
        if kind in (1, 2):
            return [self.words() for _ in range(pick([1, 1, 2, 3]))]
        if kind == 3:
            return pick([["```", "code", "```"], ["Title", "==="], ["<div>", "x", "</div>"],
                         ["~~~js", "a", "", "b", "~~~"], ["Sub", "---"],
                         ["| c | d |", "|---|---|", "| e | f |"], ["***"]])
        if kind == 4:
            return ["> " + line if line else ">" for line in self.blocks(depth + 1)]
        marker = pick(["- ", "* ", "1. ", "2) ", "-   ", "- [ ] ", "- [x] ", "9. ", "+ ", "3. "])
        gap = pick([[], [], [], [""]])
        lines = []
        for index in range(pick([1, 2, 3])):
            first = marker
            if marker[0].isdigit():
                first = str(int(marker[0]) + index) + marker[1:]
            width = 2 if "[" in first else len(first)
            isPlain = "[" in first or self.random.random() < 0.5
            inner = [self.words()] if isPlain else self.blocks(depth + 1)
            if "[" in first and self.random.random() < 0.3:
                inner += [""] + self.blocks(depth + 1)
            if index:
                lines += gap
            lines.append(first + inner[0])
            lines += [" " * width + line if line else "" for line in inner[1:]]
        return lines

    def blocks(self, depth):
        lines = []
        for index in range(self.random.choice([1, 1, 2, 3] if depth else [1, 2, 3])):
            if index:
                lines.append("")
            lines += self.block(depth)
        return lines

    def case(self):
        """Returns a text, the selections in it (indices of characters), and a command."""
        text = "\n".join(self.blocks(0)) + self.random.choice(["", "\n"])
        if self.random.random() < 0.1:
            lines = text.split("\n")
            line = self.random.randrange(len(lines))
            lines.insert(line, self.random.choice(["", "- ", "> ", "1. "]))
            text = "\n".join(lines)
        if self.random.random() < 0.12:
            text = withTabs(text)
        places = sorted(self.random.randrange(len(text) + 1) for _ in range(2))
        if self.random.random() < 0.5:
            places[1] = places[0]
        ending = "\r\n" if self.random.random() < 0.12 else "\n"
        return text, tuple(places), self.random.choice(ALL), ending


def withTabs(text):
    """Returns the same blocks with tabs instead of four blanks of indentation, and instead of the three between
    a marker and its text."""
    lines = []
    for line in text.split("\n"):
        blanks = len(line) - len(line.lstrip(" "))
        line = "\t" * (blanks // 4) + line[blanks - blanks % 4:]
        lines.append(re.sub(r"^(\t*)([-*+])   (?=\S)", r"\1\2\t", line))
    return "\n".join(lines)
