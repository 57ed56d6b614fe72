import MarkdownSyntax
import TextEditing

struct HTMLStyle {
  var marks: MarkSet = []
  var isHeading = false
  var isItem = false
  /// The link around whole blocks, as in `<a href="/u"><h2>a</h2></a>`.
  var link: Int?

  static let all = Mark.allCases.filter { $0 != .code }

  func of(_ node: HTMLDocument.Node) -> HTMLStyle {
    var result = self
    if let mark = node.kind.mark { result.marks.insert(mark.bit) }
    if node["style"] == nil { return result }
    if let weight = node.style("font-weight") {
      let number = Int(String(decoding: weight, as: UTF8.self))
      if number ?? 600 < 600 || weight.holds("normal") {
        result.marks.remove(.strong)
      } else if !isHeading, number != nil || weight.holds("bold") {
        result.marks.insert(.strong)
      }
    }
    if let slant = node.style("font-style") {
      if slant.holds("normal") { result.marks.remove(.emphasis) }
      if slant.holds("italic") { result.marks.insert(.emphasis) }
    }
    let line = (node.style("text-decoration") ?? []) + (node.style("text-decoration-line") ?? [])
    if line.holds("line-through") { result.marks.insert(Mark.strikethrough.bit) }
    return result
  }
}

/// Writes the text of a block of HTML as Markdown: first as plain text with links, images, code and
/// tags, then with the marks, each of which has the writer of marks' commands. If the plain text
/// would show something else, all of its punctuation is escaped.
struct HTMLInlines {
  private enum Care: CaseIterable {
    case words, punctuation, textAlone
  }

  private let document: HTMLDocument
  private let dialect: Dialect
  private let lineBreak: [UInt8]
  private var care = Care.words
  private var bytes: [UInt8] = []
  private var shown: [UInt8] = []
  private var targetCount = 0
  private var codeCount = 0
  private var ranges: [(mark: Mark, range: Range<Int>)] = []
  private var lastMarks: MarkSet = []
  /// The start of links and tags without text yet. They begin after the white space before it.
  private var openings: [(bytes: [UInt8], marks: MarkSet)] = []
  private var isInLink = false
  private var hasBox = false
  private var isSpacePending = false
  private var isBroken = false

  init(_ document: HTMLDocument, _ dialect: Dialect, lineBreak: [UInt8]) {
    (self.document, self.dialect, self.lineBreak) = (document, dialect, lineBreak)
  }

  func text(of nodes: [Int], _ style: HTMLStyle) -> [[UInt8]] {
    for care in Care.allCases {
      var writer = self
      writer.care = care
      if let link = style.link {
        writer.writeLink(document.nodes[link], around: nodes, style)
      } else {
        for node in nodes { writer.write(node, style) }
      }
      if writer.isEmpty { return [] }
      writer.escapeStarts(style)
      if care == .textAlone || writer.isRight { return writer.marked.textLines }
    }
    return []
  }

  /// Whether a reader sees nothing, as in the empty paragraphs of Word, which hold a no-break space.
  private var isEmpty: Bool {
    bytes.isEmpty
      || targetCount + codeCount == 0 && !hasBox && shown.withoutWhiteSpace.isEmpty
  }

  // MARK: The marks

  private var marked: [UInt8] {
    var (text, ranges) = (bytes, ranges)
    for mark in HTMLStyle.all where mark.isAvailable(in: dialect) {
      let places = ranges.indices.filter { ranges[$0].mark == mark }
      let edit = edit(giving: mark, to: places.map { ranges[$0].range }, in: text)
      let parts = edit == nil ? places.map { [$0] } : [places]
      for part in parts {
        let own = part.map { ranges[$0].range }
        guard let edit = edit ?? self.edit(giving: mark, to: own, in: text) else { continue }
        text = edit.applying(to: text)
        ranges = ranges.map { ($0.mark, edit.mapping(utf8: $0.range)) }
      }
    }
    return text
  }

