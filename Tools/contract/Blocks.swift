import CommonMark
import EditorTestSupport
import Foundation
import MarkdownSyntax

/// Compares our blocks and inlines of random texts with libcmark's tree, and prints a shortened
/// version of each text that differs.
///
/// - Returns: The exit status: 1 if a text differs.
func compareBlocks(rounds: Int, seed: UInt64) -> Int32 {
  var generator = SeededGenerator(seed: seed)
  var failures = 0
  var texts = BlockTexts()
  for round in 0..<rounds {
    let text = texts.next(&generator)
    guard !areBlocksEqual(text) else { continue }
    failures += 1
    let short = shortest(text, areBlocksEqual)
    print("round \(round): \(String(decoding: short, as: UTF8.self).debugDescription)")
    if failures > 20 { break }
  }
  print("\(rounds) texts, \(failures) differ")
  return failures > 0 ? 1 : 0
}

private func areBlocksEqual(_ text: [UInt8]) -> Bool {
  guard let reading = try? DocumentReading(text) else { return true }
  let place = text.withUnsafeBufferPointer {
    reading.blocks.disagreement(with: reading.tree, in: $0)
  }
  return place == nil
    && reading.leaves.allSatisfy { reading.agrees(reading.tokens(of: $0), on: $0) }
}

/// Returns the shortest text that is still unequal after parts of `text` have been removed.
func shortest(_ text: [UInt8], _ isEqual: ([UInt8]) -> Bool) -> [UInt8] {
  var text = text
  var size = text.count / 2
  while size > 0 {
    var start = 0
    while start < text.count {
      var less = text
      less.removeSubrange(start..<min(start + size, text.count))
      if isEqual(less) { start += size } else { text = less }
    }
    size /= 2
  }
  return text
}
