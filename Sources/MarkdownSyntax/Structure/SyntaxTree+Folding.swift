extension SyntaxTree {
  /// Lines that an editor can fold into the first of them.
  public struct Fold: Hashable, Sendable {
    /// The kind of the block; a section has the kind of its heading.
    public var kind: Kind
    /// The UTF-8 range from the start of the first line to the end of the last line with text.
    public var range: Range<Int>
  }

  /// The sections and blocks of several lines, in the order of their first lines, longest first.
  ///
  /// Quotes, lists, items, code, HTML, tables, footnotes and front matter fold; paragraphs do not.
  /// If a list has one item, only the list is returned.
  ///
  /// - Parameter source: The text that the tree was read from, as UTF-8.
  /// - Complexity: O(*n* log *n*) in the number of nodes.
  public func folds(of source: [UInt8]) -> [Fold] {
    var folds: [Fold] = []
    for section in outline(of: source) {
      let first = Int(nodes[section.node].lines.lowerBound)
      add(.heading, first..<lineIndex(at: section.range.upperBound), to: &folds)
    }
    var index = 1
    while index < nodes.count {
      let node = nodes[index]
      switch node.kind {
      case .quote, .list, .item, .code, .html, .table, .footnote, .metadata:
        add(node.kind, Int(node.lines.lowerBound)..<Int(node.lines.upperBound), to: &folds)
        index += 1
      default: index = node.endIndex
      }
    }
    folds.sort { first, second in
      (first.range.lowerBound, -first.range.count) < (second.range.lowerBound, -second.range.count)
    }
    return folds
  }

  private func add(_ kind: Kind, _ numbers: Range<Int>, to folds: inout [Fold]) {
    var end = numbers.upperBound
    while end > numbers.lowerBound, lines[end - 1].first >= lines[end - 1].end { end -= 1 }
    guard end - numbers.lowerBound > 1 else { return }
    let range = Int(lines[numbers.lowerBound].start)..<Int(lines[end - 1].end)
    if kind == .item, folds.last?.range == range { return }
    folds.append(Fold(kind: kind, range: range))
  }

  /// The index of the first line that begins at or after an offset.
  private func lineIndex(at offset: Int) -> Int {
    lines.partitionPoint { Int($0.start) >= offset }
  }
}
