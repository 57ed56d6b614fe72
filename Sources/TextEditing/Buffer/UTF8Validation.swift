/// An error for bytes that are not UTF-8.
public struct InvalidUTF8: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset in bytes of the first sequence that is not UTF-8.
  public let byteOffset: Int

  package init(byteOffset: Int) { self.byteOffset = byteOffset }

  /// A sentence with the offset.
  public var description: String { "the text is not valid UTF-8 from byte \(byteOffset)" }
}

/// Checks bytes against the well-formed sequences of the Unicode Standard (table 3-7).
package enum UTF8Validation {
  /// The offset of the first ill-formed sequence; nil if there is none.
  ///
  /// - Complexity: O(*n*); ASCII is checked eight bytes at a time.
  package static func firstInvalidOffset(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var offset = 0
    let count = bytes.count
    while offset < count {
      let first = bytes[offset]
      if first < 0x80 {
        offset = asciiEnd(from: offset + 1, in: bytes)
        continue
      }
      let length = sequenceLength(at: offset, in: bytes)
      if length == 0 { return offset }
      offset += length
    }
    return nil
  }

  /// The first offset from `start` that is not known to be ASCII.
  @inline(__always)
  private static func asciiEnd(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var offset = start
    while offset + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { break }
      offset += 8
    }
    return offset
  }

  /// The length of the well-formed multi-byte sequence at `offset`; 0 if there is none.
  private static func sequenceLength(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let first = bytes[offset]
    let remaining = bytes.count - offset
    /// Whether a byte of the sequence is a continuation byte (`10xxxxxx`), as the second of `"é"`.
    func isTrail(_ index: Int) -> Bool { bytes[offset + index] & 0xC0 == 0x80 }
    switch first {
    case 0xC2...0xDF:
      return remaining >= 2 && isTrail(1) ? 2 : 0
    case 0xE0...0xEF:
      guard remaining >= 3, isTrail(1), isTrail(2) else { return 0 }
      let second = bytes[offset + 1]
      return (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ? 0 : 3
    case 0xF0...0xF4:
      guard remaining >= 4, isTrail(1), isTrail(2), isTrail(3) else { return 0 }
      let second = bytes[offset + 1]
      return (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F) ? 0 : 4
    default:
      return 0
    }
  }
}
