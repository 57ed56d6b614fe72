"""Fails if a link from one page of the repository to another file leads nowhere."""

import pathlib
import re
import subprocess
import sys

CODE = re.compile(r"```.*?```|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s#]+)")

listed = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True, check=True)
pages = [page for page in map(pathlib.Path, listed.stdout.split()) if page.exists()]
broken = [
    f"{page}: {target}"
    for page in pages if page.parts[0] not in ("Fixtures", "Tests")
    for target in LINK.findall(CODE.sub("", page.read_text()))
    if ":" not in target and not (page.parent / target).exists()
]
print("\n".join(broken) or f"the links of {len(pages)} pages lead to files")
sys.exit(bool(broken))
