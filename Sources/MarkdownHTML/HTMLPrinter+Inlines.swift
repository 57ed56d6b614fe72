import MarkdownSyntax

extension HTMLPrinter {
  /// Prints a whole inline: text, a break, code, raw HTML, an island or a reference to a footnote.
  mutating func printText(_ node: SyntaxTree.Node, _ index: Int) {
    switch node.kind {
    case .softBreak: out.append(.lineFeed)
    case .hardBreak: write("<br />\n")
    case .codeSpan:
      write("<code>")
      printParts(of: index, escaped: true, lineEnding: .space)
      write("</code>")
    case .inlineHTML:
      if allowsRawHTML {
        printParts(of: index, escaped: false, lineEnding: .lineFeed)
      } else {
        write("<!-- raw HTML omitted -->")
      }
    case .island: printIsland(node, index)
    case .footnoteReference: printReference(index)
    default: printRun(node, escaped: true)
    }
  }

  /// Prints a text, an escape or a character reference.
  mutating func printRun(_ node: SyntaxTree.Node, escaped: Bool) {
    for scalar in node.scalars {
      writeEscaped(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    guard node.kind == .text else { return }
    for _ in 0..<node.blanks { out.append(.space) }
    if escaped { return writeEscaped(source[node.range]) }
    for byte in source[node.range] {
      if byte == 0 { out += [0xEF, 0xBF, 0xBD] } else { out.append(byte) }
    }
  }

  /// Prints the texts in a code span, raw HTML or an island.
  private mutating func printParts(of index: Int, escaped: Bool, lineEnding: UInt8) {
    for node in tree.nodes[index + 1..<tree.nodes[index].endIndex] {
      if node.kind == .softBreak {
        out.append(lineEnding)
      } else {
        printRun(node, escaped: escaped)
      }
    }
  }

  /// Prints the part of an island that a reader sees.
  private mutating func printShown(ofIsland index: Int) {
    let shown = tree.shownRange(ofIsland: tree.nodes[index], in: source)
    for node in tree.nodes[index + 1..<tree.nodes[index].endIndex]
    where node.range.overlaps(shown) {
      switch node.kind {
      case .softBreak: out.append(.lineFeed)
      case .text: writeEscaped(source[node.range.clamped(to: shown)])
      default: printRun(node, escaped: true)
      }
    }
  }

  func isDisplayMath(_ node: SyntaxTree.Node) -> Bool {
    node.syntax == .math && node.range.count >= 4
      && source[node.range.lowerBound + 1] == .dollarSign
  }

  /// Prints a formula in the delimiters that programs expect by default: `\(a\)`, `\[a\]`.
  mutating func printMath(_ index: Int) {
    let isDisplay = isDisplayMath(tree.nodes[index])
    write(isDisplay ? "\\[" : "\\(")
    printShown(ofIsland: index)
    write(isDisplay ? "\\]" : "\\)")
  }

  /// Prints a link between pages, or a file shown in place, with the address from the host.
  private mutating func printWikiLink(_ node: SyntaxTree.Node, _ index: Int) {
    let inside = source[node.range].drop { $0 != .leftBracket }.dropFirst(2).dropLast(2)
    let isEmbedded = source[node.range.lowerBound] == .exclamationMark
    var target = inside.prefix { $0 != .verticalLine }
    // In a table the pipe is escaped.
    if target.count < inside.count, target.last == .backslash { target = target.dropLast() }
    let link = WikiLink(target: String(decoding: target, as: UTF8.self), isEmbedded: isEmbedded)
    guard let address = addressOf(link).map({ Array($0.utf8) }),
      allowsRawHTML || !URLBytes.isDangerous(address)
    else {
      write("<span class=\"wiki-link\">")
      printShown(ofIsland: index)
      return write("</span>")
    }
    let isImage = isEmbedded && link.isImage
    write(isImage ? "<img class=\"wiki-link\" src=\"" : "<a class=\"wiki-link\" href=\"")
    writeURL(address)
    write(isImage ? "\" alt=\"" : "\">")
    printShown(ofIsland: index)
    write(isImage ? "\" />" : "</a>")
  }

  /// Prints the visible text of an island, with an element for a formula or a link between pages.
  private mutating func printIsland(_ node: SyntaxTree.Node, _ index: Int) {
    switch node.syntax {
    case .comments, .blockIdentifiers, .attributes: return
    case .math:
      write("<span class=\"math\">")
      printMath(index)
      write("</span>")
    case .wikiLinks: printWikiLink(node, index)
    default: printParts(of: index, escaped: true, lineEnding: .lineFeed)
    }
  }

  // MARK: Elements

  mutating func beginInline(_ node: SyntaxTree.Node, _ index: Int) {
    switch node.kind {
    case .emphasis: write("<em>")
    case .strong: write("<strong>")
    case .mark: writeTag("<", of: node)
    case .link:
      write("<a href=\"")
      writeDestination(node)
      writeTitle(node)
      write("\">")
    default:
      write("<img src=\"")
      writeDestination(node)
      write("\" alt=\"")
      image = index
    }
  }

  mutating func closeInline(_ node: SyntaxTree.Node) {
    switch node.kind {
    case .emphasis: write("</em>")
    case .strong: write("</strong>")
    case .mark: writeTag("</", of: node)
    case .link: write("</a>")
    default: break
    }
  }

  /// Writes a tag of a dialect's mark.
  private mutating func writeTag(_ start: StaticString, of node: SyntaxTree.Node) {
    guard let mark = MarkSyntax(node.syntax) else { return }
    write(start)
    write(mark.elements[0])
    write(">")
  }

  private mutating func writeDestination(_ node: SyntaxTree.Node) {
    guard let url = tree.link(of: node)?.destination else { return }
    if allowsRawHTML || !URLBytes.isDangerous(url) { writeURL(url) }
  }

  private mutating func writeTitle(_ node: SyntaxTree.Node) {
    guard let title = tree.link(of: node)?.title else { return }
    write("\" title=\"")
    writeEscaped(title)
  }

  // MARK: Images

  /// Prints a node in the description of an image. Returns whether to print its descendants too:
  /// those of `*a*` in `![*a*](b)`, not those of a comment.
  mutating func describe(_ node: SyntaxTree.Node, _ index: Int) -> Bool {
    switch node.kind {
    case .text, .escape, .reference: printRun(node, escaped: true)
    case .softBreak, .hardBreak: out.append(.space)
    case .codeSpan: printParts(of: index, escaped: true, lineEnding: .space)
    case .inlineHTML: printParts(of: index, escaped: true, lineEnding: .lineFeed)
    case .island where [.comments, .blockIdentifiers, .attributes].contains(node.syntax): break
    case .island: printShown(ofIsland: index)
    case .emphasis, .strong, .mark, .link, .image: return true
    default: break
    }
    return false
  }

  mutating func endImage(_ index: Int) {
    image = -1
    writeTitle(tree.nodes[index])
    write("\" />")
  }
}
