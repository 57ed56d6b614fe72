/// A line where a fresh parser can start, and reads the rest as if it had read all lines before.
///
/// - The first line of a child of the root closes all open blocks, and can begin a document.
/// - An item of a list at the root opens the list and the item again.
/// - A block or item in a quote at the root has the quote's markers on each line. (In this case and
///   the one before, a fresh parser counts and closes only the rest of the item's list.)
/// - For a block in an item, the parser first reads `opening`: a line with the same containers and
///   an empty heading, which any line closes.
/// - For fenced code and HTML at the root, `opening` has the fence, or HTML of the same kind.
/// - After lines of a paragraph that are all definitions, a line that begins with `[` continues
///   none of them, so they do not matter.
struct Restart {
  /// Whether a child of the root begins: on the first line of `- a⏎- b`, not on the second.
  var isRootChild: Bool
  /// The kind of the root's child.
  var kind: SyntaxTree.Kind
  /// The way in which the root's child closes.
  var closing: Slice.Closing
  /// Whether definitions come before in the paragraph, as on the second line of `[a]: b⏎[c]: d`.
  var followsDefinitions = false
  /// The line that opens the containers, the code or the HTML again.
  var opening: [UInt8] = []
}

extension BlockParser {
  /// The depth up to which containers are opened again.
  private static let depthLimit = 16
  /// The length up to which fences are opened again.
  private static let fenceLimit: Int32 = 64

  /// Returns what a parser needs to start at the line that was read last, or nil if it cannot.
  func restart() -> Restart? {
    guard let depth = firstOpened else { return lineOpening().flatMap { restart(opening: $0) } }
    guard depth > 1 else { return restart(isRootChild: !followsDefinitions) }
    guard depth <= Self.depthLimit else { return nil }
    var opening: [UInt8] = []
    var hasItem = false
    for index in open[1..<depth] {
      let node = tree.nodes[index]
      if node.kind == .quote {
        opening += [.greaterThan, .space]
      } else if node.kind == .item {
        hasItem = true
        guard let marker = node.marker else { return nil }
        opening += marker
      }
    }
    // A block that begins with `[` may have only definitions, which are not blocks of the item.
    if hasItem, indent.first < line.upperBound, source[indent.first] == .leftBracket { return nil }
    return restart(opening: hasItem ? opening + [.numberSign, .lineFeed] : [])
  }

  private func restart(isRootChild: Bool = false, opening: [UInt8] = []) -> Restart {
    let closing: Slice.Closing =
      switch rootKind {
      case .list: .late
      case .code: tree.nodes[open[1]].mark != 0 ? .atOnce : .late
      case .paragraph, .quote: .atBlankLine
      default: .atOnce
      }
    return Restart(
      isRootChild: isRootChild, kind: rootKind, closing: closing,
      followsDefinitions: followsDefinitions, opening: opening)
  }

  /// The line that opens the current code or HTML at the root again.
  private func lineOpening() -> [UInt8]? {
    guard open.count == 2 else { return nil }
    let node = tree.nodes[open[1]]
    switch node.kind {
    case .code where node.mark != 0 && node.number <= Self.fenceLimit:
      return [UInt8](repeating: .space, count: Int(node.indentation))
        + [UInt8](repeating: node.mark, count: Int(node.number)) + [.lineFeed]
    case .html: return HTMLBlock.opening(ofKind: node.number)
    default: return nil
    }
  }

  /// Forgets all blocks before the child of the root that begins on the line that was read last.
  ///
  /// - Complexity: O(*m*) in the number of blocks that begin on the line.
  mutating func forgetClosed() {
    let shift = open.count > 1 ? open[1] - 1 : nodeCount - 1
    forget(shift)
    for depth in open.indices.dropFirst() { open[depth] -= shift }
  }
}

extension SyntaxTree.Node {
  /// A marker for an item like this one, or nil if its lines are indented too far.
  fileprivate var marker: [UInt8]? {
    let isOrdered = mark == .fullStop || mark == .rightParenthesis
    let sign = isOrdered ? Array("\(number)".utf8) + [mark] : [mark]
    let blanks = Int(indentation) - sign.count
    // Up to three blanks before the marker, up to four after it.
    let before = Swift.max(0, blanks - 4)
    guard blanks > 0, before < 4 else { return nil }
    return [UInt8](repeating: .space, count: before) + sign
      + [UInt8](repeating: .space, count: blanks - before)
  }
}
