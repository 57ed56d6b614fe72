"""Checks the pages of the repository, or writes their Swift snippets and those of doc comments for the compiler to check.

Usage: snippets.py pages          fails if the README or the guide shows what is no example, or a link leads nowhere
       snippets.py core|uikit     writes as one file the snippets without UIKit, or only those with it

A snippet is the body of a function of its own, in which the names below exist, or it is a file's text if it extends a
type. AppleAdapters' articles, the guide and the README are compiled elsewhere.
"""

import pathlib
import re
import subprocess
import sys

SNIPPET = re.compile(r"^( *(?:/// )?)```swift\n(.*?)^ *(?:/// )?```$", re.DOTALL | re.MULTILINE)
# What a snippet may use without declaring it.
NAMES = """
var editor = try MarkdownEditor("")
var markdownEditor = editor
var buffer = TextBuffer("")
let (range, text, edit) = (0..<0, "", TextEdit([]))
let bar = AccessoryBar(editor)
let date = bar.items[0]
"""
CODE = re.compile(r"```.*?```|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)", re.DOTALL)


def problems():
    examples = {file.parent.name: file.read_text() for file in pathlib.Path("Examples/Sources").glob("*/main.swift")}
    shown = lambda page: [code for _, code in SNIPPET.findall(pathlib.Path(page).read_text())]
    found = [f"README.md has a snippet that is no example:\n{code}" for code in shown("README.md") if code not in examples.values()]
    if "".join(shown("Documentation/Guide.md")) != examples["GuideExample"]:
        found.append("the snippets of Documentation/Guide.md are not Examples/Sources/GuideExample/main.swift")
    listed = subprocess.run(["git", "ls-files", "*.md", ":!Fixtures", ":!Tests"], capture_output=True, text=True, check=True)
    for page in map(pathlib.Path, listed.stdout.split()):
        for target in re.findall(r"\]\(([^)\s#]+)", CODE.sub("", page.read_text())) if page.exists() else ():
            if ":" not in target and not (page.parent / target).exists():
                found.append(f"{page}: {target} does not exist")
    return found


def write(is_uikit):
    modules = ["MarkdownBar", "MarkdownEditing", "MarkdownHTML", "MarkdownSyntax", "TextEditing"]
    for module in modules + (["UIKit"] if is_uikit else ["MarkdownFoundation", "Foundation"]):
        print(f"import {module}")
    pages = [*pathlib.Path("Sources").rglob("*.md"), pathlib.Path("Documentation/Commands.md"),
             *pathlib.Path("Sources").rglob("*.swift")]
    for index, page in enumerate(sorted(page for page in pages if "AppleAdapters" not in page.parts)):
        text = page.read_text()
        for found in SNIPPET.finditer(text):
            code = re.sub(f"^{found[1].rstrip()} ?", "", found[2], flags=re.MULTILINE)
            if ("UI" in code) != is_uikit:
                continue
            line = text[:found.start(2)].count("\n") + 1
            print(f"\n// {page}:{line}")
            if re.match("(@[a-zA-Z]+ )*extension ", code):
                print(code)
            else:
                print(f"@MainActor func snippet{index}_{line}() throws {{{NAMES}do {{\n{code}}}\n}}")


if sys.argv[1] == "pages":
    sys.exit("\n".join(problems()) or 0)
write(sys.argv[1] == "uikit")
