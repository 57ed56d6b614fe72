"""Writes the demo page in one file: modules, styles and engine, and a policy that names their hashes, so that nothing
else runs in it.

Usage: page.py ENGINE PAGE
"""

import base64
import hashlib
import pathlib
import re
import sys

MODULES = ["pieces", "index", "keys", "link", "binding", "textarea", "colors", "look", "bar", "preview", "find", "demo/documents",
           "demo/journal", "demo/drafts", "demo/command", "demo/finder", "demo/scrolling", "demo/files", "demo/demo"]
web = pathlib.Path("Clients/Web")
engine = base64.b64encode(pathlib.Path(sys.argv[1]).read_bytes()).decode()


def inlined(module):
    """Returns a module without its imports and exports: all modules share one scope."""
    text = re.sub(r"^(import [^;]*;\n|export \{[^;]*;\n|export (default )?)", "", web.joinpath(module + ".js").read_text(),
                  flags=re.MULTILINE)
    return "{\n" + text + "}\n" if module == "demo/demo" else text


def policy_hash(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


script = "\n" + "".join(map(inlined, MODULES))
assert "</script" not in script
style = "\n" + web.joinpath("demo/demo.css").read_text()
policy = (f"default-src 'none'; script-src {policy_hash(script)} 'wasm-unsafe-eval'; style-src {policy_hash(style)}; "
          "style-src-attr 'none'; img-src data: https: http:; connect-src 'self'; base-uri 'none'; form-action 'none'")
html = web.joinpath("demo/index.html").read_text()
for place, content in {
        "<!-- policy -->": f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<link rel="stylesheet" href="demo.css">': f"<style>{style}</style>",
        '<script type="module" src="demo.js"></script>':
            f'<script type="application/octet-stream" id="engine">{engine}</script>\n<script type="module">{script}</script>',
}.items():
    assert html.count(place) == 1, place
    html = html.replace(place, content)
pathlib.Path(sys.argv[2]).write_text(html)
