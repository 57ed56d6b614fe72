import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension LanguageServer {
  /// Writes an action for each command of the catalogue that applies and needs no argument.
  func writeCatalogueActions(
    _ only: [String]?, at place: RequestPlace, to writer: inout JSONWriter
  ) {
    guard client.appliesEdits || client.takesLiteralActions,
      only?.contains(where: CommandRow.mayBeWanted) ?? true
    else { return }
    let states =
      place.isLong
      ? CommandRow.all.filter { $0.isAvailable(in: dialect) }
        .map { CommandState(row: $0, presence: .off) } : states(at: place, .ofBlocks)
    for state in states where state.applies && state.row.isAction && state.row.isWanted(only) {
      let row = state.row
      let title = row.title + (state.presence == .off ? "" : " (now \(state.presence.rawValue))")
      writeAction(
        title, row.actionKind, "mdedit.do", ("command", row.name),
        EditingCommand(row, options: options.editing), at: place, to: &writer)
    }
  }

  /// Writes the states of the catalogue's commands.
  func writeStates(at place: RequestPlace, to writer: inout JSONWriter) {
    writer.key("commands")
    writer.array { writer in
      for state in states(at: place, .ofBlocks) {
        let fields: [(StaticString, String)] = [
          ("command", state.row.name), ("title", state.row.title),
          ("group", state.row.group.rawValue), ("presence", state.presence.rawValue),
          ("reason", state.reason?.rawValue ?? ""), ("message", state.reason?.sentence ?? ""),
        ]
        writer.object { writer in
          for (key, value) in fields {
            writer.key(key)
            writer.string(value)
          }
          writer.key("applies")
          writer.bool(state.applies)
        }
      }
    }
  }

  /// `textDocument/onTypeFormatting`: Enter has been typed; what the command would have done besides is
  /// added. Nothing where the client has put more than white space on the new line, or where the command
  /// does not apply.
  mutating func onType(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let place = try place(parameters, needsVersion: false)
    var writer = JSONWriter()
    let isNewline = parameters?["ch"]?.string == "\n"
    let edit = isNewline ? behindNewline(place.selections[0].lowerBound, in: place) : nil
    Places(buffer: place.document.buffer, encoding: encoding)
      .write(edit ?? TextEdit(), to: &writer)
    return writer.bytes
  }

  /// What the command would have done more than the line ending before a caret; nil for nothing.
  private func behindNewline(_ caret: Int, in place: RequestPlace) -> TextEdit? {
    let buffer = place.document.buffer
    var start = caret
    // The client's own indentation, and the line ending before it.
    let before = buffer.bytes(in: max(0, caret - 1000)..<caret)
    let blanks = before.reversed().prefix { $0.isBlank }.count
    start -= blanks
    guard before.dropLast(blanks).last == .lineFeed else { return nil }
    start -= before.dropLast(blanks + 1).last == .carriageReturn ? 2 : 1
    let typed = TextEdit([.init(start..<caret, with: [UInt8]())])
    var earlier = place.document
    guard (try? earlier.apply(typed)) != nil,
      case .plan(let plan) = EditingCommand.newline.with(options.editing)
        .outcome(onUTF8: [start..<start], in: earlier, dialect: dialect)
    else { return nil }
    let whole = typed.then(plan.edit)
    return TextEdit(
      whole.replacements.compactMap { replacement in
        replacement.withoutCommonEdges(with: buffer.bytes(in: replacement.range))
      })
  }
}

extension TextEdit.Replacement {
  /// The same without the bytes that stay at its ends; nil where all stay.
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

extension CommandRow {
  /// The kind of which those of all commands and marks are.
  static let actionKind = "refactor.rewrite.mdedit"

  /// As in `refactor.rewrite.mdedit.heading-2`.
  var actionKind: String { "\(Self.actionKind).\(name)" }

  /// Whether it is one that a list of actions can have: no key, and nothing to ask for.
  var isAction: Bool {
    group != .typing && group != .marks && (argument.isEmpty || name == "link" || name == "image")
  }

  /// Whether its kind is among those that a client asks for, or the client names none: `["refactor"]` has it.
  func isWanted(_ only: [String]?) -> Bool {
    only?.contains { actionKind.isSameOrWithin($0) } ?? true
  }

  /// Whether some command may be of a kind that a client asks for.
  static func mayBeWanted(_ kind: String) -> Bool {
    actionKind.isSameOrWithin(kind) || kind.hasPrefix(actionKind + ".")
  }
}

extension [CommandRow.Group] {
  /// The groups of a bar without the marks, whose actions and states are written apart.
  fileprivate static let ofBlocks = ofBars.filter { $0 != .marks }
}

extension String {
  /// Whether a kind of actions is another, or one of its own: every one is of the empty kind.
  fileprivate func isSameOrWithin(_ kind: String) -> Bool {
    kind.isEmpty || self == kind || hasPrefix(kind + ".")
  }
}
