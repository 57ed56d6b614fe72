import EditorTestSupport
import Foundation
import JSONText
import MdeditKit
import Testing
import TextEditing

/// Returns both outputs of a run, together, on a terminal of 80 columns.
private func shown(
  _ arguments: [String], _ input: String = "", environment: [String: String] = [:]
) throws -> String {
  let (terminal, other) = try pseudoTerminal()
  defer { close(terminal) }
  var variables = ProcessInfo.processInfo.environment
  variables["NO_COLOR"] = nil
  variables["TERM"] = "xterm"
  _ = try ToolRun(
    executable: Tool.url, arguments, input: Array(input.utf8), onTerminal: other,
    environment: variables.merging(environment) { $1 })
  close(other)
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4096)
  while case let count = read(terminal, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
  // The terminal itself writes a CR before each LF.
  return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
}

/// Returns the two ends of a new pseudo-terminal: the one that shows and the one for programs.
private func pseudoTerminal() throws -> (shows: Int32, takes: Int32) {
  #if canImport(Glibc) || canImport(Musl)
    // The work of posix_openpt and related functions, which the headers hide.
    let (unlock, number) = (UInt(0x4004_5431), UInt(0x8004_5430))
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (isLocked, index): (Int32, UInt32) = (0, 0)
    try #require(terminal >= 0 && ioctl(terminal, unlock, &isLocked) == 0)
    try #require(ioctl(terminal, number, &index) == 0)
    let other = open("/dev/pts/\(index)", O_RDWR | O_NOCTTY)
  #else
    let terminal = posix_openpt(O_RDWR | O_NOCTTY)
    try #require(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0)
    let other = open(String(cString: try #require(ptsname(terminal))), O_RDWR | O_NOCTTY)
  #endif
  try #require(other >= 0)
  return (terminal, other)
}

private let hostile = "a word \u{1B}]0;title\u{7}\u{1B}[31m\u{9B}1m \u{202E}x\u{2028}\u{7F}\rb\n"
private let harmless =
  "\\u{1B}]0;title\\u{7}\\u{1B}[31m\\u{9B}1m \\u{202E}x\\u{2028}\\u{7F}\\u{D}b\n"

/// `Scripts/stress terminal` shows that no command and no message writes a control character.
@Suite struct TerminalTests {
  private let diff = ["toggle", "strong", "-", "--find", "word", "--diff"]
  private let plain = "-a word\n+a **word**\n"
  private let colored = "\u{1B}[31m-a word\u{1B}[0m\n\u{1B}[32m+a **word**\u{1B}[0m\n"

  @Test func spellsOutControlCharactersOfADocument() throws {
    let text = try shown(["toggle", "strong", "-", "--find", "word"], hostile)
    #expect(text == "a **word** " + harmless)
    let run = try ToolRun("toggle strong - --find word", input: hostile)
    #expect(run.text == hostile.replacing("word", with: "**word**"))
    let colored = try ToolRun(diff + ["--color", "always"], input: hostile)
    #expect(colored.text.contains("\\u{1B}]0;title\\u{7}") && !colored.text.contains("\u{1B}]"))
  }

  @Test(arguments: [
    ([:], [], true), (["NO_COLOR": "1"], [], false), (["NO_COLOR": ""], [], true),
    (["TERM": "dumb"], [], false), ([:], ["--color", "never"], false),
    (["NO_COLOR": "1"], ["--color", "always"], true),
  ])
  func coloursDiffsOnATerminal(
    _ environment: [String: String], _ options: [String], _ isColored: Bool
  ) throws {
    let shown = try shown(diff + options, "a word\n", environment: environment)
    #expect(shown.hasSuffix(isColored ? colored : plain))
  }

  @Test func coloursDiffsElsewhereOnlyIfAskedFor() throws {
    #expect(try ToolRun(diff, input: "a word\n").text.hasSuffix(plain))
    let asked = try ToolRun(diff + ["--color", "always"], input: "a word\n")
    #expect(asked.text.hasSuffix(colored))
  }

  /// A fast path reads only the first bytes of texts without hidden characters.
  @Test func spellsOutEveryHiddenCharacter() {
    for value in 0x20...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), scalar.isHidden else { continue }
      #expect(
        Unicode.Scalar.mayBeHidden(Array(String(scalar).utf8)[0]), "U+\(String(value, radix: 16))")
      #expect(TerminalText.escapingControls("a\(scalar)b").hasPrefix("a\\u{"))
    }
    #expect(TerminalText.escapingControls("a\tb\r\nc\n") == "a\tb\r\nc\n")
    #expect(TerminalText.escapingControls("a\rb\r") == "a\\u{D}b\\u{D}")
    #expect(TerminalText.name("a\tb\n\u{0}é👨‍👩‍👧") == "a\\u{9}b\\u{A}\\u{0}é👨‍👩‍👧")
  }
}

