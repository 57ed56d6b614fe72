import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// The object behind a handle: an editor, and the results of its last calls.
///
/// The host's table admits one thread at a time.
final class Session {
  /// The maximum size of a document, in bytes: larger ones would soon exhaust 32-bit memory.
  static let lengthLimit = MemoryLayout<Int>.size == 4 ? 1 << 24 : 1 << 30

  var editor: MarkdownEditor
  var options = EditingOptions.standard
  var change = Change()
  /// The pending marks and the last toggle. The caller gives the selections with each call.
  var marking = MarkingSession()
  /// The plan of the last command, until the text changes.
  var plan: Plan?
  /// The selections that `plan` was made for.
  var plannedFor: [Range<Int>] = []
  /// The states of the commands, after `mde_state`.
  var states: [CommandState] = []

  let result = Lent<UInt8>(zero: 0)
  /// The tokens that were found last, four numbers each.
  let tokens = Lent<Int32>(zero: 0)
  let message = Lent<UInt8>(zero: 0)
  var reason = Reason.none

  /// Does not throw: in Swift 6.3.1, Embedded Swift never frees a class whose initializer throws.
  init(_ editor: MarkdownEditor) { self.editor = editor }

  /// Makes an editor of a caller's bytes, with no undo steps.
  static func editor(
    _ text: UnsafePointer<UInt8>?, _ length: Int, dialect: Dialect = .gitHub
  ) throws(Fault) -> MarkdownEditor {
    let bytes = try Self.bytes(text, length)
    let buffer: TextBuffer
    do { buffer = try TextBuffer(utf8: bytes) } catch { throw Fault(Code.utf8, error.description) }
    do { return try MarkdownEditor(buffer, dialect: dialect) } catch { throw Fault(error) }
  }

  static func bytes(_ text: UnsafePointer<UInt8>?, _ length: Int) throws(Fault) -> [UInt8] {
    // A length above Int's maximum is negative here.
    guard length >= 0, length <= lengthLimit else { throw Fault(Code.length) }
    if length == 0 { return [] }
    guard let text else { throw Fault(Code.argument) }
    return Array(UnsafeBufferPointer(start: text, count: length))
  }

  /// Stores the reason why the call did nothing; returns its code.
  func fail(_ fault: Fault) -> Int32 {
    reason = fault.reason
    message.set(fault.message.utf8)
    return fault.code
  }

  /// Begins a call: clears the reason and message of the one before.
  func begin() {
    reason = Reason.none
    if message.count > 0 { message.set(EmptyCollection()) }
  }

  /// Discards results for the text before.
  func textChanged() {
    plan = nil
    states = []
  }
}
