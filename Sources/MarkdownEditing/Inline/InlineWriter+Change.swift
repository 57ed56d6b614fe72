import MarkdownSyntax

struct ChangeAttempt {
  /// The marks that are written again.
  var gone: [Int] = []
  /// Whether a new node is outside the marks that it fills.
  var climbs = false
  /// Whether marks end at a new node, and begin again in it.
  var splits = false
  var strong: UInt8
  var emphasis: UInt8
}

extension InlineWriter {
  /// The ways to write a change, in the order of preference: new nodes inside marks, then outside
  /// those that they fill, then with the marks there written again, then with all marks.
  func attempts(for change: InlineChange) -> [ChangeAttempt] {
    let places = change.places(in: leaf)
    let all = leaf.nodes.indices.filter { leaf.nodes[$0].isDelimited && !gone[$0] }
    let touching = all.filter { index in
      let items = leaf.nodes[index].items
      return places.contains {
        items.lowerBound <= $0.upperBound && $0.lowerBound <= items.upperBound
      }
    }
    func usual(_ kind: InlineNode.Kind) -> UInt8 {
      leaf.nodes.first { $0.kind == kind }.map { source[$0.range.lowerBound] } ?? .asterisk
    }
    let (strong, emphasis) = (usual(.strong), usual(.emphasis))
    let plain = ChangeAttempt(strong: strong, emphasis: emphasis)
    var result = [plain]
    result[0].climbs = change.climbs
    let wraps = !change.wraps.isEmpty
    if wraps {
      result.append(plain)
      result[1].climbs = !change.climbs
    }
    func add(_ gone: [Int], splits: Bool) {
      for (first, second) in [(false, false), (false, true), (true, false), (true, true)] {
        result.append(
          ChangeAttempt(
            gone: gone, splits: splits, strong: first ? strong.otherDelimiter : strong,
            emphasis: second ? emphasis.otherDelimiter : emphasis))
      }
    }
    if !touching.isEmpty {
      if wraps { add(touching, splits: true) }
      add(touching, splits: false)
    }
    if touching.isEmpty, !change.cleared.isEmpty { add([], splits: false) }
    if all.count > touching.count { add(all, splits: false) }
    return result
  }

  func pieces(of change: InlineChange, _ attempt: ChangeAttempt) -> [InlinePiece]? {
    var gone = self.gone
    for node in attempt.gone { gone[node] = true }
    // A mark does not cross the edge of a new node, and one of an item that loses it is written again.
    for (index, node) in leaf.nodes.enumerated() where node.isDelimited {
      if node.items.contains(where: { change.cleared.contains($0) }) { gone[index] = true }
      for wrap in change.wraps where node.items.overlaps(Range(wrap.items)) {
        let isOutside = node.items.contains { leaf.items[$0].isSolid && !wrap.items.contains($0) }
        let isPart = wrap.items.contains { leaf.items[$0].isSolid && !node.items.contains($0) }
        if isOutside, isPart { gone[index] = true }
      }
    }
    var pieces = withoutNodes { gone[$0] && (leaf.nodes[$0].kind != .element) }
    for cut in change.cuts { pieces.append(InlinePiece(without: cut.part)) }
    for (item, scalars) in change.letters {
      pieces.append(InlinePiece(leaf.items[item].source, scalars.flatMap(Escaping.utf8), .text))
    }
    for (node, _, close) in change.targets {
      let node = leaf.nodes[node]
      if node.isAutolink {
        pieces.append(InlinePiece(node.opening, [.leftBracket], .bracket))
      }
      pieces.append(InlinePiece(node.closing, close, .bracket))
    }
    for item in change.removed {
      let place = leaf.items[item].source
      if item == change.replaced {
        // Delimiters are beside the text's letters, not beside its blanks.
        var (before, core, behind) = (change.spelling ?? change.text).partsAtBlanks
        if core.isEmpty { (before, behind) = (behind, before) }
        if let kept = change.kept {
          pieces.append(InlinePiece(without: place.lowerBound..<kept.lowerBound))
          pieces.append(InlinePiece(without: kept.upperBound..<place.upperBound))
          continue
        }
        pieces.append(InlinePiece(at: place.lowerBound, Array(before), .wrapEnd))
        pieces.append(InlinePiece(place, Array(core), .text))
        pieces.append(InlinePiece(at: place.upperBound, Array(behind), .text))
      } else {
        pieces.append(InlinePiece(without: place))
      }
    }
    var wrapped = leaf
    for wrap in change.wraps {
      guard
        let own = wrapped.wrap(
          wrap, without: &gone, climbs: attempt.climbs, removing: change.removed)
      else { return nil }
      let range = wrapped.nodes[own].range
      if range.isEmpty {
        pieces.append(InlinePiece(at: range.lowerBound, wrap.open + wrap.close, .text))
        continue
      }
      pieces.append(InlinePiece(at: range.lowerBound, wrap.open, .wrapStart))
      pieces.append(InlinePiece(at: range.upperBound, wrap.close, .wrapEnd))
    }
    guard let delimiters = delimiters(attempt, in: wrapped, without: gone, change) else {
      return nil
    }
    return completed(pieces + delimiters + codeLeft())
  }

