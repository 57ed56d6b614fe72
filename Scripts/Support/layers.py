"""Prints each place where a layer of MarkdownEditing names what a layer above it declares; status 1 if there is any."""

import pathlib
import re
import sys

# From bottom to top.
LAYERS = ["Outcomes", "Marks", "Inline", "Blocks", "Caret", "Typing", "Pasting", "Catalogue", "State", "Documents",
          "Editor"]
ROOT = pathlib.Path("Sources/MarkdownEditing")
DECLARED = re.compile(r"^(?:(?:public|package|indirect|final) +)*"
                      r"(?:struct|enum|class|protocol|typealias|func) +(\w+)", re.MULTILINE)
# A member or a label of the same name is unrelated.
NAMED = re.compile(r"(?<![.\w])(?:([A-Z]\w*)|([a-z_]\w*)(?=\())")

unknown = {folder.name for folder in ROOT.iterdir() if folder.is_dir()} - {*LAYERS, "MarkdownEditing.docc"}
problems = [f"{ROOT / name}: Scripts/Support/layers.py has no layer of this name" for name in unknown]
texts = {file: re.sub(r'"(?:[^"\\\n]|\\.)*"|//.*', '""', file.read_text()) for file in sorted(ROOT.glob("*/**/*.swift"))}
home = {name: file.parts[2] for file, text in texts.items() for name in DECLARED.findall(text)}
for file, text in texts.items() if not problems else ():
    layer = file.parts[2]
    for match in NAMED.finditer(text):
        above = home.get(match[0], layer)
        if LAYERS.index(above) > LAYERS.index(layer):
            line = text[:match.start()].count("\n") + 1
            problems.append(f"{file}:{line}: {layer} is below {above}, which declares {match[0]}")
print("\n".join(problems) or "structure: the layers are in order")
sys.exit(bool(problems))
