import MarkdownSyntax
import TextEditing

extension [SeenLeaf] {
  /// The selection without markup that it cuts at its ends: a part of `](u)`, or a fence. For
  /// example, `[a](u)⟦ b⟧` for `[a](⟦u) b⟧`.
  func withoutCutMarkup(_ range: Range<Int>, of tree: BlockTree) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    if let head = leaf(at: start, in: tree, isEnd: false) {
      let next = self[head].lines.upperBound + 1
      if self[head].isRaw, start >= self[head].content.upperBound, next < tree.lines.count,
        tree.lines[next].lowerBound < end
      {
        start = tree.lines[next].lowerBound
      } else if let markup = self[head].markup(cutAt: start), end > markup.upperBound {
        start = markup.upperBound
      }
    }
    if let tail = leaf(at: end, in: tree, isEnd: true) {
      let line = self[tail].lines.lowerBound
      if self[tail].isRaw, end <= self[tail].content.lowerBound, line > 0,
        start < tree.lines[line - 1].upperBound
      {
        end = tree.lines[line - 1].upperBound
      } else if let markup = self[tail].markup(cutAt: end), start < markup.lowerBound {
        end = markup.lowerBound
      }
    }
    return start..<Swift.max(start, end)
  }

  /// The index of the leaf or cell at an offset, or nil on a blank line.
  ///
  /// - Parameter isEnd: whether a selection ends at the offset. In a delimiter row, it then ends in
  ///   the row above; otherwise, it begins in the row below.
  func leaf(at place: Int, in tree: BlockTree, isEnd: Bool) -> Int? {
    let line = tree.line(at: place)
    guard let first = firstIndex(where: { $0.lines.contains(line) }) else { return nil }
    if !self[first].isCell { return first }
    var row = line
    if self[first].lines.lowerBound + 1 == line {
      row = isEnd || line == self[first].lines.upperBound ? line - 1 : line + 1
    }
    return indices.last { index in
      self[index].isCell && self[index].lines == self[first].lines
        && tree.line(at: self[index].content.lowerBound) == row
        && (tree.cellStart(of: self[index]) <= place || index == 0 || !self[index - 1].isCell
          || tree.line(at: self[index - 1].content.lowerBound) < row)
    }
  }
}

extension BlockTree {
  /// The start of a cell, after its pipe.
  fileprivate func cellStart(of leaf: SeenLeaf) -> Int {
    var start = leaf.content.lowerBound
    while start > 0, source[start - 1].isBlank { start -= 1 }
    return start
  }
}

extension SeenLeaf {
  /// Whether it is code or HTML: `<pre>`, not a paragraph.
  fileprivate var isRaw: Bool { kind == [2] || kind == [3] }

  /// The bracket of a link or an image that contains an offset: `](u)` at the `u` of `[a](u)`.
  fileprivate func markup(cutAt place: Int) -> Range<Int>? {
    tokens.first {
      ($0.kind.isLink || $0.kind.isImage) && $0.source.lowerBound < place
        && place < $0.source.upperBound
    }?.source
  }

  /// The break that contains an offset after its line ending.
  func lineBreak(around place: Int, in source: [UInt8]) -> Range<Int>? {
    units.indices.first {
      units[$0].isBreak && places[$0].lowerBound < place && place < places[$0].upperBound
        && source[places[$0].lowerBound..<place].contains { $0.isLineEnding }
    }.map { places[$0] }
  }

  /// Whether a range contains the leaf's block, like the paragraph in `⟦a⏎b⟧`.
  func isWhole(in range: Range<Int>, of tree: BlockTree) -> Bool {
    let isIndented = block.kind == .code(isFenced: false)
    let start =
      isIndented ? content.lowerBound : block.lines.first?.content?.lowerBound ?? content.lowerBound
    return range.lowerBound <= start && tree.lines[lines.upperBound].upperBound <= range.upperBound
  }
}
