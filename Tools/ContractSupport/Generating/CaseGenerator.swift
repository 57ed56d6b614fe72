import EditorTestSupport
import MarkdownEditing

/// Makes one random case from a seed: a text, selections and a command.
package struct CaseGenerator {
  var random: SeededGenerator

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns the case: usually a document of all constructs, sometimes a soup of active characters.
  package mutating func next() -> ContractCase {
    let text = random.isOne(in: 4) ? soup() : document()
    return ContractCase(Array(text.utf8), selections(in: text), command())
  }

  /// Returns a case that selects all of a document made from six others.
  package mutating func nextOfMany() -> ContractCase {
    let command = next().command
    let source = Array((0..<6).map { _ in next().source }.joined(separator: [10, 10]))
    return ContractCase(source, [0..<source.count], command)
  }

  /// Returns a case made of at most a dozen pieces, many times repeated, so that rare combinations
  /// occur. Sometimes other blocks with definitions follow.
  package mutating func nextSoup() -> ContractCase {
    let alphabet = (0..<4 + random.below(8)).map { _ in random.pick(CaseGenerator.pieces) }
    let text = (0..<6 + random.upTo(26)).map { _ in random.pick(alphabet) }.joined()
    let end = random.isOne(in: 3) ? random.pick(CaseGenerator.ends) : ""
    return ContractCase(Array((text + end).utf8), selections(in: text), command())
  }

  private mutating func command() -> MarkCommand {
    var options = EditingOptions.commonMark
    options.edges = .exact
    if random.isOne(in: 32) { options.edges = .plain }
    let actions: [MarkAction] = [.toggle, .toggle, .toggle, .toggle, .mark, .unmark]
    let action = random.pick(actions)
    return MarkCommand(action, random.pick(Mark.all(in: .commonMark)), options: options)
  }

  private mutating func selections(in text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    let scalars = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
    let count = random.isOne(in: 8) ? random.upTo(3) : 1
    var result: [Range<Int>] = []
    var first = 0
    for _ in 0..<count where first + 1 < scalars.count {
      let start = first + random.below(scalars.count - first - 1)
      let room = scalars.count - 1 - start
      let length = random.isOne(in: 3) ? room : min(room, random.isOne(in: 2) ? 3 : 12)
      let end = start + random.upTo(length)
      result.append(scalars[start]..<scalars[end])
      first = end + 1
    }
    return result.isEmpty ? [0..<bytes.count] : result
  }

  private static let alphabets: [[String]] = [
    ["a", "b", " ", "*", "_", "`", "\n"],
    ["a", ".", " ", "*", "**", "_", "`", "``", "\\", "[", "]", "(", ")", "!", "<", ">", "&", "\n"],
    ["a", "日", "。", "、", "€", "+", "😀", "e\u{301}", "*", "**", "_", "`", " ", "\u{A0}", "."],
    ["a", "1", ".", "#", "-", "+", ">", " ", "\t", "\n", "\r\n", "*", "`", "=", "~", "\\"],
    ["a", "&amp;", "&#42;", "\\*", "\\`", "&nbsp;", "*", "_", "`", " ", "[a]", "[a]: /u\n", "\n"],
    ["a", "<b>", "<http://a.b>", "[a](u)", "![a](u)", "*", "**", "__", "`", " ", "  \n", "\\\n"],
  ]

  /// The pieces of soups, with delimiters, letters and blanks more often than others.
  private static let pieces =
    alphabets.flatMap { $0 } + literals + spelled
    + ["*", "*", "_", "_", "`", "**", "__", "***", "a", "a", " "]
    + ["[", "]", "[a]", "[*a*]", "[`b`]", "\u{FEFF}", "\n\n"]

  /// The possible ends of a soup.
  private static let ends = [
    "\n\na\n\nb\n\n[a]: /u\n[b]: /v\n", "\n\na\n\n[aa]: /w\n\n[a]: /u\n\n[b]: /v",
    "\n\n- a\n- b\n\n[ab]: <>\n\n[a]: /u", "\n2. b\n3. c`*\n\n[a]: /u\n",
  ]

  private mutating func soup() -> String {
    let alphabet = random.pick(CaseGenerator.alphabets)
    return (0..<random.upTo(24)).map { _ in random.pick(alphabet) }.joined()
  }
}

extension SeededGenerator {
  package mutating func below(_ count: Int) -> Int {
    count > 1 ? Int(next() % UInt64(count)) : 0
  }

  package mutating func upTo(_ count: Int) -> Int { 1 + below(count) }

  /// Returns true once in `count` times on average.
  package mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
