"""Tests of the installed package: everyday cases, wrong arguments, threads, memory, and the doctests."""

import doctest
import gc
import importlib
import os
import re
import threading
import unittest
from pathlib import Path

import mdediting
from mdediting import (
    Closed, Document, InvalidArgument, Range, Refused, commands, format_text, html, mark, perform, states, toggle,
    unmark)

FOLDER = Path(__file__).resolve().parent
DOCUMENT = FOLDER / "allotment.md"
TABLE = "| a | b |\n|---|---|\n| longer | x |\n"
# The delimiters of **foo.**bar would be text, and edges="plain" allows no other spelling.
REFUSED = ("foo.bar\n\n- [ ] a task\n", (0, 4), "strong")


def load_tests(loader, tests, pattern):
    for name in ["", "._document", "._formatting"]:
        tests.addTests(doctest.DocTestSuite(importlib.import_module("mdediting" + name)))
    for page in [FOLDER.parent / "README.md"]:
        if page.is_file():
            tests.addTests(doctest.DocFileSuite(str(page), module_relative=False))
    return tests


class Marks(unittest.TestCase):
    def test_the_text_and_the_selection_after(self):
        for before, selection, command, after, selected in [
                ("some words here", (5, 11), "strong", "some **words** here", (7, 12)),
                ("some **words** here", (7, 12), "strong", "some words here", (5, 10)),
                ("~~a~~", (2, 3), "strikethrough", "a", (0, 1)),
                ("a\r\n\r\nb\r\n", (5, 6), "strong", "a\r\n\r\n**b**\r\n", (7, 8)),
                ("a\n\nb", (3, 4), "strong", "a\n\n**b**", (5, 6)),
                ("a\r\nb", (0, 4), "bullet-list", "- a\r\n- b", (2, 8)),
                *((text, (len(text) - 4, len(text)), "strong", text[:-4] + "**word**",
                   (len(text) - 2, len(text) + 2))
                  for text in ["😀 word", "é word", "e\u0301 word", "👩‍👩‍👧 word", "日本 word", "\ufeffa word"])]:
            edit = perform(before, selection, command)
            self.assertEqual((edit.text, edit.selection), (after, selected))
            self.assertEqual(edit.effect, "removed" if len(after) < len(before) else "added")

    def test_changes_lead_to_the_text(self):
        before = "é😀 a word b"
        edit = toggle(before, [(3, 4), (10, 11)], "emphasis")
        after = before
        for change in reversed(edit.changes):
            after = after[:change.start] + change.text + after[change.end:]
        self.assertEqual(after, edit.text)
        self.assertEqual(edit.text, "é😀 *a* word *b*")
        self.assertEqual(len(edit.selections), 2)

    def test_no_empty_pair(self):
        for text, caret in [("a  b", 2), ("a ", 2), ("", 0), ("a\n\n", 3)]:
            for name in ["strong", "strikethrough", "code"]:
                edit = toggle(text, caret, name)
                self.assertEqual((edit.text, edit.reason), (text, "nothingToMark"))

    def test_mark_and_unmark(self):
        self.assertEqual(mark("a **b**", (0, 7), "strong").text, "**a b**")
        self.assertEqual(unmark("a **b**", (0, 7), "strong").text, "a b")
        same = unmark("a b", (0, 3), "strong")
        self.assertEqual((same.changed, same.text, same.reason), (False, "a b", "alreadySo"))
        self.assertTrue(same.message.endswith("."))

    def test_options_and_dialects(self):
        self.assertEqual(toggle("word", 4, "strong", at_edge="pending").reason, "nothingToMark")
        for options in [{"at_edge": "middle"}, {"no_such_option": "1"}]:
            with self.assertRaises(InvalidArgument):
                toggle("a", (0, 1), "strong", **options)
        self.assertEqual(perform("- a\n- b", 7, "indent", indent_step=4).text, "- a\n    - b")
        self.assertEqual(perform("- [ ] a", 7, "task-cycle", dialect="obsidian").text, "- [/] a")
        with self.assertRaisesRegex(InvalidArgument, "github"):
            Document("", dialect="klingon")


