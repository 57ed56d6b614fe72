import AccessoryCommands
import JSONText
import MarkdownSyntax
import TextEditing

/// One line of a batch: what is to be done to which selection of which text.
package struct BatchRequest: Hashable, Sendable {
  /// The `text`.
  package var text: TextBuffer
  /// The same as UTF-8.
  package var bytes: [UInt8]
  /// The `start` of the selection, in `unit`.
  package var start: Int
  /// The `end` of the selection, in `unit`.
  package var end: Int
  /// The `command` with the `action`.
  package var command: BatchCommand
  /// What offsets count: the `unit`.
  package var unit: OffsetUnit

  /// The fields of a line as far as they are read.
  private struct Fields {
    var id: [UInt8]?
    var text: [UInt8]?
    var start: Int?
    var end: Int?
    var name: BatchCommand.Name?
    var argument: [UInt8]?
    var action: MarkCommand.Action?
    var unit: OffsetUnit?
    var dialect: Dialect?
  }

  /// The `id` of a line as JSON, without white space, and the request or what is wrong with it.
  ///
  /// - Parameter dialect: which Markdown the text is written in where the line does not say.
  ///
  /// The `id` is `null` where the line gives none before the place where it goes wrong.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  package static func reading(
    _ line: [UInt8], dialect: Dialect = .gitHub
  ) -> (id: [UInt8], request: Result<BatchRequest, BatchProblem>) {
    var fields = Fields()
    let result: Result<BatchRequest, BatchProblem>
    do throws(BatchProblem) {
      try read(line, into: &fields)
      result = .success(try BatchRequest(fields, dialect: dialect))
    } catch {
      result = .failure(error)
    }
    return (fields.id ?? Array("null".utf8), result)
  }

  private init(_ fields: Fields, dialect: Dialect) throws(BatchProblem) {
    func required<Value>(_ value: Value?, _ name: String) throws(BatchProblem) -> Value {
      guard let value else {
        throw BatchProblem(.missingField, "The field “\(name)” is missing.")
      }
      return value
    }
    _ = try required(fields.id, "id")
    bytes = try required(fields.text, "text")
    do {
      text = try TextBuffer(utf8: bytes)
    } catch {
      throw BatchProblem(.invalidEncoding, "In the field “text” \(error).")
    }
    start = try required(fields.start, "start")
    end = try required(fields.end, "end")
    command = try BatchCommand(
      try required(fields.name, "command"), fields.action, argument: fields.argument,
      dialect: fields.dialect ?? dialect)
    unit = fields.unit ?? .utf16
  }

  /// Reads the whole line: a wrong value is told only once it is known to be JSON, so that the
  /// `id` is found wherever it stands.
  private static func read(_ line: [UInt8], into fields: inout Fields) throws(BatchProblem) {
    let wrongField: BatchProblem?
    do throws(JSONProblem) {
      wrongField = try readFields(of: line, into: &fields)
    } catch {
      throw BatchProblem(error)
    }
    if let wrongField { throw wrongField }
  }

  private static func readFields(
    of line: [UInt8], into fields: inout Fields
  ) throws(JSONProblem) -> BatchProblem? {
    var reader = try JSONReader(line)
    var wrongField: BatchProblem?
    if reader.peek() == 0x7B {
      var isFirst = true
      while let key = try reader.readKey(isFirst: isFirst) {
        isFirst = false
        let problem = try readValue(of: key, from: &reader, into: &fields)
        wrongField = wrongField ?? problem
      }
    } else {
      _ = try reader.readVerbatim()
      wrongField = BatchProblem(.notAnObject, "The line is JSON, but no object.")
    }
    try reader.expectEnd()
    return wrongField
  }

  /// Reads one field; what is returned is wrong with it.
  private static func readValue(
    of key: [UInt8], from reader: inout JSONReader, into fields: inout Fields
  ) throws(JSONProblem) -> BatchProblem? {
    let name = String(decoding: key, as: UTF8.self)
    func once<Value>(_ slot: inout Value?, _ value: Value?, _ wanted: String) -> BatchProblem? {
      guard slot == nil else {
        return BatchProblem(.duplicateField, "The field “\(name)” stands there twice.")
      }
      guard let value else {
        return BatchProblem(.invalidValue, "The field “\(name)” must be \(wanted).")
      }
      slot = value
      return nil
    }
    switch name {
    case "id":
      return once(&fields.id, try reader.readVerbatim(), "any JSON value")
    case "text":
      return once(&fields.text, try string(from: &reader), "a string")
    case "start":
      return once(&fields.start, try count(from: &reader), "a whole number, 0 or more")
    case "end":
      return once(&fields.end, try count(from: &reader), "a whole number, 0 or more")
    case "command":
      let names = BatchCommand.names
      return once(&fields.name, try choice(from: &reader, names), choices(names))
    case "argument":
      return once(&fields.argument, try string(from: &reader), "a string")
    case "action":
      return once(&fields.action, try choice(from: &reader, actions), choices(actions))
    case "unit":
      return once(&fields.unit, try choice(from: &reader, units), choices(units))
    case "dialect":
      return once(&fields.dialect, try choice(from: &reader, dialects), choices(dialects))
    default:
      _ = try reader.readVerbatim()
      return BatchProblem(.unknownField, "There is no field “\(TerminalText.name(name))”.")
    }
  }

  private static let dialects = Dialect.named.map { ($0.name, $0.dialect) }
  private static let units = OffsetUnit.allCases.map { ($0.rawValue, $0) }
  private static let actions: [(String, MarkCommand.Action)] = [
    ("toggle", .toggle), ("mark", .mark), ("unmark", .unmark),
  ]

  private static func choices<Value>(_ choices: [(String, Value)]) -> String {
    "one of " + choices.map { "“\($0.0)”" }.joined(separator: ", ")
  }

  private static func choice<Value>(
    from reader: inout JSONReader, _ choices: [(String, Value)]
  ) throws(JSONProblem) -> Value? {
    guard let text = try string(from: &reader) else { return nil }
    return choices.first { $0.0.utf8.elementsEqual(text) }?.1
  }

  private static func string(from reader: inout JSONReader) throws(JSONProblem) -> [UInt8]? {
    if reader.peek() == 0x22 { return try reader.readString() }
    _ = try reader.readVerbatim()
    return nil
  }

  private static func count(from reader: inout JSONReader) throws(JSONProblem) -> Int? {
    if let count = try reader.readCount() { return count }
    _ = try reader.readVerbatim()
    return nil
  }
}