/// Returns the diff for the replacement of a range of a text.
private func diff(
  _ source: String, _ range: Range<Int>, _ new: String, path: String? = "t",
  with painter: Painter = Painter()
) -> String {
  var painter = painter
  UnifiedDiff(of: TextEdit([.init(range, with: new)]), on: Array(source.utf8))
    .print(path: path, with: &painter)
  return String(decoding: painter.bytes, as: UTF8.self)
}

@Suite struct UnifiedDiffTests {
  /// `~` is a line without a final newline.
  @Test(arguments: [
    ("", 0..<0, "a\n", "@@ -0,0 +1 @@\n+a\n"), ("a\n", 0..<2, "", "@@ -1 +0,0 @@\n-a\n"),
    ("a\nb\n", 1..<2, "", "@@ -1,2 +1 @@\n-a\n-b\n+ab\n"),
    ("a", 0..<1, "b", "@@ -1 +1 @@\n-a~+b~"), ("a\nb", 0..<1, "x", "@@ -1,2 +1,2 @@\n-a\n+x\n b~"),
    (
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n", 8..<9, "FIVE",
      "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+FIVE\n 6\n 7\n 8\n"
    ),
  ])
  func countsLines(_ source: String, _ range: Range<Int>, _ new: String, _ expected: String) {
    let hunk = expected.replacing("~", with: "\n\\ No newline at end of file\n")
    #expect(diff(source, range, new) == "--- t\n+++ t\n" + hunk)
  }

  @Test(arguments: [6, 7]) func joinsChangesThatAreNear(_ between: Int) {
    let lines = (0..<between).map { "\($0)\n" }.joined()
    let source = "a\n" + lines + "b\n"
    let edit = TextEdit([
      .init(0..<1, with: "x\ny"), .init(source.utf8.count - 2..<source.utf8.count - 1, with: "z"),
    ])
    var painter = Painter()
    UnifiedDiff(of: edit, on: Array(source.utf8)).print(path: "t", with: &painter)
    let headers = String(decoding: painter.bytes, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("@@") }
    #expect(
      headers == (between == 6 ? ["@@ -1,8 +1,9 @@"] : ["@@ -1,4 +1,5 @@", "@@ -6,4 +7,4 @@"]))
  }

  @Test func showsNoChangeWhereNothingChanges() {
    #expect(diff("a\n", 0..<1, "a") == "")
    #expect(diff("a\n", 0..<0, "") == "")
  }

  @Test(arguments: [
    ("a b", "--- a b\t\n"), ("a\n\"\u{1}\t\\\r\u{7F}", "--- \"a\\n\\\"\\001\\t\\\\\\r\\177\"\n"),
    (nil, "--- -\n+++ -\n"),
  ])
  func quotesNamesAsPatchReadsThem(_ path: String?, _ expected: String) {
    #expect(diff("a\n", 0..<1, "b", path: path).hasPrefix(expected))
  }

  @Test func endsColoursBeforeTheLine() {
    let painter = Painter(isColored: true, escapesControls: true)
    let text = diff("a\r\n", 0..<1, "\u{1B}", with: painter)
    #expect(text.hasSuffix("\u{1B}[31m-a\u{1B}[0m\r\n\u{1B}[32m+\\u{1B}\u{1B}[0m\r\n"))
  }

  /// Law: with the diff, `patch` turns the text before into the text after, byte by byte.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/patch")))
  func isAppliedByPatch() throws {
    var random = RandomTests.generator()
    let alphabet: [UInt8] = [0x0A, 0x0A, 0x0A, 0x0D, 0x20, 0x2D, 0x2B, 0x5C, 0x61, 0x62]
    func text(_ length: Int) -> [UInt8] {
      (0..<length).compactMap { _ in alphabet.randomElement(using: &random) }
    }
    for round in 0..<RandomTests.rounds(60) {
      let source = text(Int.random(in: 0...80, using: &random))
      var replacements: [TextEdit.Replacement] = []
      var start = 0
      for _ in 0..<Int.random(in: 1...4, using: &random) where start <= source.count {
        let lower = Int.random(in: start...source.count, using: &random)
        let upper = min(source.count, lower + Int.random(in: 0...4, using: &random))
        let new = text(Int.random(in: 0...3, using: &random))
        replacements.append(TextEdit.Replacement(lower..<upper, with: new))
        start = upper + 1
      }
      let edit = TextEdit(replacements)
      let scratch = try Scratch()
      let file = try scratch.file("t", String(decoding: source, as: UTF8.self))
      var painter = Painter()
      UnifiedDiff(of: edit, on: source).print(path: "t", with: &painter)
      if painter.bytes.isEmpty { continue }
      let run = try ToolRun(
        executable: URL(filePath: "/usr/bin/patch"),
        ["--binary", "--silent", "--no-backup-if-mismatch", file], input: painter.bytes)
      // patch removes a file that becomes empty.
      let after = FileManager.default.fileExists(atPath: file) ? try scratch.bytes(of: "t") : []
      #expect(
        run.status == 0 && after == edit.applying(to: source),
        "round \(round), seed \(RandomTests.seed): \(source) \(edit) \(run.text)\(run.errors)")
    }
  }
}
