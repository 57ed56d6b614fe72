import CommonMark
import MarkdownSyntax

/// Compares a document's slices with a parse of the whole text.
struct IndexComparison {
  /// A tree with the place of each line of its source in the document.
  struct Part {
    let tree: MarkdownTree
    /// The document's UTF-8 offset of each line.
    let lines: [Int]
    /// The 1-based line that reopens the items around the text, with an empty heading; 0 if none.
    let opening: Int
    /// The document's UTF-8 offset of the content of each paragraph and heading. If one begins with
    /// definitions, libcmark puts its start before them.
    let contents: [Int: Int]

    init(_ bytes: [UInt8], shift: Int, hasMark: Bool, opening: Int = 0, from start: Int = .min)
      throws
    {
      self.opening = opening
      let reading = try DocumentReading(
        bytes, limits: ParsingLimits(byteCount: ParsingLimits.greatestByteCount))
      tree = reading.tree
      let least = max(hasMark ? 3 : Int.min, opening > 0 ? start : Int.min)
      lines = Self.lineStarts(bytes).map { max($0 + shift, least) }
      contents = Dictionary(
        uniqueKeysWithValues: reading.leaves.map {
          ($0.node, max($0.content.lowerBound + shift, least))
        })
    }

    private static func lineStarts(_ bytes: [UInt8]) -> [Int] {
      var starts = [0]
      for (index, byte) in bytes.enumerated() {
        let isPair = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
        if byte == 0x0A || byte == 0x0D, !isPair { starts.append(index + 1) }
      }
      return starts
    }

    func offset(of node: Int) -> Int {
      guard let content = contents[node] else { return lines[Int(tree.nodes[node].startLine) - 1] }
      return lines.last { $0 <= content } ?? content
    }

    /// Whether a node is the heading before the text.
    func isOpening(_ node: Int) -> Bool {
      opening > 0 && tree.nodes[node].kind == .heading
        && Int(tree.nodes[node].startLine) == opening
    }

    func children(of node: Int) -> [Int] {
      var result: [Int] = []
      var child = node + 1
      while child < Int(tree.nodes[node].end) {
        if !isOpening(child) { result.append(child) }
        child = Int(tree.nodes[child].end)
      }
      return result
    }
  }

  struct Place {
    let part: Int
    let node: Int
  }

  private(set) var whole: Part
  private(set) var parts: [Part] = []
  /// The end offset of each part's stretch.
  private(set) var limits: [Int] = []

  /// Returns a fault in the index of `document`, or nil if there is none.
  static func complaint(about document: MarkdownDocument) throws -> String? {
    if let broken = document.brokenInvariant() { return broken }
    let text = document.buffer.utf8Bytes
    let hasMark = text.starts(with: [0xEF, 0xBB, 0xBF])
    var comparison = IndexComparison(whole: try Part(text, shift: 0, hasMark: hasMark))
    var children: [Place] = []
    for (index, start) in document.sliceStarts.enumerated() {
      let region = document.region(ofSlices: index..<index + 1)
      children += try comparison.add(region, hasMark: hasMark, isInItem: !start.prefix.isEmpty)
    }
    let roots = comparison.whole.children(of: 0)
    return comparison.complaint(children: roots, parts: children, end: Int.max)
  }

  /// Returns a fault in the leaves of a region, or nil if there is none.
  static func complaint(
    about region: DocumentRegion, of document: MarkdownDocument
  ) throws -> String? {
    let text = document.buffer.utf8Bytes
    let hasMark = text.starts(with: [0xEF, 0xBB, 0xBF])
    var comparison = IndexComparison(whole: try Part(text, shift: 0, hasMark: hasMark))
    let start = document.sliceStarts.first { $0.offset == region.range.lowerBound }
    let isInItem = start?.prefix.isEmpty == false
    _ = try comparison.add(region, hasMark: hasMark, isInItem: isInItem)
    func leaves(_ part: Part) -> [Int] {
      part.tree.nodes.indices.filter {
        let kind = part.tree.nodes[$0].kind
        guard kind.holdsInlines || kind == .codeBlock || kind == .htmlBlock, !part.isOpening($0),
          // Blocks around the start of the stretch are compared with the document's slices instead.
          Int(part.tree.nodes[$0].startLine) > part.opening
        else { return false }
        let offset = part.offset(of: $0)
        return region.range.contains(offset == 0 && hasMark ? 3 : offset)
      }
    }
    let expected = leaves(comparison.whole)
    let found = leaves(comparison.parts[0])
    guard expected.count == found.count else {
      return "\(found.count) leaves instead of \(expected.count) in the region \(region.range)"
    }
    for (first, second) in zip(expected, found) {
      let place = Place(part: 0, node: second)
      let isLast = second == found.last && region.range.upperBound < text.count
      if isLast, comparison.isBlockOfLines(first) {
        if let complaint = comparison.differenceOfLines(first, [place], isWhole: false) {
          return complaint
        }
      } else if let complaint = comparison.difference(first, place) {
        return complaint
      }
    }
    return nil
  }

