"""Prints requests for `mdedit batch`, one a line: commands on random documents.

    mdedit commands | cut -d ' ' -f 1 | python3 make-requests.py COUNT SEED
"""

import json
import random
import sys

ARGUMENTS = [
    None, "", "x", "https://example.org/a", "2x2", "*", "a b", "日", "\n", "](", "- x\n- y", "x\n\ny"]
PIECES = [
    "# a\n", "b\n===\n", "- a\n", "  - b\n", "* c\n", "1. d\n", "2) e\n", "- [ ] f\n", "- [x] g\n", "> h\n",
    "> - i\n", "```\ncode\n```\n", "    code\n", "| a | b |\n| - | :-: |\n| c | d |\n", "text *and* **more**\n",
    "[l](u) `c`\n", "é日😀\n", "\n", "\n", "---\n", "<div>\n</div>\n", "[r]: /u\n", "end", "\t- t\n", "x\r\n",
]

count, seed = map(int, sys.argv[1:])
names = sys.stdin.read().split()
choice = random.Random(seed)
for number in range(count):
    text = "".join(choice.choice(PIECES) for _ in range(choice.randint(1, 7)))
    places = sorted(choice.randint(0, len(text)) for _ in range(2 * choice.choice([1, 1, 1, 2])))
    if choice.random() < 0.6:
        # Two carets at one place are one to batch, but two to an editor.
        places = [place for place in sorted(set(places[::2])) for _ in range(2)]
    request = {
        "id": number, "text": text, "unit": "scalar", "command": choice.choice(names),
        "selections": [{"start": a, "end": b} for a, b in zip(places[::2], places[1::2])],
    }
    argument = choice.choice(ARGUMENTS)
    if argument is not None:
        request["argument"] = argument
    print(json.dumps(request))
