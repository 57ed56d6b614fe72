"""Tests of the program `mdediting`: files, exit status, and what is kept."""

import os
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TABLE = "a|b\n-|-\nlonger|x\n"
ALIGNED = "| a      | b   |\n| ------ | --- |\n| longer | x   |\n"


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *arguments, data=b"", status=0):
        found = subprocess.run(
            [sys.executable, "-m", "mdediting", *arguments], input=data, capture_output=True, cwd=self.folder,
            check=False)
        self.assertEqual(found.returncode, status, found)
        return found

    def write(self, name, text):
        data = text if isinstance(text, bytes) else text.encode()
        (self.folder / name).write_bytes(data)
        return data

    def read(self, name):
        return (self.folder / name).read_bytes().decode()

    def test_in_place(self):
        self.write("a.md", TABLE)
        os.chmod(self.folder / "a.md", 0o640)
        found = self.run_program("format", "--in-place", "a.md", status=1)
        self.assertIn(b"a.md", found.stderr)
        self.assertEqual(self.read("a.md"), ALIGNED)
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "a.md").st_mode), 0o640)
        self.assertEqual(os.listdir(self.folder), ["a.md"])
        self.assertEqual(self.run_program("format", "--in-place", "a.md").stderr, b"")

    def test_endings(self):
        texts = {"crlf.md": "1. a\r\n3. b\r\n", "none.md": "1. a\n3. b", "mark.md": "\ufeff1. a\n3. b\n"}
        for name, text in texts.items():
            self.write(name, text)
        self.run_program("format", "-i", *texts, status=1)
        self.assertEqual([self.read(name) for name in texts], [text.replace("3", "2") for text in texts.values()])

    def test_only_tables_or_lists(self):
        self.write("a.md", TABLE + "\n1. a\n3. b\n")
        self.run_program("format", "--lists", "-i", "a.md", status=1)
        self.assertEqual(self.read("a.md"), TABLE + "\n1. a\n2. b\n")
        self.run_program("format", "--tables", "-i", "a.md", status=1)
        self.assertEqual(self.read("a.md"), ALIGNED + "\n1. a\n2. b\n")

    def test_files_that_fail(self):
        bad = self.write("bad.md", b"caf\xe9\n")
        self.write("good.md", TABLE)
        (self.folder / "folder.md").mkdir()
        found = self.run_program("format", "-i", "bad.md", "none.md", "folder.md", "good.md", status=2)
        for name in [b"bad.md: The bytes E9 0A on line 1 are not UTF-8.", b"none.md: ", b"folder.md: "]:
            self.assertIn(name, found.stderr)
        self.assertEqual((self.folder / "bad.md").read_bytes(), bad)
        self.assertEqual(self.read("good.md"), ALIGNED)

    def test_diff_applies(self):
        for text in [TABLE, TABLE.rstrip("\n"), "x\n\n" + TABLE.replace("\n", "\r\n")]:
            self.write("a.md", text)
            found = self.run_program("format", "--diff", "a.md", status=1)
            self.assertEqual(self.read("a.md"), text)
            subprocess.run(
                ["patch", "--binary", "--quiet", "a.md"], input=found.stdout, cwd=self.folder, check=True)
            patched = self.read("a.md")
            self.write("a.md", text)
            self.run_program("format", "-i", "a.md", status=1)
            self.assertEqual(self.read("a.md"), patched)

    @unittest.skipUnless(sys.platform.startswith("linux"), "names of files are bytes on Linux")
    def test_a_name_that_is_not_utf8(self):
        name = os.fsdecode(b"caf\xe9.md")
        self.write(name, TABLE)
        self.assertIn(b"+++ caf\xe9.md\n", self.run_program("format", "--diff", name, status=1).stdout)
        self.run_program("format", "-i", name, status=1)
        self.assertEqual(self.read(name), ALIGNED)

    def test_check_and_filter(self):
        self.write("a.md", TABLE)
        self.assertIn(b"a.md", self.run_program("format", "--check", "a.md", status=1).stderr)
        self.assertEqual(self.read("a.md"), TABLE)
        self.assertEqual(self.run_program("format", "-", data=TABLE.encode()).stdout.decode(), ALIGNED)
        self.assertEqual(self.run_program("format", "-", data=TABLE.encode() + b"\xff", status=2).stdout, b"")

    def test_links(self):
        self.write("a.md", TABLE)
        os.symlink("a.md", self.folder / "link.md")
        self.run_program("format", "-i", "link.md", status=1)
        self.assertTrue((self.folder / "link.md").is_symlink())
        self.assertEqual(self.read("a.md"), ALIGNED)
        self.write("b.md", TABLE)
        os.link(self.folder / "b.md", self.folder / "c.md")
        self.assertIn(b"2 names", self.run_program("format", "-i", "b.md", status=2).stderr)
        self.assertEqual(self.read("b.md"), TABLE)

    def test_invalid_arguments(self):
        for arguments in [[], ["format"], ["format", "-i", "-"], ["format", "a.md", "b.md"], ["paint", "a.md"]]:
            self.run_program(*arguments, status=2)

    def test_commands(self):
        self.assertIn(b"renumber-list", self.run_program("commands").stdout)


if __name__ == "__main__":
    unittest.main()
