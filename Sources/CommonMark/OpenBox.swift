/// A quote or a list item around a block.
struct OpenBox {
  /// Whether it is a block quote (`> a`), not a list item (`- a`).
  var isQuote: Bool
  /// The byte offset of the line that opens it.
  var line: Int
  /// The byte offset of its marker.
  var start: Int

  /// The beginning of a line that opens containers again; nil where that is not as simple as can
  /// be: where tabs are among the markers, or an item is indented too far.
  ///
  /// Numbers of items are 1, with as many digits.
  static func prefix(
    opening boxes: [OpenBox], in source: UnsafeBufferPointer<UInt8>
  ) -> [UInt8]? {
    var prefix: [UInt8] = []
    if boxes.isEmpty { return prefix }
    prefix.reserveCapacity(4 * boxes.count + 4)
    // For each container how far its lines are indented; 0 for a quote.
    var widths: [Int] = []
    // Where the last container's content begins on its line.
    var content = 0
    for (index, box) in boxes.enumerated() {
      if box.isQuote {
        guard box.start < source.count, source[box.start] == UInt8(ascii: ">") else { return nil }
        prefix.append(UInt8(ascii: ">"))
        prefix.append(UInt8(ascii: " "))
        widths.append(0)
        content = box.start + 1
        if content < source.count, source[content] == 0x20 { content += 1 }
        if content < source.count, source[content] == 0x09 { return nil }
        continue
      }
      let isSameLine = index > 0 && boxes[index - 1].line == box.line
      let before =
        isSameLine ? content : box.endOfPrefix(boxes[..<index], widths, in: source)
      let count = prefix.count
      guard let before, let item = box.item(from: before, in: source, marker: &prefix) else {
        return nil
      }
      let blanks = item.width - (prefix.count - count)
      guard (1...4).contains(blanks) else { return nil }
      for _ in 0..<blanks { prefix.append(0x20) }
      widths.append(item.width)
      content = item.content
    }
    return prefix
  }

  /// Where the prefixes of some containers end on the line of this one.
  private func endOfPrefix(
    _ boxes: ArraySlice<OpenBox>, _ widths: [Int], in source: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var offset = line
    for width in widths[..<boxes.count] {
      if width > 0 {
        for _ in 0..<width {
          guard offset < start, source[offset] == 0x20 else { return nil }
          offset += 1
        }
      } else {
        while offset < start, source[offset] == 0x20 { offset += 1 }
        guard offset < start, source[offset] == UInt8(ascii: ">") else { return nil }
        offset += 1
        if offset < start, source[offset] == 0x20 { offset += 1 }
      }
    }
    return offset
  }

  /// How far the lines of an item are indented, and where its content begins; a marker like its own
  /// is appended to `marker`.
  private func item(
    from before: Int, in source: UnsafeBufferPointer<UInt8>, marker: inout [UInt8]
  ) -> (width: Int, content: Int)? {
    guard before <= start, source[before..<start].allSatisfy({ $0 == 0x20 }) else { return nil }
    var index = start
    while index < source.count, (0x30...0x39).contains(source[index]) { index += 1 }
    guard index < source.count else { return nil }
    let digits = index - start
    let last = source[index]
    let isNumbered = last == 0x2E || last == 0x29
    let isBullet = last == 0x2A || last == 0x2B || last == 0x2D
    guard digits > 0 ? isNumbered : isBullet else { return nil }
    for digit in 0..<digits { marker.append(digit < digits - 1 ? 0x30 : 0x31) }
    marker.append(last)
    let end = index + 1
    index = end
    while index < source.count, source[index] == 0x20 { index += 1 }
    if index < source.count, source[index] == 0x09 { return nil }
    let isBlank = index == source.count || source[index] == 0x0A || source[index] == 0x0D
    let padding = isBlank || index - end > 4 ? 1 : index - end
    return (end + padding - before, end + padding)
  }
}
