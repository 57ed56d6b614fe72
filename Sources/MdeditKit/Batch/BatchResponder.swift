import CommonMark
import JSONText
import MarkdownEditing
import MarkdownHTML
import MarkdownSyntax
import TextEditing

/// Answers the lines of a batch; lines depend on each other only through open documents.
package struct BatchResponder: Sendable {
  /// The defaults for a line that does not set the dialect or options.
  private let options: EditingOptions
  /// The default maximum nesting of arrays and objects.
  package static let depthLimit = JSONReader.depthLimit
  private let depthLimit: Int
  private let documents = BatchDocuments()

  package init(
    options: EditingOptions = .standard, depthLimit: Int = JSONReader.depthLimit
  ) {
    self.options = options
    self.depthLimit = depthLimit
  }

  package func answer(to line: BatchLine) -> [UInt8] {
    let bytes: [UInt8]
    switch line {
    case .complete(let line): bytes = line
    case .tooLong(let limit):
      let problem = BatchProblem(.lineTooLong, "The line is longer than \(limit) bytes.")
      return (["id": .null, "error": JSONTree(problem)] as JSONTree).line
    }
    let (id, request) = BatchRequest.reading(
      bytes, options: options, depthLimit: depthLimit, documents: documents)
    do throws(BatchProblem) {
      return try answer(id: id, to: request.get())
    } catch {
      return (["id": .source(id), "error": JSONTree(error)] as JSONTree).line
    }
  }

  private func answer(
    id: [UInt8], to request: BatchRequest
  ) throws(BatchProblem) -> [UInt8] {
    let selections = request.command.hasSelection ? try selections(of: request) : []
    switch request.command {
    case .open: documents[request.document ?? []] = KeptDocument(text: request.text.buffer)
    case .change(let edits):
      documents[request.document ?? []]?.text = try changed(request, by: edits)
    case .close: documents[request.document ?? []] = nil
    case .state(let options):
      let states = CommandState.all(
        of: selections, in: request.text.bytes, groups: [.marks], dialect: options.dialect,
        options: options)
      let shown = lit(states, at: selections, in: request)
      return (["id": .source(id), "marks": .marks(shown)] as JSONTree).line
    case .copy(let dialect):
      let (html, plain): ([UInt8], [UInt8])
      do throws(ParsingRefusal) {
        html = try renderHTML(request.text.bytes, selecting: selections, in: dialect)
        plain = try renderText(request.text.bytes, selecting: selections, in: dialect)
      } catch {
        throw BatchProblem(.unparsable, "\(error.description)")
      }
      let copy: JSONTree = [
        "id": .source(id), "html": .string(String(decoding: html, as: UTF8.self)),
        "plain": .string(String(decoding: plain, as: UTF8.self)),
      ]
      return copy.line
    case .editing(let command):
      switch outcome(of: command, utf8: selections, in: request) {
      case .plan(let plan):
        let (edit, places) = try typed(after: plan, in: request)
        return answer(id: id, to: request, edit, places.isEmpty ? selections : places)
      case .unchanged(let reason):
        return answer(id: id, to: request, TextEdit(), selections, unchanged: reason)
      case .refused(let refusal):
        throw BatchProblem(refusal, in: request)
      }
    }
    let document = String(decoding: request.document ?? [], as: UTF8.self)
    return (["id": .source(id), "document": .string(document)] as JSONTree).line
  }

  private func outcome(
    of command: EditingCommand, utf8 selections: [Range<Int>], in request: BatchRequest
  ) -> Outcome {
    if let insert = request.insert,
      let source = try? SourceText(request.text.bytes, name: "“text”")
    {
      return command.outcome(utf8: selections, in: source, typing: insert)
    }
    guard let name = request.document, var kept = documents[name],
      let document = try? MarkdownDocument(kept.text)
    else { return command.outcome(utf8: selections, in: request.text.bytes) }
    defer { documents[name] = kept }
    return kept.marking.outcome(of: command, utf8: selections, in: document)
  }

  private func lit(
    _ states: [CommandState], at selections: [Range<Int>], in request: BatchRequest
  ) -> [CommandState] {
    guard let name = request.document, var kept = documents[name] else { return states }
    kept.marking.follow(selections, in: kept.text)
    documents[name] = kept
    return kept.marking.lighting(states, at: selections, in: kept.text)
  }

  /// The edit of a plan and its selections, with the text that the request types afterwards.
  private func typed(
    after plan: Plan, in request: BatchRequest
  ) throws(BatchProblem) -> (TextEdit, [Range<Int>]) {
    guard let insert = request.insert else { return (plan.edit, plan.selections) }
    do throws(Failure) {
      let source = try SourceText(request.text.bytes, name: "“text”")
      let result = try MarkResult(plan, on: source, typing: insert)
      return (result.edit, result.selections)
    } catch {
      throw BatchProblem(.noSpelling, error.message)
    }
  }

  private func changed(
    _ request: BatchRequest, by edits: [BatchEdit]
  ) throws(BatchProblem) -> TextBuffer {
    var replacements: [TextEdit.Replacement] = []
    for edit in edits {
      var single = request
      single.places = [edit]
      let range = try selections(of: single)[0]
      if let last = replacements.last, last.range.upperBound > range.lowerBound {
        throw BatchProblem(.invalidValue, "The “edits” are not in order, or overlap.")
      }
      do {
        _ = try TextBuffer(utf8: edit.text)
      } catch {
        throw BatchProblem(.invalidEncoding, "In “edits” \(error).")
      }
      replacements.append(TextEdit.Replacement(range, with: edit.text))
    }
    var text = request.text.buffer
    for replacement in replacements.reversed() {
      text.replace(utf8: replacement.range, with: replacement.bytes)
    }
    return text
  }

  /// The selections in bytes, in ascending order; overlapping ones are joined.
  private func selections(of request: BatchRequest) throws(BatchProblem) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for place in request.places {
      guard place.start <= place.end else {
        throw BatchProblem(
          .outsideText, "“start” (\(place.start)) is after “end” (\(place.end)).")
      }
      func offset(_ offset: Int, _ name: String) throws(BatchProblem) -> Int {
        do {
          return try request.text.utf8Offset(of: offset, in: request.unit)
        } catch {
          throw BatchProblem(error, name, offset, request.unit)
        }
      }
      let start = try offset(place.start, "start")
      ranges.append(start..<(try offset(place.end, "end")))
    }
    ranges.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    var joined: [Range<Int>] = []
    for range in ranges {
      if let last = joined.last, range.lowerBound < last.upperBound || last == range {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  private func answer(
    id: [UInt8], to request: BatchRequest, _ edit: TextEdit, _ selections: [Range<Int>],
    unchanged: Outcome.Unchanged? = nil
  ) -> [UInt8] {
    let after = request.text.applying(edit)
    if let document = request.document { documents[document]?.text = after.buffer }
    let offset = { after.offset(ofUTF8: $0, in: request.unit) }
    let size = after.bytes.count
    var writer = JSONWriter(capacity: id.count + size + size / 8 + 128)
    writer.object { writer in
      writer.key("id")
      writer.verbatim(id)
      if request.document == nil {
        writer.key("text")
        writer.string(after.bytes)
      }
      if request.hasSelections {
        writer.key("selections")
        writer.value(JSONTree(selections, offset))
      } else if let range = selections.first {
        writer.key("start")
        writer.number(offset(range.lowerBound))
        writer.key("end")
        writer.number(offset(range.upperBound))
      }
      writer.key("edits")
      writer.value(JSONTree(edit) { request.text.offset(ofUTF8: $0, in: request.unit) })
      if let unchanged {
        writer.key("unchanged")
        writer.string(unchanged.rawValue)
        writer.key("message")
        writer.string(unchanged.sentence)
      }
    }
    return writer.bytes + [.lineFeed]
  }
}

extension JSONTree {
  init(_ problem: BatchProblem) {
    self = ["code": .string(problem.code.rawValue), "message": .string(problem.message)]
  }

  /// Makes a list of `{"start":…,"end":…,"text":…}` of an edit, in the text before.
  ///
  /// - Parameter offset: converts a UTF-8 offset of that text to the unit of the answer.
  init(_ edit: TextEdit, _ offset: (Int) -> Int) {
    self = .array(
      edit.replacements.map { replacement in
        [
          "start": .integer(offset(replacement.range.lowerBound)),
          "end": .integer(offset(replacement.range.upperBound)),
          "text": .string(String(decoding: replacement.bytes, as: UTF8.self)),
        ]
      })
  }

  /// Makes a list of `{"start":…,"end":…}` of UTF-8 ranges of a text.
  init(_ ranges: [Range<Int>], _ offset: (Int) -> Int) {
    self = .array(
      ranges.map { range in
        [
          "start": .integer(offset(range.lowerBound)), "end": .integer(offset(range.upperBound)),
        ]
      })
  }
}

extension BatchProblem {
  fileprivate init(_ misplaced: Misplaced, _ name: String, _ offset: Int, _ unit: OffsetUnit) {
    switch misplaced {
    case .outsideText(let count):
      let length = counted(count, unit.noun)
      self.init(
        .outsideText, "“\(name)” (\(offset)) is outside the text, which has \(length).")
    case .insideCharacter:
      self.init(.insideCharacter, "“\(name)” (\(offset)) is inside \(unit.whole).")
    }
  }

  fileprivate init(_ refusal: Outcome.Refusal, in request: BatchRequest) {
    let message = refusal.sentence { range in
      let start = request.text.offset(ofUTF8: range.lowerBound, in: request.unit)
      let end = request.text.offset(ofUTF8: range.upperBound, in: request.unit)
      let places = range.isEmpty ? "\(start)" : "\(start)..<\(end)"
      return "\(places) (in \(request.unit.noun)s)"
    }
    self.init(refusal.code, message)
  }
}

struct KeptDocument {
  var text: TextBuffer
  /// The pending marks and the last toggle of its lines.
  var marking = MarkingSession()
}

/// The open documents of a batch, by the name that the opening line gave.
struct BatchDocuments: Sendable {
  private let texts = Monitor<[[UInt8]: KeptDocument]>([:])

  /// A document; nil if none of that name is open. Setting nil closes it.
  subscript(name: [UInt8]) -> KeptDocument? {
    get { texts.waiting(as: .worker) { .some($0[name]) } }
    nonmutating set {
      texts.changing { texts in
        texts[name] = newValue
        return .nobody
      }
    }
  }
}

/// The text of a line.
///
/// Most texts are short and ASCII, with the same offsets in all units. They have no buffer, since
/// making one takes as long as reading the line.
package struct BatchText: Hashable, Sendable {
  package let bytes: [UInt8]
  /// The text as a buffer; empty if it is ASCII. An array, so that the value is cheap to copy.
  private let buffers: [TextBuffer]

  init(utf8 bytes: [UInt8]) throws(InvalidUTF8) {
    self.bytes = bytes
    buffers = bytes.isASCII ? [] : [try TextBuffer(utf8: bytes)]
  }

  init(_ buffer: TextBuffer) {
    bytes = buffer.utf8Bytes
    buffers = [buffer]
  }

  var buffer: TextBuffer { buffers.first ?? TextBuffer(String(decoding: bytes, as: UTF8.self)) }

  func utf8Offset(of offset: Int, in unit: OffsetUnit) throws(Misplaced) -> Int {
    if !buffers.isEmpty { return try buffers[0].utf8Offset(of: offset, in: unit) }
    guard offset <= bytes.count else { throw .outsideText(count: bytes.count) }
    return offset
  }

  func offset(ofUTF8 utf8Offset: Int, in unit: OffsetUnit) -> Int {
    buffers.isEmpty ? utf8Offset : buffers[0].offset(ofUTF8: utf8Offset, in: unit)
  }

  func applying(_ edit: TextEdit) -> BatchText {
    if buffers.isEmpty, edit.replacements.allSatisfy({ $0.bytes.isASCII }) {
      return BatchText(ascii: edit.applying(to: bytes))
    }
    var after = buffer
    for replacement in edit.replacements.reversed() {
      after.replace(utf8: replacement.range, with: replacement.bytes)
    }
    return BatchText(after)
  }

  private init(ascii: [UInt8]) {
    bytes = ascii
    buffers = []
  }
}

extension [UInt8] {
  fileprivate var isASCII: Bool {
    var all: UInt8 = 0
    for byte in self { all |= byte }
    return all < 0x80
  }
}
