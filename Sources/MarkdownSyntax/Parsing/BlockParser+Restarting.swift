/// A line from which a fresh parser reads what follows as one that has read all before it does, possibly after one line
/// more.
///
/// On the line that begins a child of the root all that was open is closed, and what may begin there is a part of what
/// may begin at the start of a document. The same holds for an item of a list at the root, which opens list and item
/// again, and, since every line of a quote has its markers, for blocks and items in a quote at the root; but of such a
/// list a fresh parser counts and closes only the rest. A block in an item is read alike by a parser that has read a
/// line that opens the same containers, with an empty heading in them, which is closed whatever comes. Of fenced code
/// and HTML at the root all that matters is the fence, and how the HTML ends. Where all lines of a paragraph so far are
/// definitions, and the next begins with `[`, which continues none, nothing of them matters.
struct Restart {
  /// Whether a child of the root begins: on the line `- a` of a list, not on the line `- b` of its second item.
  var isRootChild: Bool
  /// The kind of the root's child.
  var kind: SyntaxTree.Kind
  /// How the root's child closes.
  var closing: Slice.Closing
  /// Whether the line goes on with the definitions of a paragraph.
  var followsDefinitions = false
  /// The line that opens the containers, the code or the HTML again.
  var opening: [UInt8] = []
}

extension BlockParser {
  /// Containers further in are not opened again.
  private static let depthLimit = 16
  /// The longest fence that is opened again.
  private static let fenceLimit: Int32 = 64

  /// What a parser needs that is to begin with the line that was read last; nil if none may begin with it.
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
    // A block that begins with `[` may turn out to be definitions alone, which are no block of the item.
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

  /// What opens the code or HTML at the root again in which the line is.
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
  /// The marker of an item like this one; nil if its lines are indented too far for any.
  fileprivate var marker: [UInt8]? {
    let isOrdered = mark == .fullStop || mark == .rightParenthesis
    let sign = isOrdered ? Array("\(number)".utf8) + [mark] : [mark]
    let blanks = Int(indentation) - sign.count
    // Up to three before the marker, up to four after it.
    let before = Swift.max(0, blanks - 4)
    guard blanks > 0, before < 4 else { return nil }
    return [UInt8](repeating: .space, count: before) + sign
      + [UInt8](repeating: .space, count: blanks - before)
  }
}
