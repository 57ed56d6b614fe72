import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// `textDocument/onTypeFormatting`: the edit that turns a line ending just typed into the result of the command
  /// `newline`. There is none if the client has added other than white space, or if the command does not apply.
  mutating func onType(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let place = try place(parameters, needsVersion: false)
    let isNewline = parameters?["ch"]?.string == "\n"
    let edit = isNewline ? editAfterNewline(at: place.selections[0].lowerBound, in: place) : nil
    return places(in: place.text.buffer)[edit ?? TextEdit()]
  }

  /// Plans `newline` on the text without the line ending before the caret, and returns the difference. It is on the
  /// caret's line, where the client expects it, unless the command changes the line above.
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
    let lineStart = start + ending.count
    if let after = try? buffer.applying(whole), let target = plan.selections.first?.lowerBound,
      let onLine = lineEdit(
        of: buffer, at: lineStart..<caret, to: after, at: lineStart..<max(lineStart, target),
        within: min(start, whole.stretch.lowerBound)..<max(caret, whole.stretch.upperBound))
    {
      return onLine
    }
    return TextEdit(
      whole.replacements.map { $0.trimmed(replacing: buffer.bytes(in: $0.range)) }
        .filter { !$0.range.isEmpty || !$0.bytes.isEmpty })
  }

  /// The edit from one text to another, in which the start of a line up to the caret is replaced.
  ///
  /// - Returns: the edit; nil if the texts differ before that line, or if the caret is not on it in the other text.
  private func lineEdit(
    of old: TextBuffer, at line: Range<Int>, to new: TextBuffer, at newLine: Range<Int>,
    within stretch: Range<Int>
  ) -> TextEdit? {
    let end = stretch.upperBound + new.utf8Count - old.utf8Count
    guard newLine.upperBound <= end,
      old.bytes(in: stretch.lowerBound..<line.lowerBound)
        == new.bytes(in: stretch.lowerBound..<line.lowerBound),
      !new.bytes(in: newLine).contains(where: { $0.isLineEnding })
    else { return nil }
    var edits = [TextEdit.Replacement(line, with: new.bytes(in: newLine))]
    let below = line.upperBound..<stretch.upperBound
    let (before, after) = (
      old.bytes(in: below).linesWithEndings,
      new.bytes(in: newLine.upperBound..<end).linesWithEndings
    )
    if before.count == after.count {
      var start = below.lowerBound
      for (one, other) in zip(before, after) {
        edits.append(TextEdit.Replacement(start..<start + one.count, with: other))
        start += one.count
      }
    } else {
      edits.append(TextEdit.Replacement(below, with: Array(after.joined())))
    }
    return TextEdit(
      edits.map { $0.trimmed(replacing: old.bytes(in: $0.range)) }
        .filter { !$0.range.isEmpty || !$0.bytes.isEmpty })
  }
}

extension [UInt8] {
  /// The lines, each with its line feed or carriage return.
  fileprivate var linesWithEndings: [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in self {
      lines[lines.count - 1].append(byte)
      if byte.isLineEnding { lines.append([]) }
    }
    return lines
  }
}
