/// A stretch of a document with all that has to be read with it, as a text of its own.
///
/// Reading ``bytes`` gives the blocks and the inline trees that a reading of the whole document
/// gives for ``range``.
package struct DocumentRegion: Hashable, Sendable {
  /// The text to read, as UTF-8: the definitions in force for the labels that the stretch
  /// mentions, the stretch, and the line that follows it, which decides how its last block closes.
  package var bytes: [UInt8]
  /// The UTF-8 offsets of the stretch in the document.
  package var range: Range<Int>
  /// How many bytes stand before the stretch in ``bytes``.
  ///
  /// The document's UTF-8 offset `d` is the offset `d - range.lowerBound + prefixCount` of `bytes`.
  package var prefixCount: Int
  /// Makes a region of its parts.
  package init(bytes: [UInt8], range: Range<Int>, prefixCount: Int) {
    self.bytes = bytes
    self.range = range
    self.prefixCount = prefixCount
  }

  /// The UTF-8 offsets of the stretch in ``bytes``.
  package var rangeInBytes: Range<Int> { prefixCount..<prefixCount + range.count }
}
