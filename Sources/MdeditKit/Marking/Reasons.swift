import CommonMark
import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension Outcome.Refusal {
  /// The name of the refusal in JSON.
  package var code: BatchProblem.Code { BatchProblem.Code(rawValue: name) ?? .internal }
}

extension SourceText {
  /// A UTF-8 range as lines and columns, for example `3:5-3:12`, or `3:5` if it is empty.
  package func written(_ range: Range<Int>) -> String {
    let start = location(ofUTF8: range.lowerBound).written
    return range.isEmpty ? start : start + "-" + location(ofUTF8: range.upperBound).written
  }

  /// The failure to report if a command had nothing to do at `selections`.
  package func failure(_ reason: Outcome.Unchanged, at selections: [Range<Int>]) -> Failure {
    guard reason == .caretOutsideText, let caret = selections.first?.lowerBound,
      let tree = try? SyntaxTree(bytes, in: .commonMark)
    else { return Failure(.notDone, "\(name): \(reason.sentence)") }
    let written = location(ofUTF8: caret).written
    return Failure(
      .notDone,
      "\(name): no mark can be added at \(written): it is \(place(of: caret, in: tree)).")
  }

  /// Describes the position of a caret that is outside text.
  private func place(of caret: Int, in tree: SyntaxTree) -> String {
    let line = buffer.location(ofUTF8: caret).line
    let range = buffer.utf8Range(ofLine: line) ?? caret..<caret
    let leaves = tree.nodes.filter { $0.kind == .paragraph || $0.kind == .heading }
    let isInLeaf = leaves.contains { leaf in
      leaf.content.lowerBound <= caret && caret <= leaf.content.upperBound
    }
    if isInLeaf { return "in a link's destination, a tag or a delimiter" }
    if leaves.contains(where: { $0.content.overlaps(range) && caret < $0.content.lowerBound }) {
      return "in a marker, before the text of its line"
    }
    let blocks = tree.nodes.dropFirst().filter { !$0.lines.isEmpty }
    switch blocks.last(where: { $0.lines.lowerBound < line })?.kind {
    case .code: return "in a code block"
    case .html: return "in an HTML block"
    case .rule: return "in a thematic break"
    default: return "in a marker or in a link's definition"
    }
  }

  /// The failure to report if a command was refused.
  package func failure(_ refusal: Outcome.Refusal) -> Failure {
    var hint = ""
    if case .unparsable = refusal { hint = memoryHint }
    return Failure(.notDone, "\(name): refused: \(refusal.sentence { written($0) })\(hint)")
  }

  /// The answer "unchanged" as a line of JSON, with the selections as they were.
  package func json(
    _ reason: Outcome.Unchanged, _ selections: [Range<Int>], unit: OffsetUnit
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("unchanged")
      writer.string(reason.rawValue)
      writer.key("unit")
      writer.string(unit.rawValue)
      writer.key("replacements")
      writer.array { _ in }
      writer.key("selections")
      writer.selections(selections, of: buffer, unit: unit)
    }
    writer.endLine()
    return writer.bytes
  }

  package func json(_ refusal: Outcome.Refusal) -> [UInt8] {
    json(refusal.code, refusal.sentence { written($0) })
  }

  package func json(_ code: BatchProblem.Code, _ message: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("error")
      writer.error(code, message)
    }
    writer.endLine()
    return writer.bytes
  }
}
