import MarkdownSyntax
import TextEditing

@_expose(wasm, "mde_replace") @c(mde_replace)
public func mdeReplace(
  _ document: OpaquePointer?, _ unit: Int32, _ kind: Int32, _ start: Int32, _ end: Int32,
  _ text: UnsafePointer<UInt8>?, _ length: Int
) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let range = try session.editor.buffer.checked(start, end, OffsetUnit(unit))
    let bytes = try Session.bytes(text, length)
    try session.edit(TextEdit([.init(range, with: bytes)]), HistoryStep.Kind(kind))
    return Code.ok
  }
}

@_expose(wasm, "mde_replace_all") @c(mde_replace_all)
public func mdeReplaceAll(
  _ document: OpaquePointer?, _ unit: Int32, _ kind: Int32, _ ranges: UnsafePointer<Int32>?,
  _ lengths: UnsafePointer<Int32>?, _ count: Int32, _ text: UnsafePointer<UInt8>?, _ length: Int
) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let places = try session.editor.buffer.checked(ranges, count, OffsetUnit(unit))
    let bytes = try Session.bytes(text, length)
    if lengths == nil, count > 0 { throw Fault(Code.argument) }
    var replacements: [TextEdit.Replacement] = []
    var end = 0
    for (index, place) in places.enumerated() {
      let length = UnsafeRawPointer(lengths)?.loadUnaligned(
        fromByteOffset: 4 * index, as: Int32.self)
      guard let length, length >= 0, Int(length) <= bytes.count - end else {
        throw Fault(Code.argument, "The lengths are not those of the text.")
      }
      replacements.append(TextEdit.Replacement(place, with: Array(bytes[end..<end + Int(length)])))
      end += Int(length)
    }
    guard end == bytes.count else {
      throw Fault(Code.argument, "The lengths are not those of the text.")
    }
    try session.edit(TextEdit(replacements), HistoryStep.Kind(kind))
    return Code.ok
  }
}

@_expose(wasm, "mde_select") @c(mde_select)
public func mdeSelect(
  _ document: OpaquePointer?, _ unit: Int32, _ ranges: UnsafePointer<Int32>?, _ count: Int32
) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let selections = try session.checked(ranges, count, unit)
    // Selecting another place ends the undo step of typing; the same place continues it.
    if selections != session.editor.utf8Selections { session.editor.utf8Selections = selections }
    return Code.ok
  }
}

@_expose(wasm, "mde_selections") @c(mde_selections)
public func mdeSelections(_ document: OpaquePointer?, _ unit: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let unit = try OffsetUnit(unit)
    session.plan = nil
    session.change.set(session.editor.utf8Selections, in: session.editor.buffer, unit)
    return Code.ok
  }
}

extension HistoryStep.Kind {
  /// The kind with a number of `markdown_editing.h`.
  fileprivate init(_ number: Int32) throws(Fault) {
    switch number {
    case 0: self = .typing
    case 1: self = .deleting
    case 2: self = .command
    default: throw Fault(Code.argument, "There is no kind of edit \(number).")
    }
  }
}

extension Session {
  /// A caller's selections; at least one.
  func checked(
    _ ranges: UnsafePointer<Int32>?, _ count: Int32, _ unit: Int32
  ) throws(Fault) -> [Range<Int>] {
    let selections = try editor.buffer.checked(ranges, count, OffsetUnit(unit))
    guard !selections.isEmpty else { throw Fault(Code.argument, "There is no selection.") }
    return selections
  }

  /// Applies an edit; the selections move with the text.
  fileprivate func edit(_ edit: TextEdit, _ kind: HistoryStep.Kind) throws(Fault) {
    // The ranges are valid, so the only possible error is new text that is not UTF-8.
    do { try editor.buffer.validate(edit) } catch { throw Fault(Code.utf8, error.description) }
    guard editor.buffer.utf8Count + edit.utf8Growth <= Self.lengthLimit else {
      throw Fault(Code.length)
    }
    do { try editor.apply(edit, kind: kind) } catch { throw Fault(error) }
    textChanged()
  }
}
