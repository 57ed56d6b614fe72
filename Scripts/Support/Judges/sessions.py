"""Plays editing sessions: commands, keys and typed characters on documents that `mdedit batch` keeps.

Without --play, it checks the lines of Fixtures/Sessions. With it, it plays one case a line of standard input,
{"id", "text", "selections", "dialect", "options", "steps"}, and prints {"text", "selections"} or {"error"}. A step is
{"command", "argument"?}, {"key"} or {"type"}, whose characters are typed one after the other.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

KEYS = {"newline": "newline", "enter": "newline", "backspace": "backspace", "tab": "indent", "backtab": "outdent"}
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--tool", required=True)
parser.add_argument("--play", action="store_true")
arguments = parser.parse_args()
batch = subprocess.Popen([arguments.tool, "batch", "--steps", "ends"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask(request):
    batch.stdin.write(json.dumps(request).encode() + b"\n")
    batch.stdin.flush()
    return json.loads(batch.stdout.readline())


def requests(step):
    """Returns the commands of a step."""
    if "type" in step:
        return [{"command": "newline"} if each == "\n" else {"command": "insert-text", "argument": each}
                for each in step["type"]]
    return [{"command": KEYS[step["key"]]}] if "key" in step else [step]


def play(case):
    document = {"id": 0, "document": "session"}
    text, selections = case["text"].encode("utf-16-le"), case["selections"]
    ask({**document, "command": "open", "text": case["text"]})
    for request in (each for step in case["steps"] for each in requests(step)):
        answer = ask({**document, **request, **case["options"], "dialect": case["dialect"], "selections": selections})
        if "error" in answer:
            return {"error": answer["error"]}
        selections = answer["selections"]
        for edit in reversed(answer["edits"]):
            text = text[:2 * edit["start"]] + edit["text"].encode("utf-16-le") + text[2 * edit["end"]:]
    return {"text": text.decode("utf-16-le"), "selections": selections}


def units(text):
    return len(text.encode("utf-16-le")) // 2


def parsed(marked):
    """Returns a text and the selections that are marked in it."""
    pieces = re.split("[⟦⟧‸]", marked)
    return "".join(pieces), [{"start": units(pieces[0]), "end": units("".join(pieces[:-1]))}]


def unescaped(text):
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t", "r": "\r"}.get(match[1], match[1]), text)


def step(part):
    if not re.fullmatch("<[a-zA-Z-]+>", part):
        return {"type": part}
    name = part[1:-1]
    return {"key": name.lower()} if name.lower() in KEYS else {"command": name}


def failure(line):
    """Plays a line of a fixture; returns what is wrong, or None."""
    before, keys, after = re.fullmatch(r"(.*) \| (.*) => (.*)", line).groups()
    text, selections = parsed(unescaped(before))
    steps = [step(part) for part in re.findall("<[a-zA-Z-]+>|[^<]+", unescaped(keys))]
    found = play({"text": text, "selections": selections, "dialect": "github", "options": {}, "steps": steps})
    wanted = dict(zip(("text", "selections"), parsed(unescaped(after))))
    return None if found == wanted else f"{line}\n  found {json.dumps(found, ensure_ascii=False)}"


if arguments.play:
    for line in sys.stdin:
        print(json.dumps(play(json.loads(line))), flush=True)
    sys.exit()
lines = [line for path in sorted(pathlib.Path("Fixtures/Sessions").glob("*.txt"))
         for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("//")]
failures = [problem for problem in map(failure, lines) if problem]
print(*failures, f"sessions: {len(lines)} cases, {len(failures)} wrong", sep="\n")
sys.exit(1 if failures or not lines else 0)
