package enum BatchLine: Hashable, Sendable {
  /// The bytes of the line, without its LF.
  case complete([UInt8])
  /// The line had more than `limit` bytes and was skipped.
  case tooLong(limit: Int)

  /// Whether the line contains the word `"document"`, so that it may concern an open document and
  /// must wait for all lines before it.
  var isOrdered: Bool {
    guard case .complete(let bytes) = self else { return false }
    let word: StaticString = "\"document\""
    let size = word.utf8CodeUnitCount
    return bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      var index = 0
      while index + size <= bytes.count,
        let quote = memchr(
          start + index, Int32(UInt8.quotationMark), bytes.count - index - size + 1)
      {
        if memcmp(quote, word.utf8Start, size) == 0 { return true }
        index = UnsafeRawPointer(quote) - start + 1
      }
      return false
    }
  }

  var byteCount: Int {
    switch self {
    case .complete(let bytes): bytes.count
    case .tooLong: 0
    }
  }
}

/// Reads lines from a file descriptor. It never holds more than one line of the maximum length.
package struct LineReader {
  private let descriptor: Int32
  private let limit: Int
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var unread = 0..<0
  private var isAtEnd = false
  private var isFirst = true

  package init(descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// The next line; nil at the end. The last line needs no LF. A byte order mark before the first
  /// line is skipped (RFC 8259 §8.1).
  package mutating func next() throws(SystemError) -> BatchLine? {
    var line: [UInt8] = []
    var count = 0
    while true {
      if unread.isEmpty {
        let isMore = try fill()
        if !isMore { return count == 0 ? nil : finished(line, count) }
      }
      let end = lineEnd()
      count += (end ?? unread.upperBound) - unread.lowerBound
      if count <= limit { line += chunk[unread.lowerBound..<(end ?? unread.upperBound)] }
      unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
      if end != nil { return finished(line, count) }
    }
  }

  private mutating func finished(_ line: [UInt8], _ count: Int) -> BatchLine {
    let mark = isFirst ? line.byteOrderMarkCount : 0
    isFirst = false
    guard count <= limit else { return .tooLong(limit: limit) }
    return .complete(mark == 0 ? line : Array(line.dropFirst(mark)))
  }

  /// The offset in the chunk of the next LF.
  private func lineEnd() -> Int? {
    chunk.withUnsafeBytes { chunk -> Int? in
      guard let start = chunk.baseAddress?.advanced(by: unread.lowerBound),
        let found = memchr(start, Int32(UInt8.lineFeed), unread.count)
      else { return nil }
      return unread.lowerBound + (UnsafeRawPointer(found) - start)
    }
  }

  /// Reads the available bytes; false at the end.
  private mutating func fill() throws(SystemError) -> Bool {
    if isAtEnd { return false }
    let size = chunk.count
    let count = try chunk.withUnsafeMutableBufferPointer { (chunk) throws(SystemError) in
      try retrying { read(descriptor, chunk.baseAddress, size) }
    }
    unread = 0..<count
    isAtEnd = count == 0
    return !isAtEnd
  }
}
