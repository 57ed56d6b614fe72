import MarkdownSyntax

extension PieceBuilder {
  /// Finds out whether the source's other marks and links leave a run of the mark no way but to
  /// pause, or to take in more than it should.
  func settleCrossing(_ piece: inout Piece, _ range: Range<Int>) {
    guard mark.isSubset(of: .delimited), !targets.runs.isEmpty else { return }
    if piece.isInRun || piece.isBetween {
      let isUnmarked = { (index: Int) in
        text.characters[index].isMarkable && targets.marks[index].isDisjoint(with: mark)
      }
      piece.isCrossedByLink =
        hasNode(endingAt: range.lowerBound, ofLinks: true, isUnmarked)
        || hasLinkOfBlockHTML(endingAt: range.lowerBound)
      piece.isCrossed =
        piece.isCrossedByLink || hasNode(endingAt: range.lowerBound, isUnmarked)
    }
    if piece.isInRun {
      let beside = [markableBefore(range.lowerBound), markableFrom(range.lowerBound)]
      piece.isBesideSelected = beside.contains { $0.map { targets.isInside[$0] } ?? false }
      piece.isPause = isPause(at: range.lowerBound)
    }
    if piece.isAtEnd { piece.isShielded = isShielded(range) }
  }

  /// Whether another mark or a link begins or ends between the characters around an atom that a
  /// character which gets the mark is in: for its sake the run was cut there.
  func isPause(at atom: Int) -> Bool { hasNode(endingAt: atom) { isNew($0) } }

  /// Whether a node of another mark, or a link, has an end between the characters around an atom
  /// and holds a character that `matches`.
  ///
  /// A character that is not to have the mark says that node and run cross: they cannot both be one.
  private func hasNode(
    endingAt atom: Int, ofLinks: Bool = false, _ matches: (Int) -> Bool
  ) -> Bool {
    guard let left = markableBefore(atom), let right = markableFrom(atom) else { return false }
    return edges(after: left, before: right).contains { token in
      if ofLinks, text.tokens[token].kind.isDelimiter { return false }
      let partner = text.tokens[token].partner
      let end = max(token, partner)
      return text.characters[firstCharacter(from: min(token, partner))...].indices
        .prefix { text.characters[$0].token < end }.contains(where: matches)
    }
  }

  /// Whether a link ends or begins between the characters around an atom that has HTML in it which
  /// would begin a block without the delimiter before it: that one has to stay inside.
  private func hasLinkOfBlockHTML(endingAt atom: Int) -> Bool {
    guard let left = markableBefore(atom), let right = markableFrom(atom) else { return false }
    return edges(after: left, before: right).contains { token in
      if text.tokens[token].kind.isDelimiter { return false }
      let partner = text.tokens[token].partner
      let link = min(token, partner)...max(token, partner)
      return atoms.indices.contains { link.contains(atoms[$0].token) && beginsHTMLBlock($0) }
    }
  }

  /// Whether what is free at the end of a run lies in a node that also has characters of the run,
  /// and ends beyond it: to leave it out would cut that node.
  private func isShielded(_ range: Range<Int>) -> Bool {
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
    targets.runs.first { $0.contains(character) }
  }

  /// The tokens that begin or end another mark or a link between two characters.
  private func edges(after left: Int?, before right: Int?) -> [Int] {
    let start = left.map { text.characters[$0].token + 1 } ?? 0
    let end = right.map { text.characters[$0].token } ?? text.tokens.count
    return (start..<max(start, end)).filter { token in
      switch text.tokens[token].kind {
      case .openStrong, .closeStrong: mark != .strong
      case .openEmphasis, .closeEmphasis: mark != .emphasis
      case .openLink, .closeLink: true
      default: false
      }
    }
  }

  /// The first character at or behind a token; O(log characters).
  private func firstCharacter(from token: Int) -> Int {
    var low = 0
    var high = text.characters.count
    while low < high {
      let middle = (low + high) / 2
      if text.characters[middle].token < token { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The last character before an atom that is not white space.
  private func markableBefore(_ atom: Int) -> Int? {
    var next = characterBefore(atom)
    while let index = next, !text.characters[index].isMarkable {
      next = index > 0 ? index - 1 : nil
    }
    return next
  }

  /// The first character at or behind an atom that is not white space.
  private func markableFrom(_ atom: Int) -> Int? {
    guard atoms.indices.contains(atom) else { return nil }
    var next = atoms[atom].charactersBefore
    while next < text.characters.count, !text.characters[next].isMarkable { next += 1 }
    return next < text.characters.count ? next : nil
  }
}
