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

  /// Reads the source; throws if it takes more than the allowed steps.
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
      containerSteps += Int64(block.depth) * Int64(emphasisCount(before: end))
    }
    if nextExclamation < end {
      let openers = imageOpenerCount(before: end)
      // Up to 16 openers take at most 16 steps a byte, whatever follows them.
      if openers > 16 {
        imageSteps += Int64(openers) * Int64(closerCount(before: end))
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

  /// The greatest number of emphases in the block: each has two delimiter characters.
  private func emphasisCount(before end: Int) -> Int {
    var count = 0
    for offset in block.start..<max(block.start, end) {
      let byte = source[offset]
      count += byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") ? 1 : 0
    }
    return count / 2
  }

  private func closerCount(before end: Int) -> Int {
    var count = 0
    var offset = source.firstOffset(of: UInt8(ascii: "]"), from: block.start)
    while offset < end {
      count += 1
      offset = source.firstOffset(of: UInt8(ascii: "]"), from: offset + 1)
    }
    return count
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
