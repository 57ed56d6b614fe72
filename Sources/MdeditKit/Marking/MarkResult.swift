import JSONText
import MarkdownEditing
import TextEditing

/// The result of a command on a document, including text that is typed after the command.
package struct MarkResult: Hashable, Sendable {
  package let source: SourceText
  /// All replacements, by the command and by typing, as one edit.
  package let edit: TextEdit
  package let after: SourceText
  /// The selections afterwards, in UTF-8 offsets of the text after.
  package let selections: [Range<Int>]
  package let effect: Plan.Effect
  /// The UTF-8 ranges, in the text before, of characters that become character references.
  package let references: [Range<Int>]

  /// Applies `plan` to `source`, then replaces each selection by `insertion`.
  ///
  /// The plan is proved with a placeholder word in the place of `insertion`. So libcmark renders
  /// both texts, and their HTML may differ in nothing except that word.
  ///
  /// - Throws: a ``Failure`` of status `notDone` if `insertion` would be read as markup (`*`), or
  ///   would change the marks (a space at an end).
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
    guard try after.isRendered(as: expected, with: insertion, for: word) else {
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
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("effect")
      writer.string(effect.rawValue)
      writer.key("unit")
      writer.string(unit.rawValue)
      writer.key("replacements")
      writer.edit(edit) { source.buffer.offset(ofUTF8: $0, in: unit) }
      writer.key("selections")
      writer.selections(selections, of: after.buffer, unit: unit)
      writer.key("notes")
      writer.array { writer in
        for note in notes { writer.string(note) }
      }
    }
    writer.endLine()
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes UTF-8 ranges as a list of `{"start":…,"end":…}`, in `unit`s of `text`.
  mutating func selections(_ ranges: [Range<Int>], of text: TextBuffer, unit: OffsetUnit) {
    array { writer in
      for range in ranges {
        writer.object { writer in
          writer.key("start")
          writer.number(text.offset(ofUTF8: range.lowerBound, in: unit))
          writer.key("end")
          writer.number(text.offset(ofUTF8: range.upperBound, in: unit))
        }
      }
    }
  }
}

extension SourceText {
  /// Whether the HTML of the document is that of `other` with `text` in place of `word`.
  fileprivate func isRendered(
    as other: SourceText, with text: String, for word: String
  ) throws(Failure) -> Bool {
    // Escapes as libcmark does in HTML.
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    let expected = String(decoding: try other.html(in: .commonMark, unsafe: true), as: UTF8.self)
    return expected.replacing(word, with: escaped).utf8.elementsEqual(
      try html(in: .commonMark, unsafe: true))
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
