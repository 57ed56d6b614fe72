/// Finds the events of a leaf in the source, one after the other.
struct SourceReader {
  let source: [UInt8]
  let rendered: Rendered
  let oracle: ReferenceOracle
  let lines: Lines
  var spans: [Range<Int>]
  var leaf: Rendered.Leaf

  /// The inline around the current characters, which decides how they are spelled.
  enum Surroundings {
    case text
    case autolink
    case code(fence: Int, isPadded: Bool)
  }

  init(source: [UInt8], rendered: Rendered, oracle: ReferenceOracle) {
    self.source = source
    self.rendered = rendered
    self.oracle = oracle
    lines = Lines(source)
    spans = Array(repeating: 0..<0, count: rendered.events.count)
    leaf = Rendered.Leaf(kind: .paragraph, events: 0..<0, line: 1, column: 1, quoteDepth: 0)
  }

  /// Finds the events of `leaf` and returns whether all were found.
  ///
  /// A paragraph may begin with link reference definitions, which leave no node. So the reader uses
  /// the first line from which it finds all events up to the end of the paragraph.
  mutating func read(_ leaf: Rendered.Leaf) -> Bool {
    self.leaf = leaf
    let bom = leaf.line == 1 && source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let start = lines.starts[leaf.line - 1] + bom + leaf.column - 1
    if leaf.kind == .heading, let content = afterNumberSigns(start) {
      return match(leaf.events.lowerBound, content, .text)
    }
    if match(leaf.events.lowerBound, start, .text) { return true }
    for line in lines.starts.dropFirst(leaf.line) {
      for content in afterPrefix(line) where match(leaf.events.lowerBound, content, .text) {
        return true
      }
    }
    return false
  }

  func byte(_ offset: Int) -> UInt8? { offset < source.count ? source[offset] : nil }

  func skipBlanks(_ offset: Int) -> Int {
    var end = offset
    while let byte = byte(end), byte == 0x20 || byte == 0x09 { end += 1 }
    return end
  }

  /// Skips blanks that libcmark trims from the end of a line, including vertical tab and form feed.
  func skipTrimmed(_ offset: Int) -> Int {
    var end = offset
    while let byte = byte(end), byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C {
      end += 1
    }
    return end
  }

  /// Returns the possible starts of a line's text, longest prefix first: after its blanks and up to
  /// `quoteDepth` markers `>`. A lazy line has fewer markers, and libcmark keeps its blanks.
  func afterPrefix(_ line: Int) -> [Int] {
    var places = [skipBlanks(line)]
    var lazy = Array((line..<places[0]).reversed())
    while places.count <= leaf.quoteDepth, byte(places[places.count - 1]) == UInt8(ascii: ">") {
      let start = places[places.count - 1] + 1
      places.append(skipBlanks(start))
      lazy += (start..<places[places.count - 1]).reversed()
    }
    return places.reversed() + lazy
  }

  /// Returns the start of an ATX heading's text (CommonMark 0.30 §4.2), or nil if it is not one.
  func afterNumberSigns(_ start: Int) -> Int? {
    var end = start
    while byte(end) == UInt8(ascii: "#") { end += 1 }
    guard (1...6).contains(end - start) else { return nil }
    guard let next = byte(end) else { return end }
    guard next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D else { return nil }
    return skipBlanks(end)
  }

  /// Whether the leaf ends at `offset`, after its last event.
  func endsLeaf(_ offset: Int) -> Bool {
    var end = skipTrimmed(offset)
    if leaf.kind == .heading, byte(end) == UInt8(ascii: "#") {
      while byte(end) == UInt8(ascii: "#") { end += 1 }
      end = skipTrimmed(end)
    }
    guard end < source.count else { return true }
    guard let line = Lines.ending(at: end, in: source) else { return false }
    guard leaf.kind == .paragraph, line < source.count else { return true }
    if rendered.blockLines.contains(lines.number(at: line)) { return true }
    return afterPrefix(line).contains { place in
      place == source.count || Lines.ending(at: place, in: source) != nil
    }
  }
}
