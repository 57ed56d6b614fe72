import MarkdownSyntax

struct HTMLMarks: OptionSet {
  let rawValue: UInt8
  static let strong = HTMLMarks(rawValue: 1)
  static let emphasis = HTMLMarks(rawValue: 2)
  static let strike = HTMLMarks(rawValue: 4)
  /// Set in a heading, whose text is never marked as strong.
  static let inHeading = HTMLMarks(rawValue: 8)
  /// Set in an item, in which a checkbox makes a task.
  static let inItem = HTMLMarks(rawValue: 16)

  /// Returns the marks in an element, from its name and its style.
  func of(_ node: HTMLDocument.Node) -> HTMLMarks {
    var result = self
    if node.kind == .strong { result.insert(.strong) }
    if node.kind == .emphasis { result.insert(.emphasis) }
    if node.kind == .strike { result.insert(.strike) }
    if let style = node["style"]?.filter({ !$0.isWhite }) {
      if style.holds("font-weight:normal") || style.holds("font-weight:400") {
        result.remove(.strong)
      }
      let weights: [StaticString] = [
        "font-weight:bold", "font-weight:600", "font-weight:700", "font-weight:800",
        "font-weight:900",
      ]
      if weights.contains(where: { style.holds($0) }) { result.insert(.strong) }
      if style.holds("font-style:normal") { result.remove(.emphasis) }
      if style.holds("font-style:italic") { result.insert(.emphasis) }
      if style.holds("line-through") { result.insert(.strike) }
    }
    if contains(.inHeading) { result.remove(.strong) }
    return result
  }
}

/// Writes a line of HTML text as Markdown. If libcmark's reading of it would show other text, marks
/// and links are omitted.
struct HTMLInlines {
  let document: HTMLDocument
  let dialect: Dialect
  /// The Markdown for `<br>`.
  let lineBreak: [UInt8]
  private var bytes: [UInt8] = []
  /// The visible text without white space.
  private var shown: [UInt8] = []
  private var open: [(mark: HTMLMarks, delimiter: [UInt8])] = []
  /// Whether white space precedes the next text, as after the `a` of `a <b>b</b>`.
  private var isSpacePending = false
  /// Whether a line ends before the next text, as after `a<br>`.
  private var isBroken = false

  init(_ document: HTMLDocument, _ dialect: Dialect, lineBreak: [UInt8]) {
    (self.document, self.dialect, self.lineBreak) = (document, dialect, lineBreak)
  }

  /// Returns the lines for some nodes; empty if they show nothing.
  func text(of nodes: [Int], _ marks: HTMLMarks) -> [[UInt8]] {
    var writer = self
    for node in nodes { writer.write(node, marks) }
    writer.turn(to: [])
    if writer.bytes.isEmpty { return [] }
    let lines = writer.bytes.textLines.enumerated().map { index, line in
      line.withEscapedStart(isFirst: index == 0)
    }
    if shows(writer.shown, lines) { return lines }
    let words = writer.shown.split { $0.isWhite }.map { Array($0).escaped }
    let plain = [Array(words.joined(separator: [.space])).withEscapedStart(isFirst: true)]
    if shows(writer.shown, plain) { return plain }
    return [writer.shown.flatMap { $0.isASCIIPunctuation ? [.backslash, $0] : [$0] }]
  }

  /// Whether the lines are read as one paragraph with this text, apart from white space.
  private func shows(_ text: [UInt8], _ lines: [[UInt8]]) -> Bool {
    guard let tree = try? BlockTree(Array(lines.joined(separator: [.lineFeed])), in: dialect),
      tree.root.children.count == 1, tree.root.children[0].kind == .paragraph,
      let leaf = tree.leafBlock(tree.root.children[0].id)
    else { return false }
    let shown = tree.seen(leaf, .blocks).units.filter { unit in
      if case .character = unit.thing { unit.isSolid } else { false }
    }
    return shown.map { $0.thing } == SeenUnit.text(text).filter { $0.isSolid }.map { $0.thing }
  }

  private mutating func write(_ index: Int, _ marks: HTMLMarks) {
    let node = document.nodes[index]
    switch node.kind {
    case .text: write(text: node.text, marks)
    case .lineBreak: isBroken = true
    case .code: writeCode(document.literal(index), marks)
    case .link: writeLink(node, marks.of(node))
    case .image: writeImage(node, marks)
    case .checkbox:
      guard marks.contains(.inItem), bytes.isEmpty,
        node["type"]?.elementsEqual("checkbox".utf8) == true
      else { return }
      let box = node["checked"] == nil ? "[ ]" : "[x]"
      put(Array(box.utf8), shown: Array(box.utf8), [])
      isSpacePending = true
    default:
      for child in node.children { write(child, marks.of(node)) }
      if !node.kind.isInline, !bytes.isEmpty { isBroken = true }
    }
  }

