import FlyingFox
import Foundation
import JSONText
import MdeditKit

/// Answers the requests of one page, for the files of one folder.
///
/// A request is answered only if it names this server, comes from its own page and has the token. A
/// page of another site has a different origin and does not know the token. There is no CORS.
struct PageServer: HTTPHandler {
  /// The maximum size of a body, or of a file that is not a note, in bytes.
  private static let sizeLimit = 1 << 26
  private static let imageLimit = 1 << 24
  private static let policy = "default-src 'none'; frame-ancestors 'none'; sandbox"
  private static let drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  private static let imageTypes = [
    "png": "png", "jpg": "jpeg", "jpeg": "jpeg", "gif": "gif", "webp": "webp", "avif": "avif",
    "svg": "svg+xml", "bmp": "bmp", "ico": "x-icon",
  ].mapValues { "image/" + $0 }
  private let folder: ServedFolder
  private let page: HTTPResponse
  private let hosts: [String]
  private let start: String

  init(_ folder: ServedFolder, page: [UInt8], token: String, port: UInt16) throws(Failure) {
    var text = String(decoding: page, as: UTF8.self)
    let policy = text.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]+)"/)
    guard let policy, text.contains("data-serve=\"\"") else {
      throw Failure(.badInput, "the page was not built by Scripts/web.")
    }
    let name = (folder.path as NSString).lastPathComponent.replacing("&", with: "&amp;")
      .replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    for (attribute, value) in [("data-serve=", folder.identifier), ("data-folder=", name)] {
      text.replace(attribute + "\"\"", with: "\(attribute)\"\(value)\"", maxReplacements: 1)
    }
    self.page = Self.response(
      Array(text.utf8), "text/html; charset=utf-8",
      policy: policy.output.1 + "; frame-ancestors 'none'")
    self.folder = folder
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    start = "/\(token)/"
  }

  func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
    do {
      let isOurs = isOurs(request)
      var body: [UInt8] = []
      // FlyingFox takes what is not read for the next request.
      for try await part in request.bodySequence where isOurs && body.count <= Self.sizeLimit {
        body += part
      }
      guard isOurs else { throw Refusal(.forbidden, "This request is not from the page.") }
      guard body.count <= Self.sizeLimit else { throw SystemError(EFBIG) }
      guard body.count == request.bodySequence.count else {
        throw Refusal(.lengthRequired, "The request is not as long as it says.")
      }
      return try answer(request, body)
    } catch {
      let refusal = Refusal(error)
      return Self.response(Array((refusal.reason + "\n").utf8), status: refusal.status)
    }
  }

  /// Whether a request names this server, has the token, and comes from its page or from the
  /// address bar.
  private func isOurs(_ request: HTTPRequest) -> Bool {
    let path = request.target.path().utf8.prefix(start.utf8.count)
    // In constant time, so that the time does not reveal where they differ.
    let difference = zip(path, start.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) }
    guard path.count == start.utf8.count, difference == 0, let host = request.headers[.host],
      hosts.contains(host),
      request.headers[HTTPHeader("Origin")] ?? "http://" + host == "http://" + host
    else { return false }
    let site = request.headers[HTTPHeader("Sec-Fetch-Site")] ?? "same-origin"
    return site == "same-origin"
      && (request.method == .GET || request.headers[HTTPHeader("Origin")] != nil)
      || site == "none" && request.method == .GET
  }

  private func answer(_ request: HTTPRequest, _ body: [UInt8]) throws -> HTTPResponse {
    var place = request.target.path().dropFirst(start.count)
    var query = request.target.query()[...]
    if place.hasPrefix("asset/"), query.isEmpty {
      (query, place) = ("path=" + place.dropFirst(6), "asset")
    }
    let written = query.hasPrefix("path=") && !query.contains("&") ? query.dropFirst(5) : ""
    let name = written.removingPercentEncoding ?? ""
    let imageType = Self.imageTypes[(name as NSString).pathExtension.lowercased()]
    let (match, noneMatch) = (
      request.headers[HTTPHeader("If-Match")], request.headers[.ifNoneMatch]
    )
    func known() throws -> String {
      guard let match, match != "*", noneMatch == nil else {
        throw Refusal(.preconditionRequired, "The request does not say which version it is for.")
      }
      return match
    }
    func create() throws -> HTTPResponse {
      guard noneMatch == "*", match == nil else {
        throw Refusal(.preconditionRequired, "What is there is not replaced.")
      }
      return try Self.response(
        version: folder.inside(name, isNew: true) { try createFile($1, in: $0, body) })
    }
    if place == "file" {
      guard ServedFolder.isNote(name) else { throw SystemError(ENOENT) }
      let type = [HTTPMethod.PUT: "text/markdown", .POST: "text/plain"][request.method] ?? ""
      guard (request.headers[.contentType] ?? "").hasPrefix(type) else {
        throw Refusal(.unsupportedMediaType, "The content has to be \(type).")
      }
    }

    switch (request.method, place) {
    case (.GET, ""): return page
    case (.GET, "files"):
      let (notes, folders) = folder.names()
      let names: JSONTree = .object([
        .init("notes", .array(notes.map { .string($0) })),
        .init("folders", .array(folders.map { .string($0) })),
      ])
      return Self.response(names.source, "application/json")
    case (.GET, "file"), (.GET, "asset"):
      if let noneMatch, try folder.inside(name, { try fileVersion(of: $1, in: $0) }) == noneMatch {
        return Self.response(status: .notModified, version: noneMatch)
      }
      let limit = place == "file" ? Document.byteLimit : Self.sizeLimit
      let (content, version) = try folder.inside(name) { try readFile($1, in: $0, limit: limit) }
      if place == "file" { return Self.response(content, "text/markdown", version: version) }
      var response = Self.response(
        content, imageType ?? "application/octet-stream", version: version,
        policy: imageType == "image/svg+xml" ? Self.drawingPolicy : Self.policy)
      if imageType == nil { response.headers[.contentDisposition] = "attachment" }
      return response
    case (.PUT, "file"):
      _ = try SourceText(body, name: name)
      if noneMatch == "*" { return try create() }
      return try Self.response(
        version: folder.inside(name) {
          try FileReplacement().replaceContent(of: $1, in: $0, known(), with: body)
        })
    case (.DELETE, "file"):
      try folder.inside(name) { try removeFile($1, in: $0, known()) }
      return Self.response()
    case (.POST, "file"):
      guard let new = String(validating: body, as: UTF8.self), ServedFolder.isNote(new) else {
        throw SystemError(EINVAL)
      }
      try folder.inside(name) { parent, last in
        try fileVersion(of: last, in: parent, expecting: known())
        try folder.inside(new, isNew: true) { try renameFile(last, in: parent, to: $1, in: $0) }
      }
      return Self.response(version: match)
    case (.POST, "folder"):
      try folder.inside(name, isNew: true) { try createFolder($1, in: $0) }
      return Self.response()
    case (.PUT, "asset"):
      guard imageType != nil else {
        throw Refusal(.unsupportedMediaType, "Only images are stored.")
      }
      guard body.count <= Self.imageLimit else { throw SystemError(EFBIG) }
      return try create()
    default: throw Refusal(.notFound, "There is no such address, or nothing like this to do there.")
    }
  }

  /// A response. Its headers forbid other origins and caches to read, frame or keep it.
  private static func response(
    _ body: [UInt8] = [], _ type: String = "text/plain; charset=utf-8",
    status: HTTPStatusCode = .ok, version: String? = nil, policy: String = policy
  ) -> HTTPResponse {
    let fixed = [
      "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": policy, "Referrer-Policy": "no-referrer",
      "X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
    ]
    var headers = HTTPHeaders(
      Dictionary(uniqueKeysWithValues: fixed.map { (HTTPHeader($0), $1) }))
    headers[.eTag] = version
    return HTTPResponse(
      statusCode: status, headers: headers,
      body: HTTPBodySequence(data: Data(body), suggestedBufferSize: 1 << 16))
  }
}

