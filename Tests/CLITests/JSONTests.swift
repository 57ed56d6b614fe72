import EditorTestSupport
import Foundation
import JSONText
import MdeditKit
import Testing

/// Returns the value as it is echoed, or the error message.
private func verbatim(_ text: String) -> String { read(text.utf8) { try $0.readVerbatim() } }

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
  func echoesValues(_ text: String, _ expected: String) {
    #expect(verbatim(text) == expected)
  }

  @Test(
    arguments: [
      (#""a\"\\\/\b\f\n\r\tb""#, "a\"\\/\u{8}\u{C}\n\r\tb"),
      (#""\u00e9\uD83D\uDE00\u0000""#, "é😀\0"), ("\"é😀\u{7F}\"", "é😀\u{7F}"),
    ]
      + [
        #""\uD800""#, #""\uDC00""#, #""\uD800\uD800""#, #""\uD800x""#, #""\uD800\n""#,
        #""\uDBFF\u0041""#, #""\uDC00\uDC00""#, #""\uDFFF\uDFFF""#, #""\uDC00\uD800""#,
      ].map {
        let half = "The escape \\u\($0.dropFirst(3).prefix(4)) is one half of a surrogate pair"
        return ($0, "\(half) without the other, at byte 1 (from 0).")
      })
  func decodesStrings(_ text: String, _ expected: String) {
    #expect(read(text.utf8) { try $0.readString() } == expected)
  }

  @Test func boundsNesting() {
    let limit = JSONReader.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    let message = "Arrays and objects are nested deeper than 64, at byte 64 (from 0)."
    #expect(verbatim(nested(limit)) == nested(limit))
    #expect((try? JSONTree(Array(nested(limit).utf8))) != nil)
    for depth in [limit + 1, 1_000_000] {
      #expect(verbatim(nested(depth)) == message)
      #expect(throws: JSONProblem.self) { try JSONTree(Array(nested(depth).utf8)) }
    }
  }

  @Test(arguments: [
    "", " ", "[1,]", "{\"a\":1,}", "{a:1}", "[1 2]", "01", "1.", ".5", "+1", "1e", "-", "--1",
    "nul", "True", "\"a", "\"\\x\"", "\"\\u12g4\"", "\"\t\"", "\"\\", "\"\\u12", "[", "{", "{\"a\"",
    "{\"a\":", "{\"a\" 1}", "1 1", "[]]", "\u{FEFF}1", "'a'", "// x\n1", "NaN", "1\u{A0}",
    #"{"a":1,"\u0061":2}"#, "[{\"a\":1,\"b\":[],\"a\":2}]",
  ])
  func rejectsWhatIsNoJSON(_ text: String) {
    #expect(verbatim(text).contains("at byte"), "\(text)")
    #expect(throws: JSONProblem.self) { try JSONTree(Array(text.utf8)) }
  }

  @Test(arguments: [
    ([0x22, 0x61, 0xED, 0xA0, 0x80, 0x22], "The line is not UTF-8, at byte 2 (from 0)."),
    (Array("{\"a\" 1}".utf8), "Expected “:”, found “1”, at byte 5 (from 0)."),
    (Array("[1".utf8), "Expected “,”, found the end of the line, at byte 2 (from 0)."),
    (Array("[é".utf8), "Expected a value, found a character, at byte 1 (from 0)."),
    (Array("{\"a\":1,\"a\":2}".utf8), "Duplicate key “a” in an object, at byte 10 (from 0)."),
  ])
  func namesThePlaceOfAnError(_ bytes: [UInt8], _ message: String) {
    #expect(read(bytes) { try $0.readVerbatim() } == message)
  }

  /// Foundation agrees on mutations of real lines, with two differences. It accepts half surrogate
  /// pairs and trailing commas, and it rejects numbers beyond a `Double` (RFC 8259 §6).
  @Test func agreesWithFoundation() throws {
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
      #expect(((try? JSONTree(text)) != nil) == ours, "seed \(RandomTests.seed): \(text)")
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
  @Test func separatesByCommas() {
    let tree: JSONTree = ["a": [-1, true, "x", [:], []], "b": .null, "c": nil, "d": .number(0.5)]
    #expect(
      String(decoding: tree.line, as: UTF8.self)
        == #"{"a":[-1,true,"x",{},[]],"b":null,"d":0.5}"# + "\n")
  }

  @Test func escapesControlCharacters() {
    var writer = JSONWriter()
    writer.string("\"\\\n\t\u{0}\u{1F}\u{7F}\u{9B}\u{2028}\u{202E}\u{2069}\u{FEFF}é—😀")
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #""\"\\\n\t\u0000\u001f\u007f\u009b\u2028\u202e\u2069\ufeffé—😀""#)
  }

  /// Law: written text is read back exactly, here and by Foundation.
  @Test func writesEveryTextSoThatItIsReadBack() throws {
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
