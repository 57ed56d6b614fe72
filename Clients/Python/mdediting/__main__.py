"""The program `mdediting`."""

from __future__ import annotations

import argparse
import sys
from typing import List, Optional

from . import __version__, _files, commands
from ._formatting import formatted
from ._library import DIALECTS, Error

_STATUS = """exit status:
  0   no file changed, or one text was printed
  1   a file changed; with --diff or --check, a file would change
  2   a file could not be read or replaced, or invalid arguments; the other files are processed
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mdediting", description="Markdown editing that never breaks a document.")
    parser.add_argument("--version", action="version", version=__version__)
    actions = parser.add_subparsers(dest="action", metavar="COMMAND", required=True)
    form = actions.add_parser(
        "format", help="align tables and renumber lists", epilog=_STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Aligns the columns of tables and renumbers ordered lists; without --tables and --lists, both.\n"
        "A table or a list that cannot be formatted is reported, and stays as it is.")
    form.add_argument("--tables", action="store_true", help="align the columns of tables")
    form.add_argument("--lists", action="store_true", help="renumber ordered lists")
    output = form.add_mutually_exclusive_group()
    output.add_argument("-i", "--in-place", action="store_true", help="change the files")
    output.add_argument("-d", "--diff", action="store_true", help="print a unified diff")
    output.add_argument("--check", action="store_true", help="only report which files would change")
    form.add_argument("--dialect", choices=DIALECTS, default="github", help="how the files are read (github)")
    form.add_argument("files", nargs="+", metavar="FILE", help="a Markdown file; - is standard input")
    actions.add_parser("commands", help="list the names of all commands of the package")
    return parser


def _complain(name: str, message: str) -> None:
    print(f"mdediting: {name}: {message}", file=sys.stderr)


def _format(path: str, options: argparse.Namespace) -> int:
    """Formats one file, and returns its exit status."""
    piped = path == "-"
    name = "standard input" if piped else path
    both = options.tables == options.lists
    try:
        if piped:
            before = _files.decoded(sys.stdin.buffer.read())
        else:
            contents = _files.read(path)
            before = contents.text
        after, refusals = formatted(before, both or options.tables, both or options.lists, options.dialect)
        for refusal in refusals:
            _complain(f"{name}:{refusal.line}", refusal.message)
        if not (options.in_place or options.diff or options.check):
            _write(after)
            return 0
        if after == before:
            return 0
        if options.diff:
            _write(_files.difference(name, before, after))
        elif options.in_place:
            _files.replace(path, contents, after)
            _complain(name, "formatted.")
        else:
            _complain(name, "would be formatted.")
        return 1
    except (_files.FileProblem, Error) as error:
        _complain(name, str(error))
        return 2


def _write(text: str) -> None:
    # The name of a file in a diff may be any bytes.
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the program, and returns its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.action == "commands":
        for command in commands():
            print(f"{command.name:<24} {command.title:<20} {command.group:<9} {command.argument}".rstrip())
        return 0
    if options.in_place and "-" in options.files:
        parser.error("--in-place needs files; standard input has no name.")
    if len(options.files) > 1 and not (options.in_place or options.diff or options.check):
        parser.error("several files need --in-place, --diff or --check.")
    return max([_format(path, options) for path in options.files])


def run() -> None:
    """The entry point of the script."""
    try:
        status = main()
    except BrokenPipeError:
        status = 2
        sys.stderr.close()
    sys.exit(status)


if __name__ == "__main__":
    run()
