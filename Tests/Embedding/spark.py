"""The program of Documentation/Corpus.md on a local Spark, one of whose workers is killed.

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
    # Written out by hand: what emphasis is, in a heading, in text and in code.
    before = (
        f"# *Garden* {number}\n\nSow *beans* {number}.\n\n## __Bold__ and _it_ é😀\n\n"
        f"```\n# *code* {number}\n```\n")
    after = before.replace("# *Garden*", "# Garden").replace(" _it_ ", " it ")
    if number % 7 == 0:
        before = after = f"no heading *at all* {number}\n"
    (source / f"{number:05}.md").write_text(before, encoding="utf-8")
    wanted[f"{number:05}.md"] = after

marker = str(folder / "killed")


def dying(batches):
    """The program's own function, whose process is killed once, in the middle of a partition."""
    for index, batch in enumerate(corpus.without_emphasis(batches)):
        yield batch
        if index == 1:
            try:
                os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
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
assert os.path.exists(marker), "no worker was killed"
names = [pathlib.PurePosixPath(urlparse(row.path).path).name for row in rows]
assert sorted(names) == sorted(wanted), f"{len(names)} documents, {len(set(names))} of them different"
for name, row in zip(names, rows):
    assert row.problem == "" and row.text == wanted[name], (name, row)
changed = sum(1 for name in wanted if int(name[:5]) % 7)
print(f"Spark: {count} documents, {changed} changed, one worker killed, none lost, none twice")
