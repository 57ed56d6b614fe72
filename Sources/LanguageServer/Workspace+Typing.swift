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

  /// Plans `newline` on the text without the line ending before the caret, and returns the difference.
  private func editAfterNewline(at caret: Int, in place: RequestPlace) -> TextEdit? {
    let buffer = place.text.buffer
    // The client may have indented the new line.
    let before = buffer.bytes(in: max(0, caret - 1000)..<caret)
    let blanks = before.reversed().prefix { $0.isBlank }.count
    guard let last = before.dropLast(blanks).last, last.isLineEnding,
      isTyped(at: caret, in: place.text), !beginsBlock(at: caret, in: buffer)
    else { return nil }
    let isPair = last == .lineFeed && before.dropLast(blanks + 1).last == .carriageReturn
    let ending = isPair ? [.carriageReturn, .lineFeed] : [last]
    let start = caret - blanks - ending.count
    let typed = TextEdit([.init(start..<caret, with: [UInt8]())])
    var earlier = place.document
    guard (try? earlier.apply(typed)) != nil,
      case .plan(let plan) = EditingCommand.newline.with(options.editing)
        .outcome(utf8: [start..<start], in: earlier, dialect: dialect)
    else { return nil }
    // Without the line ending that was typed, a text of one line does not tell which it uses.
    let isOneLine = earlier.buffer.lineCount == 1
    let edit = TextEdit(
      plan.edit.replacements.map { replacement in
        let bytes = replacement.bytes.flatMap { isOneLine && $0 == .lineFeed ? ending : [$0] }
        return TextEdit.Replacement(replacement.range, with: bytes)
      })
    let whole = typed.then(edit)
    guard let after = try? buffer.applying(whole) else { return nil }
    // After a line ending of two bytes, where the plan has one, the caret is further on.
    let added = edit.replacements.reduce(0) { $0 + $1.bytes.count }
    let planned = plan.edit.replacements.reduce(0) { $0 + $1.bytes.count }
    let target = (plan.selections.first?.lowerBound ?? 0) + added - planned
    return difference(
      of: buffer, at: caret, to: after, at: target,
      from: min(start, whole.stretch.lowerBound), to: max(caret, whole.stretch.upperBound))
  }

  /// Returns the edit from one text to another that takes a client's caret along, from one offset to the other.
  ///
  /// Clients move the caret by different rules if the text at it is replaced: Kate puts it after the new text, Emacs
  /// before. So nothing is inserted at the caret. A blank that is already in the text before it becomes the last one of
  /// the new marker: `- one two⏎` becomes `- one two⏎- ` by an insertion before the last blank, and by removing
  /// `two⏎` after it.
  private func difference(
    of old: TextBuffer, at caret: Int, to new: TextBuffer, at target: Int, from start: Int,
    to end: Int
  ) -> TextEdit? {
    let growth = new.utf8Count - old.utf8Count
    let newEnd = max(target, end + growth)
    let end = newEnd - growth
    let start = old.utf8Offset(ofLine: old.line(ofUTF8: start)) ?? start
    guard start < target else { return nil }
    let last = new.bytes(in: target - 1..<target)
    let kept = old.bytes(in: start..<caret).lastIndex(of: last[0]).map { start + $0 } ?? caret
    var edits = [
      TextEdit.Replacement(start..<kept, with: new.bytes(in: start..<target - 1)),
      TextEdit.Replacement(min(kept + 1, caret)..<caret, with: kept < caret ? [] : last),
    ]
    let (before, after) = (
      old.bytes(in: caret..<end).linesWithEndings, new.bytes(in: target..<newEnd).linesWithEndings
    )
    if before.count == after.count {
      var place = caret
      for (one, other) in zip(before, after) {
        edits.append(TextEdit.Replacement(place..<place + one.count, with: other))
        place += one.count
      }
    } else {
      edits.append(TextEdit.Replacement(caret..<end, with: Array(after.joined())))
    }
    return TextEdit(
      edits.map { $0.trimmed(replacing: old.bytes(in: $0.range)) }
        .filter { !$0.range.isEmpty || !$0.bytes.isEmpty })
  }

  /// Whether the client's last changes have inserted one line ending before a caret, or an indentation after it.
  ///
  /// Kate also requests formatting after text was removed, pasted or restored by undo, if the caret is then at the start
  /// of a line.
  private func isTyped(at caret: Int, in text: RequestText) -> Bool {
    guard let earlier = documents[text.uri]?.earlier else { return true }
    let rest = text.buffer.bytes(in: caret..<text.buffer.utf8Count)
    let front = earlier.utf8Count - rest.count
    guard front >= 0, earlier.bytes(in: front..<earlier.utf8Count) == rest else { return false }
    let inserted = zip(text.buffer.bytes(in: 0..<caret), earlier.bytes(in: 0..<front))
      .prefix { $0 == $1 }.count
    let lines = text.buffer.line(ofUTF8: caret) - text.buffer.line(ofUTF8: inserted)
    return inserted < caret && lines <= 1
  }

  /// Whether a heading, a list item or a quote begins at a caret, so that it needs no marker before it.
  private func beginsBlock(at caret: Int, in buffer: TextBuffer) -> Bool {
    let line = buffer.bytes(in: caret..<min(buffer.utf8Count, caret + 1000))
      .prefix { !$0.isLineEnding }
    guard let tree = try? SyntaxTree(Array(line), in: dialect), tree.nodes.count > 1 else {
      return false
    }
    return [.heading, .list, .quote].contains(tree.nodes[1].kind)
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
