import TextEditing

/// Makes the edit from a source to the lines that were spelled, and says where its places come to.
struct BlockEdit {
  let tree: BlockTree
  let lines: [BlockSpelling.SpelledLine]
  /// Where each spelled line begins in the text after.
  private let starts: [Int]
  private let endings: [[UInt8]]
  /// The text after.
  let text: [UInt8]

  init(_ tree: BlockTree, _ lines: [BlockSpelling.SpelledLine]) {
    self.tree = tree
    self.lines = lines.isEmpty ? [BlockSpelling.SpelledLine()] : lines
    let usual = Self.usualEnding(of: tree)
    let mark: [UInt8] = tree.source.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
    var text = mark
    var starts: [Int] = []
    var endings: [[UInt8]] = []
    for (index, line) in self.lines.enumerated() {
      starts.append(text.count)
      text += line.bytes
      var ending: [UInt8] = []
      if index + 1 < self.lines.count {
        ending = line.origin >= 0 ? Self.ending(of: line.origin, in: tree) : usual
        if ending.isEmpty { ending = usual }
      }
      endings.append(ending)
      text += ending
    }
    self.text = text
    self.starts = starts
    self.endings = endings
  }

  private static func ending(of line: Int, in tree: BlockTree) -> [UInt8] {
    let end = line + 1 < tree.lines.count ? tree.lines[line + 1].lowerBound : tree.source.count
    return Array(tree.source[tree.lines[line].upperBound..<end])
  }

  static func usualEnding(of tree: BlockTree) -> [UInt8] {
    let first = ending(of: 0, in: tree)
    return first.isEmpty ? [0x0A] : first
  }

  /// The smallest replacements, line by line.
  func edit() -> TextEdit {
    var replacements: [TextEdit.Replacement] = []
    var next = 0
    func start(_ line: Int) -> Int {
      line < tree.lines.count ? tree.lines[line].lowerBound : tree.source.count
    }
    var inserted: [UInt8] = []
    for (index, line) in lines.enumerated() {
      let bytes = line.bytes + endings[index]
      guard line.origin >= next else {
        inserted += bytes
        continue
      }
      replacements.add(start(next)..<start(line.origin), inserted)
      inserted = []
      replacements.add(start(line.origin)..<start(line.origin + 1), bytes, in: tree.source)
      next = line.origin + 1
    }
    replacements.add(start(next)..<tree.source.count, inserted)
    return TextEdit(replacements)
  }

  /// Where a place of the source is in the text after.
  ///
  /// - Parameter inCopies: whether the copy is meant where there are two.
  func place(_ offset: Int, inCopies: Bool = false) -> Int {
    var last: Int?
    let order = inCopies ? Array(lines.indices.reversed()) : Array(lines.indices)
    for index in order {
      let line = lines[index]
      for segment in line.segments where segment.source.contains(offset) {
        return starts[index] + segment.offset + offset - segment.source.lowerBound
      }
      for segment in line.segments where segment.source.upperBound == offset && last == nil {
        last = starts[index] + segment.offset + segment.source.count
      }
    }
    if let last { return last }
    let origin = tree.line(at: offset)
    // The underline of a heading that has hashes now.
    if let index = lines.firstIndex(where: { $0.former == origin }) {
      return starts[index] + lines[index].bytes.count
    }
    for (index, line) in lines.enumerated() where line.origin >= origin {
      if line.origin > origin { return starts[index] }
      let behind = line.segments.filter { $0.source.lowerBound >= offset }
        .min { $0.source.lowerBound < $1.source.lowerBound }
      return starts[index] + (behind?.offset ?? line.bytes.count)
    }
    return text.count
  }

  /// Where a selection that ends at the start of a line ends: behind what was its last line.
  func end(ofLinesBefore offset: Int, inCopies: Bool) -> Int {
    let last = place(tree.lines[tree.line(at: offset) - 1].upperBound, inCopies: inCopies)
    let index = (starts.firstIndex { $0 > last } ?? starts.count) - 1
    return index + 1 < starts.count ? starts[index + 1] : text.count
  }

  /// Where the caret of an empty block is; nil where there is none.
  var caret: Int? {
    for (index, line) in lines.enumerated().reversed() {
      if let caret = line.caret { return starts[index] + caret }
    }
    return nil
  }
}

extension [TextEdit.Replacement] {
  /// Adds a replacement, joined with the last where they touch.
  fileprivate mutating func add(_ range: Range<Int>, _ bytes: [UInt8]) {
    if range.isEmpty, bytes.isEmpty { return }
    if let last, last.range.upperBound == range.lowerBound {
      self[count - 1] = TextEdit.Replacement(
        last.range.lowerBound..<range.upperBound, with: last.bytes + bytes)
    } else {
      append(TextEdit.Replacement(range, with: bytes))
    }
  }

  /// Adds what differs of a stretch: never a part of a character.
  fileprivate mutating func add(_ range: Range<Int>, _ bytes: [UInt8], in source: [UInt8]) {
    let old = source[range]
    if old.elementsEqual(bytes) { return }
    var start = 0
    while start < bytes.count, start < old.count, old[range.lowerBound + start] == bytes[start] {
      start += 1
    }
    while start > 0,
      start < old.count && old[range.lowerBound + start] & 0xC0 == 0x80
        || start < bytes.count && bytes[start] & 0xC0 == 0x80
    {
      start -= 1
    }
    var end = 0
    while end < bytes.count - start, end < old.count - start,
      old[range.upperBound - 1 - end] == bytes[bytes.count - 1 - end]
    {
      end += 1
    }
    while end > 0, old[range.upperBound - end] & 0xC0 == 0x80 { end -= 1 }
    add(
      range.lowerBound + start..<range.upperBound - end,
      [UInt8](bytes[start..<bytes.count - end]))
  }
}
