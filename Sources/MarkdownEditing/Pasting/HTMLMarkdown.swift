import MarkdownSyntax

/// Markdown for the HTML of a clipboard.
struct HTMLMarkdown {
  let document: HTMLDocument
  let dialect: Dialect
  typealias Lines = [[UInt8]]

  init(_ html: [UInt8], dialect: Dialect) {
    document = HTMLDocument(html)
    self.dialect = dialect
  }

  /// The Markdown, with line feeds.
  ///
  /// - Complexity: O(*n*) in the length of the HTML.
  var text: [UInt8] {
    Array(blocks(of: 0, HTMLStyle()).joined(separator: [[]]).joined(separator: [.lineFeed]))
  }

  private func node(_ index: Int) -> HTMLDocument.Node { document.nodes[index] }

  /// Returns the blocks in an element. Lines of text between blocks become paragraphs.
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

  /// Whether nodes are only the box of a task, as in `<li><input type="checkbox"><p>a</p>`.
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

  /// Returns a paragraph; nil if it shows nothing.
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
        items.append(
          isItem
            ? blocks(of: child, inner) : blocks(for: child, style))
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

  /// Returns a list from Word, whose paragraphs contain their level and marker.
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
  /// Returns the rows of a table, also those in `<tbody>`.
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
  /// Returns the lines of an item, with its marker before the first one.
  fileprivate func indented(by marker: [UInt8]) -> Self {
    let blanks = [UInt8](repeating: .space, count: marker.count)
    return enumerated().map { $0 == 0 ? marker + $1 : $1.isEmpty ? [] : blanks + $1 }
  }

  /// Whether the block is a list, such as `- a`, not `a`.
  fileprivate var isList: Bool { marker != nil }

  /// The bullet of a list or the character after its number; nil for another block.
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
  /// Whether a marker is that of a list after another one: `*`, not `-`.
  fileprivate var isOtherMarker: Bool { self == .asterisk || self == .rightParenthesis }
}

extension [UInt8] {
  /// Whether the bytes contain a text, as `abc` contains `b`.
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
