extension Rope {
  /// The broken invariants of the rope, for tests; empty if all hold:
  ///
  /// 1. All leaves are on level 0. A node has leaves or nodes, as many as it has lengths.
  /// 2. A node has at most `capacity` children, and at least `minimum` unless it is the root.
  /// 3. A leaf has at most `capacity` bytes. It has at least `minimum`, unless it is the finger or
  ///    the only leaf, and is never empty beside others. Its gap is inside its bytes.
  /// 4. The lengths of a node are those of its children, in every unit; for the finger, as it was
  ///    taken. Line indexes are right.
  /// 5. The finger's start and growth are right.
  /// 6. No leaf begins or ends inside a scalar or between a CR and its LF.
  /// 7. The rope's summary is that of its text.
  ///
  /// - Complexity: O(*n*).
  package var brokenInvariants: [String] {
    var check = InvariantCheck(rope: self)
    check.visit(root, level: height, isRoot: true, isOnPath: hasFinger)
    check.finish()
    return check.complaints
  }

  /// The number of levels above the leaves, and the number of leaves; for tests.
  package var shape: (height: Int, leaves: Int) {
    func leaves(_ node: Node) -> Int {
      (node.nodes.isEmpty ? node.count : 0) + node.nodes.reduce(0) { $0 + leaves($1) }
    }
    return (height, leaves(root))
  }
}

private struct InvariantCheck {
  let rope: Rope
  var complaints: [String] = []
  private var text: [UInt8] = []
  private var leafStarts: [Int] = []

  init(rope: Rope) { self.rope = rope }

  mutating func require(_ holds: Bool, _ complaint: String) {
    if !holds { complaints.append(complaint) }
  }

  @discardableResult
  mutating func visit(_ node: Node, level: Int, isRoot: Bool, isOnPath: Bool) -> TextSummary {
    // In an empty text, the page of the only leaf has no bytes.
    let children = level == 0 ? max(1, node.page.count) : node.nodes.count
    require(level == 0 ? node.nodes.isEmpty : node.page.count == 0, "1: mixed children")
    require(children == node.count, "1: \(children) children, \(node.count) measured")
    require(node.count <= node.capacity, "2: \(node.count) children")
    require(isRoot ? node.count >= 1 : node.count >= node.minimum, "2: \(node.count) children")
    require(!isRoot || level == 0 || node.count > 1, "2: a root with one child")
    var total = TextSummary()
    for index in 0..<min(children, node.count) {
      let isHot = isOnPath && rope.path[level] == index
      let found =
        level == 0
        ? visitLeaf(index, of: node, isHot: isHot, isOnly: isRoot && children == 1)
        : visit(node.nodes[index], level: level - 1, isRoot: false, isOnPath: isHot)
      require(found == node.measures[index], "4: \(found), measured \(node.measures[index])")
      total += found
    }
    return total
  }

  private mutating func visitLeaf(
    _ index: Int, of node: Node, isHot: Bool, isOnly: Bool
  ) -> TextSummary {
    let start = text.count
    leafStarts.append(start)
    if isHot {
      let leaf = rope.finger
      let before = text.withUnsafeBufferPointer { TextSummary(of: $0) }
      require(rope.fingerStart == before, "5: the finger begins at \(before)")
      require(rope.fingerLength == leaf.summary, "5: the finger measures \(leaf.summary)")
      require(leaf.gapStart >= 0 && leaf.gapStart <= leaf.gapEnd, "3: a gap that is none")
      require(Int(leaf.gapEnd) <= leaf.bytes.count, "3: a gap outside")
      leaf.append(to: &text)
    } else {
      withExtendedLifetime(node) {
        text += node.page.text(at: index, count: node.measures[index].utf8)
      }
    }
    let count = text.count - start
    require(count <= Leaf.capacity, "3: \(count) bytes")
    require(isOnly || count > 0, "3: an empty leaf")
    let lines = node.measures.lines(of: index)
    if !isHot && lines.isKnown {
      let found = text[start...].withUnsafeBufferPointer {
        LineIndex(of: $0, lineBreaks: node.measures[index].lineBreaks)
      }
      require(found.word == lines.word, "4: lines that are elsewhere")
    }
    require(isOnly || isHot || count >= Leaf.minimum, "3: \(count) bytes")
    let length = text[start...].withUnsafeBufferPointer { TextSummary(of: $0) }
    return isHot ? length - rope.growth : length
  }

  mutating func finish() {
    for start in leafStarts where start > 0 && start < text.count {
      require(text[start] & 0xC0 != 0x80, "6: a leaf begins in a scalar at \(start)")
      require(
        text[start] != .lineFeed || text[start - 1] != .carriageReturn,
        "6: a CR LF is cut at \(start)")
    }
    let summary = text.withUnsafeBufferPointer { TextSummary(of: $0) }
    require(summary == rope.summary, "7: \(rope.summary) of \(summary)")
  }
}
