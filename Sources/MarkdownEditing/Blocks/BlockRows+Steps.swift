import MarkdownSyntax

extension BlockRows {
  /// The first line with a marker of a container, or else of its lines.
  ///
  /// - Complexity: O(*n*) in the number of lines that were added or removed above it.
  func first(of container: Int) -> Int {
    let hint = containers[container].hint
    for distance in 0...max(hint, count) {
      for line in [hint - distance, hint + distance]
      where indices.contains(line) && self[line].hasSign(of: container) {
        return containers[container].isItem ? line : firstSign(of: container, from: line)
      }
    }
    return rows.firstIndex { $0.holds(container) } ?? 0
  }

  private func firstSign(of container: Int, from line: Int) -> Int {
    var first = line
    while first > 0, self[first - 1].holds(container) { first -= 1 }
    while !self[first].hasSign(of: container) { first += 1 }
    return first
  }

  func lines(of container: Int) -> [Int] { lines(of: container, from: first(of: container)) }

  private func lines(of container: Int, from first: Int) -> [Int] {
    var result: [Int] = []
    for line in first..<rows.count {
      if self[line].holds(container) {
        result.append(line)
      } else if !self[line].isBlank {
        break
      }
    }
    return result
  }

  func parent(of container: Int) -> Int? {
    let prefixes = self[first(of: container)].prefixes
    let place = prefixes.firstIndex { $0.container == container } ?? 0
    return place > 0 ? prefixes[place - 1].container : nil
  }

  /// The innermost item that a line is in, not looking out of a quote.
  func item(of line: Int) -> Int? {
    self[line].innermost.flatMap { containers[$0].isItem ? $0 : nil }
  }

  func opensItem(_ line: Int) -> Bool {
    self[line].prefixes.last.map { !$0.sign.isEmpty && containers[$0.container].isItem } ?? false
  }

  func isEmptyItem(_ line: Int) -> Bool { self[line].isBlank && opensItem(line) }

  func siblings(of item: Int) -> [Int] {
    let line = first(of: item)
    guard let depth = self[line].index(of: item) else { return [item] }
    let around = self[line].prefixes[..<depth].map { $0.container }
    var result = [item]
    func walk(_ lines: some Sequence<Int>, _ found: (Int) -> Void) {
      for line in lines {
        let row = self[line]
        guard row.prefixes.count > depth,
          zip(row.prefixes, around).allSatisfy({ $0.container == $1 })
        else {
          if row.isBlank { continue }
          return
        }
        let own = row.prefixes[depth].container
        guard containers[own].isItem, containers[own].delimiter == containers[item].delimiter else {
          return
        }
        found(own)
      }
    }
    walk((0..<line).reversed()) { if result.last != $0 { result.append($0) } }
    result.reverse()
    walk(line + 1..<rows.count) { if result.last != $0 { result.append($0) } }
    return result
  }

  func children(of item: Int) -> [Int] {
    var result: [Int] = []
    for line in lines(of: item) {
      guard let place = self[line].index(of: item), place + 1 < self[line].prefixes.count else {
        continue
      }
      let child = self[line].prefixes[place + 1]
      if !child.sign.isEmpty, containers[child.container].isItem { result.append(child.container) }
    }
    return result
  }

  /// The item directly before or after a place in its containers, with only blank lines between.
  ///
  /// - Parameter depth: the number of containers around the item.
  func neighbour(of line: Int, by step: Int, depth: Int) -> Int? {
    let around = self[line].prefixes.prefix(depth)
    var next = line + step
    while rows.indices.contains(next), self[next].isBlank, self[next].prefixes.count <= depth {
      next += step
    }
    guard rows.indices.contains(next), self[next].prefixes.count > depth,
      zip(around, self[next].prefixes).allSatisfy({ $0.container == $1.container }),
      case let own = self[next].prefixes[depth].container, containers[own].isItem
    else { return nil }
    return own
  }

  func lines(ofLeafAt line: Int) -> Range<Int> {
    guard let leaf = self[line].leaf else { return line..<line + 1 }
    var (low, high) = (line, line + 1)
    while low > 0, self[low - 1].leaf == leaf { low -= 1 }
    while high < rows.count, self[high].leaf == leaf { high += 1 }
    return low..<high
  }

  func isIndentedCode(_ row: BlockRow) -> Bool {
    guard row.kind == .code, let leaf = row.leaf, leaf >= 0 else { return false }
    return tree.nodes[leaf].mark == 0
  }

