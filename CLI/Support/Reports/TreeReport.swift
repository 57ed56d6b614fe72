import CommonMark
import MarkdownSyntax
import TextEditing

/// How a document is read, for people: libcmark's blocks, and in them our inlines with their spans.
package struct TreeReport {
  let text: SourceText
  let reading: DocumentReading

  /// Reads `text`.
  ///
  /// - Throws: a ``Failure`` of status `notDone` where it is beyond what libcmark may be given.
  package init(of text: SourceText, limits: ParsingLimits = .standard) throws(Failure) {
    self.text = text
    reading = try text.reading(limits)
  }

  /// Prints a line for each block and inline, indented as they are nested.
  ///
  /// - Complexity: O(*n*), apart from what indentation costs.
  package func print(with painter: inout Painter) {
    var leaves = reading.leaves[...]
    var ends: [Int32] = []
    var walk = LocationWalk(over: text)
    for (index, node) in reading.tree.nodes.enumerated() where node.kind.isBlock {
      while let end = ends.last, end <= index { ends.removeLast() }
      print(node, at: place(of: node, &walk), depth: ends.count, with: &painter)
      ends.append(node.end)
      if let leaf = leaves.first, leaf.node == index {
        leaves.removeFirst()
        printInlines(of: leaf, depth: ends.count, with: &painter)
      }
    }
  }

  private func print(
    _ node: MarkdownTree.Node, at place: TextLocation, depth: Int, with painter: inout Painter
  ) {
    painter.add(indentation(depth))
    painter.add(name(of: node), .bold)
    if node.kind != .document { painter.add("  \(place.written)", .faint) }
    if !node.destination.isEmpty { painter.add("  \(quoted(reading.tree, node.destination))") }
    if node.kind == .codeBlock || node.kind == .htmlBlock {
      painter.add("  \(quoted(reading.tree, node.literal))")
    }
    painter.add("\n")
  }

  /// Where a block starts; libcmark counts bytes, and no byte order mark.
  private func place(of node: MarkdownTree.Node, _ walk: inout LocationWalk) -> TextLocation {
    let line = Int(node.startLine)
    guard let range = text.buffer.utf8Range(ofLine: line) else {
      return TextLocation(line: line, graphemeColumn: Int(node.startColumn))
    }
    let skipped = line == 1 && text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let offset = range.lowerBound + skipped + Int(node.startColumn) - 1
    return walk.location(ofUTF8: min(max(offset, range.lowerBound), range.upperBound))
  }

  private func name(of node: MarkdownTree.Node) -> String {
    switch node.kind {
    case .document: "document"
    case .blockQuote: "quote"
    case .list: (node.isTight ? "tight " : "loose ") + listName(of: node)
    case .item: "item"
    case .codeBlock: "code block"
    case .htmlBlock: "HTML block"
    case .paragraph: "paragraph"
    case .heading: "heading \(node.number)"
    case .thematicBreak: "thematic break"
    default: "inline"
    }
  }

  private func listName(of node: MarkdownTree.Node) -> String {
    switch node.listKind {
    case .period: "ordered list from \(node.number)."
    case .parenthesis: "ordered list from \(node.number))"
    case .bullet: "bullet list"
    }
  }
}

/// Blanks before a line of a tree. Beyond a depth that anyone can read they do not grow.
func indentation(_ depth: Int) -> String {
  String(repeating: "  ", count: min(depth, 40))
}

private func quoted(_ tree: MarkdownTree, _ range: Range<Int32>) -> String {
  quoted(tree.bytes[Int(range.lowerBound)..<Int(range.upperBound)])
}

/// Text in quotes, its control characters spelled out.
func quoted(_ bytes: ArraySlice<UInt8>) -> String {
  "“\(TerminalText.name(String(decoding: bytes, as: UTF8.self)))”"
}
