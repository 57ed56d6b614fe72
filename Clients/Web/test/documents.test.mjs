// Tests the documents of the demo page, with a stand-in for the server: opening, line endings and saving.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accepted, fileContents, openedDocument, saveDocument } from "../demo/documents.js";

test("a file has its line endings back", () => {
  for (const contents of ["", "one", "one\n", "one\r\n", "one\r\ntwo", "\r\n\r\n", "one\rtwo\r", "\ufeffone\r\n"]) {
    const document = openedDocument("a.md", contents);
    assert.doesNotMatch(document.saved, /\r/);
    assert.equal(fileContents(document, document.saved), contents);
    assert.equal(fileContents(document, "x\ny"), `x${document.ending}y`);
  }
  for (const mixed of ["one\ntwo\r\n", "one\r\ntwo\n", "one\rtwo\n", "one\r\n\rtwo"]) {
    assert.equal(openedDocument("a.md", mixed), null);
  }
});

// A server with one file, which counts the requests to save.
function oneFile(contents) {
  const file = { contents, version: 1, saves: 0 };
  const send = async (address, request) => {
    const answer = (status, body) => ({
      ok: status === 200, status, text: async () => body, arrayBuffer: async () => new TextEncoder().encode(body),
      headers: new Map([["etag", `"${file.version}"`]]),
    });
    if (!request) return answer(200, file.contents);
    file.saves += 1;
    if (request.headers["if-match"] !== `"${file.version}"`) return answer(412, "changed");
    [file.contents, file.version] = [request.body, file.version + 1];
    if (file.loses) throw new TypeError("no answer");
    return answer(200, "");
  };
  return { file, send };
}

test("a file that has only what was read, sent or is to be saved is no conflict", async () => {
  const { file, send } = oneFile("one\r\n");
  const document = openedDocument("a.md", file.contents, '"1"');
  // Another program has touched it.
  file.version = 7;
  await saveDocument(document, "two\n", send);
  assert.deepEqual([file.contents, file.version, document.tag], ["two\r\n", 8, '"8"']);
  // The answer to a save was lost, and more was typed.
  file.loses = true;
  await assert.rejects(saveDocument(document, "three\n", send), /does not answer/);
  file.loses = false;
  await saveDocument(document, "four\n", send);
  assert.equal(file.contents, "four\r\n");
  // Another program has written the same text.
  [file.contents, file.version] = ["five\r\n", 20];
  await saveDocument(document, "five\n", send);
  assert.deepEqual([document.tag, document.saved, file.saves], ['"21"', "five\n", 7]);
});

test("another text and other line endings are a conflict, which has the file as it is", async () => {
  for (const contents of ["other\r\n", "one\n", "one\r\n\n", ""]) {
    const { file, send } = oneFile("one\r\n");
    const document = openedDocument("a.md", file.contents, '"1"');
    [file.contents, file.version] = [contents, 2];
    const error = await saveDocument(document, "mine\n", send).catch((error) => error);
    assert.deepEqual([error.isConflict, error.theirs], [true, { contents, tag: '"2"' }]);
    assert.deepEqual([file.contents, document.tag, file.saves], [contents, '"1"', 1]);
  }
});

test("an answer says whether the file is gone, or the address", async () => {
  const refuse = (text) => accepted(Promise.resolve({ ok: false, status: 404, text: async () => text })).catch((error) => error);
  assert.equal((await refuse("There is no such file.\n")).isGone, true);
  const { isGone, message } = await refuse("");
  assert.deepEqual([isGone, /no longer valid/.test(message)], [false, true]);
});
