import EditorTestSupport
import Testing
import TextEditing

/// Compares the rope with a flat array and checks its invariants after every step.
@Suite struct RopeTests {
  /// An edit of a test, printed so that it can be kept as a regression test.
  struct Step: Hashable, CustomStringConvertible {
    var range: Range<Int>
    var text: String
    var description: String { "(\(range), \(text.debugDescription))" }
  }

  #if DEBUG
    /// The height from which every layout occurs; nodes are tiny in debug builds.
    private static let tall = 3
  #else
    private static let tall = 1
  #endif

  @Test func randomEditsAgreeWithAFlatArray() {
    var random = RandomTests.generator()
    for round in 0..<RandomTests.rounds(12) {
      let count = [0, 5, 100, 2_000].randomElement(using: &random) ?? 0
      let start = RandomText.text(count, using: &random)
      var pair = Pair(start)
      var steps: [Step] = []
      for _ in 0..<60 {
        steps.append(randomStep(of: pair, using: &random))
        pair.replace(steps[steps.count - 1])
        let complaints = pair.complaints(using: &random)
        if complaints.isEmpty { continue }
        Issue.record(
          """
          round \(round) of seed \(RandomTests.seed): \(complaints)
          from \(start.debugDescription) by \(smallest(steps, from: start))
          """)
        return
      }
    }
  }

  /// Returns the fewest steps that still fail, for a test of their own.
  private func smallest(_ steps: [Step], from start: String) -> [Step] {
    func fails(_ steps: [Step]) -> Bool {
      var random = SeededGenerator(seed: 1)
      var pair = Pair(start)
      for step in steps {
        let boundaries = pair.text.scalarBoundaries
        let fits =
          boundaries.contains(step.range.lowerBound) && boundaries.contains(step.range.upperBound)
        if !fits { continue }
        pair.replace(step)
        if !pair.complaints(using: &random).isEmpty { return true }
      }
      return false
    }
    var steps = steps
    var index = steps.count
    while index > 0 {
      index -= 1
      var fewer = steps
      fewer.remove(at: index)
      if fails(fewer) { steps = fewer }
    }
    return steps
  }

  /// Leaves once exceeded their capacity when cuts moved back by several bytes.
  @Test(arguments: ["a", "é", "😀", "\r\n", "a\r\n", "日\n"])
  func aTextOfAnyLengthIsCutIntoLeavesThatHoldIt(_ piece: String) {
    for count in 0..<700 {
      let rope = Pair(String(repeating: piece, count: count)).rope
      #expect(rope.brokenInvariants == [], "\(count) times \(piece.debugDescription)")
    }
  }

  @Test func editsAllOverATallTree() {
    var random = RandomTests.generator()
    let line = "A line → with “quotes”, 😀 and more.\r\n"
    var pair = Pair(String(repeating: line, count: 1_200))
    #expect(pair.rope.shape.height >= Self.tall)
    for round in 0..<RandomTests.rounds(300) {
      var start = Int.random(in: 0..<pair.flat.summary.utf8, using: &random)
      while pair.flat.byte(at: start) & 0xC0 == 0x80 { start -= 1 }
      var end = min(pair.flat.summary.utf8, start + Int.random(in: 0...5, using: &random))
      while end < pair.flat.summary.utf8, pair.flat.byte(at: end) & 0xC0 == 0x80 { end += 1 }
      let text = ["", "a", "é\n", "\r", "😀", "word "].randomElement(using: &random) ?? ""
      pair.replace(Step(range: start..<end, text: text))
      if round % 30 > 0 { continue }
      #expect(pair.complaints(using: &random) == [], "round \(round), seed \(RandomTests.seed)")
    }
    #expect(pair.complaints(using: &random) == [], "seed \(RandomTests.seed)")
  }

