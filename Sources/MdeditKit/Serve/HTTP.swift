/// A request of HTTP/1.1 (RFC 9112), read strictly: anything unusual is rejected.
///
/// A library for HTTP joins duplicate headers, skips malformed lines and accepts heads of any
/// length. Here, each of these is a sign of a forged request.
package struct HTTPRequest: Hashable, Sendable {
  /// The maximum size of the request line and the headers, in bytes.
  package static let headLimit = 16_384
  /// The maximum size of a body, in bytes.
  package static let bodyLimit = 1 << 26
  private static let headerLimit = 100

  package enum Reading: Hashable, Sendable {
    case incomplete
    case request(HTTPRequest)
    case malformed(HTTPResponse.Status)
  }

  package var method: String
  package var path: String
  package var query: String?
  /// The headers; names are lowercase and unique.
  package var headers: [String: String]
  package var body: [UInt8]

  package init(
    method: String, path: String, query: String? = nil, headers: [String: String] = [:],
    body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// Reads the bytes of a connection, which carries one request; O(*n*).
  package static func read(_ bytes: [UInt8]) -> Reading {
    let emptyLine: [UInt8] = [.carriageReturn, .lineFeed, .carriageReturn, .lineFeed]
    guard let end = bytes.prefix(headLimit + 4).firstRange(of: emptyLine)?.upperBound else {
      return bytes.count > headLimit ? .malformed(.headersTooLarge) : .incomplete
    }
    guard end <= headLimit else { return .malformed(.headersTooLarge) }
    guard var request = HTTPRequest(head: bytes[..<(end - 4)]) else {
      return .malformed(.badRequest)
    }
    guard request.headers["transfer-encoding"] == nil else { return .malformed(.notImplemented) }
    var count = 0
    if let length = request.headers["content-length"] {
      guard !length.isEmpty, length.utf8.allSatisfy(\.isASCIIDigit) else {
        return .malformed(.badRequest)
      }
      guard let number = Int(length), number <= bodyLimit else { return .malformed(.tooLarge) }
      count = number
    }
    guard bytes.count >= end + count else { return .incomplete }
    // A connection carries one request, so nothing may follow.
    guard bytes.count == end + count else { return .malformed(.badRequest) }
    request.body = Array(bytes[end...])
    return .request(request)
  }

  private init?(head: ArraySlice<UInt8>) {
    // Printable ASCII, tabs, and the line endings.
    let isPlain = head.allSatisfy {
      $0 >= .space && $0 < .delete || $0 == .tab || $0.isLineEnding
    }
    guard isPlain else { return nil }
    let text = String(decoding: head, as: UTF8.self)
    // Any other line ending stays inside its line.
    var lines = text.split(separator: "\r\n" as Character, omittingEmptySubsequences: false)[...]
    guard !lines.contains(where: { $0.utf8.contains { $0.isLineEnding } }),
      let first = lines.popFirst(), lines.count <= Self.headerLimit
    else { return nil }
    let parts = first.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0",
      Self.isToken(parts[0]), parts[1].hasPrefix("/"), !parts[1].contains("#"),
      !parts[1].contains("\t")
    else { return nil }
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), Self.isToken(line[..<colon]) else { return nil }
      let value = line[line.index(after: colon)...].trimmingBlanks
      guard headers.updateValue(String(value), forKey: line[..<colon].lowercased()) == nil else {
        return nil
      }
    }
    let target = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      method: String(parts[0]), path: String(target[0]),
      query: target.count > 1 ? String(target[1]) : nil, headers: headers)
  }

  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        $0.isASCIIAlphanumeric || "-_.!~*".utf8.contains($0)
      }
  }

  /// The value of the parameter `name` if it is the only one in the query; nil if it is not, or if
  /// the value is not UTF-8.
  package func parameter(_ name: String) -> String? {
    guard let query, query.hasPrefix(name + "="), !query.contains("&") else { return nil }
    var bytes: [UInt8] = []
    var rest = query.utf8.dropFirst(name.utf8.count + 1)
    while let byte = rest.popFirst() {
      if byte != .percentSign {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalValue,
        let low = rest.popFirst()?.hexadecimalValue
      else { return nil }
      bytes.append(high << 4 | low)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var result = drop { $0 == " " || $0 == "\t" }
    while let last = result.last, last == " " || last == "\t" { result.removeLast() }
    return result
  }
}

package struct HTTPResponse: Sendable {
  package enum Status: String, Hashable, Sendable {
    case done = "200 OK"
    case badRequest = "400 Bad Request"
    case forbidden = "403 Forbidden"
    case notFound = "404 Not Found"
    case methodNotAllowed = "405 Method Not Allowed"
    case conflict = "409 Conflict"
    case changed = "412 Precondition Failed"
    case tooLarge = "413 Content Too Large"
    case unsupportedType = "415 Unsupported Media Type"
    case headersTooLarge = "431 Request Header Fields Too Large"
    case failed = "500 Internal Server Error"
    case notImplemented = "501 Not Implemented"
  }

  package var status: Status
  package var type = "text/plain; charset=utf-8"
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8]
  /// The content security policy: what a page may load and run.
  package var policy = "default-src 'none'; frame-ancestors 'none'; sandbox"

  package init(_ status: Status, _ message: String = "") {
    self.status = status
    body = message.isEmpty ? [] : Array((message + "\n").utf8)
  }

  /// The response as sent. Its headers forbid other origins and caches to read, frame or keep it.
  package var bytes: [UInt8] {
    let fixed = [
      ("Content-Type", type), ("Content-Length", String(body.count)), ("Connection", "close"),
      ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
      ("Content-Security-Policy", policy), ("Referrer-Policy", "no-referrer"),
      ("X-Frame-Options", "DENY"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
    ]
    var head = "HTTP/1.1 \(status.rawValue)\r\n"
    for (name, value) in fixed + headers { head += "\(name): \(value)\r\n" }
    return Array((head + "\r\n").utf8) + body
  }
}
