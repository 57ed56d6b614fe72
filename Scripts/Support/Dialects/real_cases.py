"""Marks in the documents of this machine, as cases for renderers.py: one JSON object a line.

Each is a few blocks of a document, a selection in a line of text, and a mark, toggled by `mdedit batch` in
CommonMark with the default policies. What libcmark shows before and after is part of the case.
"""
import argparse
import json
import pathlib
import random
import re
import sys

import suite

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import renderers  # noqa: E402

MARKS = ["strong", "emphasis", "code"]
# A selection is in a line that begins with a letter of any script.
suite.CONSTRUCTS["text"] = re.compile(r"(?m)^\w.*$")
# A selection is in a few blocks, because longer texts take renderers long and find no more.
LONGEST = 4000


def selections(texts, count, chance):
    """Returns places in lines of text: from a part of a word to several words."""
    made = []
    while len(made) < count:
        case = suite.case("text", texts, chance)
        if case and len(case[0]) <= LONGEST:
            text, start, end, _ = case
            made.append((text, start, end, chance.choice(MARKS)))
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--real", type=int, default=20000, help="how many selections (20000)")
    parser.add_argument("--from", dest="folder", type=pathlib.Path,
                        help="a folder of Markdown files to take instead of this machine's")
    parser.add_argument("--seed", type=int, default=1, help="where the choice of them begins (1)")
    options = parser.parse_args()
    read = renderers.cmark("cmark")
    if read is None:
        sys.exit("renderers: there is no libcmark to compare with")
    cases = selections(suite.texts(options.folder), options.real, random.Random(options.seed))
    refused = 0
    for (text, _, _, mark), answer in zip(cases, suite.answers(options.tool, "commonmark", cases)):
        if "error" in answer:
            refused += 1
        elif answer["text"] != text:
            (shown, was), (_, now) = read(text), read(answer["text"])
            print(json.dumps({"mark": mark, "before": text, "after": answer["text"], "text": shown,
                              "was": was, "is": now}))
    print(f"{len(cases)} selections, {refused} refused", file=sys.stderr)


if __name__ == "__main__":
    main()
