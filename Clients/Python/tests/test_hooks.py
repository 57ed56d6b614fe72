"""Tests of what runs in a Git repository: the script of action.yml, and pre-commit if it is installed."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = os.environ.get("MARKDOWN_EDITING_ROOT")
WHEEL = os.environ.get("MARKDOWN_EDITING_WHEEL")
TABLE = b"a|b\r\n-|-\r\nlonger|x"
ALIGNED = b"| a      | b   |\r\n| ------ | --- |\r\n| longer | x   |"


@unittest.skipUnless(ROOT and shutil.which("git") and shutil.which("bash"), "needs the repository, git and bash")
class Repository(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.git("init", "--quiet")
        self.write("old.md", TABLE)
        self.commit()
        self.write("new é.md", TABLE)
        self.write("-dash.MD", b"1. a\n3. b\n")
        self.write("code.txt", TABLE)
        self.commit()

    def write(self, name, data):
        (self.folder / name).write_bytes(data)

    def read(self, name):
        return (self.folder / name).read_bytes()

    def git(self, *arguments):
        identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"]
        subprocess.run(["git", *identity, *arguments], cwd=self.folder, check=True)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--no-verify", "--message", "A change")

    @property
    def environment(self):
        """The programs of the environment that the package is installed in come first."""
        path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
        return {**os.environ, "PATH": path, "PACKAGE": ""}

    def run_script(self, status, checkout=ROOT, **variables):
        found = subprocess.run(
            ["bash", f"{checkout}/Scripts/Support/changed-markdown.sh"], cwd=self.folder, capture_output=True,
            env={**self.environment, **variables}, check=False)
        self.assertEqual(found.returncode, status, found)
        return found.stdout.decode() + found.stderr.decode()

    def test_diff_of_what_changed(self):
        printed = self.run_script(1)
        self.assertIn("+++ ./new é.md\n", printed)
        self.assertIn("+2. b\n", printed)
        self.assertNotIn("old.md", printed)
        self.assertEqual(self.read("new é.md"), TABLE)

    def test_in_place(self):
        self.run_script(1, MODE="in-place")
        self.assertEqual(self.read("new é.md"), ALIGNED)
        self.assertEqual(self.read("-dash.MD"), b"1. a\n2. b\n")
        self.assertEqual((self.read("old.md"), self.read("code.txt")), (TABLE, TABLE))
        self.commit()
        self.run_script(0, BASE="HEAD~2")

    def test_all_files_and_one_step(self):
        printed = self.run_script(1, BASE="all", RUN="tables")
        self.assertIn("old.md", printed)
        self.assertNotIn("-dash", printed)

    def test_a_file_that_is_not_utf8(self):
        self.write("bad.md", b"caf\xe9\n")
        self.commit()
        self.assertIn("./bad.md: The bytes E9 0A on line 1 are not UTF-8.", self.run_script(2))

    def test_nothing_changed(self):
        self.write("code.txt", b"other\n")
        self.commit()
        self.run_script(0)

    def test_wrong_arguments(self):
        for variables in [{"BASE": "nonsense"}, {"RUN": "paint"}, {"MODE": "x"}]:
            self.assertTrue(self.run_script(2, **variables).startswith("mdediting: "))

    def test_a_name_is_never_installed(self):
        for name in ["mdediting", "http://example.invalid/mdediting-1-py3-none-any.whl"]:
            self.assertIn(f"{name} is not the path or the https address of a wheel.", self.run_script(2, PACKAGE=name))

    def test_the_tool_as_a_program_and_as_a_tarball(self):
        with tempfile.TemporaryDirectory() as name:
            program = Path(name, "mdedit-9-linux", "bin", "mdedit")
            program.parent.mkdir(parents=True)
            program.write_text("#!/bin/sh\necho \"found by $0: $*\"\n")
            program.chmod(0o755)
            tarball = Path(name, "mdedit.tar.gz")
            subprocess.run(["tar", "-czf", tarball, "-C", name, "mdedit-9-linux"], check=True)
            for tool in [program, tarball]:
                self.assertRegex(self.run_script(0, RUN="lint", TOOL=str(tool)), "found by .*/mdedit: lint --dialect github .*new é.md")
            self.assertIn("is not a program", self.run_script(2, RUN="lint", TOOL=f"{name}/none"))

    @unittest.skipUnless(WHEEL, "needs the wheel")
    def test_a_wheel(self):
        printed = self.run_script(1, PACKAGE=WHEEL, PATH=os.environ["PATH"])
        self.assertIn("+++ ./new é.md\n", printed)

    @unittest.skipUnless(WHEEL, "needs the wheel")
    def test_the_wheel_of_the_checkout(self):
        with tempfile.TemporaryDirectory() as checkout:
            support = Path(checkout, "Scripts/Support")
            support.mkdir(parents=True)
            shutil.copy(f"{ROOT}/Scripts/Support/changed-markdown.sh", support)
            package = Path(checkout, "Scripts/package")
            package.write_text(f"#!/bin/sh\nmkdir -p '{checkout}/.build/package'\ncp '{WHEEL}' '{checkout}/.build/package'\n")
            package.chmod(0o755)
            # The programs of the environment are absent, and nothing is taken from a registry.
            printed = self.run_script(1, checkout=checkout, PATH=os.environ["PATH"], PIP_INDEX_URL="http://127.0.0.1:9")
            self.assertIn("+++ ./new é.md\n", printed)
            package.write_text("#!/bin/sh\nexit 75\n")
            printed = self.run_script(2, checkout=checkout, PATH=os.environ["PATH"])
            self.assertIn("its wheel cannot be built here", printed)

    def test_no_page_installs_by_name(self):
        """The package is not in a registry, where somebody else may have its name."""
        action = Path(ROOT, "action.yml").read_text(encoding="utf-8")
        self.assertEqual(re.search(r"  package:\n(?:    .*\n)*?    default: (.*)\n", action).group(1), '""')
        for name in ["Clients/Python/README.md", "Documentation/Embedding.md"]:
            page = Path(ROOT, name).read_text(encoding="utf-8")
            installed = re.findall(r"pip install (\S+)|additional_dependencies: \[(.*?)\]", page)
            self.assertTrue(installed, name)
            for path in map("".join, installed):
                self.assertRegex(path.strip("'"), r"^(git\+https://.*#subdirectory=Clients/Python|.*/.*\.whl)$", name)

    @unittest.skipUnless(shutil.which("pre-commit"), "there is no pre-commit")
    def test_pre_commit(self):
        hooks = Path(ROOT, ".pre-commit-hooks.yaml").read_text()
        self.assertIn("id: markdown-format\n", hooks)
        local = "repos:\n- repo: local\n  hooks:\n" + "".join(
            "  " + line + "\n" for line in hooks.splitlines())
        if not shutil.which("mdedit"):
            local = local[:local.index("  - id: markdown-check")]
        self.write(".pre-commit-config.yaml", local.encode())
        self.git("add", "--all")
        environment = {**self.environment, "PRE_COMMIT_HOME": str(self.folder / ".git" / "pre-commit")}

        def run_hooks():
            return subprocess.run(
                ["pre-commit", "run", "--all-files"], cwd=self.folder, env=environment, capture_output=True, check=False)

        found = run_hooks()
        self.assertEqual(found.returncode, 1, found)
        self.assertIn(b"files were modified by this hook", found.stdout)
        self.assertEqual((self.read("old.md"), self.read("new é.md")), (ALIGNED, ALIGNED))
        self.git("add", "--all")
        found = run_hooks()
        self.assertEqual(found.returncode, 0, found)


if __name__ == "__main__":
    unittest.main()
