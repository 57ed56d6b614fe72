import JSONText
import MdeditKit
import Testing

@Suite struct BatchCharacterTests {
  /// A user's record with a caret inside `&ouml;`, between two others. The caret once ended up
  /// inside the two bytes of `ö`, which ended the run.
  @Test func aCaretInAReferenceEndsNoRun() throws {
    let records = [
      #"{"id":1,"text":"a b","start":0,"end":1,"command":"strong"}"#,
      #"{"id":2,"text":"f&ouml;o","start":2,"end":2,"command":"code"}"#,
      #"{"id":3,"text":"a b","start":2,"end":3,"command":"strong"}"#,
    ]
    let run = try ToolRun(["batch"], input: Array((records.joined(separator: "\n") + "\n").utf8))
    let answers = run.text.split(separator: "\n")
    #expect(run.status == 0 && answers.count == 3)
    #expect(answers[0].contains(#""text":"**a** b""#))
    #expect(answers[1].contains(#""text":"`föo`""#), "\(answers[1])")
    #expect(answers[2].contains(#""text":"a **b**""#))
  }

  /// Runs all commands at all carets of a document with characters of all lengths and spellings.
  @Test func carelessCaretsAreAnsweredOneByOne() throws {
    let text = "é&ouml;日\\*😀 &#x1F600; `ß`&nbsp;**e\u{301}**\r\n\u{FEFF}\\\\"
    var lines = ""
    for caret in 0...text.utf16.count {
      for command in ["strong", "emphasis", "code"] {
        var request = JSONWriter()
        request.object { request in
          request.key("id")
          request.number(caret)
          request.key("text")
          request.string(text)
          request.key("start")
          request.number(caret)
          request.key("end")
          request.number(caret)
          request.key("command")
          request.string(command)
        }
        lines += String(decoding: request.bytes, as: UTF8.self) + "\n"
      }
    }
    let run = try ToolRun(["batch"], input: Array(lines.utf8))
    #expect(run.status == 0)
    #expect(run.text.split(separator: "\n").count == 3 * (text.utf16.count + 1))
  }
}
