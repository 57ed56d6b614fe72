/// The counts of units in bytes.
private struct Tally {
  /// The number of bytes that can be counted before a one-byte counter could overflow.
  static let stretch = 8 * 248
  var trailing = 0
  var fours = 0
  var breaks = 0
  /// Whether the last byte was a carriage return, as in `"a\r"`: a line feed next ends no line.
  var endsInReturn: Bool

  @inline(__always)
  mutating func add(_ word: ByteWord) {
    if word.bits & ByteWord.high != 0 {
      trailing += ByteWord.count(word.continuations)
      fours += ByteWord.count(word.fours)
    }
    let feeds = word.matches(ByteWord.lineFeeds)
    let returns = word.matches(ByteWord.carriageReturns)
    if feeds | returns != 0 || endsInReturn {
      let after = (returns &<< 8) | (endsInReturn ? 0x80 : 0)
      breaks += ByteWord.count(feeds & ~after) + ByteWord.count(returns)
      endsInReturn = returns &>> 63 != 0
    }
  }

  /// Counts up to `stretch` bytes.
  @inline(__always)
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    let found = Self.plainFeeds(bytes)
    if found.isPlain && !endsInReturn {
      breaks += found.feeds
    } else {
      addMixed(bytes)
    }
  }

  /// The number of line feeds; correct only if the bytes are plain: ASCII without carriage returns.
  @inline(__always)
  private static func plainFeeds(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (feeds: Int, isPlain: Bool) {
    var feeds: UInt64 = 0
    var others: UInt64 = 0
    ByteWord.forEach(in: bytes) { word in
      feeds &+= (word.asciiMatches(ByteWord.lineFeeds) & ByteWord.high) &>> 7
      others |= word.bits | word.asciiMatches(ByteWord.carriageReturns)
    }
    return (ByteWord.sum(feeds), others & ByteWord.high == 0)
  }

  private mutating func addMixed(_ bytes: UnsafeBufferPointer<UInt8>) {
    var trailing: UInt64 = 0
    var fours: UInt64 = 0
    var feeds: UInt64 = 0
    var returns: UInt64 = 0
    ByteWord.forEach(in: bytes) { word in
      trailing &+= word.continuations &>> 7
      fours &+= word.fours &>> 7
      feeds &+= word.matches(ByteWord.lineFeeds) &>> 7
      returns |= word.matches(ByteWord.carriageReturns)
    }
    if returns == 0 && !endsInReturn {
      self.trailing += ByteWord.sum(trailing)
      self.fours += ByteWord.sum(fours)
      breaks += ByteWord.sum(feeds)
    } else {
      ByteWord.forEach(in: bytes) { add($0) }
      endsInReturn = bytes.last == .carriageReturn
    }
  }
}

extension TextSummary {
  /// The length of the UTF-8 text `bytes`; a CR at its end counts as a line ending.
  ///
  /// - Parameter afterReturn: whether a CR precedes `bytes`, so that a first LF ends no line.
  /// - Complexity: O(*n*), eight bytes at a time.
  package init(of bytes: UnsafeBufferPointer<UInt8>, afterReturn: Bool = false) {
    var tally = Tally(endsInReturn: afterReturn)
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Tally.stretch)
      tally.add(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      start = end
    }
    let scalars = bytes.count - tally.trailing
    self.init(
      utf8: bytes.count, utf16: scalars + tally.fours, scalars: scalars,
      lineBreaks: tally.breaks)
  }

  /// Does the same as `init(of:afterReturn:)`, faster for few bytes.
  @inline(__always)
  init(ofAny bytes: UnsafeBufferPointer<UInt8>, afterReturn: Bool = false) {
    if bytes.count <= 8 {
      self.init(ofFew: ByteWord(few: bytes), count: bytes.count, afterReturn: afterReturn)
    } else {
      self.init(of: bytes, afterReturn: afterReturn)
    }
  }

  /// The length of the first `count` bytes of a word, whose other bytes are zero.
  @inline(__always)
  init(ofFew word: ByteWord, count: Int, afterReturn: Bool) {
    var tally = Tally(endsInReturn: afterReturn)
    tally.add(word)
    let scalars = count - tally.trailing
    self.init(
      utf8: count, utf16: scalars + tally.fours, scalars: scalars, lineBreaks: tally.breaks)
  }
}
