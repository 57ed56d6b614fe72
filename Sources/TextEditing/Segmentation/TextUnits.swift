/// The units of a text, whatever holds it. Offsets are UTF-8 bytes on scalar boundaries.
enum TextUnits {
  /// The unit that encloses `offset`: the one that begins there or holds the byte at it
  /// (`forward`), or the one that ends there or holds the byte before it.
  static func unit<Text: ScalarText>(
    _ granularity: TextGranularity, enclosing offset: Int, forward: Bool, in text: inout Text
  ) -> Range<Int>? {
    switch granularity {
    case .character:
      if forward ? offset >= text.utf8Count : offset == 0 { return nil }
      let inside = forward ? offset : text.scalar(before: offset)?.start ?? 0
      let end = Graphemes.boundary(after: inside, in: &text)
      return Graphemes.boundary(before: end, in: &text)..<end
    case .word:
      return WordBoundaries.segments(touching: offset, in: &text).first {
        $0.isWord && encloses($0.range, offset, forward: forward)
      }?.range
    case .sentence:
      return sentence(enclosing: offset, forward: forward, in: &text)
    case .paragraph, .line:
      return paragraph(enclosing: offset, in: &text)
    case .document:
      return 0..<text.utf8Count
    }
  }

  /// The nearest offset behind `offset` where a unit ends; nil where none does.
  static func end<Text: ScalarText>(
    of granularity: TextGranularity, after offset: Int, in text: inout Text
  ) -> Int? {
    switch granularity {
    case .word:
      var start = WordBoundaries.safeBoundary(before: offset, in: &text)
      while let segment = WordBoundaries.segment(from: start, in: &text) {
        if segment.isWord && segment.range.upperBound > offset { return segment.range.upperBound }
        start = segment.range.upperBound
      }
      return nil
    case .paragraph, .line:
      let end = paragraph(enclosing: offset, in: &text).upperBound
      if end > offset { return end }
      let next = afterLineEnding(at: end, in: &text)
      return next == end ? nil : paragraph(enclosing: next, in: &text).upperBound
    default:
      let found = unit(granularity, enclosing: offset, forward: true, in: &text)?.upperBound
      return found.flatMap { $0 > offset ? $0 : nil }
    }
  }

  /// The nearest offset before `offset` where a unit begins; nil where none does.
  static func start<Text: ScalarText>(
    of granularity: TextGranularity, before offset: Int, in text: inout Text
  ) -> Int? {
    switch granularity {
    case .word:
      var end = offset
      while end > 0 {
        let boundary = WordBoundaries.safeBoundary(before: end, in: &text)
        let words = WordBoundaries.words(from: boundary, to: end, in: &text)
        if let start = words.last(where: { $0.lowerBound < offset })?.lowerBound { return start }
        end = boundary
      }
      return nil
    case .paragraph, .line:
      let start = paragraph(enclosing: offset, in: &text).lowerBound
      if start < offset { return start }
      guard start > 0 else { return nil }
      return paragraph(enclosing: beforeLineEnding(at: start, in: &text), in: &text).lowerBound
    default:
      let found = unit(granularity, enclosing: offset, forward: false, in: &text)?.lowerBound
      return found.flatMap { $0 < offset ? $0 : nil }
    }
  }

  private static func encloses(_ range: Range<Int>, _ offset: Int, forward: Bool) -> Bool {
    forward ? range.contains(offset) : range.lowerBound < offset && offset <= range.upperBound
  }

  private static func sentence<Text: ScalarText>(
    enclosing offset: Int, forward: Bool, in text: inout Text
  ) -> Range<Int>? {
    let anchor = forward ? offset : text.scalar(before: offset)?.start ?? 0
    var start = SentenceBoundaries.paragraphStart(before: anchor, in: &text)
    if start > 0, start == anchor, text.byte(at: anchor - 1) == 0x0D,
      anchor < text.utf8Count, text.byte(at: anchor) == 0x0A
    {
      start = SentenceBoundaries.paragraphStart(before: anchor - 1, in: &text)
    }
    while let sentence = SentenceBoundaries.sentence(from: start, in: &text) {
      if encloses(sentence, offset, forward: forward) { return sentence }
      if sentence.lowerBound > offset { return nil }
      start = sentence.upperBound
    }
    return nil
  }

  /// What stands between the line endings around `offset`.
  private static func paragraph<Text: ScalarText>(
    enclosing offset: Int, in text: inout Text
  ) -> Range<Int> {
    var offset = offset
    if offset > 0, offset < text.utf8Count, text.byte(at: offset) == 0x0A,
      text.byte(at: offset - 1) == 0x0D
    {
      offset -= 1
    }
    var end = offset
    while let next = text.scalar(at: end), !next.scalar.isParagraphSeparator { end = next.end }
    return SentenceBoundaries.paragraphStart(before: offset, in: &text)..<end
  }

  private static func afterLineEnding<Text: ScalarText>(
    at offset: Int, in text: inout Text
  ) -> Int {
    guard let first = text.scalar(at: offset) else { return offset }
    if first.scalar == "\r", let second = text.scalar(at: first.end), second.scalar == "\n" {
      return second.end
    }
    return first.end
  }

  private static func beforeLineEnding<Text: ScalarText>(
    at offset: Int, in text: inout Text
  ) -> Int {
    guard let last = text.scalar(before: offset) else { return offset }
    if last.scalar == "\n", let first = text.scalar(before: last.start), first.scalar == "\r" {
      return first.start
    }
    return last.start
  }
}

extension WordBoundaries {
  /// The words that begin in `start..<end`, where `start` is a boundary.
  static func words<Text: ScalarText>(
    from start: Int, to end: Int, in text: inout Text
  ) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = start
    while start < end, let segment = segment(from: start, in: &text) {
      if segment.isWord { result.append(segment.range) }
      start = segment.range.upperBound
    }
    return result
  }
}
