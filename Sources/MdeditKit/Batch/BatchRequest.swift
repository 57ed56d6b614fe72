import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// A request in one line of a batch: a command, a text and its selections.
package struct BatchRequest: Hashable, Sendable {
  /// The value of `text`, or the text of `document`.
  package var text: BatchText
  /// The value of `document`; nil if the line contains the text.
  package var document: [UInt8]?
  /// The `start` and `end` of each selection, in `unit`.
  package var places: [BatchEdit]
  /// Whether the line has `selections`, so that the answer has them too.
  package var hasSelections: Bool
  package var command: BatchCommand
  package var insert: String?
  package var unit: OffsetUnit

  /// The fields of a line that have been read.
  private struct Fields {
    var id: [UInt8]?
    var text: [UInt8]?
    var document: [UInt8]?
    var edits: [BatchEdit]?
    var start: Int?
    var end: Int?
    var selections: [BatchEdit]?
    var name: BatchCommand.Name?
    var argument: [UInt8]?
    var insert: [UInt8]?
    var action: MarkAction?
    var unit: OffsetUnit?
    var dialect: Dialect?
    /// The index of the value of each option that the line sets.
    var options: [EditingOptions.Name: Int] = [:]
  }

  /// Reads a line: its `id` as JSON without white space, and the request or the problem.
  ///
  /// The `id` is `null` if the line has none before the position of an error. `documents` are those that earlier
  /// lines have opened.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  static func reading(
    _ line: [UInt8], options: EditingOptions, depthLimit: Int, documents: BatchDocuments
  ) -> (id: [UInt8], request: Result<BatchRequest, BatchProblem>) {
    var fields = Fields()
    do throws(BatchProblem) {
      let wrongField: BatchProblem?
      do throws(JSONProblem) {
        wrongField = try readFields(of: JSONReader(line, depthLimit: depthLimit), into: &fields)
      } catch {
        throw BatchProblem(error.isEncoding ? .invalidEncoding : .notJSON, error.message)
      }
      if let wrongField { throw wrongField }
      let request = try BatchRequest(fields, options, documents)
      return (fields.id ?? null, .success(request))
    } catch {
      return (fields.id ?? null, .failure(error))
    }
  }

  private static let null = Array("null".utf8)

  private init(
    _ fields: Fields, _ options: EditingOptions, _ documents: BatchDocuments
  ) throws(BatchProblem) {
    _ = try required(fields.id, "id")
    let name = try required(fields.name, "command")
    text = try Self.text(of: fields, name, documents)
    document = fields.document
    var options = options.reading(fields.dialect ?? options.dialect)
    for (name, value) in fields.options { options[name] = value }
    insert = try Self.insertion(of: fields, name)
    command = try BatchCommand(
      name, fields.action, argument: fields.argument, edits: fields.edits, options)
    unit = fields.unit ?? .utf16
    hasSelections = fields.selections != nil
    if let selections = fields.selections {
      if fields.start != nil || fields.end != nil {
        throw BatchProblem(.invalidValue, "“selections” and “start” or “end” cannot be combined.")
      }
      places = selections
    } else if command.hasSelection {
      let start = try required(fields.start, "start")
      places = [BatchEdit(start: start, end: try required(fields.end, "end"))]
    } else {
      places = []
    }
  }

  private static func insertion(
    of fields: Fields, _ name: BatchCommand.Name
  ) throws(BatchProblem) -> String? {
    guard let insert = fields.insert else { return nil }
    guard case .row(let row) = name, row.canBePending else {
      throw BatchProblem(.unknownField, "Only the command of a mark or of tags takes “insert”.")
    }
    if insert.isEmpty || insert.contains(where: { $0.isLineEnding }) {
      throw BatchProblem(.invalidValue, "The field “insert” must be a text of one line.")
    }
    return String(decoding: insert, as: UTF8.self)
  }

  private static func text(
    of fields: Fields, _ name: BatchCommand.Name, _ documents: BatchDocuments
  ) throws(BatchProblem) -> BatchText {
    let isOfDocument = name == .open || name == .edit || name == .close
    if let document = isOfDocument ? try required(fields.document, "document") : fields.document,
      name != .open
    {
      if fields.text != nil {
        throw BatchProblem(.invalidValue, "“text” and “document” cannot be combined.")
      }
      if let kept = documents[document] { return BatchText(kept.text) }
      let shown = TerminalText.name(String(decoding: document, as: UTF8.self))
      throw BatchProblem(.unknownDocument, "There is no open document “\(shown)”.")
    }
    let text = try required(fields.text, "text")
    do {
      return try BatchText(utf8: text)
    } catch {
      throw BatchProblem(.invalidEncoding, "In the field “text” \(error).")
    }
  }

  /// Reads the whole line. An invalid value is reported only after the whole line is known to be
  /// JSON, so that `id` is found at any position.
  private static func readFields(
    of whole: JSONReader, into fields: inout Fields
  ) throws(JSONProblem) -> BatchProblem? {
    var reader = whole
    var wrongField: BatchProblem?
    if reader.peek() == .leftBrace {
      var isFirst = true
      while let key = try reader.readKey(isFirst: isFirst) {
        isFirst = false
        let problem = try readValue(of: key, from: &reader, into: &fields)
        wrongField = wrongField ?? problem
      }
    } else {
      _ = try reader.readVerbatim()
      wrongField = BatchProblem(.notAnObject, "The line is JSON, but not an object.")
    }
    try reader.expectEnd()
    return wrongField
  }

  private static func readValue(
    of name: String, from reader: inout JSONReader, into fields: inout Fields
  ) throws(JSONProblem) -> BatchProblem? {
    switch name {
    case "id": return once(name, &fields.id, try reader.readVerbatim(), "any JSON value")
    case "text": return once(name, &fields.text, try string(from: &reader), "a string")
    case "document": return once(name, &fields.document, try string(from: &reader), "a string")
    case "edits":
      return once(
        name, &fields.edits, try edits(from: &reader, haveText: true),
        "a list of objects with “start”, “end” and “text”")
    case "start": return once(name, &fields.start, try count(from: &reader), number)
    case "end": return once(name, &fields.end, try count(from: &reader), number)
    case "selections":
      return once(
        name, &fields.selections, try edits(from: &reader, haveText: false),
        "a list of at least one object with “start” and “end”")
    case "command": return try choose(name, &fields.name, from: &reader, BatchCommand.names)
    case "argument":
      // `null` means that there is no argument.
      if reader.peek() == UInt8(ascii: "n") {
        _ = try reader.readVerbatim()
        return nil
      }
      return once(name, &fields.argument, try string(from: &reader), "a string")
    case "insert": return once(name, &fields.insert, try string(from: &reader), "a string")
    case "action": return try choose(name, &fields.action, from: &reader, actions)
    case "unit": return try choose(name, &fields.unit, from: &reader, units)
    case "dialect": return try choose(name, &fields.dialect, from: &reader, dialects)
    default:
      guard let option = EditingOptions.Name(rawValue: name) else {
        _ = try reader.readVerbatim()
        return BatchProblem(.unknownField, "There is no field “\(TerminalText.name(name))”.")
      }
      let values = option.values.enumerated().map { ($0.element, $0.offset) }
      return try choose(name, &fields.options[option], from: &reader, values)
    }
  }

  private static let number = "a whole number, 0 or more"

  /// Stores the value of a field, which may occur only once.
  private static func once<Value>(
    _ name: String, _ slot: inout Value?, _ value: Value?, _ wanted: @autoclosure () -> String
  ) -> BatchProblem? {
    guard slot == nil else {
      return BatchProblem(.duplicateField, "Duplicate field “\(name)”.")
    }
    guard let value else {
      return BatchProblem(.invalidValue, "The field “\(name)” must be \(wanted()).")
    }
    slot = value
    return nil
  }

  private static let dialects = Dialect.named.map { ($0.name, $0.dialect) }
  private static let units = OffsetUnit.allCases.map { ($0.rawValue, $0) }
  private static let actions = MarkAction.allCases.map { ($0.rawValue, $0) }

  private static func choose<Value>(
    _ name: String, _ slot: inout Value?, from reader: inout JSONReader,
    _ choices: [(String, Value)]
  ) throws(JSONProblem) -> BatchProblem? {
    let chosen = try string(from: &reader).map { String(decoding: $0, as: UTF8.self) }
    // In place, so that no value is copied.
    let choice = choices.withUnsafeBufferPointer { choices in
      choices.indices.first { choices[$0].0 == chosen }.map { choices[$0].1 }
    }
    return once(
      name, &slot, choice,
      "one of \(choices.map { "“\($0.0)”" }.joined(separator: ", "))")
  }

  /// A list of objects with `start` and `end`, and with `text` if the list is of edits, which may be empty. Nil if the
  /// value is anything else, which is skipped.
  private static func edits(
    from reader: inout JSONReader, haveText: Bool
  ) throws(JSONProblem) -> [BatchEdit]? {
    guard reader.skip(.leftBracket) else {
      _ = try reader.readVerbatim()
      return nil
    }
    if reader.skip(.rightBracket) { return haveText ? [] : nil }
    var edits: [BatchEdit] = []
    var isRight = true
    repeat {
      guard reader.peek() == .leftBrace else {
        _ = try reader.readVerbatim()
        isRight = false
        continue
      }
      var (start, end): (Int?, Int?)
      var text: [UInt8]?
      var isFirst = true
      while let key = try reader.readKey(isFirst: isFirst) {
        isFirst = false
        switch key {
        case "start" where start == nil: start = try count(from: &reader)
        case "end" where end == nil: end = try count(from: &reader)
        case "text" where text == nil && haveText: text = try string(from: &reader)
        default:
          _ = try reader.readVerbatim()
          isRight = false
        }
      }
      if let start, let end, text != nil || !haveText {
        edits.append(BatchEdit(start: start, end: end, text: text ?? []))
      } else {
        isRight = false
      }
    } while reader.skip(.comma)
    try reader.expect(.rightBracket)
    return isRight ? edits : nil
  }

  private static func string(from reader: inout JSONReader) throws(JSONProblem) -> [UInt8]? {
    if reader.peek() == .quotationMark { return try reader.readString() }
    _ = try reader.readVerbatim()
    return nil
  }

  private static func count(from reader: inout JSONReader) throws(JSONProblem) -> Int? {
    if let count = try reader.readCount() { return count }
    _ = try reader.readVerbatim()
    return nil
  }
}

