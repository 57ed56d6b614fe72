import MarkdownSyntax

extension BlockPrinter {
  /// Moves done tasks with everything in them to the end of a section.
  mutating func moveDone() throws(Outcome.Unchanged) -> Plan.Effect {
    let (tasks, heading, end) = try doneTasks()
    let parts = tasks.map { rows.extent(of: rows.first(of: $0), at: 0) }
    let isLoose = tasks.contains { task in
      rows.containers[task].list.map { !rows.tree.nodes[$0].isTight } ?? false
    }
    // The list at the section's end, which the tasks join.
    let moved = Set(parts.flatMap { Array($0) })
    let last = rows.indices[..<end].last { !rows[$0].isBlank && !moved.contains($0) }
    let list =
      heading == nil
      ? nil
      : last.flatMap { rows[$0].prefixes.first?.container }
        .flatMap { rows.containers[$0].isItem ? $0 : nil }
    let isApart =
      list.flatMap { rows.containers[$0].list }.map { !rows.tree.nodes[$0].isTight } ?? isLoose
    var new: [BlockRow] = []
    if last != nil, list == nil { new.append(BlockRow()) }
    if heading == nil {
      var row = BlockRow()
      let title = sectionTitle
      row.head = [UInt8](repeating: .numberSign, count: title.level) + [.space] + title.text
      (row.kind, row.level, row.leaf) = (.heading, title.level, freshLeaf())
      new += [row, BlockRow()]
    }
    for (index, part) in parts.enumerated() {
      if isApart, index > 0 || list != nil { new.append(BlockRow()) }
      new += part.map { rows[$0] }
    }
    // Everything after the place is written first, so that the places before it stay.
    let place = last.map { $0 + 1 } ?? 0
    for part in parts.reversed() where part.lowerBound >= place { removePart(part) }
    rows.replace(place..<place, with: new)
    for part in parts.reversed() where part.lowerBound < place { removePart(part) }
    var model = rows.containers[list ?? tasks[0]]
    for task in tasks {
      if list != nil || task != tasks[0] {
        rows.setMarker(of: task, to: model.nextMarker, aligns: true)
        model = rows.containers[task]
      }
    }
    return .moved
  }

  /// Removes lines, and the blank lines after them if there are such lines before them, too.
  private mutating func removePart(_ lines: Range<Int>) {
    var (start, end) = (lines.lowerBound, lines.upperBound)
    if rows.rows[end...].allSatisfy({ $0.isBlank && $0.prefixes.isEmpty }) {
      while start > 0, rows[start - 1].isBlank, rows[start - 1].prefixes.isEmpty { start -= 1 }
    }
    let isBlankBefore = lines.lowerBound == 0 || rows[lines.lowerBound - 1].isBlank
    while isBlankBefore, end + 1 < rows.count, rows[end].isBlank, rows[end].prefixes.isEmpty {
      end += 1
    }
    rows.replace(start..<end, with: [])
  }

  private var sectionTitle: (level: Int, text: [UInt8]) {
    let words = Array((argument ?? "").utf8).trimmed
    let hashes = words.prefix { $0 == .numberSign }.count
    let text = Array(words.dropFirst(hashes)).trimmed
    return (hashes == 0 ? 2 : hashes, text.isEmpty ? Array("Done".utf8) : Array(text))
  }

  /// The done tasks to move, the heading of their section, and the line after the section.
  ///
  /// They are the selected ones, or those of the list at the caret, or those of all lists outside the
  /// section. A task in another one or in a quote stays.
  func doneTasks() throws(Outcome.Unchanged) -> (tasks: [Int], heading: Int?, end: Int) {
    let title = sectionTitle
    guard title.level < 7, !title.text.contains(where: { $0.isLineEnding }) else {
      throw .badArgument
    }
    let heading = rows.indices.first { line in
      rows[line].kind == .heading && rows[line].prefixes.isEmpty
        && source[rows[line].body].elementsEqual(title.text)
    }
    var end = rows.count
    if let heading {
      let next = rows.indices[(heading + 1)...].first { line in
        rows[line].kind == .heading && rows[line].prefixes.isEmpty
          && rows[line].leaf != rows[heading].leaf && rows[line].level <= rows[heading].level
      }
      end = next ?? rows.count
    }
    func item(_ line: Int) -> Int? {
      rows[line].prefixes.first.map { $0.container }.flatMap {
        rows.containers[$0].isItem ? $0 : nil
      }
    }
    var items: [Int] = []
    if isCaret, let own = item(selected[0]) {
      items = rows.siblings(of: own)
    } else {
      for line in isCaret ? Array(rows.indices) : selected {
        if let own = item(line), items.last != own { items.append(own) }
      }
    }
    let tasks = items.filter { !rows.containers[$0].box.isEmpty }
    if tasks.isEmpty { throw .noTask }
    let section = (heading ?? end)..<end
    let done = tasks.filter { task in
      (rows.isDone(task) || rows.containers[task].box.dropFirst().first == .hyphen)
        && !section.contains(rows.first(of: task))
    }
    if done.isEmpty { throw .alreadySo }
    return (done, heading, end)
  }
}