class Documents(unittest.TestCase):
    def test_undo_and_redo(self):
        with Document("one two") as document:
            self.assertFalse(document.undo().changed)
            document.perform("strong", (0, 3))
            document.perform("emphasis", (8, 11))
            self.assertEqual(document.text, "**one** *two*")
            self.assertEqual([document.undo().changed for _ in range(2)], [True, True])
            self.assertEqual(document.text, "one two")
            self.assertFalse(document.undo().changed)
            document.redo()
            document.redo()
            self.assertEqual(document.text, "**one** *two*")
            self.assertEqual(document.redo().reason, "noStep")

    def test_refusal_leaves_everything(self):
        text, place, command = REFUSED
        with Document(text) as document:
            document.perform("task-toggle", len(text) - 1)
            before = document.text
            with self.assertRaises(Refused) as caught:
                document.perform(command, place, edges="plain")
            self.assertEqual(caught.exception.reason, "noSpelling")
            self.assertEqual(caught.exception.command, command)
            self.assertIsNotNone(caught.exception.place)
            self.assertTrue(str(caught.exception).endswith("."))
            self.assertEqual(document.text, before)
            document.undo()
            self.assertEqual(document.text, text)

    def test_closed(self):
        document = Document("a")
        document.close()
        document.close()
        self.assertTrue(document.closed)
        for use in [
                lambda: document.text, lambda: document.perform("strong", 0), document.undo, document.redo,
                document.html, document.tokens, document.changes, lambda: document.states(0), lambda: len(document),
                lambda: document.replace(0, 0, "x"), document.__enter__]:
            with self.assertRaises(Closed):
                use()
        self.assertIn("closed", repr(document))

    def test_invalid_arguments(self):
        with Document("a😀b") as document:
            for selection in [(0, 4), (-1, 0), (2, 1), [(2, 3), (0, 1)], [], 2**31, 2**40, (0, -2**33)]:
                with self.assertRaises(InvalidArgument, msg=selection):
                    document.perform("strong", selection)
            for selection in ["a", None, 1.5, [(0, 1, 2)], ("a", "b")]:
                with self.assertRaises(TypeError, msg=selection):
                    document.perform("strong", selection)
            for command in ["", "no-such-command", "strong\0", "é" * 100]:
                with self.assertRaises(InvalidArgument, msg=command):
                    document.perform(command, 0)
            for use in [
                    lambda: document.perform("strong", 0, action="remove"), lambda: document.replace(2, 9, "x"),
                    lambda: document.tokens(0, 99)]:
                with self.assertRaises(InvalidArgument):
                    use()
            self.assertEqual(document.text, "a😀b")
        with self.assertRaises(InvalidArgument):
            Document("half a pair: \ud83d")
        with self.assertRaises(TypeError):
            Document(b"bytes")
        self.assertTrue(issubclass(InvalidArgument, ValueError))

    def test_options_of_one_call(self):
        with Document("1. a\n2. b", numbering="renumbers") as document:
            document.perform("newline", 4, numbering="leaves")
            self.assertEqual(document.text, "1. a\n2. \n2. b")
            self.assertEqual(document.option("numbering"), "renumbers")
            with self.assertRaises(InvalidArgument):
                document.set_options(numbering="leaves", edges="sharp")
            self.assertEqual(document.option("numbering"), "renumbers")

    def test_replace_and_set(self):
        with Document("é word") as document:
            document.replace(1, 1, "x", kind="typing")
            document.replace(2, 2, "y", kind="typing")
            self.assertEqual(document.text, "éxy word")
            document.undo()
            self.assertEqual(document.text, "é word")
            document.text = "other"
            self.assertEqual((document.text, len(document), document.undo().changed), ("other", 5, False))

    def test_tables(self):
        self.assertEqual(
            perform(TABLE, 2, "table-format").text,
            "| a      | b   |\n| ------ | --- |\n| longer | x   |\n")
        self.assertEqual(perform("x", 0, "table-format").reason, "notInTable")
        self.assertIn("| --- |", perform("", 0, "table-insert", "2x2").text)

    def test_states_and_html(self):
        found = states("- **a**", 5)
        self.assertEqual((found["strong"].presence, found["bullet-list"].presence), ("on", "on"))
        self.assertEqual(found["table-format"][:3], ("off", False, "notInTable"))
        self.assertNotIn("newline", found)
        self.assertEqual(html("<b>x</b>", raw=True), "<p><b>x</b></p>\n")
        self.assertNotIn("<b>", html("<b>x</b>"))
        self.assertEqual(html("# A b", ids=True), '<h1 id="a-b">A b</h1>\n')

    def test_tokens_and_changes(self):
        text = "# é **b**\n\n😀 `c`\n\nlast"
        with Document(text) as document:
            tokens = document.tokens()
            covered = {index for token in tokens for index in range(token.start, token.end)}
            self.assertEqual(covered | {i for i, c in enumerate(text) if c.isspace()}, set(range(len(text))))
            strong = [text[token.start:token.end] for token in tokens if "strong" in token.marks]
            self.assertEqual(strong, ["**", "b", "**"])
            self.assertEqual({token.level for token in tokens if token.start < 9}, {1})
            self.assertEqual(document.changes(), [Range(0, len(text))])
            document.replace(len(text), len(text), "!")
            changed = document.changes()
            self.assertTrue(changed and changed[0].start > 10)

    def test_commands(self):
        found = {command.name: command for command in commands()}
        self.assertEqual(len(found), len(commands()))
        self.assertTrue(all(command.title and command.group for command in commands()))
        self.assertEqual(found["link"][1:], ("Link", "inlines", "link", "mod+k", "the destination"))

    def test_a_megabyte(self):
        text = ("Some *words* and é😀 here.\n\n- item\n- item\n\n" * 26000)[:1_000_000]
        with Document(text) as document:
            place = text.index("here", 500_000)
            step = document.perform("strong", (place, place + 4))
            self.assertEqual(document.slice(place - 1, place + 9), " **here**.")
            self.assertEqual(step.selection, (place + 2, place + 6))
            document.undo()
            self.assertEqual(document.text, text)


