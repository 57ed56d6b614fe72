import Foundation
import MdeditKit
import Testing

/// Checks requests to `mdedit serve` without a socket; Web/test/serve.test.mjs uses one.
@Suite struct PageServerTests {
  private let page =
    "<html data-serve=\"\"><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">"

  private func server(_ scratch: Scratch) throws -> PageServer {
    try PageServer(
      ServedFolder(scratch.url.path), page: Array(page.utf8), token: "t0ken", port: 8080)
  }

  private func request(
    _ method: String, _ path: String, query: String? = nil, _ headers: [String: String] = [:],
    body: String = ""
  ) -> HTTPRequest {
    var all = ["host": "127.0.0.1:8080"]
    if method != "GET" {
      all["origin"] = "http://127.0.0.1:8080"
      all["content-type"] = "text/markdown"
    }
    return HTTPRequest(
      method: method, path: path, query: query, headers: all.merging(headers) { $1 },
      body: Array(body.utf8))
  }

  private func tag(_ response: HTTPResponse) throws -> String {
    try #require(response.headers.first { $0.name == "ETag" }?.value)
  }

  @Test func aFileIsOpenedSavedAndOpenedAgain() throws {
    let scratch = try Scratch()
    _ = try scratch.file("a b.md", "one\r\n")
    let server = try server(scratch)
    #expect(server.answer(request("GET", "/t0ken/files")).body == Array("[\"a b.md\"]".utf8))
    let opened = server.answer(request("GET", "/t0ken/file", query: "path=a%20b.md"))
    #expect(opened.status == .done && opened.body == Array("one\r\n".utf8))
    let before = try tag(opened)
    let save = request(
      "PUT", "/t0ken/file", query: "path=a%20b.md", ["if-match": before], body: "two\r\n")
    let saved = server.answer(save)
    #expect(saved.status == .done)
    #expect(try scratch.bytes(of: "a b.md") == Array("two\r\n".utf8))
    #expect(try scratch.names == ["a b.md"])
    // The tag from before the save is now out of date, and the one from after it is valid.
    #expect(server.answer(save).status == .changed)
    let again = request(
      "PUT", "/t0ken/file", query: "path=a%20b.md", ["if-match": try tag(saved)], body: "three")
    #expect(server.answer(again).status == .done)
    #expect(server.answer(request("PUT", "/t0ken/file", query: "path=a%20b.md")).status == .changed)
    #expect(try scratch.bytes(of: "a b.md") == Array("three".utf8))
  }

