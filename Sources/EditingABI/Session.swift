import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// What stands behind a handle: an editor, and what its last calls found.
///
/// The host's table lets one thread at a time at it.
final class Session {
  /// The most bytes a document may have: with more, 32 bits of memory are soon used up.
  static let lengthLimit = MemoryLayout<Int>.size == 4 ? 1 << 24 : 1 << 30

  var editor: MarkdownEditor
  var options = EditingOptions.standard
  var change = Change()
  /// What the last command would do, until the text changes.
  var plan: Plan?
  /// The selections that it was planned for.
  var plannedFor: [Range<Int>] = []
  /// The states of the commands, once they were asked for.
  var states: [CommandState] = []

  let result = Lent<UInt8>(zero: 0)
  /// The tokens that were found last, four numbers each.
  let tokens = Lent<Int32>(zero: 0)
  let message = Lent<UInt8>(zero: 0)
  var reason = Reason.none

  /// It cannot throw: a class whose initializer throws in Embedded Swift is never freed, in 6.3.1.
  init(_ editor: MarkdownEditor) { self.editor = editor }

  /// An editor of a caller's bytes, with nothing to undo.
  static func editor(
    _ text: UnsafePointer<UInt8>?, _ length: Int, dialect: Dialect = .gitHub
  ) throws(Fault) -> MarkdownEditor {
    let bytes = try Self.bytes(text, length)
    let buffer: TextBuffer
    do { buffer = try TextBuffer(utf8: bytes) } catch { throw Fault(Code.utf8, error.description) }
    do { return try MarkdownEditor(buffer, dialect: dialect) } catch { throw Fault(error) }
  }

  /// A copy of a caller's bytes.
  static func bytes(_ text: UnsafePointer<UInt8>?, _ length: Int) throws(Fault) -> [UInt8] {
    // A length beyond Int's is negative here.
    guard length >= 0, length <= lengthLimit else { throw Fault(Code.length) }
    if length == 0 { return [] }
    guard let text else { throw Fault(Code.argument) }
    return Array(UnsafeBufferPointer(start: text, count: length))
  }

  /// Keeps why the call did nothing; its code.
  func fail(_ fault: Fault) -> Int32 {
    reason = fault.reason
    message.set(fault.message.utf8)
    return fault.code
  }

  /// Begins a call: what the one before had to say is forgotten.
  func begin() {
    reason = Reason.none
    if message.count > 0 { message.set(EmptyCollection()) }
  }

  /// Forgets what was found in a text that is another now.
  func textChanged() {
    plan = nil
    states = []
  }
}
