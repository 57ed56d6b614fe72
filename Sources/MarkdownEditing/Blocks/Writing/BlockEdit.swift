import TextEditing

/// Makes the edit from a source to its spelled lines, and maps offsets to the new text.
struct BlockEdit {
  let tree: BlockTree
  let lines: [BlockSpelling.SpelledLine]
  /// The start of each spelled line in the new text.
  private let starts: [Int32]
  let text: [UInt8]

  init(_ tree: BlockTree, _ spelled: [BlockSpelling.SpelledLine]) {
    self.tree = tree
    lines = spelled.isEmpty ? [BlockSpelling.SpelledLine()] : spelled
    let usual = Self.usualEnding(of: tree)
    var text = Array(tree.source.prefix(tree.source.byteOrderMarkCount))
    // Most commands add at most a few bytes to a line.
    text.reserveCapacity(tree.source.count + 4 * lines.indices.count)
    var starts: [Int32] = []
    starts.reserveCapacity(lines.indices.count)
    for (index, line) in lines.enumerated() {
      starts.append(Int32(truncatingIfNeeded: text.count))
      text += line.bytes
      if index + 1 == lines.count { continue }
      let origin = line.origin
      let ending = origin >= 0 ? Self.ending(of: origin, in: tree) : []
      text += ending.isEmpty ? usual : ending
    }
    self.text = text
    self.starts = starts
  }

  private func start(_ line: Int) -> Int { Int(starts[line]) }

  private static func ending(of line: Int, in tree: BlockTree) -> ArraySlice<UInt8> {
    let end = line + 1 < tree.lines.count ? tree.lines[line + 1].lowerBound : tree.source.count
    return tree.source[tree.lines[line].upperBound..<end]
  }

  /// Returns the last line ending of a text, whose first lines may not be the document's.
  static func usualEnding(of tree: BlockTree) -> ArraySlice<UInt8> {
    tree.lines.indices.reversed().lazy.map { ending(of: $0, in: tree) }.first { !$0.isEmpty }
      ?? [.lineFeed]
  }

  /// Returns the smallest replacements, line by line.
  func edit() -> TextEdit {
    var replacements: [TextEdit.Replacement] = []
    var next = 0
    func sourceStart(_ line: Int) -> Int {
      line < tree.lines.count ? tree.lines[line].lowerBound : tree.source.count
    }
    var inserted: [UInt8] = []
    for index in lines.indices {
      let end = index + 1 < starts.count ? start(index + 1) : text.count
      let bytes = text[start(index)..<end]
      let origin = lines[index].origin
      guard origin >= next else {
        inserted += bytes
        continue
      }
      replacements.add(sourceStart(next)..<sourceStart(origin), inserted)
      inserted = []
      let range = sourceStart(origin)..<sourceStart(origin + 1)
      if !bytes.elementsEqual(tree.source[range]) {
        let change = TextEdit.Replacement(range, with: [UInt8](bytes))
          .trimmed(replacing: [UInt8](tree.source[range]))
        replacements.add(change.range, change.bytes)
      }
      next = origin + 1
    }
    replacements.add(sourceStart(next)..<tree.source.count, inserted)
    return TextEdit(replacements)
  }

  /// Returns the offset in the new text of an offset in the source.
  ///
  /// - Parameter inCopies: whether to return the offset in the copy if there are two.
  func place(_ offset: Int, inCopies: Bool = false) -> Int {
    var place = mapped(offset, inCopies: inCopies)
    // Blanks may be mapped to other bytes, such as those of a wide character.
    while place < text.count, text[place] & 0xC0 == 0x80 { place -= 1 }
    return place
  }

  private func mapped(_ offset: Int, inCopies: Bool) -> Int {
    var last: Int?
    for place in lines.indices {
      let index = inCopies ? lines.indices.upperBound - 1 - place : place
      // Blanks at the end of a line may not be written.
      let count = lines[index].bytes.count
      for segment in lines[index].segments {
        let column = segment.offset + offset - segment.source.lowerBound
        if segment.source.contains(offset) { return start(index) + Swift.min(column, count) }
        if segment.source.upperBound == offset, last == nil {
          last = start(index) + Swift.min(column, count)
        }
      }
    }
    if let last { return last }
    let origin = tree.line(at: offset)
    // The underline of a heading that now has hashes.
    if let index = lines.indices.first(where: { lines[$0].former == origin }) {
      return start(index) + lines[index].bytes.count
    }
    for index in lines.indices where lines[index].origin >= origin {
      if lines[index].origin > origin { return start(index) }
      let behind = lines[index].segments.filter { $0.source.lowerBound >= offset }
        .min { $0.source.lowerBound < $1.source.lowerBound }
      return start(index) + (behind?.offset ?? lines[index].bytes.count)
    }
    return text.count
  }

  /// Returns the new end of a selection that ends at the start of a line: after the line before.
  func end(ofLinesBefore offset: Int, inCopies: Bool) -> Int {
    let last = place(tree.lines[tree.line(at: offset) - 1].upperBound, inCopies: inCopies)
    let index = (starts.firstIndex { $0 > last } ?? starts.count) - 1
    return index + 1 < starts.count ? start(index + 1) : text.count
  }

  /// The caret of an empty block; nil if there is none.
  var caret: Int? {
    for index in lines.indices.reversed() {
      if let caret = lines[index].caret { return start(index) + caret }
    }
    return nil
  }
}

extension [TextEdit.Replacement] {
  /// Adds a replacement, or extends the last one if the two touch.
  mutating func add(_ range: Range<Int>, _ bytes: [UInt8]) {
    if range.isEmpty, bytes.isEmpty { return }
    if let last, last.range.upperBound == range.lowerBound {
      self[count - 1] = TextEdit.Replacement(
        last.range.lowerBound..<range.upperBound, with: last.bytes + bytes)
    } else {
      // In a long quote, all are `> ` or `>`, so they share one array.
      let same = suffix(2).first { $0.bytes == bytes }?.bytes
      append(TextEdit.Replacement(range, with: same ?? bytes))
    }
  }
}

extension TextEdit.Replacement {
  /// Returns the replacement of the bytes `old` without the ends that stay equal.
  package func trimmed(replacing old: [UInt8]) -> TextEdit.Replacement {
    /// Whether a place is inside a scalar: between the bytes of `é`.
    func isInside(_ bytes: [UInt8], _ index: Int) -> Bool {
      index < bytes.count && bytes[index] & 0xC0 == 0x80
    }
    var start = zip(old, bytes).prefix { $0 == $1 }.count
    // Do not split a scalar.
    while isInside(old, start) || isInside(bytes, start) { start -= 1 }
    var end = zip(old.dropFirst(start).reversed(), bytes.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    while isInside(old, old.count - end) { end -= 1 }
    return TextEdit.Replacement(
      range.lowerBound + start..<range.upperBound - end,
      with: Array(bytes.dropFirst(start).dropLast(end)))
  }
}
