import EditorTestSupport
import Foundation
import MdeditKit
import Testing
import TextEditing

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
  @Test func oneChangeHasThreeLinesAround() {
    let source = (1...9).map { "line \($0)\n" }.joined()
    let expected = """
      --- t
      +++ t
      @@ -2,7 +2,7 @@
       line 2
       line 3
       line 4
      -line 5
      +LINE 5
       line 6
       line 7
       line 8

      """
    #expect(diff(source, 28..<32, "LINE") == expected)
  }

  /// The last two have no final newline.
  @Test(arguments: [
    ("", 0..<0, "a\n", "@@ -0,0 +1 @@\n+a\n"), ("a\n", 0..<2, "", "@@ -1 +0,0 @@\n-a\n"),
    ("a\nb\n", 1..<2, "", "@@ -1,2 +1 @@\n-a\n-b\n+ab\n"),
    ("a", 0..<1, "b", "@@ -1 +1 @@\n-a~+b~"), ("a\nb", 0..<1, "x", "@@ -1,2 +1,2 @@\n-a\n+x\n b~"),
  ])
  func linesAreCounted(
    _ source: String, _ range: Range<Int>, _ new: String, _ expected: String
  ) {
    let hunk = expected.replacing("~", with: "\n\\ No newline at end of file\n")
    #expect(diff(source, range, new) == "--- t\n+++ t\n" + hunk)
  }

  @Test func whatStaysTheSameIsNoChange() {
    #expect(diff("a\n", 0..<1, "a") == "")
    #expect(diff("a\n", 0..<0, "") == "")
  }

  @Test(arguments: [
    ("a b", "--- a b\t\n"), ("a\n\"\u{1}", "--- \"a\\n\\\"\\001\"\n"), (nil, "--- -\n+++ -\n"),
  ])
  func namesAreQuotedAsPatchReadsThem(_ path: String?, _ expected: String) {
    #expect(diff("a\n", 0..<1, "b", path: path).hasPrefix(expected))
  }

  @Test func coloursEndBeforeTheLineDoes() {
    let painter = Painter(isColored: true, escapesControls: true)
    let text = diff("a\r\n", 0..<1, "\u{1B}", with: painter)
    #expect(text.hasSuffix("\u{1B}[31m-a\u{1B}[0m\r\n\u{1B}[32m+\\u{1B}\u{1B}[0m\r\n"))
  }

  /// Law: with the diff, `patch` turns the text before into the text after, byte by byte.
  @Test func patchAppliesEveryDiff() throws {
    let patch = URL(filePath: "/usr/bin/patch")
    guard FileManager.default.isExecutableFile(atPath: patch.path) else {
      withKnownIssue("there is no patch here") { Issue.record("not tried") }
      return
    }
    var random = RandomTests.generator()
    for round in 0..<RandomTests.rounds(60) {
      let (source, edit) = randomEdit(&random)
      let scratch = try Scratch()
      let file = try scratch.file("t", String(decoding: source, as: UTF8.self))
      var painter = Painter()
      UnifiedDiff(of: edit, on: source).print(path: "t", with: &painter)
      if painter.bytes.isEmpty { continue }
      let run = try ToolRun(
        executable: patch, ["--binary", "--silent", "--no-backup-if-mismatch", file],
        input: painter.bytes)
      // patch removes a file that becomes empty.
      let after = FileManager.default.fileExists(atPath: file) ? try scratch.bytes(of: "t") : []
      #expect(
        run.status == 0 && after == edit.applying(to: source),
        "round \(round), seed \(RandomTests.seed): \(source) \(edit) \(run.text)\(run.errors)")
    }
  }

  private func randomEdit(_ random: inout SeededGenerator) -> ([UInt8], TextEdit) {
    let alphabet: [UInt8] = [0x0A, 0x0A, 0x0A, 0x0D, 0x20, 0x2D, 0x2B, 0x5C, 0x61, 0x62]
    func text(_ length: Int) -> [UInt8] {
      (0..<length).compactMap { _ in alphabet.randomElement(using: &random) }
    }
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
    return (source, TextEdit(replacements))
  }
}
