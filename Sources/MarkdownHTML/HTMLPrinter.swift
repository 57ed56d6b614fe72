import MarkdownSyntax

/// Prints the nodes of a tree as HTML, as libcmark and cmark-gfm do.
struct HTMLPrinter {
  let tree: SyntaxTree
  let source: UnsafeBufferPointer<UInt8>
  let allowsRawHTML: Bool
  /// Returns the host's address for a link between pages.
  let addressOf: (WikiLink) -> String?
  var out: [UInt8] = []
  /// The indices of the open nodes, innermost last.
  var open: [Int] = []
  /// The image whose description is being printed as plain text, or -1.
  var image = -1
  var footnotes = FootnoteNumbers()
  /// The number of footnotes printed so far.
  var printedFootnotes = 0
  var hasBackReferences = false
  /// The alignments of the columns of the table being printed, and the next column.
  var columns: [SyntaxTree.Alignment] = []
  var column = 0
  /// The number of cells that may still be added: a row of one byte may lack thousands.
  var remainingCells = 1 << 19

  init(
    _ tree: SyntaxTree, _ source: UnsafeBufferPointer<UInt8>, allowsRawHTML: Bool,
    addressOf: @escaping (WikiLink) -> String?
  ) {
    self.tree = tree
    self.source = source
    self.allowsRawHTML = allowsRawHTML
    self.addressOf = addressOf
    out.reserveCapacity(source.count + source.count / 4)
  }

  mutating func printDocument() {
    footnotes = FootnoteNumbers(tree)
    printNodes(0..<tree.nodes.count)
    printFootnotes()
  }

  /// Prints the nodes in a range of indices, which includes all their descendants.
  mutating func printNodes(_ range: Range<Int>) {
    var index = range.lowerBound
    let depth = open.count
    while index < range.upperBound {
      while open.count > depth, let last = open.last, tree.nodes[last].endIndex <= index { leave() }
      if enter(index) {
        open.append(index)
        index += 1
      } else {
        index = tree.nodes[index].endIndex
      }
    }
    while open.count > depth { leave() }
  }

  private mutating func leave() {
    guard let index = open.popLast() else { return }
    if image >= 0 {
      if image == index { endImage(index) }
    } else {
      close(index)
    }
  }

  /// Prints the start of a node, or all of it. Returns whether to print its descendants: those of
  /// `*a*`, not those of code.
  private mutating func enter(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    if image >= 0 { return describe(node, index) }
    switch node.kind {
    case .text, .escape, .reference, .softBreak, .hardBreak, .codeSpan, .inlineHTML, .island,
      .footnoteReference:
      printText(node, index)
      return false
    case .emphasis, .strong, .mark, .link, .image:
      beginInline(node, index)
      return true
    case .code, .html, .rule:
      printLiteral(node, index)
      return false
    case .definition, .footnote, .metadata, .info, .label, .delimiterRow, .taskBox, .alertName:
      return false
    default:
      return beginBlock(node, index)
    }
  }

  // MARK: Bytes

  mutating func write(_ text: StaticString) {
    out += text.bytes
  }

  mutating func write(_ number: Int) { out += String(number).utf8 }

  /// Starts a line, unless one has just started.
  mutating func beginLine() {
    if let last = out.last, last != .lineFeed { out.append(.lineFeed) }
  }

  /// Writes text, with character references for what has a meaning in HTML.
  mutating func writeEscaped(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      switch byte {
      case .quotationMark: write("&quot;")
      case .ampersand: write("&amp;")
      case .lessThan: write("&lt;")
      case .greaterThan: write("&gt;")
      case 0: out += [0xEF, 0xBF, 0xBD]
      default: out.append(byte)
      }
    }
  }

  /// Writes a URL as the value of an attribute, with its unsafe bytes percent-encoded.
  mutating func writeURL(_ bytes: [UInt8]) {
    for byte in bytes {
      switch byte {
      case .ampersand: write("&amp;")
      case .apostrophe: write("&#x27;")
      case let byte where URLBytes.isSafe(byte): out.append(byte)
      default:
        out += [.percentSign, URLBytes.hexadecimal(byte >> 4), URLBytes.hexadecimal(byte & 15)]
      }
    }
  }
}

/// The bytes that URLs consist of.
enum URLBytes {
  static func isSafe(_ byte: UInt8) -> Bool {
    if byte.isASCIIAlphanumeric { return true }
    switch byte {
    case .exclamationMark, .numberSign, .dollarSign, .percentSign, .leftParenthesis ... .slash,
      .colon, .semicolon, .equalsSign, .questionMark, .atSign, .underscore, .tilde:
      return true
    default: return false
    }
  }

  static func hexadecimal(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  static func isDangerous(_ url: [UInt8]) -> Bool {
    let small = url.prefix(16).map { $0.smallLetter }
    func begins(_ text: StaticString) -> Bool {
      small.starts(with: text.bytes)
    }
    if begins("data:image/png") || begins("data:image/gif") || begins("data:image/jpeg")
      || begins("data:image/webp")
    {
      return false
    }
    return begins("javascript:") || begins("vbscript:") || begins("file:") || begins("data:")
  }
}
