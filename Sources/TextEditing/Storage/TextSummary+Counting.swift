/// What a stretch of bytes holds.
private struct Tally {
  /// How many bytes are counted before a byte of a counter could overflow.
  static let stretch = 8 * 248
  var trailing = 0
  var fours = 0
  var breaks = 0
  /// Whether the last byte was a carriage return. After `"a\r"` it was: a line feed next ends no
  /// line of its own.
  var endsInReturn: Bool

  /// Counts a word.
  @inline(__always)
  mutating func add(_ word: ByteWord) {
    if word.bits & ByteWord.high != 0 {
      trailing += ByteWord.count(word.continuations)
      fours += ByteWord.count(word.fours)
    }
    let feeds = word.matches(ByteWord.lineFeeds)
    let returns = word.matches(ByteWord.carriageReturns)
    if feeds | returns != 0 || endsInReturn {
      // A line feed right after a carriage return ends no line of its own.
      let after = (returns &<< 8) | (endsInReturn ? 0x80 : 0)
      breaks += ByteWord.count(feeds & ~after) + ByteWord.count(returns)
      endsInReturn = returns &>> 63 != 0
    }
  }

  /// Counts a stretch.
  @inline(__always)
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    let found = Self.plainFeeds(bytes)
    if found.isPlain && !endsInReturn {
      breaks += found.feeds
    } else {
      addMixed(bytes)
    }
  }

  /// The line feeds of a stretch, right only where it `isPlain`: ASCII without carriage returns.
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
  /// - Complexity: O(*n*), eight bytes at a time.
  ///
  /// - Parameter afterReturn: whether a CR stands before `bytes`, so that an LF at the start ends no
  ///   line of its own.
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

  /// As `init(of:afterReturn:)`, quick where the bytes are few.
  @inline(__always)
  init(ofAny bytes: UnsafeBufferPointer<UInt8>, afterReturn: Bool = false) {
    if bytes.count <= 8 {
      self.init(ofFew: ByteWord(few: bytes), count: bytes.count, afterReturn: afterReturn)
    } else {
      self.init(of: bytes, afterReturn: afterReturn)
    }
  }

  /// The length of the first `count` bytes of a word, where all others are zero.
  @inline(__always)
  init(ofFew word: ByteWord, count: Int, afterReturn: Bool) {
    var tally = Tally(endsInReturn: afterReturn)
    tally.add(word)
    let scalars = count - tally.trailing
    self.init(
      utf8: count, utf16: scalars + tally.fours, scalars: scalars, lineBreaks: tally.breaks)
  }
}
