import FlyingFox
import FlyingSocks
import Foundation
import JSONText
import MdeditKit

/// Answers the requests of one page, for the files of one folder.
///
/// A request is answered only if it names this server, comes from its own page and has the token. A
/// page of another site has a different origin and does not know the token. There is no CORS.
struct PageServer: HTTPHandler {
  /// The maximum size of a body or of a file that is not a note, in bytes; images are stored up to a quarter of it.
  private static let sizeLimit = 1 << 26
  private static let policy = "default-src 'none'; frame-ancestors 'none'; sandbox"
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
    for (attribute, value) in [("serve", folder.identifier), ("folder", name)] {
      text.replace(
        "data-\(attribute)=\"\"", with: "data-\(attribute)=\"\(value)\"", maxReplacements: 1)
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
      guard isOurs(request) else { throw Refusal(.forbidden, "This request is not from the page.") }
      let path = request.target.path()
      guard isSame(path.utf8.prefix(start.utf8.count), start.utf8) else {
        throw Refusal(
          .forbidden, "The address has another token: open the one that mdedit serve has printed.")
      }
      return try answer(request, String(path.dropFirst(start.count)), try await body(of: request))
    } catch {
      let refusal = Refusal(error)
      let text = Data((refusal.reason + "\n").utf8)
      var response = Self.response([], headers: [.connection: "close"])
      response.statusCode = refusal.status
      response.payload = .httpBody(HTTPBodySequence(from: LastWords(text: text), count: text.count))
      return response
    }
  }

  /// Whether a request names this server, and comes from its page or from the address bar.
  private func isOurs(_ request: HTTPRequest) -> Bool {
    guard let host = request.headers[.host], hosts.contains(host) else { return false }
    let origin = request.headers[HTTPHeader("Origin")]
    if let origin, origin != "http://" + host { return false }
    let site = request.headers[HTTPHeader("Sec-Fetch-Site")] ?? "same-origin"
    return site == "same-origin" && (origin != nil || request.method == .GET)
      || site == "none" && request.method == .GET
  }

  /// Compares in constant time, so that the time does not reveal where the values differ.
  private func isSame(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Reads the whole body: FlyingFox would take the rest for the next request.
  private func body(of request: HTTPRequest) async throws -> [UInt8] {
    guard let count = request.bodySequence.count else {
      throw Refusal(.lengthRequired, "The request does not say how long it is.")
    }
    guard count <= Self.sizeLimit else { throw SystemError(EFBIG) }
    let deadline = ContinuousClock.now + .seconds(30)
    var body: [UInt8] = []
    for try await chunk in request.bodySequence {
      body += chunk
      if ContinuousClock.now > deadline { break }
    }
    // A client that ends, or is too slow, has sent a part.
    guard body.count == count else {
      throw Refusal(.requestTimeout, "The request is not complete.")
    }
    return body
  }

  private func answer(
    _ request: HTTPRequest, _ place: String, _ body: [UInt8]
  ) throws -> HTTPResponse {
    let query = request.target.query()
    let isAsset = place.hasPrefix("asset/")
    let written = isAsset ? place.dropFirst(6) : query.hasPrefix("path=") ? query.dropFirst(5) : ""
    let name =
      query.contains("&") || isAsset && !query.isEmpty ? "" : written.removingPercentEncoding ?? ""
    let match = request.headers[HTTPHeader("If-Match")]
    let noneMatch = request.headers[.ifNoneMatch]
    func version() throws(Refusal) -> String {
      guard let match, match != "*", noneMatch == nil else {
        throw Refusal(.preconditionRequired, "The request names no version of the file.")
      }
      return match
    }
    func accept(_ type: String) throws(Refusal) {
      guard request.headers[.contentType]?.hasPrefix(type) == true else {
        throw Refusal(.unsupportedMediaType, "The type has to be \(type).")
      }
    }
    if place == "file", !ServedFolder.isNote(name) { throw SystemError(ENOENT) }

    switch (request.method, isAsset ? "asset" : place) {
    case (.GET, "") where query.isEmpty: return page
    case (.GET, "files") where query.isEmpty:
      let (notes, folders) = folder.names()
      let names: JSONTree = [
        "notes": .array(notes.map { .string($0) }), "folders": .array(folders.map { .string($0) }),
      ]
      return Self.response(names.source, "application/json")
    case (.GET, "file"):
      if let noneMatch, try folder.version(of: name) == noneMatch {
        return Self.response([], status: .notModified, version: noneMatch)
      }
      let (content, version) = try folder.content(of: name)
      return Self.response(content, "text/markdown", version: version)
    case (.PUT, "file"):
      try accept("text/markdown")
      _ = try SourceText(body, name: name)
      if noneMatch == "*", match == nil {
        return Self.response([], version: try folder.create(name, body))
      }
      return Self.response([], version: try folder.replace(name, version(), with: body))
    case (.DELETE, "file"):
      try folder.remove(name, version())
      return Self.response([])
    case (.POST, "file"):
      try accept("text/plain")
      guard let new = String(validating: body, as: UTF8.self), ServedFolder.isNote(new) else {
        throw SystemError(EINVAL)
      }
      try folder.move(name, version(), to: new)
      return Self.response([], version: match)
    case (.POST, "folder"):
      try folder.createFolder(name)
      return Self.response([])
    case (.GET, "asset"):
      let (content, version) = try folder.content(of: name, limit: Self.sizeLimit)
      let type = Self.imageType(of: name)
      return Self.response(
        content, type ?? "application/octet-stream", version: version,
        policy: type == "image/svg+xml"
          ? "default-src 'none'; style-src 'unsafe-inline'; sandbox" : Self.policy,
        headers: type == nil ? [.contentDisposition: "attachment"] : [:])
    case (.PUT, "asset"):
      guard Self.imageType(of: name) != nil else {
        throw Refusal(.unsupportedMediaType, "Only images are stored.")
      }
      guard noneMatch == "*", match == nil else {
        throw Refusal(.preconditionRequired, "An image is never replaced.")
      }
      guard body.count <= Self.sizeLimit / 4 else { throw SystemError(EFBIG) }
      return Self.response([], version: try folder.create(name, body))
    case (_, ""), (_, "files"), (_, "file"), (_, "folder"), (_, "asset"):
      throw Refusal(.methodNotAllowed, "This cannot be done here.")
    default: throw Refusal(.notFound, "There is no such address.")
    }
  }

  /// The media type of an image that the page may show; nil for other files.
  private static func imageType(of name: String) -> String? {
    let suffix = (name as NSString).pathExtension.lowercased()
    switch suffix {
    case "png", "gif", "webp", "avif", "bmp", "jpeg": return "image/" + suffix
    case "jpg": return "image/jpeg"
    case "svg": return "image/svg+xml"
    case "ico": return "image/x-icon"
    default: return nil
    }
  }

  /// A response. Its headers forbid other origins and caches to read, frame or keep it.
  private static func response(
    _ body: [UInt8], _ type: String = "text/plain; charset=utf-8", status: HTTPStatusCode = .ok,
    version: String? = nil, policy: String = policy, headers: [HTTPHeader: String] = [:]
  ) -> HTTPResponse {
    var all = headers.merging([
      .contentType: type, .cacheControl: "no-store",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Content-Security-Policy"): policy, HTTPHeader("Referrer-Policy"): "no-referrer",
      HTTPHeader("X-Frame-Options"): "DENY",
      HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
      HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
    ]) { given, _ in given }
    all[.eTag] = version
    return HTTPResponse(
      statusCode: status, headers: HTTPHeaders(all),
      body: HTTPBodySequence(data: Data(body), suggestedBufferSize: 1 << 16))
  }
}