  mutating func add(_ container: RowContainer) -> Int {
    containers.append(container)
    return containers.count - 1
  }

  /// Puts lines into a container, inside the first `depth` containers that they are in.
  ///
  ///     wrap([0, 1], in: an item, at: 0)    a⏎b → - a⏎  b
  mutating func wrap(_ lines: some Sequence<Int>, in container: Int, at depth: Int) {
    let own = containers[container]
    var isFirst = true
    for line in lines {
      if isFirst { containers[container].hint = line }
      var prefix = RowPrefix(container: container)
      if own.kind == .quote || isFirst {
        prefix.sign = own.marker
        let isBare =
          own.kind == .quote && self[line].isEmpty && self[line].indent.columns == 0
          && self[line].prefixes.dropFirst(depth).allSatisfy {
            $0.sign.isEmpty && $0.lead.source.isEmpty
          }
        prefix.pad = isBare ? Blanks() : .new(1)
      } else if !self[line].isBlank {
        prefix.lead = .new(own.width)
      }
      self[line].prefixes.insert(prefix, at: min(depth, self[line].prefixes.count))
      isFirst = false
    }
  }

  /// Takes a container off some lines.
  ///
  ///     unwrap(the item, on: [0, 1])    - a⏎  b → a⏎b
  mutating func unwrap(_ container: Int, on lines: some Sequence<Int>) {
    for line in lines {
      guard let place = self[line].index(of: container) else { continue }
      let prefix = self[line].prefixes.remove(at: place)
      guard self[line].isBlank, self[line].isEmpty, place == self[line].prefixes.count else {
        continue
      }
      if prefix.sign.isEmpty {
        // A blank line keeps its blanks.
        self[line].indent.columns += prefix.lead.columns
        self[line].indent.old += prefix.lead.old
        self[line].indent.source =
          min(
            prefix.lead.source.lowerBound, self[line].indent.source.lowerBound)..<self[line].indent
          .source.upperBound
      } else if containers[container].kind == .quote {
        // The blanks before the marker go, too.
        for outer in self[line].prefixes.indices.reversed() {
          self[line].prefixes[outer].pad = Blanks()
          if !self[line].prefixes[outer].sign.isEmpty { break }
          self[line].prefixes[outer].lead = Blanks()
        }
      } else {
        self[line].indent = Blanks()
      }
    }
  }

  mutating func alignContents(of item: Int) {
    let first = self.first(of: item)
    let lead = self[first].prefixes.first { $0.container == item }?.lead.columns ?? 0
    for line in lines(of: item) {
      guard let place = self[line].index(of: item), !self[line].isBlank || opensItem(line) else {
        continue
      }
      if place + 1 < self[line].prefixes.count {
        let child = self[line].prefixes[place + 1]
        guard child.lead.columns < 4, !child.sign.isEmpty, containers[child.container].isItem,
          self[line].prefixes[place].sign.isEmpty, child.lead.columns != lead
        else { continue }
        for other in lines(of: child.container) where !self[other].isBlank || other == line {
          guard let at = self[other].index(of: child.container) else { continue }
          self[other].prefixes[at].lead.columns += lead - child.lead.columns
        }
        containers[child.container].width += lead - child.lead.columns
      } else if self[line].prefixes[place].sign.isEmpty,
        self[line].kind == .paragraph || self[line].kind == .heading
      {
        self[line].indent.columns = 0
      }
    }
  }

  /// Writes the prefixes that a line lacks: those of a line that continues a paragraph without them,
  /// or of a blank line in an item.
  mutating func complete(_ line: Int) {
    if rows[line].line == nil {
      // A blank after a quote's marker is the marker's: `>- a` continues as `>   b`.
      for (place, next) in zip(rows[line].prefixes.indices, rows[line].prefixes.dropFirst())
      where rows[line].prefixes[place].sign == [.greaterThan] && next.sign.isEmpty
        && next.lead.columns > 0 && rows[line].prefixes[place].pad.columns == 0
      {
        self[line].prefixes[place].pad = .new(1)
      }
    }
    for place in self[line].prefixes.indices where self[line].prefixes[place].sign.isEmpty {
      let container = containers[self[line].prefixes[place].container]
      if container.kind == .quote {
        self[line].prefixes[place].sign = [.greaterThan]
        self[line].prefixes[place].pad = .new(1)
      } else if self[line].prefixes[place].lead.columns < container.width {
        self[line].prefixes[place].lead.columns = container.width
      } else {
        continue
      }
      self[line].indent = Blanks()
    }
  }

