"""Documents that stay open."""

from __future__ import annotations

import ctypes
import threading
import time
import weakref
from dataclasses import dataclass
from functools import lru_cache
from types import TracebackType
from typing import Any, Dict, FrozenSet, List, NamedTuple, Optional, Sequence, Tuple, Type, Union

from . import _library
from ._library import SCALAR, Closed, InvalidArgument, Refused, Selection, library

Selections = Union[Selection, Sequence[Selection]]


class Range(NamedTuple):
    """From `start` to `end`, exclusive, in indices of a string. An empty range is a caret."""

    start: int
    end: int


class Change(NamedTuple):
    """The replacement of a range of the text before by `text`."""

    start: int
    end: int
    text: str


class Token(NamedTuple):
    """A piece of a line, to colour it.

    `kind` is "text", "delimiter", "codeSpan" and so on; `marks` are the constructs that it is in, such as "strong".
    `level` is that of the heading it is in, or 0.
    """

    start: int
    end: int
    kind: str
    marks: FrozenSet[str]
    level: int


class State(NamedTuple):
    """What a button shows: whether the selection has what the command adds, and whether the command applies.

    `presence` is "off", "on" or "mixed". If the command does not apply, `reason` is a name and `message` a sentence.
    """

    presence: str
    applies: bool
    reason: str
    message: str


class Copied(NamedTuple):
    """A selection for a clipboard."""

    html: str
    plain: str


class Command(NamedTuple):
    """A command: its name, what a button shows, and a description of its argument, which is empty without one.

    `group` is "typing" for a key such as Enter.
    """

    name: str
    title: str
    group: str
    symbol: str
    shortcut: str
    argument: str


@dataclass(frozen=True)
class Step:
    """The result of a command on a document.

    `changes` are in offsets of the text before, in ascending order; `selections` are in offsets of the text after. If
    there was nothing to do, `changed` is False, `reason` is a name such as "notInTable", and `message` is a sentence.
    """

    changed: bool
    selections: Tuple[Range, ...]
    changes: Tuple[Change, ...] = ()
    effect: str = ""
    reason: str = ""
    message: str = ""

    @property
    def selection(self) -> Range:
        """The first selection."""
        return self.selections[0]


@dataclass(frozen=True)
class Edit(Step):
    """The result of a command on a string: a step, and the text after it."""

    text: str = ""


_COMMANDS = tuple(
    Command(*((library.mde_catalogue_text(number, item) or b"").decode() for item in range(6)))
    for number in range(library.mde_catalogue_count()))
_NUMBERS = {command.name: number for number, command in enumerate(_COMMANDS)}


def commands() -> Tuple[Command, ...]:
    """All commands, in the order of a bar.

    >>> [command.name for command in commands()][:3]
    ['strong', 'emphasis', 'code']
    """
    return _COMMANDS


def _named(reason: int) -> str:
    return _library.REASONS.get(reason, str(reason))


def _index(value: str, values: Sequence[str], kind: str) -> int:
    if value not in values:
        raise InvalidArgument(f"There is no {kind} {value!r}; there are: {', '.join(values)}.")
    return values.index(value)


