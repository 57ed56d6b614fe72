// Tests the real `mdedit serve` with requests of its page and with forged ones, over sockets.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";

const tool = process.env.MARKDOWN_EDITING_TOOL;
const page = process.env.MARKDOWN_EDITING_PAGE;

describe("mdedit serve", { skip: tool && page ? false : "there is no tool, or no page" }, () => {
  let folder, outside, server, address, port, token, silent;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "markdown <editing>-"));
    outside = await mkdtemp(join(tmpdir(), "markdown-editing-"));
    await writeFile(join(folder, "notes.md"), "Sow beans in May.\r\n\r\n<img src=x onerror=pwn()>\r\n");
    await mkdir(join(folder, "inner", ".hidden"), { recursive: true });
    await writeFile(join(folder, "inner", "more.md"), "more\n");
    for (const name of ["a.png", "b.JPG", "c.svg", "d.ico", "e.pdf", "f.html", "inner/.hidden/h.png", ".g.png"]) {
      await writeFile(join(folder, name), `asset ${name}`);
    }
    await writeFile(join(outside, "secret.md"), "SECRET");
    await writeFile(join(outside, "secret.png"), "SECRET");
    for (const name of ["secret.md", "secret.png"]) await symlink(join(outside, name), join(folder, `link-${name}`));
    await symlink(outside, join(folder, "out"));
    server = spawn(tool, ["serve", folder, "--page", page], { stdio: ["ignore", "pipe", "inherit"] });
    address = await new Promise((done) => server.stdout.once("data", (data) => done(String(data).trim())));
    [, port, token] = /^http:\/\/127\.0\.0\.1:(\d+)\/([0-9a-f]{32})\/$/.exec(address);
    silent = ["", `GET /${"x".repeat(4 << 20)}`, "GET / HTTP/1.1\r\n", request("PUT", `/${token}/${file("notes.md")}`, { ...origin(), "Content-Length": 1 << 20 })].map((bytes) => {
      const socket = open();
      socket.write(bytes);
      return socket;
    });
  });
  after(async () => {
    server.kill();
    await rm(folder, { recursive: true });
    await rm(outside, { recursive: true });
  });

  // Opens a connection; `ended` is fulfilled when the server closes it.
  const open = (host = "127.0.0.1") => {
    const socket = connect({ host, port: Number(port) });
    socket.since = Date.now();
    socket.ended = new Promise((done) => {
      for (const event of ["end", "close", "error"]) socket.on(event, () => done(Date.now() - socket.since));
    });
    return socket.resume();
  };
  // Returns the answer to some bytes, or "" if none arrives within a second.
  const exchange = (bytes, host) => new Promise((done) => {
    const socket = open(host);
    let answer = "";
    const end = () => { socket.destroy(); done(answer); };
    socket.on("data", (data) => { answer += data.toString("latin1"); });
    socket.on("end", end).on("error", end).setTimeout(1000, end);
    socket.write(bytes);
  });
  // Not more at once than the server keeps.
  const exchangeAll = async (requests) => {
    const answers = [];
    while (answers.length < requests.length) {
      answers.push(...await Promise.all(requests.slice(answers.length, answers.length + 16).map((bytes) => exchange(bytes))));
    }
    return answers;
  };
  const origin = () => ({ Origin: `http://127.0.0.1:${port}` });
  const request = (method, path, headers = {}, body = "") => {
    const all = { Host: `127.0.0.1:${port}`, ...headers };
    if (body) all["Content-Length"] ??= Buffer.byteLength(body);
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
    return `${method} ${path} HTTP/1.1\r\n${lines}\r\n${body}`;
  };
  // A request as the page makes it.
  const ask = async (method, path, headers = {}, body = undefined) => {
    const response = await fetch(address + path, { method, headers: { ...method === "GET" ? {} : origin(), ...headers }, body });
    return { status: response.status, tag: response.headers.get("etag"), headers: response.headers, text: await response.text() };
  };
  const markdown = { "Content-Type": "text/markdown" }, text = { "Content-Type": "text/plain" }, isNew = { "If-None-Match": "*" };
  const file = (name) => `file?path=${encodeURIComponent(name)}`;
  const at = (tag) => ({ "If-Match": tag });
  const tagOf = async (name) => (await ask("GET", file(name))).tag;
  const save = (name, tag, body) => ask("PUT", file(name), { ...markdown, ...at(tag) }, body);
  const create = (name, body) => ask("PUT", file(name), { ...markdown, ...isNew }, body);
  const contents = (name) => readFile(join(folder, name), "utf8");

  test("the page, with the name of its folder", async () => {
    const { headers, text } = await ask("GET", "");
    assert.match(headers.get("content-security-policy"), /^default-src 'none'; script-src 'sha256-.*; frame-ancestors 'none'$/);
    assert.equal(headers.get("access-control-allow-origin"), null);
    assert.match(text, /data-serve="[0-9a-f]{1,16}"/);
    if (/data-folder="/.test(await readFile(page, "utf8"))) assert.match(text, /data-folder="markdown &lt;editing>-/);
    for (const path of ["files", "none", file("notes.md"), "asset/a.png"]) {
      const { headers } = await ask("GET", path);
      assert.equal(headers.get("content-security-policy"), "default-src 'none'; frame-ancestors 'none'; sandbox");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("cache-control"), "no-store");
      assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
    }
  });

  test("the list of notes and folders, also of 10,000 notes", async () => {
    const list = async () => JSON.parse((await ask("GET", "files")).text);
    assert.deepEqual(await list(), { notes: ["inner/more.md", "notes.md"], folders: ["inner"] });
    await mkdir(join(folder, "many"));
    for (let number = 0; number < 10_000; number++) await writeFile(join(folder, "many", `${number}.md`), "");
    const start = performance.now();
    const { notes, folders } = await list();
    assert.ok(performance.now() - start < 1000);
    assert.equal(notes.length, 10_000);
    assert.deepEqual([folders, notes], [["inner", "many"], [...notes].sort()]);
    await rm(join(folder, "many"), { recursive: true });
  });

  test("a note is read in any encoding, and only if it has changed", async () => {
    await writeFile(join(folder, "utf16.md"), Buffer.from("\uFEFFGrüße", "utf16le"));
    const response = await fetch(address + file("utf16.md"));
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from("\uFEFFGrüße", "utf16le"));
    const known = { "If-None-Match": response.headers.get("etag") };
    const same = await ask("GET", file("utf16.md"), known);
    assert.deepEqual([same.status, same.tag, same.text], [304, response.headers.get("etag"), ""]);
    await writeFile(join(folder, "utf16.md"), "new");
    const changed = await ask("GET", file("utf16.md"), known);
    assert.deepEqual([changed.status, changed.text], [200, "new"]);
    await rm(join(folder, "utf16.md"));
    assert.equal((await ask("GET", file("utf16.md"), known)).status, 404);
  });

  test("a note is saved only over the version that is known", async () => {
    const tag = await tagOf("inner/more.md");
    const saved = await save("inner/more.md", tag, "one\r\n");
    assert.equal(saved.status, 200);
    assert.equal(saved.tag, await tagOf("inner/more.md"));
    const late = await save("inner/more.md", tag, "two");
    assert.deepEqual([late.status, late.text], [412, "Another program changed the file since it was opened; that version was kept.\n"]);
    for (const [headers, status, body] of [
      [{}, 428, "x"], [at("*"), 428, "x"], [{ ...at(saved.tag), ...isNew }, 428, "x"], [{ "If-None-Match": saved.tag }, 428, "x"],
      [at(saved.tag), 400, Buffer.from([0x61, 0xFF])], [{ ...at(saved.tag), ...text }, 415, "x"],
    ]) {
      const { status: found, text } = await ask("PUT", file("inner/more.md"), { ...markdown, ...headers }, body);
      assert.equal(found, status);
      assert.match(text, /^[A-Z“i].{10,}\.\n$/);
    }
    assert.equal((await save("none.md", tag, "x")).status, 404);
    assert.equal(await contents("inner/more.md"), "one\r\n");
  });

  test("notes and folders are made, and never over others", async () => {
    const made = await create("new/folder/ä b.md", "text");
    assert.deepEqual([made.status, made.tag], [200, await tagOf("new/folder/ä b.md")]);
    assert.equal((await create("new/folder/ä b.md", "x")).status, 412);
    assert.equal((await ask("POST", "folder?path=new/empty")).status, 200);
    for (const name of ["new/empty", "new/folder", "notes.md"]) assert.equal((await ask("POST", `folder?path=${name}`)).status, 412);
    assert.equal((await ask("POST", "folder?path=../x")).status, 400);
    for (const name of ["new/.b.md", "../b.md", "a//b.md", "a\\b.md", "a\nb.md", `${"x".repeat(300)}.md`]) {
      assert.equal((await create(name, "x")).status, 400, name);
    }
    for (const name of ["x.txt", "md", "x.png"]) assert.equal((await create(name, "x")).status, 404, name);
    assert.deepEqual((await readdir(join(folder, "new"))).sort(), ["empty", "folder"]);
    assert.deepEqual(await readdir(join(folder, "new", "folder")), ["ä b.md"]);
    assert.equal(await contents("new/folder/ä b.md"), "text");
  });

  test("notes are renamed, moved and deleted, and only the version that is known", async () => {
    const move = (name, tag, to, type = text) => ask("POST", file(name), { ...type, ...at(tag) }, to);
    const { tag } = await create("moved/a.md", "a");
    await create("moved/b.md", "b");
    for (const to of ["moved/b.md", "moved/a.md"]) assert.equal((await move("moved/a.md", tag, to)).status, 412);
    assert.equal((await move("moved/a.md", await tagOf("moved/b.md"), "moved/c.md")).status, 412);
    for (const to of ["c.txt", "../c.md", "/c.md", ".c.md", "out/c.md/", ""]) assert.equal((await move("moved/a.md", tag, to)).status, 400, to);
    assert.equal((await move("moved/a.md", tag, Buffer.from([0xFF, 0x2E, 0x6D, 0x64]))).status, 400);
    assert.equal((await move("moved/a.md", tag, "out/c.md")).status, 404);
    assert.equal((await move("moved/a.md", tag, "moved/c.md", markdown)).status, 415);
    assert.equal((await ask("POST", file("moved/a.md"), text, "moved/c.md")).status, 428);
    const moved = await move("moved/a.md", tag, "moved/inner/ü.md");
    assert.deepEqual([moved.status, moved.tag], [200, await tagOf("moved/inner/ü.md")]);
    assert.equal((await save("moved/inner/ü.md", moved.tag, "c")).status, 200);
    assert.deepEqual([await contents("moved/inner/ü.md"), await contents("moved/b.md")], ["c", "b"]);

    assert.equal((await ask("DELETE", file("moved/inner/ü.md"), at(moved.tag))).status, 412);
    for (const headers of [{}, at("*")]) assert.equal((await ask("DELETE", file("moved/inner/ü.md"), headers)).status, 428);
    const last = await tagOf("moved/inner/ü.md");
    assert.equal((await ask("DELETE", file("moved/inner/ü.md"), at(last))).status, 200);
    assert.equal((await ask("DELETE", file("moved/inner/ü.md"), at(last))).status, 404);
    assert.deepEqual(await readdir(join(folder, "moved", "inner")), []);
  });

  test("other files are sent for the preview, and images stored", async () => {
    const types = { "a.png": "image/png", "b.JPG": "image/jpeg", "c.svg": "image/svg+xml", "d.ico": "image/x-icon" };
    for (const name of ["a.png", "b.JPG", "c.svg", "d.ico", "e.pdf", "f.html", "notes.md"]) {
      const { headers, text, status } = await ask("GET", `asset/${name}`);
      assert.deepEqual([status, headers.get("content-type")], [200, types[name] ?? "application/octet-stream"]);
      assert.equal(headers.get("content-disposition"), types[name] ? null : "attachment");
      assert.match(text, name === "notes.md" ? /^Sow beans/ : new RegExp(`^asset ${name}$`));
    }
    assert.equal((await ask("GET", "asset/c.svg")).headers.get("content-security-policy"),
      "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    await writeFile(join(folder, "big.zip"), "");
    await truncate(join(folder, "big.zip"), (1 << 26) + 1);
    assert.equal((await ask("GET", "asset/big.zip")).status, 413);

    const store = (name, headers = isNew, body = Buffer.alloc(1 << 20, "image")) => ask("PUT", `asset/${name}`, headers, body);
    const stored = await store("images/%C3%A4.png");
    assert.equal(stored.status, 200);
    assert.equal((await stat(join(folder, "images", "ä.png"))).size, 1 << 20);
    assert.equal((await ask("GET", "asset/images/%C3%A4.png")).tag, stored.tag);
    for (const [name, status, headers, body] of [
      ["images/%C3%A4.png", 412], ["images/b.png", 428, {}], ["images/b.png", 428, at(stored.tag)], ["images/b.md", 415],
      ["images/b.html", 415], ["images/.b.png", 400], ["images/b.png?x", 404], ["images/b.png", 413, isNew, Buffer.alloc((1 << 24) + 1)],
    ]) assert.equal((await store(name, headers, body)).status, status, name);
    assert.deepEqual(await readdir(join(folder, "images")), ["ä.png"]);
  });

  test("no name leads outside of the folder", async () => {
    const escapes = [];
    for (const name of [
      "../secret.md", "%2e%2e/secret.png", "..%2fsecret.png", "a%2f..%2f..%2fx", "inner/../../x", "inner%2F..%2F..%2Fx", ".g.png", "inner/.hidden/h.png",
      "link-secret.md", "link-secret.png", "out/secret.png", "out%2Fsecret.md", "/etc/passwd", "%2Fetc%2Fpasswd", "a.png%00", "a.png%00.png", "%5C..%5Cx",
      "....//x", "a.png/", "inner", "", "%", "%zz", "%ff.png",
    ]) {
      for (const [method, headers] of [["GET", {}], ["PUT", { ...isNew, ...markdown }], ["PUT", { ...at("x"), ...markdown }], ["DELETE", at("x")], ["POST", { ...at("x"), ...text }]]) {
        const all = { ...origin(), Connection: "close", ...headers };
        for (const start of ["asset/", "file?path=", "file?path=inner/../"]) escapes.push(request(method, `/${token}/${start}${name}`, all, method === "GET" ? "" : "escaped.md"));
      }
    }
    const answers = await exchangeAll(escapes);
    answers.forEach((answer, index) => assert.match(answer, /^HTTP\/1.1 4\d\d (?![^]*(SECRET|asset ))/, escapes[index]));
    assert.deepEqual((await readdir(outside)).sort(), ["secret.md", "secret.png"]);
    assert.equal(await readFile(join(outside, "secret.md"), "utf8"), "SECRET");
    console.log(`${escapes.length} names, 0 outside of the folder`);
  });

  test("forged requests: none is answered", async () => {
    const put = { ...origin(), ...markdown, "If-Match": await tagOf("notes.md") };
    const file = `/${token}/file?path=notes.md`;
    const methods = [["PUT", file, put], ["PUT", file, { ...put, ...isNew, "If-Match": undefined }], ["DELETE", file, put],
      ["POST", file, { ...put, ...text }], ["POST", `/${token}/folder?path=forged`, origin()], ["PUT", `/${token}/asset/forged.png`, { ...origin(), ...isNew }]]
      .map(([method, path, headers]) => [method, path, Object.fromEntries(Object.entries(headers).filter(([, value]) => value))]);
    const forged = [
      ...["evil.example", `evil.example:${port}`, "127.0.0.1", "localhost", `127.0.0.1:${port}.evil.example`,
        `127.0.0.1:${port}@evil.example`, `127.1:${port}`, `0.0.0.0:${port}`, `[::1]:${port}`, `2130706433:${port}`,
        `127.0.0.1:0${port}`, `LOCALHOST:${port}`, `localhost.:${port}`, "", `127.0.0.1:${port},evil.example`,
      ].map((Host) => request("GET", file, { Host })),
      ...["http://evil.example", "null", "https://127.0.0.1:" + port, "http://127.0.0.1", `http://localhost:${port}`,
        `http://127.0.0.1:${port}.evil.example`, `http://127.0.0.1:${port}/`, "file://", "", `http://127.0.0.1:${Number(port) + 1}`,
      ].flatMap((Origin) => [request("GET", file, { Origin }),
        ...methods.map(([method, path, headers]) => request(method, path, { ...headers, Origin }, "forged.md"))]),
      ...["cross-site", "same-site", "", "x"].map((site) => request("GET", file, { "Sec-Fetch-Site": site })),
      ...methods.flatMap(([method, path, { Origin, ...headers }]) => [request(method, path, headers, "forged.md"),
        ...["cross-site", "same-site", "none"].map((site) => request(method, path, { Origin, ...headers, "Sec-Fetch-Site": site }, "forged.md"))]),
      ...methods.map(([method, path, headers]) => request(method, path.replace(token, token.replace(/./, (digit) => (digit === "0" ? "1" : "0"))), headers, "forged.md")),
      request("OPTIONS", file, { ...origin(), "Access-Control-Request-Method": "PUT" }), request("HEAD", file), request("PATCH", file, put, "x"),
      ...["/", "/file?path=notes.md", "/files", `/${token.slice(0, 31)}/files`, `/${token}0/files`, `/${token.toUpperCase()}x/files`, `//${token}/files`,
        `/x/../${token}/files`, `/%2e/${token}/files`, `/${"0".repeat(32)}/files`, `/${token}/../${token}/files`, `/${token}//files`,
        `/${token}/FILES`, `/${token}/file?path=notes.md&x=y`, `/${token}/file?path=notes.md&path=notes.md`, `/${token}/file?x=y&path=notes.md`,
      ].map((path) => request("GET", path)),
      request("GET", `http://127.0.0.1:${port}/${token}/files`), `GET /${token}/files HTTP/1.1\r\n\r\n`, `GET /${token}/files\r\n\r\n`,
      `GET /${token}/files HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example\r\n\r\n`,
      `PUT ${file} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      request("PUT", file, { ...put, "Transfer-Encoding": "chunked", "Content-Length": 5 }, "0\r\n\r\n"), request("PUT", file, { ...put, "Content-Length": -1 }, "x"),
      // What follows a refused request is not another one.
      request("POST", "/", { "Content-Length": 1 << 20 }, "x".repeat(5000) + request("GET", `/${token}/files`)),
      request("POST", "/", { "Content-Length": 2 ** 40 }, request("GET", `/${token}/files`)),
      "\x16\x03\x01\x02\x00\x01\x00", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ];
    const answers = await exchangeAll(forged);
    answers.forEach((answer, index) => {
      assert.doesNotMatch(answer, /^HTTP\/1.1 [23]|SECRET|Sow beans|notes\.md"|access-control|HTTP\/1.1 [23]/i, forged[index].slice(0, 300));
    });
    assert.ok(forged.length >= 60);
    assert.equal(await readFile(join(outside, "secret.md"), "utf8"), "SECRET");
    assert.match(await readFile(join(folder, "notes.md"), "utf8"), /^Sow beans/);
    assert.ok(!(await readdir(folder)).some((name) => /forged/.test(name)));
    console.log(`${forged.length} forged requests, 0 answered`);
  });

  test("nobody on the network reaches it", async () => {
    const others = Object.values(networkInterfaces()).flat().filter(({ internal, family }) => !internal && family === "IPv4");
    for (const { address } of others) assert.equal(await exchange(request("GET", `/${token}/files`), address), "");
  });

  test("of many saves of a version at once, one is made; what one connection sends is done in order", async () => {
    const { tag } = await create("saves.md", "old");
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, number) => save("saves.md", tag, String(number)).then(({ status }) => status)));
    assert.deepEqual(statuses.sort(), [200, ...Array(19).fill(412)]);
    const made = await exchange(Array.from({ length: 20 }, (_, number) => request("PUT", `/${token}/file?path=many/${number}.md`,
      { ...origin(), ...markdown, ...isNew, ...number === 19 ? { Connection: "close" } : {} }, String(number))).join(""));
    assert.equal(made.match(/HTTP\/1.1 200 OK/g).length, 20);
    assert.equal((await readdir(join(folder, "many"))).length, 20);
  });

  test("a long note is saved, a longer one refused, and a part of one never kept", async () => {
    const long = Buffer.alloc(1 << 26, "a");
    assert.equal((await create("long.md", long)).status, 200);
    assert.equal((await stat(join(folder, "long.md"))).size, 1 << 26);
    assert.equal((await create("longer.md", Buffer.concat([long, long]))).status, 413);
    const { tag } = await create("part.md", "whole");
    const headers = { ...origin(), ...markdown, ...at(tag), "Content-Length": 1 << 20 };
    for (const length of [0, 10, 100_000]) {
      const socket = open();
      await new Promise((done) => socket.write(request("PUT", `/${token}/${file("part.md")}`, headers, "x".repeat(length)), done));
      if (length) socket.destroy();
      else socket.end();
      await socket.ended;
    }
    assert.equal((await ask("GET", file("part.md"))).tag, tag);
    assert.equal(await contents("part.md"), "whole");
    assert.ok(!(await readdir(folder)).some((name) => name === "longer.md" || name.startsWith(".mdedit")));
  });

  test("clients that say nothing, or too much, do not stop it", { timeout: 120_000 }, async () => {
    // Half a minute from the start of the tests, and ten seconds for a head of megabytes.
    const times = await Promise.all(silent.map((socket) => socket.ended));
    [30, 10, 30, 30].forEach((seconds, index) => assert.ok(Math.abs(times[index] / 1000 - seconds) < 4, String(times)));
    const idle = Array.from({ length: 300 }, () => open());
    assert.equal((await ask("GET", "files")).status, 200);
    let ended = 0;
    await new Promise((done) => {
      for (const socket of idle) socket.ended.then(() => { if (++ended === idle.length - 64) done(); });
    });
    assert.ok(Date.now() - idle[0].since < 20_000);
    for (const socket of [...silent, ...idle]) socket.destroy();
  });
});
