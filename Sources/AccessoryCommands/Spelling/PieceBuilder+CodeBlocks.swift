import MarkdownSyntax

/// Code spans that would begin a block of code where the delimiters before them were gone.
///
/// Rules: CommonMark 0.30 §4.5: three backticks and more at the start of a line, with none behind
/// them on it.
extension PieceBuilder {
  /// Gives an unchanged code span another spelling for where no delimiter stands before it: a fence
  /// of two backticks or one, or if the content has runs of both, its lines joined.
  func protectFromBlock(_ piece: inout Piece, _ range: Range<Int>, _ backticks: BacktickRuns) {
    guard !text.isATXHeading, atoms[range.lowerBound].hasGap, isFirstOnLine(range.lowerBound),
      let open = text.openFence(of: atoms[range.lowerBound]),
      let close = text.closeFence(of: atoms[range.upperBound - 1])
    else { return }
    let fence = CodeFence(reading: source[open]).length
    let padding = open.lowerBound + fence..<open.upperBound
    let endings = (hasLineEnding(padding) ? [padding] : []) + lineEndings(in: range)
    guard fence >= Self.blockFence, !endings.isEmpty else { return }
    piece[.isHazardous] = true
    let inside = open.lowerBound + fence..<close.upperBound - fence
    var taken = fenceLengthsTaken(for: range, backticks)
    taken.formUnion(RunLengths(in: source[inside]))
    if let shorter = (1..<Self.blockFence).reversed().first(where: { !taken.contains($0) }) {
      let excess = fence - shorter
      piece.alternative = [
        respelled(open.lowerBound..<open.lowerBound + excess, with: []),
        respelled(close.upperBound - excess..<close.upperBound, with: []),
      ]
      piece.alternativeCost = 2 * Cost.removedByte * excess
    } else {
      piece.alternative = endings.map { respelled($0, with: [0x20]) }
      piece.alternativeCost = Cost.escape * endings.count
    }
  }

  /// A part of a span that is spelled otherwise only if libcmark asks for it: no block begins in a
  /// paragraph behind four blanks and more (CommonMark 0.30 §4.4).
  private func respelled(_ part: Range<Int>, with bytes: [UInt8]) -> Chunk {
    Chunk(source: part, bytes: bytes, plain: Array(source[part]), losesProtection: true)
  }

  /// The line endings of a code span before the first backtick in it, with the markers behind them.
  private func lineEndings(in range: Range<Int>) -> [Range<Int>] {
    range.prefix { character($0).map { text.characters[$0].scalar != "`" } ?? true }
      .filter { isLineEnding(inCode: $0) }.map { atoms[$0].source }
  }

  /// How many backticks a block of code begins with.
  private static var blockFence: Int { 3 }
}
