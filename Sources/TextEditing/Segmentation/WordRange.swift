/// The UTF-8 range of the word at `utf8Offset` in the UTF-8 text `bytes`.
///
/// A word is a segment of UAX #29 with a letter or a digit. An offset at either edge belongs to the
/// word; between two touching words (`日|本`), to the second. Offsets inside a scalar mean its start.
///
/// - Returns: nil if the offset does not touch a word.
/// - Precondition: `utf8Offset` is in `0...bytes.count`.
/// - Complexity: O(*w*) in the length of the word and of what its boundaries depend on.
package func wordRange(around utf8Offset: Int, in bytes: [UInt8]) -> Range<Int>? {
  precondition(
    (0...bytes.count).contains(utf8Offset),
    "offset \(utf8Offset) is outside a text of \(bytes.count) bytes")
  var offset = utf8Offset
  while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
  var text = ByteText(bytes: bytes)
  return rangeOfWord(around: offset, in: &text)
}

/// The range of the word at `offset` in any scalar text; see `wordRange(around:in:)`.
func rangeOfWord<Text: ScalarText>(around offset: Int, in text: inout Text) -> Range<Int>? {
  WordBoundaries.segments(touching: offset, in: &text).last { $0.isWord }?.range
}
