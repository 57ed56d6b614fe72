// Tests what becomes of the contents of files, and merging.
import assert from "node:assert/strict";
import { test } from "node:test";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decoded, fingerprint, read, written } from "../page/contents.js";
import { changesBetween, merged, mergedText } from "../page/merge.js";
import { applied } from "../pieces.js";
import { seeded } from "./stage.mjs";

test("a file keeps its byte order mark and its line endings, also if they are mixed", () => {
  for (const contents of ["", "one", "one\r\ntwo\r\n", "\ufeffone\rtwo", "\ufeffone\r\ntwo\nthree\r\nfour\rfive", "\r\n\n\r"]) {
    const { text, form } = read(contents);
    assert.doesNotMatch(text, /\r|\ufeff/);
    assert.equal(written({ form, base: text }, text), contents);
  }
  const { text, form } = read("one\r\ntwo\nthree\r\nfour");
  for (const [edited, contents] of [
    ["one\ntwo\nnew\nthree\nfour", "one\r\ntwo\nnew\nthree\r\nfour"],
    ["two\nthree\nfour", "two\nthree\r\nfour"],
    ["zero\none\ntwo\nTHREE\nfour", "zero\r\none\r\ntwo\nTHREE\r\nfour"],
    ["", ""],
  ]) assert.equal(written({ form, base: text }, edited), contents);
});

test("what is not UTF-8 is read in the encoding that is chosen, or not at all", async () => {
  const bytes = Uint8Array.from([0x61, 0xe9, 0x0a]);
  const choosing = (encoding) => (samples) => {
    assert.equal(samples.get("windows-1252").line, "aé");
    return encoding;
  };
  assert.deepEqual(await decoded(bytes, choosing("windows-1252")), { contents: "aé\n", isConverted: true });
  assert.equal(await decoded(bytes, choosing(null)), null);
  assert.deepEqual(await decoded(new TextEncoder().encode("é"), assert.fail), { contents: "é", isConverted: false });
  // UTF-16 is recognised by its mark, and stands first.
  const wide = Uint8Array.from([0xff, 0xfe, 0xe9, 0x00]);
  assert.equal((await decoded(wide, (samples) => [...samples.keys()][0])).contents, "é");
});

test("merging 600 random texts is what git makes of them, where git sees no conflict", async () => {
  const random = seeded(Number(process.env.MARKDOWN_EDITING_SEED ?? 20260101));
  const folder = await mkdtemp(join(tmpdir(), "markdown-editing-"));
  const text = () => Array.from({ length: random(12) }, () => `${"abcdef"[random(6)]}\n`).join("") + (random(3) ? "" : "z");
  const edited = (from) => {
    const lines = from.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    for (let count = random(4); count > 0; count--) {
      const at = random(lines.length + 1);
      lines.splice(at, random(2), ...random(3) ? [`${"new"[random(3)]}${random(9)}\n`] : []);
    }
    return lines.join("");
  };
  let [clean, others] = [0, 0];
  for (let round = 0; round < 600; round++) {
    const base = text();
    const [mine, theirs] = [edited(base), edited(base)];
    assert.equal(applied(base, changesBetween(base, mine)), mine);
    assert.equal(mergedText(merged(base, base, theirs)), theirs);
    assert.equal(mergedText(merged(base, mine, base)), mine);
    const pieces = merged(base, mine, theirs);
    for (const side of ["mine", "theirs"]) {
      const all = pieces.map((piece) => typeof piece === "string" ? piece : { ...piece, choice: piece.choice === "both" ? side : piece.choice });
      // Every line that one side has added is in the text of that choice.
      const added = changesBetween(base, { mine, theirs }[side]).flatMap(({ insert }) => insert.split("\n"));
      for (const line of added) assert.ok(mergedText(all).includes(line));
    }
    if (pieces.some((piece) => piece.choice === "both") || round % 4) continue;
    await Promise.all(Object.entries({ base, mine, theirs }).map(([name, contents]) => writeFile(join(folder, name), contents)));
    let merge = null;
    try {
      merge = execFileSync("git", ["merge-file", "-p", "mine", "base", "theirs"], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
    } catch {}
    clean += 1;
    // Where lines repeat, git may see other ones as the same.
    if (merge === null || String(merge) !== mergedText(pieces)) others += 1;
  }
  await rm(folder, { recursive: true });
  assert.ok(clean > 50 && others * 20 < clean, `${others} of ${clean} differ`);
});

test("20,000 lines, each tenth changed, and texts without a common line, take less than a second", () => {
  const long = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join("");
  for (const other of [long.replace(/line (\d*7)\n/g, "seven $1\n"), long.replaceAll("line", "other"), ""]) {
    const begin = performance.now();
    assert.equal(applied(long, changesBetween(long, other)), other);
    assert.ok(performance.now() - begin < 5000);
  }
  assert.notEqual(fingerprint("ab"), fingerprint("ba"));
});
