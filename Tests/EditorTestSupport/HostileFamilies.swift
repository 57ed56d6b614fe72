/// A kind of document, of any size, that makes a naive parser extremely slow.
public struct HostileFamily: Sendable, CustomStringConvertible {
  public let name: String
  public var description: String { name }
  private let make: @Sendable (Int) -> [UInt8]

  /// Creates a family; `make` returns about as many bytes as requested.
  public init(_ name: String, _ make: @escaping @Sendable (Int) -> [UInt8]) {
    self.name = name
    self.make = make
  }

  init(_ name: String, repeating unit: String) { self.init(name) { fill(unit, $0) } }

  public func document(byteCount: Int) -> [UInt8] { make(byteCount) }
}

/// Repeats `unit` as often as it fits into `byteCount` bytes.
private func fill(_ unit: String, _ byteCount: Int) -> [UInt8] {
  var result = Array(unit.utf8)
  let total = max(byteCount, 0) / result.count * result.count
  while result.count < total { result += result.prefix(total - result.count) }
  return Array(result.prefix(total))
}

private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

private func times(_ count: Int, _ unit: String) -> [UInt8] { fill(unit, count * unit.utf8.count) }

extension HostileFamily {
  /// All families: those of upstream's pathological tests, and variants of them.
  public static let all = emphasis + brackets + containers + spans + references

  private static let emphasis: [HostileFamily] = [
    HostileFamily("nested strong emphasis") { size in
      times(size / 15, "*a **a ") + fill("b", 1) + times(size / 15, " a** a*")
    },
    HostileFamily("emphasis closers without openers", repeating: "a_ "),
    HostileFamily("emphasis openers without closers", repeating: "_a "),
    HostileFamily("star openers without closers", repeating: "*a "),
    HostileFamily("openers and closers that do not match", repeating: "*a_ "),
    HostileFamily("openers, then closers of both kinds") { size in
      times(size / 8, "*a ") + times(size / 8, "_a*_ ")
    },
    HostileFamily("lengths that are multiples of three") { text("a**b") + fill("c* ", $0 - 4) },
    HostileFamily("one run around another") { fill("*", $0 / 2) + text("a") + fill("*", $0 / 2) },
    HostileFamily("one run of every length") { grown(to: $0) { text("a") + times($0, "*") } },
    HostileFamily("stars and underscores interleaved", repeating: "*a _b "),
    HostileFamily("strong then emphasis", repeating: "**a *a "),
  ]

  private static let brackets: [HostileFamily] = [
    HostileFamily("link closers without openers", repeating: "a]"),
    HostileFamily("link openers without closers", repeating: "[a"),
    HostileFamily("link openers and emphasis closers", repeating: "[ a_"),
    HostileFamily("openers and parentheses", repeating: "[ (]("),
    HostileFamily("image openers around empty links", repeating: "![[]()"),
    HostileFamily("image openers, then links") { fill("![", $0 / 2) + fill("[a](b)", $0 / 2) },
    HostileFamily("images that look closed", repeating: "![\\][a](b)"),
    HostileFamily("images closed in code", repeating: "![`]`[a](b)"),
    HostileFamily("image openers over lines", repeating: "![a\n[a](b)\n"),
    HostileFamily("nested brackets") { times($0 / 2, "[") + text("a") + times($0 / 2, "]") },
    HostileFamily("nested links") { times($0 / 5, "[") + text("a") + times($0 / 5, "](b)") },
    HostileFamily("nested images") { times($0 / 6, "![") + text("a") + times($0 / 6, "](b)") },
    HostileFamily("unclosed pointed destinations", repeating: "[a](<b"),
    HostileFamily("unclosed destinations", repeating: "[a](b"),
    HostileFamily("unclosed titles", repeating: "[a](b \"c "),
    HostileFamily("emphasis across links", repeating: "**x [a*b**c*](d)"),
  ]

