extension TextBuffer {
  /// The byte at a UTF-8 offset.
  ///
  /// - Precondition: the offset is in `0..<utf8Count`.
  /// - Complexity: O(log *n*).
  package func byte(atUTF8 utf8Offset: Int) -> UInt8 {
    precondition(
      (0..<utf8Count).contains(utf8Offset),
      "byte \(utf8Offset) is outside a text of \(utf8Count) bytes")
    return storage.byte(at: utf8Offset)
  }

  /// The bytes at the UTF-8 offsets `range`, which may begin and end inside a scalar.
  ///
  /// - Precondition: the range is in `0...utf8Count`.
  /// - Complexity: O(log *n* + *m*) in the length of the range.
  package func bytes(in range: Range<Int>) -> [UInt8] {
    checkBounds(range)
    return [UInt8](unsafeUninitializedCapacity: range.count) { target, count in
      storage.forEachChunk(in: range) { chunk in
        _ = UnsafeMutableBufferPointer(rebasing: target[count...]).update(fromContentsOf: chunk)
        count += chunk.count
        return true
      }
    }
  }

  /// All bytes of the text.
  ///
  /// - Complexity: O(*n*).
  public var utf8Bytes: [UInt8] { bytes(in: 0..<utf8Count) }

  /// The text at the UTF-8 offsets `range`; a part of a scalar at an end becomes U+FFFD.
  ///
  /// - Precondition: the range is in `0...utf8Count`.
  /// - Complexity: O(log *n* + *m*) in the length of the range.
  public func text(utf8 range: Range<Int>) -> String {
    String(decoding: bytes(in: range), as: UTF8.self)
  }

  /// Whether a UTF-8 offset is between two scalars, or at an end of the text.
  ///
  /// - Precondition: the offset is in `0...utf8Count`.
  /// - Complexity: O(log *n*).
  public func isScalarBoundary(utf8Offset: Int) -> Bool {
    checkBounds(utf8Offset..<utf8Offset)
    return storage.isBoundary(utf8Offset)
  }

  /// The range of the word at a UTF-8 offset, found like `wordRange(around:in:)`.
  ///
  /// - Precondition: the offset is in `0...utf8Count`.
  package func wordRange(aroundUTF8 utf8Offset: Int) -> Range<Int>? {
    checkBounds(utf8Offset..<utf8Offset)
    var reader = Reader(storage)
    return rangeOfWord(around: scalarStart(utf8Offset), in: &reader)
  }

  /// The start of the scalar that contains a UTF-8 offset.
  func scalarStart(_ utf8Offset: Int) -> Int {
    var offset = utf8Offset
    while offset > 0, offset < utf8Count, storage.byte(at: offset) & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  func checkBounds(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= utf8Count,
      "the UTF-8 range \(range.lowerBound)..<\(range.upperBound) is outside a text of \(utf8Count) bytes"
    )
  }
}

extension TextBuffer: CustomStringConvertible {
  /// The text.
  ///
  /// - Complexity: O(*n*).
  public var description: String { text(utf8: 0..<utf8Count) }
}

extension String {
  /// The text of a buffer.
  ///
  /// - Complexity: O(*n*).
  public init(_ buffer: TextBuffer) { self = buffer.description }
}

extension TextBuffer {
  /// Reads the bytes of a buffer near one position, from a copy around the last byte read.
  struct Reader: ScalarText {
    private static let window = 256
    private let storage: Rope
    private var bytes: [UInt8] = []
    private var start = 0

    init(_ storage: Rope) { self.storage = storage }

    var utf8Count: Int { storage.summary.utf8 }

    mutating func byte(at offset: Int) -> UInt8 {
      let index = offset - start
      if index >= 0 && index < bytes.count { return bytes[index] }
      load(around: offset)
      return bytes[offset - start]
    }

    private mutating func load(around offset: Int) {
      start = max(0, offset - Self.window / 2)
      bytes.removeAll(keepingCapacity: true)
      storage.forEachChunk(in: start..<min(utf8Count, offset + Self.window / 2)) { chunk in
        bytes.append(contentsOf: chunk)
        return true
      }
    }
  }
}
