import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// `textDocument/formatting` and `textDocument/rangeFormatting`: aligns the columns of tables, and numbers lists anew.
  ///
  /// A list whose items all have the number 1, or 0, stays. What cannot be formatted stays as it is.
  ///
  /// - Complexity: O(*n*) in the length of the text, for each table and list.
  mutating func formatting(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let (text, tree, places) = try wholeText(parameters)
    var range = 0..<tree.source.count
    if let wanted = parameters?["range"] {
      guard let found = places.utf8Range(of: wanted) else {
        throw ResponseError(.invalidParams, "The range is invalid or splits a character.")
      }
      range = found
    }
    guard let editor = try documents[text.uri]?.editor() else { return [] }
    var document = editor.document
    var whole = TextEdit()
    // From the last to the first, so that the offsets of the others stay valid.
    for offset in tree.formatted(in: range, \.isTable).reversed() {
      try perform(CommandRow(named: "table-format"), at: offset, on: &document, after: &whole)
    }
    // The tables have other lengths now.
    let source = document.buffer.utf8Bytes
    let grown = source.count - tree.source.count
    if let formatted = try? DocumentTree(document.buffer, in: dialect) {
      let rest = range.lowerBound..<max(range.lowerBound, range.upperBound + grown)
      for offset in formatted.formatted(in: rest, \.isNumberedList).reversed() {
        try perform(CommandRow(named: "renumber-list"), at: offset, on: &document, after: &whole)
      }
    }
    return places[whole]
  }

  private func perform(
    _ row: CommandRow?, at offset: Int, on document: inout MarkdownDocument,
    after whole: inout TextEdit
  ) throws(ResponseError) {
    try checkCanceled()
    guard let row,
      case .plan(let plan) = EditingCommand(row, options: options.editing)
        .outcome(utf8: [offset..<offset], in: document, dialect: dialect),
      (try? document.apply(plan.edit)) != nil
    else { return }
    whole = whole.then(plan.edit)
  }
}

extension SyntaxTree.Node {
  fileprivate var isTable: Bool { kind == .table }
  fileprivate var isNumberedList: Bool { kind == .list && listNumber != nil }
}

extension DocumentTree {
  /// An offset in each of the blocks that are to be formatted and touch a range.
  fileprivate func formatted(
    in range: Range<Int>, _ isWanted: (SyntaxTree.Node) -> Bool
  ) -> [Int] {
    tree.nodes.indices.compactMap { index in
      let node = tree.nodes[index]
      guard isWanted(node), node.range.lowerBound <= range.upperBound,
        node.range.upperBound >= range.lowerBound
      else { return nil }
      if node.kind == .list {
        var numbers: Set<Int> = []
        var item = index + 1
        while item < node.endIndex {
          numbers.insert(tree.nodes[item].listNumber ?? 0)
          item = tree.nodes[item].endIndex
        }
        if numbers == [1] || numbers == [0] { return nil }
        // After the marker of the first item.
        return index + 2 < node.endIndex ? tree.nodes[index + 2].range.lowerBound : nil
      }
      return node.range.lowerBound
    }
  }
}
