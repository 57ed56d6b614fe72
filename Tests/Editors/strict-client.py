"""A client that checks every message of `mdedit lsp` against the types of the Language Server Protocol.

Usage: strict-client.py MDEDIT FILE…     Needs lsprotocol (pip install lsprotocol).

Each file is opened with LF and with CRLF, with and without a final line ending, in UTF-16 and in UTF-8. All requests are
sent. The answers must have the types of the specification without unknown members, and ranges that fit the text.
"""
import json
import sys

from lsprotocol import converters, types

from lsp import Connection

converter = converters.get_converter()
failures = 0
checks = 0


def check(ok, what, *details):
    global failures, checks
    checks += 1
    if not ok:
        failures += 1
        print("strict-client:", what, *details, file=sys.stderr)


def without_null(value):
    if isinstance(value, dict):
        return {key: without_null(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [without_null(item) for item in value]
    return value


def typed(message, kind):
    """The message as `kind`; a failure if it has other members than the specification."""
    try:
        value = converter.structure(message, kind)
        again = json.loads(json.dumps(converter.unstructure(value, kind)))
        check(without_null(again) == without_null(message), kind.__name__, str(message)[:300])
        return value
    except Exception as problem:  # Whatever is wrong is a failure of the server's.
        check(False, kind.__name__, repr(problem)[:300], str(message)[:300])
        return None


class Client(Connection):
    def __init__(self, tool, encoding, text):
        super().__init__([tool, "lsp"])
        self.encoding, self.uri, self.version = encoding, "file:///a%20b/n.md", 1
        self.notes = []
        capabilities = {
            "general": {"positionEncodings": [encoding]},
            "workspace": {
                "applyEdit": True, "configuration": True,
                "workspaceEdit": {"documentChanges": True},
                "didChangeConfiguration": {"dynamicRegistration": True},
                "semanticTokens": {"refreshSupport": True},
            },
            "textDocument": {
                "codeAction": {
                    "dataSupport": True, "resolveSupport": {"properties": ["edit"]},
                    "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["refactor.rewrite"]}},
                },
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
                "semanticTokens": {
                    "requests": {"full": {"delta": True}, "range": True}, "tokenTypes": [],
                    "tokenModifiers": [], "formats": ["relative"],
                },
            },
        }
        result = self.ask(
            "initialize",
            {"processId": None, "rootUri": None, "capabilities": capabilities,
             "initializationOptions": {"diagnostics": True}})
        check(result.capabilities.position_encoding == encoding, "the encoding")
        self.notify("initialized", {})
        self.lines = text.replace("\r\n", "\n").split("\n")
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": "markdown", "version": self.version, "text": text}})

    def handle(self, message):
        """Checks a notification or a request of the server's, and answers it."""
        self.notes.append(typed(message, types.METHOD_TO_TYPES[message["method"]][0]))
        if "id" in message:
            result = {"workspace/configuration": [{"edges": "readable"}],
                      "workspace/applyEdit": {"applied": True}}.get(message["method"])
            self.send(id=message["id"], result=result)

    def ask(self, method, parameters, errors=()):
        """The result of a request, as the specification's type; None if it is one of the errors."""
        answer = self.answer(method, parameters)
        if "error" in answer:
            typed(answer, types.ResponseErrorMessage)
            check(answer["error"]["code"] in errors, method, answer)
            return None
        response = typed(answer, types.METHOD_TO_TYPES[method][1])
        return response and response.result

    def about(self, method, errors=(), **more):
        return self.ask("textDocument/" + method, {"textDocument": {"uri": self.uri}, **more}, errors)

    def width(self, text):
        return len(text.encode()) if self.encoding == "utf-8" else len(text.encode("utf-16-le")) // 2

    def fits(self, position):
        return position.line < len(self.lines) and position.character <= self.width(self.lines[position.line])

    def check_range(self, what, part, whole=None):
        start, end = part.start, part.end
        check((start.line, start.character) <= (end.line, end.character), what, part)
        check(self.fits(start) and self.fits(end), what, "is outside the text:", part)
        if whole:
            check(
                (whole.start.line, whole.start.character) <= (start.line, start.character)
                and (end.line, end.character) <= (whole.end.line, whole.end.character),
                what, part, "is not inside", whole)


def positions(client):
    """A position in the middle of every fifth line."""
    for number in range(0, len(client.lines), 5):
        line = client.lines[number]
        yield {"line": number, "character": client.width(line[: len(line) // 2])}


def check_tokens(client, data):
    check(len(data) % 5 == 0, "tokens are groups of five")
    line = character = end = 0
    for index in range(0, len(data), 5):
        lines, start, length, kind, _ = data[index:index + 5]
        if lines:
            character = end = 0
        line, character = line + lines, character + start
        check(length > 0 and character >= end, "a token overlaps", line, character)
        end = character + length
        check(line < len(client.lines) and end <= client.width(client.lines[line]), "a token's end", line)


def check_symbols(client, symbols, parent=None):
    for symbol in symbols:
        check(bool(symbol.name), "a symbol has a name")
        client.check_range("a symbol", symbol.range, parent)
        client.check_range("a symbol's selection", symbol.selection_range, symbol.range)
        check_symbols(client, symbol.children or [], symbol.range)


def check_structure(client):
    check_symbols(client, client.about("documentSymbol"))
    for fold in client.about("foldingRange"):
        check(fold.start_line < fold.end_line < len(client.lines), "a fold", fold)
    for link in client.about("documentLink"):
        client.check_range("a link", link.range)
    places = list(positions(client))
    for place, found in zip(places, client.about("selectionRange", positions=places)):
        while found.parent:
            client.check_range("a selection", found.range, found.parent.range)
            found = found.parent
    for place in places[:20]:
        location = client.about("definition", position=place)
        if location:
            client.check_range("a definition", location.range)
        context = {"includeDeclaration": True}
        for location in client.about("references", position=place, context=context):
            client.check_range("a reference", location.range)
        client.about("linkedEditingRange", position=place)
        if client.about("prepareRename", position=place):
            client.about("rename", [-32803], position=place, newName="a new label")


def check_actions(client):
    for place in list(positions(client))[:20]:
        caret = {"start": place, "end": place}
        actions = client.about("codeAction", range=caret, context={"diagnostics": []})
        check(all(action.edit is None and action.data for action in actions), "actions have data")
        only = {"diagnostics": [], "only": ["refactor.rewrite.mdedit.quote"]}
        for action in client.about("codeAction", range=caret, context=only):
            check(action.kind == "refactor.rewrite.mdedit.quote", "only", action.kind)
            # The rare command without a spelling is refused only now.
            resolved = client.ask("codeAction/resolve", converter.unstructure(action), [-32803])
            if not resolved:
                continue
            change = resolved.edit.document_changes[0]
            check(change.text_document.version == client.version, "the version of an edit")
            for edit in change.edits:
                client.check_range("an edit", edit.range)
        client.about(
            "onTypeFormatting", position={"line": place["line"], "character": 0}, ch="\n",
            options={"tabSize": 4, "insertSpaces": True})


def check_changes(client):
    full = client.about("semanticTokens/full")
    check_tokens(client, full.data)
    half = {"line": len(client.lines) // 2, "character": 0}
    part = client.about("semanticTokens/range", range={"start": {"line": 0, "character": 0}, "end": half})
    check_tokens(client, part.data)
    actions = client.about(
        "codeAction", range={"start": half, "end": half}, context={"diagnostics": []})
    client.version += 1
    client.lines.insert(0, "*é* 😀")
    origin = {"line": 0, "character": 0}
    client.notify("textDocument/didChange", {
        "textDocument": {"uri": client.uri, "version": client.version},
        "contentChanges": [{"range": {"start": origin, "end": origin}, "text": "*é* 😀\n"}]})
    delta = client.about("semanticTokens/full/delta", previousResultId=full.result_id)
    data = list(full.data)
    for edit in delta.edits:
        data[edit.start:edit.start + edit.delete_count] = edit.data or []
    check(data == list(client.about("semanticTokens/full").data), "the tokens after a change")
    stale = client.ask("codeAction/resolve", converter.unstructure(actions[0]), [-32801])
    check(stale is None, "an action of an older text has no edit")


def main():
    tool, *files = sys.argv[1:]
    for file in files:
        with open(file, encoding="utf-8", newline="") as source:
            plain = source.read().replace("\r\n", "\n")
        for encoding in ["utf-16", "utf-8"]:
            for ending in ["\n", "\r\n"]:
                for last in ["", "\n"]:
                    text = (plain.rstrip("\n") + last).replace("\n", ending)
                    client = Client(tool, encoding, text)
                    check_structure(client)
                    check_actions(client)
                    check_changes(client)
                    client.notify("workspace/didChangeConfiguration", {"settings": {"mdedit": {"dialect": "obsidian"}}})
                    client.ask("shutdown", None)
                    client.notify("exit", None)
                    check(client.process.wait(10) == 0, "the exit status")
                    methods = {note.method for note in client.notes if note}
                    for method in ["client/registerCapability", "workspace/configuration",
                                   "textDocument/publishDiagnostics", "workspace/semanticTokens/refresh"]:
                        check(method in methods, "there was no", method)
    print(f"strict-client: {checks} checks")
    sys.exit(1 if failures else 0)


main()
