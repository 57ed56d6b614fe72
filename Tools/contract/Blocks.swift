import CommonMark
import EditorTestSupport
import Foundation
import MarkdownSyntax

/// Compares our blocks and inlines of random texts with libcmark's tree.
///
/// - Returns: The exit status: 1 if a text differs.
func compareBlocks(_ options: Options) -> Int32 {
  compare([], random: options.blocks, options, areBlocksEqual) { _ in }
}

/// Compares our reading of texts and of random texts with libcmark's, and prints a shortened version
/// of each text that differs.
///
/// - Returns: The exit status: 1 if a text differs.
func compare(
  _ texts: [[UInt8]], random count: Int, _ options: Options,
  _ isEqual: ([UInt8]) -> Bool, explain: ([UInt8]) -> Void
) -> Int32 {
  var failures = 0
  func check(_ text: [UInt8], _ name: String) {
    guard !isEqual(text) else { return }
    failures += 1
    if failures > options.show { return }
    let short = shortest(text, isEqual)
    print("\(name): \(String(decoding: short, as: UTF8.self).debugDescription)")
    explain(short)
  }
  for (number, text) in texts.enumerated() { check(text, options.documents[number]) }
  var generator = SeededGenerator(seed: options.seed)
  var random = BlockTexts()
  for round in 0..<count { check(random.next(&generator), "round \(round)") }
  print("\(texts.count + count) texts, \(failures) differ, seed \(options.seed)")
  return failures > 0 ? 1 : 0
}

private func areBlocksEqual(_ text: [UInt8]) -> Bool {
  guard let printed = try? PrintedText(text, in: .commonMark),
    let leaves = try? printed.leaves(in: 0..<Int.max)
  else { return ParsingLimits.standard.refusal(of: text) != nil }
  return leaves.allSatisfy { $0.isSame }
}

/// Returns the shortest text that is still unequal after parts of `text` have been removed.
private func shortest(_ text: [UInt8], _ isEqual: ([UInt8]) -> Bool) -> [UInt8] {
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
