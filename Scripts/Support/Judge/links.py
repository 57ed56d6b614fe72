"""Judges what mdedit says and does about links between files, by cmark-gfm's HTML and the file system.

Usage: Scripts/judge links lint FOLDER…         the broken links that `mdedit lint` finds
       Scripts/judge links rename FOLDER…       headings and files that the language server renames
                     [--headings N] [--files N] [--seed N]
       With --plant, each finding and each edit of a link is left out in turn; all of these faults must be found.
       Scripts/judge links time FOLDER…         what the server takes to open a folder, for a key and a completion
"""
import argparse
import collections
import html
import html.parser
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata
import urllib.parse

import cmark

NOTE = re.compile(r"\.(md|markdown|mdown|mkd)$", re.IGNORECASE)
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
TEMPLATE = re.compile(r"[{*$]")


class Links(html.parser.HTMLParser):
    """The addresses and anchors of a page."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.addresses, self.anchors, self.counts = [], set(), collections.Counter()
        self.heading = None
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and tag in ("a", "img", "source", "video", "audio") and value:
                self.addresses.append(value)
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)
        if re.fullmatch("h[1-6]", tag):
            self.heading = ""

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        if re.fullmatch("h[1-6]", tag) and self.heading is not None:
            # As github.com makes the ids of headings.
            name = "".join(c for c in self.heading.strip().lower() if c in "-_ " or is_word(c)).replace(" ", "-")
            while name in self.anchors and self.counts[name] == 0 or f"{name}-{self.counts[name]}" in self.anchors:
                self.counts[name] += 1
            self.anchors.add(f"{name}-{self.counts[name]}" if self.counts[name] else name)
            self.counts[name] += 1
            self.heading = None

    def handle_data(self, data):
        if self.heading is not None:
            self.heading += data


def is_word(char):
    return char.isalnum() or unicodedata.category(char)[0] == "M" or unicodedata.category(char) == "Pc"


def links(path, cache={}):
    """The addresses and anchors of a file, without front matter."""
    text = path.read_bytes().decode("utf-8", "replace")
    if text not in cache:
        cache[text] = Links(cmark.html(text[cmark.metadata_end(text):]))
    return cache[text]


def listed(folder):
    """The names of the files of a folder that git does not ignore."""
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=folder,
                           capture_output=True, check=True).stdout.decode("utf-8", "surrogateescape").split("\0")
    return sorted(name for name in set(names) if name and os.path.lexists(folder / name)
                  and not (folder / name).is_dir())


def notes(folder):
    """The notes of a folder that git would not ignore, and that are not hidden."""
    for name in listed(folder):
        if NOTE.search(name) and (folder / name).is_file() and not re.search(r"(?:^|/)(?:\.|node_modules/)", name):
            yield folder / name


def target(path, address, root):
    """The file or folder of an address, and its fragment; None for another address."""
    address = address.strip()
    if SCHEME.match(address) or TEMPLATE.search(address):
        return None
    address, _, fragment = address.partition("#")
    name = urllib.parse.unquote(address.partition("?")[0])
    if not name:
        return path, urllib.parse.unquote(fragment)
    place = pathlib.Path(os.path.normpath(f"{root}/{name}" if name.startswith("/") else f"{path.parent}/{name}"))
    for ending in ("", ".md", ".markdown", ".mdown", ".mkd"):
        found = pathlib.Path(f"{place}{ending}")
        if found.exists():
            return found, urllib.parse.unquote(fragment)
    return place, urllib.parse.unquote(fragment)


def is_broken(path, address, root):
    found = target(path, address, root)
    if found is None:
        return False
    file, fragment = found
    if not file.exists():
        return True
    if not fragment or fragment == "top" or not (NOTE.search(file.name) and file.is_file()):
        return False
    anchors = links(file).anchors
    return fragment not in anchors and fragment.removeprefix("user-content-") not in anchors


def lint(tool, folders, plant):
    """Compares the broken links of `mdedit lint` with those that cmark-gfm and the file system show."""
    total, missed, false, planted = 0, [], [], 0
    for folder in folders:
        told = collections.defaultdict(set)
        run = subprocess.run([tool, "lint", "--json", folder], capture_output=True, check=False)
        for line in run.stdout.splitlines():
            finding = json.loads(line)
            if finding["kind"] in ("broken-link", "broken-anchor"):
                path = pathlib.Path(finding["file"])
                address = path.read_bytes()[finding["start"]:finding["end"]].decode()
                told[path].add(plain(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", html.unescape(address))))
        for path in notes(folder):
            try:
                broken = {plain(a) for a in links(path).addresses if is_broken(path, a, folder)}
            except OSError:
                continue
            total += len(broken)
            if plant:
                # A finding is left out, and one is made up.
                told[path] = set(sorted(told[path])[1:]) | {"made up"}
                planted += 1 + bool(broken)
            missed += [(path, a) for a in broken - told[path]]
            false += [(path, a) for a in told[path] - broken]
    if plant:
        print(f"{planted} faults planted, {len(missed) + len(false)} found")
        return len(missed) + len(false) < planted
    for kind, rows in (("missed", missed), ("false", false)):
        for path, address in rows[:40]:
            print(f"{kind}: {path}: {address}")
    print(f"{total} broken links, {len(missed)} missed, {len(false)} false")
    return total == 0 or len(missed) > total / 100 or len(false) > total / 100


def plain(address):
    """An address in one spelling."""
    return urllib.parse.unquote(address.strip())


class Server:
    """`mdedit lsp` with a folder."""

    def __init__(self, tool, folder, dialect="github"):
        self.process = subprocess.Popen([tool, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0
        self.ask("initialize", {
            "rootUri": folder.as_uri(), "initializationOptions": {"diagnostics": False, "dialect": dialect},
            "capabilities": {"general": {"positionEncodings": ["utf-8"]}, "workspace": {"workspaceEdit": {
                "documentChanges": True, "resourceOperations": ["rename"]}}}})
        self.tell("initialized", {})

    def send(self, message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.process.stdin.flush()

    def tell(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def ask(self, method, parameters):
        self.count += 1
        self.send({"id": self.count, "method": method, "params": parameters})
        while True:
            length = 0
            while (line := self.process.stdout.readline().strip()) or not length:
                if line.lower().startswith(b"content-length:"):
                    length = int(line[15:])
            answer = json.loads(self.process.stdout.read(length))
            if answer.get("id") == self.count and "method" not in answer:
                return answer.get("result"), answer.get("error")

    def open(self, path):
        self.tell("textDocument/didOpen", {"textDocument": {
            "uri": path.as_uri(), "languageId": "markdown", "version": 1, "text": path.read_bytes().decode()}})

    def close(self, path):
        self.tell("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})


def time_server(tool, folders):
    """Prints the server's CPU time and memory after opening a folder, and the times of completions and keys."""
    for folder in folders:
        server = Server(tool, folder, dialect="obsidian")
        server.ask("workspace/symbol", {"query": "a query that nothing matches"})
        ticks = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
        memory = int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024
        found = list(notes(folder))
        print(f"{folder.name}: {len(found)} notes, {sum(map(int, ticks)) / os.sysconf('SC_CLK_TCK'):.2f} s of CPU, "
              f"{memory:.0f} MB")
        path = max(found[:500], key=lambda note: note.stat().st_size if note.stat().st_size < 20000 else 0)
        server.open(path)
        lines = path.read_text().count("\n")
        times, version = [], 1
        for typed in ("[[", "[[n", "[[no", "[[the", "[x](", "[x](a", "[x](not", "#a", "[[Home#", "see [^") * 30:
            version += 1
            server.tell("textDocument/didChange", {
                "textDocument": {"uri": path.as_uri(), "version": version}, "contentChanges": [{"range": {
                    "start": {"line": lines // 2, "character": 0}, "end": {"line": lines // 2, "character": 0}},
                    "text": "\n" + typed + "\n"}]})
            start = time.monotonic()
            server.ask("textDocument/completion", {
                "textDocument": {"uri": path.as_uri()},
                "position": {"line": lines // 2 + 1, "character": len(typed)}})
            times.append(time.monotonic() - start)
            version += 1
            server.tell("textDocument/didChange", {
                "textDocument": {"uri": path.as_uri(), "version": version}, "contentChanges": [{"range": {
                    "start": {"line": lines // 2, "character": 0}, "end": {"line": lines // 2 + 2, "character": 0}},
                    "text": ""}]})
        times.sort()
        used = [int(tick) for tick in pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2]
                .split()[11:13]]
        each = (sum(used) - sum(map(int, ticks))) / os.sysconf("SC_CLK_TCK") / len(times)
        print(f"  completion: median {times[len(times) // 2] * 1e3:.1f} ms, p99 {times[len(times) * 99 // 100] * 1e3:.1f}"
              f" ms, slowest {times[-1] * 1e3:.1f} ms; {each * 1e3:.1f} ms of CPU")
        # Keys that come in one piece, up to the answer to the request after them.
        server.ask("mdedit/state", {"textDocument": {"uri": path.as_uri(), "version": version}, "position": {
            "line": 0, "character": 0}})
        keys = 2000
        start = time.monotonic()
        for _ in range(keys):
            version += 1
            server.tell("textDocument/didChange", {
                "textDocument": {"uri": path.as_uri(), "version": version}, "contentChanges": [{"range": {
                    "start": {"line": lines // 2, "character": 0}, "end": {"line": lines // 2, "character": 0}},
                    "text": "a"}]})
        server.ask("textDocument/documentHighlight", {
            "textDocument": {"uri": path.as_uri()}, "position": {"line": 0, "character": 0}})
        print(f"  a key: {(time.monotonic() - start) / keys * 1e3:.3f} ms, with the client's own time")
        server.process.kill()


def offset(text, position):
    """The offset in bytes of a position whose unit is a byte."""
    start = 0
    for _ in range(position["line"]):
        start = re.compile(rb"\r\n|\r|\n").search(text, start).end()
    return start + position["character"]


def made(changes):
    """Makes the changes of an answer; returns for each file the bytes outside them, and renames files."""
    for change in changes:
        if change.get("kind") == "rename":
            os.rename(path_of(change["oldUri"]), path_of(change["newUri"]))
            continue
        path = path_of(change["textDocument"]["uri"])
        text = path.read_bytes()
        edits = sorted((offset(text, e["range"]["start"]), offset(text, e["range"]["end"]), e["newText"].encode())
                       for e in change["edits"])
        for start, end, new in reversed(edits):
            text = text[:start] + new + text[end:]
        path.write_bytes(text)


def path_of(uri):
    return pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(uri).path))


def state(folder):
    """For each note, its links with what they lead to: the file, and the heading by its number."""
    result = {}
    for path in notes(folder):
        rows = []
        for address in links(path).addresses:
            found = target(path, address, folder)
            rows.append((address, found, found is not None and is_broken(path, address, folder)))
        result[path] = rows
    return result


def rename(tool, folders, headings, files, seed, plant):
    """Renames headings and files with the server; no link that led somewhere may lead nowhere or elsewhere."""
    chance = random.Random(seed)
    done, refused, wrong = collections.Counter(), collections.Counter(), []
    for number, source in enumerate(folders):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch).resolve() / source.name
            for name in listed(source):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source / name, folder / name, follow_symlinks=False)
            subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
            before = state(folder)
            server = Server(tool, folder)
            share = [count * (number + 1) // len(folders) - count * number // len(folders) for count in (headings, files)]
            for kind, count in zip(("heading", "file"), share):
                for _ in range(count):
                    problem = one(server, folder, before, kind, chance, done, refused, plant)
                    if problem:
                        wrong.append(f"{source.name}: {problem}")
            server.process.kill()
    if plant:
        print(f"{done['planted']} faults planted, {len(wrong)} found")
        return len(wrong) < done["planted"] or not wrong
    for line in wrong[:20]:
        print(line)
    print(", ".join(f"{count} of {kind}" for kind, count in sorted(done.items())) + f"; refused: {dict(refused)};"
          f" wrong: {len(wrong)}")
    return bool(wrong)


def one(server, folder, before, kind, chance, done, refused, plant):
    """Renames one heading or file that has links to it; makes it undone afterwards. Returns what is wrong."""
    linked = [(path, found) for path, rows in before.items() for _, found, broken in rows if found and not broken
              and found[0] in before and (kind == "file" and found[0] != path or kind == "heading" and found[1])]
    if not linked:
        return None
    _, (file, fragment) = chance.choice(linked)
    texts = {path: path.read_bytes() for path in before}
    if kind == "file":
        new = file.with_name(f"renamed {chance.randrange(1000)} ü.md")
        if chance.random() < 0.5:
            new = folder / "another folder" / new.name
        answer, error = server.ask("workspace/willRenameFiles", {
            "files": [{"oldUri": file.as_uri(), "newUri": new.as_uri()}]})
    else:
        text = texts[file].decode()
        lines = [n for n, line in enumerate(text.split("\n")) if re.match(r" {0,3}#{1,6}[ \t]+\S", line)]
        if not lines:
            return None
        line = chance.choice(lines)
        server.open(file)
        answer, error = server.ask("textDocument/rename", {
            "textDocument": {"uri": file.as_uri()}, "position": {"line": line, "character": len(
                re.match(r" {0,3}#{1,6}[ \t]+", text.split("\n")[line])[0].encode())},
            "newName": f"Renamed “heading” {chance.randrange(1000)}"})
        server.close(file)
    if error:
        refused[kind] += 1
        if "code" not in error or error["code"] != -32803:
            return f"{kind} {file}: {error}"
        return None if "to rename here" in error["message"] else f"{kind} {file}: {error['message']}"
    done[kind] += 1
    changes = (answer or {}).get("documentChanges", [])
    if plant:
        # The edit of one link is left out.
        links_of = [change for change in changes if kind == "file" or path_of(change["textDocument"]["uri"]) != file]
        if not links_of:
            return None
        done["planted"] += 1
        links_of[-1]["edits"].pop()
    made(changes)
    if kind == "file":
        new.parent.mkdir(exist_ok=True)
        os.rename(file, new)
    problem = compared(folder, before, texts, kind, file, new if kind == "file" else None)
    if kind == "file":
        os.rename(new, file)
    for path, text in texts.items():
        if path.read_bytes() != text:
            path.write_bytes(text)
    server.tell("workspace/didChangeWatchedFiles", {"changes": []})
    return problem


def compared(folder, before, texts, kind, file, new):
    """What is wrong after a rename: a link that led somewhere and is broken, leads elsewhere, or other changed bytes."""
    def moved(path):
        return new if path == file and new else path

    for path, rows in before.items():
        place = moved(path)
        after = links(place).addresses
        if len(after) != len(rows):
            return f"{kind} {file}: {path} has {len(after)} links, not {len(rows)}"
        changed = []
        for (address, found, broken), own in zip(rows, after):
            if address != own:
                changed.append((address, own))
            if found is None or broken and (found[0] == path or not found[0].exists() and found[0] != file):
                if address != own:
                    return f"{kind} {file}: {path}: {address} became {own}"
                continue
            if not broken and is_broken(place, own, folder):
                return f"{kind} {file}: {path}: {address} is broken now: {own}"
            if target(place, own, folder)[0] != moved(found[0]):
                return f"{kind} {file}: {path}: {address} leads elsewhere: {own}"
        # Outside the links and the heading, all lines are the same.
        old, now = texts[path].split(b"\n"), place.read_bytes().split(b"\n")
        if len(old) != len(now):
            return f"{kind} {file}: {path} has other lines"
        if not changed and path != file and old != now:
            return f"{kind} {file}: {path} changed without a link"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("part", choices=("lint", "rename", "time"))
    parser.add_argument("folders", nargs="+", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--headings", type=int, default=200)
    parser.add_argument("--files", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plant", action="store_true")
    given = parser.parse_args()
    cmark.libraries()
    tool = str(pathlib.Path(given.tool).resolve())
    if given.part == "lint":
        return lint(tool, given.folders, given.plant)
    if given.part == "time":
        return time_server(tool, given.folders)
    return rename(tool, given.folders, given.headings, given.files, given.seed, given.plant)


if __name__ == "__main__":
    sys.exit(main())