  @Test func lineEndingsThatMeetAndParted() {
    var random = RandomTests.generator()
    for round in 0..<RandomTests.rounds(20) {
      var pair = Pair(String(repeating: "\r\n", count: Int.random(in: 0...300, using: &random)))
      for _ in 0..<80 {
        let count = pair.flat.summary.utf8
        let lower = Int.random(in: 0...count, using: &random)
        let length = [0, 0, 1, 1, 2, 40, 500].randomElement(using: &random) ?? 0
        let text =
          ["", "\r", "\n", "\r\n", "a", "\n\r", "\r\r\n\n"].randomElement(using: &random) ?? ""
        pair.replace(Step(range: lower..<min(count, lower + length), text: text))
        let complaints = pair.complaints(using: &random)
        #expect(complaints.isEmpty, "round \(round), seed \(RandomTests.seed)")
        if !complaints.isEmpty { return }
      }
    }
  }

  @Test func typingAndDeletingAtOnePlace() {
    var random = RandomTests.generator()
    var pair = Pair(RandomText.text(500, using: &random))
    var caret = pair.text.scalarBoundaries.randomElement(using: &random) ?? 0
    for _ in 0..<RandomTests.rounds(1_500) {
      if caret > 0, Int.random(in: 0..<3, using: &random) == 0 {
        let width =
          String(pair.text.utf8.prefix(caret)).map {
            UTF8.width($0.unicodeScalars.last ?? "a")
          } ?? 1
        pair.replace(Step(range: caret - width..<caret, text: ""))
        caret -= width
      } else {
        let text = ["a", "b", " ", "é", "😀", "\n"].randomElement(using: &random) ?? "a"
        pair.replace(Step(range: caret..<caret, text: text))
        caret += text.utf8.count
      }
      if Int.random(in: 0..<50, using: &random) == 0 {
        caret = pair.text.scalarBoundaries.randomElement(using: &random) ?? 0
      }
    }
    #expect(pair.complaints(using: &random) == [], "seed \(RandomTests.seed)")
  }

  @Test func aSnapshotStaysAsItWas() {
    var random = RandomTests.generator()
    var pair = Pair(RandomText.text(1_000, using: &random))
    var snapshots: [Pair] = []
    for _ in 0..<RandomTests.rounds(100) {
      if Bool.random(using: &random) { snapshots.append(pair) }
      pair.replace(randomStep(of: pair, using: &random))
    }
    for snapshot in snapshots {
      #expect(snapshot.complaints(using: &random) == [], "seed \(RandomTests.seed)")
    }
  }

  @Test func aSnapshotIsReadOnAnotherThreadWhileTheOriginalIsEdited() async {
    var buffer = TextBuffer(String(repeating: "line of text\n", count: 3_000))
    let expected = buffer.utf8Bytes
    buffer.replace(utf8: 5_000..<5_000, with: "x")
    buffer.replace(utf8: 5_000..<5_001, with: "")
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<3 {
        let snapshot = buffer
        group.addTask {
          (0..<20).allSatisfy { _ in snapshot.utf8Bytes == expected && snapshot.lineCount == 3_001 }
        }
      }
      for index in 0..<2_000 { buffer.replace(utf8: index * 7..<index * 7 + 1, with: "yz") }
      for await isSame in group { #expect(isSame) }
    }
    #expect(buffer.utf8Count == expected.count + 2_000)
  }

  @Test func aLargeTextGrowsAndShrinksAgain() {
    var pair = Pair("")
    let piece = String(repeating: "0123456789é\r\n", count: 500)
    for _ in 0..<12 { pair.replace(Step(range: 0..<0, text: piece)) }
    #expect(pair.rope.shape.height >= Self.tall)
    #expect(pair.rope.shape.leaves > 60)
    #expect(pair.rope.brokenInvariants == [])
    while pair.flat.summary.utf8 > 0 {
      let count = pair.flat.summary.utf8
      let upper = count - count % 14 / 14
      pair.replace(Step(range: max(0, upper - 2_800)..<count, text: ""))
      #expect(pair.rope.brokenInvariants == [])
    }
    #expect(pair.rope.shape == (0, 1))
  }

