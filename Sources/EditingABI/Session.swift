import CEditingHost
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

  /// Discards results for the text before.
  func textChanged() {
    plan = nil
    states = []
  }
}

/// The effect of a command, of undo or of redo, as a caller reads it.
final class Change {
  let edits = Lent<Int32>(zero: 0)
  let selections = Lent<Int32>(zero: 0)
  let leaves = Lent<Int32>(zero: 0)
  let references = Lent<Int32>(zero: 0)
  /// The new texts, each with a NUL at its end.
  let texts = Lent<UInt8>(zero: 0)
  /// The start of each text in `texts`, and the end of the last.
  private(set) var textStarts: [Int] = [0]
  /// The effect of the plan; nil if the change does not come from a plan.
  private(set) var effect: Int32?

  /// The ranges of a kind in `markdown_editing.h`; nil for an unknown kind.
  subscript(kind: Int32) -> Lent<Int32>? {
    let kinds = [edits, selections, leaves, references]
    return kinds.indices.contains(Int(kind)) ? kinds[Int(kind)] : nil
  }

  func set(_ plan: Plan, before: TextBuffer, after: TextBuffer, _ unit: OffsetUnit) {
    set(plan.edit, plan.selections, before: before, after: after, unit)
    leaves.set(before.pairs(plan.leaves, unit))
    references.set(before.pairs(plan.references, unit))
    effect =
      switch plan.effect {
      case .added: 0
      case .removed: 1
      case .converted: 2
      case .moved: 3
      case .typed: 4
      case .pending: 5
      }
  }

  /// Stores an edit and the selections after it.
  func set(
    _ edit: TextEdit, _ selected: [Range<Int>], before: TextBuffer, after: TextBuffer,
    _ unit: OffsetUnit
  ) {
    clear()
    edits.set(before.pairs(edit.replacements.map { $0.range }, unit))
    selections.set(after.pairs(selected, unit))
    var bytes: [UInt8] = []
    for replacement in edit.replacements {
      bytes.append(contentsOf: replacement.bytes)
      bytes.append(0)
      textStarts.append(bytes.count)
    }
    texts.set(bytes)
  }

  /// Stores only selections.
  func set(_ selected: [Range<Int>], in text: TextBuffer, _ unit: OffsetUnit) {
    clear()
    selections.set(text.pairs(selected, unit))
  }

  func clear() {
    for ranges in [edits, selections, leaves, references] { ranges.set(EmptyCollection()) }
    texts.set(EmptyCollection())
    textStarts = [0]
    effect = nil
  }

  /// The range of an edit's text in `texts`; nil for an unknown edit.
  func text(_ index: Int32) -> Range<Int>? {
    guard index >= 0, Int(index) + 1 < textStarts.count else { return nil }
    return textStarts[Int(index)]..<textStarts[Int(index) + 1] - 1
  }
}

/// Memory of the library that a caller may read until the next call.
final class Lent<Element: BitwiseCopyable> {
  /// The first element; after the last one there is always a zero.
  private(set) var start: UnsafeMutablePointer<Element>
  /// The number of elements, without the zero at the end.
  private(set) var count = 0
  private var capacity: Int
  private let zero: Element

  init(zero: Element) {
    self.zero = zero
    capacity = 16
    start = .allocate(capacity: capacity)
    start.initialize(to: zero)
  }

  deinit { start.deallocate() }

  func set(_ elements: some Collection<Element>) {
    count = elements.count
    // The memory of a long result is not kept for short ones.
    if count + 1 > capacity || capacity > max(1 << 16, 8 * count) {
      start.deallocate()
      capacity = count + 1 + count / 2
      start = .allocate(capacity: capacity)
    }
    var next = start
    for element in elements {
      next.initialize(to: element)
      next += 1
    }
    next.initialize(to: zero)
  }
}

/// Runs a call on the session of a handle; returns the result of `body`, or a code.
func calling(
  _ handle: OpaquePointer?, _ body: (Session) throws(Fault) -> Int32
) -> Int32 {
  getting(handle) { session in
    session.reason = Reason.none
    if session.message.count > 0 { session.message.set(EmptyCollection()) }
    do throws(Fault) { return try body(session) } catch {
      session.reason = error.reason
      session.message.set(error.message.utf8)
      return error.code
    }
  }
}

/// Runs a call without a result on the session of a handle; returns a code.
func doing(_ handle: OpaquePointer?, _ body: (Session) throws(Fault) -> Void) -> Int32 {
  calling(handle) { (session) throws(Fault) in
    try body(session)
    return Code.ok
  }
}

/// Runs a getter on the session of a handle, without changing it.
func getting(_ handle: OpaquePointer?, _ body: (Session) -> Int32) -> Int32 {
  var code: Int32 = 0
  guard let session = entered(handle, &code) else { return code }
  defer { editing_host_leave(UnsafeMutableRawPointer(handle)) }
  return body(session)
}

/// Runs a getter that returns a pointer; NULL for a wrong handle.
func lending<Element>(
  _ handle: OpaquePointer?, _ body: (Session) -> UnsafePointer<Element>?
) -> UnsafePointer<Element>? {
  var code: Int32 = 0
  guard let session = entered(handle, &code) else { return nil }
  defer { editing_host_leave(UnsafeMutableRawPointer(handle)) }
  return body(session)
}

private func entered(_ handle: OpaquePointer?, _ code: inout Int32) -> Session? {
  guard let object = editing_host_enter(UnsafeMutableRawPointer(handle), &code) else { return nil }
  return Unmanaged<Session>.fromOpaque(object).takeUnretainedValue()
}

extension Session {
  /// Adds the session to the host's table, which retains it.
  func handle() throws(Fault) -> OpaquePointer {
    let object = Unmanaged.passRetained(self)
    if let handle = editing_host_add(object.toOpaque()) { return OpaquePointer(handle) }
    object.release()
    throw Fault(Code.full)
  }

  /// Removes the session of a handle from the table; returns a code.
  static func close(_ handle: OpaquePointer?) -> Int32 {
    var code: Int32 = 0
    let raw = UnsafeMutableRawPointer(handle)
    guard let object = editing_host_enter(raw, &code) else { return code }
    editing_host_remove(raw)
    Unmanaged<Session>.fromOpaque(object).release()
    return Code.ok
  }
}
