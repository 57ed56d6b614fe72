import CommonMark
import MarkdownSyntax
import TextEditing

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
  calling(document) { (session) throws(Fault) in
    let unit = try OffsetUnit(unit)
    session.plan = nil
    session.change.set(
      session.editor.takeChanges().map { $0.utf8Range }, in: session.editor.buffer, unit)
    return Code.ok
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
}