  private static let containers: [HostileFamily] = [
    HostileFamily("nested quotes") { fill("> ", $0) + text("a") },
    HostileFamily("nested list items") { fill("- ", $0) + text("a") },
    HostileFamily("ordered items in each other") { fill("1. ", $0) + text("a") },
    HostileFamily("lists indented further and further") { size in
      grown(to: size) { times($0 - 1, "  ") + text("* a\n") }
    },
    HostileFamily("blank lines in nested items") {
      fill("- ", $0 * 2 / 3) + text("x") + fill("\n", $0 / 3)
    },
    HostileFamily("blank lines in nested items in a quote") {
      text("> ") + fill("- ", $0 / 2) + text("x\n") + fill(">\n", $0 / 2)
    },
    HostileFamily("blank lines of returns in nested items") {
      fill("+ ", $0 * 2 / 3) + text("x") + fill("\r", $0 / 3)
    },
    HostileFamily("blank lines and lazy lines in nested items") {
      fill("- ", $0 / 2) + text("x\nlazy\n") + fill(" \n", $0 / 2)
    },
    HostileFamily("nested items again and again") { size in
      fill(String(decoding: times(300, "- ") + times(600, "\n"), as: UTF8.self) + "a\n", size)
    },
    HostileFamily("emphasis in nested quotes") { fill(">", $0 / 2) + fill("a*", $0 / 2) },
    HostileFamily("pairs of stars in nested quotes") { fill(">", $0 / 2) + fill("*a* ", $0 / 2) },
    HostileFamily("pairs of stars in nested items") { fill("- ", $0 / 2) + fill("*a* ", $0 / 2) },
    HostileFamily("pairs of stars in lazy lines of nested quotes") { size in
      fill(">", size / 2) + text("a") + fill("\n*a*", size / 2)
    },
    HostileFamily("thematic breaks that are none") { fill("* ", $0) + text("a") },
    HostileFamily("quotes of several lines", repeating: "> > > > a\n"),
  ]

  private static let spans: [HostileFamily] = [
    HostileFamily("NUL", repeating: "abc\u{0}de\u{0}"),
    HostileFamily("backticks of every length") { grown(to: $0) { text("e") + times($0, "`") } },
    HostileFamily("unclosed comments") { text("</") + fill("<!--", $0) },
    HostileFamily("unclosed declarations", repeating: "<!A "),
    HostileFamily("unclosed instructions", repeating: "a<?"),
    HostileFamily("unclosed CDATA", repeating: "a<![CDATA["),
    HostileFamily("unclosed tags", repeating: "a<a b=\"c"),
    HostileFamily("character references", repeating: "&#1;&amp;&"),
    HostileFamily("backslashes", repeating: "\\"),
    HostileFamily("spaces at line ends") { fill("a" + String(repeating: " ", count: 60), $0) },
    HostileFamily("one long line", repeating: "a"),
    HostileFamily("line feeds", repeating: "\n"),
    HostileFamily("returns", repeating: "\r"),
    HostileFamily("exclamation marks", repeating: "!"),
  ]

  private static let references: [HostileFamily] = [
    HostileFamily("definitions", repeating: "[a]: b\n"),
    HostileFamily("definitions that each have a use") { size in
      grown(to: size) { text("[r\($0)]: u\n\n[r\($0)]\n\n") }
    },
    HostileFamily("definitions, then one used often") { size in
      grown(to: size / 2) { text("[r\($0)]: u\n") } + text("\n") + fill("[r1] ", size / 2)
    },
    HostileFamily("a long destination used often") { size in
      text("[a]: ") + fill("u", size / 2) + text("\n\n") + fill("[a]", size / 2)
    },
    HostileFamily("labels whose hashes collide", collidingLabels),
    HostileFamily("definitions with unclosed titles", repeating: "[a]: b \"c\n"),
    HostileFamily("setext underlines after definitions", repeating: "[a]: b\n===\n"),
  ]

  /// Joins pieces 1, 2, 3, … as long as they fit into `byteCount` bytes.
  private static func grown(to byteCount: Int, _ piece: (Int) -> [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for count in 1... {
      let next = piece(count)
      if result.count + next.count > byteCount { break }
      result += next
    }
    return result
  }

  /// Returns definitions whose labels collide in the sdbm hash that old versions used.
  private static func collidingLabels(byteCount: Int) -> [UInt8] {
    var number = 0
    return grown(to: byteCount) { _ in
      while true {
        number += 1
        let label = "x\(number)"
        let hash = label.utf8.reduce(UInt32(0)) { hash, byte in
          UInt32(byte) &+ (hash << 6) &+ (hash << 16) &- hash
        }
        if hash % 16 == 0 { return text("[\(label)]: /u\n\n[x7]\n\n") }
      }
    }
  }
}
