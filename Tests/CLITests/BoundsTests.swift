import EditorTestSupport
import MdeditKit
import Testing

/// Checks the cost of an input: time in proportion to its size, and memory within stated bounds.
@Suite struct BoundsTests {
  /// Nested blocks on one line, whose columns were once searched from the start of the line.
  @Test func aTreeOfOneLineTakesTimeInProportion() throws {
    func time(_ depth: Int) throws -> Double {
      let text = try SourceText(
        Array(repeatElement("> ", count: depth).joined().utf8) + [0x61], name: "a.md")
      let report = try TreeReport(of: text)
      var painter = Painter()
      let seconds = CPUTime.seconds { report.print(with: &painter) }
      let last = String(decoding: painter.bytes.suffix(60), as: UTF8.self)
      #expect(last.hasSuffix("text  1:\(2 * depth + 1)-1:\(2 * depth + 2)  “a”\n"))
      return seconds
    }
    _ = try time(1000)
    // Eight times the depth takes 8 times as long (once 64); 24 allows for a busy machine.
    let short = try CPUTime.least(of: 3) { try time(2000) }
    #expect(try CPUTime.least(of: 3) { try time(16_000) } < short * 24)
  }

  private let dense = String(repeating: "!", count: 20_000)

  /// A command parses in about twenty places; `toggle` and `do` once ignored the option.
  @Test(arguments: [
    "check -", "tree -", "render -", "toggle strong - --utf8 0-9", "mark code - --utf8 0-9",
    "unmark strong - --utf8 0-9", "do quote - --utf8 0-9", "do newline - --utf8 9-9",
  ])
  func memoryIsBoundedAndTheBoundIsRaised(_ command: String) throws {
    let run = try ToolRun(command + " --memory 1", input: dense)
    // A refused command prints the document, as a filter does.
    #expect(run.status == 1 && (run.output.isEmpty || run.text == dense))
    #expect(
      run.errors == "mdedit: standard input: refused: To parse the text may take 3 MB of memory; "
        + "at most 1 are used. --memory allows more.\n")
    #expect(
      try ToolRun(command + " --memory 4", input: dense).status == 0
        || command.hasPrefix("unmark"))
    #expect(try ToolRun(command + " --memory 0", input: dense).status == 64)
  }

  /// The text after a command may need more memory than the text before, for example `> a`. That is
  /// not a lack of spelling, and more memory helps.
  @Test func whatACommandWouldWriteIsBoundedToo() throws {
    let text = String(repeating: "a b c\n\n", count: 1_500)
    #expect(try ToolRun("check - --memory 1", input: text).status == 0)
    let quote = "do quote - --utf8 0-\(text.utf8.count)"
    let run = try ToolRun(quote + " --memory 1", input: text)
    #expect(run.status == 1 && run.text == text)
    #expect(
      run.errors == "mdedit: standard input: refused: To parse the text may take 1 MB of memory; "
        + "at most 1 are used.\n")
    let quoted = try ToolRun(quote + " --memory 4", input: text)
    #expect(quoted.status == 0 && quoted.output.count > text.utf8.count)
  }

  @Test(arguments: [
    ("1", "strong         off    no mark can be added here"),
    ("4", "strong                   off    applies\n"),
  ])
  func memoryIsBoundedInStates(_ memory: String, _ shown: String) throws {
    let run = try ToolRun("state - --utf8 0-9 --memory \(memory)", input: dense)
    #expect(run.text.hasPrefix(shown))
  }

  @Test func linesOfABatchHaveBounds() throws {
    func answer(_ options: String, _ line: String) throws -> String {
      try ToolRun("batch \(options)", input: line + "\n").text
    }
    let marked = try batchLine(dense, 0, 9)
    #expect(try answer("--memory 1", marked).contains(#""code":"unparsable""#))
    #expect(try answer("--memory 4", marked).contains(#""text":"**!!!"#))
    let long = try batchLine(String(repeating: "a", count: 1 << 20), 0, 1)
    #expect(try answer("--line-limit 1", long).contains(#""code":"lineTooLong""#))
    #expect(try answer("--line-limit 2", long).contains(#""text":"**a**aaa"#))
    let brackets = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    let deep = #"{"id":\#(brackets),"text":"a","start":0,"end":1,"command":"strong"}"#
    #expect(try answer("", deep).contains("nested deeper than 64"))
    #expect(try answer("--depth-limit 65", deep).contains(#""text":"**a**""#))
  }
}
