"""Writes the files of a folder into a zip archive, the same bytes for the same files.

Usage: archive.py FOLDER ARCHIVE [FIRST…]

FIRST are the names of files that come first; all others follow in the order of their names.
"""

import pathlib
import sys
import zipfile

folder, archive = map(pathlib.Path, sys.argv[1:3])
first = sys.argv[3:]
paths = [folder / name for name in first]
paths += sorted((path for path in folder.rglob("*") if path.is_file() and path not in paths),
                key=lambda path: path.relative_to(folder).as_posix())
archive.unlink(missing_ok=True)
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as written:
    for path in paths:
        entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), (1980, 1, 1, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.create_system = 3
        is_program = path.stat().st_mode & 0o100
        entry.external_attr = (0o100755 if is_program else 0o100644) << 16
        written.writestr(entry, path.read_bytes())
print(f"{archive.name}: {archive.stat().st_size} bytes, {len(paths)} files")