class Document:
    """A Markdown document that stays open, with its history.

    A command changes the document, or leaves everything as it was. What a command costs depends on the blocks around
    the selection, not on the length of the document. Offsets are indices of the string `text`.

    >>> with Document("See the list.\\n\\n- a\\n") as document:
    ...     step = document.perform("strong", (8, 12))
    ...     print(document.text.splitlines()[0], step.selection)
    ...     _ = document.undo()
    ...     print(document.text.splitlines()[0])
    See the **list**. Range(start=10, end=14)
    See the list.

    `dialect` is "github", "commonmark", "obsidian" or "hugo". Other options are the ones of the command line in snake
    case: `Document(text, at_edge="pending")`; the default of `steps` is "never" here. Several threads can each use their
    own document at the same time; calls on one document wait for each other.
    """

    def __init__(self, text: str = "", dialect: str = "github", **options: Union[str, int]) -> None:
        data = _library.encoded(text)
        code = ctypes.c_int32()
        handle = library.mde_open(data, len(data), ctypes.byref(code))
        if not handle:
            raise _library.failure(code.value, "")
        self._handle: Optional[int] = handle
        self._lock = threading.RLock()
        self._closing = weakref.finalize(self, library.mde_close, handle)
        try:
            number = _index(dialect, _library.DIALECTS, "dialect")
            self._checked(library.mde_set_option(handle, 0, number))
            self._dialect = dialect
            self.set_options(**{"steps": "never", **options})
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Document":
        self._open()
        return self

    def __exit__(
            self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
            trace: Optional[TracebackType]) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._handle is None:
            return "<mdediting.Document, closed>"
        return f"<mdediting.Document, {len(self)} characters, {self._dialect}>"

    def __len__(self) -> int:
        with self._lock:
            return self._checked(library.mde_length(self._open(), SCALAR))

    def close(self) -> None:
        """Closes the document. Every later call raises `Closed`, except `close`."""
        with self._lock:
            self._handle = None
            self._closing()

    @property
    def closed(self) -> bool:
        """Whether the document is closed."""
        return self._handle is None

    @property
    def dialect(self) -> str:
        """The dialect that the document is read as."""
        return self._dialect

    # The text.

    @property
    def text(self) -> str:
        """The whole text. Setting it starts a new history."""
        return self.slice(0, len(self))

    @text.setter
    def text(self, text: str) -> None:
        data = _library.encoded(text)
        with self._lock:
            self._checked(library.mde_set_text(self._open(), data, len(data)))

    def slice(self, start: int, end: int) -> str:
        """A part of the text, without a copy of the rest.

        >>> Document("é😀 words").slice(1, 4)
        '😀 w'
        """
        with self._lock:
            handle = self._open()
            start, end = _library.checked_offset(start), _library.checked_offset(end)
            self._checked(library.mde_text(handle, SCALAR, start, end))
            return self._result()

    def replace(self, start: int, end: int, text: str, kind: str = "edit") -> None:
        """Replaces a range. Adjacent edits of the kind "typing" or "deleting" are undone together.

        >>> document = Document("one word")
        >>> document.replace(0, 3, "two")
        >>> document.text
        'two word'
        """
        number = _index(kind, _library.EDIT_KINDS, "kind")
        data = _library.encoded(text)
        with self._lock:
            handle = self._open()
            start, end = _library.checked_offset(start), _library.checked_offset(end)
            self._checked(library.mde_replace(handle, SCALAR, number, start, end, data, len(data)))

    # Options.

    def set_options(self, **options: Union[str, int]) -> None:
        """Sets options, such as `numbering="leaves"`. If one of them is invalid, none is set."""
        self._set(self._numbers(options))

    def option(self, name: str) -> str:
        """The value of an option.

        >>> Document("").option("numbering")
        'renumbers'
        """
        number = _index(name, list(_library.OPTIONS), "option") + 1
        with self._lock:
            return _library.OPTIONS[name][self._checked(library.mde_option(self._open(), number))]

    # Commands.

    def perform(
            self, command: str, selection: Selections, argument: Optional[str] = None, *, action: str = "toggle",
            **options: Union[str, int]) -> Step:
        """Performs a command on one selection or several. `commands()` lists the names.

        For a mark, `action` can also be "mark" or "unmark", which only add or only remove it. Options apply to this
        call alone. Raises `Refused` if no edit could be verified; then nothing has changed.

        >>> document = Document("milk\\neggs")
        >>> document.perform("bullet-list", (0, 9)).effect
        'added'
        >>> document.text
        '- milk\\n- eggs'
        >>> document.perform("table-format", 0).reason
        'notInTable'
        """
        number = _NUMBERS.get(command)
        if number is None:
            raise InvalidArgument(f"There is no command {command!r}.")
        action_number = _index(action, _library.ACTIONS, "action")
        if command == "date":
            argument = time.strftime(argument or "%Y-%m-%d")
        data = None if argument is None else _library.encoded(argument)
        ranges = _library.ranges_of(selection)
        numbers = self._numbers(options)
        with self._lock:
            handle = self._open()
            before = {option: library.mde_option(handle, option) for option in numbers}
            self._set(numbers)
            try:
                code = library.mde_plan(
                    handle, SCALAR, number, action_number, data, len(data or b""), ranges, len(ranges))
            finally:
                reason, message = self._why(handle)
                self._set(before)
            if code == _library.UNCHANGED:
                return Step(False, tuple(Range(item.start, item.end) for item in ranges), reason=reason, message=message)
            if code == _library.REFUSED:
                raise Refused(message, reason, command)
            if code < 0:
                raise _library.failure(code, message)
            step = self._step(_library.EFFECTS[library.mde_effect(handle)])
            self._checked(library.mde_apply(handle))
            return step

    def undo(self) -> Step:
        """Undoes the last step. If there is none, `changed` of the result is False."""
        return self._again(library.mde_undo)

    def redo(self) -> Step:
        """Redoes the step that was undone last. If there is none, `changed` of the result is False."""
        return self._again(library.mde_redo)

    def states(self, selection: Selections) -> Dict[str, State]:
        """The state of each command of a bar; keys such as Enter have none.

        >>> states = Document("a **word**").states((4, 8))
        >>> states["strong"].presence, states["table-format"].applies
        ('on', False)
        """
        ranges = _library.ranges_of(selection)
        with self._lock:
            handle = self._open()
            self._checked(library.mde_state(handle, SCALAR, ranges, len(ranges)))
            found = {}
            for number, command in enumerate(_COMMANDS):
                if command.group == "typing":
                    continue
                presence = _library.PRESENCES[library.mde_presence(handle, number)]
                applies, reason, message = library.mde_applies(handle, number) == 1, "", ""
                if not applies:
                    reason = _named(library.mde_state_reason(handle, number))
                    self._checked(library.mde_state_message(handle, number))
                    message = self._result()
                found[command.name] = State(presence, applies, reason, message)
            return found

    # The document as HTML and as tokens.

    def html(self, raw: bool = False, ids: bool = False) -> str:
        """The document as HTML. Raw HTML and dangerous links are left out unless `raw` is true; with `ids`, headings
        have anchors as on GitHub.

        >>> Document("a *b*").html()
        '<p>a <em>b</em></p>\\n'
        """
        with self._lock:
            handle = self._open()
            code = library.mde_html(handle, bool(raw) + 2 * bool(ids))
            if code == _library.REFUSED:
                reason, message = self._why(handle)
                raise Refused(message, reason, "html")
            self._checked(code)
            return self._result()

    def copied(self, selection: Selections) -> Copied:
        """A selection for a clipboard: as HTML, and as plain text without markup. Marks and blocks of which only a part
        is selected are complete; a selection inside a paragraph is its text alone.

        >>> Document("- *one* two").copied((2, 5)).html
        '<em>on</em>'
        """
        ranges = _library.ranges_of(selection)
        with self._lock:
            handle = self._open()
            found = []
            for form in (0, 1):
                code = library.mde_copy(handle, form, SCALAR, ranges, len(ranges))
                if code == _library.REFUSED:
                    reason, message = self._why(handle)
                    raise Refused(message, reason, "copied")
                self._checked(code)
                found.append(self._result())
            return Copied(*found)

    def tokens(self, start: int = 0, end: Optional[int] = None) -> List[Token]:
        """The tokens of a range, or of the whole text. A token that begins or ends outside the range is whole.

        >>> [(token.start, token.end, token.kind) for token in Document("a *b*").tokens()]
        [(0, 2, 'text'), (2, 3, 'delimiter'), (3, 4, 'text'), (4, 5, 'delimiter')]
        """
        with self._lock:
            handle = self._open()
            end = len(self) if end is None else _library.checked_offset(end)
            count = self._checked(library.mde_tokens(handle, SCALAR, _library.checked_offset(start), end))
            numbers = library.mde_token_numbers(handle)[:4 * count] if count else []
        return [
            Token(start, start + length, _library.TOKEN_KINDS[kind], _marks(style & 0xFFFF), style >> 16)
            for start, length, kind, style in zip(*[iter(numbers)] * 4)]

    def changes(self) -> List[Range]:
        """The ranges whose tokens may have changed since the last call; at first, the whole text.

        >>> document = Document("one\\n\\ntwo")
        >>> document.changes()
        [Range(start=0, end=8)]
        >>> document.changes()
        []
        """
        with self._lock:
            handle = self._open()
            self._checked(library.mde_changes(handle, SCALAR))
            return list(self._ranges(handle, _library.SELECTIONS))

    # For other methods, which hold the lock.

    def _open(self) -> int:
        if self._handle is None:
            raise Closed("The document is closed.")
        return self._handle

    def _checked(self, code: int) -> int:
        if code < 0:
            message = library.mde_message(self._handle) if self._handle is not None else None
            raise _library.failure(code, (message or b"").decode())
        return code

    def _why(self, handle: int) -> Tuple[str, str]:
        """The reason of the last command as a name, and as a sentence."""
        return _named(library.mde_reason(handle)), library.mde_message(handle).decode()

    def _result(self) -> str:
        handle = self._open()
        return ctypes.string_at(library.mde_result(handle), library.mde_result_length(handle)).decode()

    def _ranges(self, handle: int, kind: int) -> Tuple[Range, ...]:
        count = self._checked(library.mde_change_count(handle, kind))
        found = library.mde_change_ranges(handle, kind)
        return tuple(Range(found[index].start, found[index].end) for index in range(count))

    def _step(self, effect: str = "") -> Step:
        handle = self._open()
        changes = tuple(
            Change(place.start, place.end, ctypes.string_at(
                library.mde_change_text(handle, index), library.mde_change_text_length(handle, index)).decode())
            for index, place in enumerate(self._ranges(handle, _library.EDITS)))
        return Step(True, self._ranges(handle, _library.SELECTIONS), changes, effect)

    def _again(self, function: Any) -> Step:
        with self._lock:
            handle = self._open()
            code = function(handle, SCALAR)
            if code == _library.UNCHANGED:
                reason, message = self._why(handle)
                self._checked(library.mde_selections(handle, SCALAR))
                return Step(False, self._ranges(handle, _library.SELECTIONS), reason=reason, message=message)
            self._checked(code)
            return self._step()

    def _numbers(self, options: Dict[str, Union[str, int]]) -> Dict[int, int]:
        return {
            _index(name, list(_library.OPTIONS), "option") + 1:
            _index(str(value), _library.OPTIONS[name], f"value of {name}") for name, value in options.items()}

    def _set(self, numbers: Dict[int, int]) -> None:
        with self._lock:
            for option, value in numbers.items():
                self._checked(library.mde_set_option(self._open(), option, value))


@lru_cache(maxsize=None)
def _marks(bits: int) -> FrozenSet[str]:
    return frozenset(name for index, name in enumerate(_library.TOKEN_MARKS) if bits >> index & 1)
