/// The ends of blocks.
extension BlockParser {
  mutating func close(keeping count: Int) {
    while open.count > count {
      finish()
      open.removeLast()
    }
  }

  /// Sets the end of the innermost block, and the attributes that depend on it.
  private mutating func finish() {
    let depth = open.count - 1
    switch self[open[depth]].kind {
    case .paragraph:
      if !takeDefinitions(of: depth) {
        let (_, state) = removeLastNode()
        states[open[depth - 1]].lastChild = state.previous
        return
      }
    case .list: decideLooseness(of: open[depth])
    default: break
    }
    if readsInlines { fill(depth) }
    let node = open[depth]
    self[node].end = Int32(truncatingIfNeeded: nodeCount)
    if depth > 0 { extend(open[depth - 1], to: self[node].lines.upperBound) }
  }

  /// Adds lines of a block to its container.
  private mutating func extend(_ container: Int, to line: Int32) {
    let lines = self[container].lines
    if line > lines.upperBound { self[container].lines = lines.lowerBound..<line }
  }

  /// Makes nodes of the definitions that the innermost block, a paragraph, begins with. Returns
  /// whether any of its text is left, as in `[a]: b⏎c`.
  mutating func takeDefinitions(of depth: Int) -> Bool {
    if tree.contentLines(of: self[open[depth]]).isEmpty { return false }
    let start = Int(self[open[depth]].start)
    guard start < source.count, source[start] == .leftBracket else { return true }
    let found = LeafLines(tree.contentLines(of: self[open[depth]]), of: tree)
      .definitions(in: source)
    return found.isEmpty || take(found, of: depth)
  }

  /// Makes nodes of definitions that the innermost block begins with. Returns whether text is left.
  private mutating func take(_ found: FoundDefinitions, of depth: Int) -> Bool {
    let lines = tree.contentLines(of: self[open[depth]])
    var (paragraph, state) = removeLastNode()
    var first = lines.lowerBound
    var isOfFootnote = false
    for (definition, end) in found {
      var definition = definition
      isOfFootnote =
        isOfFootnote
        || definition.text.withUnsafeBufferPointer { FootnoteLabel.end(in: $0, at: 0) != nil }
      definition.isOfFootnote = isOfFootnote
      let next = lines.lowerBound + end
      append(
        SyntaxTree.Node(
          kind: .definition, number: define(definition),
          lines: Int32(truncatingIfNeeded: first)..<Int32(truncatingIfNeeded: next),
          start: tree.lines[first].first, end: Int32(truncatingIfNeeded: nodeCount + 1)),
        previous: -1)
      if readsInlines { fillDefinition(nodeCount - 1) }
      extend(open[depth - 1], to: self[nodeCount - 1].lines.upperBound)
      first = next
    }
    let isLeft = first < lines.upperBound
    let start = Int32(truncatingIfNeeded: first)
    paragraph.lines = start..<(isLeft ? paragraph.lines.upperBound : start)
    paragraph.start = isLeft ? tree.lines[first].first : Int32(truncatingIfNeeded: indent.first)
    let parent = open[depth - 1]
    open[depth] = nodeCount
    states[parent].lastChild = nodeCount
    append(paragraph, previous: -1)
    states[nodeCount - 1] = state
    return isLeft
  }

  /// Decides whether a list is loose, as libcmark does.
  mutating func decideLooseness(of list: Int) {
    if states[list].isDecided { return }
    states[list].isDecided = true
    self[list].isTight = !isLoose(list)
  }

  private mutating func isLoose(_ list: Int) -> Bool {
    var item = list + 1
    while item < nodeCount {
      let end = self[item].end > 0 ? Int(self[item].end) : nodeCount
      let isLast = end == nodeCount
      if states[item].endsBlank, !isLast { return true }
      var child = item + 1
      while child < end {
        if self[child].kind != .definition, !isLast || child != states[item].lastChild,
          endsBlank(child)
        {
          return true
        }
        child = self[child].end > 0 ? Int(self[child].end) : end
      }
      item = end
    }
    return false
  }

  private mutating func endsBlank(_ node: Int) -> Bool {
    var node = node
    while !states[node].isChecked {
      states[node].isChecked = true
      guard self[node].kind == .list || self[node].kind == .item, states[node].lastChild >= 0 else {
        break
      }
      node = states[node].lastChild
    }
    return states[node].endsBlank
  }
}
