import Foundation

/// Seconds of CPU that `body` takes.
func cpuSeconds(_ body: () -> Void) -> Double {
  var before = timespec()
  var after = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before)
  body()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after)
  return Double(after.tv_sec - before.tv_sec) + Double(after.tv_nsec - before.tv_nsec) / 1e9
}

func parseAndRender(_ source: [UInt8]) -> String {
  do throws(ParsingRefusal) {
    let tree = try MarkdownTree(parsing: source)
    let html = try renderHTML(source)
    return "\(tree.nodes.count) nodes, \(html.count) bytes of HTML"
  } catch {
    return error.description
  }
}

/// Prints each family's CPU time; the number of those over `limit` seconds.
func families(_ sizes: [Int], limit: Double) -> Int {
  var slow = 0
  for family in HostileFamily.all {
    for size in sizes {
      let source = family.document(byteCount: size)
      var outcome = ""
      let seconds = cpuSeconds { outcome = parseAndRender(source) }
      if seconds > limit { slow += 1 }
      let mark = seconds > limit ? "  TOO SLOW" : ""
      let milliseconds = String(format: "%8.1f ms", seconds * 1000)
      print("\(milliseconds)  \(size / 1000) kB  \(family.name): \(outcome)\(mark)")
    }
  }
  return slow
}

/// Whether the files named are admitted, with the share of the guard in the time of a parse.
func admit(_ paths: [String]) -> Int {
  var refused = 0
  var bytes = 0
  var (guarding, parsing) = (0.0, 0.0)
  for path in paths {
    guard let data = FileManager.default.contents(atPath: path) else { continue }
    let source = [UInt8](data)
    bytes += source.count
    guarding += cpuSeconds {
      do {
        try source.withUnsafeBufferPointer { try ParsingLimits.standard.admit($0) }
      } catch {
        print("\(path): \(error)")
        refused += 1
      }
    }
    parsing += cpuSeconds { _ = try? MarkdownTree(parsing: source) }
  }
  print(
    "\(paths.count) files, \(bytes) bytes, \(refused) refused; guard \(guarding) s, parse \(parsing) s"
  )
  return refused
}

/// Looks for a family nobody thought of: random units, one repeated after the other.
func search(seed: UInt64, rounds: Int, byteCount: Int, limit: Double) -> Int {
  let tokens = [
    "*", "**", "_", "__", "a", "b ", " ", "[", "]", "(", ")", "![", "](", "[a]", "]: ", "<", ">",
    "<!--", "-->", "`", "``", "\\", "\n", "\n\n", "\r", "\t", "    ", "- ", "+ ", "1. ", "> ", ">",
    "# ", "===\n", "---\n", "```\n", "\"", "'", "&", "&amp;", "&#1;", "<a ", "=", "<?", "<div>\n",
    "http://", "@", "!", "\u{0}", "é", "　", "|", "~", ":", "/",
  ]
  var generator = SeededGenerator(seed: seed)
  var slow = 0
  for round in 0..<rounds {
    var source: [UInt8] = []
    let parts = Int.random(in: 1...3, using: &generator)
    var units: [String] = []
    for _ in 0..<parts {
      let length = Int.random(in: 1...5, using: &generator)
      let unit = (0..<length).map { _ in tokens.randomElement(using: &generator) ?? "" }.joined()
      units.append(unit)
      for _ in 0..<(byteCount / parts / unit.utf8.count) { source += unit.utf8 }
    }
    var outcome = ""
    let seconds = cpuSeconds { outcome = parseAndRender(source) }
    if seconds > limit {
      slow += 1
      print(
        "seed \(seed), round \(round): \(units.map(\.debugDescription)) \(seconds) s, \(outcome)")
    }
  }
  print("seed \(seed): \(rounds) documents of \(byteCount) bytes, \(slow) slow")
  return slow
}

/// Prints what libcmark alone and what a tree costs, for a paragraph of about 300 bytes.
func speed() {
  let text = """
    # A *small* document

    It has **strong text**, `code` and [a link](https://example.org/path "title"); and then some
    plain words, which go on over a line, because most of what people write is plain words.

    - an item with *emphasis*
    - another one

    > A quote, at the end of it all.
    """
  let source = Array(text.utf8)
  let rounds = 50_000
  var nodes = 0
  let bare = cpuSeconds {
    for _ in 0..<rounds { source.withUnsafeBufferPointer { parseDocument($0) { _ in } } }
  }
  let full = cpuSeconds {
    for _ in 0..<rounds { nodes += (try? MarkdownTree(parsing: source))?.nodes.count ?? 0 }
  }
  let each = 1e6 / Double(rounds)
  print(
    "\(source.count) bytes, \(nodes / rounds) nodes: libcmark \(bare * each) µs, tree \(full * each) µs"
  )
}

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "families":
  let sizes = arguments.dropFirst().compactMap { Int($0) }
  exit(families(sizes.isEmpty ? [100_000, 1_000_000] : sizes, limit: 1) == 0 ? 0 : 1)
case "admit":
  exit(admit(Array(arguments.dropFirst())) == 0 ? 0 : 1)
case "search":
  let numbers = arguments.dropFirst().compactMap { UInt64($0) }
  let rounds = numbers.count > 1 ? Int(numbers[1]) : 500
  exit(
    search(seed: numbers.first ?? RandomTests.seed, rounds: rounds, byteCount: 300_000, limit: 0.7)
      == 0 ? 0 : 1)
case "speed": speed()
case "leaks":
  let examples = SpecificationExample.all
  for example in examples { _ = parseAndRender(Array(example.source.utf8)) }
  for family in HostileFamily.all { _ = parseAndRender(family.document(byteCount: 4000)) }
  print("\(examples.count) examples and \(HostileFamily.all.count) families parsed")
default:
  print("usage: probe families [BYTES…] | admit FILE… | search [SEED [ROUNDS]] | speed | leaks")
  exit(64)
}
