/// A part of the stream between two headers.
package enum Frame: Hashable, Sendable {
  /// The content of a message.
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
  /// The number of bytes that a message may have.
  package static let contentLimit = 512 << 20
  /// The number of bytes that a line of a header may have.
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

  /// Reads a line of a header.
  ///
  /// - Returns: the problem as a sentence; nil if there is none.
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
