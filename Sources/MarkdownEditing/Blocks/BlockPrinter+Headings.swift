import MarkdownSyntax

enum HeadingTarget: Hashable {
  case level(Int)
  case paragraph
  /// A paragraph becomes a heading of level 1, and a heading one level deeper.
  case deeper
  /// A heading moves one level up or down; paragraphs stay.
  case promoted, demoted

  func level(from old: Int) -> Int {
    switch self {
    case .level(let level): level
    case .paragraph: 0
    case .deeper: min(6, old + 1)
    case .promoted: old == 0 ? 0 : max(1, old - 1)
    case .demoted: old == 0 ? 0 : min(6, old + 1)
    }
  }
}

extension BlockPrinter {
  func headingChange(_ target: HeadingTarget) throws(Outcome.Unchanged) -> BlockChange {
    // A level that no heading has is the argument of the command without a level.
    if target == .deeper, argument != nil { throw .badArgument }
    let chosen = try selectedWithoutFormulas()
    var lines: [Int] = []
    for line in chosen where rows[line].kind == .paragraph || rows[line].kind == .heading {
      if rows.isSetext(rows[line].leaf) {
        let first = rows.lines(ofLeafAt: line).lowerBound
        if lines.last != first { lines.append(first) }
      } else if case let start = unparted(line).lowerBound, lines.last != start {
        lines.append(start)
      }
    }
    let levels = lines.map { rows[$0].level }
    if lines.isEmpty {
      guard isCaret, target != .paragraph, target != .promoted, target != .demoted,
        rows[selected[0]].isBlank
      else { throw target == .promoted || target == .demoted ? .noHeading : reason }
      if let item = rows.item(of: selected[0]), rows.opensItem(selected[0]),
        !rows.containers[item].box.isEmpty
      {
        throw .inTask
      }
      return BlockChange()
    }
    var change = BlockChange(lines: lines)
    if target == .promoted || target == .demoted {
      if levels.allSatisfy({ $0 == 0 }) { throw .noHeading }
      change.effect = .converted
    } else if case .level(let level) = target {
      change.isPartly = levels.contains(level)
      if levels.allSatisfy({ $0 == level }) { change.effect = .removed }
    } else if target == .paragraph {
      change.effect = .removed
    }
    let new = levels.map { change.effect == .removed ? 0 : target.level(from: $0) }
    if new == levels { throw .alreadySo }
    // The text of a task is a paragraph.
    for (line, level) in zip(lines, new) where level != rows[line].level && level > 0 {
      if rows[line].kind == .paragraph, rows.opensItem(line), let item = rows.item(of: line),
        !rows.containers[item].box.isEmpty
      {
        throw .inTask
      }
    }
    return change
  }

  mutating func heading(_ target: HeadingTarget) throws(Outcome.Unchanged) -> Plan.Effect {
    let change = try headingChange(target)
    if change.lines.isEmpty { begin(selected[0], level: target.level(from: 0)) }
    for line in change.lines.reversed() {
      let level = change.effect == .removed ? 0 : target.level(from: rows[line].level)
      try setLevel(of: line, to: level)
    }
    return change.effect
  }

  private mutating func begin(_ line: Int, level: Int) {
    rows.complete(line)
    rows[line].head = [UInt8](repeating: .numberSign, count: level) + [.space]
    rows[line].indent = Blanks()
    (rows[line].leaf, rows[line].kind, rows[line].level) = (freshLeaf(), .heading, level)
    rows.padMarker(on: line)
    caret = (line, level + 1)
  }

  private mutating func setLevel(of line: Int, to level: Int) throws(Outcome.Unchanged) {
    let row = rows[line]
    if level == row.level { return }
    let hashes = [UInt8](repeating: .numberSign, count: level)
    if rows.isSetext(row.leaf) {
      let all = rows.lines(ofLeafAt: line)
      let under = all.upperBound - 1
      if level == 1 || level == 2 {
        let line = source[rows[under].body].prefix { !$0.isBlank }
        rows[under].head = line.map { _ in level == 1 ? .equalsSign : .hyphen }
        rows[under].body = line.endIndex..<rows[under].body.upperBound
        for line in all { rows[line].level = level }
        return
      }
      if let own = rows[under].line, selections.count == 1,
        selections[0].lowerBound >= own.lowerBound,
        selections[0].upperBound <= rows[under].ending.upperBound
      {
        // The underline was selected.
        selections = [rows[under - 1].body.upperBound..<rows[under - 1].body.upperBound]
      }
      remove(under)
      if level > 0 { joinLines(all.dropLast()) }
      let fresh = freshLeaf()
      for line in level > 0 ? all.prefix(1) : all.dropLast() {
        (rows[line].leaf, rows[line].kind, rows[line].level) = (fresh, .paragraph, 0)
      }
      if level == 0 { return }
    } else if row.kind == .heading {
      if level == 0 {
        rows[line].head = []
        if row.tail.contains(.numberSign) { rows[line].tail = [] }
        (rows[line].kind, rows[line].level) = (.paragraph, 0)
        if row.body.isEmpty {
          rows[line].clear()
          if isCaret { caret = (line, 0) }
        }
        return
      }
      rows[line].head = hashes + row.head.drop { $0 == .numberSign }
      let closing = row.tail.drop { $0.isBlank }.prefix { $0 == .numberSign }
      if !closing.isEmpty { rows[line].tail.replaceSubrange(closing.indices, with: hashes) }
      rows[line].level = level
      return
    }
    if row.kind == .paragraph { joinLines(unparted(line)) }
    try cut(after: line)
    if line > 0, rows[line - 1].leaf == rows[line].leaf {
      try cut(after: line - 1)
    }
    rows.complete(line)
    // What would close the heading is text.
    let text = source[rows[line].body]
    let blanks = text.reversed().prefix { $0.isBlank }.count
    let end = text.dropLast(blanks)
    let closing = end.reversed().prefix { $0 == .numberSign }.count
    if closing > 0, rows[line].tail.isEmpty,
      closing == end.count || source[end.endIndex - closing - 1].isBlank
    {
      rows[line].escape = end.endIndex - closing
    }
    rows[line].head = hashes + [.space] + rows[line].head
    if rows[line].indent.columns > 3 { rows[line].indent.columns = 0 }
    (rows[line].kind, rows[line].level) = (.heading, level)
  }

  private mutating func joinLines(_ lines: Range<Int>) {
    guard lines.count > 1, let own = rows[lines.lowerBound].line, let last = lines.last,
      let end = rows[last].line
    else { return }
    var row = rows[lines.lowerBound]
    for line in lines.dropFirst() {
      let before = rows[line - 1].body
      let blanks = source[before].reversed().prefix { $0.isBlank }.count
      row.edits.append(
        .init(before.upperBound - blanks..<rows[line].body.lowerBound, with: [.space]))
    }
    row.body = row.body.lowerBound..<rows[last].body.upperBound
    (row.line, row.ending) = (own.lowerBound..<end.upperBound, rows[last].ending)
    rows[lines.lowerBound] = row
    for line in lines.dropFirst().reversed() { remove(line) }
  }

  mutating func remove(_ line: Int) {
    rows.replace(line..<line + 1, with: [])
    if let at = caret, at.line > line { caret?.line -= 1 }
    selected = selected.compactMap { $0 == line ? nil : $0 > line ? $0 - 1 : $0 }
  }
}
