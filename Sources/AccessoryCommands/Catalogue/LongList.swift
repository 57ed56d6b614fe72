import CommonMark
import MarkdownSyntax
import TextEditing

/// A text without the many plain items that end a long list behind what is selected.
///
/// A command there gives them other numbers at most. So it is planned on the text without them; what
/// became of the item before them says what their numbers are. Then libcmark reads the whole text
/// after: its tree must be that of the short one, with as many plain items put in.
///
/// What is in them need not be read before: each is one line that begins with a marker, behind a line
/// that does so, and so it is an item of what stands on that line alone, whatever its number is. Only a
/// reference `[a]` may come to mean something else, so where anything defines one, both are read.
struct LongList {
  private let source: [UInt8]
  private let items: LongListItems
  /// libcmark's tree of the source, and the items' nodes in it, where references may be in them.
  private let known: (tree: MarkdownTree, nodes: Range<Int>)?
  /// What libcmark parses into.
  private let memory: ParsingMemory
  /// The source without them.
  let short: [UInt8]

  /// The bytes that are left out.
  var range: Range<Int> { items.range }

  /// Finds the items; nil where there are few of them, or any is more than a line of text.
  ///
  /// - Parameter context: of what document the source is a part.
  /// - Complexity: O(1) where there are none, else O(*n*).
  init?(
    _ source: [UInt8], _ selections: [Range<Int>], in dialect: Dialect, context: ProjectionContext
  ) {
    guard let last = selections.last?.upperBound,
      let items = LongListItems(in: source, behind: last),
      BlockTree.metadata(of: source, dialect, context) == nil
    else { return nil }
    var short = Array(source[..<items.range.lowerBound])
    if items.range.upperBound == source.count, items.endsWithoutEnding {
      short.removeLast(items.endingCount)
    }
    short += source[items.range.upperBound...]
    memory = ParsingMemory(forSourcesOf: source.count)
    let line = source[..<items.last.lowerBound].lineNumber
    guard let tree = Self.tree(of: short, in: memory), tree.plainItems(fromLine: line, 1) != nil
    else { return nil }
    if source.holdsDefinition {
      guard let tree = Self.tree(of: source, in: memory, itemCount: items.count),
        let nodes = tree.plainItems(fromLine: line + 1, items.count)
      else { return nil }
      known = (tree, nodes)
    } else {
      known = nil
    }
    self.source = source
    self.items = items
    self.short = short
  }

  /// What a command does to the whole text; nil where that does not follow from the short one.
  func outcome(
    of command: EditingCommand, onUTF8 selections: [Range<Int>], context: ProjectionContext,
    read: BlockTree? = nil
  ) -> CommandOutcome? {
    switch command.outcome(onUTF8: selections, inWhole: short, context: context, read: read) {
    case .unchanged(let reason): return .unchanged(reason)
    case .refused: return nil
    case .plan(let plan): return lifted(plan).map { .plan($0) }
    }
  }

  private static func tree(
    of source: [UInt8], in memory: ParsingMemory, itemCount: Int = 0
  ) -> MarkdownTree? {
    source.withUnsafeBufferPointer {
      // An item, its paragraph, its text.
      try? MarkdownTree(
        parsing: $0, limits: .standard, in: memory, nodeCount: 4 * itemCount)
    }
  }

  private func lifted(_ plan: CommandPlan) -> CommandPlan? {
    let place = min(items.range.lowerBound, short.count)
    var before: [TextEdit.Replacement] = []
    var behind: [TextEdit.Replacement] = []
    for replacement in plan.edit.replacements {
      if replacement.range.upperBound < place {
        before.append(replacement)
      } else if replacement.range.lowerBound > place {
        behind.append(replacement.shifted(by: items.range.count))
      } else {
        return nil
      }
    }
    guard let number = items.number(ofLastAfter: before, in: source) else { return nil }
    let numbers = items.replacements(lastIs: number, in: source)
    let edit = TextEdit(before + numbers + behind)
    let shortAfter = plan.edit.applying(to: short)
    let end = plan.edit.mapping(utf8Offset: items.last.lowerBound, bias: .after)
    guard let read = Self.tree(of: shortAfter, in: memory),
      let whole = Self.tree(of: edit.applying(to: source), in: memory, itemCount: items.count),
      known != nil || !shortAfter.holdsDefinition
    else { return nil }
    let line = shortAfter[..<end].lineNumber
    guard let splice = read.plainItems(fromLine: line, 1)?.upperBound,
      let nodes = whole.plainItems(fromLine: line + 1, items.count), nodes.lowerBound == splice,
      whole.isSame(as: read, with: nodes)
    else { return nil }
    if let known, !whole.isSame(at: nodes, as: known.tree, known.nodes) { return nil }
    // The lines left out are behind each selection before them.
    let last = plan.edit.mapping(utf8Offset: items.last.upperBound, bias: .after)
    guard plan.selections.allSatisfy({ $0.upperBound <= last }) else { return nil }
    return CommandPlan(edit: edit, selections: plan.selections, effect: plan.effect)
  }
}

