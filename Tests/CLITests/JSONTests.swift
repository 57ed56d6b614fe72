import EditorTestSupport
import Foundation
import JSONText
import MdeditKit
import Testing

/// Returns the value as it is echoed, or the error message.
private func verbatim(_ text: String) -> String { read(text.utf8) { try $0.readVerbatim() } }

private func string(_ text: String) -> String { read(text.utf8) { try $0.readString() } }

private func read(
  _ bytes: some Sequence<UInt8>, _ read: (inout JSONReader) throws -> [UInt8]
) -> String {
  do {
    var reader = try JSONReader(Array(bytes))
    let value = try read(&reader)
    try reader.expectEnd()
    return String(decoding: value, as: UTF8.self)
  } catch {
    return (error as? JSONProblem)?.message ?? "\(error)"
  }
}

@Suite struct JSONReaderTests {
  @Test(arguments: [
    ("null", "null"), (" [ 1 , { \"a b\" : [ ] } ] ", "[1,{\"a b\":[]}]"), ("-0.5e+10", "-0.5e+10"),
    ("1E400", "1E400"), ("\" x \\u00e9\"", "\" x \\u00e9\""), ("true", "true"), ("0", "0"),
    (#"{"a":{},"b":false}"#, #"{"a":{},"b":false}"#),
  ])
  func valuesAreEchoedAsTheyAre(_ text: String, _ expected: String) {
    #expect(verbatim(text) == expected)
  }

  @Test func stringsAreDecoded() {
    #expect(string(#""a\"\\\/\b\f\n\r\tb""#) == "a\"\\/\u{8}\u{C}\n\r\tb")
    #expect(string(#""\u00e9\uD83D\uDE00\u0000""#) == "é😀\0")
    #expect(string("\"é😀\u{7F}\"") == "é😀\u{7F}")
  }

  @Test(arguments: [
    #""\uD800""#, #""\uDC00""#, #""\uD800\uD800""#, #""\uD800x""#, #""\uD800\n""#,
    #""\uDBFF\u0041""#, #""\uDC00\uDC00""#, #""\uDFFF\uDFFF""#, #""\uDC00\uD800""#,
  ])
  func halfSurrogatePairsAreRejected(_ text: String) throws {
    #expect(string(text).contains("is one half of a surrogate pair without the other, at byte 1"))
    let problem = #expect(throws: JSONProblem.self) {
      var reader = try JSONReader(Array(text.utf8))
      _ = try reader.readString()
    }
    #expect(problem?.isEncoding == true)
  }

  @Test func bytesThatAreNotUTF8AreRejected() {
    #expect(
      read([0x22, 0x61, 0xED, 0xA0, 0x80, 0x22]) { try $0.readVerbatim() }
        == "The line is not UTF-8, at byte 2 (from 0).")
  }

  @Test func nestingHasALimit() {
    let limit = JSONReader.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(verbatim(nested(limit)) == nested(limit))
    #expect(verbatim(nested(limit + 1)).hasPrefix("Arrays and objects are nested deeper than"))
    #expect(verbatim(nested(1_000_000)).hasPrefix("Arrays and objects are nested deeper than"))
  }

  @Test(arguments: [
    "", " ", "[1,]", "{\"a\":1,}", "{a:1}", "[1 2]", "01", "1.", ".5", "+1", "1e", "-", "--1",
    "nul", "True", "\"a", "\"\\x\"", "\"\\u12g4\"", "\"\t\"", "\"\\", "\"\\u12", "[", "{", "{\"a\"",
    "{\"a\":", "{\"a\" 1}", "1 1", "[]]", "\u{FEFF}1", "'a'", "// x\n1", "NaN", "1\u{A0}",
  ])
  func whatIsNoJSONIsRejected(_ text: String) {
    #expect(verbatim(text).contains("at byte"), "\(text)")
  }

  /// Foundation agrees on mutations of real lines, with two differences. It accepts half surrogate
  /// pairs and trailing commas, and it rejects numbers beyond a `Double` (RFC 8259 §6).
  @Test func foundationAgrees() throws {
    var random = RandomTests.generator()
    let seeds = [
      #"{"id":1,"text":"a \u00e9\n","start":0,"end":2.5e-3,"x":[true,false,null,{}]}"#,
      #"[[],{"a":{"b":[-1,0,10.25E+7]}},"\uD83D\uDE00\\\/"]"#,
    ]
    let bytes = Array(#"{}[]",:\u0123456789abcdefDE+-.eE truefalsn"#.utf8)
    for _ in 0..<RandomTests.rounds(4000) {
      var text = Array(try #require(seeds.randomElement(using: &random)).utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: text.indices, using: &random)
        let byte = try #require(bytes.randomElement(using: &random))
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[index] = byte
        case 1: text.insert(byte, at: index)
        default: text.remove(at: index)
        }
      }
      let theirs = (try? JSONSerialization.jsonObject(with: Data(text))) != nil
      let echoed = read(text) { try $0.readVerbatim() }
      let ours = !echoed.contains("at byte")
      let shown = String(decoding: text, as: UTF8.self)
      let isLetPass = echoed.contains("surrogate") || shown.contains(/,\s*[\]}]/)
      if isLetPass && !ours { continue }
      let numbers = shown.matches(of: /[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/)
      if ours, numbers.contains(where: { Double($0.output.0)?.isInfinite == true }) { continue }
      #expect(ours == theirs, "seed \(RandomTests.seed): \(shown): \(echoed)")
    }
  }
}

@Suite struct JSONWriterTests {
  @Test func structureHasItsCommas() {
    let tree: JSONTree = ["a": [-1, true, "x", [:], []], "b": .null, "c": nil, "d": .number(0.5)]
    #expect(
      String(decoding: tree.line, as: UTF8.self)
        == #"{"a":[-1,true,"x",{},[]],"b":null,"d":0.5}"# + "\n")
  }

  @Test func controlCharactersNeverStandAsThemselves() {
    var writer = JSONWriter()
    writer.string("\"\\\n\t\u{0}\u{1F}\u{7F}\u{9B}\u{2028}\u{202E}\u{2069}\u{FEFF}é—😀")
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #""\"\\\n\t\u0000\u001f\u007f\u009b\u2028\u202e\u2069\ufeffé—😀""#)
  }

  /// Law: written text is read back exactly, here and by Foundation.
  @Test func everyTextComesBack() throws {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(2000) {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let limit: UInt32 = [0x80, 0x900, 0x2100, 0x11_0000].randomElement(using: &random) ?? 0x80
        let value = UInt32.random(in: 0..<limit, using: &random)
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
      }
      let bytes = Array(String(text).utf8)
      var writer = JSONWriter()
      writer.string(bytes)
      var reader = try JSONReader(writer.bytes)
      #expect(try reader.readString() == bytes, "seed \(RandomTests.seed)")
      let foundation = try JSONSerialization.jsonObject(
        with: Data(writer.bytes), options: .fragmentsAllowed)
      #expect(Array((foundation as? String ?? "").utf8) == bytes, "seed \(RandomTests.seed)")
    }
  }
}
