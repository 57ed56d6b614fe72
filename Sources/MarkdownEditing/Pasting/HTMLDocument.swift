import CommonMark
import MarkdownSyntax

/// The elements and texts of HTML from a clipboard. Missing end tags are tolerated.
struct HTMLDocument {
  enum Kind: Hashable {
    case text, block, paragraph, quote, preformatted, table, row, cell, rule
    case heading(Int)
    case list(isOrdered: Bool)
    case item, lineBreak, code, link, image, checkbox, inline
    case mark(Mark)
    case tag(InlineTag)

    var isInline: Bool {
      switch self {
      case .text, .lineBreak, .mark, .code, .link, .image, .checkbox, .inline, .tag: true
      default: false
      }
    }

    var mark: Mark? { if case .mark(let mark) = self { mark } else { nil } }
  }
  /// Whether there is an element that Markdown has, other than code that is preformatted.
  var hasMarkup: Bool {
    nodes.contains {
      switch $0.kind {
      case .text, .block, .preformatted, .lineBreak, .inline: false
      default: true
      }
    }
  }
  struct Node {
    var kind: Kind
    var name: [UInt8] = []
    var attributes: [(name: [UInt8], value: [UInt8])] = []
    var text: [UInt8] = []
    var children: [Int] = []
    var holdsBlock = false

    subscript(name: StaticString) -> [UInt8]? {
      attributes.first { $0.name.elementsEqual(name.bytes) }?.value
    }
  }

  private static let maximumDepth = 60
  private static let kinds: [(name: StaticString, kind: Kind)] = [
    ("p", .paragraph), ("h1", .heading(1)), ("h2", .heading(2)), ("h3", .heading(3)),
    ("h4", .heading(4)), ("h5", .heading(5)), ("h6", .heading(6)), ("blockquote", .quote),
    ("pre", .preformatted), ("ul", .list(isOrdered: false)), ("ol", .list(isOrdered: true)),
    ("li", .item), ("table", .table), ("tr", .row), ("td", .cell), ("th", .cell), ("hr", .rule),
    ("br", .lineBreak), ("b", .mark(.strong)), ("strong", .mark(.strong)),
    ("i", .mark(.emphasis)), ("em", .mark(.emphasis)), ("cite", .mark(.emphasis)),
    ("dfn", .mark(.emphasis)), ("var", .mark(.emphasis)), ("code", .code), ("samp", .code),
    ("tt", .code), ("a", .link), ("img", .image), ("input", .checkbox), ("div", .block),
    ("section", .block),
    ("article", .block), ("header", .block), ("footer", .block), ("main", .block), ("nav", .block),
    ("aside", .block), ("figure", .block), ("figcaption", .block), ("address", .block),
    ("details", .block), ("summary", .block), ("dl", .block), ("dt", .block), ("dd", .block),
    ("form", .block), ("fieldset", .block), ("body", .block), ("html", .block),
    ("thead", .block), ("tbody", .block), ("tfoot", .block), ("center", .block),
  ]
  private static let dropped: [StaticString] = [
    "script", "style", "head", "title", "template", "noscript", "textarea", "select", "svg",
    "xml", "iframe", "object",
  ]
  private static let empty: [StaticString] = [
    "br", "hr", "img", "input", "meta", "link", "col", "wbr", "source", "area", "base", "embed",
  ]

  private(set) var nodes = [Node(kind: .block)]
  private var open = [0]

  init(_ html: [UInt8]) {
    var reader = HTMLReader(html)
    while let token = reader.next() {
      switch token {
      case .text(let text): add(Node(kind: .text, text: text), opens: false)
      case .start(let name, let attributes):
        if Self.dropped.contains(where: { name.elementsEqual($0.bytes) }) {
          reader.skip(toEndOf: name)
          continue
        }
        var node = Node(kind: Self.kind(of: name), name: name, attributes: attributes)
        if node.kind == .inline, let tag = node.styledTag { node.kind = .tag(tag) }
        closeImplied(before: node.kind)
        add(node, opens: !Self.empty.contains { name.elementsEqual($0.bytes) })
      case .end(let name):
        guard let place = open.lastIndex(where: { nodes[$0].name == name }), place > 0 else {
          continue
        }
        open.removeSubrange(place...)
      }
    }
  }

  private static func kind(of name: [UInt8]) -> Kind {
    if let row = kinds.first(where: { name.elementsEqual($0.name.bytes) }) { return row.kind }
    let mark = MarkSyntax.all.first {
      $0.elements.contains { name.elementsEqual($0.bytes) }
    }
    if let mark { return .mark(Mark(mark)) }
    return InlineTag(named: name).map { .tag($0) } ?? .inline
  }

  private mutating func add(_ node: Node, opens: Bool) {
    let parent = open[open.count - 1]
    nodes.append(node)
    nodes[parent].children.append(nodes.count - 1)
    if !node.kind.isInline { for index in open { nodes[index].holdsBlock = true } }
    if opens, open.count < Self.maximumDepth { open.append(nodes.count - 1) }
  }

  private mutating func closeImplied(before kind: Kind) {
    let (closed, limit): ([Kind], [Kind])
    switch kind {
    case .item: (closed, limit) = ([.item], [.list(isOrdered: false), .list(isOrdered: true)])
    case .cell: (closed, limit) = ([.cell], [.row, .table])
    case .row: (closed, limit) = ([.row], [.table])
    default:
      if kind.isInline { return }
      (closed, limit) = ([.paragraph], [.item, .cell, .quote, .table, .block])
    }
    guard let end = open.lastIndex(where: { (closed + limit).contains(nodes[$0].kind) }), end > 0,
      closed.contains(nodes[open[end]].kind)
    else { return }
    open.removeSubrange(end...)
  }

