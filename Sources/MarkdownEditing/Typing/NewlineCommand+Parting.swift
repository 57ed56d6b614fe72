import TextEditing

extension NewlineCommand {
  /// Parts a paragraph between two of its lines. Marks and links that are open there are closed
  /// above and opened again below.
  ///
  /// ### Before
  ///
  ///     **a‸
  ///     b**
  ///
  /// ### After
  ///
  ///     **a**
  ///     ‸
  ///     **b**
  ///
  /// - Returns: nil if the caret is not at an end of a line with another one, or if nothing is open.
  func partingParagraph() -> Result? {
    guard let path = tree.path(at: caret), case let leaf = tree.root[path[...]],
      leaf.kind == .paragraph, tree.root[path.dropLast()].kind != .item,
      !tree.isInFormula(caret, of: leaf), let upper = lineBeforeCut(of: leaf),
      let above = leaf.lines[upper].content, let below = leaf.lines[upper + 1].content,
      !leaf.endsInHardBreak(upper), var cutter = InlineCutter(leaf, in: tree),
      case let cut = cutter.cut(at: below.lowerBound), !cut.closing.isEmpty,
      case .plain(let edit, _) = plain(indent: []), let ending = edit.replacements.first
    else { return nil }
    let blanks = tree.source[above].reversed().prefix { $0.isBlank }.count
    let end = above.upperBound - blanks
    // The caret stays on the blank line, or before the text of the lower one.
    let isAbove = caret <= above.upperBound
    let all = TextEdit([
      .init(end..<end, with: cut.closing),
      .init(max(end, caret)..<max(end, caret), with: ending.bytes),
      .init(below.lowerBound..<below.lowerBound, with: cut.opening),
    ])
    let start = all.mapping(utf8Offset: max(end, caret), bias: .after)
    let text = all.mapping(utf8Offset: below.lowerBound, bias: .after)
    return .plain(all, caret: isAbove ? start : text)
  }

  /// The index of the line above the cut: that of the caret at its end, or the one before.
  private func lineBeforeCut(of leaf: Block) -> Int? {
    let number = tree.line(at: caret)
    guard let index = leaf.lines.firstIndex(where: { $0.origin == number }),
      let content = leaf.lines[index].content
    else { return nil }
    if caret >= content.lowerBound, index + 1 < leaf.lines.count,
      tree.source[min(caret, content.upperBound)..<content.upperBound].allSatisfy({ $0.isBlank })
    {
      return index
    }
    return caret == content.lowerBound && index > 0 ? index - 1 : nil
  }
}
