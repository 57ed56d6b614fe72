let tokens = [
  "*", "**", "_", "__", "a", "b ", " ", "[", "]", "(", ")", "![", "](", "[a]", "]: ", "<", ">",
  "<!--", "-->", "`", "``", "\\", "\n", "\n\n", "\r", "\t", "    ", "- ", "+ ", "1. ", "> ", ">",
  "# ", "===\n", "---\n", "```\n", "\"", "'", "&", "&amp;", "&#1;", "<a ", "=", "<?", "<div>\n",
  "http://", "@", "!", "\u{0}", "é", "　", "|", "~", ":", "/",
]

func randomUnit(_ generator: inout SeededGenerator, from tokens: [String]) -> String {
  let length = Int.random(in: 1...5, using: &generator)
  return (0..<length).map { _ in tokens.randomElement(using: &generator) ?? "" }.joined()
}

/// Searches for unknown families by repeating random units.
func search(seed: UInt64, rounds: Int, byteCount: Int, limit: Double) -> Int {
  var generator = SeededGenerator(seed: seed)
  var slow = 0
  for round in 0..<rounds {
    var source: [UInt8] = []
    let parts = Int.random(in: 1...3, using: &generator)
    var units: [String] = []
    for _ in 0..<parts {
      let unit = randomUnit(&generator, from: tokens)
      units.append(unit)
      for _ in 0..<(byteCount / parts / unit.utf8.count) { source += unit.utf8 }
    }
    var outcome = ""
    let seconds = cpuSeconds { outcome = parse(source) }
    if seconds > limit {
      slow += 1
      print(
        "seed \(seed), round \(round): \(units.map(\.debugDescription)) \(seconds) s, \(outcome)")
    }
  }
  print("seed \(seed): \(rounds) documents of \(byteCount) bytes, \(slow) slow")
  return slow
}

/// Returns the largest number of quotes and list items nested in each other.
func containerDepth(of tree: MarkdownTree) -> Int {
  var ends: [Int32] = []
  var deepest = 0
  for (index, node) in tree.nodes.enumerated() {
    while let end = ends.last, end <= Int32(index) { ends.removeLast() }
    if node.kind == .blockQuote || node.kind == .item { ends.append(node.end) }
    deepest = max(deepest, ends.count)
  }
  return deepest
}

/// Checks that the guard's estimate of the depth is at least the depth of libcmark's tree.
func depths(seed: UInt64, rounds: Int) -> Int {
  let tokens = [
    "- ", "* ", "+\n", "1. ", "23) ", "> ", ">", "  ", "   ", "    ", "\t", "\n", "\n", "\r\n",
    "\r",
    "\n\n", "a", "b\n", "```\n", "<div>\n", "# ", "---\n", "\\",
  ]
  var generator = SeededGenerator(seed: seed)
  var wrong = 0
  for _ in 0..<rounds {
    let units = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
      randomUnit(&generator, from: tokens)
    }
    let source = Array(units.joined().utf8)
    guard let tree = try? MarkdownTree(parsing: source) else { continue }
    let estimated = source.withUnsafeBufferPointer { bytes in
      var estimate = WorkEstimate(of: bytes, allowing: .max)
      try? estimate.scan()
      return estimate.deepest.depth
    }
    if estimated < containerDepth(of: tree) {
      wrong += 1
      print("seed \(seed): \(units.joined().debugDescription) is deeper than \(estimated)")
    }
  }
  print("seed \(seed): \(rounds) documents, \(wrong) deeper than estimated")
  return wrong
}
