import Foundation
import MdeditKit
import Testing

/// Checks requests to `mdedit serve` without a socket; Clients/Web/test/serve.test.mjs uses one.
@Suite struct PageServerTests {
  private let scratch: Scratch
  private let outside: Scratch
  private let server: PageServer

  init() throws {
    scratch = try Scratch()
    outside = try Scratch()
    server = try Self.server(for: scratch)
  }

  private static func server(for folder: Scratch) throws -> PageServer {
    let policy = "default-src 'none'"
    let page =
      "<html data-serve=\"\"><meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"
    return try PageServer(
      ServedFolder(folder.url.path), page: Array(page.utf8), token: "t0ken", port: 8080)
  }

  private func answer(
    _ path: String, query: String? = nil, method: String = "GET",
    _ headers: [String: String?] = [:], body: String = ""
  ) -> HTTPResponse {
    let all = headers.merging(["host": "127.0.0.1:8080"]) { given, _ in given }
    return server.answer(
      HTTPRequest(
        method: method, path: path, query: query, headers: all.compactMapValues { $0 },
        body: Array(body.utf8)))
  }

  private func open(_ name: String = "notes.md") -> HTTPResponse {
    answer("/t0ken/file", query: "path=\(name)")
  }

  private func save(
    _ name: String = "notes.md", body: String = "new", tag: String?,
    origin: String? = "http://127.0.0.1:8080"
  ) -> HTTPResponse.Status {
    let headers = ["origin": origin, "content-type": "text/markdown", "if-match": tag]
    return answer("/t0ken/file", query: "path=\(name)", method: "PUT", headers, body: body).status
  }

  private func tag(_ response: HTTPResponse) -> String? {
    response.headers.first { $0.name == "ETag" }?.value
  }

  @Test func opensAndSavesAFile() throws {
    try scratch.file("a b.md", "one\r\n")
    #expect(answer("/t0ken/files").body == Array("[\"a b.md\"]".utf8))
    let opened = open("a%20b.md")
    #expect(opened.status == .done && opened.body == Array("one\r\n".utf8))
    #expect(save("a%20b.md", body: "two\r\n", tag: tag(opened)) == .done)
    #expect(try scratch.text(of: "a b.md") == "two\r\n")
    #expect(try scratch.names == ["a b.md"])
    // The tag from before the save is now out of date, and a new one is valid.
    #expect(save("a%20b.md", body: "two\r\n", tag: tag(opened)) == .changed)
    #expect(save("a%20b.md", body: "three", tag: tag(open("a%20b.md"))) == .done)
    #expect(save("a%20b.md", body: "", tag: nil) == .changed)
    #expect(try scratch.text(of: "a b.md") == "three")
  }

  /// The page keeps text by this name; the path cannot be read from it.
  @Test func givesEachFolderAName() throws {
    let names = try [scratch, outside, scratch].map { folder in
      let request = HTTPRequest(
        method: "GET", path: "/t0ken/", headers: ["host": "127.0.0.1:8080"])
      let page = String(decoding: try Self.server(for: folder).answer(request).body, as: UTF8.self)
      return try #require(page.firstMatch(of: /data-serve="([0-9a-f]{1,16})"/)).output.1
    }
    #expect(names[0] == names[2] && names[0] != names[1])
  }

  /// Browsers keep text by the port, so a folder has the same one whatever it is called.
  @Test func givesEachFolderItsPorts() throws {
    let ports = try ServedFolder(scratch.url.path).ports
    #expect(try ServedFolder(scratch.url.path + "/.").ports == ports)
    #expect(symlink(scratch.url.path, outside.path(of: "link")) == 0)
    #expect(try ServedFolder(outside.path(of: "link")).ports == ports)
    #expect(ports.allSatisfy { (20_480..<28_672).contains($0) } && Set(ports).count == 8)
    let others = try (0..<50).map { number in
      let path = scratch.path(of: "\(number)")
      #expect(mkdir(path, 0o700) == 0)
      return try ServedFolder(path).ports[0]
    }
    #expect(Set(others).count > 45)
  }

  /// A port in use is passed over; a free one is used when all are.
  @Test func triesTheNextPort() throws {
    let first = try PageServerLoop(port: 0)
    let second = try PageServerLoop(firstOf: [first.port])
    #expect(second.port != first.port)
    #expect(try PageServerLoop(firstOf: []).port != 0)
    #expect(throws: Failure.self) { try PageServerLoop(port: first.port) }
  }

