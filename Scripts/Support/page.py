"""Writes the page in one file: modules, styles, libraries and engine, and a policy that names the hashes of its scripts
and styles, so that nothing else runs in it. Exit status 75 if a program or the libraries are missing.

Usage: page.py ENGINE PAGE
"""

import ast
import base64
import gzip
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

web = pathlib.Path("Clients/Web")
work = pathlib.Path(".build/web-libraries")
LIBRARIES = web / "page/libraries.txt"
CHUNK = re.compile(r'import\("\./[^"]+"\)')


def skip(sentence):
    print(f"skipped: {sentence}", file=sys.stderr)
    sys.exit(75)


def run(*command):
    result = subprocess.run(command, text=True, stderr=subprocess.PIPE)
    if result.returncode:
        sys.exit(f"page: {command[0]} failed: {result.stderr.strip()}")


def downloaded():
    """Returns the wheels, which pip checks against their hashes."""
    stamp = work / "libraries.txt"
    if not stamp.is_file() or stamp.read_bytes() != LIBRARIES.read_bytes():
        shutil.rmtree(work, ignore_errors=True)
        pip = subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes",
                              "--disable-pip-version-check", "-r", LIBRARIES, "-d", work], stderr=subprocess.PIPE, text=True)
        if pip.returncode:
            skip(f"the libraries of the page cannot be downloaded: {pip.stderr.strip().rpartition(chr(10))[2]}")
        shutil.copy(LIBRARIES, stamp)
    return {path.name.split("-")[0]: zipfile.ZipFile(path) for path in work.glob("*.whl")}


def unpack(wheels):
    """Writes the modules that the page imports into one folder."""
    modules = work / "modules"
    editor = modules / "codemirror"
    editor.mkdir(parents=True, exist_ok=True)
    nicegui, elements = wheels["nicegui"], "nicegui/elements"
    names = nicegui.namelist()
    folder = f"{elements}/codemirror/dist"
    index = nicegui.read(f"{folder}/index.js").decode()
    main = re.search(r'from"\./(index-[^"]+)"', index)[1]
    editor.joinpath("index.js").write_text(index)
    # The page uses none of its 136 languages.
    editor.joinpath(main).write_text(CHUNK.sub("Promise.reject()", nicegui.read(f"{folder}/{main}").decode()))
    katex = next(name for name in names if re.fullmatch(f"{elements}/mermaid/dist/katex-[^/]+[.]js", name))
    modules.joinpath("katex.js").write_bytes(nicegui.read(katex))
    modules.joinpath("highlight.js").write_bytes(
        wheels["sphinx_revealjs"].read("sphinx_revealjs/_static/revealjs/plugin/highlight/highlight.esm.js"))
    source = ast.parse(wheels["pymdown_extensions"].read("pymdownx/gemoji_db.py"))
    tables = {node.targets[0].id: ast.literal_eval(node.value) for node in source.body
              if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
    emoji = {name.strip(":"): "".join(chr(int(code, 16)) for code in entry["unicode"].split("-"))
             for name, entry in tables["emoji"].items() if "unicode" in entry}
    emoji |= {alias.strip(":"): emoji[name.strip(":")] for alias, name in tables["aliases"].items() if name.strip(":") in emoji}
    modules.joinpath("emoji.json").write_text(json.dumps(emoji, ensure_ascii=False))
    return modules


# What the plugin with highlight.js asks of a page when it starts; a worker has none.
NO_PAGE = ('self.window = self; self.document = { compatMode: "CSS1Compat", addEventListener() {}, readyState: "loading", createElement: () => ({}), '
           'getElementsByTagName: () => [{ appendChild() {} }] };')


def bundled(entry, modules, kind, *options):
    aliases = [f"--alias:{name.replace('/', '.').split('.')[0]}={modules.joinpath(name).resolve()}"
               for name in ["codemirror/index.js", "katex.js", "highlight.js", "emoji.json"]]
    out = work / "bundles" / entry
    run(*ESBUILD, str(web / "page" / entry), "--bundle", "--minify", "--charset=utf8", "--log-level=error",
        "--legal-comments=none", "--external:node:fs/promises",
        f"--format={kind}", f"--outfile={out}", "--target=chrome110,firefox115,safari16.4", *aliases, *options)
    return out.read_text()


def policy_hash(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def packed(data):
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()


ESBUILD = ["esbuild"] if shutil.which("esbuild") else ["npx", "--yes", "esbuild@0.17"]
if ESBUILD[0] == "npx" and subprocess.run([*ESBUILD, "--version"], capture_output=True).returncode:
    skip("there is no esbuild to build the page with")
modules = unpack(downloaded())
script, style = "\n" + bundled("main.js", modules, "esm"), "\n" + web.joinpath("page/page.css").read_text()
assert "</script" not in script
# For the styles that CodeMirror adds.
nonce = hashlib.sha256(style.encode()).hexdigest()[:32]
policy = (f"default-src 'none'; script-src {policy_hash(script)} 'wasm-unsafe-eval'; worker-src blob:; "
          f"style-src {policy_hash(style)} 'nonce-{nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob: https: http:; connect-src 'self'; "
          "base-uri 'none'; form-action 'none'")
html = web.joinpath("page/index.html").read_text()
parts = {"engine": pathlib.Path(sys.argv[1]).read_bytes(), "worker": bundled("worker.js", modules, "iife", f"--banner:js={NO_PAGE}").encode(),
         "notices": web.joinpath("page/notices.txt").read_bytes()}
inlined = "".join(f'<script type="application/octet-stream" id="{name}">{packed(data)}</script>\n' for name, data in parts.items())
for place, content in {
        "<!-- policy -->": f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<link rel="stylesheet" href="page.css">': f"<style>{style}</style>",
        '<script type="module" src="main.js"></script>': f'{inlined}<script type="module">{script}</script>',
}.items():
    assert html.count(place) == 1, place
    html = html.replace(place, content)
pathlib.Path(sys.argv[2]).write_text(html)
