import CommonMark
import MarkdownEditing
import MarkdownSyntax

/// The reasons of `markdown_editing.h`.
enum Reason {
  static let none: Int32 = 0
  static let noStep: Int32 = 5
  static let unparsable: Int32 = 19
  static let editRejected: Int32 = 20
  static let insideCharacter: Int32 = 21
}

extension Fault {
  init(_ reason: Outcome.Unchanged) {
    self.init(Code.unchanged, reason: reason.number, reason.sentence)
  }

  /// Makes the fault of a refusal; `place` describes a UTF-8 range of the text.
  init(_ refusal: Outcome.Refusal, _ place: (Range<Int>) -> String) {
    let reason: Int32 =
      switch refusal {
      case .readingsDiffer: 16
      case .noSpelling: 17
      case .unparsable: Reason.unparsable
      case .insideCharacter, .invalidRange: Reason.insideCharacter
      case .tooIntricate: 22
      case .internal: 23
      case .blocksDiffer: 24
      case .inputRejectedEdit: Reason.editRejected
      }
    self.init(Code.refused, reason: reason, refusal.sentence(place))
  }

  init(_ refusal: ParsingRefusal) { self.init(Code.parsing, refusal.description) }

  /// Makes the fault of a rejected edit, whose offsets have been checked before.
  init(_ error: DocumentEditError) {
    switch error {
    case .edit(let error): self.init(Code.range, error.description)
    case .parsing(let refusal): self.init(refusal)
    }
  }
}

extension Outcome.Unchanged {
  /// The number in `markdown_editing.h`.
  var number: Int32 {
    switch self {
    case .nothingMarkable: 1
    case .alreadySo: 2
    case .noSelection: 4
    case .caretOutsideText: 3
    case .composing: 6
    case .notInDialect: 7
    case .nothingToMark: 8
    case .noSpelling: 17
    // This needs a document proxy, which does not exist here.
    case .contextTooShort: Reason.editRejected
    case .inCode: 32
    case .inHTML: 33
    case .inMetadata: 34
    case .inDefinition: 35
    case .inTable: 36
    case .onRule: 37
    case .noText: 38
    case .notInList: 39
    case .noTask: 40
    case .notInTable: 41
    case .nowhereToMove: 42
    case .noLink: 43
    case .badArgument: 44
    case .inFormula: 46
    case .noHeading: 47
    case .noFootnote: 48
    case .inTask: 49
    case .joinsList: 50
    case .noDefinition: 51
    // These need a view, which does not exist here.
    case .readOnly, .beingRewritten: Reason.editRejected
    }
  }
}
