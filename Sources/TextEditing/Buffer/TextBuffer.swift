/// Text with a selection, as a value.
///
/// A copy is a snapshot, made in O(1); another thread may read it while the original is edited. The
/// text is stored as UTF-8, and offsets are UTF-8 bytes; the section *Units* has conversions. A
/// text must have less than 2 GB of UTF-8 (2³¹ bytes) on every platform.
public struct TextBuffer: Sendable {
  package var storage: TextStorage
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
    storage = text.withUTF8 { TextStorage(validUTF8: $0) }
    selection = 0..<0
  }

  /// Creates a buffer from the UTF-8 bytes `utf8`, with the insertion point at their start.
  ///
  /// The bytes are kept unchanged, including line endings, a byte order mark and NUL.
  ///
  /// - Throws: `InvalidUTF8` with the offset of the first ill-formed sequence.
  /// - Complexity: O(*n*).
  public init(utf8: [UInt8]) throws(InvalidUTF8) {
    guard let storage = utf8.withUnsafeBufferPointer({ TextStorage(checking: $0) }) else {
      let invalid = utf8.withUnsafeBufferPointer { UTF8Validation.firstInvalidOffset(in: $0) }
      throw InvalidUTF8(byteOffset: invalid ?? 0)
    }
    self.storage = storage
    selection = 0..<0
  }

  /// The length in UTF-8 bytes.
  public var utf8Count: Int { storage.summary.utf8 }
  /// Whether the text is empty, as in `TextBuffer("")`.
  public var isEmpty: Bool { utf8Count == 0 }
}
