import MarkdownSyntax

/// Code spans that would begin a code block without the delimiters before them or the code after
/// them. A block begins with three or more backticks on a line without others (CommonMark 0.30
/// §4.5).
extension PieceBuilder {
  /// Respells an unchanged code span in case no delimiter is left before it, or no backtick after
  /// it. It gets one or two backticks. If its content has runs of both lengths, its lines are
  /// joined.
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

  /// Whether a code span begins a line if the delimiters before it are removed.
  private func opensBlock(_ range: Range<Int>) -> Bool {
    atoms[range.lowerBound].hasGap && isFirstOnLine(range.lowerBound)
  }

  /// The line ending before a code span's closing fence, if no backtick follows on its line.
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
      // Code has its fence there, and text its own backticks.
      if isCode(atom) || source[atoms[atom].source].contains(.backtick) { return nil }
    }
    return padding.isEmpty ? atoms[last].source : padding
  }

  /// An optional respelling of a part of a span. libcmark does not need it after four or more
  /// blanks. No block begins there in a paragraph (CommonMark 0.30 §4.4).
  private func respelled(_ part: Range<Int>, with bytes: [UInt8]) -> Chunk {
    Chunk(source: part, bytes: bytes, plain: Array(source[part]), leavesCodeOrAutolink: true)
  }

  /// The line endings in a code span before its first backtick, with the markers after them.
  private func lineEndings(
    in range: Range<Int>, behind open: Range<Int>, _ fence: Int
  ) -> [Range<Int>] {
    let padding = open.lowerBound + fence..<open.upperBound
    let inside = range.prefix { character($0).map { text.characters[$0].scalar != "`" } ?? true }
      .filter { isLineEnding(inCode: $0) }.map { atoms[$0].source }
    return hasLineEnding(padding) ? [padding] + inside : inside
  }

  /// The number of backticks that begin a code block.
  static var blockFence: Int { 3 }
}