private struct Refusal: Error {
  let status: HTTPStatusCode
  let reason: String

  init(_ status: HTTPStatusCode, _ reason: String) { (self.status, self.reason) = (status, reason) }

  init(_ error: any Error) {
    switch (error, (error as? Failure)?.status, (error as? SystemError)?.number) {
    case (let refusal as Refusal, _, _): self = refusal
    case (_, _, ENOENT), (_, _, ENOTDIR), (_, _, ELOOP):
      self.init(.notFound, "There is no such file in the folder.")
    case (_, _, EEXIST): self.init(.preconditionFailed, "The name is taken; nothing was changed.")
    case (_, .changedMeanwhile, _), (_, _, ESTALE):
      self.init(
        .preconditionFailed,
        "Another program changed the file since it was opened; that version was kept.")
    case (_, _, EINVAL), (_, _, ENAMETOOLONG):
      self.init(.badRequest, "The folder cannot have a file of this name.")
    case (_, _, EFBIG): self.init(.payloadTooLarge, "The file is too large.")
    case (let failure as Failure, .badInput, _): self.init(.badRequest, failure.message)
    case (let failure as Failure, .notDone, _): self.init(.conflict, failure.message)
    case (let failure as Failure, _, _): self.init(.internalServerError, failure.message)
    case (let error as SystemError, _, _): self.init(.internalServerError, error.reason + ".")
    default: self.init(.badRequest, "The request is not complete.")
    }
  }
}
