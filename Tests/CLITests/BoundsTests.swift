import JSONText
import MdeditKit
import Testing

/// Checks the cost of an input: time in proportion to its size, and memory within stated bounds.
@Suite struct BoundsTests {
  /// Nested blocks on one line, whose columns were once searched from the start of the line.
  @Test func aTreeOfOneLineTakesTimeInProportion() throws {
    func time(_ depth: Int) throws -> Duration {
      let text = try SourceText(
        Array(repeatElement("> ", count: depth).joined().utf8) + [0x61], name: "a.md")
      let report = try TreeReport(of: text)
      var painter = Painter()
      let time = ContinuousClock().measure { report.print(with: &painter) }
      let last = String(decoding: painter.bytes.suffix(60), as: UTF8.self)
      #expect(last.hasSuffix("text  1:\(2 * depth + 1)-1:\(2 * depth + 2)  “a”\n"))
      return time
    }
    _ = try time(1000)
    // Eight times the depth takes 8 times as long (once 64); 24 allows for a busy machine.
    let short = max(try time(2000), .milliseconds(5))
    #expect(try time(16_000) < short * 24)
  }

  /// A command parses in about twenty places; `toggle` and `do` once ignored the option.
  @Test(arguments: [
    ["check", "-"], ["tree", "-"], ["render", "-"], ["toggle", "strong", "-", "--utf8", "0-9"],
    ["mark", "code", "-", "--utf8", "0-9"], ["unmark", "strong", "-", "--utf8", "0-9"],
    ["do", "quote", "-", "--utf8", "0-9"], ["do", "newline", "-", "--utf8", "9-9"],
  ])
  func memoryIsBoundedAndTheBoundIsRaised(_ command: [String]) throws {
    let dense = [UInt8](repeating: 0x21, count: 20_000)
    let run = try ToolRun(command + ["--memory", "1"], input: dense)
    // A refused command prints the document, as a filter does.
    #expect(run.status == 1 && (run.output.isEmpty || run.output == dense))
    #expect(
      run.errors == "mdedit: standard input: refused: To parse the text may take 3 MB of memory; "
        + "at most 1 are used. --memory allows more.\n")
    let isUnmark = command[0] == "unmark"
    #expect(try ToolRun(command + ["--memory", "4"], input: dense).status == 0 || isUnmark)
    #expect(try ToolRun(command + ["--memory", "0"], input: dense).status == 64)
  }

  /// The text after a command may need more memory than the text before, for example `> a`. That is
  /// not a lack of spelling, and more memory helps.
  @Test func whatACommandWouldWriteIsBoundedToo() throws {
    let text = Array(String(repeating: "a b c\n\n", count: 1_500).utf8)
    let quote = ["do", "quote", "-", "--utf8", "0-\(text.count)"]
    #expect(try ToolRun(["check", "-", "--memory", "1"], input: text).status == 0)
    let run = try ToolRun(quote + ["--memory", "1"], input: text)
    #expect(run.status == 1 && run.output == text)
    #expect(
      run.errors == "mdedit: standard input: refused: To parse the text may take 1 MB of memory; "
        + "at most 1 are used.\n")
    let quoted = try ToolRun(quote + ["--memory", "4"], input: text)
    #expect(quoted.status == 0 && quoted.output.count > text.count)
  }

  @Test func memoryIsBoundedInStatesAndBatches() throws {
    let dense = [UInt8](repeating: 0x21, count: 20_000)
    let state = ["state", "-", "--utf8", "0-9"]
    let unread = try ToolRun(state + ["--memory", "1"], input: dense)
    #expect(unread.text.hasPrefix("strong         off    no mark can be added here"))
    let known = try ToolRun(state + ["--memory", "4"], input: dense)
    #expect(known.text.hasPrefix("strong                   off    applies\n"))
    let text = String(decoding: dense, as: UTF8.self)
    let record = #"{"id":1,"text":"\#(text)","start":0,"end":9,"command":"strong"}"# + "\n"
    let refused = try ToolRun(["batch", "--memory", "1"], input: Array(record.utf8))
    #expect(refused.text.contains(#""code":"unparsable""#))
    let allowed = try ToolRun(["batch", "--memory", "4"], input: Array(record.utf8))
    #expect(allowed.text.contains(#""text":"**!!!"#))
  }

  @Test func linesOfABatchHaveBounds() throws {
    let text = String(repeating: "a", count: 1 << 20)
    let line = #"{"id":1,"text":"\#(text)","start":0,"end":1,"command":"strong"}"# + "\n"
    let short = try ToolRun(["batch", "--line-limit", "1"], input: Array(line.utf8))
    #expect(short.text.contains(#""code":"lineTooLong""#))
    let long = try ToolRun(["batch", "--line-limit", "2"], input: Array(line.utf8))
    #expect(long.text.contains(#""text":"**a**aaa"#))
    let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    let record = #"{"id":\#(deep),"text":"a","start":0,"end":1,"command":"strong"}"# + "\n"
    let refused = try ToolRun(["batch"], input: Array(record.utf8))
    #expect(refused.text.contains("nested deeper than 64"))
    let allowed = try ToolRun(["batch", "--depth-limit", "65"], input: Array(record.utf8))
    #expect(allowed.text.contains(#""text":"**a**""#))
  }

  /// DEL, C1, separators, bidirectional controls and invisible characters, in texts and ids.
  @Test func whatIsHiddenIsEscapedInAnswers() throws {
    let hidden =
      "\u{7F}\u{85}\u{9B}\u{2028}\u{202E}\u{2066}\u{200B}\u{200E}\u{200F}\u{61C}\u{E0061}\u{E007F}"
      + "\u{180E}\u{2060}\u{206F}\u{FEFF}\u{FFF9}"
    let record =
      #"{"id":["\#(hidden)é😀"],"text":"a \#(hidden)","start":0,"end":1,"command":"code"}"# + "\n"
    let run = try ToolRun(["batch"], input: Array(record.utf8))
    let escaped =
      #"\u007f\u0085\u009b\u2028\u202e\u2066\u200b\u200e\u200f\u061c\udb40\udc61\udb40\udc7f"#
      + #"\u180e\u2060\u206f\ufeff\ufff9"#
    #expect(run.text.hasPrefix(#"{"id":["\#(escaped)é😀"],"text":"`a` \#(escaped)","#))
    var reader = try JSONReader(Array(#""\#(escaped)""#.utf8))
    #expect(try reader.readString() == Array(hidden.utf8))
  }
}
