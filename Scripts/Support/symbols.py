"""Counts the public symbols that `import MarkdownEditing` shows, and those without a comment.

Usage: symbols.py FOLDER [--most N] [--list]   FOLDER has the symbol graphs of the modules, without synthesized members

Counted are all symbols of MarkdownEditing, and those of the declarations that it exports from other modules, with their
members. Status 1 if there are more than N, or if one of them has no comment.
"""

import argparse
import collections
import json
import pathlib
import re
import sys

arguments = argparse.ArgumentParser()
arguments.add_argument("folder", type=pathlib.Path)
arguments.add_argument("--most", type=int)
arguments.add_argument("--list", action="store_true")
arguments = arguments.parse_args()

exported = {"MarkdownEditing": None}
for kind, module, name in re.findall(r"^@_exported import (?:(\w+) )?(\w+)(?:\.(\w+))?$",
                                     pathlib.Path("Sources/MarkdownEditing/MarkdownEditing.swift").read_text(), re.M):
    exported.setdefault(module, set() if name else None)
    if name:
        exported[module].add(name)
count, bare = collections.Counter(), []
for graph in sorted(arguments.folder.glob("*.symbols.json")):
    module = graph.name.split(".")[0].split("@")[0]
    if module not in exported:
        continue
    for symbol in json.loads(graph.read_text())["symbols"]:
        path = symbol["pathComponents"]
        if exported[module] is not None and path[0] not in exported[module]:
            continue
        count[f"{module}.{'.'.join(path[:-1])}"] += 1
        if "docComment" not in symbol:
            bare.append(f"{module}.{'.'.join(path)}")
total = sum(count.values())
if arguments.list:
    for name, number in count.most_common():
        print(f"{number:4} {name}")
print(f"symbols: {total} by one import, {len(bare)} without a comment")
for name in bare:
    print(f"  without a comment: {name}")
sys.exit(bool(bare) or arguments.most is not None and total > arguments.most)
