/// Text with a selection, as a value.
///
/// A copy is a snapshot, made in O(1); another thread may read it while the original is edited. The
/// text is stored as UTF-8, and offsets are UTF-8 bytes; the section *Units* has conversions. A
/// text must have less than 2 GB of UTF-8 (2³¹ bytes) on every platform.
public struct TextBuffer: Sendable {
  var storage: Rope
  /// The selection in UTF-8 offsets; nil if there is neither selection nor insertion point.
  public internal(set) var selection: Range<Int>?
  /// The marked text, which an input method has not confirmed yet, in UTF-8 offsets.
  var marked: Range<Int>?

  /// Creates an empty buffer with an insertion point.
  public init() { self.init("") }

  /// Creates a buffer from `text`, with the insertion point at its start.
  ///
  /// - Complexity: O(*n*).
  public init(_ text: String) {
    var text = text
    storage = text.withUTF8 { Rope(validUTF8: $0) }
    selection = 0..<0
  }

  /// Creates a buffer from the UTF-8 bytes `utf8`, with the insertion point at their start.
  ///
  /// The bytes are kept unchanged, including line endings, a byte order mark and NUL.
  ///
  /// - Throws: `InvalidUTF8` with the offset of the first ill-formed sequence.
  /// - Complexity: O(*n*).
  public init(utf8: [UInt8]) throws(InvalidUTF8) {
    let invalid = utf8.withUnsafeBufferPointer { UTF8Validation.firstInvalidOffset(in: $0) }
    if let invalid { throw InvalidUTF8(byteOffset: invalid) }
    storage = utf8.withUnsafeBufferPointer { Rope(validUTF8: $0) }
    selection = 0..<0
  }

  /// The length in UTF-8 bytes.
  public var utf8Count: Int { storage.summary.utf8 }
  /// Whether the text is empty, as in `TextBuffer("")`.
  public var isEmpty: Bool { utf8Count == 0 }
}

extension TextBuffer: ExpressibleByStringLiteral {
  /// Creates a buffer from a string literal.
  public init(stringLiteral text: String) { self.init(text) }
}

extension TextBuffer: Hashable {
  /// Whether text, selection and marked text are equal.
  ///
  /// - Complexity: O(*n*) if the lengths are equal, otherwise O(1).
  public static func == (first: TextBuffer, second: TextBuffer) -> Bool {
    first.selection == second.selection && first.marked == second.marked
      && first.hasSameText(as: second)
  }

  /// Whether the text equals that of `other`, byte by byte, for any selections.
  ///
  /// - Complexity: O(*n*) if the lengths are equal, otherwise O(1).
  package func hasSameText(as other: TextBuffer) -> Bool {
    guard storage.summary == other.storage.summary else { return false }
    var offset = 0
    var isSame = true
    storage.forEachChunk(in: 0..<utf8Count) { chunk in
      var index = 0
      other.storage.forEachChunk(in: offset..<offset + chunk.count) { piece in
        isSame = piece.elementsEqual(chunk[index..<index + piece.count])
        index += piece.count
        return isSame
      }
      offset += chunk.count
      return isSame
    }
    return isSame
  }

  /// Hashes the selection, the length in every unit, and the ends of the text.
  ///
  /// - Complexity: O(log *n*).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(selection)
    hasher.combine(marked)
    hasher.combine(storage.summary)
    hasher.combine(bytes(in: 0..<min(utf8Count, 256)))
    hasher.combine(bytes(in: max(0, utf8Count - 256)..<utf8Count))
  }
}
