"""Finds the smallest document with a failure of the same kind."""
import json
import subprocess


class Tool:
    """Sends cases to `mdedit batch`, one line at a time."""

    def __init__(self, path, dialect):
        self.run = subprocess.Popen(
            [path, "batch", "--dialect", dialect], text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)

    def answer(self, case):
        text, start, end, mark = case
        units = [len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2
                 for offset in (start, end)]
        line = dict(id=0, text=text, start=units[0], end=units[1], command=mark)
        self.run.stdin.write(json.dumps(line) + "\n")
        self.run.stdin.flush()
        return json.loads(self.run.stdout.readline())

    def state(self, case):
        return self.answer(case[:3] + ("state",))

    def close(self):
        self.run.stdin.close()
        self.run.wait()


def without(case, low, high):
    """Returns the case without some characters."""
    text, start, end, mark = case

    def moved(offset):
        return offset if offset <= low else max(low, offset - (high - low))

    return text[:low] + text[high:], moved(start), moved(end), mark


def smallest(case, kind, kind_of):
    """Returns the case without blocks, lines and ever shorter pieces that the failure does not need."""
    best, step = case, 0
    sizes = [400, 150, 60, 25, 10, 5, 3, 2, 1]
    while step < len(sizes):
        size, place, shorter = sizes[step], 0, False
        while place < len(best[0]):
            trial = without(best, place, min(len(best[0]), place + size))
            if (trial[1] < trial[2] or case[1] == case[2]) and kind_of(trial) == kind:
                best, shorter = trial, True
            else:
                place += max(1, size // 2)
        if not shorter or size > 10:
            step += 1
    return best
