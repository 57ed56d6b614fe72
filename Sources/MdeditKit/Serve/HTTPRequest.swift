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

  /// The result of reading the bytes that have arrived.
  package enum Reading: Hashable, Sendable {
    case incomplete
    case request(HTTPRequest)
    /// The bytes are not a request; answer with this status.
    case malformed(HTTPResponse.Status)
  }

  package var method: String
  /// The path as sent, with its first slash.
  package var path: String
  /// The text after the question mark; nil if there is none.
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
    guard let end = headEnd(of: bytes) else {
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

  /// The offset after the empty line that ends the head.
  private static func headEnd(of bytes: [UInt8]) -> Int? {
    var index = 3
    let last = min(bytes.count, headLimit + 4)
    while index < last {
      if bytes[index] == .lineFeed, bytes[index - 1] == .carriageReturn,
        bytes[index - 2] == .lineFeed,
        bytes[index - 3] == .carriageReturn
      {
        return index + 1
      }
      index += 1
    }
    return nil
  }

  private init?(head: ArraySlice<UInt8>) {
    // Printable ASCII, tabs, and the line endings.
    let isPlain = head.allSatisfy {
      $0 >= .space && $0 < .delete || $0 == .tab || $0.isLineEnding
    }
    guard isPlain else { return nil }
    let text = String(decoding: head, as: UTF8.self)
    var lines = Self.lines(of: text)[...]
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

  /// The lines that end with CR LF. Any other line ending stays inside its line.
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var start = text.utf8.startIndex
    var index = start
    while index < text.utf8.endIndex {
      let next = text.utf8.index(after: index)
      if text.utf8[index] == .carriageReturn, next < text.utf8.endIndex,
        text.utf8[next] == .lineFeed
      {
        lines.append(Substring(text.utf8[start..<index]))
        start = text.utf8.index(after: next)
        index = start
      } else {
        index = next
      }
    }
    lines.append(Substring(text.utf8[start...]))
    return lines
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
      else {
        return nil
      }
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
