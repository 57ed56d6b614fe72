import JSONText

/// The `error` of an answer: the reason why a line of a batch has no result.
package struct BatchProblem: Error, Hashable, Sendable {
  /// The reason, for programs.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case notJSON
    /// The line is JSON, but not an object.
    case notAnObject
    /// The line is not UTF-8, or a string has an unpaired surrogate.
    case invalidEncoding
    /// The line is too long and was skipped.
    case lineTooLong
    case missingField
    /// A field is unknown, or not allowed for this command.
    case unknownField
    case duplicateField
    case invalidValue
    /// No document of that name is open.
    case unknownDocument
    /// The selection is outside the text, or ends before it begins.
    case outsideText
    /// The selection begins or ends inside a surrogate pair or a UTF-8 sequence.
    case insideCharacter
    /// This package's reading of the text differs from libcmark's.
    case readingsDiffer
    /// No spelling of the requested marks passed the proof.
    case noSpelling
    /// The text or other blocks would change.
    case blocksDiffer
    /// The blocks are nested too deeply, or are too many.
    case tooIntricate
    /// The planned edit was invalid: a defect of this library.
    case `internal`
    /// The text exceeds the parsing limits.
    case unparsable
    /// The text view rejected the edit.
    case inputRejectedEdit
  }

  package var code: Code
  /// A sentence that names the field or the position.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ problem: JSONProblem) {
    self.init(problem.isEncoding ? .invalidEncoding : .notJSON, problem.message)
  }
}
