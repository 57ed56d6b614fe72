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
  /// print(outline.map(\.text), outline.map(\.range))  // ["a", "c"] [0..<15, 8..<15]
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
    for (index, level, start) in sectionHeadings {
      close(from: level, at: start)
      open.append(sections.count)
      sections.append(
        Section(
          node: index, level: level, text: Self.trimmed(text(of: index, in: source)),
          heading: nodes[index].range,
          range: start..<start, parent: open.dropLast().last))
    }
    close(from: 0, at: nodes[0].range.upperBound)
    return sections
  }

  /// The headings that begin sections, each with the start of its line.
  private var sectionHeadings: [(node: Int, level: Int, start: Int)] {
    var headings: [(node: Int, level: Int, start: Int)] = []
    var index = 1
    while index < nodes.count {
      let node = nodes[index]
      if let level = node.level {
        headings.append((index, level, Int(lines[Int(node.lines.lowerBound)].start)))
      }
      index = node.endIndex
    }
    return headings
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
}

extension MarkdownDocument {
  /// The headings that are blocks, with their starts, after metadata.
  package func headings(in dialect: Dialect) -> [(start: Int, level: Int)] {
    let front = frontMatterEnd(in: dialect) ?? 0
    return blocks.levels(in: front..<buffer.utf8Count, ofHeadingsOnly: true)
  }

  /// The blocks that begin in a range, with the levels of headings; 0 for other blocks.
  package func blocks(startingIn range: Range<Int>) -> [(start: Int, level: Int)] {
    blocks.levels(in: range)
  }

  /// The start of the first block that begins at an offset or after it; nil if there is none.
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
