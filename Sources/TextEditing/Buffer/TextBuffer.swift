/// Text with a selection, as a value.
///
/// A copy is a snapshot: it costs O(1), and may be read on another thread while the original is
/// edited. Inside, the text is UTF-8, and offsets are UTF-8 bytes; other units are converted by
/// the members of the section *Units*. A text has less than 2 GB of UTF-8 (2³¹ bytes), on every
/// platform.
public struct TextBuffer: Sendable {
  /// The text.
  package var storage: TextStorage
  /// The selection in UTF-8 offsets; nil if there is neither selection nor insertion point.
  public internal(set) var selection: Range<Int>?
  /// What an input method has put in and not yet confirmed, in UTF-8 offsets.
  var marked: Range<Int>?

  /// Creates an empty buffer with the insertion point in it.
  public init() { self.init("") }

  /// Creates a buffer from `text`, with the insertion point before it.
  ///
  /// - Complexity: O(*n*).
  public init(_ text: String) {
    var text = text
    storage = text.withUTF8 { TextStorage(validUTF8: $0) }
    selection = 0..<0
  }

  /// Creates a buffer from the UTF-8 bytes `utf8`, with the insertion point before them.
  ///
  /// The bytes are kept as they are: line endings, a byte order mark, NUL.
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
  /// Whether there is no text. True of `TextBuffer("")`.
  public var isEmpty: Bool { utf8Count == 0 }
}