  private func edit(giving mark: Mark, to ranges: [Range<Int>], in text: [UInt8]) -> TextEdit? {
    guard let plan = plan(giving: mark, to: ranges, in: text) else { return nil }
    if plan.references.isEmpty { return plan.edit }
    // Rather than spell its neighbours as references, the mark leaves out punctuation at its ends.
    guard ranges.count == 1 else { return nil }
    let inner = ranges[0].trimmed(in: text)
    if inner.isEmpty { return nil }
    return (self.plan(giving: mark, to: [inner], in: text) ?? plan).edit
  }

  private func plan(giving mark: Mark, to ranges: [Range<Int>], in text: [UInt8]) -> Plan? {
    if ranges.isEmpty { return nil }
    let command = MarkCommand(.mark, mark, options: EditingOptions.standard.reading(dialect))
    let selection = InlineSelection(ranges, in: text, dialect, .document)
    return InlinePlanner(command, selection).outcome(utf8: ranges).plan
  }

  private mutating func escapeStarts(_ style: HTMLStyle) {
    var replacements: [TextEdit.Replacement] = []
    var start = 0
    for (index, line) in bytes.textLines.enumerated() {
      // cmark-gfm reads a block after a box, too.
      let box = index == 0 && hasBox ? 4 : 0
      let text = Array(line.dropFirst(box))
      // Links, code and tags are ours; text that begins like them is escaped already.
      let isElement = text.first.map { "[`<".utf8.contains($0) } ?? false
      if index == 0, style.isItem, !hasBox, line.isLikeBox {
        replacements.append(.init(start..<start, with: [.backslash]))
      } else if !isElement, let place = text.blockStart(isFirst: index == 0) {
        let escape = start + box + place
        replacements.append(.init(escape..<escape, with: [.backslash]))
      }
      start += line.count + 1
    }
    let edit = TextEdit(replacements)
    bytes = edit.applying(to: bytes)
    ranges = ranges.map { ($0.mark, edit.mapping(utf8: $0.range)) }
  }

  private var isRight: Bool {
    let reading = InlineReading(bytes, in: dialect, .document, leavesIn: 0..<bytes.count)
    let nodes = reading.tree.nodes
    guard nodes.count > 1, nodes[1].kind == .paragraph, nodes[1].endIndex == nodes.count else {
      return false
    }
    let leaf = reading.leaf(1)
    let characters = leaf.items.filter { $0.isCharacter && $0.isSolid }
    return leaf.targets.count == targetCount && leaf.nodes.count { $0.kind == .code } == codeCount
      && !leaf.nodes.contains { !$0.mark.isEmpty && $0.kind != .code }
      && characters.flatMap { $0.utf8 } == shown.withoutWhiteSpace
  }

  // MARK: The text

  private mutating func write(_ index: Int, _ style: HTMLStyle) {
    let node = document.nodes[index]
    if node.isWordMarker {
      // The number of a heading is text, and the marker of an item is written by its list.
      let sign = document.sign(in: index)
      if style.isHeading, sign.isNumber { write(text: sign + [.space], style.marks) }
      return
    }
    switch node.kind {
    case .text: write(text: node.text, style.marks)
    case .lineBreak: isBroken = true
    case .code: writeCode(document.literal(index), style.marks)
    case .link: writeLink(node, around: node.children, style)
    // Links are underlined by themselves.
    case .tag(let tag) where tag != .underline || !isInLink && !document.isLinks(index):
      writeTag(tag, node, style)
    case .inline where node["class"]?.elementsEqual("Apple-converted-space".utf8) == true:
      isSpacePending = true
    case .image: writeImage(node, style.marks)
    case .checkbox:
      guard style.isItem, bytes.isEmpty, node["type"]?.elementsEqual("checkbox".utf8) == true
      else { return }
      let box = Array((node["checked"] == nil ? "[ ]" : "[x]").utf8)
      put(box, shown: box, [])
      hasBox = true
      isSpacePending = true
    default:
      // A mark that the dialect does not have is a tag, if a command writes that.
      if let mark = node.kind.mark, !mark.isAvailable(in: dialect),
        let tag = InlineTag(named: node.name)
      {
        return writeTag(tag, node, style)
      }
      for child in node.children { write(child, style.of(node)) }
      if !node.kind.isInline, !bytes.isEmpty { isBroken = true }
    }
  }

