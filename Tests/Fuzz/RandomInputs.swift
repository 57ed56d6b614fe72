import EditorTestSupport
import MdeditKit

/// Random inputs without libFuzzer, for `Scripts/stress fuzz --random`. Without sanitizers, a build
/// runs many times as many, and the same seed gives the same inputs.
struct RandomInputs {
  /// Known inputs; some random ones are variants of these.
  let corpus: [[UInt8]]
  let mostBytes: Int
  /// The number of random bytes at the start, which choose the action; the rest is known text.
  let choosingBytes: Int

  /// Pieces with a meaning in Markdown, in JSON and in recordings of keyboards.
  private static let pieces = [
    "*", "**", "***", "_", "__", "`", "``", "[", "]", "](", ")", "![", "<", ">", "\\", "&", ";",
    "&amp;", "&#0;", "&#x2a;", "\n", "\r\n", "\r", "\n\n", "  \n", "\\\n", " ", "\t", "    ",
    "- ", "> ", "1. ", "# ", "```\n", "~~~", "---\n", "===", "<b>", "</b>", "<!--", "-->", "<?",
    "?>", "<![CDATA[", "]]>", "<a href='", "http://a.b", "a@b.c", "[a]: /u\n", "[a]", "(/u \"t\")",
    "a", "b", "word", ".", "\"", "'", "\u{0}", "é", "語", "😀", "\u{A0}", "\u{301}", "\u{FEFF}", "€",
    "{", "}", ":", ",", "0", "1", "-", "\"text\":", "\"utf8\":", "null",
  ].map { Array($0.utf8) }

  func input(_ number: UInt64, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed &+ number &* 0x9E37_79B9_7F4A_7C15)
    var bytes: [UInt8] = []
    switch choosingBytes > 0 && !corpus.isEmpty && random.next() % 4 > 0 ? 7 : random.next() % 8 {
    case 0..<4:
      for _ in 0...random.next() % 20 { bytes += pick(Self.pieces, &random) }
    case 4:
      for _ in 0...random.next() % UInt64(mostBytes) {
        bytes.append(UInt8(truncatingIfNeeded: random.next() >> 8))
      }
    case 5:
      for _ in 0...random.next() % 40 { bytes.append(0x20 + UInt8(random.next() % 0x5F)) }
    default:
      bytes = corpus.isEmpty ? [] : pick(corpus, &random)
      for _ in 0...random.next() % 6 { change(&bytes, &random) }
    }
    bytes = (0..<choosingBytes).map { _ in UInt8(truncatingIfNeeded: random.next() >> 8) } + bytes
    return bytes.count > mostBytes ? Array(bytes[..<mostBytes]) : bytes
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let place = Int(random.next() % UInt64(bytes.count + 1))
    let end = min(bytes.count, place + Int(random.next() % 8))
    switch random.next() % 5 {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 2: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
    case 3: bytes.replaceSubrange(place..<end, with: pick(Self.pieces, &random))
    default: bytes.insert(contentsOf: pick(Self.pieces, &random), at: place)
    }
  }

  private func pick(_ list: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
    list[Int(random.next() % UInt64(list.count))]
  }
}

#if RANDOM_INPUTS
  /// The number of the current input, printed if it ends the run.
  nonisolated(unsafe) private var current: UInt64 = 0

  /// Prints the failing input's number. It writes the digits itself, because print may fail now.
  private func tell(_ signal: CInt) {
    var line = Array("fault: in input ".utf8)
    var digits: [UInt8] = []
    var rest = current
    repeat {
      digits.append(0x30 + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    line += digits.reversed() + [0x0A]
    _ = write(2, line, line.count)
    _exit(1)
  }

  /// Reads the arguments: the corpus in one file, each input after its length in two bytes; the
  /// longest input; the seed; the first number; the count; the step between numbers; and the number
  /// of bytes that choose the action.
  @main enum Runner {
    static func main() {
      let words = CommandLine.arguments
      guard words.count == 8, let most = Int(words[2]), let seed = UInt64(words[3]),
        let first = UInt64(words[4]), let count = UInt64(words[5]), let step = UInt64(words[6]),
        let choosing = Int(words[7])
      else { fail("usage: CORPUS LENGTH SEED FIRST COUNT STEP CHOOSING") }
      for kind in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE] { signal(kind, tell) }
      let inputs = RandomInputs(corpus: corpus(words[1]), mostBytes: most, choosingBytes: choosing)
      for index in 0..<count {
        current = first + index * step
        let bytes = inputs.input(current, seed: seed)
        _ = bytes.withUnsafeBufferPointer { fuzz($0.baseAddress, $0.count) }
      }
      print("\(count) inputs, \(operations) edits or outcomes checked")
    }

    private static func corpus(_ path: String) -> [[UInt8]] {
      guard let file = fopen(path, "r") else { return [] }
      defer { fclose(file) }
      var inputs: [[UInt8]] = []
      while true {
        let (high, low) = (fgetc(file), fgetc(file))
        if low == EOF { return inputs }
        inputs.append((0..<(high << 8 | low)).map { _ in UInt8(truncatingIfNeeded: fgetc(file)) })
      }
    }
  }
#endif
