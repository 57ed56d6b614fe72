import AccessoryCommands

extension Unchanged {
  /// The reason as a sentence.
  package var sentence: String {
    switch self {
    case .nothingMarkable:
      "nothing in the selection can have a mark: it holds only white space, markers, code blocks "
        + "or HTML."
    case .alreadySo: "the selection is so already."
    case .caretOutsideText:
      "no mark can be at the caret: it stands in a code block, in HTML or in a definition."
    case .noSelection: "nothing is selected."
    }
  }
}

extension Refusal {
  /// What the refusal is called in JSON.
  package var code: BatchProblem.Code {
    switch self {
    case .readingsDiffer: .readingsDiffer
    case .noSpelling: .noSpelling
    case .autolinkInLink: .autolinkInLink
    case .unparsable: .unparsable
    case .inputRejectedEdit: .inputRejectedEdit
    }
  }

  /// The reason as a sentence; `place` names a UTF-8 range of the text.
  package func sentence(_ place: (Range<Int>) -> String) -> String {
    switch self {
    case .readingsDiffer(let leaf):
      "The block at \(place(leaf)) is read otherwise by libcmark."
    case .noSpelling(let leaf):
      "No spelling of the block at \(place(leaf)) gives the marks that are asked for."
    case .autolinkInLink(let leaf):
      "The selection in the block at \(place(leaf)) cuts an autolink inside a link, "
        + "for which CommonMark has no spelling."
    case .unparsable(let reason): reason
    case .inputRejectedEdit: "The text did not take the edit."
    }
  }
}

extension SourceText {
  /// A UTF-8 range as lines and columns, as in `3:5-3:12`.
  package func written(_ range: Range<Int>) -> String {
    let start = location(ofUTF8: range.lowerBound).written
    return start + "-" + location(ofUTF8: range.upperBound).written
  }

  /// What ends a run in which a command had nothing to do.
  package func failure(_ reason: Unchanged) -> Failure {
    Failure(.notDone, "\(name): \(reason.sentence)")
  }

  /// What ends a run in which a command was refused.
  package func failure(_ refusal: Refusal) -> Failure {
    Failure(.notDone, "\(name): refused: \(refusal.sentence { written($0) })")
  }

  /// Nothing to do, as a line of JSON; the selections are as they were.
  package func json(
    _ reason: Unchanged, _ selections: [Range<Int>], unit: OffsetUnit
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

  /// A refusal, as a line of JSON.
  package func json(_ refusal: Refusal) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("error")
      writer.error(refusal.code, refusal.sentence { written($0) })
    }
    writer.endLine()
    return writer.bytes
  }
}
