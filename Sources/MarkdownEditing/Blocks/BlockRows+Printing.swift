import MarkdownSyntax
import TextEditing

extension BlockRows {
  struct Printed {
    var bytes: [UInt8] = []
    var lines: [Int] = []
    var contents: [Int] = []
    var bodies: [Int] = []
    fileprivate var tabs = Tabs.counted
  }

  enum Tabs {
    /// Tabs stay behind what is new, even if they then reach less far; else as `stops`.
    case kept
    /// New blanks reach to the next tab stop.
    case stops
    case counted

    var next: Tabs? { self == .kept ? .stops : self == .stops ? .counted : nil }
  }

  func printed(_ tabs: Tabs = .counted) -> Printed {
    var result = Printed()
    result.tabs = tabs
    var signs: [Int] = []
    result.bytes = Array(source.prefix(source.byteOrderMarkCount))
    result.bytes.reserveCapacity(source.count + 64)
    // A new line ends as the line above it.
    var above = ending[...]
    for (index, row) in rows.enumerated() {
      result.lines.append(result.bytes.count)
      if row.isRead, let line = row.line {
        // As it was read.
        result.contents.append(result.bytes.count + row.start - line.lowerBound)
        result.bodies.append(result.bytes.count + row.body.lowerBound - line.lowerBound)
        result.bytes += source[line]
      } else {
        let (content, body) = write(row, tabs, to: &result.bytes, &signs)
        result.contents.append(content)
        result.bodies.append(body)
      }
      if !row.ending.isEmpty { above = source[row.ending] }
      if index + 1 < rows.count { result.bytes += above }
    }
    return result
  }

  func bytes(of row: BlockRow) -> [UInt8] {
    var (bytes, signs) = ([UInt8](), [Int]())
    _ = write(row, .counted, to: &bytes, &signs)
    return bytes
  }

  static func columns(of bytes: some Sequence<UInt8>, from column: Int) -> Int {
    bytes.reduce(column) { $1 == .tab ? $0 + 4 - $0 % 4 : $0 + 1 } - column
  }

  static func blanks(_ columns: Int, from start: Int, usesTabs: Bool) -> [UInt8] {
    var (result, column) = ([UInt8](), start)
    if usesTabs {
      while column + 4 - column % 4 <= start + columns {
        result.append(.tab)
        column += 4 - column % 4
      }
    }
    return result + [UInt8](repeating: .space, count: max(0, start + columns - column))
  }

  private func write(
    _ row: BlockRow, _ tabs: Tabs, to out: inout [UInt8], _ signs: inout [Int]
  ) -> (content: Int, body: Int) {
    var column = 0
    var run: [Blanks] = []
    let isEmpty = row.isEmpty
    var box: [UInt8] = []
    for prefix in row.prefixes {
      run.append(prefix.lead)
      guard !prefix.sign.isEmpty else { continue }
      write(run, at: &column, tabs, to: &out)
      signs.append(out.count)
      out += prefix.sign
      column += prefix.sign.count
      run = [prefix.pad]
      box = containers[prefix.container].box
    }
    run.append(row.indent)
    if isEmpty, box.isEmpty, !row.isOpen, !row.isFree {
      // Only the blanks of the source, or those after a marker.
      let own = run.flatMap { source[$0.source] }
      let columns = run.reduce(0) { $0 + $1.columns }
      let isMarked = row.prefixes.contains { !$0.sign.isEmpty }
      if isMarked || run.allSatisfy({ $0.columns == $0.old }),
        Self.columns(of: own, from: column) == columns
      {
        out += own
      } else if isMarked {
        out += [UInt8](repeating: .space, count: run[0].columns)
        let rest = run.dropFirst()
        if rest.allSatisfy({ $0.columns == $0.old }) { out += rest.flatMap { source[$0.source] } }
      }
      return (out.count, out.count)
    }
    write(run, at: &column, tabs, to: &out)
    let content = out.count
    out += box
    out += row.head
    let body = out.count
    var reached = row.body.lowerBound
    for change in row.changes {
      out += source[reached..<change.range.lowerBound] + change.bytes
      reached = change.range.upperBound
    }
    out += source[reached..<row.body.upperBound] + row.tail
    return (content, body)
  }

  private func write(_ run: [Blanks], at column: inout Int, _ tabs: Tabs, to out: inout [UInt8]) {
    var columns = run.reduce(0) { $0 + $1.columns }
    let own = run.flatMap { source[$0.source] }
    if Self.columns(of: own, from: column) == columns {
      out += own
    } else if tabs == .kept, column > 0, own.contains(.tab),
      run.allSatisfy({ $0.isNew || $0.columns == $0.old })
    {
      let new = run.reduce(0) { $0 + ($1.isNew ? $1.columns : 0) }
      out += [UInt8](repeating: .space, count: new) + own
    } else {
      let isAtStart = column == 0 && endsAtStops && tabs != .counted
      let usesTabs =
        own.contains(.tab) || own.isEmpty && self.usesTabs && (columns >= 4 || isAtStart)
      if usesTabs, isAtStart { columns += (4 - columns % 4) % 4 }
      out += Self.blanks(columns, from: column, usesTabs: usesTabs)
    }
    column += columns
  }

