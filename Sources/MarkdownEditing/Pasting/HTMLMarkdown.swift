import MarkdownSyntax

struct HTMLMarkdown {
  let document: HTMLDocument
  let dialect: Dialect
  typealias Lines = [[UInt8]]

  init(_ html: [UInt8], dialect: Dialect) {
    document = HTMLDocument(html)
    self.dialect = dialect
  }

  var text: [UInt8] {
    Array(blocks(of: 0, HTMLStyle()).joined(separator: [[]]).joined(separator: [.lineFeed]))
  }

  private func node(_ index: Int) -> HTMLDocument.Node { document.nodes[index] }

  private func blocks(of parent: Int, _ style: HTMLStyle) -> [Lines] {
    var result: [Lines] = []
    var run: [Int] = []
    var listed: [ListedItem] = []
    func flush() {
      if !run.isEmpty { result += text(of: run, style).map { [$0] } ?? [] }
      result += lists(listed[...], style, after: result.last?.marker)
      (run, listed) = ([], [])
    }
    for child in node(parent).children {
      let node = node(child)
      if !node.kind.isInline, let items = document.listedItems(of: child) {
        if !run.isEmpty { flush() }
        listed += items
      } else if let item = document.continuation(child, of: listed) {
        listed.append(item)
      } else if node.kind.isInline, !node.holdsBlock {
        // White space between two items does not separate them.
        if listed.isEmpty || !document.isWhite(child) {
          if !listed.isEmpty { flush() }
          run.append(child)
        }
      } else if node.kind == .paragraph, style.isItem, isBox(run) {
        // The box of a task is before its paragraph.
        run.append(child)
        flush()
      } else {
        flush()
        result += blocks(for: child, style, after: result.last)
      }
    }
    flush()
    return result
  }

  /// Returns the blocks for an element after another block. A list after a list stays a list of its
  /// own.
  private func blocks(for index: Int, _ style: HTMLStyle, after last: Lines?) -> [Lines] {
    let own = blocks(for: index, style)
    guard let marker = last?.marker, marker == own.first?.marker else { return own }
    guard case .list(let isOrdered) = node(index).kind else {
      return [[Array("<!-- -->".utf8)]] + own
    }
    return [list(index, isOrdered: isOrdered, style, isOther: !marker.isOtherMarker)]
  }

  private func isBox(_ run: [Int]) -> Bool {
    run.contains { node($0).kind == .checkbox }
      && run.allSatisfy {
        node($0).kind == .checkbox
          || node($0).kind == .text && node($0).text.allSatisfy { $0.isWhite }
      }
  }

  private func blocks(for index: Int, _ style: HTMLStyle) -> [Lines] {
    let node = node(index)
    switch node.kind {
    case .heading(let level):
      let writer = HTMLInlines(document, dialect, lineBreak: [.space])
      var inner = style
      inner.isHeading = true
      let text = writer.text(of: node.children, inner).first ?? []
      let hashes = [UInt8](repeating: .numberSign, count: level)
      return text.isEmpty
        ? [] : [[hashes + [.space] + text.withoutEscapedMarker.withoutClosingHashes]]
    case .quote:
      let lines = Array(blocks(of: index, style).joined(separator: [[]]))
      return lines.isEmpty
        ? [] : [lines.map { $0.isEmpty ? [.greaterThan] : [.greaterThan, .space] + $0 }]
    case .list(let isOrdered): return [list(index, isOrdered: isOrdered, style)]
    case .preformatted: return [code(index)]
    case .rule: return [[[.hyphen, .hyphen, .hyphen]]]
    case .table: return table(index, style)
    default:
      var inner = style.of(node)
      if node.kind == .link { inner.link = index }
      return blocks(of: index, inner)
    }
  }

  private func text(of nodes: [Int], _ style: HTMLStyle) -> Lines? {
    let lines = HTMLInlines(document, dialect, lineBreak: [.backslash, .lineFeed])
      .text(of: nodes, style)
    return lines.isEmpty ? nil : lines
  }

  /// - Parameter isOther: whether the markers are `*` and `1)`, not `-` and `1.`.
  private func list(
    _ index: Int, isOrdered: Bool, _ style: HTMLStyle, isOther: Bool = false
  ) -> Lines {
    var items: [[Lines]] = []
    for child in node(index).children where node(child).kind != .text {
      let isItem = node(child).kind == .item
      var inner = style.of(node(child))
      inner.isItem = true
      // A list between items belongs to the previous item.
      if !isItem, let last = items.indices.last {
        items[last] += blocks(for: child, style, after: items[last].last)
      } else {
        items.append(isItem ? blocks(of: child, inner) : blocks(for: child, style))
      }
    }
    let start = node(index)["start"].flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 1
    return list(items, isOrdered ? start : nil, isOther: isOther)
  }

