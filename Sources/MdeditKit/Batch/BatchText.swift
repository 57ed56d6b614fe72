import TextEditing

/// The text of a line.
///
/// Most texts are short and ASCII, with the same offsets in all units. They have no buffer, since
/// making one takes as long as reading the line.
package struct BatchText: Hashable, Sendable {
  package let bytes: [UInt8]
  /// The text as a buffer; empty if it is ASCII. An array, so that the value is cheap to copy.
  private let buffers: [TextBuffer]

  init(utf8 bytes: [UInt8]) throws(InvalidUTF8) {
    self.bytes = bytes
    buffers = bytes.isASCII ? [] : [try TextBuffer(utf8: bytes)]
  }

  /// Makes the text of an open document.
  init(_ buffer: TextBuffer) {
    bytes = buffer.utf8Bytes
    buffers = [buffer]
  }

  var buffer: TextBuffer { buffers.first ?? TextBuffer(String(decoding: bytes, as: UTF8.self)) }

  func utf8Offset(of offset: Int, in unit: OffsetUnit) throws(Misplaced) -> Int {
    if !buffers.isEmpty { return try buffers[0].utf8Offset(of: offset, in: unit) }
    guard offset <= bytes.count else { throw .outsideText(count: bytes.count) }
    return offset
  }

  func offset(ofUTF8 utf8Offset: Int, in unit: OffsetUnit) -> Int {
    buffers.isEmpty ? utf8Offset : buffers[0].offset(ofUTF8: utf8Offset, in: unit)
  }

  func applying(_ edit: TextEdit) -> BatchText {
    if buffers.isEmpty, edit.replacements.allSatisfy({ $0.bytes.isASCII }) {
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
    buffers = []
  }
}

extension [UInt8] {
  /// Whether no byte is above 0x7F. For example, `"a"` is ASCII, `"é"` is not.
  fileprivate var isASCII: Bool {
    var all: UInt8 = 0
    for byte in self { all |= byte }
    return all < 0x80
  }
}
