"""Writes the Swift snippets of the pages and of the doc comments as one file, for the compiler to check.

Usage: snippets.py core|uikit     those without UIKit, or only those with it

A snippet is the body of a function of its own, in which the names below exist, or it is a file's text if it extends a
type. AppleAdapters' articles, the guide and the README are compiled elsewhere.
"""

import pathlib
import re
import sys

SNIPPET = re.compile(r"^( *(?:/// )?)```swift\n(.*?)^ *(?:/// )?```$", re.DOTALL | re.MULTILINE)
# What a snippet may use without declaring it.
NAMES = """
var editor = try MarkdownEditor("")
var markdownEditor = editor
var buffer = TextBuffer("")
let (range, text, edit) = (0..<0, "", TextEdit([]))
let bar = AccessoryBar(editor)
let timestamp = bar.items[0]
"""


def snippets():
    """Returns the places and texts of all snippets."""
    pages = [*pathlib.Path("Sources").rglob("*.md"), pathlib.Path("Documentation/Commands.md"),
             *pathlib.Path("Sources").rglob("*.swift")]
    for page in sorted(pages):
        if "AppleAdapters" in page.parts:
            continue
        text = page.read_text()
        for found in SNIPPET.finditer(text):
            line = text[:found.start(2)].count("\n") + 1
            yield f"{page}:{line}", re.sub(f"^{found[1].rstrip()} ?", "", found[2], flags=re.MULTILINE)


def main():
    is_uikit = sys.argv[1] == "uikit"
    print("import MarkdownEditing\nimport MarkdownHTML")
    print("import UIKit" if is_uikit else "import Foundation")
    for number, (place, code) in enumerate(snippets()):
        if ("UI" in code) != is_uikit:
            continue
        print(f"\n// {place}")
        if re.match("(@[a-zA-Z]+ )*extension ", code):
            print(code)
        else:
            print(f"@MainActor func snippet{number}() throws {{{NAMES}do {{\n{code}}}\n}}")


main()
