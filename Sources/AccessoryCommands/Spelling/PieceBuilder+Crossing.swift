import MarkdownSyntax

extension PieceBuilder {
  /// Finds out whether the source's other marks and links leave a run of the mark no way but to
  /// pause, or to take in more than it should.
  mutating func settleCrossing(_ piece: inout Piece, _ range: Range<Int>) {
    guard mark.isSubset(of: .delimited), !targets.runs.isEmpty else { return }
    if piece.isInRun || piece.isBetween { piece.isCrossed = isCrossed(at: range.lowerBound) }
    if piece.isInRun {
      let beside = [markableBefore(range.lowerBound), markableFrom(range.lowerBound)]
      piece.isBesideSelected = beside.contains { $0.map { targets.isInside[$0] } ?? false }
      piece.isPause = isPause(at: range.lowerBound)
    }
    if piece.isAtEnd { piece.isShielded = isShielded(range) }
  }

  /// Whether a node of another mark, or a link, has an end between the characters around an atom
  /// and reaches beyond the run: the two cannot both be one.
  private mutating func isCrossed(at atom: Int) -> Bool {
    guard let left = markableBefore(atom), let right = markableFrom(atom) else { return false }
    return edges(after: left, before: right).contains { token in
      let partner = text.tokens[token].partner
      return lacksMark(min(token, partner)..<max(token, partner))
    }
  }

  /// Whether another mark or a link begins or ends between the characters around an atom that a
  /// character which gets the mark is in: for its sake the run was cut there.
  func isPause(at atom: Int) -> Bool {
    guard let left = markableBefore(atom), let right = markableFrom(atom) else { return false }
    return edges(after: left, before: right).contains { token in
      let partner = text.tokens[token].partner
      return hasNew(min(token, partner)..<max(token, partner))
    }
  }

  private func hasNew(_ tokens: Range<Int>) -> Bool {
    var index = firstCharacter(from: tokens.lowerBound)
    while index < text.characters.count, text.characters[index].token < tokens.upperBound {
      if isNew(index) { return true }
      index += 1
    }
    return false
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
      let reaching = edges(after: left, before: right).contains { token in
        token > last && (start...first).contains(text.tokens[token].partner)
      }
      if reaching { return true }
    }
    if let right, let run = run(of: right) {
      let end = text.characters[run.upperBound - 1].token
      return edges(after: left, before: right).contains { token in
        token < first && (last...end).contains(text.tokens[token].partner)
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

  /// Whether a character among the tokens is not to have the mark.
  private func lacksMark(_ tokens: Range<Int>) -> Bool {
    var index = firstCharacter(from: tokens.lowerBound)
    while index < text.characters.count, text.characters[index].token < tokens.upperBound {
      if text.characters[index].isMarkable, targets.marks[index].isDisjoint(with: mark) {
        return true
      }
      index += 1
    }
    return false
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
    atoms[..<atom].lastIndex(where: { isMarkable($0) }).flatMap(character)
  }

  /// The first character at or behind an atom that is not white space.
  private func markableFrom(_ atom: Int) -> Int? {
    atoms[atom...].firstIndex(where: { isMarkable($0) }).flatMap(character)
  }

  private func isMarkable(_ atom: Atom) -> Bool {
    guard case .character(let index) = atom.kind else { return false }
    return text.characters[index].isMarkable
  }
}
