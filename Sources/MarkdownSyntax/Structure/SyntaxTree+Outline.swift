import CommonMark
import TextEditing

extension SyntaxTree {
  /// A heading with everything up to the next heading of the same or a higher level.
  public struct Section: Hashable, Sendable {
    /// The index of the heading among ``SyntaxTree/nodes``.
    public var node: Int
    /// The level of the heading, from 1 to 6.
    public var level: Int
    /// The visible text of the heading, without markup.
    public var text: String
    /// The UTF-8 range of the heading, from its first character to its last.
    public var heading: Range<Int>
    /// The UTF-8 range from the start of the heading's line to the start of the next section's
    /// line, or to the end of the text. It contains the sections of lower levels.
    public var range: Range<Int>
    /// The index of the section that contains this one, or nil at the top.
    public var parent: Int?
  }

  /// The sections of the document, in order. Headings in quotes or lists begin none.
  ///
  /// ```swift
  /// let source = Array("# a\n\nb\n\n## *c*\n".utf8)
  /// let outline = try SyntaxTree(source, in: .gitHub).outline(of: source)
  /// print(outline.map(\.text), outline[1].range)  // ["a", "c"] 8..<15
  /// ```
  ///
  /// - Parameter source: The text that the tree was read from, as UTF-8.
  /// - Complexity: O(*n*) in the number of nodes and the length of the headings.
  public func outline(of source: [UInt8]) -> [Section] {
    var sections: [Section] = []
    var open: [Int] = []
    func close(from level: Int, at offset: Int) {
      while let last = open.last, sections[last].level >= level {
        sections[last].range = sections[last].range.lowerBound..<offset
        open.removeLast()
      }
    }
    var index = 1
    while index < nodes.count {
      let node = nodes[index]
      if let level = node.level {
        let start = Int(lines[Int(node.lines.lowerBound)].start)
        close(from: level, at: start)
        open.append(sections.count)
        sections.append(
          Section(
            node: index, level: level, text: Self.trimmed(text(of: index, in: source)),
            heading: node.range, range: start..<start, parent: open.dropLast().last))
      }
      index = node.endIndex
    }
    close(from: 0, at: nodes[0].range.upperBound)
    return sections
  }

  /// Removes the blanks at the ends that hidden parts leave: `# a {#b}` gives `a`.
  private static func trimmed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: { !$0.isBlank }),
      let last = bytes.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}

extension MarkdownDocument {
  /// The sections of the document, in order, as ``SyntaxTree/outline(of:)`` returns them.
  ///
  /// - Throws: `ParsingRefusal` if the text exceeds the standard limits.
  /// - Complexity: O(*n*): the whole text is read.
  public func outline(in dialect: Dialect) throws(ParsingRefusal) -> [SyntaxTree.Section] {
    let source = buffer.utf8Bytes
    return try SyntaxTree(source, in: dialect).outline(of: source)
  }

  package func headings(in dialect: Dialect) -> [(start: Int, level: Int)] {
    let front = frontMatterEnd(in: dialect) ?? 0
    return blocks.levels(in: front..<buffer.utf8Count, ofHeadingsOnly: true)
  }

  package func blocks(startingIn range: Range<Int>) -> [(start: Int, level: Int)] {
    blocks.levels(in: range)
  }

  package func startOfBlock(from offset: Int) -> Int? {
    guard let place = blocks.place(containing: offset) else { return nil }
    return place.start == offset ? offset : blocks.after(place)?.start
  }

  /// The UTF-8 range of the section around an offset, with the sections of its level before and
  /// after it; nil before the first heading.
  package func sections(around offset: Int, in dialect: Dialect) -> Range<Int>? {
    let headings = headings(in: dialect)
    guard let own = headings.lastIndex(where: { $0.start <= offset }) else { return nil }
    let level = headings[own].level
    let first = headings[..<own].lastIndex { $0.level <= level }
      .flatMap { headings[$0].level == level ? $0 : nil }
    var last = headings[(own + 1)...].firstIndex { $0.level <= level }
    if let next = last, headings[next].level == level {
      last = headings[(next + 1)...].firstIndex { $0.level <= level }
    }
    return headings[first ?? own].start..<(last.map { headings[$0].start } ?? buffer.utf8Count)
  }
}

extension SyntaxTree {
  /// The anchor of a heading: its `id` in HTML.
  public struct HeadingAnchor: Hashable, Sendable {
    /// The index of the heading among ``SyntaxTree/nodes``.
    public var node: Int
    /// The text after `#` in the address of the heading: `a-b` of `# A b`.
    public var name: String
    /// The number at the end of `name` if another heading has the anchor without it; otherwise 0.
    public var repetition: Int
  }

  /// The anchors of all headings, in document order. Each name occurs once.
  ///
  /// An anchor is written as an attribute, `# A {#b}`, in a dialect that has attributes. Otherwise
  /// it is the anchor on github.com: letters, marks, digits, `_` and `-` of the visible text, in
  /// lowercase, with hyphens for blanks; repeated ones end with `-1`, `-2` and so on.
  ///
  /// - Parameter source: The text that the tree was read from, as UTF-8.
  /// - Complexity: O(*n*) in the number of nodes and the length of the headings.
  public func headingAnchors(of source: [UInt8]) -> [HeadingAnchor] {
    headingAnchors(of: source, excluding: [])
  }

