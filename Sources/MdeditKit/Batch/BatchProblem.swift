import JSONText

/// Why a line of a batch has no result: the `error` of its answer.
package struct BatchProblem: Error, Hashable, Sendable {
  /// What is wrong, for programs.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The line is no JSON.
    case notJSON
    /// The line is JSON, but not an object.
    case notAnObject
    /// The line is not UTF-8, or a string holds half a surrogate pair.
    case invalidEncoding
    /// The line is longer than a line may be; it was passed over.
    case lineTooLong
    /// A field that must be there is not.
    case missingField
    /// A field that means nothing here.
    case unknownField
    /// A field stands there twice.
    case duplicateField
    /// A field has a value that it cannot have.
    case invalidValue
    /// No document of that name is open.
    case unknownDocument
    /// The selection is outside the text, or ends before it begins.
    case outsideText
    /// The selection begins or ends inside a surrogate pair or a UTF-8 sequence.
    case insideCharacter
    /// Our reading of the text differs from libcmark's.
    case readingsDiffer
    /// CommonMark has no spelling for what was asked that passed the proof.
    case noSpelling
    /// No spelling that passed the proof was found within the steps that a command may take.
    case tooIntricate
    /// The planned edit was invalid: a defect of this library.
    case `internal`
    /// The selection cuts an autolink in a link's text, which CommonMark cannot spell.
    case autolinkInLink
    /// The text is beyond what libcmark may be given.
    case unparsable
    /// The text view rejected the edit.
    case inputRejectedEdit
  }

  /// What is wrong, for programs.
  package var code: Code
  /// A sentence that names the field or the place.
  package var message: String

  /// Makes a problem.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Makes the problem of a line that is not JSON.
  init(_ problem: JSONProblem) {
    self.init(problem.isEncoding ? .invalidEncoding : .notJSON, problem.message)
  }
}
