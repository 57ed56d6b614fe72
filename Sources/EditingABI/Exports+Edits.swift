import CommonMark
import MarkdownSyntax
import TextEditing

@_expose(wasm, "mde_replace") @c(mde_replace)
public func mdeReplace(
  _ document: OpaquePointer?, _ unit: Int32, _ kind: Int32, _ start: Int32, _ end: Int32,
  _ text: UnsafePointer<UInt8>?, _ length: Int
) -> Int32 {
  doing(document) { (session) throws(Fault) in
    let range = try session.editor.buffer.checked(start, end, OffsetUnit(unit))
    let bytes = try Session.bytes(text, length)
    try session.edit(TextEdit([.init(range, with: bytes)]), HistoryStep.Kind(kind))
  }
}

@_expose(wasm, "mde_replace_all") @c(mde_replace_all)
public func mdeReplaceAll(
  _ document: OpaquePointer?, _ unit: Int32, _ kind: Int32, _ ranges: UnsafePointer<Int32>?,
  _ lengths: UnsafePointer<Int32>?, _ count: Int32, _ text: UnsafePointer<UInt8>?, _ length: Int
) -> Int32 {
  doing(document) { (session) throws(Fault) in
    let places = try session.editor.buffer.checked(ranges, count, OffsetUnit(unit))
    let bytes = try Session.bytes(text, length)
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
  }
}

@_expose(wasm, "mde_select") @c(mde_select)
public func mdeSelect(
  _ document: OpaquePointer?, _ unit: Int32, _ ranges: UnsafePointer<Int32>?, _ count: Int32
) -> Int32 {
  doing(document) { (session) throws(Fault) in
    let selections = try session.checked(ranges, count, unit)
    // Selecting another place ends the undo step of typing; the same place continues it.
    if selections != session.editor.utf8Selections { session.editor.utf8Selections = selections }
  }
}

@_expose(wasm, "mde_selections") @c(mde_selections)
public func mdeSelections(_ document: OpaquePointer?, _ unit: Int32) -> Int32 {
  doing(document) { (session) throws(Fault) in
    let unit = try OffsetUnit(unit)
    session.plan = nil
    session.change.set(session.editor.utf8Selections, in: session.editor.buffer, unit)
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

@_expose(wasm, "mde_tokens") @c(mde_tokens)
public func mdeTokens(
  _ document: OpaquePointer?, _ unit: Int32, _ start: Int32, _ end: Int32
) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let unit = try OffsetUnit(unit)
    let buffer = session.editor.buffer
    let range = try buffer.checked(start, end, unit)
    let tokens: [SyntaxToken]
    do throws(ParsingRefusal) {
      tokens = try session.editor.document.tokens(of: range, in: session.editor.dialect)
    } catch { throw Fault(error) }
    session.tokens.set(buffer.numbers(tokens, unit))
    return Int32(tokens.count)
  }
}

@_expose(wasm, "mde_token_numbers") @c(mde_token_numbers)
public func mdeTokenNumbers(_ document: OpaquePointer?) -> UnsafePointer<Int32>? {
  lending(document) { UnsafePointer($0.tokens.start) }
}

@_expose(wasm, "mde_changes") @c(mde_changes)
public func mdeChanges(_ document: OpaquePointer?, _ unit: Int32) -> Int32 {
  doing(document) { (session) throws(Fault) in
    let unit = try OffsetUnit(unit)
    session.plan = nil
    session.change.set(
      session.editor.takeChanges().map { $0.utf8Range }, in: session.editor.buffer, unit)
  }
}

extension TextBuffer {
  /// Returns four numbers for each token: start, length, kind, and marks with the level above.
  ///
  /// Each unit of the text is counted once.
  fileprivate func numbers(_ tokens: [SyntaxToken], _ unit: OffsetUnit) -> [Int32] {
    guard let first = tokens.first, let last = tokens.last else { return [] }
    var numbers: [Int32] = []
    numbers.reserveCapacity(4 * tokens.count)
    let start = first.range.lowerBound
    let text = bytes(in: start..<last.range.upperBound)
    var (place, position) = (offset(ofUTF8: start, in: unit), 0)
    func advance(to end: Int) {
      while position < end - start {
        place += unit.count(text[position])
        position += 1
      }
    }
    for token in tokens {
      advance(to: token.range.lowerBound)
      let begin = place
      advance(to: token.range.upperBound)
      numbers.append(Int32(begin))
      numbers.append(Int32(place - begin))
      numbers.append(Int32(token.kind.rawValue))
      numbers.append(Int32(token.marks.rawValue) | Int32(token.level) << 16)
    }
    return numbers
  }
}

extension OffsetUnit {
  /// The number of units of the scalar that starts with a byte; 0 for a continuation byte. In
  /// UTF-8, each byte is one unit.
  fileprivate func count(_ byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    case .scalar: byte & 0xC0 == 0x80 ? 0 : 1
    }
  }

  /// Returns ascending UTF-8 ranges of a text in this unit. Each byte is counted once.
  func pairs(_ ranges: [Range<Int>], of text: [UInt8]) -> [Int32] {
    var pairs: [Int32] = []
    pairs.reserveCapacity(2 * ranges.count)
    var (position, place) = (0, 0)
    text.withUnsafeBytes { text in
      for range in ranges {
        for end in [range.lowerBound, range.upperBound] {
          while position < end {
            // Eight bytes of ASCII at once.
            if position + 8 <= end,
              text.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080
                == 0
            {
              position += 8
              place += 8
            } else {
              place += count(text[position])
              position += 1
            }
          }
          pairs.append(Int32(place))
        }
      }
    }
    return pairs
  }
}
