"""Checks the pages of the repository, or writes their Swift snippets and those of doc comments for the compiler to check.

Usage: snippets.py pages          fails if the README or the guide shows what is no example, or a link leads nowhere
       snippets.py core|uikit     writes as one file the snippets without UIKit, or only those with it
       snippets.py printed FILE   compares what the snippets of core print, in a file, with the comments after `print`

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


def printed(code):
    """Returns the lines that a snippet prints according to the comments at and below its calls of `print`."""
    calls = re.search(r"^ *print\(.*", code, re.DOTALL | re.MULTILINE)
    return re.findall(r"(?:^ *|\)  +)// (.*)", calls[0], re.MULTILINE) if calls else []


def snippets(is_uikit):
    """Returns for each snippet its page and line, the name of its function and its code."""
    pages = [*pathlib.Path("Sources").rglob("*.md"), pathlib.Path("Documentation/Commands.md"),
             *pathlib.Path("Sources").rglob("*.swift")]
    for index, page in enumerate(sorted(page for page in pages if "AppleAdapters" not in page.parts)):
        text = page.read_text()
        for found in SNIPPET.finditer(text):
            code = re.sub(f"^{found[1].rstrip()} ?", "", found[2], flags=re.MULTILINE)
            if ("UI" in code) == is_uikit:
                line = text[:found.start(2)].count("\n") + 1
                yield f"{page}:{line}", f"snippet{index}_{line}", code


def write(is_uikit):
    print(f"import MarkdownEditing\nimport MarkdownHTML\nimport {'UIKit' if is_uikit else 'Foundation'}")
    calls = ""
    for place, name, code in snippets(is_uikit):
        print(f"\n// {place}")
        if re.match("(@[a-zA-Z]+ )*extension ", code):
            print(code)
        else:
            print(f"@MainActor func {name}() throws {{{NAMES}do {{\n{code}}}\n}}")
            calls += f'print("\\u{{1}}{place}")\ntry {name}()\n' if printed(code) else ""
    if not is_uikit:
        print(f"\n@main struct Snippets {{ @MainActor static func main() throws {{\n{calls}}} }}")


def compare(file):
    runs = [run.splitlines() for run in pathlib.Path(file).read_text().split("\u0001")[1:]]
    shown = {place: printed(code) for place, _, code in snippets(False)}
    if len(runs) != sum(map(bool, shown.values())):
        sys.exit("some snippets did not run")
    return [f"{place} prints {lines}, not {shown[place]}" for place, *lines in runs if lines != shown[place]]


if sys.argv[1] == "pages":
    sys.exit("\n".join(problems()) or 0)
if sys.argv[1] == "printed":
    sys.exit("\n".join(compare(sys.argv[2])) or 0)
write(sys.argv[1] == "uikit")