  private mutating func write(text: [UInt8], _ marks: MarkSet) {
    let words = text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isWhite })
    for (index, word) in words.enumerated() {
      if index > 0 { isSpacePending = true }
      if !word.isEmpty { put(escaped(Array(word)), shown: Array(word), marks) }
    }
  }

  private func escaped(_ word: [UInt8]) -> [UInt8] {
    if care == .words { return word.escaped }
    return word.flatMap { $0.isASCIIPunctuation ? [.backslash, $0] : [$0] }
  }

  private func escapedWords(_ text: [UInt8]) -> [UInt8] {
    let words = text.split { $0.isWhite }
    return Array(words.map { escaped(Array($0)) }.joined(separator: [.space]))
  }

  private mutating func writeCode(_ text: [UInt8], _ marks: MarkSet) {
    let code = text.map { $0.isWhite ? .space : $0 }.trimmed
    guard !code.isEmpty, care != .textAlone else { return write(text: text, marks) }
    let fence = CodeFence(for: code, preferred: nil, taken: RunLengths(in: []))
    if text.first?.isWhite == true { isSpacePending = true }
    put(fence.opening + code + fence.closing, shown: code, marks)
    codeCount += 1
    if text.last?.isWhite == true { isSpacePending = true }
  }

  private mutating func writeLink(
    _ node: HTMLDocument.Node, around children: [Int], _ style: HTMLStyle
  ) {
    let address = (node["href"] ?? []).trimmed
    let isLink = !isInLink && !address.isEmpty && !address.starts(with: "javascript:".utf8)
    guard isLink, care != .textAlone else {
      for child in children { write(child, style.of(node)) }
      return
    }
    isInLink = true
    writeElement(
      [.leftBracket], children, style,
      [.rightBracket] + target(address.escapedAddress, title: node["title"]))
    isInLink = false
  }

  private mutating func writeTag(
    _ tag: InlineTag, _ node: HTMLDocument.Node, _ style: HTMLStyle
  ) {
    let isTag = care != .textAlone
    writeElement(
      isTag ? tag.opening : [], node.children, style.of(node), isTag ? tag.closing : [])
  }

  private mutating func writeElement(
    _ opening: [UInt8], _ children: [Int], _ style: HTMLStyle, _ closing: [UInt8]
  ) {
    let depth = openings.count
    openings.append((opening, style.marks))
    for child in children { write(child, style) }
    if openings.count > depth {
      openings.removeLast()
      return
    }
    emit(closing, style.marks)
    if closing.first == .rightBracket { targetCount += 1 }
  }

  private mutating func writeImage(_ node: HTMLDocument.Node, _ marks: MarkSet) {
    let (alternative, address) = ((node["alt"] ?? []).trimmed, (node["src"] ?? []).trimmed)
    // A picture in the document itself or in the clipboard's folder cannot be linked.
    let isLost = address.starts(with: "data:".utf8) || address.starts(with: "file:".utf8)
    if address.isEmpty || isLost || care == .textAlone {
      return write(text: alternative, marks)
    }
    let text = [.exclamationMark, .leftBracket] + escapedWords(alternative) + [.rightBracket]
    put(text + target(address.escapedAddress, title: node["title"]), shown: [], marks)
    targetCount += 1
  }

  private func target(_ address: [UInt8], title: [UInt8]?) -> [UInt8] {
    var result = [.leftParenthesis] + address.asDestination
    let words = (title ?? []).split { $0.isWhite }
    if !words.isEmpty {
      let special: [UInt8] = [.quotationMark, .backslash, .ampersand]
      let title = words.joined(separator: [.space]).flatMap {
        special.contains($0) ? [.backslash, $0] : [$0]
      }
      result += [.space, .quotationMark] + title + [.quotationMark]
    }
    return result + [.rightParenthesis]
  }

  private mutating func put(_ text: [UInt8], shown: [UInt8], _ marks: MarkSet) {
    let isFirst = bytes.isEmpty
    if isBroken, !isFirst { bytes += isInLink && openings.isEmpty ? [.space] : lineBreak }
    if isSpacePending, !isBroken, !isFirst { bytes.append(.space) }
    (isSpacePending, isBroken) = (false, false)
    for opening in openings { emit(opening.bytes, opening.marks) }
    openings = []
    emit(text, marks)
    self.shown += shown
  }

  private mutating func emit(_ text: [UInt8], _ marks: MarkSet) {
    let start = bytes.count
    bytes += text
    for mark in HTMLStyle.all where marks.isSuperset(of: mark.bit) {
      if lastMarks.isSuperset(of: mark.bit), let last = ranges.lastIndex(where: { $0.mark == mark })
      {
        ranges[last].range = ranges[last].range.lowerBound..<bytes.count
      } else {
        ranges.append((mark, start..<bytes.count))
      }
    }
    lastMarks = marks
  }
}

