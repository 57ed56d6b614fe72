"""Reads the settings on the pages of editors that are not run here, starts the command that each names, and asks for an action.

Usage: python3 Tests/Editors/pages.py
"""

import json
import os
import re
import threading
import tomllib

from lsp import Connection

checks = 0


def blocks(editor, kind):
    """Returns the fenced or indented blocks of a page."""
    with open(f"{os.environ['EDITORS']}/{editor}/README.md", encoding="utf-8") as page:
        text = page.read()
    if kind == "json":
        return [json.loads(block) for block in re.findall(r"^ *```json\n(.*?)^ *```$", text, re.S | re.M)]
    return ["\n".join(line[7:] for line in block.splitlines())
            for block in re.findall(r"(?:^(?: {7}.*)?\n)+", text, re.M) if block.strip()]


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
    edits = [action["edit"] for action in actions if action["title"].startswith("Mark strong")]
    assert "**" in json.dumps(edits), (editor, [action["title"] for action in actions])
    assert options == {"dialect": "github"}, (editor, options)
    timer.cancel()
    client.process.kill()
    client.process.wait()
    checks += 1


sublime = blocks("sublime", "json")[0]["clients"]["mdedit"]
assert sublime["enabled"] and sublime["selector"] == "text.html.markdown"
check("sublime", sublime["command"], sublime["initializationOptions"])

zed = blocks("zed", "json")[0]
(server,) = zed["languages"]["Markdown"]["language_servers"]
check("zed", [zed["lsp"][server]["binary"]["path"], *zed["lsp"][server]["binary"]["arguments"]],
      zed["lsp"][server]["initialization_options"])

template, options = blocks("jetbrains", "json")
assert "*.md" in template["fileTypeMappings"][0]["fileType"]["patterns"]
check("jetbrains", template["programArgs"]["default"].split(), options)

kate = json.loads(blocks("kate", "indented")[0])["servers"]["markdown"]
check("kate", kate["command"], kate["initializationOptions"])

helix = tomllib.loads(blocks("helix", "indented")[0])
(language,) = helix["language"]
assert language["name"] == "markdown"
server = helix["language-server"][language["language-servers"][0]]
check("helix", [server["command"], *server["args"]], server["config"])

print(f"pages: {checks} commands answer")