  /// Puts a blank line into the items above whose contents are not further in, as in `- a⏎␣␣‸`.
  mutating func takeIntoItem(_ line: Int) {
    guard self[line].isBlank, self[line].isEmpty, line > 0, !opensItem(line) else { return }
    while let above = rowAbove(line), case let depth = self[line].prefixes.count,
      depth < self[above].prefixes.count,
      zip(self[line].prefixes, self[above].prefixes).allSatisfy({ $0.container == $1.container }),
      case let own = self[above].prefixes[depth].container, containers[own].isItem,
      self[line].indent.columns >= containers[own].width
    {
      self[line].prefixes.append(
        RowPrefix(container: own, lead: .read(containers[own].width, self[line].indent.source)))
      self[line].indent = .read(
        self[line].indent.columns - containers[own].width,
        self[line].indent.source.upperBound..<self[line].indent.source.upperBound)
    }
  }

  /// Numbers the ordered lists that have other items than the text that was read: from the first
  /// number of their list, or from 1 if its first items are in a list above.
  ///
  /// - Parameters:
  ///   - keepsParts: whether the parts of a list that was split keep their numbers.
  ///   - caret: the caret's line, which ends the lists that it is not in, also if it is blank.
  ///   - writesOnes: whether the items of a new list, and those of a list of one item, have one number.
  mutating func closeUp(
    keepsParts: Bool = false, caret: Int? = nil, writesOnes: Bool = false
  ) {
    var lists: [[Int]] = []
    var places: [Int: Int] = [:]
    var open: [(list: Int, item: Int)] = []
    for (line, row) in rows.enumerated() {
      if row.isBlank, !opensItem(line), line != caret || row.isFree { continue }
      var isNew = false
      for (depth, prefix) in row.prefixes.enumerated() {
        let own = prefix.container
        if depth < open.count, open[depth].item == own, !isNew { continue }
        let joins =
          depth < open.count && !isNew && open[depth].list >= 0 && containers[own].isItem
          && containers[open[depth].item].delimiter == containers[own].delimiter
        if joins {
          let list = open[depth].list
          open.removeSubrange(depth...)
          lists[list].append(own)
          open.append((list, own))
        } else {
          open.removeSubrange(min(depth, open.count)...)
          if containers[own].isItem { lists.append([own]) }
          open.append((containers[own].isItem ? lists.count - 1 : -1, own))
        }
        places[own] = line
        isNew = true
      }
      open.removeSubrange(min(row.prefixes.count, open.count)...)
    }
    for items in lists where containers[items[0]].isOrdered {
      let list = items.lazy.compactMap { [containers] in containers[$0].list }.first
      let known = items.filter { containers[$0].list == list }
      let isNew =
        list.map { !tree.nodes.indices.contains($0) || !tree.nodes[$0].isOrderedList } ?? true
      let number = containers[known.first ?? items[0]].number
      // The first items of a list keep their numbers when it is cut.
      if list != nil, !(writesOnes && isNew), known == items, items == items.sorted(),
        keepsParts || items.count == itemCount(of: list, through: items.last ?? 0)
      {
        continue
      }
      // All numbers are the same where they were.
      if list != nil && areConstant(known)
        || writesOnes && number == 1 && (isNew || known.count == 1)
      {
        for item in items { setNumber(of: item, to: number, first: places[item]) }
        continue
      }
      var start = containers[items[0]].number
      if let list, containers[items[0]].list != nil {
        let isCut = !known.contains { containers[$0].node == list + 1 }
        start = isCut || !tree.nodes[list].isOrderedList ? 1 : Int(tree.nodes[list].number)
      }
      for (index, item) in items.enumerated() {
        setNumber(of: item, to: start &+ index, first: places[item])
      }
    }
  }

  private func itemCount(of list: Int?, through item: Int) -> Int {
    containers[...item].count { $0.list == list }
  }

