import MarkdownSyntax
import TextEditing

/// The tree that a command should produce, and how the command changed it.
struct BlockChange {
  /// Makes the tree, which a state does not need.
  let makeRoot: () -> Block
  var effect: Plan.Effect
  /// The selections in the source, if the command moves them.
  var selections: [Range<Int>]?
  /// Whether the selections move to the copy that the command made, as after `duplicate-line`.
  var selectsCopy = false
  /// Makes the trees to try, in order, if the first one cannot be spelled.
  var makeFallbacks: () -> [Block] = { [] }

  init(
    root: @autoclosure @escaping () -> Block, effect: Plan.Effect, selections: [Range<Int>]? = nil
  ) {
    makeRoot = root
    self.effect = effect
    self.selections = selections
  }
}

/// Writes the tree of a command, has libcmark read it, and returns the edit.
struct BlockEngine {
  let tree: BlockTree
  private(set) var selection: BlockSelection
  let context: ReadingContext
  /// The edit that types a word into an empty item before it is read; nil if no word was needed.
  let typing: TextEdit?
  /// Whether items keep their numbers of the source, as `3. b` does after `1. a`.
  let keepsNumbers: Bool
  /// The rows of the source, for the states of commands that edit them.
  var printer: BlockPrinter?

  /// Reads a source.
  ///
  /// An empty item at a caret is read with a word typed there (law 7), because `- a⏎  - ‸` is a
  /// setext heading.
  ///
  /// - Parameters:
  ///   - tree: the tree of the source, if it was read before.
  ///   - opensEmpty: whether a word may be typed, and a caret may start a block on a blank line.
  init(
    _ source: [UInt8], _ selections: [Range<Int>], in dialect: Dialect, _ options: EditingOptions,
    context: ReadingContext, tree: BlockTree? = nil, opensEmpty: Bool = true
  ) throws(Outcome.Refusal) {
    self.context = context
    keepsNumbers = options.numbering == .leaves
    if opensEmpty, selections.count == 1, selections[0].isEmpty,
      source.followsOnlyMarkers(selections[0].lowerBound)
    {
      let caret = selections[0]
      let typing = TextEdit([.init(caret, with: BlockProof.probe)])
      var typed = try BlockTree(typing.applying(to: source), in: dialect, context: context)
      if typed.emptyWord(at: caret.lowerBound) {
        self.tree = typed
        self.typing = typing
        selection = BlockSelection(selections, in: typed)
        return
      }
    }
    if let tree {
      self.tree = tree
    } else {
      self.tree = try BlockTree(source, in: dialect, context: context)
    }
    typing = nil
    selection = BlockSelection(selections, in: self.tree, isAlone: opensEmpty)
  }

  func selecting(_ ranges: [Range<Int>]) -> BlockEngine {
    var result = self
    result.selection = BlockSelection(ranges, in: tree)
    return result
  }

  /// Returns the outcome for a tree.
  ///
  /// - Complexity: O(*n*) for each of at most four spellings of a tree.
  func outcome(_ change: BlockChange) -> Outcome {
    var refusal = noSpelling
    let result = firstSpelling(of: change) { wanted, probed -> Plan? in
      do throws(Outcome.Refusal) {
        let read = try BlockTree(probed.text, in: tree.dialect, context: context)
        return BlockProof.isSame(wanted, read) ? plan(probed, change) : nil
      } catch {
        // `> a` takes more memory than `a`. If that is too much, the refusal is not about the
        // spelling.
        if case .unparsable = error { refusal = error }
        return nil
      }
    }
    return result.map { .plan($0) } ?? .refused(refusal)
  }

  /// The refusal if libcmark reads no spelling as intended.
  var noSpelling: Outcome.Refusal { .noSpelling(selection.ranges.first ?? 0..<0) }

  /// Returns the first result of `body` for the spellings of a tree.
  func firstSpelling<Result>(
    of change: BlockChange, _ body: (_ wanted: BlockTree, _ spelling: BlockEdit) -> Result?
  ) -> Result? {
    if let result = firstSpelling(of: change.makeRoot(), change, body) { return result }
    for root in change.makeFallbacks() {
      if let result = firstSpelling(of: root, change, body) { return result }
    }
    return nil
  }

  private func firstSpelling<Result>(
    of root: Block, _ change: BlockChange,
    _ body: (_ wanted: BlockTree, _ spelling: BlockEdit) -> Result?
  ) -> Result? {
    var wanted = tree
    let root =
      typing == nil ? root : root.openingBlank(of: selection, inCopies: change.selectsCopy)
    let parted = withNumbers(root).partingLists()
    wanted.root = parted.separated()
    if let result = firstSpelling(of: wanted, body) { return result }
    // Adjacent lists of one kind are one list, because nothing separates them.
    guard let joined = parted.joiningLists() else { return nil }
    wanted.root = withNumbers(joined).separated()
    return firstSpelling(of: wanted, body)
  }

