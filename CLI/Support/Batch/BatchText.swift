import TextEditing

/// The text of a line.
///
/// Most texts are short and ASCII, whose offsets are the same in all units: those have no buffer,
/// which would cost as much as to read the line.
package struct BatchText: Hashable, Sendable {
  /// The text as UTF-8.
  package let bytes: [UInt8]
  /// The same as a buffer; nil where all of it is ASCII.
  private let known: TextBuffer?

  /// Makes a text.
  init(utf8 bytes: [UInt8]) throws(InvalidUTF8) {
    self.bytes = bytes
    known = bytes.isASCII ? nil : try TextBuffer(utf8: bytes)
  }

  /// Makes the text of an open document.
  init(_ buffer: TextBuffer) {
    bytes = buffer.utf8Bytes
    known = buffer
  }

  /// The text as a buffer.
  var buffer: TextBuffer { known ?? TextBuffer(String(decoding: bytes, as: UTF8.self)) }

  /// The UTF-8 offset of `offset`, which counts in `unit`s.
  func utf8Offset(of offset: Int, in unit: OffsetUnit) throws(Misplaced) -> Int {
    if let known { return try known.utf8Offset(of: offset, in: unit) }
    guard offset <= bytes.count else { throw .outsideText(count: bytes.count) }
    return offset
  }

  /// The offset in `unit`s of the UTF-8 offset `utf8Offset`, which is between scalars.
  func offset(ofUTF8 utf8Offset: Int, in unit: OffsetUnit) -> Int {
    known?.offset(ofUTF8: utf8Offset, in: unit) ?? utf8Offset
  }

  /// The text after an edit.
  func applying(_ edit: TextEdit) -> BatchText {
    if known == nil, edit.replacements.allSatisfy({ $0.bytes.isASCII }) {
      return BatchText(ascii: edit.applying(to: bytes))
    }
    var after = buffer
    for replacement in edit.replacements.reversed() {
      after.replace(utf8: replacement.range, with: replacement.bytes)
    }
    return BatchText(after)
  }

  private init(ascii: [UInt8]) {
    bytes = ascii
    known = nil
  }
}

extension [UInt8] {
  /// Whether no byte is above 0x7F. True of `"a"`, not of `"é"`.
  fileprivate var isASCII: Bool {
    var all: UInt8 = 0
    for byte in self { all |= byte }
    return all < 0x80
  }
}