  /// - Parameter start: the first number, or nil for bullets.
  private func list(_ items: [[Lines]], _ start: Int?, isOther: Bool) -> Lines {
    let isTight = items.allSatisfy { $0.dropFirst().allSatisfy { $0.isList } }
    var number = min(max(0, start ?? 1), 999_999_999 - items.count)
    let parts = items.map { blocks -> Lines in
      let ordered = Array("\(number)".utf8) + [isOther ? .rightParenthesis : .fullStop, .space]
      let marker = start != nil ? ordered : [isOther ? .asterisk : .hyphen, .space]
      number += 1
      let lines = Array(blocks.joined(separator: isTight ? [] : [[]]))
      return (lines.isEmpty ? [[]] : lines).indented(by: marker)
    }
    return Array(parts.joined(separator: isTight ? [] : [[]]))
  }

  /// The lists of items that have levels, each level in the item before it.
  private func lists(
    _ items: ArraySlice<ListedItem>, _ style: HTMLStyle, after last: UInt8? = nil
  ) -> [Lines] {
    var (rest, level) = (items, 9)
    var result: [Lines] = []
    var entries: [[Lines]] = []
    var (start, next, marker): (Int?, Int, UInt8?) = (nil, 1, last)
    func flush() {
      if entries.isEmpty { return }
      let plain: UInt8 = start == nil ? .hyphen : .fullStop
      let own = list(entries, start, isOther: marker == plain)
      (marker, entries) = (own.marker, [])
      result.append(own)
    }
    while let item = rest.popFirst() {
      let isShallower = !entries.isEmpty && item.level < level
      level = min(level, item.level)
      var inner = rest.prefix { $0.level > level || $0.level == level && $0.isMore }
      rest = rest.dropFirst(inner.count)
      var entry = blocks(of: item, style)
      while let more = inner.first {
        let part = inner.prefix { $0.level > level }
        entry += part.isEmpty ? blocks(for: more.node, style) : lists(part, style)
        inner = inner.dropFirst(max(part.count, 1))
      }
      // An item above the first ones goes on with their list.
      let number = item.isOrdered && !isShallower ? item.number(expecting: next) : nil
      // Another kind, or a number that begins again, is another list.
      if entries.isEmpty || item.isOrdered != (start != nil) || number ?? next < next {
        flush()
        start = item.isOrdered ? number ?? 1 : nil
        next = start ?? 1
      }
      next += 1
      entries.append(entry)
    }
    flush()
    return result
  }

  private func blocks(of item: ListedItem, _ style: HTMLStyle) -> [Lines] {
    var inner = style.of(node(item.node))
    inner.isItem = true
    let own = blocks(of: item.node, inner)
    return own.isEmpty ? [[[]]] : own
  }

  private func code(_ index: Int) -> Lines {
    var text = document.literal(index).textLines
    if text.count > 1, text[0].isEmpty { text.removeFirst() }
    if text.count > 1, text[text.count - 1].isEmpty { text.removeLast() }
    let fence = Array(text.joined(separator: [.lineFeed])).fence
    let classes = [index] + node(index).children
    let language = classes.lazy.compactMap { node($0)["class"]?.language }.first ?? []
    return [fence + language] + text + [fence]
  }

  private func table(_ index: Int, _ style: HTMLStyle) -> [Lines] {
    let rows = document.rows(of: index).map { row in
      node(row).children.filter { node($0).kind == .cell }
    }.filter { !$0.isEmpty }
    // A table with only one cell is a frame.
    if rows.count < 2, rows.first?.count ?? 1 == 1 || !dialect.extensions.contains(.tables) {
      return rows.flatMap { $0.flatMap { blocks(of: $0, style) } }
    }
    let writer = HTMLInlines(document, dialect, lineBreak: Array("<br>".utf8))
    let cells = rows.map { row in
      row.flatMap { cell -> [[UInt8]] in
        let text = Array(writer.text(of: node(cell).children, style).joined(separator: [.space]))
        let span = max(1, min(20, node(cell)["colspan"]?.number(after: "") ?? 1))
        // Also after a backslash, which is the cell's own.
        let escaped = text.flatMap { $0 == .verticalLine ? [.backslash, $0] : [$0] }
        return [escaped] + [[UInt8]](repeating: [], count: span - 1)
      }
    }
    let alignments = rows[0].map { cell -> SyntaxTree.Alignment in
      let style =
        (node(cell)["style"]?.withoutBlanks ?? []) + [.space] + (node(cell)["align"] ?? [])
      if style.holds("text-align:center") || style.holds(" center") { return .center }
      if style.holds("text-align:right") || style.holds(" right") { return .right }
      return style.holds("text-align:left") || style.holds(" left") ? .left : .none
    }
    return [TableText(rows: cells, alignments: alignments).lines]
  }
}