extension MarkdownTree {
  /// The nodes of so many items of one list that follow one another, each a line of a paragraph; nil
  /// where they are something else.
  ///
  /// - Parameter line: the 1-based line of the first.
  fileprivate func plainItems(fromLine line: Int, _ count: Int) -> Range<Int>? {
    guard let first = nodes.lastIndex(where: { $0.kind == .item && Int($0.startLine) == line })
    else { return nil }
    var index = first
    for offset in 0..<count {
      guard index + 1 < nodes.count, nodes[index].kind == .item,
        Int(nodes[index].startLine) == line + offset, nodes[index + 1].kind == .paragraph,
        nodes[index + 1].end == nodes[index].end
      else { return nil }
      index = Int(nodes[index].end)
    }
    return first..<index
  }

  /// Whether this is another tree with some nodes put in: that of `1. a⏎2. b` is that of `1. a` with the
  /// second item.
  ///
  /// - Complexity: O(*n*).
  fileprivate func isSame(as other: MarkdownTree, with range: Range<Int>) -> Bool {
    let place = range.lowerBound
    guard nodes.count == other.nodes.count + range.count else { return false }
    let item = other.nodes[..<place].lastIndex { $0.kind == .item } ?? 0
    return withParts { own in
      other.withParts { other in
        for index in 0..<place {
          // What holds the item before them holds them, too.
          let end = Int(other.nodes[index].end)
          let shift = end > place || (end == place && index < item) ? range.count : 0
          guard own.isSame(index, as: index, of: other, shift) else { return false }
        }
        for index in place..<other.nodes.count {
          guard own.isSame(index + range.count, as: index, of: other, range.count) else {
            return false
          }
        }
        return true
      }
    }
  }

  /// Whether some nodes are what some of another tree are: the item of `2. a` and of `3. a`.
  ///
  /// - Complexity: O(*n*).
  fileprivate func isSame(
    at range: Range<Int>, as other: MarkdownTree, _ nodes: Range<Int>
  ) -> Bool {
    guard range.count == nodes.count else { return false }
    let shift = range.lowerBound - nodes.lowerBound
    return withParts { own in
      other.withParts { other in
        nodes.allSatisfy { own.isSame($0 + shift, as: $0, of: other, shift) }
      }
    }
  }

  /// The nodes of a tree, and the bytes of their literals.
  private struct Parts {
    let nodes: UnsafeBufferPointer<Node>
    let bytes: UnsafeBufferPointer<UInt8>

    /// Whether a node is one of another tree, wherever both stand: the item of `2. a` and of `3. a`.
    func isSame(_ index: Int, as place: Int, of other: Parts, _ shift: Int) -> Bool {
      let (one, two) = (nodes[index], other.nodes[place])
      return one.kind == two.kind && Int(one.end) == Int(two.end) + shift
        && one.number == two.number && one.listKind == two.listKind && one.isTight == two.isTight
        && isSame(one.literal, as: two.literal, of: other)
        && isSame(one.destination, as: two.destination, of: other)
        && isSame(one.title, as: two.title, of: other)
    }

    /// Whether bytes are some of another tree. True of the `a` of `- a` and of `1. a`.
    private func isSame(
      _ range: Range<Int32>, as other: Range<Int32>, of parts: Parts
    ) -> Bool {
      guard range.count == other.count else { return false }
      for offset in 0..<range.count
      where bytes[Int(range.lowerBound) + offset] != parts.bytes[Int(other.lowerBound) + offset] {
        return false
      }
      return true
    }
  }

  private func withParts(_ body: (Parts) -> Bool) -> Bool {
    nodes.withUnsafeBufferPointer { nodes in
      bytes.withUnsafeBufferPointer { body(Parts(nodes: nodes, bytes: $0)) }
    }
  }
}

extension [UInt8] {
  /// Whether the text may define what a reference means: `[a]: /u`, also `a]:`.
  fileprivate var holdsDefinition: Bool {
    var last: UInt8 = 0
    for byte in self {
      if byte == 0x3A, last == 0x5D { return true }
      last = byte
    }
    return false
  }
}
