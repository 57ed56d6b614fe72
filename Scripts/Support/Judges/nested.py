"""Makes random documents of nested blocks, with selections and commands, and judges the results by the laws."""
import re

from judging import Case
import laws

WORDS = ["one", "two **b** x", "_d_ e", "`f` g", "[h](u)", "日本", "k. l", "m - n", "**p q** r",
         "~~s~~ t", "u *v*", "a&b", "w \\* x", "[y **z**](v)", "1. w", "# v", "> q", "*n o*"]
ALL = """heading-1 heading-2 heading-3 heading-4 heading-5 heading-6 heading paragraph bullet-list
ordered-list task-list task-toggle quote code-block link unlink image paste-url strikethrough
clear-formatting horizontal-rule table-insert table-next-cell table-previous-cell table-add-row
table-add-column table-delete-row table-delete-column table-format indent outdent move-line-up
move-line-down duplicate-line newline backspace insert-text promote demote renumber-list task-cycle callout keyboard
underline line-break move-section-up move-section-down delete-section""".split()


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
        start, end = (place + text.count("\n", 0, place) * (len(ending) - 1) for place in places)
        return Case(text.replace("\n", ending), start, end, self.random.choice(ALL))


def withTabs(text):
    """Returns the same blocks with tabs instead of four blanks of indentation, and instead of the three between
    a marker and its text."""
    lines = []
    for line in text.split("\n"):
        blanks = len(line) - len(line.lstrip(" "))
        line = "\t" * (blanks // 4) + line[blanks - blanks % 4:]
        lines.append(re.sub(r"^(\t*)([-*+])   (?=\S)", r"\1\2\t", line))
    return "\n".join(lines)


def without_returns(text, start, end):
    """Returns a text with CRLF, and a selection in it, as they are with LF, which the laws judge."""
    return (text.replace("\r\n", "\n"), *(place - text.count("\r", 0, place) for place in (start, end)))


def judged(tool, cases):
    """Yields random cases with their answers, and the first law that each breaks."""
    answers = tool.ask(cases)
    for case, answer in zip(cases, answers):
        if "text" not in answer:
            answer.update(text=case.text, start=case.start, end=case.end)
    backs = tool.ask(Case(answer["text"], answer["start"], answer["end"], case.command)
                     for case, answer in zip(cases, answers))
    for case, answer, back in zip(cases, answers, backs):
        yield case, answer, fault(case, answer, back)


def fault(case, answer, back):
    wrong = ending_fault(case, answer)
    plain = Case(*without_returns(*case[:3]), case.command)
    edits = [dict(zip(("text", "start", "end"), without_returns(case.text, edit["start"], edit["end"])),
                  text=edit["text"].replace("\r", "")) for edit in answer.get("edits", [])]
    text, start, end = without_returns(*(answer[key] for key in ("text", "start", "end")))
    result = laws.Result(plain, {"text": text, "start": start, "end": end, "edits": edits})
    if "error" in answer or "unchanged" in answer:
        wrong = wrong or laws.refusal(result, {**answer, "text": text})
        return f"law of refusals: {wrong}" if wrong else "unchanged"
    if wrong:
        return wrong
    for law in laws.LAWS:
        wrong = law(result)
        if wrong:
            return f"law of {law.__name__}: {wrong}"
    if case.command in laws.TOGGLES and not result.isProbed and laws.mayBeInverted(result):
        wrong = laws.inverse(result, {**back, "text": back.get("text", text).replace("\r\n", "\n")})
    return wrong and f"law of inverse: {wrong}"


def ending_fault(case, answer):
    """Returns the fault of the line endings in an answer to a case with CRLF, or None."""
    after = answer["text"]
    if "\r" not in case.text or case.command == "insert-text":
        return None
    if any(after[place - 1:place + 1] == "\r\n" for place in (answer["start"], answer["end"])):
        return "a selection stands in a line ending"
    is_other = after.count("\n") != after.count("\r\n") or after.count("\r") != after.count("\r\n")
    return "a line ends otherwise than the others" if is_other else None
