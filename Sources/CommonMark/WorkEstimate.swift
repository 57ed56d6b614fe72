/// An upper bound of the steps that libcmark 0.30.2 takes beyond those of a linear parser.
///
/// - For each blank line, it visits every open list item.
/// - For each emphasis, it climbs from the paragraph to the root.
/// - For each link, it passes all image openers before it in the block.
struct WorkEstimate {
  private let source: UnsafeBufferPointer<UInt8>
  private let allowed: Int64
  private var containerSteps: Int64 = 0
  private var imageSteps: Int64 = 0
  private var line = 0
  private var depth = 0
  /// The greatest number of containers that may be open at once, and the line of the innermost.
  private(set) var deepest = (depth: 0, line: 0)
  /// The lines up to one that ends every paragraph. No inline extends beyond them.
  private var block = (start: 0, line: 1, depth: 0)
  private var followsBlank = true
  private var nextExclamation = 0

  /// The steps for visiting an open container at a blank line.
  private static let visit: Int64 = 12
  /// The nesting depth up to which a block of emphasis takes at most 16 steps a byte.
  private static let harmlessDepth = 32

  init(of source: UnsafeBufferPointer<UInt8>, allowing allowed: Int64) {
    self.source = source
    self.allowed = allowed
    nextExclamation = source.firstOffset(of: UInt8(ascii: "!"), from: 0)
  }

  mutating func scan() throws(ParsingRefusal) {
    var lines = LineIterator(source)
    while let range = lines.next() {
      line += 1
      try read(LinePrefix(of: source, in: range))
      if followsBlank {
        try closeBlock(at: range.lowerBound)
        block = (lines.position, line + 1, depth)
      }
    }
    try closeBlock(at: source.count)
  }

  private mutating func read(_ prefix: LinePrefix) throws(ParsingRefusal) {
    let own = prefix.depth(following: depth)
    // A paragraph's text may continue without the prefix; its containers stay open.
    depth = followsBlank && !prefix.isBlank ? own : max(depth, own)
    if depth > deepest.depth { deepest = (depth, line) }
    block.depth = max(block.depth, depth)
    followsBlank = prefix.endsParagraph
    if prefix.isBlank {
      containerSteps += Self.visit * Int64(depth)
      try check()
    }
  }

  private mutating func closeBlock(at end: Int) throws(ParsingRefusal) {
    if block.depth > Self.harmlessDepth {
      // Each emphasis has two delimiter characters.
      let delimiters = source[block.start..<max(block.start, end)].count {
        $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "_")
      }
      containerSteps += Int64(block.depth) * Int64(delimiters / 2)
    }
    if nextExclamation < end {
      let openers = imageOpenerCount(before: end)
      // Up to 16 openers take at most 16 steps a byte, whatever follows them.
      if openers > 16 {
        let closers = source[block.start..<end].count { $0 == UInt8(ascii: "]") }
        imageSteps += Int64(openers) * Int64(closers)
        if imageSteps > allowed {
          throw .tooManyImageOpeners(line: block.line, count: openers)
        }
      }
    }
    try check()
  }

  private func check() throws(ParsingRefusal) {
    if containerSteps > allowed {
      throw .tooManyContainers(line: deepest.line, count: deepest.depth)
    }
  }

  /// Counts the block's image openers that may stay open; moves to the first `!` after the block.
  private mutating func imageOpenerCount(before end: Int) -> Int {
    var count = 0
    while nextExclamation < end {
      let next = nextExclamation + 1
      if next < end, source[next] == UInt8(ascii: "["), !isPlainlyClosed(from: next + 1, to: end) {
        count += 1
      }
      nextExclamation = source.firstOffset(of: UInt8(ascii: "!"), from: next)
    }
    return count
  }

  /// Whether only plain text lies between `start` and the next `]`, as in `![a badge](…)`.
  ///
  /// No construct can end in it, so libcmark reads both brackets or neither.
  private func isPlainlyClosed(from start: Int, to end: Int) -> Bool {
    var offset = start
    while offset < end {
      switch source[offset] {
      case UInt8(ascii: "]"): return true
      case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"),
        UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"),
        UInt8(ascii: "\\"), UInt8(ascii: "!"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        return false
      default: offset += 1
      }
    }
    return false
  }
}

/// An estimate of a line's prefix: it may count too many containers, but never too few.
struct LinePrefix {
  var quotes = 0
  var markers = 0
  /// The columns of white space; a tab counts as four.
  var columns = 0
  var isBlank = false
  var endsParagraph = false

  @inline(__always)
  init(of source: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    // Most lines begin with a letter, so they need no scan.
    if range.isEmpty || source[range.lowerBound] < UInt8(ascii: "@") { read(source, in: range) }
  }

  private mutating func read(_ source: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    var offset = range.lowerBound
    // A `>` indented by four columns may be text of a paragraph that continues.
    var indent = 0
    var maybeText = false
    while offset < range.upperBound {
      switch source[offset] {
      case UInt8(ascii: " "):
        columns += 1
        indent += 1
      case UInt8(ascii: "\t"):
        columns += 4
        indent += 4
      case UInt8(ascii: ">"):
        quotes += 1
        maybeText = maybeText || indent > 3
        indent = 0
      default:
        let width = Self.markerWidth(at: offset, of: source, in: range)
        if width == 0 { return }
        markers += 1
        offset += width - 1
      }
      offset += 1
    }
    isBlank = markers == 0
    endsParagraph = isBlank && !maybeText
  }

  func depth(following open: Int) -> Int {
    // A list item continues if its content is indented, by at least two columns.
    min(open, columns / 2) + quotes + markers
  }

  /// The number of bytes of the list marker at `offset`, or 0 if there is none (§5.2).
  private static func markerWidth(
    at offset: Int, of source: UnsafeBufferPointer<UInt8>, in range: Range<Int>
  ) -> Int {
    var last = offset
    switch source[offset] {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): break
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while last < range.upperBound, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(source[last])
      { last += 1 }
      guard last < range.upperBound,
        source[last] == UInt8(ascii: ".") || source[last] == UInt8(ascii: ")")
      else { return 0 }
    default: return 0
    }
    let next = last + 1
    let standsAlone =
      next == range.upperBound || source[next] == UInt8(ascii: " ")
      || source[next] == UInt8(ascii: "\t")
    return standsAlone ? next - offset : 0
  }
}
