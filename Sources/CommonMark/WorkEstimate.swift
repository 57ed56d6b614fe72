/// Estimates from above the steps that libcmark 0.30.2 takes beyond those of a linear parser.
///
/// - A blank line belongs to every list item that is open, and libcmark visits them all.
/// - Each emphasis it makes, it climbs from the paragraph to the root.
/// - Each link it makes, it passes all the image openers before it in the block.
struct WorkEstimate {
  private let source: UnsafeBufferPointer<UInt8>
  private let allowed: Int64
  private var containerSteps: Int64 = 0
  private var imageSteps: Int64 = 0
  private var line = 0
  private var depth = 0
  /// The most containers that may be open at once, and the line that opens the last of them.
  private(set) var deepest = (depth: 0, line: 0)
  /// Lines up to one that ends every paragraph: the inlines of a leaf block lie within one.
  private var block = (start: 0, line: 1, depth: 0)
  private var followsBlank = true
  private var nextExclamation = 0

  /// The steps that visiting an open container for a blank line costs.
  private static let visit: Int64 = 12
  /// A nesting depth at which a whole block of emphasis stays within 16 steps a byte.
  private static let harmlessDepth = 32

  /// Makes an estimate of `source` that refuses more than `allowed` steps.
  init(of source: UnsafeBufferPointer<UInt8>, allowing allowed: Int64) {
    self.source = source
    self.allowed = allowed
    nextExclamation = source.firstOffset(of: UInt8(ascii: "!"), from: 0)
  }

  /// Reads the source, and throws where it takes more steps than are allowed.
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
    // The text of a paragraph may go on without the prefix, and its containers stay open.
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
      // Up to 16 openers are within 16 steps a byte, whatever follows them.
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

  /// The most emphasis the block can hold: each takes two delimiter characters.
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

  /// The image openers of the block that may stay open; moves on to the first `!` behind it.
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

  /// Whether the description from `start` runs to its `]` through nothing but plain text.
  ///
  /// Nothing that starts before it can then end within it, so libcmark meets both brackets or
  /// neither.
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
