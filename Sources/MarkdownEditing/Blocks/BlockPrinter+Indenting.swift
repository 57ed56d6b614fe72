import MarkdownSyntax

extension BlockPrinter {
  private func movedItems(of lines: [Int]) throws(Outcome.Unchanged) -> [Int] {
    let items = selectedItems(of: lines)
    if items.isEmpty { throw reason == .noText ? .notInList : reason }
    return items.filter { item in
      let around = rows[rows.first(of: item)].prefixes.prefix { $0.container != item }
      return !around.contains { items.contains($0.container) }
    }
  }

  mutating func indent(_ lines: [Int]) throws(Outcome.Unchanged) -> Plan.Effect {
    if options.indentStep == .tab { rows.usesTabs = true }
    for item in try indentedItems(of: lines) {
      if let (parent, depth) = itemBefore(item) { indent(item, into: parent, at: depth) }
    }
    return .moved
  }

  func indentedItems(of lines: [Int]) throws(Outcome.Unchanged) -> [Int] {
    let items = try movedItems(of: lines)
    guard items.contains(where: { itemBefore($0) != nil }) else { throw .nowhereToMove }
    return items
  }

  private func itemBefore(_ item: Int) -> (item: Int, depth: Int)? {
    let first = rows.first(of: item)
    guard let depth = rows[first].index(of: item),
      let parent = rows.neighbour(of: first, by: -1, depth: depth)
    else { return nil }
    return (parent, depth)
  }

  private mutating func indent(_ item: Int, into parent: Int, at depth: Int) {
    let lines = rows.lines(of: item)
    let own = rows[lines[0]].prefixes[depth].lead.columns
    let outer = rows[rows.first(of: parent)]
    let last =
      lines[0] - 1
      - rows.indices[..<lines[0]].reversed().prefix { rows[$0].isBlank && !rows.opensItem($0) }
      .count
    // The list at the parent's end, which the item joins.
    var sibling: Int?
    if rows[last].prefixes.count > depth + 1,
      rows.containers[rows[last].prefixes[depth + 1].container].isItem
    {
      sibling = rows[last].prefixes[depth + 1].container
    }
    var lead = 0
    switch options.indentStep {
    case .list:
      // As deep as the items of other nested lists beside it.
      let around = outer.prefixes[..<depth]
      let model =
        sibling.map { rows[rows.first(of: $0)] }
        ?? rows.rows.first { row in
          row.prefixes.count > depth + 1 && row.prefixes[depth].sign.isEmpty
            && !row.prefixes[depth + 1].sign.isEmpty
            && rows.containers[row.prefixes[depth + 1].container].isItem
            && rows.containers[row.prefixes[depth].container].isItem
            && zip(row.prefixes, around).allSatisfy { $0.container == $1.container }
        }
      let isNested = around.last.map { rows.containers[$0.container].isItem } ?? false
      lead =
        model?.prefixes[depth + 1].lead.columns
        ?? (isNested ? min(3, outer.prefixes[depth].lead.columns) : 0)
    default:
      let step = options.indentStep == .two ? 2 : 4
      lead = min(
        3, max(0, step - (rows.containers[parent].width - outer.prefixes[depth].lead.columns)))
    }
    for line in rows.indices[last...(lines.last ?? last)].dropFirst() {
      if rows[line].isBlank, !rows.opensItem(line) {
        let isInside = rows[line].prefixes.count > depth
        if isInside || line < lines[0] {
          rows[line].prefixes.insert(
            RowPrefix(container: parent), at: min(depth, rows[line].prefixes.count))
        }
        continue
      }
      let prefix = RowPrefix(container: parent, lead: .new(rows.containers[parent].width))
      rows[line].prefixes.insert(prefix, at: depth)
      let isLazy =
        rows[line].prefixes[depth + 1].sign.isEmpty
        && rows[line].prefixes[depth + 1].lead.columns == 0
      if isLazy, own + rows.containers[item].width > 0 {
        rows[line].prefixes[depth] = RowPrefix(container: parent)
      } else {
        rows[line].prefixes[depth + 1].lead.columns += lead - own
      }
    }
    rows.containers[item].width += lead - own
    if let sibling, rows.containers[sibling].isOrdered == rows.containers[item].isOrdered {
      let other = rows.containers[sibling]
      rows.setMarker(of: item, to: other.nextMarker)
    } else if options.bullets == .levels, !rows.containers[item].isOrdered {
      rows.setMarker(of: item, to: rows.bullet(inside: parent))
    } else if rows.containers[item].isOrdered, !rows.areConstant(rows.siblings(of: parent)) {
      rows.setMarker(
        of: item, to: Array("1".utf8) + [rows.containers[item].delimiter], aligns: true)
    }
    if options.bullets == .levels { rows.setBullets(inside: item) }
  }

  mutating func outdent(_ lines: [Int]) throws(Outcome.Unchanged) -> Plan.Effect {
    for item in try outdentedItems(of: lines).reversed() { outdent(item) }
    return .moved
  }