  private func codeLeft() -> [InlinePiece] {
    var pieces: [InlinePiece] = []
    for (index, node) in leaf.nodes.enumerated() where node.kind == .code && self.gone[index] {
      for rest in node.items.split(whereSeparator: { !marksAfter[$0].isSuperset(of: .code) }) {
        let solids = rest.filter { leaf.items[$0].isSolid }
        guard let first = solids.first, let last = solids.last else { continue }
        pieces += code(over: first...last, nil, avoidsOthers: false)
      }
    }
    for index in pieces.indices where pieces[index].order == .closing {
      pieces[index].order = .innerClosing
    }
    return pieces
  }

  /// Delimiters for the wanted marks in a leaf without some nodes. The mark that lives longest is
  /// outermost.
  ///
  /// - Returns: nil if a code span would have to be cut.
  private func delimiters(
    _ attempt: ChangeAttempt, in leaf: InlineLeaf, without gone: [Bool], _ change: InlineChange
  ) -> [InlinePiece]? {
    let wraps = self.leaf.nodes.count..<leaf.nodes.count
    var marks: [(mark: MarkSet, delimiter: [UInt8])] = [
      (.strong, [attempt.strong, attempt.strong]), (.emphasis, [attempt.emphasis]),
    ]
    for node in leaf.nodes where node.kind == .mark {
      if !marks.contains(where: { $0.mark == node.mark }) {
        marks.append((node.mark, Array(source[node.opening])))
      }
    }
    let all = marks.reduce(into: MarkSet()) { $0.formUnion($1.mark) }
    // The marks that are not given by nodes that stay.
    var goal = marksAfter.map { $0.intersection(all) }
    if let replaced = change.replaced, change.isTextPlain { goal[replaced] = [] }
    for (index, node) in leaf.nodes.enumerated() where !gone[index] && !node.mark.isEmpty {
      for item in node.items { goal[item].subtract(node.mark) }
    }
    if goal.allSatisfy({ $0.isEmpty }) { return [] }
    let hasText = change.text.contains { !$0.isBlank }
    func isThere(_ item: Int) -> Bool {
      item == change.replaced && hasText
        || leaf.items[item].isSolid && !change.removed.contains(item)
    }
    var pieces: [InlinePiece] = []
    var todo: [(node: Int, outer: MarkSet, isInner: Bool)] = [(0, [], false)]
    while let (node, outer, isInner) = todo.popLast() {
      let closing: InlinePiece.Order = isInner ? .innerClosing : .closing
      let opening: InlinePiece.Order = isInner || wraps.isEmpty ? .opening : .outerOpening
      // The kids, and the marks that each has as a whole; nil for what is free.
      var kids: [InlineKid] = []
      var wanted: [MarkSet?] = []
      var index = leaf.nodes[node].items.lowerBound
      while index < leaf.nodes[node].items.upperBound {
        let kid = leaf.kid(with: index, in: node, without: gone)
        let own = leaf.items(of: kid)
        index = own.upperBound
        if own.allSatisfy({ change.removed.contains($0) && $0 != change.replaced }) { continue }
        var (common, union): (MarkSet, MarkSet) = (all, [])
        var isFree = true
        for item in own where isThere(item) {
          isFree = false
          common.formIntersection(goal[item])
          union.formUnion(goal[item])
        }
        if case .node(let inner) = kid {
          if leaf.nodes[inner].kind == .code, !isFree, common != union { return nil }
          if attempt.splits, wraps.contains(inner) { common = [] }
        }
        kids.append(kid)
        wanted.append(isFree ? nil : common.subtracting(outer))
      }
      // What is free goes with both neighbours.
      var known = wanted.map { $0 ?? all }
      var before: MarkSet = []
      for index in known.indices {
        if wanted[index] == nil { known[index] = before } else { before = known[index] }
      }
      var after: MarkSet = []
      for index in known.indices.reversed() {
        if wanted[index] == nil {
          known[index].formIntersection(after)
        } else {
          after = known[index]
        }
      }
      func life(_ mark: MarkSet, from start: Int) -> Int {
        known[start...].firstIndex { !$0.isSuperset(of: mark) } ?? known.count
      }
      var stack: [Int] = []
      for index in 0...kids.count {
        let want = index < kids.count ? known[index] : []
        let kept = stack.firstIndex { !want.isSuperset(of: marks[$0].mark) } ?? stack.count
        for mark in stack[kept...].reversed() {
          let end = leaf.source(of: kids[index - 1]).upperBound
          pieces.append(InlinePiece(at: end, marks[mark].delimiter, closing))
        }
        stack.removeSubrange(kept...)
        var missing = marks.indices.filter {
          want.isSuperset(of: marks[$0].mark) && !stack.contains($0)
        }
        missing.sort { life(marks[$1].mark, from: index) < life(marks[$0].mark, from: index) }
        for mark in missing {
          let start = leaf.source(of: kids[index]).lowerBound
          pieces.append(InlinePiece(at: start, marks[mark].delimiter, opening))
        }
        stack += missing
        if index < kids.count, case .node(let inner) = kids[index], leaf.nodes[inner].kind != .code
        {
          todo.append((inner, outer.union(want), isInner || wraps.contains(inner)))
        }
      }
    }
    return pieces
  }
}

