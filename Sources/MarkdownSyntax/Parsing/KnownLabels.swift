import CommonMark

/// The labels that a text defines, without which its inlines cannot be read.
struct KnownLabels {
  let references: ReferenceMap
  private(set) var links: [SyntaxTree.Link] = []
  private(set) var definitions: [LabelKey: Int] = [:]
  private(set) var footnotes: [LabelKey: Int32] = [:]

  init() { references = ReferenceMap() }

  /// Finds the labels of a text, which is read for that only if it may define any.
  init(
    in source: Bytes, _ extensions: SyntaxExtensions, documentStart: Int?, footnotes: Set<LabelKey>
  ) {
    if source.mayDefineLabels {
      let blocks = BlockParser.tree(of: source, extensions, documentStart: documentStart)
      references = ReferenceMap(blocks.definitions, byteCount: source.count)
      for node in blocks.nodes {
        if node.kind == .definition { define(node, of: blocks, in: source) }
        if node.kind == .footnote, let label = blocks.footnoteLabel(of: node, in: source) {
          define(LabelKey(Array(source[label])))
        }
      }
    } else {
      references = ReferenceMap()
    }
    for label in footnotes { define(label) }
  }

  private mutating func define(_ footnote: LabelKey) {
    if footnotes[footnote] == nil {
      footnotes[footnote] = Int32(truncatingIfNeeded: footnotes.count)
    }
  }

  func footnote(_ label: Bytes) -> Int32? { footnotes.isEmpty ? nil : footnotes[LabelKey(label)] }

  /// Reads a definition; the first of a label is in force.
  private mutating func define(
    _ node: SyntaxTree.Node, of blocks: SyntaxTree, in source: Bytes
  ) {
    let definition = blocks.definitions[Int(node.number)]
    var link = SyntaxTree.Link()
    (definition.text + [.lineFeed]).withUnsafeBufferPointer { text in
      guard let parts = LinkDefinition.parts(in: text, at: 0) else { return }
      link.destination = LinkDestination.text(Bytes(rebasing: text[parts.destination]))
      link.title = parts.title.map { Unescaping.text(Bytes(rebasing: text[$0])) }
    }
    let lines = LeafLines(blocks.contentLines(of: node), of: blocks)
    LogicalText.lend(lines.lines, tabs: lines.tabs, of: source, withFinalLineFeed: true) {
      (text, map) in
      guard let parts = LinkDefinition.parts(in: text, at: 0) else { return }
      var map = map
      link.label = map.source(parts.label)
      link.destinationRange = map.source(parts.destination)
      link.titleRange = parts.title.map { map.source($0) }
    }
    link.definition = definitions[definition.label] ?? links.count
    if definitions[definition.label] == nil { definitions[definition.label] = links.count }
    links.append(link)
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var mayDefineLabels: Bool {
    var colon = firstOffset(of: .colon, from: 1)
    while colon < count {
      if self[colon - 1] == .rightBracket { return true }
      colon = firstOffset(of: .colon, from: colon + 1)
    }
    return false
  }
}

extension LinkDestination {
  /// The text of a destination: libcmark trims white space at its ends.
  static func text(_ content: Bytes) -> [UInt8] {
    Unescaping.text(Bytes(rebasing: content[content.trimming(0..<content.count)]))
  }
}

/// Definitions at the start of a paragraph, each with the number of lines up to its end.
typealias FoundDefinitions = [(definition: LinkDefinition, end: Int)]

package struct LeafLines {
  /// The UTF-8 range of each line's content. There is at least one; it is empty without content.
  ///
  /// A line begins after the line prefix and blanks, and ends before its ending. White space at the
  /// end of the last line, a heading's marks and definitions before a paragraph are not content.
  /// Leading blanks of a lazy continuation line are: libcmark shows them in code and raw HTML.
  package var lines: [Range<Int>]
  /// For each line, the spaces left of a tab at its start that a container used in part, or 0.
  /// Empty if no line has such a tab.
  package var tabs: [Int] = []

  /// The UTF-8 range from the first line's start to the last line's end. O(1).
  package var content: Range<Int> { lines[0].lowerBound..<lines[lines.count - 1].upperBound }

  init(_ lines: [Range<Int>]) { self.lines = lines }

  init(_ numbers: Range<Int>, of tree: SyntaxTree) {
    lines = []
    lines.reserveCapacity(numbers.count)
    for number in numbers {
      let line = tree.lines[number]
      let start = line.isLazy ? line.content : line.first
      append(Int(start)..<Int(line.end), tab: line.isLazy ? Int(line.tab) : 0)
    }
  }

  private mutating func append(_ line: Range<Int>, tab: Int) {
    if tab > 0, tabs.isEmpty { tabs = lines.map { _ in 0 } }
    if tab > 0 || !tabs.isEmpty { tabs.append(tab) }
    lines.append(line)
  }

  mutating func trimEnd(in source: Bytes) {
    while true {
      let last = lines.count - 1
      let line = lines[last]
      var end = line.upperBound
      while end > line.lowerBound, source[end - 1].isMarkdownSpace { end -= 1 }
      lines[last] = line.lowerBound..<end
      if end > line.lowerBound { return }
      if last == 0 {
        tabs = []
        return
      }
      lines.removeLast()
      if !tabs.isEmpty { tabs.removeLast() }
      if tabs.allSatisfy({ $0 == 0 }) { tabs = [] }
    }
  }

  /// The definitions at the start. Each ends with a line.
  func definitions(in source: Bytes) -> FoundDefinitions {
    LogicalText.lend(lines, tabs: tabs, of: source, withFinalLineFeed: true) { text, _ in
      var found: FoundDefinitions = []
      var (start, count) = (0, 0)
      while start < text.count, text[start] == .leftBracket,
        let next = LinkDefinition.match(in: text, at: start)
      {
        count += text[start..<next.end].count { $0 == .lineFeed }
        found.append((next.definition, count))
        start = next.end
      }
      return found
    }
  }
}
