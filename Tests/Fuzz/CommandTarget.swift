import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// Runs every command and mark, with options and several selections, in all dialects, on a text and
/// on an indexed document. Each result must be a valid edit with valid selections, and valid
/// selections must never be refused as invalid.
func fuzzCommands(_ input: inout FuzzInput) {
  let choice = Int(input.byte())
  let dialects: [Dialect] = [.gitHub, .commonMark, .obsidian, .hugo]
  let dialect = dialects[input.number(upTo: 3)]
  let options = options(input.byte(), input.byte())
  let shape = input.byte()
  let places = (0..<6).map { _ in Int(input.byte()) }
  let source = input.text()
  let selections = selections(places, count: Int(shape & 3), in: source)
  guard let document = try? MarkdownDocument(TextBuffer(utf8: source)) else { return }

  guard choice < 240 else {
    _ = CommandState.all(of: selections, in: document, dialect: dialect, options: options)
    return
  }
  let rows = CommandRow.all
  let arguments = ["https://a.b/c", "x", "", "2x2", "**", "“日”", "a\n- b", "[x](y)"]
  var command: EditingCommand
  if choice < 2 * rows.count {
    command = EditingCommand(
      rows[choice % rows.count], argument: arguments[Int(shape >> 2) % arguments.count],
      options: options)
  } else {
    let marks = Mark.all(in: dialect)
    let actions: [MarkAction] = [.toggle, .mark, .unmark]
    command = .marking(marks[choice / 3 % marks.count], actions[choice % 3])
    command.options.edges = [.readable, .exact, .plain][Int(shape >> 2) % 3]
  }
  let question = Question(
    command: {
      "\(command.row.name) \(shape >> 2) \(dialect.extensions.rawValue) \(command.options)"
    },
    selections: selections, source: source)
  check(command.outcome(onUTF8: selections, in: source, dialect: dialect), question)
  check(command.outcome(onUTF8: selections, in: document, dialect: dialect), question)
}

/// Returns one to three ascending selections on boundaries, some of them carets.
private func selections(_ places: [Int], count: Int, in source: [UInt8]) -> [Range<Int>] {
  let bounds = source.boundaries
  let ends = places.map { bounds[$0 % bounds.count] }
  switch count {
  case 0: return [ends[0]..<ends[0]]
  case 1:
    let pair = ends.prefix(2).sorted()
    return [pair[0]..<pair[1]]
  case 2:
    let four = ends.prefix(4).sorted()
    return [four[0]..<four[1], four[2]..<four[3]]
  default:
    let three = Set(ends.prefix(3)).sorted()
    return three.map { $0..<$0 }
  }
}

/// Returns options whose values depend on single bits.
private func options(_ low: UInt8, _ high: UInt8) -> EditingOptions {
  var options = EditingOptions()
  options.numbering = low & 8 == 0 ? .renumbers : .leaves
  options.indentStep = [.list, .two, .four, .tab][Int(low >> 4) & 3]
  options.cellNewline = [.row, .lineBreak, .refused][Int(high & 15) % 3]
  return options
}

/// The question, for the message of a failure.
private struct Question {
  let command: () -> String
  let selections: [Range<Int>]
  let source: [UInt8]

  func fail(_ message: String) -> Never {
    let text = String(decoding: source, as: UTF8.self).debugDescription
    Fuzz.fail("\(message); \(command()) on \(selections) of \(text)")
  }
}

private func check(_ outcome: Outcome, _ question: Question) {
  switch outcome {
  case .plan(let plan): check(plan.edit, plan.selections, question)
  case .refused(let refusal): check(refusal, question)
  case .unchanged: break
  }
}

private func check(_ refusal: Outcome.Refusal, _ question: Question) {
  switch refusal {
  case .internal(let range): question.fail("an invalid plan at \(range)")
  case .insideCharacter(let range): question.fail("the valid selection \(range) is refused")
  default: break
  }
}

private func check(_ edit: TextEdit, _ selections: [Range<Int>], _ question: Question) {
  let source = question.source
  var selections = selections
  if makesMistake, !edit.isEmpty {
    selections = selections.map { $0.lowerBound..<source.count + edit.utf8Growth + 1 }
  }
  var end = 0
  for replacement in edit.replacements {
    guard replacement.range.lowerBound >= end, replacement.range.upperBound <= source.count else {
      question.fail("the replacement at \(replacement.range) is out of order or outside the text")
    }
    end = replacement.range.upperBound
  }
  let after = edit.applying(to: source)
  if String(validating: after, as: UTF8.self) == nil { question.fail("the result is not UTF-8") }
  let bounds = Set(after.boundaries)
  var last = 0
  for range in selections {
    guard bounds.contains(range.lowerBound), bounds.contains(range.upperBound) else {
      question.fail("the selection \(range) is outside the result or splits a character")
    }
    guard range.lowerBound >= last else { question.fail("the selection \(range) overlaps another") }
    last = range.upperBound
  }
}
