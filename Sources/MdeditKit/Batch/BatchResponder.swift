import JSONText
import MarkdownEditing
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

  /// The answer to `line`, with an LF at its end.
  package func answer(to line: BatchLine) -> [UInt8] {
    let bytes: [UInt8]
    switch line {
    case .complete(let line): bytes = line
    case .tooLong(let limit):
      let problem = BatchProblem(.lineTooLong, "The line is longer than \(limit) bytes.")
      return answer(id: Array("null".utf8), problem)
    }
    let (id, request) = BatchRequest.reading(
      bytes, options: options, depthLimit: depthLimit, documents: documents)
    do throws(BatchProblem) {
      return try answer(id: id, to: request.get())
    } catch {
      return answer(id: id, error)
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
      return answer(id: id, lit(states, at: selections, in: request))
    case .editing(let command):
      switch outcome(of: command, onUTF8: selections, in: request) {
      case .plan(let plan):
        let (edit, places) = try typed(after: plan, in: request)
        return answer(id: id, to: request, edit, places.isEmpty ? selections : places)
      case .unchanged(let reason):
        return answer(id: id, to: request, TextEdit(), selections, unchanged: reason.rawValue)
      case .refused(let refusal):
        throw BatchProblem(refusal, in: request)
      }
    }
    return answer(id: id, document: request.document ?? [])
  }

  private func outcome(
    of command: EditingCommand, onUTF8 selections: [Range<Int>], in request: BatchRequest
  ) -> Outcome {
    if let insert = request.insert,
      let source = try? SourceText(request.text.bytes, name: "“text”")
    {
      return command.outcome(onUTF8: selections, in: source, typing: insert)
    }
    guard let name = request.document, var kept = documents[name],
      let document = try? MarkdownDocument(kept.text)
    else { return command.outcome(onUTF8: selections, in: request.text.bytes) }
    defer { documents[name] = kept }
    return kept.marking.outcome(of: command, onUTF8: selections, in: document)
  }

  /// The states of marks with those pending in a document.
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

  /// The document of a request after `edits`, which are ascending replacements in the text before.
  private func changed(
    _ request: BatchRequest, by edits: [BatchEdit]
  ) throws(BatchProblem) -> TextBuffer {
    var replacements: [TextEdit.Replacement] = []
    for edit in edits {
      var single = request
      single.places = [BatchRequest.Place(start: edit.start, end: edit.end)]
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

  private func answer(id: [UInt8], document: [UInt8]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("id")
      writer.verbatim(id)
      writer.key("document")
      writer.string(document)
    }
    writer.endLine()
    return writer.bytes
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
    unchanged: String? = nil
  ) -> [UInt8] {
    let after = request.text.applying(edit)
    if let document = request.document { documents[document]?.text = after.buffer }
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
        writer.array { writer in
          for range in selections {
            writer.object { $0.ends(of: range, in: after, unit: request.unit) }
          }
        }
      } else if let range = selections.first {
        writer.ends(of: range, in: after, unit: request.unit)
      }
      writer.key("edits")
      writer.edit(edit) { request.text.offset(ofUTF8: $0, in: request.unit) }
      if let unchanged {
        writer.key("unchanged")
        writer.string(unchanged)
      }
    }
    writer.endLine()
    return writer.bytes
  }

  private func answer(id: [UInt8], _ states: [CommandState]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("id")
      writer.verbatim(id)
      writer.marks(states)
    }
    writer.endLine()
    return writer.bytes
  }

  private func answer(id: [UInt8], _ problem: BatchProblem) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("id")
      writer.verbatim(id)
      writer.key("error")
      writer.error(problem.code, problem.message)
    }
    writer.endLine()
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes the members `start` and `end` of an object, in `unit`s.
  fileprivate mutating func ends(of range: Range<Int>, in text: BatchText, unit: OffsetUnit) {
    key("start")
    number(text.offset(ofUTF8: range.lowerBound, in: unit))
    key("end")
    number(text.offset(ofUTF8: range.upperBound, in: unit))
  }

  /// Writes `{"code":…,"message":…}`.
  mutating func error(_ code: BatchProblem.Code, _ message: String) {
    object { writer in
      writer.key("code")
      writer.string(code.rawValue)
      writer.key("message")
      writer.string(message)
    }
  }

  /// Writes `edit` as a list of `{"start":…,"end":…,"text":…}`, in the text before.
  ///
  /// - Parameter offset: converts a UTF-8 offset of that text to the unit of the answer.
  mutating func edit(_ edit: TextEdit, _ offset: (Int) -> Int) {
    array { writer in
      for replacement in edit.replacements {
        writer.object { writer in
          writer.key("start")
          writer.number(offset(replacement.range.lowerBound))
          writer.key("end")
          writer.number(offset(replacement.range.upperBound))
          writer.key("text")
          writer.string(replacement.bytes)
        }
      }
    }
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