  init(whole: Part) { self.whole = whole }

  /// Adds the tree of a region and returns its blocks in the stretch.
  private mutating func add(
    _ region: DocumentRegion, hasMark: Bool, isInItem: Bool
  ) throws -> [Place] {
    let opening = region.bytes[..<region.prefixCount].count { $0 == 0x0A }
    let part = try Part(
      region.bytes, shift: region.range.lowerBound - region.prefixCount, hasMark: false,
      opening: isInItem ? opening : 0, from: region.range.lowerBound)
    parts.append(part)
    limits.append(region.range.upperBound)
    let first = region.range.lowerBound
    let mark = hasMark ? 3 : 0
    return part.children(of: 0).compactMap {
      let offset = part.offset(of: $0)
      guard offset >= first, max(offset, mark) < region.range.upperBound else { return nil }
      return Place(part: parts.count - 1, node: $0)
    }
  }

  /// Compares the children of a node of the whole with the blocks of its parts.
  private func complaint(children: [Int], parts places: [Place], end: Int) -> String? {
    var rest = places[...]
    for (index, child) in children.enumerated() {
      let limit = index + 1 < children.count ? whole.offset(of: children[index + 1]) : end
      let own = rest.prefix { max(parts[$0.part].offset(of: $0.node), whole.lines[0]) < limit }
      rest = rest.dropFirst(own.count)
      if let complaint = complaint(node: child, parts: Array(own), end: limit) { return complaint }
    }
    return rest.isEmpty ? nil : "there are blocks too many before \(end)"
  }

  private func complaint(node: Int, parts places: [Place], end: Int) -> String? {
    let expected = whole.tree.nodes[node]
    guard let first = places.first else { return "\(expected.kind) is missing before \(end)" }
    if places.count == 1 { return difference(node, first) }
    let nodes = places.map { parts[$0.part].tree.nodes[$0.node] }
    guard nodes.allSatisfy({ $0.kind == expected.kind && $0.listKind == expected.listKind }) else {
      return "\(expected.kind) is \(nodes.map(\.kind)) before \(end)"
    }
    if isBlockOfLines(node) { return differenceOfLines(node, places, isWhole: true) }
    guard expected.kind == .list || expected.kind == .blockQuote || expected.kind == .item else {
      return "\(expected.kind) is cut before \(end)"
    }
    if expected.kind == .list {
      if expected.number != nodes[0].number { return "a list counts from another number" }
      if expected.isTight != nodes.allSatisfy(\.isTight) { return "a list is not as tight" }
    }
    let children = places.flatMap { place in
      parts[place.part].children(of: place.node).map { Place(part: place.part, node: $0) }
        .filter { parts[place.part].offset(of: $0.node) < limits[place.part] }
    }
    return complaint(children: whole.children(of: node), parts: children, end: end)
  }

  /// Returns the first difference between the subtrees of a node of the whole and of a part.
  private func difference(_ node: Int, _ place: Place) -> String? {
    let part = parts[place.part]
    let expected = whole.tree.nodes[node..<Int(whole.tree.nodes[node].end)]
    let found = part.tree.nodes[place.node..<Int(part.tree.nodes[place.node].end)]
    let line = whole.offset(of: node)
    guard expected.count == found.count else {
      return "\(found.count) nodes instead of \(expected.count) at \(line)"
    }
    for (index, (first, second)) in zip(expected, found).enumerated() {
      guard first.kind == second.kind, first.number == second.number,
        first.listKind == second.listKind, first.isTight == second.isTight,
        Int(first.end) - node == Int(second.end) - place.node,
        first.kind.holdsInlines || first.startColumn == second.startColumn
      else { return "\(second.kind) is not as \(first.kind) at \(line)" }
      if first.startLine > 0 {
        let offsets = (whole.offset(of: node + index), part.offset(of: place.node + index))
        guard offsets.0 == offsets.1 || max(offsets.0, offsets.1) == 3 else {
          return "a block begins elsewhere at \(line)"
        }
      }
      for range in [\MarkdownTree.Node.literal, \.destination, \.title] {
        let texts = (bytes(first[keyPath: range], whole), bytes(second[keyPath: range], part))
        guard texts.0 == texts.1 else {
          return "\(String(decoding: texts.1, as: UTF8.self)) is not "
            + "\(String(decoding: texts.0, as: UTF8.self)) in \(first.kind) at \(line)"
        }
      }
    }
    return nil
  }

  func bytes(_ range: Range<Int32>, _ part: Part) -> [UInt8] {
    Array(part.tree.bytes[Int(range.lowerBound)..<Int(range.upperBound)])
  }
}