extension HTMLDocument {
  func rows(of index: Int) -> [Int] {
    nodes[index].children.flatMap { child in
      nodes[child].kind == .row ? [child] : nodes[child].kind == .block ? rows(of: child) : []
    }
  }

  /// The items that a block consists of, if they have levels: paragraphs of Word, lists that are
  /// in lists and not in items, and lists whose items say how deep they are, as those of Google
  /// Docs, Slack and Word's page do.
  func listedItems(of index: Int, depth: Int = 1) -> [ListedItem]? {
    let node = nodes[index]
    var items: [ListedItem] = []
    switch node.kind {
    case .paragraph:
      guard let level = node.style("mso-list")?.number(after: "level") else { return nil }
      let sign = sign(in: index)
      items = [ListedItem(node: index, level: level, isOrdered: sign.isNumber, sign: sign)]
      items[0].margin = margin(of: index)
    case .list(let isOrdered):
      var (hasLevel, isFirst) = (false, true)
      for child in node.children where !isWhite(child) {
        guard nodes[child].kind == .item else {
          guard case .list = nodes[child].kind, let inner = listedItems(of: child, depth: depth + 1)
          else { return nil }
          items += inner
          hasLevel = true
          continue
        }
        let level = level(ofItem: child, in: node)
        let kind = nodes[child]["data-list"].map { $0.holds("ordered") }
        var item = ListedItem(node: child, level: level ?? depth, isOrdered: kind ?? isOrdered)
        if isFirst { item.sign = node["start"] ?? [0x31] }
        (hasLevel, isFirst) = (hasLevel || level != nil, false)
        items.append(item)
      }
      if !hasLevel, depth == 1 { return nil }
    case .block:
      for child in node.children where !isWhite(child) {
        guard !nodes[child].kind.isInline, let inner = listedItems(of: child) else { return nil }
        items += inner
      }
    default: return nil
    }
    return items.isEmpty ? nil : items
  }

  private func level(ofItem index: Int, in list: Node) -> Int? {
    let item = nodes[index]
    return item.style("mso-list")?.number(after: "level")
      ?? (item["data-aria-level"] ?? item["aria-level"])?.number(after: "")
      ?? item["class"]?.number(after: "ql-indent-").map { $0 + 1 }
      ?? list["data-indent"]?.number(after: "").map { $0 + 1 }
  }

  /// A paragraph of Word that continues an item: the last one that is not indented further.
  func continuation(_ index: Int, of items: [ListedItem]) -> ListedItem? {
    guard !items.isEmpty, nodes[index].kind == .paragraph, !isEmpty(index),
      let margin = margin(of: index), margin > 0
    else { return nil }
    var level = Int.max
    for item in items.reversed() where !item.isMore && item.level < level {
      guard let own = item.margin else { return nil }
      level = item.level
      if own <= margin {
        var more = item
        (more.node, more.isMore) = (index, true)
        return more
      }
    }
    return nil
  }

  /// The indentation of a paragraph of Word, in tenths of a point; nil if it has none.
  private func margin(of index: Int) -> Int? {
    let margin = nodes[index].style("margin-left")
    // Word leaves out what the style of a list's paragraph has.
    guard let margin else {
      return nodes[index]["class"]?.holds("MsoListParagraph") == true ? 360 : nil
    }
    let digits = margin.prefix { $0.isASCIIDigit }
    let tenth =
      margin.dropFirst(digits.count).first == .fullStop
      ? margin.dropFirst(digits.count + 1).first.map { Int($0) - 0x30 } ?? 0 : 0
    let points = Int(String(decoding: digits.prefix(6), as: UTF8.self)) ?? 0
    return margin.holds("in") ? points * 720 + tenth * 72 : points * 10 + tenth
  }

  /// The marker of an item from Word.
  func sign(in index: Int) -> [UInt8] {
    func text(_ index: Int) -> [UInt8] {
      nodes[index].kind == .text ? nodes[index].text : nodes[index].children.flatMap { text($0) }
    }
    func marker(_ index: Int) -> Int? {
      nodes[index].isWordMarker
        ? index : nodes[index].children.lazy.compactMap { marker($0) }.first
    }
    // No-break spaces separate it from the text.
    return marker(index).map { text($0).filter { (0x21..<0x7F).contains($0) } } ?? []
  }

