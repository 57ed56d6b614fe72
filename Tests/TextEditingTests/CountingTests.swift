import EditorTestSupport
import Testing
import TextEditing

/// Compares counting eight and sixty-four bytes at a time with counting them one by one.
@Suite struct CountingTests {
  private static let pieces = ["a", "b", " ", "\n", "\n", "\r\n", "\r", "é", "→", "本", "😀"]

  /// Makes texts that lack some of the pieces, so that the fast paths run too.
  private func texts(_ body: ([UInt8]) -> Bool) {
    var random = RandomTests.generator()
    for round in 0..<RandomTests.rounds(50) {
      let kinds = Self.pieces.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
      var text = ""
      for _ in 0..<Int.random(in: 0...400, using: &random) {
        let isPlain = Int.random(in: 0..<8, using: &random) > 0
        text += isPlain ? "x" : kinds.randomElement(using: &random) ?? "y"
      }
      if !body(Array(text.utf8)) {
        Issue.record("round \(round) of seed \(RandomTests.seed): \(text.debugDescription)")
        return
      }
    }
  }

  @Test func aStretchIsCountedAsItsBytesAre() {
    texts { bytes in
      [false, true].allSatisfy { afterReturn in
        let counted = bytes.withUnsafeBufferPointer {
          TextSummary(of: $0, afterReturn: afterReturn)
        }
        return counted == Self.summary(bytes, afterReturn: afterReturn)
      }
    }
  }

  @Test func aLongStretchOverflowsNoCounter() {
    for piece in ["\n", "é", "😀", "a"] {
      let bytes = Array(String(repeating: piece, count: 9_000).utf8)
      let counted = bytes.withUnsafeBufferPointer { TextSummary(of: $0) }
      #expect(counted == Self.summary(bytes, afterReturn: false))
    }
  }

  @Test func everyPlaceIsFoundFromTheStart() {
    texts { bytes in
      let total = Self.summary(bytes, afterReturn: false)
      return TextMetric.allCases.allSatisfy { metric in
        (0...total[metric]).allSatisfy { count in
          let found = bytes.withUnsafeBufferPointer {
            TextSummary.offset(of: count, metric, in: $0)
          }
          return found == Self.offset(of: count, metric, in: bytes)
        }
      }
    }
  }

  @Test func everyLineIsFoundByTheIndex() {
    texts { bytes in
      let total = Self.summary(bytes, afterReturn: false).lineBreaks
      let feeds = bytes.indices.filter { bytes[$0] == 0x0A }
      return bytes.withUnsafeBufferPointer { text in
        let index = LineIndex(of: text, lineBreaks: total)
        if feeds.count != total || bytes.count > 1_024 { return !index.isKnown }
        // With so few line endings, no block can have too many.
        if total < 16 && !index.isKnown { return false }
        guard index.isKnown else { return true }
        return feeds.enumerated().allSatisfy {
          index.offset(ofLineFeed: $0 + 1, in: text) == $1 + 1
        }
          && bytes.indices.allSatisfy { offset in
            index.lineFeeds(before: offset, in: text) == feeds.count { $0 < offset }
          }
      }
    }
  }

  @Test func theIndexHoldsAsManyEndingsAsItCanSay() {
    for (count, isKnown) in [(15, true), (16, false)] {
      let bytes = [UInt8](repeating: 0x0A, count: count) + [UInt8](repeating: 0x61, count: 900)
      bytes.withUnsafeBufferPointer { text in
        let index = LineIndex(of: text, lineBreaks: count)
        #expect(index.isKnown == isKnown)
        if isKnown { #expect(index.offset(ofLineFeed: count, in: text) == count) }
      }
    }
  }

  @Test func everyLineIsFoundFromTheEnd() {
    texts { bytes in
      let total = Self.summary(bytes, afterReturn: false).lineBreaks
      return (0...total).allSatisfy { behind in
        var left = behind
        let found = bytes.withUnsafeBufferPointer {
          TextSummary.lineOffset(fromEnd: &left, in: $0)
        }
        if found.hasReturns { return bytes.contains(0x0D) }
        if behind == total { return found.utf8 == nil && left == 0 }
        return found.utf8 == Self.offset(of: total - behind, .lineBreaks, in: bytes).utf8
      }
    }
  }

  /// Returns the length in every unit, counted byte by byte.
  private static func summary(_ bytes: [UInt8], afterReturn: Bool) -> TextSummary {
    var summary = TextSummary()
    var previous: UInt8 = afterReturn ? 0x0D : 0
    for byte in bytes {
      summary.utf8 += 1
      if byte & 0xC0 != 0x80 { summary.scalars += 1 }
      if byte & 0xC0 != 0x80 { summary.utf16 += byte >= 0xF0 ? 2 : 1 }
      if byte == 0x0D || (byte == 0x0A && previous != 0x0D) { summary.lineBreaks += 1 }
      previous = byte
    }
    return summary
  }

  /// Returns the last scalar boundary with at most `count` units before it, after any line ending.
  private static func offset(
    of count: Int, _ metric: TextMetric, in bytes: [UInt8]
  ) -> (utf8: Int, left: Int) {
    var best = (utf8: 0, left: count)
    var before = TextSummary()
    for (index, byte) in bytes.enumerated() {
      let isCut = byte == 0x0A && index > 0 && bytes[index - 1] == 0x0D
      if metric == .lineBreaks {
        if byte == 0x0D || (byte == 0x0A && !isCut) { before.lineBreaks += 1 }
        let endsLine = byte == 0x0A || (byte == 0x0D && bytes.dropFirst(index + 1).first != 0x0A)
        if endsLine && before.lineBreaks <= count {
          best = (index + 1, count - before.lineBreaks)
        }
        continue
      }
      if byte & 0xC0 == 0x80 { before.utf8 += 1 }
      if byte & 0xC0 != 0x80 {
        before.utf8 += 1
        before.scalars += 1
        before.utf16 += byte >= 0xF0 ? 2 : 1
      }
      let isBoundary = index + 1 == bytes.count || bytes[index + 1] & 0xC0 != 0x80
      if metric == .utf8 ? before.utf8 <= count : isBoundary && before[metric] <= count {
        best = (index + 1, count - before[metric])
      }
    }
    // With too few line endings, the whole text is before the boundary.
    return metric == .lineBreaks && best.left > 0 ? (bytes.count, best.left) : best
  }
}
