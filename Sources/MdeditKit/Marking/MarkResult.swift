import CommonMark
import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension EditingCommand {
  /// Plans the command. A text that is typed afterwards is the only one that a mark can be for at a
  /// caret with nothing to mark, and it is typed after the delimiter at the end of marked text.
  package func outcome(
    utf8 selections: [Range<Int>], in text: SourceText, typing insert: String?
  ) -> Outcome {
    guard insert != nil else { return outcome(utf8: selections, in: text.bytes) }
    var command = self
    command.options.steps = .atEnds
    let isForTyping =
      row.canBePending && markAction != .unmark && selections.allSatisfy(\.isEmpty)
    let outcomes =
      isForTyping ? selections.map { command.outcome(utf8: [$0], in: text.bytes) } : []
    guard outcomes.contains(.unchanged(.nothingToMark)) else {
      return command.outcome(utf8: selections, in: text.bytes)
    }
    // Plans a word with the mark at each caret, and selects the words.
    command.markAction = .mark
    let word = text.bytes.unusedScalar
    let carets = zip(selections, outcomes).filter { $1 != .unchanged(.caretOutsideText) }
      .map { $0.0 }
    let typing = TextEdit(carets.map { TextEdit.Replacement($0, with: word) })
    let words = carets.enumerated().map { index, caret in
      let start = caret.lowerBound + index * word.utf8.count
      return start..<start + word.utf8.count
    }
    let outcome = command.outcome(utf8: words, in: typing.applying(to: text.bytes))
    guard case .plan(var plan) = outcome else { return outcome }
    plan.edit = typing.then(plan.edit)
    // Places of the text with the words mean nothing in the text before.
    (plan.leaves, plan.references) = ([], [])
    return .plan(plan)
  }
}

/// The result of a command on a document, including text that is typed after the command.
package struct MarkResult: Hashable, Sendable {
  package let source: SourceText
  /// All replacements, by the command and by typing, as one edit.
  package let edit: TextEdit
  package let after: SourceText
  package let selections: [Range<Int>]
  package let effect: Plan.Effect
  /// The UTF-8 ranges, in the text before, of characters that become character references.
  package let references: [Range<Int>]

  /// Applies `plan` to `source`, then replaces each selection by `insertion`.
  ///
  /// The plan is proved with a placeholder word in the place of `insertion`. So libcmark renders
  /// both texts, and their HTML may differ in nothing except that word.
  package init(
    _ plan: Plan, on source: SourceText, typing insertion: String? = nil
  ) throws(Failure) {
    self.source = source
    effect = plan.effect
    references = plan.references
    let marked = plan.edit.applying(to: source.bytes)
    guard let insertion else {
      edit = plan.edit
      selections = plan.selections
      after = try SourceText(marked, name: source.name)
      return
    }
    let typing = TextEdit(plan.selections.map { TextEdit.Replacement($0, with: insertion) })
    var growth = 0
    selections = plan.selections.map { selection in
      growth += insertion.utf8.count - selection.count
      let caret = selection.upperBound + growth
      return caret..<caret
    }
    edit = plan.edit.then(typing)
    after = try SourceText(typing.applying(to: marked), name: source.name)
    let word = marked.unusedScalar
    let proved = TextEdit(plan.selections.map { TextEdit.Replacement($0, with: word) })
    let expected = try SourceText(proved.applying(to: marked), name: source.name)
    // Escapes as libcmark does in HTML.
    let escapes: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]
    let escaped = insertion.unicodeScalars.map { escapes[Character($0)] ?? String($0) }.joined()
    let html = String(decoding: try expected.html(in: .commonMark, unsafe: true), as: UTF8.self)
      .replacing(word, with: escaped)
    guard html.utf8.elementsEqual(try after.html(in: .commonMark, unsafe: true)) else {
      throw Failure(
        .notDone,
        "\(source.name): refused: “\(TerminalText.name(insertion))” would be read as markup here, "
          + "or would end the mark.")
    }
  }

  /// Sentences about what a person should know besides the edit.
  package var notes: [String] {
    references.map { range in
      let place = source.location(ofUTF8: range.lowerBound).written
      return "\(quoted(source.bytes[range])) at \(place) is now written as a character reference."
    }
  }

  package var diff: UnifiedDiff { UnifiedDiff(of: edit, on: source.bytes) }

  /// The replacements, the selections after, the effect and the notes, as a line of JSON.
  package func json(unit: OffsetUnit) -> [UInt8] {
    let edits = JSONTree(edit) { source.buffer.offset(ofUTF8: $0, in: unit) }
    let tree: JSONTree = [
      "effect": .string(effect.rawValue), "unit": .string(unit.rawValue), "replacements": edits,
      "selections": JSONTree(selections) { after.buffer.offset(ofUTF8: $0, in: unit) },
      "notes": .array(notes.map { .string($0) }),
    ]
    return tree.line
  }
}

extension [UInt8] {
  /// A private-use scalar that does not occur in this UTF-8, to serve as a unique word.
  var unusedScalar: String {
    let scalars = (0xE000...0xF8FF as ClosedRange<UInt32>).lazy.compactMap { Unicode.Scalar($0) }
    let words = scalars.map { String(Character($0)) }
    return words.first { self.firstRange(of: Array($0.utf8)) == nil } ?? "\u{F8FF}"
  }
}

extension Outcome.Refusal {
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

  package func failure(_ refusal: Outcome.Refusal) -> Failure {
    var hint = ""
    if case .unparsable = refusal { hint = memoryHint }
    return Failure(.notDone, "\(name): refused: \(refusal.sentence { written($0) })\(hint)")
  }

  /// The answer "unchanged" as a line of JSON, with the selections as they were.
  package func json(
    _ reason: Outcome.Unchanged, _ selections: [Range<Int>], unit: OffsetUnit
  ) -> [UInt8] {
    let tree: JSONTree = [
      "unchanged": .string(reason.rawValue), "unit": .string(unit.rawValue), "replacements": [],
      "selections": JSONTree(selections) { buffer.offset(ofUTF8: $0, in: unit) },
    ]
    return tree.line
  }

  package func json(_ refusal: Outcome.Refusal) -> [UInt8] {
    json(refusal.code, refusal.sentence { written($0) })
  }

  package func json(_ code: BatchProblem.Code, _ message: String) -> [UInt8] {
    (["error": JSONTree(BatchProblem(code, message))] as JSONTree).line
  }
}
