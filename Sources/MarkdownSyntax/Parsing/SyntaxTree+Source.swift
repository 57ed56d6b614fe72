import CommonMark
import TextEditing

extension SyntaxTree {
  /// Reads the blocks and inlines of `source` in a dialect.
  ///
  /// - Throws: `ParsingRefusal` if the source exceeds `limits`.
  /// - Complexity: O(*n*) in the length of the source, and O(*d*) for each line in *d* containers.
  public init(
    _ source: [UInt8], in dialect: Dialect, limits: ParsingLimits = .standard
  ) throws(ParsingRefusal) {
    if let refusal = limits.refusal(of: source) { throw refusal }
    self.init(source, in: dialect, .document)
  }

  /// Reads the blocks and inlines of `source` in a dialect; offsets are those of its UTF-8.
  ///
  /// - Throws: `ParsingRefusal` if the source exceeds `limits`.
  /// - Complexity: O(*n*), and O(*d*) for each line in *d* containers.
  public init(
    _ source: String, in dialect: Dialect, limits: ParsingLimits = .standard
  ) throws(ParsingRefusal) {
    try self.init(Array(source.utf8), in: dialect, limits: limits)
  }

  package init(
    _ source: [UInt8], in dialect: Dialect, _ context: ReadingContext,
    inlinesOf part: Range<Int>? = nil
  ) {
    self = source.withUnsafeBufferPointer { bytes in
      BlockParser.tree(of: bytes, in: dialect, context, inlinesOf: part ?? 0..<bytes.count)
    }
  }
}

extension MarkdownDocument {
  /// Reads the blocks and inlines around a range of the document in a dialect.
  ///
  /// Only the blocks that the range touches are read, with the definitions that they use. The tree
  /// has these blocks whole; the range of its root is the part of the document that was read.
  /// Offsets are those of the document; `TextBuffer` converts them to UTF-16.
  ///
  /// ```swift
  /// let document = try MarkdownDocument(TextBuffer("# a\n\nb *c*"))
  /// let tree = try document.syntaxTree(of: 6..<7, in: .gitHub)
  /// print(tree.nodes[0].range, tree.nodes[1].kind)  // 5..<10 paragraph
  /// ```
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets of the document.
  ///   - dialect: The constructs to read in addition to CommonMark.
  /// - Precondition: The range is in `0...buffer.utf8Count`.
  /// - Throws: `ParsingRefusal` if the part to read exceeds the standard limits.
  /// - Complexity: O(*m*) in the length of the blocks that the range touches.
  public func syntaxTree(
    of range: Range<Int>, in dialect: Dialect
  ) throws(ParsingRefusal) -> SyntaxTree {
    let region = region(ofBlocksAt: [range], in: dialect)
    if let refusal = ParsingLimits.standard.refusal(of: region.bytes) { throw refusal }
    var tree = SyntaxTree(region.bytes, in: dialect, region.context)
    tree.restrict(to: region.parts[0].rangeInBytes, movedBy: -region.parts[0].shift)
    return tree
  }
}

extension SyntaxTree {
  /// Removes all nodes outside a range, cuts those that extend beyond it, and moves the rest.
  fileprivate mutating func restrict(to range: Range<Int>, movedBy distance: Int) {
    let (low, high) = (
      Int32(truncatingIfNeeded: range.lowerBound), Int32(truncatingIfNeeded: range.upperBound)
    )
    let shift = Int32(truncatingIfNeeded: distance)
    func moved(_ offset: Int32) -> Int32 { Swift.min(Swift.max(offset, low), high) + shift }
    let firstLine = lines.firstIndex { $0.start >= low } ?? lines.count
    let endLine = lines.firstIndex { $0.start >= high } ?? lines.count
    func movedLine(_ line: Int32) -> Int32 {
      Int32(truncatingIfNeeded: Swift.min(Swift.max(Int(line), firstLine), endLine) - firstLine)
    }
    var kept: ContiguousArray<Node> = []
    // The number of kept nodes before each node.
    var places: [Int32] = []
    places.reserveCapacity(nodes.count + 1)
    for (index, node) in nodes.enumerated() {
      places.append(Int32(truncatingIfNeeded: kept.count))
      let isInside = node.start < high && (node.upper > low || node.start >= low)
      guard index == 0 || isInside else { continue }
      var node = node
      node.start = moved(node.start)
      node.upper = moved(node.upper)
      node.contentStart = moved(node.contentStart)
      node.contentEnd = moved(node.contentEnd)
      node.lines = movedLine(node.lines.lowerBound)..<movedLine(node.lines.upperBound)
      kept.append(node)
    }
    places.append(Int32(truncatingIfNeeded: kept.count))
    for index in nodes.indices {
      let place = Int(places[index])
      if places[index + 1] > places[index] { kept[place].end = places[Int(nodes[index].end)] }
    }
    nodes = kept
    lines = ContiguousArray(lines[firstLine..<Swift.max(firstLine, endLine)])
    for index in lines.indices { lines[index].move(by: shift) }
    for index in links.indices { links[index].move(by: distance) }
  }
}

extension SyntaxTree.Line {
  fileprivate mutating func move(by distance: Int32) {
    start += distance
    content += distance
    first += distance
    end += distance
  }
}

extension SyntaxTree.Link {
  fileprivate mutating func move(by distance: Int) {
    func moved(_ range: Range<Int>?) -> Range<Int>? {
      range.map { $0.lowerBound + distance..<$0.upperBound + distance }
    }
    destinationRange = moved(destinationRange)
    titleRange = moved(titleRange)
    label = moved(label)
  }
}
