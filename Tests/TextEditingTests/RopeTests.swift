import EditorTestSupport
import Testing
import TextEditing

/// Compares the rope with a plain array, and checks its invariants.
@Suite struct RopeTests {
  /// Texts of random pieces and edits of them: the numbers of bytes that an edit removes, and the
  /// pieces that it inserts, a third as many.
  private static let courses: [(text: [String], count: Int, lengths: [Int], pieces: [String])] = [
    (RandomText.pieces, 800, [0, 0, 1, 2, 30, 100, 600], RandomText.pieces),
    (["\r\n"], 300, [0, 0, 1, 1, 2, 40, 500], ["\r", "\n", "\r\n", "a"]),
    (["word "], 500, [0, 0, 1, 2, 30, 100, 600], RandomText.pieces),
    (["A line → with “quotes”, 😀.\r\n"], 1_200, [0, 1, 5, 5, 5, 5, 9_000], RandomText.pieces),
    (["\n"], 600, [0, 0, 1, 2, 30, 100, 600], ["\n", "é", "\r"]),
    (["a"], 3, [0, 0, 0, 1], ["a", "b", " ", "é", "😀", "\n"]),
  ]

  @Test(arguments: courses.indices) func editsAgreeWithAPlainArray(_ index: Int) {
    let course = Self.courses[index]
    let (isTall, isTyping) = (course.count > 1_000, course.count < 10)
    var random = RandomTests.generator("course \(index)")
    func text(_ count: Int, of pieces: [String]) -> String {
      (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
    for round in 0..<RandomTests.rounds(isTall ? 1 : 5) {
      var pair = Pair(text(isTall ? course.count : round * course.count / 4, of: course.text))
      var snapshots: [Pair] = []
      var steps: [String] = []
      var caret = 0
      for step in 0..<(isTyping ? 400 : 80) {
        if step % 16 == 0 { snapshots.append(pair) }
        if !isTyping || step % 150 == 0 {
          caret = Int.random(in: 0...pair.model.bytes.count, using: &random)
        }
        let removed = course.lengths.randomElement(using: &random) ?? 0
        let start = pair.model.boundary(max(0, caret - removed))
        let range = start..<pair.model.boundary(max(start, caret))
        let added = course.lengths.randomElement(using: &random) ?? 0
        let new = text(isTyping ? 1 - removed : (added + 2) / 3, of: course.pieces)
        steps.append("(\(range), \(new.debugDescription))")
        pair.replace(range, with: new)
        caret = start + new.utf8.count
        if step % (isTall ? 20 : 3) > 0 { continue }
        let complaints = pair.complaints(using: &random)
        #expect(complaints == [], "round \(round) of seed \(RandomTests.seed) by \(steps)")
        if !complaints.isEmpty { return }
      }
      for snapshot in snapshots {
        #expect(snapshot.complaints(using: &random) == [], "a snapshot, seed \(RandomTests.seed)")
      }
    }
  }

  @Test(arguments: ["a", "é", "😀", "\r\n", "a\r\n", "日\n"])
  func aTextOfAnyLengthIsCutIntoLeavesThatHoldIt(_ piece: String) {
    for count in 0..<700 {
      let pair = Pair(String(repeating: piece, count: count))
      #expect(pair.rope.brokenInvariants == [], "\(count) times \(piece.debugDescription)")
      #expect(pair.bytes(0..<pair.model.bytes.count) == pair.model.bytes)
    }
  }

  @Test func aLargeTextGrowsAndShrinksAgain() {
    var pair = Pair("")
    for _ in 0..<12 { pair.replace(0..<0, with: String(repeating: "0123456789é\r\n", count: 500)) }
    #expect(pair.rope.shape.height >= 1 && pair.rope.shape.leaves > 60)
    while !pair.model.bytes.isEmpty {
      #expect(pair.rope.brokenInvariants == [])
      let count = pair.model.bytes.count
      pair.replace(max(0, count - 2_800)..<count, with: "")
    }
    #expect(pair.rope.shape == (0, 1))
  }

  @Test func aChunkThatIsRefusedIsTheLast() {
    var chunks = 0
    Pair(String(repeating: "a", count: 9_000)).rope.forEachChunk(in: 0..<9_000) { _ in
      chunks += 1
      return chunks < 3
    }
    #expect(chunks == 3)
  }
}

private struct Pair {
  var rope: Rope
  var model: ByteModel

  init(_ text: String) {
    model = ByteModel(bytes: Array(text.utf8))
    rope = model.bytes.withUnsafeBufferPointer { Rope(validUTF8: $0) }
  }

  mutating func replace(_ range: Range<Int>, with text: String) {
    Array(text.utf8).withUnsafeBufferPointer { rope.replace(range, with: $0) }
    model.bytes.replaceSubrange(range, with: Array(text.utf8))
  }

  /// The differences at the ends and at a few random offsets.
  func complaints(using random: inout SeededGenerator) -> [String] {
    var complaints = rope.brokenInvariants
    func expect<Value>(_ found: Value, _ expected: Value, _ what: String) {
      if "\(found)" != "\(expected)" { complaints.append("\(what): \(found), not \(expected)") }
    }
    let count = model.bytes.count
    expect(rope.summary, model.summary(), "the whole")
    guard rope.summary.utf8 == count else { return complaints }
    let random = (0..<2).map { _ in Int.random(in: 0...count, using: &random) }.sorted()
    for (start, end) in [(0, count), (random[0], random[1])] {
      if bytes(start..<end) != Array(model.bytes[start..<end]) { complaints.append("bytes") }
    }
    for offset in [0, count] + random {
      let before = ByteModel(bytes: Array(model.bytes[..<offset])).summary()
      let isInside = model.boundary(offset) < offset
      for metric in TextMetric.allCases {
        let expected = (before[metric], isInside, model.isInsideLineEnding(offset))
        expect(rope.count(of: metric, before: offset), expected, "\(metric) before \(offset)")
        let offsets = model.offsets(of: metric)
        let units = min(before[metric], offsets.count - 1)
        expect(rope.offset(of: units, metric), offsets[units], "\(metric) number \(units)")
      }
      expect(rope.isBoundary(offset), !isInside, "boundary at \(offset)")
      if offset < count { expect(rope.byte(at: offset), model.bytes[offset], "byte \(offset)") }
    }
    return complaints
  }

  func bytes(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    rope.forEachChunk(in: range) {
      bytes.append(contentsOf: $0)
      return true
    }
    return bytes
  }
}

/// A text as a plain array, measured byte by byte: the model of the rope.
struct ByteModel {
  var bytes: [UInt8]

  func summary() -> TextSummary {
    var summary = TextSummary()
    var previous: UInt8 = 0
    for byte in bytes {
      summary.utf8 += 1
      if byte & 0xC0 != 0x80 {
        summary.scalars += 1
        summary.utf16 += byte >= 0xF0 ? 2 : 1
      }
      if byte == 0x0D || (byte == 0x0A && previous != 0x0D) { summary.lineBreaks += 1 }
      previous = byte
    }
    return summary
  }

  /// The last boundary of scalars at or before an offset.
  func boundary(_ offset: Int) -> Int {
    (0...offset).last { $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 } ?? 0
  }

  func isInsideLineEnding(_ offset: Int) -> Bool {
    offset < bytes.count && bytes[..<offset].last == 0x0D && bytes[offset] == 0x0A
  }

  /// The offset of every number of units from 0 on, and the units left over.
  func offsets(of metric: TextMetric) -> [(utf8: Int, left: Int)] {
    if metric == .utf8 { return (0...bytes.count).map { ($0, 0) } }
    if metric == .lineBreaks {
      let ends = (1..<bytes.count + 1).filter {
        bytes[$0 - 1] == 0x0A || bytes[$0 - 1] == 0x0D && !isInsideLineEnding($0)
      }
      return [(0, 0)] + ends.map { ($0, 0) }
    }
    var result: [(utf8: Int, left: Int)] = []
    for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
      result.append((offset, 0))
      if metric == .utf16 && byte >= 0xF0 { result.append((offset, 1)) }
    }
    return result + [(bytes.count, 0)]
  }
}
