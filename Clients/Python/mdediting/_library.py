"""The C library, with the types of its functions (markdown_editing.h documents them), and the exceptions of the package."""

from __future__ import annotations

import ctypes
import os
import re
import sys
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

_PLACE = re.compile(r"\bat (\d+)(?:[-–](\d+))?\b")


class Error(Exception):
    """The base class of all exceptions of this package."""


class InvalidArgument(Error, ValueError):
    """An unknown command, option or value, or a selection outside the text."""


class Refused(Error):
    """A command was refused: no edit could be verified. The document is as it was before.

    `reason` is a name for programs, such as "noSpelling"; `str(error)` is a sentence for people. `place` is the range
    of the text that the sentence names, or None.
    """

    def __init__(self, message: str, reason: str, command: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.command = command
        found = _PLACE.search(message)
        self.place: Optional[Tuple[int, int]] = None
        if found:
            start = int(found.group(1))
            self.place = (start, int(found.group(2) or start))


class Closed(Error, ValueError):
    """The document is closed."""


UNCHANGED, REFUSED, ERROR_HANDLE = 1, 2, -2
SCALAR = 2
EDITS, SELECTIONS = 0, 1
ABI_VERSION = 1

ACTIONS = ("toggle", "mark", "unmark")
EFFECTS = ("added", "removed", "converted", "moved", "typed", "pending")
EDIT_KINDS = ("typing", "deleting", "edit")
PRESENCES = ("off", "on", "mixed")
DIALECTS = ("commonmark", "github", "obsidian", "hugo")
# In the order of MDE_OPTION_..., from 1 on; each value's number is its index.
OPTIONS: Dict[str, Tuple[str, ...]] = {
    "in_run": ("run", "word"),
    "at_edge": ("word", "pending"),
    "edges": ("readable", "exact", "plain"),
    "numbering": ("renumbers", "leaves", "ones"),
    "indent_step": ("list", "2", "4", "tab"),
    "cell_newline": ("row", "break", "refused"),
    "line_break": ("soft", "backslash", "spaces"),
    "task_family": ("alone", "follows"),
    "typed_delimiters": ("literal", "marks", "pairs"),
    "steps": ("ends", "never"),
    "plain_tasks": ("refused", "made"),
    "bullets": ("kept", "levels"),
}
REASONS = {
    0: "", 1: "nothingMarkable", 2: "alreadySo", 3: "caretOutsideText", 4: "noSelection", 5: "noStep",
    6: "composing", 7: "notInDialect", 8: "nothingToMark", 16: "readingsDiffer", 17: "noSpelling",
    19: "unparsable", 20: "inputRejectedEdit", 21: "insideCharacter", 22: "tooIntricate",
    23: "internal", 24: "blocksDiffer",
    32: "inCode", 33: "inHTML", 34: "inMetadata", 35: "inDefinition", 36: "inTable", 37: "onRule", 38: "noText",
    39: "notInList", 40: "noTask", 41: "notInTable", 42: "nowhereToMove", 43: "noLink", 44: "badArgument",
    46: "inFormula", 47: "noHeading", 48: "noFootnote", 49: "inTask", 50: "joinsList",
    51: "noDefinition",
}
TOKEN_KINDS = (
    "text", "linkText", "autolink", "codeSpan", "codeBlock", "info", "htmlInline", "htmlBlock", "delimiter",
    "quoteMarker", "listMarker", "destination", "title", "label", "definition", "tablePipe", "tableRule", "taskBox",
    "footnoteReference", "footnoteLabel", "frontMatter", "alertName", "rule", "escape", "reference", "hardBreak",
    "math", "emoji", "mention", "wikiLink", "comment", "blockIdentifier", "template", "attributes", "directive",
)
TOKEN_MARKS = (
    "strong", "emphasis", "strikethrough", "highlight", "code", "link", "image", "quote", "tableHeader",
    "checked",
)


class Ranges(ctypes.Structure):
    """`mde_range`."""

    _fields_ = [("start", ctypes.c_int32), ("end", ctypes.c_int32)]


# The types of the result and the arguments of each function, a letter for each; see `_load`.
_FUNCTIONS = {
    "version": "t", "abi_version": "i", "code_message": "ti", "length_limit": "i", "open": "ptsn", "close": "ip",
    "set_text": "ipts", "length": "ipi", "text": "ipiii", "html": "ipi", "copy": "ipiiri", "result": "pp", "result_length": "ip",
    "reason": "ip", "message": "tp", "set_option": "ipii", "option": "ipi", "replace": "ipiiiits", "select": "ipiri",
    "selections": "ipi", "tokens": "ipiii", "token_numbers": "np", "changes": "ipi", "catalogue_count": "i",
    "catalogue_number": "it", "catalogue_text": "tii", "plan": "ipiiitsri", "state": "ipiri", "presence": "ipi",
    "applies": "ipi", "state_reason": "ipi", "state_message": "ipi", "apply": "ip", "undo": "ipi", "redo": "ipi",
    "change_count": "ipi", "change_ranges": "rpi", "change_text": "ppi", "change_text_length": "ipi", "effect": "ip",
}


def _load() -> Any:
    name = "libmarkdownediting.dylib" if sys.platform == "darwin" else "libmarkdownediting.so.1"
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    try:
        library = ctypes.CDLL(os.environ.get("MARKDOWN_EDITING_LIBRARY") or beside)
    except OSError as error:
        raise ImportError(f"The library of mdediting cannot be loaded: {error}") from error
    types = {
        "p": ctypes.c_void_p, "i": ctypes.c_int32, "s": ctypes.c_size_t, "t": ctypes.c_char_p,
        "r": ctypes.POINTER(Ranges), "n": ctypes.POINTER(ctypes.c_int32)}
    for name, letters in _FUNCTIONS.items():
        function = getattr(library, "mde_" + name)
        function.restype, *function.argtypes = [types[letter] for letter in letters]
    found = library.mde_abi_version()
    if found != ABI_VERSION:
        raise ImportError(f"The library has the interface {found}; mdediting needs {ABI_VERSION}.")
    return library


library = _load()


def encoded(text: str) -> bytes:
    """The text in UTF-8."""
    if not isinstance(text, str):
        raise TypeError(f"The text is of type {type(text).__name__}, not str.")
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidArgument(
            f"The character at {error.start} is half a surrogate pair, which UTF-8 cannot represent.") from None


def failure(code: int, message: str) -> Error:
    """The exception for a negative code."""
    if code == ERROR_HANDLE:
        return Closed("The document is closed.")
    return InvalidArgument(message or library.mde_code_message(code).decode())


Selection = Union[int, Tuple[int, int]]
_LARGEST = 2**31 - 1


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(item, int) for item in value)


def ranges_of(selection: Union[Selection, Sequence[Selection]]) -> Any:
    """An array of `mde_range`. An integer is a caret, a pair is a range, and a list has several of them."""
    listed: Any = [selection] if isinstance(selection, int) or _is_pair(selection) else selection
    if not isinstance(listed, (list, tuple)):
        raise TypeError("A selection is an offset, a pair of offsets, or a list of these.")
    pairs: List[Any] = [(item, item) if isinstance(item, int) else item for item in listed]
    for pair in pairs:
        if not _is_pair(pair):
            raise TypeError(f"{pair!r} is not an offset or a pair of offsets.")
        for offset in pair:
            checked_offset(offset)
    return (Ranges * len(pairs))(*pairs)


def checked_offset(offset: int) -> int:
    """The offset, if it fits the interface."""
    if not 0 <= offset <= _LARGEST:
        raise InvalidArgument(f"The offset {offset} is outside the text.")
    return offset