  @Test func noNameLeavesTheFolder() throws {
    let outside = try Scratch()
    let secret = try outside.file("secret.md", "secret")
    let scratch = try Scratch()
    let manager = FileManager.default
    for (name, target) in [
      ("link.md", secret), ("folder", outside.url.path), ("loop", scratch.url.path),
    ] {
      try manager.createSymbolicLink(
        atPath: scratch.url.appending(path: name).path, withDestinationPath: target)
    }
    try manager.createDirectory(
      at: scratch.url.appending(path: "inner/.hidden"), withIntermediateDirectories: true)
    _ = try scratch.file("inner/notes.md", "notes")
    _ = try scratch.file("inner/.hidden/notes.md", "hidden")
    _ = try scratch.file(".hidden.md", "hidden")
    _ = try scratch.file("key.pem", "key")
    mkfifo(scratch.url.appending(path: "pipe.md").path, 0o600)
    let server = try server(scratch)
    #expect(
      server.answer(request("GET", "/t0ken/files")).body == Array("[\"inner/notes.md\"]".utf8))
    let outsideName = outside.url.lastPathComponent
    for name in [
      "link.md", "folder/secret.md", "loop/inner/notes.md", "../\(outsideName)/secret.md",
      "%2e%2e/\(outsideName)/secret.md", "inner/../../\(outsideName)/secret.md", secret,
      "%2Fetc%2Fpasswd", ".hidden.md", "inner/.hidden/notes.md", "key.pem", "inner", "inner/", "",
      "./inner/notes.md", "inner//notes.md", "inner/notes.md%00", "inner/notes.md%00.md", "pipe.md",
      "inner%5Cnotes.md", "%ff.md", "inner/notes.md&path=link.md", "%", "%zz.md",
    ] {
      let read = server.answer(request("GET", "/t0ken/file", query: "path=" + name))
      #expect(read.status == .notFound, "\(name)")
      let write = server.answer(
        request("PUT", "/t0ken/file", query: "path=" + name, ["if-match": "*"], body: "x"))
      #expect(write.status == .notFound, "\(name)")
    }
    let read = server.answer(request("GET", "/t0ken/file", query: "path=inner/notes.md"))
    #expect(read.body == Array("notes".utf8))
    #expect(try outside.bytes(of: "secret.md") == Array("secret".utf8))
  }

  /// SECURITY.md: a hard link in the folder is read, but a file with several names is not written.
  @Test func aHardLinkIsReadAndNotWritten() throws {
    let outside = try Scratch()
    let other = try outside.file("other.md", "text")
    let scratch = try Scratch()
    #expect(link(other, scratch.url.appending(path: "notes.md").path) == 0)
    let server = try server(scratch)
    let opened = server.answer(request("GET", "/t0ken/file", query: "path=notes.md"))
    #expect(opened.status == .done && opened.body == Array("text".utf8))
    let saved = server.answer(
      request(
        "PUT", "/t0ken/file", query: "path=notes.md", ["if-match": try tag(opened)], body: "x"))
    #expect(saved.status == .conflict)
    #expect(try outside.bytes(of: "other.md") == Array("text".utf8))
    #expect(try scratch.bytes() == Array("text".utf8))
  }

  /// A save names the document and its version; the version of another document is refused.
  @Test func aSaveOfAnotherDocumentIsRefused() throws {
    let scratch = try Scratch()
    for name in ["a.md", "b.md"] { _ = try scratch.file(name, "text") }
    let server = try server(scratch)
    let opened = server.answer(request("GET", "/t0ken/file", query: "path=a.md"))
    let saved = server.answer(
      request("PUT", "/t0ken/file", query: "path=b.md", ["if-match": try tag(opened)], body: "x"))
    #expect(saved.status == .changed)
    #expect(try scratch.bytes(of: "b.md") == Array("text".utf8))
  }

  /// A save that the page itself could make is refused if it comes from elsewhere.
  @Test(arguments: [
    nil, "", "null", "http://127.0.0.1:8080.evil.example", "http://127.0.0.1:80801",
    "http://127.0.0.1:808", "http://127.0.0.1", "https://127.0.0.1:8080", "http://127.0.0.1:8080/",
    "http://localhost:8080",
  ])
  func aSaveNeedsTheOriginOfThePage(_ origin: String?) throws {
    let scratch = try Scratch()
    _ = try scratch.file("old")
    let server = try server(scratch)
    let opened = server.answer(request("GET", "/t0ken/file", query: "path=notes.md"))
    var save = request(
      "PUT", "/t0ken/file", query: "path=notes.md", ["if-match": try tag(opened)], body: "new")
    save.headers["origin"] = origin
    #expect(server.answer(save).status == .forbidden)
    #expect(try scratch.bytes() == Array("old".utf8))
    save.headers["origin"] = "http://127.0.0.1:8080"
    #expect(server.answer(save).status == .done)
  }

  @Test func whoDoesNotComeFromThePageIsNotAnswered() throws {
    let scratch = try Scratch()
    let server = try server(scratch)
    #expect(server.answer(request("GET", "/t0ken/")).status == .done)
    for (headers, path) in [
      (["host": "evil.example:8080"], "/t0ken/"), (["host": "127.0.0.1"], "/t0ken/"),
      (["host": ""], "/t0ken/"), (["origin": "http://evil.example"], "/t0ken/files"),
      (["origin": "null"], "/t0ken/files"), (["origin": "http://localhost:8080"], "/t0ken/files"),
      (["sec-fetch-site": "cross-site"], "/t0ken/"), (["sec-fetch-site": "same-site"], "/t0ken/"),
    ] {
      #expect(server.answer(request("GET", path, headers)).status == .forbidden, "\(headers)")
    }
    for path in ["/", "/t0kem/", "/t0ke", "//t0ken/", "/T0KEN/", "/t0ken", "/t0ken%2F", "/files"] {
      #expect(server.answer(request("GET", path)).status == .notFound, "\(path)")
    }
    for method in ["POST", "DELETE", "OPTIONS", "HEAD", "get"] {
      #expect(server.answer(request(method, "/t0ken/files")).status == .methodNotAllowed)
    }
    let page = server.answer(request("GET", "/t0ken/"))
    #expect(page.policy == "default-src 'none'; frame-ancestors 'none'")
    #expect(!String(decoding: page.bytes, as: UTF8.self).contains("Access-Control"))
  }

  @Test(arguments: [
    "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "GET / HTTP/1.1\r\n Host: a\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    "GET / HTTP/2\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET http://a/ HTTP/1.1\r\n\r\n",
    "GET /\u{0}x HTTP/1.1\r\n\r\n", "GET /é HTTP/1.1\r\n\r\n", "GET /#x HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
    "GET / HTTP/1.1\r\nContent-Length: +1\r\n\r\nx", "GET / HTTP/1.1\r\nContent-Length:\r\n\r\n",
    "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "GET / HTTP/1.1\r\nno header\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n", "\r\n\r\n",
    "GET / HTTP/1.1\r\nA: b\u{1}\r\n\r\n",
    "PUT / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
  ])
  func whatIsUnusualIsNoRequest(_ text: String) {
    guard case .malformed = HTTPRequest.read(Array(text.utf8)) else {
      Issue.record("\(HTTPRequest.read(Array(text.utf8)))")
      return
    }
  }

  @Test func aRequestIsReadByteByByte() {
    let text = Array("PUT /a?b=c HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nxy".utf8)
    for count in 0..<text.count {
      #expect(HTTPRequest.read(Array(text[..<count])) == .incomplete)
    }
    let wanted = HTTPRequest(
      method: "PUT", path: "/a", query: "b=c", headers: ["host": "h", "content-length": "2"],
      body: Array("xy".utf8))
    #expect(HTTPRequest.read(text) == .request(wanted))
    // A line does not end without its CR, so nothing is answered until the time is up.
    #expect(HTTPRequest.read(Array("GET / HTTP/1.1\nHost: h\n\n".utf8)) == .incomplete)
    let long = Array("GET / HTTP/1.1\r\nA: ".utf8) + [UInt8](repeating: 0x61, count: 20_000)
    #expect(HTTPRequest.read(long) == .malformed(.headersTooLarge))
  }
}