  func outdentedItems(of lines: [Int]) throws(Outcome.Unchanged) -> [Int] {
    func isNested(_ item: Int) -> Bool {
      rows.parent(of: item).map { rows.containers[$0].isItem } ?? false
    }
    var items = try movedItems(of: lines).filter(isNested)
    if items.isEmpty { items = selectedItems(of: lines).filter(isNested) }
    if items.isEmpty { throw .nowhereToMove }
    return items
  }

  mutating func outdent(_ item: Int) {
    let lines = rows.lines(of: item)
    let first = lines[0]
    guard let place = rows[first].index(of: item), place > 0, let end = lines.last else { return }
    let parent = rows[first].prefixes[place - 1].container
    let outer = rows.containers[parent]
    let (lead, own) = (
      rows[rows.first(of: parent)].prefixes[place - 1].lead.columns,
      rows[first].prefixes[place].lead.columns
    )
    let rest = rows.lines(of: parent).filter { $0 > end }
    // An item that begins on its parent's line leaves an empty one.
    if rows[first].hasSign(of: parent) {
      var empty = BlockRow()
      empty.prefixes = Array(rows[first].prefixes[..<place])
      empty.prefixes[place - 1].pad = Blanks()
      insert(empty, at: first)
      for depth in rows[first + 1].prefixes.indices.prefix(place - 1) {
        rows[first + 1].prefixes[depth] = rows.further(rows[first + 1].prefixes[depth])
      }
      rows[first + 1].prefixes[place - 1].sign = []
      return outdent(item)
    }
    rows.unwrap(parent, on: lines)
    for line in lines {
      guard let at = rows[line].index(of: item), !rows[line].isBlank || rows.opensItem(line) else {
        continue
      }
      let isLazy = rows[line].prefixes[at].sign.isEmpty && rows[line].prefixes[at].lead.columns == 0
      if !isLazy { rows[line].prefixes[at].lead.columns += lead - own }
    }
    rows.containers[item].width += lead - own
    rows.setMarker(of: item, to: outer.nextMarker)
    rows.adopt(rest, of: parent, in: item)
    if options.bullets == .levels { rows.setBullets(inside: item) }
  }

  mutating func renumberLists() throws(Outcome.Unchanged) -> Plan.Effect {
    for (item, number) in try newNumbers() { rows.setNumber(of: item, to: number) }
    return .converted
  }

  func newNumbers() throws(Outcome.Unchanged) -> [(item: Int, number: Int)] {
    var lists: [[Int]] = []
    for item in selectedItems(of: selected)
    where rows.containers[item].isOrdered && !lists.contains(where: { $0.contains(item) }) {
      lists.append(rows.siblings(of: item))
    }
    if lists.isEmpty { throw .notInList }
    var numbers: [(item: Int, number: Int)] = []
    for list in lists {
      let number = rows.containers[list[0]].number
      if argument == "keep", rows.areConstant(list) { continue }
      for (index, item) in list.enumerated() {
        // A number has at most nine digits.
        let wanted = min(number &+ index, 999_999_999)
        if rows.containers[item].number != wanted { numbers.append((item, wanted)) }
      }
    }
    if numbers.isEmpty { throw .alreadySo }
    return numbers
  }

  mutating func promote(isOutward: Bool) throws(Outcome.Unchanged) -> Plan.Effect {
    if argument == "section" { selected = try sectionLines() }
    if let target = try promotion(isOutward: isOutward) { return try heading(target) }
    return isOutward ? try outdent(selected) : try indent(selected)
  }

  /// The new level of the selected headings; nil if items are moved one level out or in.
  func promotion(isOutward: Bool) throws(Outcome.Unchanged) -> HeadingTarget? {
    if selected.contains(where: { rows[$0].kind == .heading }) {
      let target = isOutward ? HeadingTarget.promoted : .demoted
      _ = try headingChange(target)
      return target
    }
    do throws(Outcome.Unchanged) {
      _ = isOutward ? try outdentedItems(of: selected) : try indentedItems(of: selected)
    } catch {
      throw error == .notInList ? .noHeading : error
    }
    return nil
  }

  /// The lines of the sections of the selected lines: from each heading to the next one of its level
  /// or above.
  private func sectionLines() throws(Outcome.Unchanged) -> [Int] {
    guard let last = selected.last,
      let first = rows.indices[...selected[0]].last(where: { rows[$0].kind == .heading })
    else { throw .noHeading }
    var level = rows[first].level
    var end = first + 1
    while end < rows.count {
      if rows[end].kind == .heading, rows[end].leaf != rows[end - 1].leaf {
        if rows[end].level <= level, end > last { break }
        level = min(level, rows[end].level)
      }
      end += 1
    }
    return Array(first..<end)
  }
}

extension BlockRows {
  /// Puts lines of one item into another one. Each block moves whole, and only if it must.
  mutating func adopt(_ lines: [Int], of item: Int, in other: Int) {
    for line in lines { exchange(item, for: other, on: line) }
    let width = containers[other].width
    containers[other].width = -1
    setWidth(of: other, to: width, on: lines)
  }
}
