import Foundation
import Testing
import TextEditing

@Suite("An edit is JSON") struct CodingTests {
  @Test func anEditThatIsWrittenIsReadAgain() throws {
    let edit = TextEdit([.init(0..<2, with: "é"), .init(4..<4, with: "")])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(edit)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"[{"end":2,"start":0,"text":"é"},{"end":4,"start":4,"text":""}]"#)
    #expect(try JSONDecoder().decode(TextEdit.self, from: data) == edit)
    #expect(throws: EncodingError.self) {
      try encoder.encode(TextEdit([.init(0..<0, with: [0xFF])]))
    }
  }

  @Test(arguments: [
    #"[{"start":2,"end":1,"text":""}]"#, #"[{"start":-1,"end":1,"text":""}]"#,
    #"[{"start":0,"end":2,"text":""},{"start":1,"end":3,"text":""}]"#,
  ])
  func whatIsNoEditIsNotRead(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(TextEdit.self, from: Data(text.utf8))
    }
  }
}
