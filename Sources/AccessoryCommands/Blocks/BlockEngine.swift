import MarkdownSyntax
import TextEditing

/// What a command wants: a tree, and what it did to get it.
struct BlockChange {
  var root: Block
  var effect: CommandPlan.Effect
  /// Where the selections stand in the source, where that is not where they were.
  var selections: [Range<Int>]?
}

/// Writes the tree that a command wants, has libcmark read it, and hands out the edit.
struct BlockEngine {
  let tree: BlockTree
  let selection: BlockSelection
  let context: ProjectionContext

  init(
    _ source: [UInt8], _ selections: [Range<Int>], in dialect: Dialect, context: ProjectionContext
  ) throws(Refusal) {
    if let cut = selections.first(where: { !source.hasScalarBoundaries(at: $0) }) {
      throw .insideCharacter(cut)
    }
    tree = try BlockTree(source, in: dialect, context: context)
    selection = BlockSelection(selections, in: tree)
    self.context = context
  }

  /// The outcome for a tree that is wanted.
  ///
  /// - Complexity: O(*n*) for each of at most five spellings.
  func outcome(_ change: BlockChange) -> CommandOutcome {
    var wanted = tree
    wanted.root = change.root.separated()
    var tried: [[UInt8]] = []
    for options in BlockSpelling.Options.all {
      let probed = BlockEdit(tree, BlockSpelling(wanted, options, probe: BlockProof.probe).lines)
      if tried.contains(probed.text) { continue }
      tried.append(probed.text)
      guard let read = try? BlockTree(probed.text, in: tree.dialect, context: context),
        BlockProof.isSame(wanted, read)
      else { continue }
      let final = BlockEdit(tree, BlockSpelling(wanted, options).lines)
      let edit = final.edit()
      return .plan(
        CommandPlan(edit: edit, selections: selections(after: final, change), effect: change.effect)
      )
    }
    return .refused(.noSpelling(selection.ranges.first ?? 0..<0))
  }

  private func selections(after edit: BlockEdit, _ change: BlockChange) -> [Range<Int>] {
    if let caret = edit.caret { return [caret..<caret] }
    return (change.selections ?? selection.ranges).map { range in
      let start = edit.place(range.lowerBound)
      let end = range.isEmpty ? start : edit.place(range.upperBound)
      return start..<max(start, end)
    }
  }
}
