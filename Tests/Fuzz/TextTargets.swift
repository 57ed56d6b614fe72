import CommonMark
import ContractSupport
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// Compares the buffer's text and units with a flat array after every edit.
func fuzzBuffer(_ input: inout FuzzInput) {
  let pieces = ["a", "é", "日", "😀", "\r", "\n", "\r\n", "e\u{301}", "", "word ", "\u{0}"]
  var buffer = TextBuffer("")
  var model: [UInt8] = []
  while !input.isEmpty, model.count < 20_000 {
    let bounds = model.boundaries
    let first = input.number(upTo: bounds.count - 1)
    let last = Swift.min(bounds.count - 1, first + input.number(upTo: 15))
    let piece = Array(pieces[input.number(upTo: pieces.count - 1)].utf8)
    let new = Array(repeatElement(piece, count: input.number(upTo: 40)).joined())
    let range = bounds[first]..<bounds[last]
    model.replaceSubrange(range, with: new)
    let isMistaken = makesMistake && range.count == 3 && new.count > 30
    buffer.replace(utf8: range, with: isMistaken ? new.dropLast() + [0x61] : new)
    compare(buffer, model, at: input.number(upTo: bounds.count - 1))
  }
}

private func compare(_ buffer: TextBuffer, _ model: [UInt8], at index: Int) {
  guard buffer.utf8Bytes == model else { fail("the text is another") }
  let text = String(decoding: model, as: UTF8.self)
  guard buffer.utf16Count == text.utf16.count, buffer.scalarCount == text.unicodeScalars.count
  else { fail("a length is another") }
  let bounds = model.boundaries
  let offset = bounds[Swift.min(index, bounds.count - 1)]
  let before = String(decoding: model[..<offset], as: UTF8.self)
  guard buffer.utf16Offset(ofUTF8: offset) == before.utf16.count,
    buffer.utf8Offset(ofUTF16: before.utf16.count) == offset,
    buffer.scalarOffset(ofUTF8: offset) == before.unicodeScalars.count,
    buffer.utf8Offset(ofScalar: before.unicodeScalars.count) == offset
  else { fail("an offset is another at \(offset)") }
  var lines = 1
  for (place, byte) in model.enumerated() {
    let isPair = byte == 0x0D && place + 1 < model.count && model[place + 1] == 0x0A
    lines += byte == 0x0A || (byte == 0x0D && !isPair) ? 1 : 0
  }
  guard buffer.lineCount == lines else { fail("\(buffer.lineCount) lines for \(lines)") }
}

/// Compares the scanner with libcmark on text; on other bytes, the tokens must leave no gap.
func fuzzScanner(_ input: inout FuzzInput) {
  let source = input.rest()
  let isText = String(validating: source, as: UTF8.self) != nil
  guard let reading = try? DocumentReading(source) else { return }
  for leaf in reading.leaves {
    var tokens = reading.tokens(of: leaf)
    if makesMistake, tokens.contains(where: { $0.kind == .openCode }),
      tokens.contains(where: { $0.kind == .openStrong })
    {
      tokens.removeLast()
    }
    var end = leaf.content.lowerBound
    for token in tokens {
      guard token.source.lowerBound == end else { fail("a gap before \(token)") }
      end = token.source.upperBound
    }
    guard end == leaf.content.upperBound else { fail("the tokens end at \(end)") }
    if isText, !reading.agrees(tokens, on: leaf) { fail("\(leaf.content) is read otherwise") }
  }
}

/// Checks marks by the clauses without exceptions: text, structure, target, spill.
func fuzzToggle(_ input: inout FuzzInput) {
  let choice = input.byte()
  let (low, high) = (Int(input.byte()), Int(input.byte()))
  let source = Array(input.text().prefix(60))
  guard String(validating: source, as: UTF8.self) != nil else { return }
  let bounds = source.boundaries
  let ends = [bounds[low % bounds.count], bounds[high % bounds.count]].sorted()
  guard ends[0] < ends[1] else { return }
  let marks = Mark.all(in: .commonMark)
  let actions: [MarkAction] = [.toggle, .mark, .unmark]
  let command = MarkCommand(
    actions[Int(choice / 4) % 3], marks[Int(choice % 4) % marks.count], options: .commonMark)
  let question = ContractCase(source, [ends[0]..<ends[1]], command)
  var outcome = command.outcome(onUTF8: question.selections, in: source)
  if makesMistake, case .plan(var plan) = outcome, plan.edit.replacements.count > 1 {
    plan.edit = TextEdit(plan.edit.replacements.dropLast())
    outcome = .plan(plan)
  }
  guard case .plan = outcome else { return }
  let absolute: Set<Clause> = [.text, .structure, .target, .spill]
  let judge = Judge()
  if let wrong = judge.violations(of: question, answered: outcome).first(where: {
    absolute.contains($0.clause)
  }) {
    fail("\(wrong) in \(question.marked.debugDescription), \(command)")
  }
}

/// Compares the slice index with a parse of the whole text after every edit.
func fuzzDocument(_ input: inout FuzzInput) {
  let pieces = [
    "a", "\n", "\n\n", "- ", "> ", "  ", "    ", "# ", "```\n", "[a]: /u\n", "[a]", "*b*", "`",
    "1. ", "<div>\n", "---\n", "===\n", "\t", "\r\n", "<!--", "-->", "word ", "\u{FEFF}", "é",
  ]
  var model: [UInt8] = []
  guard var document = try? MarkdownDocument(TextBuffer()) else { return }
  while !input.isEmpty, model.count < 4000 {
    let bounds = model.boundaries
    let first = input.number(upTo: bounds.count - 1)
    let last = Swift.min(bounds.count - 1, first + input.number(upTo: 7) / 2)
    var new: [UInt8] = []
    for _ in 0...input.number(upTo: 5) {
      new += pieces[input.number(upTo: pieces.count - 1)].utf8
    }
    let range = bounds[first]..<bounds[last]
    model.replaceSubrange(range, with: new)
    if makesMistake, new.contains(0x5B), range.count == 2 { continue }
    do {
      try document.apply(TextEdit([.init(range, with: new)]))
    } catch {
      return
    }
    guard document.buffer.utf8Bytes == model else { fail("the text is another") }
    if let broken = document.brokenInvariant() { fail("\(broken)") }
    let complaint: String?
    do {
      complaint = try RegionComparison.complaint(
        about: document, at: document.blockStarts.map { $0..<$0 })
    } catch { return }
    if let complaint {
      fail("\(complaint): \(String(decoding: model, as: UTF8.self).debugDescription)")
    }
  }
}
