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
      whole.replacements.map { $0.trimmed(replacing: buffer.bytes(in: $0.range)) }
        .filter { !$0.range.isEmpty || !$0.bytes.isEmpty })
  }
}
