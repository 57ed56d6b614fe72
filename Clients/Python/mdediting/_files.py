"""Reading files, replacing them, and the difference between two texts."""

from __future__ import annotations

import difflib
import os
import secrets
from typing import List, NamedTuple, Tuple


class FileProblem(Exception):
    """A file that cannot be read or replaced. It is as it was."""


class Contents(NamedTuple):
    """The text of a file, and what the system reported of it when it was read."""

    text: str
    status: os.stat_result


def read(path: str) -> Contents:
    """The text of a file, which has to be UTF-8. Its line endings stay as they are."""
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            data = file.read()
    except OSError as error:
        raise FileProblem(f"{error.strerror or error}.") from error
    return Contents(decoded(data), status)


def decoded(data: bytes) -> str:
    """The text of some bytes, which have to be UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = " ".join(f"{byte:02X}" for byte in data[error.start:error.start + 4])
        raise FileProblem(f"The bytes {found} on line {line} are not UTF-8.") from None


def replace(path: str, before: Contents, text: str) -> None:
    """Gives a file another text. At every moment the file has the old text or the new one.

    Keeps mode, owner and extended attributes. A symbolic link stays one, and its target is replaced.
    """
    target = os.path.realpath(path)
    if before.status.st_nlink > 1:
        raise FileProblem(f"The file has {before.status.st_nlink} names (hard links), so it is not replaced.")
    folder = os.path.dirname(target)
    temporary = os.path.join(folder, f".mdediting-{secrets.token_hex(8)}")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            with open(descriptor, "wb") as file:
                file.write(text.encode("utf-8"))
                file.flush()
                _keep(target, temporary, before.status)
                os.fsync(file.fileno())
            if _version(os.stat(target)) != _version(before.status):
                raise FileProblem("Another program changed the file in the meantime; that version was kept.")
            os.replace(temporary, target)
        except BaseException:
            try:
                os.unlink(temporary)
            except FileNotFoundError:
                pass
            raise
        descriptor = os.open(folder, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)
    except OSError as error:
        raise FileProblem(f"{error.strerror or error}.") from error


def _version(status: os.stat_result) -> Tuple[int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns


def _keep(target: str, temporary: str, status: os.stat_result) -> None:
    made = os.stat(temporary)
    if hasattr(os, "chown") and (made.st_uid, made.st_gid) != (status.st_uid, status.st_gid):
        os.chown(temporary, status.st_uid, status.st_gid)
    if hasattr(os, "listxattr"):
        for name in os.listxattr(target):
            os.setxattr(temporary, name, os.getxattr(target, name))
    os.chmod(temporary, status.st_mode & 0o7777)


def difference(path: str, before: str, after: str) -> str:
    """A unified diff, which `patch` applies."""
    lines = difflib.unified_diff(_lines(before), _lines(after), path, path)
    return "".join(
        line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> List[str]:
    """The lines with their endings. Only a line feed ends one, as for `diff`."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