  /// Writes another marker of an item.
  ///
  ///     setMarker(of: the item, to: "10.")    9. a⏎   b → 10. a⏎    b
  ///
  /// - Parameter aligns: whether what is in the item follows its text; otherwise it moves only if it
  ///   must.
  mutating func setMarker(
    of item: Int, to marker: [UInt8], first: Int? = nil, aligns: Bool = false
  ) {
    let old = containers[item].marker
    guard marker != old else { return }
    let line = first ?? self.first(of: item)
    guard let place = self[line].index(of: item) else { return }
    var distance = marker.count - old.count
    self[line].prefixes[place].sign = marker
    containers[item].marker = marker
    let pad = self[line].prefixes[place].pad
    if source[pad.source].contains(.tab), distance != 0 {
      // The tab after the marker reaches the same stop.
      let columns = pad.columns - distance
      if columns > 0, columns <= 4 {
        self[line].prefixes[place].pad.columns = columns
        distance = 0
      }
    }
    let width = containers[item].width + distance
    setWidth(of: item, to: width, on: lines(of: item, from: line).dropFirst(), aligns: aligns)
  }

  mutating func padMarker(on line: Int) {
    if let last = self[line].prefixes.indices.last, self[line].prefixes[last].pad.columns == 0,
      !self[line].prefixes[last].sign.isEmpty
    {
      self[line].prefixes[last].pad = .new(1)
    }
  }

  mutating func setBox(of item: Int, to box: [UInt8]) {
    containers[item].box = box
    let line = first(of: item)
    self[line].isRead = false
    guard !box.isEmpty, let place = self[line].index(of: item),
      self[line].prefixes[place].pad.columns == 0
    else { return }
    self[line].prefixes[place].pad.columns = 1
  }

  /// Indents some lines of an item by other columns. Each block in it moves whole.
  ///
  /// - Parameter aligns: whether the blocks keep their distance from the item's text; otherwise they
  ///   move only if they would leave the item or become other blocks.
  mutating func setWidth(
    of item: Int, to width: Int, on lines: some Collection<Int>, aligns: Bool = false
  ) {
    guard width != containers[item].width else { return }
    containers[item].width = width
    guard let first = lines.first(where: { self[$0].holds(item) }),
      let depth = self[first].index(of: item)
    else { return }
    var group: [Int] = []
    func key(_ row: BlockRow) -> Int {
      depth + 1 < row.prefixes.count ? row.prefixes[depth + 1].container : -2 - (row.leaf ?? -1)
    }
    for line in lines where !self[line].isBlank || opensItem(line) {
      guard self[line].holds(item) else { continue }
      if let last = group.last, key(self[last]) != key(self[line]) {
        move(group, at: depth, to: width, aligns)
        group = []
      }
      group.append(line)
    }
    move(group, at: depth, to: width, aligns)
  }

  private mutating func move(_ lines: [Int], at depth: Int, to width: Int, _ aligns: Bool) {
    guard let first = lines.first else { return }
    func isOuter(_ row: BlockRow) -> Bool { depth + 1 == row.prefixes.count }
    func inner(_ row: BlockRow) -> Int {
      isOuter(row) ? row.indent.columns : row.prefixes[depth + 1].lead.columns
    }
    let distances = lines.map { line in
      self[line].prefixes[depth].lead.columns + inner(self[line]) - width
    }
    let isCode = isOuter(self[first]) && isIndentedCode(self[first])
    let moves =
      aligns && inner(self[first]) == 0 || isCode || distances.contains { $0 < 0 }
      || distances[0] > 3
    if !moves, !isOuter(self[first]), case let child = self[first].prefixes[depth + 1],
      !child.sign.isEmpty
    {
      containers[child.container].width += distances[0] - child.lead.columns
    }
    for (line, distance) in zip(lines, distances) {
      // A line that continues a paragraph without its prefixes stays as it is.
      if self[line].prefixes[depth].lead == Blanks(), self[line].prefixes[depth].sign.isEmpty {
        continue
      }
      self[line].prefixes[depth].lead.columns = width
      if moves { continue }
      if isOuter(self[line]) {
        self[line].indent.columns = distance
      } else {
        self[line].prefixes[depth + 1].lead.columns = distance
      }
    }
  }

  func areConstant(_ items: [Int]) -> Bool {
    guard items.count > 1, let number = items.first.map({ containers[$0].number }) else {
      return false
    }
    return items.allSatisfy { containers[$0].isOrdered && containers[$0].number == number }
  }

  mutating func renumber(_ items: [Int], from start: Int? = nil) {
    guard let first = items.first, containers[first].isOrdered else { return }
    if start == nil, areConstant(items) { return }
    let start = start ?? containers[first].number
    for (index, item) in items.enumerated() { setNumber(of: item, to: start &+ index) }
  }

