import JSONText

/// The identifier of a request.
enum RequestID: Hashable, Sendable {
  case number(Int)
  case string(String)

  init?(_ tree: JSONTree?) {
    switch tree {
    case .string(let text): self = .string(text)
    case .number(let number):
      guard let whole = Int(exactly: number) else { return nil }
      self = .number(whole)
    default: return nil
    }
  }

  var tree: JSONTree {
    switch self {
    case .number(let number): .integer(number)
    case .string(let text): .string(text)
    }
  }
}

/// A message of JSON-RPC 2.0.
package struct Message: Sendable {
  enum Kind: Sendable {
    case request(RequestID, method: String)
    case notification(method: String)
    case response(RequestID)
  }
  let kind: Kind
  /// The parameters of a request or a notification, or the result of a response; nil if there are none.
  let value: JSONTree?
  /// The error of a response, which then has no result.
  let error: JSONTree?

  init(_ content: [UInt8]) throws(ResponseError) {
    let tree: JSONTree
    do { tree = try JSONTree(content) } catch {
      throw ResponseError(.parseError, "The message is not JSON: \(error.message)")
    }
    guard case .object = tree else {
      throw ResponseError(.invalidRequest, "The message is \(tree.kind), not an object.")
    }
    let id = RequestID(tree["id"])
    if tree["id"] != nil, id == nil {
      throw ResponseError(.invalidRequest, "An id is a string or a whole number.")
    }
    error = tree["error"]
    if let method = tree["method"] {
      guard let name = method.string else {
        throw ResponseError(.invalidRequest, "A method is a string.", id: id)
      }
      value = tree["params"]
      kind = id.map { .request($0, method: name) } ?? .notification(method: name)
    } else if let id, tree.member("result") != nil || error != nil {
      value = tree["result"]
      kind = .response(id)
    } else {
      throw ResponseError(
        .invalidRequest, "The message has no method, and is no response.", id: id)
    }
  }
}

/// A frame of the client's stream, read as a message; it can be read on any thread.
package struct Received: Sendable {
  let message: Result<Message, ResponseError>
  /// Whether a message that could not be read may have changed a document.
  let mayChangeText: Bool

  package init(_ frame: Frame) {
    switch frame {
    case .malformed(let reason):
      message = .failure(ResponseError(.parseError, reason))
      mayChangeText = false
    case .content(let content):
      let message = Result { () throws(ResponseError) in try Message(content) }
      self.message = message
      let change = Array("textDocument/did".utf8)
      mayChangeText =
        if case .failure = message { content.firstRange(of: change) != nil } else { false }
    }
  }
}

/// The reason why a request is not answered with a result.
struct ResponseError: Error, Hashable, Sendable {
  /// The codes of JSON-RPC 2.0 and of the Language Server Protocol.
  enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case notInitialized = -32002
    case requestCancelled = -32800
    case contentModified = -32801
    case requestFailed = -32803
  }

  var code: Code
  /// A sentence.
  var message: String
  /// The name of the reason, as in `mdedit batch`.
  var reason: String?
  /// The request, if the error was found while reading it.
  var id: RequestID?

  init(_ code: Code, _ message: String, reason: String? = nil, id: RequestID? = nil) {
    self.code = code
    self.message = message
    self.reason = reason
    self.id = id
  }
}

/// A part of the stream between two headers.
package enum Frame: Hashable, Sendable {
  case content([UInt8])
  /// Bytes that could not be read as a message; the reason as a sentence.
  case malformed(String)
}

/// Splits a stream of bytes into messages by their headers (Language Server Protocol, “Base Protocol”):
///
///     Content-Length: 17\r\n\r\n{"jsonrpc":"2.0"}
///
/// Lines that are not headers are skipped and reported once. The stream continues with the next `Content-Length`.
package struct FrameReader {
  /// The number of bytes that a message may have, and a line of a header.
  package static let contentLimit = 512 << 20
  private static let lineLimit = 4096

  private var buffer: [UInt8] = []
  private var start = 0
  private var length: Int?
  private var isInContent = false
  /// The number of bytes to skip of a message that is too long.
  private var passing = 0
  private var isLost = false

  package init() {}

  /// Reads the next bytes of the stream.
  ///
  /// - Returns: the messages that are complete now.
  /// - Complexity: O(*n*) in the length of the stream.
  package mutating func feed(_ bytes: some Collection<UInt8>) -> [Frame] {
    buffer.append(contentsOf: bytes)
    var frames: [Frame] = []
    while let frame = next(&frames) { frames.append(frame) }
    if start > 1 << 16 || start == buffer.count {
      buffer.removeFirst(start)
      start = 0
    }
    return frames
  }

  private mutating func next(_ frames: inout [Frame]) -> Frame? {
    if passing > 0 {
      let count = min(passing, buffer.count - start)
      passing -= count
      start += count
      if passing > 0 { return nil }
    }
    while true {
      if isInContent, let count = length { return content(count) }
      guard let line = nextLine() else { return nil }
      // A blank line between messages is ignored.
      isInContent = line.isEmpty && length != nil
      if line.isEmpty { continue }
      if let problem = read(line) {
        if !isLost { frames.append(.malformed(problem)) }
        isLost = true
        length = nil
      }
    }
  }

  private mutating func content(_ count: Int) -> Frame? {
    if count > Self.contentLimit {
      (length, isInContent) = (nil, false)
      passing = count
      return .malformed("A message has \(count) bytes; at most \(Self.contentLimit) are read.")
    }
    guard buffer.count - start >= count else { return nil }
    let content = Array(buffer[start..<start + count])
    start += count
    (length, isInContent, isLost) = (nil, false, false)
    return .content(content)
  }

  /// Returns the next line without its ending; nil if it has not ended.
  private mutating func nextLine() -> ArraySlice<UInt8>? {
    guard let end = buffer[start...].firstIndex(of: .lineFeed) else {
      if buffer.count - start > Self.lineLimit {
        start = buffer.count
        isLost = true
      }
      return nil
    }
    let line = buffer[start..<end]
    start = end + 1
    return line.last == .carriageReturn ? line.dropLast() : line
  }

  /// Reads a line of a header, and returns the problem with it as a sentence.
  private mutating func read(_ line: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: line.prefix(200), as: UTF8.self)
    guard let colon = text.firstIndex(of: ":") else { return "A line is no header: \(text)" }
    let name = text[..<colon].lowercased()
    let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    switch name {
    case "content-length":
      guard let count = Int(value), count >= 0 else {
        return "Content-Length is not a number of bytes: \(value)"
      }
      length = count
      return nil
    case "content-type":
      return value.contains("charset=") && !value.lowercased().contains("charset=utf-8")
        && !value.lowercased().contains("charset=utf8")
        ? "Content-Type is not UTF-8: \(value)" : nil
    default:
      return length == nil ? "A line is no header: \(text)" : nil
    }
  }
}
