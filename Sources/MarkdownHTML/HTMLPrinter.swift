import MarkdownSyntax

/// Prints the nodes of a tree as HTML, as libcmark and cmark-gfm do.
struct HTMLPrinter {
  let tree: SyntaxTree
  let source: UnsafeBufferPointer<UInt8>
  let options: HTMLOptions
  let addressOf: (WikiLink) -> String?
  /// The part to print, or nil for the whole document.
  private var part: SelectedPart?
  var out: [UInt8] = []
  private(set) var blocks: [RenderedBlock] = []
  /// The elements of raw HTML that the blocks so far have not closed.
  private var unclosed = UnclosedElements()
  /// The anchors of the headings, in the order of their nodes.
  private var anchors: [SyntaxTree.HeadingAnchor] = []
  /// The number of the next task's box in its block; nil in the footnotes at the end.
  private var nextTask: Int? = 0
  var open: [Int] = []
  /// The image whose description is being printed as plain text, or -1.
  var image = -1
  var footnotes = FootnoteNumbers()
  var printedFootnotes = 0
  var hasBackReferences = false
  /// The alignments of the columns of the table being printed, and the next column.
  var columns: [SyntaxTree.Alignment] = []
  var column = 0
  private var hasBody = false
  /// The number of cells that may still be added: a row of one byte may lack thousands.
  var remainingCells = 1 << 19

  init(
    _ tree: SyntaxTree, _ source: UnsafeBufferPointer<UInt8>, _ options: HTMLOptions,
    addressOf: @escaping (WikiLink) -> String?
  ) {
    (self.tree, self.source) = (tree, source)
    (self.options, self.addressOf) = (options, addressOf)
    out.reserveCapacity(source.count + source.count / 4)
  }

  var allowsRawHTML: Bool { options.contains(.rawHTML) }

  /// Prints a selection: in one paragraph, heading or cell its text, and otherwise blocks.
  ///
  /// - Parameter isInParagraph: whether text becomes a paragraph.
  mutating func print(_ range: Range<Int>, isInParagraph: Bool) {
    let part = SelectedPart(range, of: tree)
    self.part = part
    guard let leaf = part.leaf else { return printDocument() }
    footnotes = FootnoteNumbers(tree)
    open = [0]
    if isInParagraph { write("<p>") }
    printNodes(leaf + 1..<tree.nodes[leaf].endIndex)
    if isInParagraph { write("</p>\n") }
  }

  private func isShown(_ index: Int) -> Bool { part?.isShown[index] ?? true }