  @Test func staysInTheFolder() throws {
    let secret = try outside.file("secret.md", "secret")
    for (name, target) in [
      ("link.md", secret), ("folder", outside.url.path), ("loop", scratch.url.path),
    ] {
      #expect(symlink(target, scratch.path(of: name)) == 0)
    }
    for folder in ["inner", "inner/.hidden"] {
      #expect(mkdir(scratch.path(of: folder), 0o700) == 0)
    }
    for name in ["inner/notes.md", "inner/.hidden/notes.md", ".hidden.md", "key.pem"] {
      try scratch.file(name, name)
    }
    #expect(mkfifo(scratch.path(of: "pipe.md"), 0o600) == 0)
    #expect(answer("/t0ken/files").body == Array("[\"inner/notes.md\"]".utf8))
    let outsideName = outside.url.lastPathComponent
    for name in [
      "link.md", "folder/secret.md", "loop/inner/notes.md", "../\(outsideName)/secret.md",
      "%2e%2e/\(outsideName)/secret.md", "inner/../../\(outsideName)/secret.md", secret,
      "%2Fetc%2Fpasswd", ".hidden.md", "inner/.hidden/notes.md", "key.pem", "inner", "inner/", "",
      "./inner/notes.md", "inner//notes.md", "inner/notes.md%00", "inner/notes.md%00.md", "pipe.md",
      "inner%5Cnotes.md", "%ff.md", "inner/notes.md&path=link.md", "%", "%zz.md",
    ] {
      #expect(open(name).status == .notFound, "\(name)")
      #expect(save(name, tag: "*") == .notFound, "\(name)")
    }
    #expect(open("inner/notes.md").body == Array("inner/notes.md".utf8))
    #expect(try outside.text(of: "secret.md") == "secret")
  }

  /// SECURITY.md: a hard link in the folder is read, but a file with several names is not written.
  @Test func readsAHardLinkAndDoesNotWriteIt() throws {
    let other = try outside.file("other.md", "text")
    #expect(link(other, scratch.path(of: "notes.md")) == 0)
    let opened = open()
    #expect(opened.status == .done && opened.body == Array("text".utf8))
    #expect(save(tag: tag(opened)) == .conflict)
    #expect(try outside.text(of: "other.md") == "text" && scratch.text() == "text")
  }

  /// A save names the document and its version; the version of another document is refused.
  @Test func refusesASaveOfAnotherDocument() throws {
    for name in ["a.md", "b.md"] { try scratch.file(name, "text") }
    #expect(save("b.md", tag: tag(open("a.md"))) == .changed)
    #expect(try scratch.text(of: "b.md") == "text")
  }

  /// A save that the page itself could make is refused if it comes from elsewhere.
  @Test(arguments: [
    nil, "", "null", "http://127.0.0.1:8080.evil.example", "http://127.0.0.1:80801",
    "http://127.0.0.1:808", "http://127.0.0.1", "https://127.0.0.1:8080", "http://127.0.0.1:8080/",
    "http://localhost:8080",
  ])
  func savesOnlyForThePage(_ origin: String?) throws {
    try scratch.file("old")
    let tag = tag(open())
    #expect(save(tag: tag, origin: origin) == .forbidden)
    #expect(try scratch.text() == "old")
    #expect(save(tag: tag) == .done)
  }

  @Test(arguments: [
    ("host", "evil.example:8080"), ("host", "127.0.0.1"), ("host", ""),
    ("origin", "http://evil.example"), ("origin", "null"), ("origin", "http://localhost:8080"),
    ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"),
  ])
  func answersOnlyThePage(_ header: String, _ value: String) {
    for path in ["/t0ken/", "/t0ken/files"] {
      #expect(answer(path, [header: value]).status == .forbidden)
    }
  }

  @Test func answersOnlyItsAddressesAndMethods() {
    for path in ["/", "/t0kem/", "/t0ke", "//t0ken/", "/T0KEN/", "/t0ken", "/t0ken%2F", "/files"] {
      #expect(answer(path).status == .notFound, "\(path)")
    }
    let origin = ["origin": "http://127.0.0.1:8080"]
    for method in ["POST", "DELETE", "OPTIONS", "HEAD", "get"] {
      #expect(answer("/t0ken/files", method: method, origin).status == .methodNotAllowed)
    }
    let page = answer("/t0ken/")
    #expect(page.status == .done)
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
  func rejectsUnusualRequests(_ text: String) {
    guard case .malformed = HTTPRequest.read(Array(text.utf8)) else {
      Issue.record("\(HTTPRequest.read(Array(text.utf8)))")
      return
    }
  }

  @Test func readsARequestByteByByte() {
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
