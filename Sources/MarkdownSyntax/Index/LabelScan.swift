/// Finds possible labels in a part of a source, without knowledge of its blocks.
///
/// It may find too many, which costs a look-up, but never too few.
enum LabelScan {
  /// The texts in brackets, with repetitions.
  @inline(never)
  static func labels(in source: Bytes) -> [[UInt8]] {
    var labels: [[UInt8]] = []
    var index = source.firstOffset(of: .leftBracket, from: 0)
    while index < source.count {
      // Line prefixes do not count in a label's length, so there is no limit yet. A bracket after a
      // backslash counts, too, since an edit may remove that.
      if let (end, label) = LinkLabel.match(in: source, at: index, limit: .max), !label.isEmpty {
        // A line ending at an end is white space, but a quote's marker after it is not.
        append(source[index + 1..<end - 1], to: &labels)
      }
      index = source.firstOffset(of: .leftBracket, from: index + 1)
    }
    return labels
  }

  /// A bit for each label in brackets, by which a block that surely has not some label is known.
  static func bits(in source: Bytes) -> UInt32 {
    var bits: UInt32 = 0
    var index = source.firstOffset(of: .leftBracket, from: 0)
    while index < source.count {
      if let (end, label) = LinkLabel.match(in: source, at: index, limit: .max), !label.isEmpty {
        let text = Bytes(rebasing: source[index + 1..<end - 1])
        if text[0] == .circumflex { bits |= footnoteBit }
        bits |= text.allSatisfy { $0 < 0x80 } ? bit(of: text) : bit(of: LabelKey(text))
      }
      index = source.firstOffset(of: .leftBracket, from: index + 1)
    }
    return bits
  }

  /// The bit of a block with `[^a]`.
  static let footnoteBit: UInt32 = 1 << 31

  static func bit(of key: LabelKey) -> UInt32 { key.bytes.withUnsafeBufferPointer { bit(of: $0) } }

  /// The bit of a label, which depends only on its ASCII letters, in either case, and digits.
  private static func bit(of label: Bytes) -> UInt32 {
    var hash: UInt32 = 5381
    for byte in label where byte.isASCIIAlphanumeric {
      hash = hash &* 33 &+ UInt32(byte.isASCIILetter ? byte | 0x20 : byte)
    }
    return 1 << ((hash >> 2) % 31)
  }

  private static func append(_ label: Swift.Slice<Bytes>, to labels: inout [[UInt8]]) {
    let label = Bytes(rebasing: label)
    append(Array(label), to: &labels)
    guard label.contains(where: { $0.isLineEnding }), label.contains(.greaterThan) else { return }
    // The lines may have the markers of quotes before them.
    var text: [UInt8] = []
    var isPrefix = false
    for byte in label {
      if byte.isLineEnding {
        isPrefix = true
      } else if isPrefix, !byte.isBlank, byte != .greaterThan {
        isPrefix = false
      }
      if !isPrefix || byte != .greaterThan { text.append(byte) }
    }
    append(text, to: &labels)
  }

  private static func append(_ label: [UInt8], to labels: inout [[UInt8]]) {
    if !label.isEmpty, label.count <= LinkLabel.byteLimit { labels.append(label) }
  }
}
