import MarkdownSyntax
import TextEditing

/// Chooses where and how Enter splits a line of text.
///
/// The key is never refused. If libcmark reads a different text after a plain cut, another spelling
/// is tried. For example, Enter in `a ‸- b` writes `\- b`.
struct KeyProof {
  let tree: BlockTree
  let context: ReadingContext

  /// An edit and the caret after it.
  typealias Cut = (edit: TextEdit, caret: Int)

  /// The first spelling of a cut that keeps all text with its marks; otherwise, the plain cut.
  ///
  /// - Complexity: O(*n*) in the length of the source for each spelling.
  func cut(_ plain: Cut, at path: BlockPath) -> Cut {
    var cuts = spellings(of: plain, at: path)
    if plain.edit.replacements.count == 1, let old = plain.edit.replacements.first,
      old.range.isEmpty
    {
      let place = tree.placeOfCut(old.range.lowerBound)
      if place != old.range.lowerBound {
        let moved = TextEdit([.init(place..<place, with: old.bytes)])
        cuts += spellings(of: (moved, place + old.bytes.count), at: path)
      }
    }
    if cuts.count == 1 { return cuts[0] }
    return cuts.first { keepsText($0.edit) } ?? cuts[0]
  }

  /// Whether all visible characters keep their marks and links, as if `a b` is split.
  private func keepsText(_ edit: TextEdit) -> Bool {
    let after = try? BlockTree(
      edit.applying(to: tree.source), in: tree.dialect, context: context)
    return after?.root.solidUnits == tree.root.solidUnits
  }

  /// The plain cut, and one with an escape if the second part would begin a block.
  private func spellings(of plain: Cut, at path: BlockPath) -> [Cut] {
    let after = plain.edit.applying(to: tree.source)
    let end = after[plain.caret...].firstIndex { $0.isLineEnding } ?? after.count
    let start = after[plain.caret..<end].firstIndex { !$0.isBlank } ?? end
    if let hazard = after.hazard(on: start..<end, isFirst: false) {
      let place = start + hazard
      return [plain, (plain.edit.then(TextEdit([.init(place..<place, with: "\\")])), plain.caret)]
    }
    guard start < end, end < after.count, case .heading = tree.root[path[...]].kind else {
      return [plain]
    }
    // The second part absorbs a following line of text, and perhaps others, as in `# a‸b⏎1. `.
    let ending = TextEdit([.init(end..<end, with: tree.usualEnding)])
    let apart = (plain.edit.then(ending), plain.caret)
    let next = tree.root[path.dropLast()].children.dropFirst((path.last ?? 0) + 1).first
    let merges = next.map { $0.kind != .blank && !$0.interruptsParagraph(isDirect: true) }
    return merges == true ? [apart, plain] : [plain, apart]
  }
}

extension BlockTree {
  /// The nearest offset outside the delimiters at `place`: before opening ones, after closing ones.
  func placeOutsideDelimiters(_ place: Int) -> Int {
    let tokens = tokens(at: place)
    return tokens.beforeOpening(tokens.behindClosing(place))
  }
}

extension [UInt8] {
  /// The offset where an escape keeps a line from beginning a block or being a delimiter row, or
  /// nil.
  func hazard(on line: Range<Int>, isFirst: Bool) -> Int? {
    if line.isEmpty { return nil }
    if let hazard = self[line].blockStart(isFirst: isFirst) { return hazard }
    return withUnsafeBufferPointer { TableRow.delimiterColumns(of: line, in: $0) } == nil ? nil : 0
  }
}

extension Block {
  /// The visible contents of all leaves, without blanks and breaks.
  fileprivate var solidUnits: [SeenUnit] {
    isLeaf ? units.filter { $0.isSolid } : children.flatMap { $0.solidUnits }
  }
}