extension InlineNode {
  /// Whether delimiters that need not be beside its text are around it, as in `**a**`.
  var isDelimited: Bool { kind == .strong || kind == .emphasis || kind == .mark }
}

extension UInt8 {
  fileprivate var otherDelimiter: UInt8 { self == .asterisk ? .underscore : .asterisk }
}

extension InlineLeaf {
  /// Adds a new node around some items, as deep as it can be.
  ///
  /// - Returns: its index, or nil if it would cut another node.
  fileprivate mutating func wrap(
    _ wrap: InlineChange.Wrap, without gone: inout [Bool], climbs: Bool,
    removing removed: ItemSet
  ) -> Int? {
    var node = 0
    var (first, last) = (InlineKid.item(0), InlineKid.item(0))
    while true {
      first = kid(with: wrap.items.lowerBound, in: node, without: gone)
      last = kid(with: wrap.items.upperBound, in: node, without: gone)
      guard first == last, case .node(let inner) = first, nodes[inner].kind != .code,
        nodes[inner].kind != .word, !nodes[inner].isAutolink
      else { break }
      let isFilled = !nodes[inner].items.contains { items[$0].isSolid && !wrap.items.contains($0) }
      if climbs, isFilled, nodes[inner].isDelimited { break }
      node = inner
    }
    let range = items(of: first).lowerBound..<items(of: last).upperBound
    for kid in [first, last] {
      // Only code can be longer than what is selected of it.
      if case .node(let inner) = kid, nodes[inner].kind != .code,
        nodes[inner].items.contains(where: {
          items[$0].isSolid && !wrap.items.contains($0) && !removed.contains($0)
        })
      {
        return nil
      }
    }
    let own = nodes.count
    let place = source(of: first).lowerBound..<source(of: last).upperBound
    nodes.append(
      InlineNode(
        kind: wrap.target == nil ? .element : .link, range: place, content: place, parent: node,
        items: range))
    var index = range.lowerBound
    while index < range.upperBound {
      let kid = kid(with: index, in: node, without: gone)
      switch kid {
      case .item(let item): items[item].node = Int32(truncatingIfNeeded: own)
      case .node(let inner): nodes[inner].parent = own
      }
      index = items(of: kid).upperBound
    }
    gone.append(false)
    return own
  }
}