  func place(of offset: Int, on line: Int, of source: Range<Int>, in printed: Printed) -> Int {
    let row = rows[line]
    var end = printed.bytes.count
    if line + 1 < printed.lines.count {
      let above = rows[...line].last { !$0.ending.isEmpty }
      end = printed.lines[line + 1] - (above?.ending.count ?? ending.count)
    }
    let (start, content, body) = (printed.lines[line], printed.contents[line], printed.bodies[line])
    // The offset is on a line that is gone.
    if offset < source.lowerBound { return content }
    if offset >= row.body.lowerBound {
      let inside = min(offset, row.body.upperBound)
      let isAfter = row.escape != nil && inside > row.body.lowerBound
      let moved = TextEdit(row.changes).mapping(
        utf8Offset: inside, bias: isAfter ? .after : .before)
      let place = min(end, body + moved - row.body.lowerBound)
      return offset > row.body.upperBound
        ? max(place, end - max(0, source.upperBound - offset)) : place
    }
    if offset >= row.start {
      // In the box or the hashes: at the same distance from their start, else from their end.
      let (old, new) = (self.source[row.start..<row.body.lowerBound], printed.bytes[content..<body])
      let front = zip(old, new).prefix { $0 == $1 }.count
      if offset - row.start <= front { return content + offset - row.start }
      return max(content + front, body - (row.body.lowerBound - offset))
    }
    // In the prefix: at the same distance from the next marker that was read, or from the content,
    // in the blanks that stay.
    var signs: [Int] = []
    var bytes: [UInt8] = []
    _ = write(row, printed.tabs, to: &bytes, &signs)
    var (run, sign) = ([Blanks](), 0)
    var (anchor, target) = (row.start, content)
    for prefix in row.prefixes {
      run.append(prefix.lead)
      guard !prefix.sign.isEmpty else { continue }
      defer { sign += 1 }
      if let place = prefix.place, offset < place + prefix.sign.count {
        if offset >= place { return start + signs[sign] + min(offset - place, prefix.sign.count) }
        (anchor, target) = (place, start + signs[sign])
        break
      }
      run = [prefix.pad]
    }
    if anchor == row.start { run.append(row.indent) }
    let kept = run.reduce(0) { $0 + ($1.columns > 0 ? $1.source.count : 0) }
    let blanks = printed.bytes[start..<target].reversed().prefix { $0.isBlank }.count
    let distance = min(anchor - offset, kept, blanks)
    return distance == 0 && anchor == row.body.lowerBound ? body : target - distance
  }

  func edit(to printed: Printed) -> TextEdit {
    var replacements: [TextEdit.Replacement] = []
    var reached = source.byteOrderMarkCount
    var added: [UInt8] = []
    var next = 0
    while next < rows.count {
      let (index, row) = (next, rows[next])
      next += 1
      // A line that is cut is compared together with its other parts.
      while row.line != nil, next < rows.count, rows[next].line == nil { next += 1 }
      let end = next < rows.count ? printed.lines[next] : printed.bytes.count
      guard let line = row.line, line.lowerBound >= reached else {
        added += printed.bytes[printed.lines[index]..<end]
        continue
      }
      replacements.add(reached..<line.lowerBound, added)
      added = []
      let own = line.lowerBound..<max(line.upperBound, row.ending.upperBound)
      if row.isRead, end - printed.lines[index] == own.count {
        reached = own.upperBound
        continue
      }
      // The parts before, between and after the edits.
      var (start, place) = (own.lowerBound, printed.lines[index])
      var body = printed.bodies[index] - row.body.lowerBound
      for edit in row.edits {
        let next = edit.range.lowerBound + body
        replacements.change(
          start..<edit.range.lowerBound, to: printed.bytes[place..<next], in: source)
        replacements.change(edit.range, to: edit.bytes[...], in: source)
        (start, place) = (edit.range.upperBound, next + edit.bytes.count)
        body += edit.bytes.count - edit.range.count
      }
      replacements.change(start..<own.upperBound, to: printed.bytes[place..<end], in: source)
      reached = own.upperBound
    }
    replacements.add(reached..<source.count, added)
    return TextEdit(replacements)
  }
}

extension [TextEdit.Replacement] {
  mutating func change(_ range: Range<Int>, to bytes: ArraySlice<UInt8>, in source: [UInt8]) {
    if bytes.elementsEqual(source[range]) { return }
    let change = TextEdit.Replacement(range, with: [UInt8](bytes))
      .trimmed(replacing: [UInt8](source[range]))
    add(change.range, change.bytes)
  }

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
  package func trimmed(replacing old: [UInt8]) -> TextEdit.Replacement {
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
