"""Plays editing sessions: commands, keys and typed characters in documents that `mdedit batch` keeps, with held marks.

Usage: Scripts/Support/sessions.py TOOL     reads a case a line, {"text", "selections", "dialect", "options", "steps"}, and prints
                            {"text", "selections"} or {"error"} for each, in UTF-16

A step is {"command", "argument"?}, {"key"} or {"type"}, whose characters are typed one after the other.
"""
import json
import subprocess
import sys

KEYS = {"newline": "newline", "enter": "newline", "backspace": "backspace", "tab": "indent", "backtab": "outdent"}
batch = subprocess.Popen([sys.argv[-1], "batch", "--steps", "ends"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask(request):
    batch.stdin.write(json.dumps({"id": 0, "document": "session", **request}).encode() + b"\n")
    batch.stdin.flush()
    return json.loads(batch.stdout.readline())


def requests(step):
    """Returns the commands of a step."""
    if "type" in step:
        return [{"command": "newline"} if each == "\n" else {"command": "insert-text", "argument": each}
                for each in step["type"]]
    return [{"command": KEYS[step["key"]]}] if "key" in step else [step]


def play(case):
    text, selections = case["text"].encode("utf-16-le"), case["selections"]
    ask({"command": "open", "text": case["text"]})
    for request in (each for step in case["steps"] for each in requests(step)):
        answer = ask({**request, **case["options"], "dialect": case["dialect"], "selections": selections})
        if "error" in answer:
            return {"error": answer["error"]}
        selections = answer["selections"]
        for edit in reversed(answer["edits"]):
            text = text[:2 * edit["start"]] + edit["text"].encode("utf-16-le") + text[2 * edit["end"]:]
    return {"text": text.decode("utf-16-le"), "selections": selections}


for line in sys.stdin:
    print(json.dumps(play(json.loads(line))), flush=True)
