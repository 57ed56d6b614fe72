/// A part of a document with everything that must be read with it, as a text of its own.
///
/// Reading ``bytes`` gives the same blocks and inlines for ``range`` as reading the whole document.
package struct DocumentRegion: Hashable, Sendable {
  /// The text to read, as UTF-8: the definitions in force for the labels in the part, the part, and
  /// the line after it, which decides how its last block closes.
  package var bytes: [UInt8]
  /// The UTF-8 offsets of the part in the document.
  package var range: Range<Int>
  /// The number of bytes before the part in ``bytes``.
  ///
  /// The document's UTF-8 offset `d` is the offset `d - range.lowerBound + prefixCount` of `bytes`.
  package var prefixCount: Int
  package init(bytes: [UInt8], range: Range<Int>, prefixCount: Int) {
    self.bytes = bytes
    self.range = range
    self.prefixCount = prefixCount
  }

  /// The UTF-8 offsets of the part in ``bytes``.
  package var rangeInBytes: Range<Int> { prefixCount..<prefixCount + range.count }
}
