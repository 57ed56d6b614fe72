"""Builds the wheel: the package and the C library, for the oldest glibc that the library runs on.

It needs only Python's standard library. Scripts/package wheel runs it; so does pip for a path or an address of the repository.
The C library is .build/embed/libmarkdownediting.so.1, which Scripts/library native builds if it is missing, or the one that
MARKDOWN_EDITING_LIBRARY names.
"""

import base64
import hashlib
import os
import pathlib
import platform
import re
import stat
import subprocess
import sys
import time
import zipfile

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
NAME = "mdediting"
LIBRARY = "libmarkdownediting.so.1"


def built_library():
    named = os.environ.get("MARKDOWN_EDITING_LIBRARY")
    path = pathlib.Path(named or ROOT / ".build" / "embed" / LIBRARY)
    if not named and not path.is_file():
        for command in [["Scripts/bootstrap"], ["Scripts/library", "native"]]:
            subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=True)
    if not path.is_file():
        raise SystemExit(f"There is no {path}.")
    header = (ROOT / "Sources/EditingABI/include/markdown_editing.h").read_text()
    version = re.search(r'^#define MDE_VERSION "(.*)"$', header, re.MULTILINE).group(1)
    library = path.read_bytes()
    if version.encode() not in library:
        raise SystemExit(f"The library is not of version {version}; build it again with Scripts/library native.")
    return library, version


def platform_tag(library):
    """The tag of the oldest glibc that has every symbol that the library needs, as auditwheel names it."""
    needed = [(int(major), int(minor)) for major, minor in re.findall(rb"GLIBC_(\d+)\.(\d+)", library)]
    if not sys.platform.startswith("linux") or not needed:
        raise SystemExit("The wheel is built on Linux with glibc.")
    # The versions with build images, and so with a policy of auditwheel.
    named = [(2, minor) for minor in [17, 26, 27, 28, 31, 34, 35, 36, 37, 38, 39, 40, 41, 42]]
    major, minor = min(version for version in named if version >= max(needed))
    return f"manylinux_{major}_{minor}_{platform.machine()}"


def metadata(number):
    project = (FOLDER / "pyproject.toml").read_text()

    def value(key):
        return re.search(rf"^{key} = (.*?\n?)(?=^\S|\Z)", project, re.MULTILINE | re.DOTALL).group(1)

    def names(key):
        return re.findall(r'"(.*?)"', value(key))

    return "\n".join([
        "Metadata-Version: 2.1", f"Name: {NAME}", f"Version: {number}", "License: MIT", "Requires-Python: >=3.9",
        "Description-Content-Type: text/markdown", "Summary: " + names("description")[0],
        "Keywords: " + ",".join(names("keywords")), *("Classifier: " + name for name in names("classifiers")), "",
        (FOLDER / "README.md").read_text(encoding="utf-8")])


def moment():
    """Returns the time of the last commit, so that two builds of it are identical."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds:
        found = subprocess.run(
            ["git", "log", "-1", "--format=%ct"], cwd=FOLDER, capture_output=True, text=True, check=False)
        seconds = found.stdout.strip() or "315532800"
    return time.gmtime(max(int(seconds), 315532800))[:6]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library, number = built_library()
    tag = platform_tag(library)
    info = f"{NAME}-{number}.dist-info"
    files = {
        f"{NAME}/{path.name}": path.read_bytes() for path in sorted((FOLDER / NAME).iterdir())
        if path.suffix == ".py" or path.name == "py.typed"}
    files[f"{NAME}/{LIBRARY}"] = library
    files[f"{info}/METADATA"] = metadata(number).encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n").encode()
    files[f"{info}/entry_points.txt"] = (
        f"[console_scripts]\n{NAME} = {NAME}.__main__:run\n").encode()
    files[f"{info}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    # The library contains libcmark, whose licence requires its notice.
    notice = pathlib.Path("/usr/share/doc/libcmark-dev/copyright")
    if notice.is_file():
        files[f"{info}/licenses/libcmark"] = notice.read_bytes()
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for name, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"{NAME}-{number}-py3-none-{tag}.whl"
    date = moment()
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, date)
            mode = 0o755 if name.endswith(LIBRARY) else 0o644
            entry.external_attr = (stat.S_IFREG | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, compresslevel=9)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("There is no source distribution: the library is built from the whole repository.")


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    print(build_wheel(sys.argv[1]))
