// Tests the real `mdedit serve` with forged requests over sockets.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";

const tool = process.env.MARKDOWN_EDITING_TOOL;
const page = process.env.MARKDOWN_EDITING_PAGE;

describe("mdedit serve", { skip: tool && page ? false : "there is no tool, or no page" }, () => {
  let folder, outside, server, address, port, token;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "markdown-editing-"));
    outside = await mkdtemp(join(tmpdir(), "markdown-editing-"));
    await writeFile(join(folder, "notes.md"), "Sow beans in May.\r\n\r\n<img src=x onerror=pwn()>\r\n");
    await mkdir(join(folder, "inner"));
    await writeFile(join(folder, "inner", "more.md"), "more\n");
    await writeFile(join(outside, "secret.md"), "SECRET");
    await symlink(join(outside, "secret.md"), join(folder, "link.md"));
    await symlink(outside, join(folder, "out"));
    server = spawn(tool, ["serve", folder, "--page", page], { stdio: ["ignore", "pipe", "inherit"] });
    address = await new Promise((done) => server.stdout.once("data", (data) => done(String(data).trim())));
    [, port, token] = /^http:\/\/127\.0\.0\.1:(\d+)\/([0-9a-f]{32})\/$/.exec(address);
  });
  after(async () => {
    server.kill();
    await rm(folder, { recursive: true });
    await rm(outside, { recursive: true });
  });

  // Returns the answer to some bytes, or "" if none arrives within a second.
  const exchange = (bytes, host = "127.0.0.1") => new Promise((done) => {
    const socket = connect({ host, port: Number(port) });
    let answer = "";
    const end = () => { socket.destroy(); done(answer); };
    socket.on("data", (data) => { answer += data.toString("latin1"); });
    socket.on("end", end).on("error", end).setTimeout(1000, end);
    socket.write(bytes);
  });
  const request = (method, path, headers = {}, body = "") => {
    const all = { Host: `127.0.0.1:${port}`, ...headers };
    if (body) all["Content-Length"] ??= Buffer.byteLength(body);
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
    return `${method} ${path} HTTP/1.1\r\n${lines}\r\n${body}`;
  };

  test("what comes from the page is answered", async () => {
    const page = await exchange(request("GET", `/${token}/`));
    assert.match(page, /^HTTP\/1.1 200 /);
    assert.match(page, /Content-Security-Policy: default-src 'none'; script-src 'sha256-/);
    assert.doesNotMatch(page.slice(0, 2000), /access-control/i);
    assert.match(await exchange(request("GET", `/${token}/files`)), /\["inner\/more.md","notes.md"\]$/);
    assert.match(await exchange(request("GET", `/${token}/file?path=notes.md`)), /Sow beans in May/);
  });

  test("forged requests: none is answered", async () => {
    const origin = { Origin: `http://127.0.0.1:${port}` };
    const put = { ...origin, "Content-Type": "text/markdown", "If-Match": "*" };
    const file = `/${token}/file?path=notes.md`;
    const forged = [
      ...["evil.example", `evil.example:${port}`, "127.0.0.1", "localhost", `127.0.0.1:${port}.evil.example`,
        `127.0.0.1:${port}@evil.example`, `127.1:${port}`, `0.0.0.0:${port}`, `[::1]:${port}`, `2130706433:${port}`,
        `127.0.0.1:0${port}`, `LOCALHOST:${port}`, `localhost.:${port}`, "", `127.0.0.1:${port},evil.example`,
      ].map((Host) => request("GET", file, { Host })),
      ...["http://evil.example", "null", "https://127.0.0.1:" + port, "http://127.0.0.1", `http://localhost:${port}`,
        `http://127.0.0.1:${port}.evil.example`, `http://127.0.0.1:${port}/`, "file://", "", `http://127.0.0.1:${Number(port) + 1}`,
      ].map((Origin) => request("GET", file, { Origin })),
      ...["cross-site", "same-site", "", "x"].map((site) => request("GET", file, { "Sec-Fetch-Site": site })),
      request("PUT", file, { ...put, Origin: "http://evil.example" }, "x"), request("PUT", file, { ...put, Origin: "null" }, "x"),
      request("PUT", file, { "Content-Type": "text/markdown", "If-Match": "*" }, "x"), request("PUT", file, put, "x"),
      request("PUT", file, { ...put, "Sec-Fetch-Site": "cross-site" }, "x"), request("PUT", file, { ...put, "Sec-Fetch-Site": "none" }, "x"),
      request("PUT", file, { ...origin, "Content-Type": "text/plain", "If-Match": "*" }, "x"), request("POST", file, put, "x"),
      request("PUT", `/${token}/file?path=link.md`, put, "x"), request("PUT", `/${token}/file?path=new.md`, put, "x"),
      request("OPTIONS", file, { ...origin, "Access-Control-Request-Method": "PUT" }), request("HEAD", file), request("DELETE", file, put),
      ...["/", "/file?path=notes.md", "/files", `/${token.slice(0, 31)}/files`, `/${token}0/files`, `/${token.toUpperCase()}x/files`, `//${token}/files`,
        `/x/../${token}/files`, `/%2e/${token}/files`, `/${"0".repeat(32)}/files`, `/${token}/../${token}/files`, `/${token}/files?x`, `/${token}//files`, `/${token}/FILES`,
        ...["link.md", "out/secret.md", "../secret.md", "..%2fsecret.md", "%2e%2e%2fsecret.md", "/etc/passwd", "inner/../../x.md", "notes.md%00", "notes.md&x=y",
          "....//x.md"].map((name) => `/${token}/file?path=${name}`),
      ].map((path) => request("GET", path)),
      request("GET", `http://127.0.0.1:${port}/${token}/files`), `GET /${token}/files HTTP/1.1\r\n\r\n`, `GET /${token}/files\r\n\r\n`,
      `GET /${token}/files HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example\r\n\r\n`, `GET /${token}/files HTTP/1.1\nHost: 127.0.0.1:${port}\n\n`,
      `GET /x HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n` + request("GET", `/${token}/files`), `PUT ${file} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `GET /${token}/files HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: ${"x".repeat(20000)}\r\n\r\n`, "\x16\x03\x01\x02\x00\x01\x00", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ];
    const answers = await Promise.all(forged.map((bytes) => exchange(bytes)));
    answers.forEach((answer, index) => {
      assert.doesNotMatch(answer, /^HTTP\/1.1 [23]|SECRET|Sow beans|notes\.md"|access-control/i, forged[index].slice(0, 300));
    });
    assert.ok(forged.length >= 60);
    assert.equal(await readFile(join(outside, "secret.md"), "utf8"), "SECRET");
    assert.match(await readFile(join(folder, "notes.md"), "utf8"), /^Sow beans/);
    assert.deepEqual((await readdir(folder)).sort(), ["inner", "link.md", "notes.md", "out"]);
    console.log(`${forged.length} forged requests, 0 answered`);
  });

  test("nobody on the network reaches it", async () => {
    const others = Object.values(networkInterfaces()).flat().filter(({ internal, family }) => !internal && family === "IPv4");
    for (const { address } of others) assert.equal(await exchange(request("GET", `/${token}/files`), address), "");
  });

  test("many connections that say nothing do not stop it", async () => {
    const idle = Array.from({ length: 200 }, () => connect({ host: "127.0.0.1", port: Number(port) }).on("error", () => {}));
    assert.match(await exchange(request("GET", `/${token}/files`)), /200 OK/);
    for (const socket of idle) socket.destroy();
  });
});
