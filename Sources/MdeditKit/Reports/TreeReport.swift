import CommonMark
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// A document as it is read, for people: blocks, and in them inlines with their spans.
package struct TreeReport {
  private let text: SourceText
  private let tree: SyntaxTree

  package init(of text: SourceText, in dialect: Dialect = .commonMark) throws(Failure) {
    self.text = text
    tree = try text.reading { () throws(ParsingRefusal) in
      try SyntaxTree(text.bytes, in: dialect)
    }
  }

  package func print(with painter: inout Painter) {
    var walk = LocationWalk(over: text)
    var open: [Int] = []
    var index = 0
    while index < tree.nodes.count {
      while let last = open.last, tree.nodes[last].endIndex <= index { open.removeLast() }
      let node = tree.nodes[index]
      // These are shown with the block that they begin.
      guard ![.taskBox, .alertName, .info, .label].contains(node.kind) else {
        index += 1
        continue
      }
      var end = index + 1
      // One line shows the texts, escapes and references that follow each other.
      while isText(node), end < tree.nodes.count, isText(tree.nodes[end]),
        tree.nodes[end].range.lowerBound <= tree.nodes[end - 1].range.upperBound
      {
        end += 1
      }
      // The indentation stops growing at a depth of 40.
      painter.add(String(repeating: "  ", count: min(open.count, 40)))
      painter.add(name(of: index), node.kind.isBlock ? .bold : node.isDelimited ? .cyan : .plain)
      var range = node.range.lowerBound..<tree.nodes[end - 1].range.upperBound
      if node.kind == .cell { range = node.content }
      if index > 0 {
        let start = walk.location(ofUTF8: range.lowerBound)
        let end =
          node.kind.isBlock ? "" : "-" + text.location(ofUTF8: range.upperBound).written
        painter.add("  " + start.written + end, .faint)
      }
      let parts = shown(node, range, at: index).map(quoted)
      if !parts.isEmpty { painter.add("  " + parts.joined(separator: " ")) }
      painter.add("\n")
      if node.isVerbatim {
        index = node.endIndex
      } else {
        open.append(index)
        index = end
        if isText(node) { open.removeLast() }
      }
    }
  }

  private func isText(_ node: SyntaxTree.Node) -> Bool {
    node.kind == .text || node.kind == .escape || node.kind == .reference
  }

  /// What is quoted after a node: its text, its two delimiters, or the marker of a block.
  private func shown(
    _ node: SyntaxTree.Node, _ range: Range<Int>, at index: Int
  ) -> [ArraySlice<UInt8>] {
    let source = text.bytes
    if node.isDelimited {
      return [
        source[node.range.lowerBound..<node.content.lowerBound],
        source[node.content.upperBound..<node.range.upperBound],
      ]
    }
    switch node.kind {
    case .code, .html:
      let inside = tree.nodes[index + 1..<node.endIndex]
      let info = inside.first { $0.kind == .info }.map { source[$0.range] }
      var literal: [UInt8] = []
      for line in inside where line.kind == .text {
        literal += [UInt8](repeating: .space, count: line.blanks) + source[line.range] + [.lineFeed]
      }
      return (info.map { [$0] } ?? []) + [literal[...]]
    case .footnote:
      let label = tree.nodes[min(index + 1, tree.nodes.count - 1)]
      return label.kind == .label ? [source[label.range]] : []
    case .definition, .delimiterRow: return [source[node.range]]
    case let kind where kind.isBlock: return []
    default: return [source[range]]
    }
  }

  private func name(of index: Int) -> String {
    let node = tree.nodes[index]
    switch node.kind {
    case .document: return "document"
    case .quote:
      guard let name = tree.alertName(of: index) else { return "quote" }
      return "alert \(quoted(text.bytes[name.range]))"
    case .list:
      let number = node.listNumber.map { "ordered list from \($0)\(Character(.init(node.mark)))" }
      return (node.isTight ? "tight " : "loose ") + (number ?? "bullet list")
    case .item: return tree.isChecked(index).map { $0 ? "done task" : "open task" } ?? "item"
    case .paragraph: return "paragraph"
    case .heading: return "heading \(node.level ?? 0)"
    case .code: return "code block"
    case .html: return "HTML block"
    case .rule: return "thematic break"
    case .definition: return "definition"
    case .table: return "table"
    case .footnote: return "footnote definition"
    case .metadata: return "front matter"
    case .row: return "row"
    case .delimiterRow: return "delimiter row"
    case .cell: return "cell"
    case .text, .escape, .reference: return isInCode(index) ? "code text" : "text"
    case .softBreak: return "soft break"
    case .hardBreak: return "hard break"
    case .emphasis: return "emphasis"
    case .strong: return "strong"
    case .mark: return Mark.allCases.first { $0.syntax == node.syntax }?.name ?? "mark"
    case .codeSpan: return "code"
    case .link: return "\(tree.link(of: node)?.form.map(name) ?? "") link"
    case .image: return "\(tree.link(of: node)?.form.map(name) ?? "") image"
    case .inlineHTML: return "HTML"
    case .footnoteReference: return "footnote reference"
    case .island: return name(of: node.syntax)
    case .taskBox, .alertName, .info, .label: return "marker"
    }
  }

  /// Whether the nearest node around a text is a code span.
  private func isInCode(_ index: Int) -> Bool {
    let around = tree.nodes[..<index].lastIndex {
      $0.endIndex > index && $0.kind != .text
    }
    return around.map { tree.nodes[$0].kind == .codeSpan } ?? false
  }

  private func name(of syntax: SyntaxExtensions) -> String {
    switch syntax {
    case .math: "math"
    case .emoji: "emoji"
    case .mentions: "mention"
    case .wikiLinks: "wiki link"
    case .comments: "comment"
    case .blockIdentifiers: "block identifier"
    case .shortcodes: "shortcode"
    case .liquidTags: "tag"
    case .directiveLines: "directive"
    default: "island"
    }
  }

  private func name(of form: InlineToken.LinkForm) -> String {
    switch form {
    case .inline: "inline"
    case .full: "full reference"
    case .collapsed: "collapsed reference"
    case .shortcut: "shortcut reference"
    case .autolink: "automatic"
    case .emailAutolink: "automatic email"
    case .bare: "bare"
    }
  }
}

extension SyntaxTree.Kind {
  fileprivate var isBlock: Bool { rawValue < SyntaxTree.Kind.text.rawValue }
}

extension SyntaxTree.Node {
  fileprivate var isDelimited: Bool {
    switch kind {
    case .emphasis, .strong, .mark, .codeSpan, .link, .image: true
    default: false
    }
  }

  fileprivate var isVerbatim: Bool {
    switch kind {
    case .code, .html, .inlineHTML, .island, .footnoteReference: true
    default: false
    }
  }
}

/// Returns text in quotation marks, with its control characters spelled out.
func quoted(_ bytes: ArraySlice<UInt8>) -> String {
  "“\(TerminalText.name(String(decoding: bytes, as: UTF8.self)))”"
}
