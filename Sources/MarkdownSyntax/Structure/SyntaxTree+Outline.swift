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
  fileprivate var sectionHeadings: [(node: Int, level: Int, start: Int)] {
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
  /// The UTF-8 range of the section around an offset, with the sections of its level before and
  /// after it; nil before the first heading.
  ///
  /// - Complexity: O(*m*) in the length of these sections.
  package func sections(around offset: Int, in dialect: Dialect) -> Range<Int>? {
    var (before, after) = (4096, 4096)
    while true {
      let window = max(0, offset - before)..<min(buffer.utf8Count, offset + after)
      let region = region(ofBlocksAt: [window], in: dialect)
      let headings = headings(of: region, dialect)
      let own = headings.lastIndex { $0.start <= offset }
      let level = own.map { headings[$0].level } ?? 0
      let first = headings[..<(own ?? 0)].lastIndex { $0.level <= level }
      if first == nil, region.context.documentStart == nil {
        before *= 4
        continue
      }
      guard let own else { return nil }
      var last = headings[(own + 1)...].firstIndex { $0.level <= level }
      if let next = last, headings[next].level == level {
        last = headings[(next + 1)...].firstIndex { $0.level <= level }
      }
      if last == nil, region.range.upperBound < buffer.utf8Count {
        after *= 4
        continue
      }
      let start = first.flatMap { headings[$0].level == level ? $0 : nil } ?? own
      return headings[start].start..<(last.map { headings[$0].start } ?? buffer.utf8Count)
    }
  }

  /// The headings in a region that begin sections, each with the start of its line.
  private func headings(
    of region: DocumentRegion, _ dialect: Dialect
  ) -> [(start: Int, level: Int)] {
    let tree = region.bytes.withUnsafeBufferPointer {
      BlockParser.tree(of: $0, dialect.extensions, documentStart: region.context.documentStart)
    }
    let part = region.parts[0]
    return tree.sectionHeadings.filter { part.rangeInBytes.contains($0.start) }
      .map { ($0.start - part.shift, $0.level) }
  }
}
