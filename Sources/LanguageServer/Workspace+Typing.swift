import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// `textDocument/onTypeFormatting`: the edit that turns a line ending just typed into the result of the command
  /// `newline`. There is none if the client has added other than white space, or if the command does not apply.
  mutating func onType(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let place = try place(parameters, needsVersion: false)
    var writer = JSONWriter()
    let isNewline = parameters?["ch"]?.string == "\n"
    let edit = isNewline ? editAfterNewline(at: place.selections[0].lowerBound, in: place) : nil
    Places(buffer: place.text.buffer, encoding: encoding).write(edit ?? TextEdit(), to: &writer)
    return writer.bytes
  }

  /// Plans `newline` on the text without the line ending before the caret, and returns the difference.
  private func editAfterNewline(at caret: Int, in place: RequestPlace) -> TextEdit? {
    let buffer = place.text.buffer
    var start = caret
    // The client may have indented the new line.
    let before = buffer.bytes(in: max(0, caret - 1000)..<caret)
    let blanks = before.reversed().prefix { $0.isBlank }.count
    start -= blanks
    guard let last = before.dropLast(blanks).last, last == .lineFeed || last == .carriageReturn
    else { return nil }
    let isPair = last == .lineFeed && before.dropLast(blanks + 1).last == .carriageReturn
    start -= isPair ? 2 : 1
    let ending = isPair ? [.carriageReturn, .lineFeed] : [last]
    let typed = TextEdit([.init(start..<caret, with: [UInt8]())])
    var earlier = place.document
    guard (try? earlier.apply(typed)) != nil,
      case .plan(let plan) = EditingCommand.newline.with(options.editing)
        .outcome(onUTF8: [start..<start], in: earlier, dialect: dialect)
    else { return nil }
    // Without the line ending that was typed, a text of one line does not tell which it uses.
    let isOneLine = earlier.buffer.lineCount == 1
    let edit = TextEdit(
      plan.edit.replacements.map { replacement in
        let bytes = replacement.bytes.flatMap { isOneLine && $0 == .lineFeed ? ending : [$0] }
        return TextEdit.Replacement(replacement.range, with: bytes)
      })
    let whole = typed.then(edit)
    return TextEdit(
      whole.replacements.compactMap { replacement in
        replacement.withoutCommonEdges(with: buffer.bytes(in: replacement.range))
      })
  }
}

extension TextEdit.Replacement {
  /// This replacement without the bytes at its ends that it does not change; nil if it changes none.
  fileprivate func withoutCommonEdges(with old: [UInt8]) -> TextEdit.Replacement? {
    let new = Array(bytes)
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start,
      old[old.count - 1 - end] == new[new.count - 1 - end]
    { end += 1 }
    // Not between the bytes of a scalar.
    func isInside(_ index: Int, _ bytes: [UInt8]) -> Bool {
      index < bytes.count && bytes[index] & 0xC0 == 0x80
    }
    while start > 0, isInside(start, new) || isInside(start, old) { start -= 1 }
    while end > 0, isInside(new.count - end, new) || isInside(old.count - end, old) { end -= 1 }
    if start == old.count, start == new.count { return nil }
    return TextEdit.Replacement(
      range.lowerBound + start..<range.upperBound - end, with: Array(new[start..<new.count - end]))
  }
}