private func required<Value>(_ value: Value?, _ name: String) throws(BatchProblem) -> Value {
  guard let value else {
    throw BatchProblem(.missingField, "The field “\(name)” is missing.")
  }
  return value
}

/// A replacement in the field `edits`, or a selection, in the line's `unit`.
package struct BatchEdit: Hashable, Sendable {
  package var start: Int
  package var end: Int
  package var text: [UInt8] = []
}

package enum BatchCommand: Hashable, Sendable {
  case editing(EditingCommand)
  /// The states of the marks.
  case state(EditingOptions)
  /// The selections as HTML and as plain text.
  case copy(Dialect)
  /// Opens a document under a name, or closes it.
  case open, close
  case change([BatchEdit])

  /// The value of the field `command`.
  enum Name: Hashable {
    case row(CommandRow)
    case state, copy
    case open, edit, close
  }

  /// Every command by its name: the catalogue, `state`, `copy`, and the commands for open documents.
  static let names: [(String, Name)] =
    CommandRow.all.map { ($0.name, .row($0)) }
    + [
      ("state", .state), ("copy", .copy), ("open", .open), ("edit", .edit), ("close", .close),
    ]

  /// Makes a command from the fields of a line; an argument that it does not use is ignored.
  init(
    _ name: Name, _ action: MarkAction?, argument: [UInt8]?, edits: [BatchEdit]?,
    _ options: EditingOptions
  ) throws(BatchProblem) {
    if edits != nil, name != .edit {
      throw BatchProblem(.unknownField, "Only “edit” takes “edits”.")
    }
    switch name {
    case .open: self = .open
    case .close: self = .close
    case .edit:
      guard let edits else {
        throw BatchProblem(.missingField, "The field “edits” is missing.")
      }
      self = .change(edits)
    case .state, .copy:
      if action != nil || argument != nil {
        let name = name == .copy ? "copy" : "state"
        throw BatchProblem(.unknownField, "“\(name)” takes no “action” and no “argument”.")
      }
      self = name == .copy ? .copy(options.dialect) : .state(options)
    case .row(let row):
      if let action, action != .toggle, row.mark == nil {
        throw BatchProblem(.unknownField, "“\(row.name)” takes no “action”.")
      }
      let text = argument.map { String(decoding: $0, as: UTF8.self) }
      var command = EditingCommand(row, argument: text, options: options)
      command.markAction = action ?? .toggle
      self = .editing(command.dated)
    }
  }

  var hasSelection: Bool {
    switch self {
    case .open, .close, .change: false
    case .editing, .state, .copy: true
    }
  }
}

/// The `error` of an answer: the reason why a line of a batch has no result.
package struct BatchProblem: Error, Hashable, Sendable {
  /// The reason, for programs.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case notJSON, notAnObject, invalidEncoding, lineTooLong
    case missingField, unknownField, duplicateField, invalidValue
    case unknownDocument, outsideText, insideCharacter
    // The refusals of a command, by the names of `Outcome.Refusal`.
    case readingsDiffer, noSpelling, blocksDiffer, tooIntricate, `internal`, unparsable
    case inputRejectedEdit
  }

  package var code: Code
  /// A sentence that names the field or the position.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
