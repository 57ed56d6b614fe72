import MarkdownSyntax
import TextEditing

/// Replaces a selection over leaves that cannot be joined. Each leaf loses its selected part, and
/// blocks inside the selection are removed. The fences, pipes and markers of the others remain.
struct ReplacementParts {
  /// The removed range of each touched leaf. Nil removes the leaf with its lines.
  private(set) var removed: [Range<Int>?] = []
  private let replacement: SelectionReplacement
  /// The leaf that gets the typed text. Nil writes the text on a line of its own.
  private(set) var typing: Int?

  /// - Parameter keepsSource: whether raw HTML, definitions and front matter remain unchanged.
  init(_ replacement: SelectionReplacement, keepsSource: Bool) {
    self.replacement = replacement
    let (tree, range) = (replacement.tree, replacement.range)
    for index in replacement.touched {
      let leaf = replacement.leaves[index]
      let isHead = index == replacement.head && (leaf.isText || leaf.isCell)
      let (before, behind) = leaf.units(around: range)
      let isLeft = (before + behind).contains { $0.isSolid }
      if leaf.isWhole(in: range, of: tree)
        ? !isHead || leaf.isCell : leaf.isText && !isHead && !isLeft
      {
        removed.append(keepsSource && leaf.kind == [5] ? leaf.emptyEnd : nil)
        continue
      }
      let start = min(max(leaf.content.lowerBound, range.lowerBound), leaf.content.upperBound)
      let end = min(max(start, range.upperBound), leaf.content.upperBound)
      let stays = keepsSource && [[3], [5], [6]].contains(leaf.kind)
      removed.append(stays || leaf.kind == [4] ? leaf.emptyEnd : start..<end)
    }
    // If the selection begins on a blank line, the first leaf after it gets the typed text.
    typing = replacement.touched.first { index in
      removed[index - replacement.touched.lowerBound] != nil
        && replacement.leaves[index].kind != [4]
        && (index == replacement.head
          || replacement.head == nil
            && (replacement.leaves[index].isText || replacement.leaves[index].isCell))
    }
  }

  /// - Parameter leavesLines: whether an empty line remains for each removed block.
  func edit(_ way: JointWay, leavesLines: Bool) -> SelectionReplacement.Result? {
    let (tree, text) = (replacement.tree, replacement.text)
    let place = replacement.range.lowerBound
    var edits: [TextEdit.Replacement] = []
    var first = (edit: TextEdit.Replacement(place..<place, with: text), caret: text.count)
    if typing == nil, leavesLines, !text.isEmpty {
      first.edit = .init(place..<place, with: tree.usualEnding + text + tree.usualEnding)
      first.caret += tree.usualEnding.count
    }
    var lastLines = 0...0
    for (offset, range) in removed.enumerated() {
      let index = replacement.touched.lowerBound + offset
      let leaf = replacement.leaves[index]
      guard let range else {
        if leaf.isCell, lastLines == leaf.lines { continue }
        lastLines = leaf.lines
        edits.append(.init(lines(of: index, leavesLines), with: ""))
        continue
      }
      if range.isEmpty, index != typing { continue }
      var joint = Joint(
        tree: tree, range: range, bounds: range, text: index == typing ? text : [])
      if index == typing { joint.type(in: replacement.delimiters(outside: [index]), way) }
      joint.add(leaf)
      guard let (edit, caret, others) = joint.replacements(way) else { return nil }
      edits += others
      if index == typing { first = (edit, caret) } else { edits.append(edit) }
    }
    return SelectionReplacement.result(first.edit, caret: first.caret, edits, in: tree.source)
  }
}

extension ReplacementParts {
  /// The lines of a removed leaf, except the marker of an item that keeps other contents.
  private func lines(of index: Int, _ leavesLines: Bool) -> Range<Int> {
    let (tree, leaf) = (replacement.tree, replacement.leaves[index])
    if isFirstOfItemWithTail(leaf), index != replacement.tail {
      let next = replacement.leaves[index + 1].lines.lowerBound
      return leaf.content.lowerBound..<tree.lines[next - 1].upperBound
    }
    let start = max(replacement.range.lowerBound, tree.lines[leaf.lines.lowerBound].lowerBound)
    let next = leaf.lines.upperBound + 1
    return leavesLines || next >= tree.lines.count
      ? start..<tree.lines[next - 1].upperBound : start..<tree.lines[next].lowerBound
  }

  /// Whether a leaf begins an item that also contains the last touched leaf, like the `a` of
  /// `x⟦⏎- a⏎  - b⟧c`.
  private func isFirstOfItemWithTail(_ leaf: SeenLeaf) -> Bool {
    guard let tail = replacement.tail, leaf.path.last == 0, !leaf.isCell,
      (leaf.containers.last ?? 0) >= 4
    else {
      return false
    }
    return replacement.leaves[tail].path.starts(with: leaf.path.dropLast())
  }
}

extension SeenLeaf {
  fileprivate var emptyEnd: Range<Int> { content.upperBound..<content.upperBound }
}
