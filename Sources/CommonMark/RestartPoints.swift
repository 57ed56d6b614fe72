internal import CCommonMark

/// A place in a source from which a fresh parser reads what follows as one that has read all
/// before it does.
///
/// libcmark decides line by line. On the line that starts a child of the root it closes all that
/// was open, and what it may open there in the middle of a document is a part of what it may open
/// at the start of one. The same holds for an item of a list at the root, which opens list and
/// item again, and, since every line of a quote writes its markers, for the children and items in
/// a quote at the root; but of such a list a fresh parser counts and closes only the rest. A block
/// in an item, or an item of a list in one, is read alike by a parser that has read one line more:
/// it opens the same containers, with an empty heading in them, which is closed whatever comes. In
/// fenced code and HTML at the root, all that libcmark remembers is what the block's first line says:
/// a parser that has read that line reads on at any line inside.
package struct RestartPoint: Hashable, Sendable {
  /// The byte offset of the line.
  package var offset: Int
  /// Whether a child of the root starts here: the line `- a` of a list. At `- b`, its second item,
  /// what starts belongs to the child before.
  package var isRootChild: Bool
  /// The kind of the root's child.
  package var kind: MarkdownTree.Kind
  /// The number, from 1 on, of the lines that open the items, the code or the HTML around what starts
  /// here; 0 where a parser needs none.
  package var opening: UInt32

  /// Makes a point of its parts.
  package init(
    offset: Int, isRootChild: Bool, kind: MarkdownTree.Kind, opening: UInt32 = 0
  ) {
    self.offset = offset
    self.isRootChild = isRootChild
    self.kind = kind
    self.opening = opening
  }

  /// Containers further in hold no points.
  private static let depthLimit = 16
  /// Code and HTML with a longer first line, in bytes, hold no points.
  private static let openingLimit = 256

  /// What libcmark says of a source: where a parser may start afresh.
  package struct Findings: Sendable {
    /// The restart points, in source order.
    package var points: [RestartPoint] = []
    /// The lines that open items, code and HTML again, by the numbers that points have for them.
    package var openings: [[UInt8]] = []
  }

  /// Parses `source` with libcmark and gives its restart points.
  ///
  /// - Parameters:
  ///   - distance: how many bytes a block in an item, or a line of code, must be from the point before
  ///     to be one.
  /// - Throws: ``ParsingRefusal`` where the source exceeds `limits`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `source`.
  package static func find(
    in source: UnsafeBufferPointer<UInt8>, blocksFrom distance: Int, limits: ParsingLimits,
    memory: ParsingMemory? = nil
  ) throws(ParsingRefusal) -> Findings {
    try limits.admit(source)
    return parseDocumentToRead(source, in: memory) { document in
      var gatherer = RestartGatherer(source, distance: distance)
      gatherer.gatherRoot(document)
      return gatherer.findings
    }
  }

  /// Walks the upper nodes of a tree and the lines of its source side by side.
  private struct RestartGatherer {
    private(set) var findings = Findings()
    private let source: UnsafeBufferPointer<UInt8>
    private let distance: Int
    private var lines: LineIterator
    private var line: CInt = 0
    private var offset = 0
    private var open: [OpenBox] = []

    init(_ source: UnsafeBufferPointer<UInt8>, distance: Int) {
      self.source = source
      self.distance = distance
      lines = LineIterator(source)
      // Real documents have a point every 50 to 150 bytes.
      findings.points.reserveCapacity(source.count / 64 + 4)
    }

    mutating func gatherRoot(_ document: CMarkNode) {
      var child = cmark_node_first_child(document)
      while let node = child {
        let kind = TreeCopier.kind(of: node)
        append(node, isRootChild: true, kind)
        gather(node, kind, isInItem: false)
        child = cmark_node_next(node)
      }
    }

    /// Gathers what stands in a block whose line has been reached.
    private mutating func gather(
      _ node: CMarkNode, _ kind: MarkdownTree.Kind, isInItem: Bool
    ) {
      let type = cmark_node_get_type(node)
      switch type {
      case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK: appendLines(node, kind)
      case CMARK_NODE_LIST, CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_ITEM:
        guard open.count < RestartPoint.depthLimit else { return }
        let isBox = type != CMARK_NODE_LIST
        if isBox {
          reach(cmark_node_get_start_line(node))
          open.append(
            OpenBox(
              isQuote: type == CMARK_NODE_BLOCK_QUOTE, line: offset,
              start: offset + Int(cmark_node_get_start_column(node)) - 1))
        }
        var child = cmark_node_first_child(node)
        while let inner = child {
          if isInItem || type == CMARK_NODE_ITEM {
            appendInItem(inner, kind)
          } else {
            append(inner, isRootChild: false, kind)
          }
          gather(inner, kind, isInItem: isInItem || type == CMARK_NODE_ITEM)
          child = cmark_node_next(inner)
        }
        if isBox { open.removeLast() }
      default: break
      }
    }

    /// Goes on to a line, and knows its offset.
    private mutating func reach(_ number: CInt) {
      while line < number {
        guard let range = lines.next() else { return }
        offset = range.lowerBound
        line += 1
      }
    }

    /// Appends the line of `node`, where it is not that of the point before.
    private mutating func append(
      _ node: CMarkNode, isRootChild: Bool, _ kind: MarkdownTree.Kind
    ) {
      let start = cmark_node_get_start_line(node)
      guard start > line else { return }
      reach(start)
      guard line == start else { return }
      findings.points.append(RestartPoint(offset: offset, isRootChild: isRootChild, kind: kind))
    }

    /// Appends the line of a block in an item, where it is not that of a container, and not close
    /// after the previous point. A block that begins with `[` may turn out to be definitions alone, and then is none.
    private mutating func appendInItem(_ node: CMarkNode, _ kind: MarkdownTree.Kind) {
      let start = cmark_node_get_start_line(node)
      guard start > line else { return }
      reach(start)
      let before = findings.points.last?.offset ?? 0
      let first = offset + Int(cmark_node_get_start_column(node)) - 1
      guard line == start, offset - before >= distance, first < source.count, source[first] != 0x5B,
        var opening = OpenBox.prefix(opening: open, in: source)
      else { return }
      opening.append(UInt8(ascii: "#"))
      opening.append(0x0A)
      if findings.openings.last != opening { findings.openings.append(opening) }
      findings.points.append(
        RestartPoint(
          offset: offset, isRootChild: false, kind: kind,
          opening: UInt32(findings.openings.count)))
    }

    /// Appends the lines inside a block of code or HTML at the root, where libcmark has reached its
    /// line. The last line that libcmark gives it is surely not behind it.
    private mutating func appendLines(_ node: CMarkNode, _ kind: MarkdownTree.Kind) {
      let (start, end) = (cmark_node_get_start_line(node), cmark_node_get_end_line(node))
      guard open.isEmpty, start == line, end > start,
        let opening = openingLine(isCode: kind == .codeBlock)
      else { return }
      findings.openings.append(opening)
      for number in start + 1...end {
        reach(number)
        guard line == number else { return }
        guard offset - (findings.points.last?.offset ?? 0) >= distance else { continue }
        findings.points.append(
          RestartPoint(
            offset: offset, isRootChild: false, kind: kind,
            opening: UInt32(findings.openings.count)))
      }
    }

    /// What opens the block again whose first line has been reached: a fence without its info string, the
    /// same tag for all HTML that ends at a blank line, or all of a line of other HTML; nil for indented code
    /// and long lines.
    private func openingLine(isCode: Bool) -> [UInt8]? {
      var start = offset
      if start == 0, source.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
      var end = start
      while end < source.count, source[end] == 0x20 { end += 1 }
      guard end < source.count else { return nil }
      let first = source[end]
      if isCode {
        // Behind four blanks it is the text of indented code.
        guard first == 0x60 || first == 0x7E, end - start < 4 else { return nil }
        while end < source.count, source[end] == first { end += 1 }
      } else if endsAtBlankLine(tagAt: end) {
        return Array("<p>\n".utf8)
      } else {
        while end < source.count, source[end] != 0x0A, source[end] != 0x0D { end += 1 }
      }
      guard end - start <= RestartPoint.openingLimit else { return nil }
      return source[start..<end] + [0x0A]
    }

    /// Whether HTML that begins at an offset ends at a blank line (CommonMark 0.30 §4.6, kinds 6 and 7): with any
    /// tag but those whose content is not HTML. True of `<div>`, false of `<pre>` and `<!--`.
    private func endsAtBlankLine(tagAt offset: Int) -> Bool {
      var index = offset + 1
      if index < source.count, source[index] == 0x2F { index += 1 }
      var name: [UInt8] = []
      while index < source.count, name.count < 9, (0x61...0x7A).contains(source[index] | 0x20) {
        name.append(source[index] | 0x20)
        index += 1
      }
      return !name.isEmpty
        && !["script", "pre", "style", "textarea"].contains { $0.utf8.elementsEqual(name) }
    }
  }
}