  mutating func printDocument() {
    footnotes = FootnoteNumbers(tree)
    if options.contains(.headingIDs) {
      anchors = tree.headingAnchors(of: Array(source), excluding: footnoteIDs)
    }
    open = [0]
    var index = 1
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      if !isShown(index) {
        index = node.endIndex
        continue
      }
      if node.kind != .html || !allowsRawHTML { unclosed.endParagraph() }
      let isContinued = !unclosed.isEmpty
      if !isContinued { nextTask = 0 }
      printNodes(index..<node.endIndex)
      endBlock(node.range, isContinued: isContinued)
      if node.kind == .html, allowsRawHTML, node.isHTMLWithTags {
        unclosed.read(UnsafeBufferPointer(rebasing: source[node.range]))
      }
      index = node.endIndex
    }
    nextTask = nil
    printFootnotes()
    endBlock(source.count..<source.count, isContinued: !unclosed.isEmpty)
  }

  private mutating func endBlock(_ range: Range<Int>, isContinued: Bool) {
    let start = blocks.last?.htmlRange.upperBound ?? 0
    guard out.count > start else { return }
    if isContinued, let last = blocks.popLast() {
      blocks.append(
        RenderedBlock(
          range: last.range.lowerBound..<range.upperBound,
          htmlRange: last.htmlRange.lowerBound..<out.count))
    } else {
      blocks.append(RenderedBlock(range: range, htmlRange: start..<out.count))
    }
  }

  mutating func printNodes(_ range: Range<Int>) {
    var index = range.lowerBound
    let depth = open.count
    while index < range.upperBound {
      while open.count > depth, let last = open.last, tree.nodes[last].endIndex <= index { leave() }
      // The cells of a row stay in their columns.
      if isShown(index) || tree.nodes[index].kind == .cell, enter(index) {
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
      guard image == index else { return }
      image = -1
      writeTitle(tree.nodes[index])
      write("\" />")
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
    case .footnote:
      // Its boxes are printed at the end, or never.
      if let next = nextTask {
        nextTask = next + tree.nodes[index..<node.endIndex].count { $0.kind == .taskBox }
      }
      return false
    case .definition, .metadata, .info, .label, .delimiterRow, .taskBox, .alertName:
      return false
    default:
      return beginBlock(node, index)
    }
  }

  // MARK: Bytes

  mutating func write(_ text: StaticString) { out += text.bytes }

  mutating func write(_ start: StaticString, _ number: Int, _ end: StaticString) {
    out += start.bytes
    out += String(number).utf8
    out += end.bytes
  }

  /// Starts a line, unless one has just started.
  mutating func beginLine() {
    if let last = out.last, last != .lineFeed { out.append(.lineFeed) }
  }

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
        out.append(.percentSign)
        for digit in [byte >> 4, byte & 15] { out.append(digit + (digit < 10 ? 0x30 : 0x37)) }
      }
    }
  }

  /// Prints the start of a block. Returns whether to print its descendants: not after `[!NOTE]`.
  mutating func beginBlock(_ node: SyntaxTree.Node, _ index: Int) -> Bool {
    switch node.kind {
    case .quote: beginQuote(index)
    case .list:
      beginLine()
      switch firstNumber(ofList: index) {
      case nil: write("<ul>\n")
      case 1: write("<ol>\n")
      case let number?: write("<ol start=\"", number, "\">\n")
      }
    case .item:
      beginLine()
      write("<li>")
      if let isChecked = tree.isChecked(index), isShown(index + 2) {
        write("<input type=\"checkbox\"")
        if isChecked { write(" checked=\"\"") }
        if let next = nextTask {
          if options.contains(.preview) { write(" data-task=\"", next, "\"") }
          nextTask = next + 1
        }
        write(" disabled=\"\" /> ")
      }
    case .heading:
      beginLine()
      write("<h", Int(node.number), "")
      writeAnchor(of: index)
      out.append(.greaterThan)
    case .paragraph: return beginParagraph(node, index)
    case .table, .row, .cell: beginTablePart(node, index)
    default: break
    }
    return true
  }

  mutating func close(_ index: Int) {
    let node = tree.nodes[index]
    switch node.kind {
    case .quote:
      beginLine()
      write(alertName(of: index) == nil ? "</blockquote>\n" : "</div>\n")
    case .list: write(node.listNumber == nil ? "</ul>\n" : "</ol>\n")
    case .item: write("</li>\n")
    case .heading:
      write("</h", Int(node.number), ">\n")
    case .paragraph: closeParagraph(node, index)
    case .table, .row, .cell: closeTablePart(node, index)
    case .emphasis: write("</em>")
    case .strong: write("</strong>")
    case .mark: writeTag("</", of: node)
    case .link: write("</a>")
    default: break
    }
  }

  /// The number of the first item that is printed; nil for bullets.
  private func firstNumber(ofList index: Int) -> Int? {
    guard var number = tree.nodes[index].listNumber else { return nil }
    var item = index + 1
    while item < tree.nodes[index].endIndex, !isShown(item) {
      number += 1
      item = tree.nodes[item].endIndex
    }
    return number
  }

  private func alertName(of index: Int) -> SyntaxTree.Node? {
    tree.alertName(of: index).flatMap { isShown(index + 2) ? $0 : nil }
  }

  // MARK: Paragraphs

  private var isInTightList: Bool {
    open.count > 1 && tree.nodes[open[open.count - 2]].kind == .list
      && tree.nodes[open[open.count - 2]].isTight
  }

  private mutating func beginParagraph(_ node: SyntaxTree.Node, _ index: Int) -> Bool {
    if index + 1 < node.endIndex, tree.nodes[index + 1].kind == .alertName, isShown(index + 1) {
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
    if isInTightList { return true }
    beginLine()
    write("<p>")
    return true
  }

  private mutating func closeParagraph(_ node: SyntaxTree.Node, _ index: Int) {
    if isInTightList { return }
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
      !source[name..<tree.nodes[start].range.lowerBound].contains(where: { $0.isLineEnding })
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
    guard let name = alertName(of: index) else { return write("<blockquote>\n") }
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
      write("<pre><code")
      let first = index + 1
      if first < tree.nodes[index].endIndex, tree.nodes[first].kind == .info {
        let info = Unescaping.info(UnsafeBufferPointer(rebasing: source[tree.nodes[first].range]))
        if !info.isEmpty {
          write(" class=\"language-")
          writeEscaped(info.prefix { !$0.isMarkdownSpace })
          write("\"")
        }
      }
      write(">")
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

  private mutating func printLines(of index: Int, escaped: Bool) {
    for inner in index + 1..<tree.nodes[index].endIndex
    where tree.nodes[inner].kind == .text && isShown(inner) {
      printRun(tree.nodes[inner], escaped: escaped)
      out.append(.lineFeed)
    }
  }

  // MARK: Tables

  private mutating func beginTablePart(_ node: SyntaxTree.Node, _ index: Int) {
    beginLine()
    switch node.kind {
    case .table:
      write("<table>")
      (columns, hasBody) = ([], false)
    case .row:
      if node.number == 0 {
        write("<thead>\n")
      } else if !hasBody {
        write("<tbody>\n")
        hasBody = true
      }
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
    case .none: write(">")
    case .left: write(" align=\"left\">")
    case .center: write(" align=\"center\">")
    case .right: write(" align=\"right\">")
    }
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
      if hasBody { write("</tbody>\n") }
      write("</table>\n")
    }
  }

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

  mutating func printRun(_ node: SyntaxTree.Node, escaped: Bool) {
    for scalar in node.scalars {
      writeEscaped(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    guard node.kind == .text else { return }
    for _ in 0..<node.blanks { out.append(.space) }
    var range = node.range
    if image < 0, let part { range = range.clamped(to: part.range) }
    if escaped { return writeEscaped(source[range]) }
    for byte in source[range] {
      if byte == 0 { out += [0xEF, 0xBF, 0xBD] } else { out.append(byte) }
    }
  }

  private mutating func printParts(of index: Int, escaped: Bool, lineEnding: UInt8) {
    for inner in index + 1..<tree.nodes[index].endIndex where isShown(inner) {
      let node = tree.nodes[inner]
      if node.kind == .softBreak {
        out.append(lineEnding)
      } else {
        printRun(node, escaped: escaped)
      }
    }
  }

  private mutating func printShown(ofIsland index: Int) {
    var shown = tree.shownRange(ofIsland: tree.nodes[index], in: source)
    if image < 0, let part { shown = shown.clamped(to: part.range) }
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
    var address = addressOf(link).map { Array($0.utf8) }
    if address == nil, options.contains(.preview) {
      address = target.flatMap { $0 == .percentSign ? Array("%25".utf8) : [$0] }
    }
    guard let address,
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

  private mutating func printIsland(_ node: SyntaxTree.Node, _ index: Int) {
    switch node.syntax {
    case .comments, .blockIdentifiers, .attributes: return
    case .math:
      write("<span class=\"math\">")
      printMath(index)
      write("</span>")
    case .wikiLinks: printWikiLink(node, index)
    case .emoji where options.contains(.preview):
      write("<span class=\"emoji\">")
      printShown(ofIsland: index)
      write("</span>")
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

  private mutating func writeAnchor(of heading: Int) {
    let place = anchors.partitionPoint { $0.node >= heading }
    guard place < anchors.count, anchors[place].node == heading, !anchors[place].name.isEmpty else {
      return
    }
    write(" id=\"")
    writeEscaped(anchors[place].name.utf8)
    write("\"")
  }

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

  private func label(_ definition: Int) -> [UInt8] {
    Array(source[tree.nodes[definition + 1].content])
  }

  /// The ids of the footnotes and of the references to them, before percent-encoding.
  private var footnoteIDs: [[UInt8]] {
    var ids: [[UInt8]] = []
    for (definition, count) in footnotes.footnotes {
      let label = label(definition)
      ids.append(Array("fn-".utf8) + label)
      let reference = Array("fnref-".utf8) + label
      ids.append(reference)
      for number in 1..<count { ids.append(reference + Array("-\(number + 1)".utf8)) }
    }
    return ids
  }

  mutating func printReference(_ index: Int) {
    guard let (footnote, number) = footnotes.references[index] else { return }
    let label = label(footnotes.footnotes[footnote].definition)
    write("<sup class=\"footnote-ref\"><a href=\"#fn-")
    writeURL(label)
    write("\" id=\"fnref-")
    writeURL(label)
    if number > 1 { write("-", number, "") }
    write("\" data-footnote-ref>", footnote + 1, "</a></sup>")
  }

  mutating func printFootnotes() {
    guard footnotes.footnotes.contains(where: { isShown($0.definition) }) else { return }
    write("<section class=\"footnotes\" data-footnotes>\n<ol>\n")
    for footnote in footnotes.footnotes {
      defer { printedFootnotes += 1 }
      if !isShown(footnote.definition) { continue }
      write("<li id=\"fn-")
      writeURL(label(footnote.definition))
      write("\">\n")
      let end = tree.nodes[footnote.definition].endIndex
      hasBackReferences = false
      open.append(footnote.definition)
      printNodes(footnote.definition + 1..<end)
      open.removeLast()
      if !hasBackReferences {
        printBackReferences(of: footnote.definition)
        out.append(.lineFeed)
      }
      write("</li>\n")
    }
    write("</ol>\n</section>\n")
  }

  mutating func printBackReferences(of definition: Int) {
    hasBackReferences = true
    let count = footnotes.footnotes[printedFootnotes].count
    let label = label(definition)
    for number in 1...count {
      write(number > 1 ? " <a href=\"#fnref-" : "<a href=\"#fnref-")
      writeURL(label)
      if number > 1 { write("-", number, "") }
      write("\" class=\"footnote-backref\" data-footnote-backref aria-label=\"Back to content\">↩")
      if number > 1 { write("<sup class=\"footnote-ref\">", number, "</sup>") }
      write("</a>")
    }
  }
}

extension SyntaxTree.Node {
  /// Whether an HTML block consists of tags and text, unlike a comment or a `<script>`.
  fileprivate var isHTMLWithTags: Bool { number > 5 }
}

/// The elements that raw HTML has opened and not closed, so that the blocks after it are in them.
private struct UnclosedElements {
  private var names: [[UInt8]] = []

  var isEmpty: Bool { names.isEmpty }

  /// Reads the tags of an HTML block.
  ///
  /// - Complexity: O(*n*): deeper elements than the limit are ignored.
  mutating func read(_ html: UnsafeBufferPointer<UInt8>) {
    var missed = RawHTML.Missed()
    var index = 0
    while index < html.count {
      guard html[index] == .lessThan, let end = RawHTML.end(in: html, at: index, missed: &missed)
      else {
        index += 1
        continue
      }
      let isClosing = html[index + 1] == .slash
      let name = html[(index + (isClosing ? 2 : 1))..<end]
        .prefix { $0.isASCIIAlphanumeric || $0 == .hyphen }.map { $0.smallLetter }
      if isClosing {
        if let place = names.lastIndex(of: name) { names.removeSubrange(place...) }
      } else if !name.isEmpty, html[end - 2] != .slash, names.count < 64,
        !Self.namesWithoutEnd.contains(where: { name.elementsEqual($0.bytes) })
      {
        names.append(name)
      }
      index = end
    }
  }

  /// Closes a paragraph, as each block that is not raw HTML does.
  mutating func endParagraph() {
    if names.isEmpty { return }
    if let place = names.firstIndex(of: [0x70]) { names.removeSubrange(place...) }
  }

  /// The elements without an end tag, or with an optional one, except `p`.
  private static let namesWithoutEnd: [StaticString] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "colgroup", "dd", "dt", "li", "optgroup", "option", "rp", "rt", "tbody", "td",
    "tfoot", "th", "thead", "tr",
  ]
}

/// The bytes that URLs consist of.
enum URLBytes {
  static func isSafe(_ byte: UInt8) -> Bool {
    switch byte {
    case .exclamationMark, .numberSign, .dollarSign, .percentSign, .leftParenthesis ... .slash,
      .colon, .semicolon, .equalsSign, .questionMark, .atSign, .underscore, .tilde:
      true
    default: byte.isASCIIAlphanumeric
    }
  }

  static func isDangerous(_ url: [UInt8]) -> Bool {
    let small = url.prefix(16).map { $0.smallLetter }
    func beginsWithAny(of starts: [StaticString]) -> Bool {
      starts.contains { small.starts(with: $0.bytes) }
    }
    return beginsWithAny(of: ["javascript:", "vbscript:", "file:", "data:"])
      && !beginsWithAny(
        of: ["data:image/png", "data:image/gif", "data:image/jpeg", "data:image/webp"])
  }
}

/// The numbers of the footnotes, in the order of their first references, as cmark-gfm counts.
struct FootnoteNumbers {
  /// The nodes of the definitions and the numbers of their references.
  private(set) var footnotes: [(definition: Int, count: Int)] = []
  /// The footnote, from 0, of each reference's node, and which of its references that is, from 1.
  private(set) var references: [Int: (footnote: Int, number: Int)] = [:]

  init() {}

  init(_ tree: SyntaxTree) {
    var definitions: [Int32: Int] = [:]
    for (index, node) in tree.nodes.enumerated() where node.kind == .footnote {
      // Of two definitions with one label, nested or not, cmark-gfm uses the first to end.
      let isFirst =
        definitions[node.number].map { node.endIndex <= tree.nodes[$0].endIndex } ?? true
      if isFirst { definitions[node.number] = index }
    }
    if definitions.isEmpty { return }
    var numbers: [Int: Int] = [:]
    for (index, node) in tree.nodes.enumerated() where node.kind == .footnoteReference {
      guard let definition = definitions[node.number] else { continue }
      let number = numbers[definition] ?? footnotes.count
      if number == footnotes.count { footnotes.append((definition, 0)) }
      numbers[definition] = number
      footnotes[number].count += 1
      references[index] = (number, footnotes[number].count)
    }
  }
}
