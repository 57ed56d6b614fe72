import CommonMark
import MarkdownSyntax
import TextEditing

/// What other documents need to know of a document: its headings, anchors, links, tags and names.
///
/// Ranges are UTF-8 ranges of its text.
package struct Note: Sendable {
  package struct Heading: Hashable, Sendable {
    package var level: Int
    /// The visible text.
    package var text: String
    /// The text after `#` in its address.
    package var anchor: String
    package var range: Range<Int>
    /// The range of the text, without anchors and attributes at its ends: `a` of `# <a name="b"></a>a {.c}`.
    package var content: Range<Int>
  }

  /// A place with a name that is not a heading: `<a name="b">`, `^b` at the end of a block.
  package struct Anchor: Hashable, Sendable {
    package var name: String
    package var range: Range<Int>
  }

  /// A part of the document that leads to a file, or to a place in one.
  package struct Link: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
      /// `[a](b)`, `![a](b)`
      case inline, image
      /// `[a][b]`; its destination is the definition's.
      case reference
      /// `[a]: b`
      case definition
      /// `[[a]]`, `![[a]]`
      case wiki, embed
      /// The value of `href` or `src` in HTML.
      case html
    }
    package var form: Form
    /// The range of the whole link.
    package var range: Range<Int>
    /// The range of the written destination: `b#c` of `[a](b#c)`, of a reference its label.
    package var target: Range<Int>
    /// The path, decoded; empty for a place in the same document.
    package var path: String
    /// The text after `#`, decoded; nil if there is no `#`.
    package var fragment: String?

    package var isWiki: Bool { form == .wiki || form == .embed }

    init(
      form: Form, range: Range<Int>, target: Range<Int>, path: String, fragment: String?
    ) {
      (self.form, self.range, self.target) = (form, range, target)
      (self.path, self.fragment) = (path, fragment)
    }

    /// A link to a path that is not in a document yet.
    package init(to path: String, isWiki: Bool) {
      self.init(
        form: isWiki ? .wiki : .inline, range: 0..<0, target: 0..<0, path: path, fragment: nil)
    }
  }

  package struct Tag: Hashable, Sendable {
    /// Without `#`.
    package var name: String
    package var range: Range<Int>
  }

  package private(set) var headings: [Heading] = []
  package private(set) var anchors: [Anchor] = []
  package private(set) var links: [Link] = []
  package private(set) var tags: [Tag] = []
  /// Other names, from the front matter.
  package private(set) var aliases: [String] = []
  /// The offset of the text after the front matter.
  package private(set) var start = 0

  /// The text of the first heading of level 1.
  package var title: String? { headings.first { $0.level == 1 }?.text }

  package init(_ tree: SyntaxTree, _ source: [UInt8], in dialect: Dialect) {
    readHeadings(tree, source)
    source.withUnsafeBufferPointer { bytes in
      let hasTags = dialect.extensions.contains(.wikiLinks)
      var metadata: Range<Int>?
      for node in tree.nodes {
        switch node.kind {
        case .link, .image, .definition: read(tree.link(of: node), of: node)
        case .island where node.syntax == .wikiLinks: readWikiLink(node.range, bytes)
        case .island where node.syntax == .blockIdentifiers:
          anchors.append(Anchor(name: text(node.range, bytes), range: node.range))
        case .html, .inlineHTML: readHTML(node.range, bytes)
        case .metadata: metadata = node.range
        case .text where hasTags: readTags(node.range, bytes)
        default: break
        }
      }
      guard let metadata else { return }
      readMetadata(metadata, bytes)
      start = bytes[metadata.upperBound...].firstIndex { !$0.isLineEnding } ?? metadata.upperBound
    }
  }

  private func text(_ range: Range<Int>, _ source: Bytes) -> String {
    String(decoding: source[range], as: UTF8.self)
  }

  private mutating func readHeadings(_ tree: SyntaxTree, _ source: [UInt8]) {
    headings = tree.headingAnchors(of: source).map { anchor in
      let node = tree.nodes[anchor.node]
      return Heading(
        level: node.level ?? 1, text: tree.text(of: anchor.node, in: source).trimmed,
        anchor: anchor.name, range: node.range, content: Self.content(of: anchor.node, tree, source)
      )
    }
  }

  private static func content(
    of heading: Int, _ tree: SyntaxTree, _ source: [UInt8]
  ) -> Range<Int> {
    var range = tree.nodes[heading].content
    var inlines: [SyntaxTree.Node] = []
    var index = heading + 1
    while index < tree.nodes[heading].endIndex {
      inlines.append(tree.nodes[index])
      index = tree.nodes[index].endIndex
    }
    let isHidden = { (node: SyntaxTree.Node) in
      node.kind == .inlineHTML || node.syntax == .attributes || node.syntax == .blockIdentifiers
    }
    if inlines.allSatisfy(isHidden) { return range }
    for node in inlines.prefix(while: isHidden) { range = node.range.upperBound..<range.upperBound }
    for node in inlines.reversed().prefix(while: isHidden) {
      range = range.lowerBound..<node.range.lowerBound
    }
    while let first = source[range].first, first.isBlank { range.removeFirst() }
    while let last = source[range].last, last.isBlank { range.removeLast() }
    return range
  }

  // MARK: Links

  /// Adds a link, unless it leads elsewhere than to files.
  private mutating func add(
    _ form: Link.Form, _ range: Range<Int>, _ target: Range<Int>, _ destination: String
  ) {
    if destination.isEmpty || Paths.hasScheme(destination) || destination.hasPrefix("//") { return }
    let hash = destination.utf8.firstIndex(of: .numberSign)
    var path = destination[..<(hash ?? destination.endIndex)]
    if let query = path.utf8.firstIndex(of: .questionMark) { path = path[..<query] }
    let fragment = hash.map { Paths.decoded(destination[destination.index(after: $0)...]) }
    links.append(
      Link(
        form: form, range: range, target: target, path: Paths.decoded(path), fragment: fragment))
  }

  private mutating func read(_ link: SyntaxTree.Link?, of node: SyntaxTree.Node) {
    guard let link else { return }
    let destination = String(decoding: link.destination, as: UTF8.self)
    switch link.form {
    case nil: add(.definition, node.range, link.destinationRange ?? node.content, destination)
    case .inline?:
      add(
        node.kind == .image ? .image : .inline, node.range, link.destinationRange ?? node.content,
        destination)
    case .autolink?, .emailAutolink?, .bare?: break
    default: add(.reference, node.range, link.label ?? node.content, destination)
    }
  }

  private mutating func readWikiLink(_ range: Range<Int>, _ source: Bytes) {
    let isEmbed = source[range.lowerBound] == .exclamationMark
    let start = range.lowerBound + (isEmbed ? 3 : 2)
    guard start <= range.upperBound - 2 else { return }
    let inner = start..<range.upperBound - 2
    // In a table, the line before the other text is escaped.
    var end = source[inner].firstIndex(of: .verticalLine) ?? inner.upperBound
    if end > start, end < inner.upperBound, source[end - 1] == .backslash { end -= 1 }
    let written = text(start..<end, source)
    let hash = written.utf8.firstIndex(of: .numberSign)
    let path = written[..<(hash ?? written.endIndex)]
    links.append(
      Link(
        form: isEmbed ? .embed : .wiki, range: range, target: start..<end,
        path: String(path).trimmed,
        fragment: hash.map { String(written[written.index(after: $0)...]).trimmed }))
  }

  private mutating func readHTML(_ range: Range<Int>, _ source: Bytes) {
    let text = Bytes(rebasing: source[..<range.upperBound])
    var index = range.lowerBound
    while let start = text[index...].firstIndex(of: .lessThan) {
      index = start + 1
      if text[start...].starts(with: "<!--".utf8) {
        var missed = RawHTML.Missed()
        index = RawHTML.end(in: text, at: start, missed: &missed) ?? text.count
        continue
      }
      guard let tag = HTMLTag.attributes(in: text, at: start) else { continue }
      index = tag.end
      let element = self.text(tag.name, text).lowercased()
      for (name, value) in tag.values {
        let written = self.text(value, text)
        switch (self.text(name, text).lowercased(), element) {
        case ("id", _), ("name", "a"):
          anchors.append(Anchor(name: written, range: start..<tag.end))
        case ("href", "a"), ("src", "img"), ("src", "source"), ("src", "video"), ("src", "audio"):
          let destination = written.utf8.contains(.ampersand) ? written.withoutReferences : written
          // A template fills it in.
          if destination.contains("{") || destination.contains("$") { continue }
          add(.html, start..<tag.end, value, destination.trimmed)
        default: break
        }
      }
    }
  }

  // MARK: Tags and names

  /// Reads tags (Obsidian's documentation, “Tags”): `#` after a blank, and letters, digits, `_`, `-` and `/`, not digits
  /// alone.
  private mutating func readTags(_ range: Range<Int>, _ source: Bytes) {
    var index = range.lowerBound
    while let start = source[index..<range.upperBound].firstIndex(of: .numberSign) {
      index = start + 1
      let isAtStart = start == 0 || source[start - 1].isBlank || source[start - 1].isLineEnding
      while index < range.upperBound, Self.isOfTag(source[index]) { index += 1 }
      let name = start + 1..<index
      guard isAtStart, !source[name].allSatisfy({ $0.isASCIIDigit }) else { continue }
      tags.append(Tag(name: text(name, source), range: start..<index))
    }
  }

  private static func isOfTag(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == .underscore || byte == .hyphen || byte == .slash
      || byte >= 0x80
  }

  /// Reads `aliases` and `tags` of YAML: a list in brackets, a text with commas, or a line with a hyphen for each.
  private mutating func readMetadata(_ range: Range<Int>, _ source: Bytes) {
    var key = ""
    var start = range.lowerBound
    while start < range.upperBound {
      let end = source[start..<range.upperBound].firstIndex { $0.isLineEnding } ?? range.upperBound
      defer { start = end + 1 }
      var value = start..<end
      if let colon = source[value].firstIndex(of: .colon), source[start].isASCIILetter {
        key = text(start..<colon, source).lowercased()
        value = colon + 1..<end
      } else if let hyphen = source[value].firstIndex(where: { !$0.isBlank }),
        source[hyphen] == .hyphen, hyphen + 1 < end, source[hyphen + 1].isBlank
      {
        value = hyphen + 1..<end
      } else {
        continue
      }
      guard ["alias", "aliases", "tag", "tags"].contains(key) else { continue }
      for part in source[value].split(separator: .comma) {
        var item = part.startIndex..<part.endIndex
        while let first = source[item].first, first.isBlank || "[\"'#".utf8.contains(first) {
          item = item.lowerBound + 1..<item.upperBound
        }
        while let last = source[item].last, last.isBlank || "]\"'".utf8.contains(last) {
          item = item.lowerBound..<item.upperBound - 1
        }
        if item.isEmpty { continue }
        let name = text(item, source)
        if key.hasPrefix("a") {
          aliases.append(name)
        } else {
          tags.append(Tag(name: name, range: item))
        }
      }
    }
  }
}

extension String {
  /// The text without the blanks at its ends.
  var trimmed: String {
    guard let first = utf8.first, let last = utf8.last, first.isBlank || last.isBlank else {
      return self
    }
    let bytes = Array(utf8)
    let start = bytes.firstIndex { !$0.isBlank } ?? bytes.count
    let end = bytes.lastIndex { !$0.isBlank } ?? start - 1
    return String(decoding: bytes[start..<end + 1], as: UTF8.self)
  }

  /// An address in HTML with its character references decoded; those that addresses have.
  var withoutReferences: String {
    var result = ""
    var rest = self[...]
    while let ampersand = rest.utf8.firstIndex(of: .ampersand) {
      result += rest[..<ampersand]
      rest = rest[ampersand...]
      let known = [("&amp;", "&"), ("&#38;", "&"), ("&quot;", "\""), ("&#39;", "'")]
      let found = known.first { rest.hasPrefix($0.0) }
      result += found?.1 ?? "&"
      rest = rest.dropFirst(found?.0.count ?? 1)
    }
    return result + rest
  }
}