extension Range<Int> {
  /// The range without punctuation and white space at its ends.
  fileprivate func trimmed(in text: [UInt8]) -> Range<Int> {
    let scalars = String(decoding: text[self], as: UTF8.self).unicodeScalars
    func length(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
      scalars.prefix { isUnicodePunctuation($0) || isWhiteSpace($0) }
        .reduce(0) { $0 + UTF8.width($1) }
    }
    let start = lowerBound + length(scalars)
    return start..<Swift.max(start, upperBound - length(scalars.reversed()))
  }
}

extension [UInt8] {
  fileprivate var escaped: [UInt8] {
    let result = escapedText
    return contains(.tilde) ? result.flatMap { $0 == .tilde ? [.backslash, $0] : [$0] } : result
  }

  fileprivate var isLikeBox: Bool {
    count > 2 && self[0] == .leftBracket && self[2] == .rightBracket
      && (self[1] == .space || self[1] | 0x20 == UInt8(ascii: "x"))
  }

  fileprivate var withoutWhiteSpace: [UInt8] {
    String(decoding: self, as: UTF8.self).unicodeScalars.filter { !isWhiteSpace($0) }
      .flatMap { Escaping.utf8($0) }
  }

  fileprivate var escapedText: [UInt8] {
    var result: [UInt8] = []
    for index in indices {
      if Self.mayBeMarkup(self[index], at: index, in: self, 0..<count) { result.append(.backslash) }
      result.append(self[index])
    }
    return result
  }

  private static func mayBeMarkup(
    _ byte: UInt8, at index: Int, in source: [UInt8], _ range: Range<Int>
  ) -> Bool {
    func neighbour(_ offset: Int) -> UInt8 {
      range.contains(index + offset) ? source[index + offset] : .space
    }
    func isWord(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte.isASCIIAlphanumeric
    }
    switch byte {
    case .backslash:
      return !isWord(neighbour(1)) && neighbour(1) != .space || !range.contains(index + 1)
    case .backtick: return true
    case .asterisk: return !(neighbour(-1) == .space && neighbour(1) == .space)
    case .underscore:
      return !(isWord(neighbour(-1)) && isWord(neighbour(1)))
        && !(neighbour(-1) == .space && neighbour(1) == .space)
    case .leftBracket: return source[range].contains(.rightBracket)
    case .lessThan:
      return isWord(neighbour(1)) || neighbour(1) == .slash || neighbour(1) == .exclamationMark
        || neighbour(1) == .questionMark
    case .ampersand:
      return (isWord(neighbour(1)) || neighbour(1) == .numberSign)
        && source[range].contains(.semicolon)
    default: return false
    }
  }
}