  private mutating func write(text: [UInt8], _ marks: HTMLMarks) {
    for (index, word) in text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0.isWhite }
    )
    .enumerated() {
      if index > 0 { isSpacePending = true }
      if !word.isEmpty { put(Array(word).escaped, shown: Array(word), marks) }
    }
  }

  private mutating func writeCode(_ text: [UInt8], _ marks: HTMLMarks) {
    let code = text.map { $0.isWhite ? .space : $0 }.trimmed
    guard !code.isEmpty else { return write(text: text, marks) }
    let fence = CodeFence(for: code, preferred: nil, taken: RunLengths(in: []))
    if text.first?.isWhite == true { isSpacePending = true }
    put(fence.opening + code + fence.closing, shown: code, marks)
    if text.last?.isWhite == true { isSpacePending = true }
  }

  private mutating func writeLink(_ node: HTMLDocument.Node, _ marks: HTMLMarks) {
    let address = (node["href"] ?? []).trimmed
    if address.isEmpty || address.first == .numberSign || address.starts(with: "javascript:".utf8) {
      for child in node.children { write(child, marks) }
      return
    }
    var inner = HTMLInlines(document, dialect, lineBreak: [.space])
    for child in node.children { inner.write(child, marks.intersection(.inHeading)) }
    inner.turn(to: [])
    if inner.bytes.isEmpty {
      isSpacePending = isSpacePending || inner.isSpacePending
      return
    }
    let startsWithSpace = node.children.first.flatMap { document.nodes[$0].text.first?.isWhite }
    if startsWithSpace == true { isSpacePending = true }
    let target = [.rightBracket, .leftParenthesis] + address.escapedAddress.asDestination
    put(
      [.leftBracket] + inner.bytes + target + [.rightParenthesis], shown: inner.shown, marks)
    if inner.isSpacePending { isSpacePending = true }
  }

  private mutating func writeImage(_ node: HTMLDocument.Node, _ marks: HTMLMarks) {
    let (alternative, address) = ((node["alt"] ?? []).trimmed, (node["src"] ?? []).trimmed)
    if address.isEmpty || address.starts(with: "data:".utf8) {
      return write(text: alternative, marks)
    }
    let text = Array(
      alternative.split { $0.isWhite }.map { Array($0).escaped }.joined(separator: [.space]))
    put(
      [.exclamationMark, .leftBracket] + text + [.rightBracket, .leftParenthesis]
        + address.escapedAddress.asDestination + [.rightParenthesis], shown: alternative, marks)
  }

  /// Writes a text with its marks, after pending white space or a line break.
  private mutating func put(_ text: [UInt8], shown: [UInt8], _ marks: HTMLMarks) {
    turn(to: marks)
    if isBroken, !bytes.isEmpty { bytes += lineBreak }
    if isSpacePending, !isBroken, !bytes.isEmpty {
      bytes.append(.space)
      self.shown.append(.space)
    }
    if isBroken, !bytes.isEmpty { self.shown.append(.space) }
    (isSpacePending, isBroken) = (false, false)
    for (mark, star) in [
      (HTMLMarks.strike, UInt8.tilde), (.strong, .asterisk), (.emphasis, .asterisk),
    ]
    where marks.contains(mark) && !open.contains(where: { $0.mark == mark }) {
      if mark == .strike, !dialect.extensions.contains(.strikethrough) { continue }
      let byte = star == .asterisk && bytes.last == .asterisk ? .underscore : star
      let delimiter = [UInt8](repeating: byte, count: mark == .emphasis ? 1 : 2)
      bytes += delimiter
      open.append((mark, delimiter))
    }
    bytes += text
    self.shown += shown
  }

  /// Closes the marks that do not continue, and all marks that were opened inside them.
  private mutating func turn(to marks: HTMLMarks) {
    guard let first = open.firstIndex(where: { !marks.contains($0.mark) }) else { return }
    for entry in open[first...].reversed() { bytes += entry.delimiter }
    open.removeSubrange(first...)
  }
}

extension [UInt8] {
  /// A word with a backslash before each byte that may be markup.
  fileprivate var escaped: [UInt8] {
    var result: [UInt8] = []
    for piece in escapedText(in: 0..<count) {
      switch piece {
      case .source(let range): result += self[range]
      case .bytes(let bytes): result += bytes
      case .caret, .probe: continue
      }
    }
    return contains(.tilde) ? result.flatMap { $0 == .tilde ? [.backslash, $0] : [$0] } : result
  }

  /// Returns a line, with a backslash if it would begin a block.
  fileprivate func withEscapedStart(isFirst: Bool) -> [UInt8] {
    guard first != .leftBracket, first != .backtick, let place = blockStart(isFirst: isFirst) else {
      return self
    }
    return self[..<place] + [.backslash] + self[place...]
  }
}
