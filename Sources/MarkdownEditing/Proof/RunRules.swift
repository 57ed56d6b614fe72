import MarkdownSyntax

/// The broken rules for writing runs, in a text whose characters have their wanted marks.
struct RunRules {
  /// The number of nodes of the mark inside others of the mark.
  private(set) var nested = 0
  /// The number of strong and emphasis nodes without markable characters.
  private(set) var empty = 0

  /// Reads the leaves of a text; O(its tokens).
  init(_ reading: DocumentReading, mark: MarkSet) {
    for leaf in reading.leaves { read(reading.seenTokens(of: leaf), mark) }
  }

  private mutating func read(_ tokens: [InlineToken], _ mark: MarkSet) {
    var depth = 0
    var imageEnd = -1
    /// For each open node, whether it has a character other than white space: `*a*`, not `*&#32;*`.
    var open: [Bool] = []
    for (index, token) in tokens.enumerated() where index > imageEnd {
      switch token.kind {
      case .openImage: imageEnd = token.partner
      case .openStrong, .openEmphasis:
        open.append(false)
        guard token.kind.mark == mark else { break }
        if depth > 0 { nested += 1 }
        depth += 1
      case .closeStrong, .closeEmphasis:
        if open.popLast() == false {
          empty += 1
        } else if !open.isEmpty {
          open[open.count - 1] = true
        }
        if token.kind.mark == mark { depth -= 1 }
      case .character(let scalar, _), .codeCharacter(let scalar, _):
        if let last = open.indices.last, !isWhiteSpace(scalar) { open[last] = true }
      default: break
      }
    }
  }
}
