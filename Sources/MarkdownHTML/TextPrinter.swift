import MarkdownSyntax

/// Prints the nodes of a tree as plain text.
struct TextPrinter {
  private let tree: SyntaxTree
  private let source: UnsafeBufferPointer<UInt8>
  /// The part to print, or nil for the whole document.
  private let part: SelectedPart?
  private let footnotes: FootnoteNumbers
  private var out: [UInt8] = []
  /// The nodes around the next one, from the root.
  private var open: [Int] = []
  /// The number of the next item of each open list.
  private var numbers: [Int?] = []
  /// The markers that the next line begins with, of the innermost items.
  private var markers: [[UInt8]] = []
  private var itemCount = 0
  /// How many of the last leaf's blocks hold the next one, too.
  private var common: Int?
  private var endOfImage = 0
  private var isAfterAlertName = false

  private init(_ tree: SyntaxTree, _ source: UnsafeBufferPointer<UInt8>, _ part: SelectedPart?) {
    (self.tree, self.source, self.part) = (tree, source, part)
    footnotes = FootnoteNumbers(tree)
  }

  static func text(
    of tree: SyntaxTree, _ source: UnsafeBufferPointer<UInt8>, _ part: SelectedPart?
  ) -> [UInt8] {
    var printer = TextPrinter(tree, source, part)
    printer.print(part?.leaf.map { $0 + 1..<tree.nodes[$0].endIndex } ?? 0..<tree.nodes.count)
    return printer.out
  }

  private func isShown(_ index: Int) -> Bool { part?.isShown[index] ?? true }

