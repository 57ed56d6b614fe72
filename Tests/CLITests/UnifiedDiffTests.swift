import EditorTestSupport
import Foundation
import MdeditKit
import Testing
import TextEditing

private func diff(_ source: String, _ replacements: [TextEdit.Replacement], path: String? = "t")
  -> String
{
  var painter = Painter()
  UnifiedDiff(of: TextEdit(replacements), on: Array(source.utf8))
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
    #expect(diff(source, [TextEdit.Replacement(28..<32, with: "LINE")]) == expected)
  }

  @Test func linesThatComeAndGoAreCounted() {
    #expect(
      diff("", [TextEdit.Replacement(0..<0, with: "a\n")]) == "--- t\n+++ t\n@@ -0,0 +1 @@\n+a\n")
    #expect(
      diff("a\n", [TextEdit.Replacement(0..<2, with: "")]) == "--- t\n+++ t\n@@ -1 +0,0 @@\n-a\n")
    #expect(
      diff("a\nb\n", [TextEdit.Replacement(1..<2, with: "")])
        == "--- t\n+++ t\n@@ -1,2 +1 @@\n-a\n-b\n+ab\n")
  }

  @Test func aMissingFinalNewlineIsSaid() {
    let none = "\n\\ No newline at end of file\n"
    #expect(
      diff("a", [TextEdit.Replacement(0..<1, with: "b")])
        == "--- t\n+++ t\n@@ -1 +1 @@\n-a\(none)+b\(none)")
    #expect(
      diff("a\nb", [TextEdit.Replacement(0..<1, with: "x")])
        == "--- t\n+++ t\n@@ -1,2 +1,2 @@\n-a\n+x\n b\(none)")
  }

  @Test func whatStaysTheSameIsNoChange() {
    #expect(diff("a\n", [TextEdit.Replacement(0..<1, with: "a")]) == "")
    #expect(diff("a\n", []) == "")
  }

  @Test func namesAreQuotedAsPatchReadsThem() {
    let edit = [TextEdit.Replacement(0..<1, with: "b")]
    #expect(diff("a\n", edit, path: "a b").hasPrefix("--- a b\t\n"))
    #expect(diff("a\n", edit, path: "a\n\"\u{1}").hasPrefix("--- \"a\\n\\\"\\001\"\n"))
    #expect(diff("a\n", edit, path: nil).hasPrefix("--- -\n+++ -\n"))
  }

  @Test func coloursEndBeforeTheLineDoes() {
    var painter = Painter(isColored: true, escapesControls: true)
    UnifiedDiff(of: TextEdit([.init(0..<1, with: "\u{1B}")]), on: Array("a\r\n".utf8))
      .print(path: "t", with: &painter)
    let text = String(decoding: painter.bytes, as: UTF8.self)
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
      let file = try scratch.file("t", source)
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
