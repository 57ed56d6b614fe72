import MarkdownSyntax

/// Code spans that would begin a block of code where the delimiters before them were gone, or a code
/// span behind them.
///
/// Rules: CommonMark 0.30 §4.5: three backticks and more at the start of a line, with none behind
/// them on it.
extension PieceBuilder {
  /// Gives an unchanged code span another spelling for where no delimiter stands before its opening
  /// fence, or no backtick is left behind its closing one: a fence of two backticks or one, or if the
  /// content has runs of both, its lines joined.
  func protectFromBlock(_ piece: inout Piece, _ range: Range<Int>, _ backticks: BacktickRuns) {
    guard !text.isATXHeading,
      let open = text.openFence(of: atoms[range.lowerBound]),
      let close = text.closeFence(of: atoms[range.upperBound - 1])
    else { return }
    let fence = CodeFence(reading: source[open]).length
    let opening = opensBlock(range) ? lineEndings(in: range, behind: open, fence) : []
    let closing = lineEnding(beforeClosing: range, close, fence)
    guard fence >= Self.blockFence, !opening.isEmpty || closing != nil else { return }
    let inside = open.lowerBound + fence..<close.upperBound - fence
    var taken = fenceLengthsTaken(for: range, backticks)
    taken.formUnion(RunLengths(in: source[inside]))
    if let shorter = (1..<Self.blockFence).reversed().first(where: { !taken.contains($0) }) {
      let excess = fence - shorter
      let shortened = [
        respelled(open.lowerBound..<open.lowerBound + excess, with: []),
        respelled(close.upperBound - excess..<close.upperBound, with: []),
      ]
      if closing != nil {
        piece.chunks = shortened
      } else {
        offer(shortened, for: &piece, cost: 2 * Cost.removedByte * excess)
      }
      return
    }
    if let closing { piece.chunks = [respelled(closing, with: [.space])] }
    if !opening.isEmpty {
      let joined = (opening + [closing].compactMap { $0 }.filter { !opening.contains($0) })
      offer(
        joined.map { respelled($0, with: [.space]) }, for: &piece, cost: Cost.escape * joined.count)
    }
  }

  private func offer(_ chunks: [Chunk], for piece: inout Piece, cost: Int) {
    piece.alternative = chunks
    piece.alternativeCost = cost
  }

  /// Whether a code span would begin a line where the delimiters before it were gone.
  private func opensBlock(_ range: Range<Int>) -> Bool {
    atoms[range.lowerBound].hasGap && isFirstOnLine(range.lowerBound)
  }

  /// The line ending before the closing fence of a code span, if no backtick is left behind it.
  private func lineEnding(
    beforeClosing range: Range<Int>, _ close: Range<Int>, _ fence: Int
  ) -> Range<Int>? {
    let padding = close.lowerBound..<close.upperBound - fence
    let last = range.upperBound - 1
    guard hasLineEnding(padding) || (padding.isEmpty && isLineEnding(inCode: last)) else {
      return nil
    }
    for atom in range.upperBound..<atoms.count {
      if case .end = atoms[atom].kind { break }
      if isLineBreak(atom) || isLineEnding(inCode: atom) { break }
      // What is code still has its fence there, and what is text its own backticks.
      if isCode(atom) || source[atoms[atom].source].contains(.backtick) { return nil }
    }
    return padding.isEmpty ? atoms[last].source : padding
  }

  /// A part of a span that is spelled otherwise only if libcmark asks for it: no block begins in a
  /// paragraph behind four blanks and more (CommonMark 0.30 §4.4).
  private func respelled(_ part: Range<Int>, with bytes: [UInt8]) -> Chunk {
    Chunk(source: part, bytes: bytes, plain: Array(source[part]), leavesCodeOrAutolink: true)
  }

  /// The line endings of a code span before the first backtick in it, with the markers behind them.
  private func lineEndings(
    in range: Range<Int>, behind open: Range<Int>, _ fence: Int
  ) -> [Range<Int>] {
    let padding = open.lowerBound + fence..<open.upperBound
    let inside = range.prefix { character($0).map { text.characters[$0].scalar != "`" } ?? true }
      .filter { isLineEnding(inCode: $0) }.map { atoms[$0].source }
    return hasLineEnding(padding) ? [padding] + inside : inside
  }

  /// How many backticks a block of code begins with.
  static var blockFence: Int { 3 }
}