  /// The text of an element as it is, without the marker of an item from Word.
  func literal(_ index: Int) -> [UInt8] {
    let node = nodes[index]
    if node.kind == .text { return node.text }
    if node.isWordMarker { return [] }
    return node.kind == .lineBreak ? [.lineFeed] : node.children.flatMap { literal($0) }
  }
}

extension HTMLDocument.Node {
  /// The value of a property of the style, in small letters and without white space.
  func style(_ property: StaticString) -> [UInt8]? {
    guard let style = self["style"] else { return nil }
    return style.split(separator: .semicolon).lazy.compactMap { declaration -> [UInt8]? in
      let name = declaration.prefix { $0 != .colon }
      guard name.filter({ !$0.isWhite }).map({ $0.smallLetter }).elementsEqual(property.bytes)
      else { return nil }
      return declaration.dropFirst(name.count + 1).filter { !$0.isWhite }.map { $0.smallLetter }
    }.last
  }

  /// The tag that shows the text in the same way: `sup` for `vertical-align:super` of Google Docs.
  fileprivate var styledTag: InlineTag? {
    if let place = style("vertical-align") {
      if place.elementsEqual("super".utf8) { return .superscript }
      if place.elementsEqual("sub".utf8) { return .subscript }
    }
    if style("mso-highlight") != nil { return .mark }
    let isUnderlined = (style("text-decoration") ?? []).holds("underline")
    return isUnderlined ? .underline : nil
  }

  /// Whether an element is the marker of an item from Word: `<span style="mso-list:Ignore">`.
  var isWordMarker: Bool { style("mso-list")?.elementsEqual("ignore".utf8) == true }
}

private struct HTMLReader {
  enum Token {
    case text([UInt8])
    case start([UInt8], [(name: [UInt8], value: [UInt8])])
    case end([UInt8])
  }
  private let html: [UInt8]
  private var index = 0

  init(_ html: [UInt8]) { self.html = html }

  private var byte: UInt8? { index < html.count ? html[index] : nil }

  private func starts(with text: StaticString) -> Bool {
    html[index...].prefix(text.utf8CodeUnitCount).elementsEqual(text.bytes)
  }

  private mutating func skip(past text: StaticString) {
    while index < html.count, !starts(with: text) { index += 1 }
    index = min(html.count, index + text.utf8CodeUnitCount)
  }

  mutating func next() -> Token? {
    while index < html.count {
      guard html[index] == .lessThan, index + 1 < html.count else { return .text(text()) }
      let next = html[index + 1]
      if starts(with: "<!--") {
        skip(past: "-->")
      } else if next == .exclamationMark || next == .questionMark {
        skip(past: ">")
      } else if next.isASCIILetter {
        index += 1
        return .start(name(), attributes())
      } else if next == .slash {
        index += 2
        let name = name()
        skip(past: ">")
        return .end(name)
      } else {
        return .text(text())
      }
    }
    return nil
  }

  mutating func skip(toEndOf name: [UInt8]) {
    while index < html.count {
      if html[index] == .lessThan, index + 1 < html.count, html[index + 1] == .slash {
        index += 2
        if self.name() == name { return skip(past: ">") }
      } else {
        index += 1
      }
    }
  }

  private mutating func text() -> [UInt8] {
    let start = index
    index += 1
    while let byte, byte != .lessThan { index += 1 }
    return Array(html[start..<index]).withoutReferences
  }

  private mutating func name() -> [UInt8] {
    let start = index
    while let byte, !byte.isWhite, byte != .greaterThan, byte != .slash, byte != .equalsSign {
      index += 1
    }
    return html[start..<index].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private mutating func attributes() -> [(name: [UInt8], value: [UInt8])] {
    var result: [(name: [UInt8], value: [UInt8])] = []
    while let first = byte, first != .greaterThan {
      if first.isWhite || first == .slash || first == .equalsSign {
        index += 1
        continue
      }
      let name = name()
      while let byte, byte.isWhite { index += 1 }
      var value: [UInt8] = []
      if byte == .equalsSign {
        index += 1
        while let byte, byte.isWhite { index += 1 }
        let quote = byte == .quotationMark || byte == .apostrophe ? byte : nil
        if quote != nil { index += 1 }
        let start = index
        while let byte, quote.map({ $0 != byte }) ?? (!byte.isWhite && byte != .greaterThan) {
          index += 1
        }
        value = Array(html[start..<index]).withoutReferences
        if quote != nil { index += 1 }
      }
      result.append((name, value))
    }
    index = min(html.count, index + 1)
    return result
  }
}

extension [UInt8] {
  fileprivate var withoutReferences: [UInt8] {
    guard contains(.ampersand) else { return self }
    var result: [UInt8] = []
    var index = 0
    while index < count {
      let rest = self[index...].prefix(34)
      if rest.first == .ampersand, let end = rest.firstIndex(of: .semicolon),
        let scalars = Self.scalars(ofReference: self[(index + 1)..<end])
      {
        result += scalars
        index = end + 1
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }

  private static func scalars(ofReference name: ArraySlice<UInt8>) -> [UInt8]? {
    guard name.first == .numberSign else {
      guard name.allSatisfy({ $0.isASCIIAlphanumeric }), !name.isEmpty else { return nil }
      return name.withUnsafeBufferPointer { NamedCharacter.scalars(of: $0) }.map { scalars in
        Escaping.utf8(scalars.first) + (scalars.second.map(Escaping.utf8) ?? [])
      }
    }
    let isHex = name.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = String(decoding: name.dropFirst(isHex ? 2 : 1), as: UTF8.self)
    guard let value = UInt32(digits, radix: isHex ? 16 : 10), value > 0,
      let scalar = Unicode.Scalar(value)
    else { return nil }
    return Escaping.utf8(scalar)
  }
}