  /// Whether a node is only white space, or an element without text.
  func isWhite(_ index: Int) -> Bool {
    let node = nodes[index]
    if node.kind == .text { return node.text.allSatisfy { $0.isWhite } }
    return node.kind == .inline && node.children.allSatisfy { isWhite($0) }
  }

  /// Whether an element consists of links, which are underlined by themselves.
  func isLinks(_ index: Int) -> Bool {
    let node = nodes[index]
    return node.kind == .link
      || node.kind != .text && !node.children.isEmpty
        && node.children.allSatisfy { isLinks($0) || isWhite($0) }
  }

  private func isEmpty(_ index: Int) -> Bool {
    let text = String(decoding: literal(index), as: UTF8.self)
    return text.unicodeScalars.allSatisfy { isWhiteSpace($0) }
  }
}

/// An item of a list that is written without nesting.
struct ListedItem {
  var node: Int
  /// The level, from 1 to 9.
  var level: Int
  var isOrdered: Bool
  /// The number as it is written; empty for the number after the previous one.
  var sign: [UInt8]
  /// The indentation of its text, of Word.
  var margin: Int?
  /// Whether it is a paragraph that continues the item before it of the same level.
  var isMore = false

  init(node: Int, level: Int, isOrdered: Bool, sign: [UInt8] = []) {
    (self.node, self.isOrdered, self.sign) = (node, isOrdered, sign)
    self.level = min(max(level, 1), 9)
  }

  /// The number in the marker: 3 of `3.`, `1.3.`, `c)` and `iii.`; nil if it cannot be told.
  func number(expecting next: Int) -> Int? {
    let words = sign.split { !$0.isASCIIAlphanumeric }
    guard let word = words.last else { return nil }
    if word.allSatisfy({ $0.isASCIIDigit }) {
      return Int(String(decoding: word.prefix(9), as: UTF8.self))
    }
    // The first of `a`, `A`, `i` and `I`; others follow their neighbours.
    guard word.count == 1, let letter = word.first.map({ $0 | 0x20 }) else { return nil }
    if letter == UInt8(ascii: "i"), next == 9 { return 9 }
    return letter == UInt8(ascii: "a") || letter == UInt8(ascii: "i") ? 1 : nil
  }
}

extension HTMLMarkdown.Lines {
  fileprivate func indented(by marker: [UInt8]) -> Self {
    let blanks = [UInt8](repeating: .space, count: marker.count)
    return enumerated().map { $0 == 0 ? marker + $1 : $1.isEmpty ? [] : blanks + $1 }
  }

  fileprivate var isList: Bool { marker != nil }

  fileprivate var marker: UInt8? {
    guard let first = self.first else { return nil }
    let rest = first.drop { $0.isASCIIDigit }
    let markers: [UInt8] =
      rest.count < first.count ? [.fullStop, .rightParenthesis] : [.hyphen, .asterisk]
    guard let marker = rest.first, markers.contains(marker), rest.dropFirst().first == .space
    else { return nil }
    return marker
  }
}

extension UInt8 {
  fileprivate var isOtherMarker: Bool { self == .asterisk || self == .rightParenthesis }
}

extension [UInt8] {
  func holds(_ text: StaticString) -> Bool {
    indices.contains { self[$0...].starts(with: text.bytes) }
  }