/// Why a request is refused. The connection is closed then.
private struct Refusal: Error {
  let status: HTTPStatusCode
  let reason: String

  init(_ status: HTTPStatusCode, _ reason: String) { (self.status, self.reason) = (status, reason) }

  init(_ error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let failure as Failure:
      let statuses: [Failure.Status: HTTPStatusCode] = [
        .changedMeanwhile: .preconditionFailed, .notDone: .conflict, .badInput: .badRequest,
      ]
      self.init(statuses[failure.status] ?? .internalServerError, failure.message)
    case let error as SystemError:
      switch error.number {
      case ENOENT, ENOTDIR, ELOOP: self.init(.notFound, "There is no such file in the folder.")
      case EEXIST: self.init(.preconditionFailed, "The name is taken; nothing was changed.")
      case ESTALE:
        self.init(
          .preconditionFailed,
          "Another program changed the file since it was opened; that version was kept.")
      case EINVAL, ENAMETOOLONG: self.init(.badRequest, "This name is not allowed. …")
      case EFBIG: self.init(.payloadTooLarge, "This is too long.")
      default: self.init(.internalServerError, error.reason + ".")
      }
    default: self.init(.requestTimeout, "The request is not complete.")
    }
  }
}

/// The body of a refusal: FlyingFox closes the connection after it, because it fails at the end.
private struct LastWords: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
  var text: Data?

  func makeAsyncIterator() -> LastWords { self }

  func next() async throws -> UInt8? { throw SocketError.disconnected }

  mutating func nextBuffer(suggested count: Int) async throws -> Data? {
    guard let text else { throw SocketError.disconnected }
    self.text = nil
    return text
  }
}
