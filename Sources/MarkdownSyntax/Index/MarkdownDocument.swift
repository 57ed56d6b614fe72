import CommonMark
import TextEditing

/// A document with its slice index: a value, exact after every edit.
public struct MarkdownDocument: Sendable {
  /// The text.
  public private(set) var buffer: TextBuffer

  /// Makes a document of the text of `buffer`.
  ///
  /// - Throws: `ParsingRefusal` where the text is not handed to libcmark.
  public init(_ buffer: TextBuffer) throws(ParsingRefusal) {
    _ = try MarkdownTree(parsing: buffer.utf8Bytes)
    self.buffer = buffer
  }

  /// Makes the edit `edit`, or, where it cannot, nothing.
  ///
  /// - Throws: `DocumentEditError`; the document is then as it was.
  public mutating func apply(_ edit: TextEdit) throws(DocumentEditError) {
    var copy = buffer
    do { try copy.apply(edit) } catch { throw .edit(error) }
    do { _ = try MarkdownTree(parsing: copy.utf8Bytes) } catch { throw .parsing(error) }
    buffer = copy
  }

  /// The stretch of the document that has to be read to know what the UTF-8 offsets `range` mean.
  ///
  /// - Precondition: the range is in `0...buffer.utf8Count`.
  public func region(covering range: Range<Int>) -> DocumentRegion {
    DocumentRegion(bytes: buffer.utf8Bytes, range: 0..<buffer.utf8Count, prefixCount: 0)
  }
}