  private func firstSpelling<Result>(
    of wanted: BlockTree, _ body: (_ wanted: BlockTree, _ spelling: BlockEdit) -> Result?
  ) -> Result? {
    var tried: [[UInt8]] = []
    for options in BlockSpelling.Options.all {
      let probed = BlockEdit(tree, BlockSpelling(wanted, options).lines)
      if tried.contains(probed.text) { continue }
      tried.append(probed.text)
      if let result = body(wanted, probed) { return result }
    }
    return nil
  }

  private func withNumbers(_ root: Block) -> Block {
    keepsNumbers ? root.keepingNumbers(of: tree.source) : root
  }

  /// Returns the plan for a spelling that libcmark reads as intended.
  func plan(_ probed: BlockEdit, _ change: BlockChange) -> Plan {
    let final = probed.caret == nil ? probed : BlockEdit(tree, probed.lines.map { $0.withoutProbe })
    let edit = typing?.then(final.edit()) ?? final.edit()
    return Plan(
      edit: edit, selections: selections(after: final, change), effect: change.effect)
  }

  /// Returns a plan if libcmark reads the text after it as a tree that meets a condition.
  ///
  /// - Parameter isTyped: whether a word is typed at the caret before the text is read.
  func proved(
    _ plan: Plan, _ root: Block, isTyped: Bool = false, _ isRight: (BlockTree) -> Bool
  ) -> Outcome {
    var expected = tree
    expected.root = root
    var text = plan.edit.applying(to: tree.source)
    if isTyped { text.insert(contentsOf: BlockProof.probe, at: plan.selections[0].lowerBound) }
    guard let read = try? BlockTree(text, in: tree.dialect, context: context),
      BlockProof.isSame(expected, read), isRight(read)
    else { return .refused(noSpelling) }
    return .plan(plan)
  }

  private func selections(after edit: BlockEdit, _ change: BlockChange) -> [Range<Int>] {
    if let caret = edit.caret { return [caret..<caret] }
    return (change.selections ?? selection.ranges).map { range in
      let start = edit.place(range.lowerBound, inCopies: change.selectsCopy)
      if range.isEmpty { return start..<start }
      let line = tree.line(at: range.upperBound)
      let end =
        tree.lines[line].lowerBound == range.upperBound && line > tree.line(at: range.lowerBound)
        ? edit.end(ofLinesBefore: range.upperBound, inCopies: change.selectsCopy)
        : edit.place(range.upperBound, inCopies: change.selectsCopy)
      return start..<max(start, end)
    }
  }
}

extension BlockTree {
  /// Empties the leaf that has only the word typed at a caret; returns false if there is none in an
  /// item.
  fileprivate mutating func emptyWord(at caret: Int) -> Bool {
    guard let path = path(at: caret), root[path.dropLast()].kind == .item else { return false }
    let leaf = root[path[...]]
    guard leaf.kind == .paragraph, leaf.units == BlockProof.units, leaf.lines.count == 1 else {
      return false
    }
    var blank = Block(.blank, lines: leaf.lines)
    blank.lines[0].write([.source(caret..<caret)])
    root = root.replacing(path[...], with: [blank])
    return true
  }
}

extension Block {
  /// Returns the block with a word to type in an empty item that a command left.
  fileprivate func openingBlank(of selection: BlockSelection, inCopies: Bool) -> Block {
    if kind == .blank {
      guard lines[0].isChanged else { return self }
      var line = lines[0]
      if inCopies { line.origin = line.copyOf }
      return selection.contains(line) ? opened() : self
    }
    return isLeaf
      ? self : withChildren(children.map { $0.openingBlank(of: selection, inCopies: inCopies) })
  }
}

extension Block {
  /// Returns the block with the numbers of the source, except the first number of a new list.
  fileprivate func keepingNumbers(of source: [UInt8]) -> Block {
    if isLeaf { return self }
    var result = withChildren(children.map { $0.keepingNumbers(of: source) })
    guard case .list(let style) = kind, style.isOrdered else { return result }
    var isFirst = id < 0
    for index in children.indices where children[index].kind == .item {
      defer { isFirst = false }
      guard !isFirst, let place = children[index].marker.place else { continue }
      let digits = source[place].drop { $0.isBlank }.prefix { $0.isASCIIDigit }
      if digits.isEmpty { continue }
      result.children[index].marker.number = digits.reduce(0) {
        $0 * 10 + Int($1 - UInt8(ascii: "0"))
      }
    }
    return result
  }
}

extension [UInt8] {
  /// Whether what precedes a caret on its line may be only markers, of which one is an item's, as in
  /// `> - ‸`.
  fileprivate func followsOnlyMarkers(_ caret: Int) -> Bool {
    guard caret > 0, self[caret - 1].isBlank, caret == count || self[caret].isLineEnding else {
      return false
    }
    let line = self[..<caret].reversed().prefix { !$0.isLineEnding }
    let signs = Array("-*+.)".utf8)
    let others = Array("> \t[]xX0123456789".utf8)
    return line.contains { signs.contains($0) }
      && line.allSatisfy { signs.contains($0) || others.contains($0) }
  }
}
