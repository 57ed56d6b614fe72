/// Finds possible labels in a part of a source, without knowledge of its blocks.
///
/// It may find too many, which costs a look-up, but never too few.
enum LabelScan {
  /// The texts in brackets, with repetitions.
  @inline(never)
  static func labels(in source: Bytes) -> [[UInt8]] {
    var labels: [[UInt8]] = []
    var backslashes = 0
    for index in source.indices {
      let byte = source[index]
      // Line prefixes do not count in a label's length, so there is no limit yet.
      if byte == .leftBracket, backslashes & 1 == 0,
        let (end, label) = LinkLabel.match(in: source, at: index, limit: .max), !label.isEmpty
      {
        // A line ending at an end is white space, but a quote's marker after it is not.
        append(source[index + 1..<end - 1], to: &labels)
      }
      backslashes = byte == .backslash ? backslashes + 1 : 0
    }
    return labels
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