  /// The lengths of leaves are counted in 16 bits.
  @Test(arguments: [1, 2]) func lengthsThatDoNotFitIntoALeafsCounters(times: Int) {
    var random = SeededGenerator(seed: RandomTests.seed)
    let loaded = Pair(String(repeating: "0123456789abcde\n", count: 20_000))
    for difference in [-1_000, -200, -20, -1, 0, 1, 20, 200, 1_000] {
      let length = times * 65_536 + difference
      var pair = loaded
      pair.replace(Step(range: 100_003..<100_003 + length, text: "x"))
      #expect(pair.complaints(using: &random) == [], "\(length) bytes go")
      pair = loaded
      pair.replace(Step(range: 100_003..<100_003, text: String(repeating: "y", count: length)))
      #expect(pair.complaints(using: &random) == [], "\(length) bytes come")
    }
  }

  @Test func equalTextsAreEqualHoweverTheyCameAbout() {
    var built = TextBuffer()
    let text = String(repeating: "wörter\r\n", count: 400)
    for character in text.reversed() { built.replace(utf8: 0..<0, with: String(character)) }
    built.selectedTextRange = BufferRange(caretAtUTF8: 0)
    let loaded = TextBuffer(text)
    #expect(built == loaded)
    #expect(built.hashValue == loaded.hashValue)
    built.replace(utf8: 0..<1, with: "v")
    #expect(built != loaded)
  }

  private func randomStep(of pair: Pair, using random: inout SeededGenerator) -> Step {
    let boundaries = pair.text.scalarBoundaries
    let first = Int.random(in: 0..<boundaries.count, using: &random)
    let length = [0, 0, 1, 2, 30, 300, 3_000].randomElement(using: &random) ?? 0
    let last = min(boundaries.count - 1, first + Int.random(in: 0...length, using: &random))
    let size = [0, 1, 1, 2, 30, 400].randomElement(using: &random) ?? 0
    return Step(
      range: boundaries[first]..<boundaries[last], text: RandomText.text(size, using: &random))
  }
}

private struct Pair {
  var rope: Rope
  var flat: FlatStorage

  init(_ text: String) {
    let bytes = Array(text.utf8)
    rope = bytes.withUnsafeBufferPointer { Rope(validUTF8: $0) }
    flat = bytes.withUnsafeBufferPointer { FlatStorage(validUTF8: $0) }
  }

  var text: String { String(decoding: flat.bytes, as: UTF8.self) }

  mutating func replace(_ step: RopeTests.Step) {
    Array(step.text.utf8).withUnsafeBufferPointer {
      rope.replace(step.range, with: $0)
      flat.replace(step.range, with: $0)
    }
  }

  /// Returns the differences at the ends and at a few random offsets.
  func complaints(using random: inout SeededGenerator) -> [String] {
    var complaints = rope.brokenInvariants
    let count = flat.summary.utf8
    if rope.summary != flat.summary { complaints.append("\(rope.summary) for \(flat.summary)") }
    guard rope.summary.utf8 == count else { return complaints }
    if bytes(0..<count) != flat.bytes { complaints.append("other bytes") }
    for _ in 0..<8 {
      let offset = Int.random(in: 0...count, using: &random)
      if rope.summary(before: offset) != flat.summary(before: offset) {
        complaints.append("summary before \(offset)")
      }
      if offset < count, rope.byte(at: offset) != flat.byte(at: offset) {
        complaints.append("byte \(offset)")
      }
      let end = Int.random(in: offset...count, using: &random)
      if bytes(offset..<end) != Array(flat.bytes[offset..<end]) {
        complaints.append("bytes of \(offset..<end)")
      }
      for metric in TextMetric.allCases {
        let units = Int.random(in: 0...flat.summary[metric], using: &random)
        if rope.offset(of: units, metric) != flat.offset(of: units, metric) {
          complaints.append("offset of \(metric) \(units)")
        }
      }
    }
    return complaints
  }

  private func bytes(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    rope.forEachChunk(in: range) {
      bytes.append(contentsOf: $0)
      return true
    }
    return bytes
  }
}
