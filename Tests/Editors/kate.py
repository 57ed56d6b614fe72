"""Drives Kate by real keys on a screen of its own, with the settings of Clients/Editors/lsp.md in a new home.

Usage: python3 Tests/Editors/kate.py; needs kate, xvfb, xdotool and dbus-run-session. SHOT is a prefix for pictures.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from lsp import Connection

CAPABILITIES = {"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {
    "valueSet": ["quickfix", "refactor", "source"]}}}}}
# The text, with a caret or a selection; the actions and keys; the text afterwards. Without a selection, Kate asks for
# actions on the whole text.
TASKS = [
    ("one ⟦two⟧\n", ["Bold"], "one **two**\n"),
    ("⟦one two⟧\n", ["Italic"], "*one two*\n"),
    ("⟦ab⟧ 1\n", ["Code"], "`ab` 1\n"),
    ("two\n\n⟦one⟧\n", ["Heading 2"], "two\n\n## one\n"),
    ("## o⟦n⟧e\n", ["Remove Heading 2"], "one\n"),
    ("⟦a\nb\nc⟧\n", ["Bullet List"], "- a\n- b\n- c\n"),
    ("- [ ] a\n\t- [ ] ⟦b⟧\n", ["Check"], "- [ ] a\n\t- [x] b\n"),
    ("⟦one⟧\n", ["Link"], "[one]()\n"),
    ("- a\n- ⟦b⟧\n", ["Indent"], "- a\n  - b\n"),
    ("- ⟦a⟧\n- b\n", ["Move Down"], "- b\n- a\n"),
    ("⟦one\ntwo⟧\n\nsix\n", ["Quote"], "> one\n> two\n\nsix\n"),
]
ENTER = [
    ("- one‸", ["Return", "x"], "- one\n- x"),
    ("- on‸e\n- b", ["Return", "x"], "- on\n- xe\n- b"),
    ("- [x] one two‸", ["Return", "x"], "- [x] one two\n- [ ] x"),
    ("1. a‸\n2. b\n3. c", ["Return", "x"], "1. a\n2. x\n3. b\n4. c"),
    ("> - a‸", ["Return", "x"], "> - a\n> - x"),
    ("- a\n\n- b‸", ["Return", "x"], "- a\n\n- b\n\n- x"),
    ("- a\n\t- b‸\n\t- c", ["Return", "x"], "- a\n\t- b\n\t- x\n\t- c"),
    ("- one‸", ["Return", "Return", "x"], "- one\n\nx"),
]
# Kate requests formatting after these keys too, because the caret is then at the start of a line.
OTHER = [
    ("- one\n‸abc\n", ["Delete"], "- one\nbc\n"),
    ("- one‸\n", ["Return", "BackSpace", "BackSpace"], "- one\n\n"),
    ("- one‸\n", ["Return", "ctrl+z", "ctrl+z"], "- one\n"),
]


def cases():
    for before, steps, after in TASKS:
        # Twice, with one step of undo in between.
        yield before, [*steps, "ctrl+z", *steps], after
    for before, steps, after in ENTER:
        yield before, steps, after
        yield (before + "\n").replace("\n", "\r\n"), steps, (after + "\n").replace("\n", "\r\n")
    yield from OTHER


def downs(title, text, start, end):
    """Returns how often to press Down until the action is reached in the list."""
    server = Connection(["mdedit", "lsp"])
    server.answer("initialize", {"processId": None, "rootUri": None, "capabilities": CAPABILITIES})
    server.notify("initialized", {})
    document = {"uri": "file:///a.md", "languageId": "markdown", "version": 1, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": document})
    actions = server.answer("textDocument/codeAction", {
        "textDocument": document, "context": {"diagnostics": []},
        "range": {side: {"line": line, "character": character} for side, (line, character) in
                  [("start", start), ("end", end)]}})["result"]
    server.process.kill()
    server.process.wait()
    return [action["title"] for action in actions].index(title) + 1


@contextlib.contextmanager
def screen():
    reader, writer = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", "1000x1000x24"],
                              pass_fds=[writer], stderr=subprocess.DEVNULL)
    try:
        yield ":" + os.read(reader, 20).decode().strip()
    finally:
        server.terminate()


def place(text):
    """The line and the column at the end of a text."""
    return text.count("\n"), len(text.rsplit("\n", 1)[-1])


with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, screen() as display:
    page = open(f"{os.environ['EDITORS']}/lsp.md", encoding="utf-8").read().split("\n## Kate\n")[1]
    settings = re.search(r"```json\n(.*?)```", page, re.S)[1]
    variables = re.search(r"`(kate: [^`]*)`", page)[1]
    files = {
        "kate/lspclient/settings.json": settings,
        "katemoderc": f"[Markdown]\nHighlighting=Markdown\nSection=Markup\nWildcards=*.md\nVariables={variables}\n",
        # Without the question whether the server may be started.
        "katerc": "[Kate Plugins]\nlspclientplugin=true\n[lspclient]\nTypeFormatting=true\n"
                  f"AllowedServerCommandLines={os.environ['MDEDIT']} lsp\n"
                  "[KTextEditor Document]\nNewline at End of File=false\n[KTextEditor View]\nAuto Completion=false\n",
    }
    for name, text in files.items():
        path = f"{home}/.config/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "w", encoding="utf-8").write(text)
    os.chmod(home, 0o700)
    environment = {**os.environ, "DISPLAY": display, "HOME": home, "XDG_CONFIG_HOME": f"{home}/.config",
                   "XDG_RUNTIME_DIR": home, "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8"}

    def keys(*arguments):
        return subprocess.run(["xdotool", *arguments], env=environment, capture_output=True, text=True).stdout

    todo = list(cases())
    paths = [f"{home}/{number}.md" for number in range(len(todo))]
    for path, (before, _, _) in zip(paths, todo):
        open(path, "w", newline="", encoding="utf-8").write(re.sub("[‸⟦⟧]", "", before))
    kate = subprocess.Popen(["dbus-run-session", "kate", "-n", *reversed(paths)], env=environment, cwd=home,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while not (windows := keys("search", "--onlyvisible", "--class", "kate").split()):
            if time.monotonic() > deadline:
                sys.exit("kate: it does not start")
            time.sleep(0.2)
        time.sleep(5)
        keys("windowfocus", windows[-1])
        failures = 0
        for path, (before, steps, after) in zip(paths, todo):
            time.sleep(0.4)
            shown = before.replace("\r\n", "\n")
            front = re.split("[‸⟦]", shown)[0]
            marked = re.search("⟦(.*)⟧", shown, re.S)
            start, end = place(front), place(front + (marked[1] if marked else ""))
            text = re.sub("[‸⟦⟧]", "", shown)
            select = lambda: keys("key", "ctrl+Home", *["Down"] * start[0], *["Right"] * start[1],
                                  *["shift+Right"] * len(marked[1] if marked else ""))
            select()
            for step in steps:
                if step == "ctrl+z" and steps[-1] != "ctrl+z":
                    keys("key", step)
                    time.sleep(0.3)
                    select()
                elif step[0].isupper() and step not in ("Return", "Delete", "BackSpace"):
                    count = downs(step, text, start, end)
                    keys("key", "alt+Return")
                    time.sleep(0.6)
                    keys("key", *["Down"] * count, "Return")
                else:
                    keys("key", step)
                time.sleep(0.3)
            keys("key", "ctrl+s")
            deadline = time.monotonic() + 3
            while (found := open(path, newline="", encoding="utf-8").read()) != after:
                if time.monotonic() > deadline:
                    failures += 1
                    print(f"kate: {before!r} {' '.join(steps)}: {found!r}, not {after!r}", file=sys.stderr)
                    break
                time.sleep(0.1)
            if "SHOT" in os.environ:
                picture = f"{os.environ['SHOT']}-{paths.index(path)}.png"
                subprocess.run(["import", "-window", "root", picture], env=environment)
            keys("key", "ctrl+w")
        print(f"kate: {len(todo)} texts")
    finally:
        kate.terminate()
        kate.wait()
sys.exit(failures > 0)
