/// The codes of `markdown_editing.h`.
enum Code {
  static let ok: Int32 = 0
  static let unchanged: Int32 = 1
  static let refused: Int32 = 2
  static let argument: Int32 = -1
  static let handle: Int32 = -2
  static let busy: Int32 = -3
  static let utf8: Int32 = -4
  static let range: Int32 = -5
  static let boundary: Int32 = -6
  static let length: Int32 = -7
  static let parsing: Int32 = -8
  static let noPlan: Int32 = -9
  static let full: Int32 = -10

  /// A sentence that explains a code.
  static func message(_ code: Int32) -> StaticString {
    switch code {
    case ok: "All went well."
    case unchanged: "There is nothing to do."
    case refused: "The command was refused."
    case argument: "An argument is NULL where it may not be, or means nothing here."
    case handle: "The document is closed, or never was one."
    case busy: "The document is in use on another thread."
    case utf8: "The text is not UTF-8."
    case range: "An offset is outside the text, or ranges are not in order."
    case boundary: "An offset is inside a character."
    case length: "The text is longer than a document may be."
    case parsing: "The text would take too long to parse."
    case noPlan: "There is no plan, or the text has changed since."
    case full: "There are too many documents."
    default: "There is no such code."
    }
  }
}

/// The reason why a call did nothing: its code, its reason, and a sentence.
struct Fault: Error {
  var code: Int32
  var reason: Int32 = Reason.none
  var message: String

  /// A fault that its code describes completely.
  init(_ code: Int32) { self.init(code, "\(Code.message(code))") }

  init(_ code: Int32, reason: Int32 = Reason.none, _ message: String) {
    self.code = code
    self.reason = reason
    self.message = message
  }
}
