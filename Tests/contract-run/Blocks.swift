import CommonMark
import EditorTestSupport
import Foundation
import MarkdownSyntax

/// Compares our blocks and inlines of random texts with libcmark's tree, and prints the texts that differ, made short.
///
/// - Returns: the exit status: 1 where a text differs.
func compareBlocks(rounds: Int, seed: UInt64) -> Int32 {
  var generator = SeededGenerator(seed: seed)
  var failures = 0
  var texts = BlockTexts()
  for round in 0..<rounds {
    let text = texts.next(&generator)
    guard !areBlocksEqual(text) else { continue }
    failures += 1
    let short = shortest(text)
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

private func shortest(_ text: [UInt8]) -> [UInt8] {
  var text = text
  var size = text.count / 2
  while size > 0 {
    var start = 0
    while start < text.count {
      var less = text
      less.removeSubrange(start..<min(start + size, text.count))
      if areBlocksEqual(less) { start += size } else { text = less }
    }
    size /= 2
  }
  return text
}

/// Random texts of a few lines, each of markers and what begins or ends blocks.
private struct BlockTexts {
  private let prefixes = Self.bytes([
    "> ", ">", " ", "  ", "   ", "    ", "\t", "- ", "-", "-\t", "+ ", "* ", "1. ", "2) ", "1.",
    "-    ", "-     ",
    "12) ", ">\t", "",
  ])
  private let contents = Self.bytes([
    "a", "b c", "#", "# a", "## b #", "---", "===", "***", "- - -", "```", "~~~", "```a", "````",
    "<div>", "<pre>",
    "</pre>", "<!--", "-->", "<?", "?>", "<!A", ">", "<![CDATA[", "]]>", "<a>", "</b >",
    "<a b='c'>x", "[a]: /u",
    "[a]:", "/u", "\"t\"", "\"t", "[b]: <c>", "(t)", "\\", "\u{0}", "é", "-", "=", "`", "*", "[a]",
    "[a]: b 'c'\n[d]",
    "#\t#", "####### a", "</div>", "<div/>", "<script>", "</script>", "_ _ _", "\u{B}", "", "", "",
    "a", "a",
  ])
  private let endings = Self.bytes(["\n", "\n", "\n", "\n", "\n\n", "\r\n", "\r", " \n", "\n\n\n"])

  private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  mutating func next(_ generator: inout SeededGenerator) -> [UInt8] {
    var text: [UInt8] = []
    var random = generator.next()
    func take(_ count: Int) -> Int {
      defer { random /= UInt64(count) }
      return Int(random % UInt64(count))
    }
    for _ in 0...take(8) {
      random = generator.next()
      for _ in 0..<take(4) { text += prefixes[take(prefixes.count)] }
      text += contents[take(contents.count)]
      if take(4) == 0 { text += contents[take(contents.count)] }
      text += endings[take(endings.count)]
    }
    if take(3) == 0 { while text.last == 0x0A { text.removeLast() } }
    return text
  }
}
