import MarkdownSyntax

extension HTMLPrinter {
  /// Prints text without descendants to print: characters, breaks, code, raw HTML and what is not cut.
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

  /// Prints a text, an escape or a reference.
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

  /// Prints the texts of code, raw HTML or an island.
  private mutating func printParts(of index: Int, escaped: Bool, lineEnding: UInt8) {
    for node in tree.nodes[index + 1..<tree.nodes[index].endIndex] {
      if node.kind == .softBreak {
        out.append(lineEnding)
      } else {
        printRun(node, escaped: escaped)
      }
    }
  }

  /// Prints the text of an island, with an element for a formula or a link between pages. What only the author sees is
  /// not printed.
  private mutating func printIsland(_ node: SyntaxTree.Node, _ index: Int) {
    switch node.syntax {
    case .comments, .blockIdentifiers, .attributes: return
    case .math: write("<span class=\"math\">")
    case .wikiLinks: write("<span class=\"wiki-link\">")
    default: return printParts(of: index, escaped: true, lineEnding: .lineFeed)
    }
    printParts(of: index, escaped: true, lineEnding: .lineFeed)
    write("</span>")
  }

  // MARK: Elements

  mutating func beginInline(_ node: SyntaxTree.Node, _ index: Int) {
    switch node.kind {
    case .emphasis: write("<em>")
    case .strong: write("<strong>")
    case .mark: write(node.syntax == .highlight ? "<mark>" : "<del>")
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
    case .mark: write(node.syntax == .highlight ? "</mark>" : "</del>")
    case .link: write("</a>")
    default: break
    }
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

  /// Prints what a node adds to the description of an image; whether its descendants add to it: true of `*a*` in
  /// `![*a*](b)`, not of a comment.
  mutating func describe(_ node: SyntaxTree.Node, _ index: Int) -> Bool {
    switch node.kind {
    case .text, .escape, .reference: printRun(node, escaped: true)
    case .softBreak, .hardBreak: out.append(.space)
    case .codeSpan: printParts(of: index, escaped: true, lineEnding: .space)
    case .inlineHTML: printParts(of: index, escaped: true, lineEnding: .lineFeed)
    case .island where [.comments, .blockIdentifiers, .attributes].contains(node.syntax): break
    case .island: printParts(of: index, escaped: true, lineEnding: .space)
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
