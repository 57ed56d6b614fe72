"""The C library, with the types of its functions. markdown_editing.h documents them."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any, Dict, List, Sequence, Tuple, Union

from ._errors import Closed, Error, InvalidArgument

OK, UNCHANGED, REFUSED = 0, 1, 2
ERROR_ARGUMENT, ERROR_HANDLE = -1, -2
SCALAR = 2
EDITS, SELECTIONS, LEAVES, REFERENCES = 0, 1, 2, 3
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
    "numbering": ("renumbers", "leaves"),
    "indent_step": ("list", "2", "4", "tab"),
    "cell_newline": ("row", "break", "refused"),
    "line_break": ("soft", "backslash", "spaces"),
    "task_family": ("alone", "follows"),
    "typed_delimiters": ("literal", "marks", "pairs"),
    "steps": ("ends", "never"),
}
OPTION_NUMBERS = {name: number for number, name in enumerate(OPTIONS, start=1)}
REASONS = {
    0: "", 1: "nothingMarkable", 2: "alreadySo", 3: "caretOutsideText", 4: "noSelection", 5: "noStep",
    6: "composing", 7: "notInDialect", 8: "nothingToMark", 16: "readingsDiffer", 17: "noSpelling",
    19: "unparsable", 20: "inputRejectedEdit", 21: "insideCharacter", 22: "tooIntricate",
    23: "internal", 24: "blocksDiffer",
    32: "inCode", 33: "inHTML", 34: "inMetadata", 35: "inDefinition", 36: "inTable", 37: "onRule", 38: "noText",
    39: "notInList", 40: "noTask", 41: "notInTable", 42: "nowhereToMove", 43: "noLink", 44: "badArgument",
    46: "inFormula", 47: "noHeading", 48: "noFootnote", 49: "inTask", 50: "joinsList",
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


def _path() -> str:
    chosen = os.environ.get("MARKDOWN_EDITING_LIBRARY")
    if chosen:
        return chosen
    name = "libmarkdownediting.dylib" if sys.platform == "darwin" else "libmarkdownediting.so.1"
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


def _load() -> Any:
    try:
        library = ctypes.CDLL(_path())
    except OSError as error:
        raise ImportError(f"The library of mdediting cannot be loaded: {error}") from error
    pointer, number, size, text = ctypes.c_void_p, ctypes.c_int32, ctypes.c_size_t, ctypes.c_char_p
    ranges = ctypes.POINTER(Ranges)
    numbers = ctypes.POINTER(number)
    functions: List[Tuple[str, Any, Sequence[Any]]] = [
        ("version", text, []),
        ("abi_version", number, []),
        ("code_message", text, [number]),
        ("length_limit", number, []),
        ("open", pointer, [text, size, numbers]),
        ("close", number, [pointer]),
        ("set_text", number, [pointer, text, size]),
        ("length", number, [pointer, number]),
        ("text", number, [pointer, number, number, number]),
        ("html", number, [pointer, number]),
        ("result", pointer, [pointer]),
        ("result_length", number, [pointer]),
        ("reason", number, [pointer]),
        ("message", text, [pointer]),
        ("set_option", number, [pointer, number, number]),
        ("option", number, [pointer, number]),
        ("replace", number, [pointer, number, number, number, number, text, size]),
        ("select", number, [pointer, number, ranges, number]),
        ("selections", number, [pointer, number]),
        ("tokens", number, [pointer, number, number, number]),
        ("token_numbers", numbers, [pointer]),
        ("changes", number, [pointer, number]),
        ("catalogue_count", number, []),
        ("catalogue_number", number, [text]),
        ("catalogue_text", text, [number, number]),
        ("plan", number, [pointer, number, number, number, text, size, ranges, number]),
        ("state", number, [pointer, number, ranges, number]),
        ("presence", number, [pointer, number]),
        ("applies", number, [pointer, number]),
        ("state_reason", number, [pointer, number]),
        ("state_message", number, [pointer, number]),
        ("apply", number, [pointer]),
        ("undo", number, [pointer, number]),
        ("redo", number, [pointer, number]),
        ("change_count", number, [pointer, number]),
        ("change_ranges", ranges, [pointer, number]),
        ("change_text", pointer, [pointer, number]),
        ("change_text_length", number, [pointer, number]),
        ("effect", number, [pointer]),
    ]
    for name, result, arguments in functions:
        function = getattr(library, "mde_" + name)
        function.restype, function.argtypes = result, arguments
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
    sentence = message or library.mde_code_message(code).decode()
    return InvalidArgument(sentence)


Selection = Union[int, Tuple[int, int]]
_LARGEST = 2**31 - 1


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(item, int) for item in value)


def ranges_of(selection: Union[Selection, Sequence[Selection]]) -> Any:
    """An array of `mde_range`. An integer is a caret, a pair is a range, and a list has several of them."""
    listed: Sequence[Any]
    if isinstance(selection, int) or _is_pair(selection):
        listed = [selection]
    elif isinstance(selection, (list, tuple)):
        listed = selection
    else:
        raise TypeError("A selection is an offset, a pair of offsets, or a list of these.")
    pairs = []
    for item in listed:
        if isinstance(item, int):
            item = (item, item)
        elif not _is_pair(item):
            raise TypeError(f"{item!r} is not an offset or a pair of offsets.")
        pairs.append(item)
    for start, end in pairs:
        checked_offset(start)
        checked_offset(end)
    return (Ranges * len(pairs))(*pairs)


def checked_offset(offset: int) -> int:
    """The offset, if it fits the interface."""
    if not 0 <= offset <= _LARGEST:
        raise InvalidArgument(f"The offset {offset} is outside the text.")
    return offset
