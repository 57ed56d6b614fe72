import CommonMark
import JSONText
import MarkdownSyntax
import MdeditKit
import TextEditing

/// The input of the fuzzer, consumed from front to back.
struct FuzzInput {
  var bytes: ArraySlice<UInt8>

  /// Returns the next byte, or 0 at the end.
  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func number(upTo most: Int) -> Int {
    let value = Int(byte()) | (most > 255 ? Int(byte()) << 8 : 0)
    return most <= 0 ? 0 : value % (most + 1)
  }

  /// Returns all remaining bytes, with invalid UTF-8 repaired.
  func text() -> [UInt8] { Array(String(decoding: bytes, as: UTF8.self).utf8) }
}

extension [UInt8] {
  var boundaries: [Int] { indices.filter { self[$0] & 0xC0 != 0x80 } + [count] }
}

/// Whether the engine must make a mistake, to see whether the target notices it.
let makesMistake = getenv("MARKDOWN_EDITING_MISTAKE") != nil

/// Ends the run with a message; the fuzzer keeps the input.
func fail(_ message: String) -> Never {
  let line = Array("fault: \(message)\n".utf8)
  _ = write(2, line, line.count)
  abort()
}

private let target = getenv("MARKDOWN_EDITING_FUZZ").map { String(cString: $0) } ?? "scanner"

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var input = FuzzInput(bytes: bytes[...])
  switch target {
  case "buffer": fuzzBuffer(&input)
  case "scanner": fuzzScanner(bytes)
  case "document": fuzzDocument(&input)
  case "batch": fuzzBatch(bytes)
  default: fail("there is no target \(target)")
  }
  return 0
}

/// Compares the buffer's text and units with a flat array after every edit.
private func fuzzBuffer(_ input: inout FuzzInput) {
  let pieces = ["a", "é", "日", "😀", "\r", "\n", "\r\n", "e\u{301}", "", "word ", "\u{0}"]
  var buffer = TextBuffer("")
  var model: [UInt8] = []
  while !input.bytes.isEmpty, model.count < 20_000 {
    var bounds = model.boundaries
    let first = input.number(upTo: bounds.count - 1)
    let last = min(bounds.count - 1, first + input.number(upTo: 15))
    let piece = Array(pieces[input.number(upTo: pieces.count - 1)].utf8)
    let new = Array(repeatElement(piece, count: input.number(upTo: 40)).joined())
    let range = bounds[first]..<bounds[last]
    model.replaceSubrange(range, with: new)
    let isMistaken = makesMistake && range.count == 3 && new.count > 30
    buffer.replace(utf8: range, with: isMistaken ? new.dropLast() + [0x61] : new)

    guard buffer.utf8Bytes == model else { fail("the text is another") }
    let text = String(decoding: model, as: UTF8.self)
    guard buffer.utf16Count == text.utf16.count, buffer.scalarCount == text.unicodeScalars.count
    else { fail("a length is another") }
    bounds = model.boundaries
    let offset = bounds[input.number(upTo: bounds.count - 1)]
    let before = String(decoding: model[..<offset], as: UTF8.self)
    guard buffer.utf16Offset(ofUTF8: offset) == before.utf16.count,
      buffer.utf8Offset(ofUTF16: before.utf16.count) == offset,
      buffer.scalarOffset(ofUTF8: offset) == before.unicodeScalars.count,
      buffer.utf8Offset(ofScalar: before.unicodeScalars.count) == offset
    else { fail("an offset is another at \(offset)") }
    // CRLF is one character, and one line ending.
    let lines = 1 + text.count { ["\n", "\r", "\r\n"].contains($0) }
    guard buffer.lineCount == lines else { fail("\(buffer.lineCount) lines for \(lines)") }
  }
}

/// Compares our reading of text with libcmark's; other bytes must only be read.
private func fuzzScanner(_ source: [UInt8]) {
  guard var own = try? SyntaxTree(source, in: .commonMark),
    String(validating: source, as: UTF8.self) != nil,
    let library = try? MarkdownTree(parsing: source)
  else { return }
  if makesMistake, own.nodes.contains(where: { $0.kind == .codeSpan }),
    let strong = own.nodes.firstIndex(where: { $0.kind == .strong })
  {
    own.nodes[strong].kind = .emphasis
  }
  source.withUnsafeBufferPointer { bytes in
    let line = own.disagreement(with: library, in: bytes) { leaf, other in
      guard library.nodes[other].kind.holdsInlines else { return }
      if !own.hasSameInlines(leaf, as: other, of: library, in: bytes) {
        fail("\(own.nodes[leaf].content) is read otherwise")
      }
    }
    if let line { fail("the block on line \(line + 1) is read otherwise") }
  }
}

/// Compares the index of blocks with a parse of the whole text after every edit.
private func fuzzDocument(_ input: inout FuzzInput) {
  let pieces = [
    "a", "\n", "\n\n", "- ", "> ", "  ", "    ", "# ", "```\n", "[a]: /u\n", "[a]", "*b*", "`",
    "1. ", "<div>\n", "---\n", "===\n", "\t", "\r\n", "<!--", "-->", "word ", "\u{FEFF}", "é",
  ]
  var model: [UInt8] = []
  guard var document = try? MarkdownDocument(TextBuffer()) else { return }
  while !input.bytes.isEmpty, model.count < 4000 {
    let bounds = model.boundaries
    let first = input.number(upTo: bounds.count - 1)
    let last = min(bounds.count - 1, first + input.number(upTo: 7) / 2)
    var new: [UInt8] = []
    for _ in 0...input.number(upTo: 5) {
      new += pieces[input.number(upTo: pieces.count - 1)].utf8
    }
    let range = bounds[first]..<bounds[last]
    model.replaceSubrange(range, with: new)
    if makesMistake, new.contains(0x5B), range.count == 2 { continue }
    do {
      try document.apply(TextEdit([.init(range, with: new)]))
      guard document.buffer.utf8Bytes == model else { fail("the text is another") }
      let starts = document.blockStarts.map { $0..<$0 }
      if let complaint = try RegionComparison.complaint(about: document, at: starts) {
        fail("\(complaint): \(String(decoding: model, as: UTF8.self).debugDescription)")
      }
    } catch { return }
  }
}

/// Each line of a batch must have one answer, which is JSON without hidden characters.
private func fuzzBatch(_ input: [UInt8]) {
  let line = input.filter { $0 != 0x0A }
  var answer = BatchResponder().answer(to: .complete(line))
  if makesMistake, line.count(where: { $0 == 0x5B }) > 2, line.count(where: { $0 == 0x5D }) > 2 {
    answer.insert(0x22, at: 2)
  }
  guard answer.last == 0x0A, answer.dropLast().allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
    fail("the answer is no line")
  }
  guard let text = String(validating: answer.dropLast(), as: UTF8.self) else {
    fail("the answer is no UTF-8")
  }
  if text.unicodeScalars.contains(where: \.isHidden) { fail("the answer shows what is hidden") }
  guard let tree = try? JSONTree(answer), case .object(let members) = tree,
    members.first?.key == "id", members.count > 1
  else { fail("the answer is no JSON object with an id and a result") }
}