  /// The anchors of all headings, none of which has one of the names `taken`.
  package func headingAnchors(of source: [UInt8], excluding taken: [[UInt8]]) -> [HeadingAnchor] {
    // The last number that was added to each name, as github-slugger counts.
    var counts: [AnchorName: Int] = [:]
    for name in taken { counts[AnchorName(bytes: name)] = 0 }
    var anchors: [(node: Int, name: AnchorName, isFixed: Bool)] = []
    // A written name is kept even if the text of an earlier heading gives the same one.
    for index in nodes.indices where nodes[index].kind == .heading {
      let written = writtenAnchor(of: index, in: source).map { AnchorName(bytes: $0) }
      let isFixed = written.map { counts[$0] == nil } ?? false
      if isFixed, let written { counts[written] = 0 }
      anchors.append((index, written ?? AnchorName(of: anchorText(of: index, in: source)), isFixed))
    }
    return anchors.map { index, base, isFixed in
      var (name, repetition) = (base, 0)
      while !isFixed, counts[name] != nil {
        repetition = counts[base, default: 0] + 1
        counts[base] = repetition
        name.bytes = base.bytes + "-\(repetition)".utf8
      }
      if !isFixed { counts[name] = 0 }
      let text = String(decoding: name.bytes, as: UTF8.self)
      return HeadingAnchor(node: index, name: text, repetition: repetition)
    }
  }

  /// The last inline of a heading if it is an island, such as `{#a}`.
  private func lastIsland(of heading: Int) -> Node? {
    var (index, last) = (heading + 1, heading)
    while index < nodes[heading].endIndex { (last, index) = (index, nodes[index].endIndex) }
    return nodes[last].kind == .island ? nodes[last] : nil
  }

  /// The name in the attributes at the end of a heading: `b` of `# A {.c #b}`.
  private func writtenAnchor(of heading: Int, in source: [UInt8]) -> [UInt8]? {
    guard let island = lastIsland(of: heading), island.syntax == .attributes else { return nil }
    return source[island.range].dropFirst().dropLast().split { $0.isBlank || $0 == .colon }
      .first { $0.first == .numberSign && $0.count > 1 }.map { Array($0.dropFirst()) }
  }

  /// The text of a heading, without the blanks before attributes and other islands without text.
  private func anchorText(of heading: Int, in source: [UInt8]) -> [UInt8] {
    var text = textBytes(of: heading..<nodes[heading].endIndex, in: source, hasImages: false)
    let hidden: [SyntaxExtensions] = [.attributes, .blockIdentifiers, .comments]
    if let island = lastIsland(of: heading), hidden.contains(island.syntax) {
      while text.last?.isBlank == true { text.removeLast() }
    }
    return text
  }

  /// Lines that an editor can fold into the first of them.
  public struct Fold: Hashable, Sendable {
    /// The kind of the block; a section has the kind of its heading.
    public var kind: Kind
    /// The UTF-8 range from the start of the first line to the end of the last line with text.
    public var range: Range<Int>
  }

  /// The sections and blocks of several lines, in the order of their first lines, longest first.
  ///
  /// Quotes, lists, items, code, HTML, tables, footnotes and front matter fold; paragraphs do not.
  /// If a list has one item, only the list is returned.
  ///
  /// - Parameter source: The text that the tree was read from, as UTF-8.
  /// - Complexity: O(*n* log *n*) in the number of nodes.
  public func folds(of source: [UInt8]) -> [Fold] {
    var folds: [Fold] = []
    for section in outline(of: source) {
      let first = Int(nodes[section.node].lines.lowerBound)
      let end = lines.partitionPoint { Int($0.start) >= section.range.upperBound }
      add(.heading, first..<end, to: &folds)
    }
    var index = 1
    while index < nodes.count {
      let node = nodes[index]
      switch node.kind {
      case .quote, .list, .item, .code, .html, .table, .footnote, .metadata:
        add(node.kind, Int(node.lines.lowerBound)..<Int(node.lines.upperBound), to: &folds)
        index += 1
      default: index = node.endIndex
      }
    }
    folds.sort { first, second in
      (first.range.lowerBound, -first.range.count) < (second.range.lowerBound, -second.range.count)
    }
    return folds
  }

  private func add(_ kind: Kind, _ numbers: Range<Int>, to folds: inout [Fold]) {
    var end = numbers.upperBound
    while end > numbers.lowerBound, lines[end - 1].first >= lines[end - 1].end { end -= 1 }
    guard end - numbers.lowerBound > 1 else { return }
    let range = Int(lines[numbers.lowerBound].start)..<Int(lines[end - 1].end)
    if kind == .item, folds.last?.range == range { return }
    folds.append(Fold(kind: kind, range: range))
  }

}

extension SyntaxTree {
  /// The anchor that github.com gives a heading with this text, if no other has it.
  package static func anchor(ofText text: String) -> String {
    String(decoding: AnchorName(of: Array(text.utf8)).bytes, as: UTF8.self)
  }
}

private struct AnchorName: Hashable {
  var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The name that github.com makes of a text.
  init(of text: [UInt8]) {
    bytes = []
    text.withUnsafeBufferPointer { text in
      var index = 0
      while index < text.count {
        let (scalar, count) = text.scalar(at: index)
        switch text[index] {
        case .space, .hyphen: bytes.append(.hyphen)
        case let byte where byte.isASCIIAlphanumeric || byte == .underscore:
          bytes.append(byte.smallLetter)
        case 0x80... where Self.isOfWord(scalar): bytes += scalar.properties.lowercaseMapping.utf8
        default: break
        }
        index += count
      }
    }
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isAlphabetic { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
      return true
    default: return false
    }
  }

  func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
