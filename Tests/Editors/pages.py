"""Reads the settings of editors that are not run here, starts the command that each names, and asks for an action.

Usage: python3 Tests/Editors/pages.py
"""

import json
import os
import re
import threading
import tomllib

from lsp import Connection

checks = 0


def blocks(editor):
    """Returns the settings in an editor's section of the page."""
    with open(f"{os.environ['EDITORS']}/lsp.md", encoding="utf-8") as page:
        section = page.read().split(f"\n## {editor}\n")[1].split("\n## ")[0]
    readers = {"json": json.loads, "toml": tomllib.loads}
    return [readers[kind](block) for kind, block in re.findall(r"^```(\w+)\n(.*?)^```$", section, re.S | re.M)]


def check(editor, command, options):
    """Asks for the action that marks a word, in the dialect of the page."""
    global checks
    client = Connection(command)
    timer = threading.Timer(5, client.process.kill)
    timer.start()
    # If the options are read, an unknown dialect is an error that the server reports.
    result = client.answer("initialize", {
        "processId": None, "rootUri": None, "initializationOptions": options,
        "capabilities": {"textDocument": {"codeAction": {"codeActionLiteralSupport": {
            "codeActionKind": {"valueSet": ["refactor.rewrite"]}}}}}})["result"]
    assert result["capabilities"]["codeActionProvider"], (editor, result)
    client.notify("initialized", {})
    uri = "file:///notes.md"
    client.notify("textDocument/didOpen", {
        "textDocument": {"uri": uri, "languageId": "markdown", "version": 1, "text": "some words\r\n"}})
    actions = client.answer("textDocument/codeAction", {
        "textDocument": {"uri": uri}, "context": {"diagnostics": []},
        "range": {"start": {"line": 0, "character": 5}, "end": {"line": 0, "character": 10}}})["result"]
    edits = [action["edit"] for action in actions if action["title"] == "Bold"]
    assert "**" in json.dumps(edits), (editor, [action["title"] for action in actions])
    assert options == {"dialect": "github"}, (editor, options)
    timer.cancel()
    client.process.kill()
    client.process.wait()
    checks += 1


kate = blocks("Kate")[0]["servers"]["markdown"]
check("Kate", kate["command"], kate["initializationOptions"])

helix = blocks("Helix")[0]
(language,) = helix["language"]
assert language["name"] == "markdown"
server = helix["language-server"][language["language-servers"][0]]
check("Helix", [server["command"], *server["args"]], server["config"])

sublime = blocks("Sublime Text")[0]["clients"]["mdedit"]
assert sublime["enabled"] and sublime["selector"] == "text.html.markdown"
check("Sublime Text", sublime["command"], sublime["initializationOptions"])

zed = blocks("Zed")[0]
server = zed["lsp"][zed["languages"]["Markdown"]["language_servers"][0]]
check("Zed", [server["binary"]["path"], *server["binary"]["arguments"]], server["initialization_options"])

template, options = blocks("JetBrains")
assert "*.md" in template["fileTypeMappings"][0]["fileType"]["patterns"]
check("JetBrains", template["programArgs"]["default"].split(), options)

print(f"pages: {checks} commands answer")
