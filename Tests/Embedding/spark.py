"""The program of Documentation/Corpus.md on a local Spark. A worker is killed, and later a tool.

    python3 spark.py FOLDER COUNT
"""

import os
import pathlib
import signal
import sys
from urllib.parse import urlparse

import corpus
from pyspark.sql import SparkSession

folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
source = folder / "documents"
source.mkdir()
wanted = {}
for number in range(count):
    # Written by hand: emphasis in a heading, in text and in code.
    before = (
        f"# *Garden* {number}\n\nSow *beans* {number}.\n\n## __Bold__ and _it_ é😀\n\n"
        f"```\n# *code* {number}\n```\n")
    after = before.replace("# *Garden*", "# Garden").replace(" _it_ ", " it ")
    if number % 7 == 0:
        before = after = f"no heading *at all* {number}\n"
    content, problem = before.encode(), ""
    if number % 11 == 10:
        content, after, problem = content + b"caf\xe9\n", None, "invalidUTF8"
    (source / f"{number:05}.md").write_bytes(content)
    wanted[f"{number:05}.md"] = after, problem

markers = [str(folder / "killed"), str(folder / "tool")]


def first(marker):
    """Whether this is the first call for the marker in any worker."""
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


class Dying(corpus.Tool):
    """A tool that is killed once, when it has been asked."""

    def lines(self, texts):
        for index, line in enumerate(super().lines(texts)):
            yield line
            if index == 3 and first(markers[1]):
                self.process.kill()


def dying(batches):
    """The program's own function, whose process is killed once, in the middle of a partition."""
    corpus.Tool = Dying
    for index, batch in enumerate(corpus.without_emphasis(batches)):
        yield batch
        if index == 1 and first(markers[0]):
            os.kill(os.getpid(), signal.SIGKILL)


# Two workers; a part may fail three times.
session = (
    SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false")
    .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.sql.execution.arrow.maxRecordsPerBatch", "20").getOrCreate())
session.sparkContext.setLogLevel("OFF")
try:
    result = folder / "result"
    corpus.documents(session, str(source)).repartition(6).mapInPandas(
        dying, corpus.SCHEMA).write.parquet(str(result))
    rows = session.read.parquet(str(result)).collect()
finally:
    session.stop()
assert all(map(os.path.exists, markers)), "no worker or no tool was killed"
names = [pathlib.PurePosixPath(urlparse(row.path).path).name for row in rows]
assert sorted(names) == sorted(wanted), f"{len(names)} documents, {len(set(names))} of them different"
for name, row in zip(names, rows):
    assert (row.text, row.problem) == wanted[name], (name, row)
changed = sum(1 for name, (_, problem) in wanted.items() if int(name[:5]) % 7 and not problem)
invalid = sum(1 for _, problem in wanted.values() if problem)
print(
    f"Spark: {count} documents, {changed} changed, {invalid} not UTF-8, one worker and one tool killed, none lost, "
    "none twice")