  private mutating func print(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      leave(before: index)
      let node = tree.nodes[index]
      if node.kind == .item { countItem() }
      let isPrinted = isShown(index) || node.kind == .cell
      index = isPrinted && enter(index) ? index + 1 : node.endIndex
    }
    leave(before: Int.max)
  }

  private mutating func leave(before index: Int) {
    while let last = open.last, tree.nodes[last].endIndex <= index {
      let kind = tree.nodes[last].kind
      if kind == .item || kind == .footnote {
        // An item without text.
        if !markers.isEmpty { beginLine() }
        itemCount -= 1
      }
      if kind == .list { numbers.removeLast() }
      open.removeLast()
      common = common.map { min($0, open.count) }
    }
  }

  private mutating func countItem() {
    guard let place = numbers.indices.last, let number = numbers[place] else { return }
    numbers[place] = number + 1
  }

  /// Prints the start of a node, or all of it. Returns whether to print its descendants.
  private mutating func enter(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    switch node.kind {
    case .document, .quote, .table, .row: open.append(index)
    case .list:
      open.append(index)
      numbers.append(node.listNumber)
    case .item:
      open.append(index)
      itemCount += 1
      markers.append(marker(ofItem: index))
    case .footnote:
      guard let place = footnotes.footnotes.firstIndex(where: { $0.definition == index }) else {
        return false
      }
      open.append(index)
      itemCount += 1
      markers.append(Array("[\(place + 1)] ".utf8))
    case .paragraph, .heading, .cell:
      beginLine()
      open.append(index)
      common = open.count
    case .code:
      beginLine(isCode: true)
      printCode(index)
      common = open.count
      return false
    case .rule:
      beginLine()
      out += "---".utf8
      common = open.count
      return false
    default: return printInline(node, index)
    }
    return true
  }

  private func marker(ofItem index: Int) -> [UInt8] {
    // The number of the next item, after this one.
    let number = numbers.last.flatMap { $0 }.map { "\($0 - 1). " } ?? ""
    let box = tree.isChecked(index).flatMap { isShown(index + 2) ? $0 : nil }
    return Array((box.map { number + ($0 ? "☑ " : "☐ ") } ?? (number.isEmpty ? "• " : number)).utf8)
  }

  // MARK: Lines

  private mutating func beginLine(isCode: Bool = false) {
    defer { common = open.count }
    if let common {
      let inner = tree.nodes[open[common - 1]].kind
      let list = inner == .item && common > 1 ? open[common - 2] : open[common - 1]
      switch inner {
      case .row:
        out.append(.tab)
        return
      case .table: out.append(.lineFeed)
      case .list, .item: out += tree.nodes[list].isTight ? [.lineFeed] : [.lineFeed, .lineFeed]
      default: out += [.lineFeed, .lineFeed]
      }
    }
    // Code is not indented.
    if !isCode || !markers.isEmpty { indent(itemCount - markers.count) }
    for marker in markers { out += marker }
    markers = []
  }

  private mutating func indent(_ levels: Int) {
    for _ in 0..<2 * max(levels, 0) { out.append(.space) }
  }

  private mutating func printCode(_ index: Int) {
    var isFirst = true
    for inner in index + 1..<tree.nodes[index].endIndex
    where tree.nodes[inner].kind == .text && isShown(inner) {
      if !isFirst { out.append(.lineFeed) }
      isFirst = false
      print(run: tree.nodes[inner])
    }
  }

  // MARK: Text

  private mutating func printInline(_ node: SyntaxTree.Node, _ index: Int) -> Bool {
    switch node.kind {
    case .emphasis, .strong, .mark, .link, .codeSpan: return true
    case .image:
      endOfImage = node.endIndex
      return true
    case .text, .escape, .reference:
      print(run: node, isWhole: index < endOfImage)
    case .softBreak where isAfterAlertName, .hardBreak:
      let isInCell = open.last.map { tree.nodes[$0].kind == .cell } ?? false
      out.append(isInCell ? .space : .lineFeed)
      if !isInCell, part?.leaf == nil { indent(itemCount) }
      isAfterAlertName = false
    case .softBreak: out.append(.space)
    case .alertName: printAlertName(node, index)
    case .footnoteReference:
      if let number = footnotes.references[index]?.footnote { out += "[\(number + 1)]".utf8 }
    case .island: printIsland(index)
    default: break
    }
    return false
  }

  /// Prints the name of an alert on a line of its own, unless it has a title.
  private mutating func printAlertName(_ node: SyntaxTree.Node, _ index: Int) {
    let end = open.last.map { tree.nodes[$0].endIndex } ?? 0
    let next = index + 1 < end ? tree.nodes[index + 1].range.lowerBound : nil
    let hasTitle = next.map { next in
      !source[node.range.upperBound..<next].contains { $0.isLineEnding }
    }
    if hasTitle == true {
      isAfterAlertName = true
      return
    }
    let letters = source[node.content].map { $0.smallLetter }
    out += letters.prefix(1).map { $0.isASCIILetter ? $0 & 0xDF : $0 } + letters.dropFirst()
    if hasTitle == false {
      out.append(.lineFeed)
      indent(itemCount)
    }
  }

  private mutating func print(run node: SyntaxTree.Node, isWhole: Bool = false) {
    for scalar in node.scalars { out += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
    guard node.kind == .text else { return }
    for _ in 0..<node.blanks { out.append(.space) }
    print(bytes: isWhole ? node.range : clipped(node.range))
  }

  private func clipped(_ range: Range<Int>) -> Range<Int> {
    part.map { range.clamped(to: $0.range) } ?? range
  }

  private mutating func print(bytes range: Range<Int>) {
    for byte in source[range] {
      if byte == 0 { out += UTF8.encodedReplacementCharacter } else { out.append(byte) }
    }
  }

  private mutating func printIsland(_ index: Int) {
    let shown = tree.shownRange(ofIsland: tree.nodes[index], in: source)
    let visible = index < endOfImage ? shown : clipped(shown)
    for node in tree.nodes[index + 1..<tree.nodes[index].endIndex]
    where node.range.overlaps(visible) {
      switch node.kind {
      case .softBreak: out.append(.space)
      case .text: print(bytes: node.range.clamped(to: visible))
      default: print(run: node)
      }
    }
  }
}