  fileprivate func number(after text: StaticString) -> Int? {
    guard let place = indices.first(where: { self[$0...].starts(with: text.bytes) }) else {
      return nil
    }
    let digits = self[(place + text.bytes.count)...].prefix { $0.isASCIIDigit }.prefix(9)
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// Whether the marker of an item is a number, such as `1.`, `(a)` or `iv)`, and not a bullet.
  var isNumber: Bool {
    contains { $0.isASCIIAlphanumeric }
      && contains { $0.isASCIIDigit || $0 == .fullStop || $0 == .rightParenthesis }
  }

  fileprivate var withoutBlanks: [UInt8] { filter { !$0.isWhite } }

  /// The text of a heading, which needs no escape of a marker at its start: `1. a`, not `1\\. a`.
  fileprivate var withoutEscapedMarker: [UInt8] {
    guard let place = firstIndex(of: .backslash) else { return self }
    let rest = self[(place + 1)...]
    let signs: [UInt8] = place > 0 ? [.fullStop, .rightParenthesis] : [.hyphen, .plusSign]
    guard self[..<place].allSatisfy({ $0.isASCIIDigit }), let sign = rest.first,
      signs.contains(sign), rest.dropFirst().first == .space
    else { return self }
    return Array(self[..<place] + rest)
  }

  /// The text of a heading, whose hashes at the end would close it otherwise: `a \#`.
  fileprivate var withoutClosingHashes: [UInt8] {
    let count = reversed().prefix { $0 == .numberSign }.count
    guard count > 0, count == self.count || self[self.count - count - 1].isBlank else {
      return self
    }
    return Array(dropLast()) + [.backslash, .numberSign]
  }

  /// The language in a class, such as `js` in `language-js`, `lang-js` and `highlight-source-js`.
  fileprivate var language: [UInt8]? {
    for word in split(whereSeparator: { $0.isWhite }) {
      for prefix: StaticString in ["language-", "lang-", "highlight-source-"] {
        let rest = word.dropFirst(prefix.bytes.count)
        if word.starts(with: prefix.bytes), !rest.isEmpty, !rest.contains(.backtick) {
          return Array(rest)
        }
      }
    }
    return nil
  }
}

enum LineStart {
  struct Hazard {
    var escape: Int
    var count: Int
  }

  /// Finds out whether a line would begin another block or underline a heading (CommonMark 0.30 §4,
  /// §5). Nil if the line is safe.
  ///
  /// - Parameters:
  ///   - line: the visible characters of the line, plainly spelled, with a line feed at its end.
  ///   - isFirst: whether it is the first line of its leaf.
  static func hazard(_ line: [Unicode.Scalar], isFirst: Bool) -> Hazard? {
    guard let first = line.first else { return nil }
    let same = line.prefix { $0 == first }.count
    switch first {
    case ">": return Hazard(escape: 0, count: 1)
    case "#": return same <= 6 && isBlank(line, at: same) ? Hazard(escape: 0, count: same + 1) : nil
    case "-", "+", "*", "=", "_":
      if first != "=" && first != "_" && isBlank(line, at: 1) { return Hazard(escape: 0, count: 2) }
      return isRule(line, of: first) || (!isFirst && isUnderline(line, of: first))
        ? Hazard(escape: 0, count: line.count) : nil
    case "~", "`": return same >= 3 ? Hazard(escape: 0, count: 3) : nil
    case "<":
      guard line.count > 1 else { return nil }
      let next = line[1]
      return Escaping.isLetter(next) || next == "/" || next == "!" || next == "?"
        ? Hazard(escape: 0, count: 2) : nil
    case "[": return isFirst && isDefinition(line) ? Hazard(escape: 0, count: 1) : nil
    default:
      let digits = line.prefix { Escaping.isDigit($0) }.count
      guard (1...9).contains(digits), line.count > digits else { return nil }
      let isDelimiter = line[digits] == "." || line[digits] == ")"
      return isDelimiter && isBlank(line, at: digits + 1)
        ? Hazard(escape: digits, count: digits + 2) : nil
    }
  }

  private static func isBlank(_ line: [Unicode.Scalar], at index: Int) -> Bool {
    index >= line.count || line[index] == " " || line[index] == "\t" || line[index] == "\n"
  }

  /// Whether a line is a thematic break of a character (CommonMark 0.30 §4.1): `- - -`, not `--`.
  private static func isRule(_ line: [Unicode.Scalar], of scalar: Unicode.Scalar) -> Bool {
    guard scalar != "=", scalar != "+" else { return false }
    let rest = line.filter { $0 != " " && $0 != "\t" && $0 != "\n" }
    return rest.count >= 3 && rest.allSatisfy { $0 == scalar }
  }

  /// Whether a line is a setext underline of a character (CommonMark 0.30 §4.3): `===`, not `= =`.
  private static func isUnderline(_ line: [Unicode.Scalar], of scalar: Unicode.Scalar) -> Bool {
    guard scalar == "=" || scalar == "-" else { return false }
    return line.drop { $0 == scalar }.allSatisfy { $0 == " " || $0 == "\t" || $0 == "\n" }
  }

  /// Whether a line may begin a link reference definition: `[a]: /u`, not `[a] b`.
  private static func isDefinition(_ line: [Unicode.Scalar]) -> Bool {
    zip(line, line.dropFirst()).contains { $0 == "]" && $1 == ":" }
  }
}

extension Sequence<UInt8> {
  func blockStart(isFirst: Bool) -> Int? {
    let scalars = map { $0 < 0x80 ? Unicode.Scalar($0) : "a" } + ["\n"]
    return LineStart.hazard(scalars, isFirst: isFirst)?.escape
  }
}