  /// - Note: a number has at most nine digits (CommonMark 0.30 §5.2).
  mutating func setNumber(of item: Int, to number: Int, first: Int? = nil) {
    let digits = String(min(max(0, number), 999_999_999)).utf8
    // `01.` of the same number stays.
    if containers[item].number == number, containers[item].isOrdered { return }
    setMarker(of: item, to: Array(digits) + [containers[item].delimiter], first: first)
  }

  mutating func exchange(_ container: Int, for other: Int, on line: Int) {
    guard let place = self[line].index(of: container) else { return }
    self[line].prefixes[place].container = other
  }

  func separator(between line: Int, and next: Int) -> BlockRow {
    guard next < rows.count else { return BlockRow() }
    let shared = zip(self[line].prefixes, self[next].prefixes).prefix { prefix, other in
      other.container == prefix.container
        && (containers[prefix.container].kind == .quote || other.sign.isEmpty)
    }
    return blank(in: shared.map { $0.0 })
  }

  func blank(in prefixes: [RowPrefix]) -> BlockRow {
    var row = BlockRow()
    let last = prefixes.lastIndex { containers[$0.container].kind == .quote } ?? -1
    for (place, prefix) in prefixes.enumerated() {
      if place > last {
        row.prefixes.append(RowPrefix(container: prefix.container))
        continue
      }
      var own = further(prefix)
      if containers[own.container].kind == .quote, own.sign.isEmpty { own.sign = [.greaterThan] }
      if place == last { own.pad = Blanks() }
      row.prefixes.append(own)
    }
    return row
  }

  func further(_ prefix: RowPrefix) -> RowPrefix {
    let container = containers[prefix.container]
    if container.kind == .quote || prefix.sign.isEmpty { return prefix }
    return RowPrefix(container: prefix.container, lead: .new(container.width))
  }
}

extension SyntaxTree.Node {
  var isOrderedList: Bool { mark == .fullStop || mark == .rightParenthesis }
}

extension BlockRows {
  private enum Part: Equatable {
    case container(Int)
    case list(Int)
    case leaf(Int)
  }

  func sharedDepth(_ line: Int, _ other: Int) -> Int {
    zip(rows[line].prefixes, rows[other].prefixes).prefix { $0.container == $1.container }.count
  }

  func list(of line: Int, at depth: Int) -> Int? {
    depth < rows[line].prefixes.count ? containers[rows[line].prefixes[depth].container].list : nil
  }

  /// The list of the items that a line is in, or that a blank line is between.
  func list(around line: Int, at depth: Int) -> Int? {
    func isInBlock(_ line: Int) -> Bool { !rows[line].isBlank || rows[line].prefixes.count > depth }
    guard !isInBlock(line), let above = indices[..<line].last(where: isInBlock),
      let below = indices[(line + 1)...].first(where: isInBlock),
      let own = list(of: above, at: depth), own == list(of: below, at: depth)
    else { return list(of: line, at: depth) }
    return own
  }

  private func part(of line: Int, at depth: Int, _ joinsLists: Bool) -> Part? {
    guard depth < rows[line].prefixes.count else { return rows[line].leaf.map { .leaf($0) } }
    let own = rows[line].prefixes[depth].container
    if joinsLists, let list = containers[own].list { return .list(list) }
    return .container(own)
  }

  /// The lines of the block, directly inside `depth` containers, that a line is part of. An item is
  /// a block of its own unless lists are joined.
  func extent(of line: Int, at depth: Int, joinsLists: Bool = false) -> Range<Int> {
    guard let own = part(of: line, at: depth, joinsLists) else { return line..<line + 1 }
    func end(_ step: Int) -> Int {
      var (end, next) = (line, line + step)
      while rows.indices.contains(next) {
        let other = part(of: next, at: depth, joinsLists)
        if other == own { end = next } else if other != nil { break }
        next += step
      }
      return end
    }
    return end(-1)..<end(1) + 1
  }

  func extent(of lines: [Int], at depth: Int, joinsLists: Bool = false) -> Range<Int> {
    guard let first = lines.first, let last = lines.last else { return 0..<0 }
    return extent(of: first, at: depth, joinsLists: joinsLists)
      .joined(with: extent(of: last, at: depth, joinsLists: joinsLists))
  }
}