class Formatting(unittest.TestCase):
    def test_all_tables_and_lists(self):
        text = f"{TABLE}\n> {TABLE.splitlines()[0]}\n> |---|---|\n\n1. a\n3. b\n   1. c\n   3. d\n\ntext\n\n7) e\n7) f\n9) g\n"
        after = format_text(text)
        self.assertIn("| longer | x   |", after)
        self.assertIn("> | a   | b   |", after)
        self.assertTrue(after.endswith("1. a\n2. b\n   1. c\n   2. d\n\ntext\n\n7) e\n8) f\n9) g\n"), after)
        self.assertEqual(format_text(after), after)

    def test_code_and_endings_stay(self):
        text = "```\na|b\n-|-\n\n1. x\n1. y\n```\r\n\r\na|b\r\n-|-\r\nc|d"
        after = format_text(text)
        self.assertTrue(after.startswith("```\na|b\n-|-\n\n1. x\n1. y\n```\r\n\r\n"))
        self.assertTrue(after.endswith("| c   | d   |"), after)
        self.assertNotIn("\n", after[after.index("```\r\n") + 5:].replace("\r\n", ""))

    def test_numbers(self):
        numbered = "".join(f"{n}. a\n" for n in range(1, 1001))
        for text, wanted in [
                ("\ntext\n\n".join(["1. a\n3. b\n"] * 20), "\ntext\n\n".join(["1. a\n2. b\n"] * 20)),
                ("1. a\n" + "3. a\n" * 999, numbered), ("2. a\n2. b\n7. c\n", "2. a\n3. b\n4. c\n"),
                ("1. a\n1. b\n1. c\n", None), ("0. a\n0. b\n", None), ("7) a\n7) b\n", None)]:
            self.assertEqual(format_text(text), wanted or text)

    def test_html_keeps_its_meaning(self):
        text = DOCUMENT.read_text(encoding="utf-8")
        after = format_text(text)
        self.assertEqual(
            re.sub(r"<ol[^>]*>", "", html(after)), re.sub(r"<ol[^>]*>", "", html(text)))


def run_threads(count, work):
    """Calls a function with each number below `count`, each in a thread of its own."""
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Threads(unittest.TestCase):
    def test_a_document_each(self):
        results = {}

        def work(number):
            with Document(f"word {number}\n" * 50) as document:
                selection = (0, 4)
                for _ in range(20):
                    selection = document.perform("strong", selection).selection
                    document.perform("bullet-list", (0, len(document)))
                    document.undo()
                results[number] = document.text

        run_threads(8, work)
        self.assertEqual(results, {n: f"word {n}\n" * 50 for n in range(8)})

    def test_one_document(self):
        problems = []
        with Document("") as document:
            def work(_):
                try:
                    for _ in range(200):
                        document.replace(0, 0, "é ")
                        document.states(0)
                except Exception as error:  # The main thread reports it.
                    problems.append(error)

            run_threads(4, work)
            self.assertEqual(problems, [])
            self.assertEqual(document.text, "é " * 800)


def resident():
    """The memory of this process, in kilobytes."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text()).group(1))


@unittest.skipUnless(os.path.exists("/proc/self/status"), "needs Linux")
class Memory(unittest.TestCase):
    def test_100_000_calls(self):
        def calls(count):
            with Document("some words here\n\n| a |\n|---|\n") as document:
                for index in range(count):
                    document.perform("strong", (5, 10), action="mark")
                    document.undo()
                    if index % 10 == 0:
                        toggle("some words", (0, 4), "emphasis")
                        document.text = "some words here\n\n| a |\n|---|\n"
                    if index % 100 == 0:
                        document.states(5)
                        document.tokens()
                        Document("never closed")
            gc.collect()

        calls(10_000)
        before = resident()
        calls(100_000)
        self.assertLess(resident() - before, 4096)


if __name__ == "__main__":
    unittest.main()
