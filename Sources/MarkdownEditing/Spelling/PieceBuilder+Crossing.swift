import MarkdownSyntax

extension PieceBuilder {
  /// Finds out whether other marks and links force a run to pause, or to include too much.
  func settleCrossing(_ piece: inout Piece, _ range: Range<Int>) {
    guard mark.isSubset(of: .delimited), !targets.runs.isEmpty else { return }
    if piece[.isInRun] || piece[.isBetween] {
      let nodes = nodesEnding(at: range.lowerBound)
      piece[.mustPause] = nodes.contains {
        isLink($0) && holdsUnmarked($0)
      }
      piece[.isCrossed] = piece[.mustPause] || nodes.contains { holdsUnmarked($0) }
    }
    if piece[.isInRun] {
      let beside = [markableBefore(range.lowerBound), markableFrom(range.lowerBound)]
      piece[.isBesideSelected] = beside.contains { $0.map { targets.isInside($0) } ?? false }
      piece[.isPause] = isPause(at: range.lowerBound)
    }
    if piece[.isAtEnd] { piece[.isHeldByNode] = isHeldByNode(range) }
  }

  /// Whether another mark or a link with a character that gains the mark begins or ends at an atom.
  /// An earlier command then split the run there: the space of `**a** *b*` if `b` becomes strong.
  func isPause(at atom: Int) -> Bool {
    nodesEnding(at: atom).contains { holdsNew($0) }
  }

  /// The other marks and links with an end between the characters around an atom, as token ranges.
  private func nodesEnding(at atom: Int) -> [ClosedRange<Int>] {
    guard let left = markableBefore(atom), let right = markableFrom(atom) else { return [] }
    return edges(after: left, before: right).map { token in
      let partner = text.tokens[token].partner
      return min(token, partner)...max(token, partner)
    }
  }

  /// Whether a node is a link or an HTML element, not a mark: `[a](/u)`, not `*a*`.
  private func isLink(_ node: ClosedRange<Int>) -> Bool {
    !text.tokens[node.lowerBound].kind.isDelimiter
  }

  /// Whether a node contains a character that should not have the mark, so that node and run cross.
  /// For example, `*b c*` does if only `b` becomes strong.
  private func holdsUnmarked(_ node: ClosedRange<Int>) -> Bool {
    if sums.unmarked.isEmpty {
      sums.unmarked = LeafSums.sums(text.characters.count) {
        text.characters[$0].isMarkable && targets.marks[$0].isDisjoint(with: mark)
      }
    }
    return holds(node, sums.unmarked)
  }

  /// Whether a node contains a character that gains the mark: `*b c*` if `b` becomes strong.
  private func holdsNew(_ node: ClosedRange<Int>) -> Bool {
    if sums.new.isEmpty { sums.new = LeafSums.sums(text.characters.count) { isNew($0) } }
    return holds(node, sums.new)
  }

  /// Whether a node contains a character that `sums` counts.
  private func holds(_ node: ClosedRange<Int>, _ sums: ContiguousArray<Int32>) -> Bool {
    sums[firstCharacter(from: node.lowerBound)] < sums[firstCharacter(from: node.upperBound)]
  }

  /// Whether free atoms at a run's end share a node with characters of the run. Leaving them
  /// outside would split the node: the `<br>` of `a *b<br>*` if `a b` becomes strong.
  private func isHeldByNode(_ range: Range<Int>) -> Bool {
    let left = markableBefore(range.lowerBound)
    let right = markableFrom(range.upperBound)
    let first = atoms[range.lowerBound].token
    let last = atoms[range.upperBound - 1].token
    if let left, let run = run(of: left) {
      let start = text.characters[run.lowerBound].token
      let end = text.characters[left].token
      let reaching = edges(after: left, before: right).contains { token in
        token > last && (start...end).contains(text.tokens[token].partner)
      }
      if reaching { return true }
    }
    if let right, let run = run(of: right) {
      let start = text.characters[right].token
      let end = text.characters[run.upperBound - 1].token
      return edges(after: left, before: right).contains { token in
        token < first && (start...end).contains(text.tokens[token].partner)
      }
    }
    return false
  }

  private func run(of character: Int) -> Range<Int>? {
    let index = targets.runs.partitionPoint { $0.upperBound > character }
    guard index < targets.runs.count, targets.runs[index].contains(character) else { return nil }
    return targets.runs[index]
  }

  /// The tokens between two characters that begin or end another mark, a link or an element.
  private func edges(after left: Int?, before right: Int?) -> [Int] {
    if let known = sums.edges, known.left == left, known.right == right { return known.tokens }
    let start = left.map { text.characters[$0].token + 1 } ?? 0
    let end = right.map { text.characters[$0].token } ?? text.tokens.count
    let tokens = (start..<max(start, end)).filter { token in
      switch text.tokens[token].kind {
      case .openStrong, .closeStrong: mark != .strong
      case .openEmphasis, .closeEmphasis: mark != .emphasis
      case .openLink, .closeLink, .openMark, .closeMark: true
      case .html: text.tokens[token].partner >= 0
      default: false
      }
    }
    sums.edges = (left, right, tokens)
    return tokens
  }

  /// The first character at or after a token. O(log characters).
  private func firstCharacter(from token: Int) -> Int {
    text.characters.partitionPoint { $0.token >= token }
  }

  private func markableBefore(_ atom: Int) -> Int? {
    var next = characterBefore(atom)
    while let index = next, !text.characters[index].isMarkable {
      next = index > 0 ? index - 1 : nil
    }
    return next
  }

  private func markableFrom(_ atom: Int) -> Int? {
    guard atoms.indices.contains(atom) else { return nil }
    var next = atoms[atom].charactersBefore
    while next < text.characters.count, !text.characters[next].isMarkable { next += 1 }
    return next < text.characters.count ? next : nil
  }
}
