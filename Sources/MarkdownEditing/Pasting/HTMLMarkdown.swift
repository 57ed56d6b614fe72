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
    // Word writes the items of a list as paragraphs.
    var listed: [Int] = []
    func flush() {
      if !run.isEmpty { result += text(of: run, style).map { [$0] } ?? [] }
      if !listed.isEmpty { result.append(wordList(listed, style)) }
      (run, listed) = ([], [])
    }
    for child in node(parent).children {
      let node = node(child)
      if node.kind == .paragraph, node["style"]?.holds("mso-list:") == true {
        if !run.isEmpty { flush() }
        listed.append(child)
      } else if node.kind.isInline, !node.holdsBlock {
        // White space between two items from Word does not separate them.
        if listed.isEmpty || node.kind != .text || !node.text.allSatisfy({ $0.isWhite }) {
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
      return text.isEmpty ? [] : [[hashes + [.space] + text.withoutClosingHashes]]
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
        items[last] += blocks(for: child, style)
      } else {
        items.append(isItem ? blocks(of: child, inner) : blocks(for: child, style))
      }
    }
    let start = node(index)["start"].flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 1
    let isTight = items.allSatisfy { $0.dropFirst().allSatisfy { $0.isList } }
    var number = min(max(0, start), 999_999_999 - items.count)
    let parts = items.map { blocks -> Lines in
      let ordered = Array("\(number)".utf8) + [isOther ? .rightParenthesis : .fullStop, .space]
      let marker = isOrdered ? ordered : [isOther ? .asterisk : .hyphen, .space]
      number += 1
      let lines = Array(blocks.joined(separator: isTight ? [] : [[]]))
      return (lines.isEmpty ? [[]] : lines).indented(by: marker)
    }
    return Array(parts.joined(separator: isTight ? [] : [[]]))
  }

  private func wordList(_ items: [Int], _ style: HTMLStyle) -> Lines {
    var widths: [Int] = []
    var result: Lines = []
    var numbers: [Int] = []
    for item in items {
      let level = max(1, min(9, node(item)["style"]?.number(after: "level") ?? 1))
      let inner = node(item).children
      let sign = inner.first { document.isWordMarker($0) }.map { document.literal($0) } ?? []
      // The second level of bullets has the letter o.
      let isOrdered =
        sign.first { !$0.isWhite }?.isASCIIAlphanumeric ?? false
        && sign.contains { $0.isASCIIDigit || $0 == .fullStop || $0 == .rightParenthesis }
      widths = Array(widths.prefix(level - 1))
      numbers = Array((numbers + [Int](repeating: 0, count: level)).prefix(level))
      numbers[level - 1] += 1
      let marker = isOrdered ? Array("\(numbers[level - 1]). ".utf8) : [.hyphen, .space]
      let blanks = [UInt8](repeating: .space, count: widths.reduce(0, +))
      let text = text(of: inner.filter { !document.isWordMarker($0) }, style) ?? [[]]
      result += text.indented(by: marker).map { blanks + $0 }
      widths.append(marker.count)
    }
    return result
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

  /// Whether an element is the marker of an item from Word: `<span style="mso-list:Ignore">`.
  func isWordMarker(_ index: Int) -> Bool {
    nodes[index]["style"]?.holds("mso-list:Ignore") == true
      || !nodes[index].children.isEmpty && nodes[index].children.count < 4
        && nodes[index].children.contains { isWordMarker($0) }
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

  fileprivate var withoutBlanks: [UInt8] { filter { !$0.isWhite } }

  /// The text of a heading, whose hashes at the end would close it otherwise: `a \#`.
  fileprivate var withoutClosingHashes: [UInt8] {
    let count = reversed().prefix { $0 == .numberSign }.count
    guard count > 0, self.count > count, self[self.count - count - 1].isBlank else { return self }
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
