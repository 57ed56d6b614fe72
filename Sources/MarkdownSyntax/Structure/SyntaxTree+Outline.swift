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
            heading: node.range,
            range: start..<start, parent: open.dropLast().last))
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
}
