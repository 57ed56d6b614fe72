import MarkdownSyntax

extension HTMLPrinter {
  /// Prints the start of a block. Returns whether to print its descendants: not after `[!NOTE]`.
  mutating func beginBlock(_ node: SyntaxTree.Node, _ index: Int) -> Bool {
    switch node.kind {
    case .quote: beginQuote(index)
    case .list: beginList(node)
    case .item:
      beginLine()
      write("<li>")
      if let isChecked = tree.isChecked(index) {
        write(
          isChecked
            ? "<input type=\"checkbox\" checked=\"\" disabled=\"\" /> "
            : "<input type=\"checkbox\" disabled=\"\" /> ")
      }
    case .heading:
      beginLine()
      write("<h")
      write(Int(node.number))
      write(">")
    case .paragraph: return beginParagraph(node, index)
    case .table, .row, .cell: beginTablePart(node, index)
    default: break
    }
    return true
  }

  /// Prints the end of a block or an inline.
  mutating func close(_ index: Int) {
    let node = tree.nodes[index]
    switch node.kind {
    case .quote:
      beginLine()
      write(tree.alertName(of: index) == nil ? "</blockquote>\n" : "</div>\n")
    case .list: write(node.listNumber == nil ? "</ul>\n" : "</ol>\n")
    case .item: write("</li>\n")
    case .heading:
      write("</h")
      write(Int(node.number))
      write(">\n")
    case .paragraph: closeParagraph(node, index)
    case .table, .row, .cell: closeTablePart(node, index)
    case .document: break
    default: closeInline(node)
    }
  }

  private mutating func beginList(_ node: SyntaxTree.Node) {
    beginLine()
    guard let number = node.listNumber else { return write("<ul>\n") }
    if number == 1 { return write("<ol>\n") }
    write("<ol start=\"")
    write(number)
    write("\">\n")
  }

  // MARK: Paragraphs

  private func isTight() -> Bool {
    open.count > 1 && tree.nodes[open[open.count - 2]].kind == .list
      && tree.nodes[open[open.count - 2]].isTight
  }

  private mutating func beginParagraph(_ node: SyntaxTree.Node, _ index: Int) -> Bool {
    if index + 1 < node.endIndex, tree.nodes[index + 1].kind == .alertName {
      let body = title(of: index).body
      guard !body.isEmpty else { return false }
      write("<p>")
      printNodes(body)
      write("</p>\n")
      return false
    }
    if index + 2 < node.endIndex, isDisplayMath(tree.nodes[index + 1]),
      tree.nodes[index + 1].endIndex == node.endIndex
    {
      beginLine()
      write("<div class=\"math\">")
      printMath(index + 1)
      write("</div>\n")
      return false
    }
    if isTight() { return true }
    beginLine()
    write("<p>")
    return true
  }

  private mutating func closeParagraph(_ node: SyntaxTree.Node, _ index: Int) {
    if isTight() { return }
    if let parent = open.last, tree.nodes[parent].kind == .footnote,
      tree.nodes[parent].endIndex == node.endIndex
    {
      out.append(.space)
      printBackReferences(of: parent)
    }
    write("</p>\n")
  }

  /// Returns the nodes after an alert's name on its line, and those on later lines.
  private func title(of paragraph: Int) -> (title: Range<Int>, body: Range<Int>) {
    let (start, end) = (paragraph + 2, tree.nodes[paragraph].endIndex)
    let name = tree.nodes[paragraph + 1].range.upperBound
    guard start < end,
      !source[name..<tree.nodes[start].range.lowerBound].contains(where: {
        $0.isLineEnding
      })
    else { return (start..<start, start..<end) }
    var index = start
    while index < end {
      let node = tree.nodes[index]
      if node.kind == .softBreak || node.kind == .hardBreak {
        return (start..<index, index + 1..<end)
      }
      index = node.endIndex
    }
    return (start..<end, end..<end)
  }

  // MARK: Quotes and alerts

  private mutating func beginQuote(_ index: Int) {
    beginLine()
    guard let name = tree.alertName(of: index) else { return write("<blockquote>\n") }
    let letters = source[name.content].map { $0.smallLetter }
    write("<div class=\"markdown-alert markdown-alert-")
    writeEscaped(letters)
    write("\">\n<p class=\"markdown-alert-title\">")
    let title = title(of: index + 1).title
    if title.isEmpty {
      writeEscaped(letters.prefix(1).map { $0.isASCIILetter ? $0 & 0xDF : $0 })
      writeEscaped(letters.dropFirst())
    } else {
      printNodes(title)
    }
    write("</p>\n")
  }

  // MARK: Code, HTML and rules

  mutating func printLiteral(_ node: SyntaxTree.Node, _ index: Int) {
    beginLine()
    switch node.kind {
    case .rule: write("<hr />\n")
    case .code:
      beginCode(index)
      printLines(of: index, escaped: true)
      write("</code></pre>\n")
    default:
      if allowsRawHTML {
        printLines(of: index, escaped: false)
      } else {
        write("<!-- raw HTML omitted -->")
      }
      beginLine()
    }
  }

  private mutating func beginCode(_ index: Int) {
    let first = index + 1
    var language: ArraySlice<UInt8> = []
    if first < tree.nodes[index].endIndex, tree.nodes[first].kind == .info {
      let info = Unescaping.info(UnsafeBufferPointer(rebasing: source[tree.nodes[first].range]))
      language = info.prefix { !$0.isMarkdownSpace }
      if info.isEmpty { return write("<pre><code>") }
    } else {
      return write("<pre><code>")
    }
    write("<pre><code class=\"language-")
    writeEscaped(language)
    write("\">")
  }

  private mutating func printLines(of index: Int, escaped: Bool) {
    for node in tree.nodes[index + 1..<tree.nodes[index].endIndex] where node.kind == .text {
      printRun(node, escaped: escaped)
      out.append(.lineFeed)
    }
  }

  // MARK: Tables

  private mutating func beginTablePart(_ node: SyntaxTree.Node, _ index: Int) {
    beginLine()
    switch node.kind {
    case .table:
      write("<table>")
      columns = []
    case .row:
      if node.number == 0 { write("<thead>\n") } else if node.number == 1 { write("<tbody>\n") }
      write("<tr>")
      column = 0
    default:
      let isHeader = open.last.map { tree.nodes[$0].number == 0 } ?? false
      if isHeader { columns.append(node.alignment) }
      column += 1
      beginCell(node.alignment, isHeader: isHeader)
    }
  }

  private mutating func beginCell(_ alignment: SyntaxTree.Alignment, isHeader: Bool) {
    write(isHeader ? "<th" : "<td")
    switch alignment {
    case .none: break
    case .left: write(" align=\"left\"")
    case .center: write(" align=\"center\"")
    case .right: write(" align=\"right\"")
    }
    write(">")
  }

  private mutating func closeTablePart(_ node: SyntaxTree.Node, _ index: Int) {
    switch node.kind {
    case .cell:
      let isHeader = open.last.map { tree.nodes[$0].number == 0 } ?? false
      return write(isHeader ? "</th>" : "</td>")
    case .row:
      while column < columns.count, remainingCells > 0 {
        beginLine()
        beginCell(columns[column], isHeader: false)
        write("</td>")
        column += 1
        remainingCells -= 1
      }
      beginLine()
      write("</tr>")
      if node.number == 0 {
        beginLine()
        write("</thead>")
      }
    default:
      beginLine()
      if node.lines.count > 2 { write("</tbody>\n") }
      write("</table>\n")
    }
  }
}
