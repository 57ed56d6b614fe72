import EditorTestSupport
import Foundation
import MarkdownEditing

/// A case of `Fixtures/Toggles`, `Regressions` or `Open`: a line as reports print it.
///
/// ```
/// // a word
/// strong "one ⟦two⟧ three" => "one **⟦two⟧** three"
/// ```
///
/// The command is a mark, optionally with `mark` or `unmark` before it and options after it.
/// Another `=> "…"` adds another answer that the contract allows, and `=> unchanged reason` means
/// that nothing is to be done. Without an answer, the contract alone decides. Texts have Swift's
/// escapes. A line that begins with `//` is a comment.
package struct ToggleFixture: Sendable {
  /// The file and the number of the line.
  package var name: String
  package var command: MarkCommand
  /// The text before, with its selections marked.
  package var before: String
  /// The correct answers, with marked selections; empty if the contract alone decides.
  package var answers: [String] = []
  package var unchanged: Outcome.Unchanged?

  package var question: ContractCase {
    let parsed = MarkedText.parse(before)
    return ContractCase(Array(parsed.text.utf8), parsed.selections, command)
  }

  /// Whether only carets are marked, which the contract's judge does not see.
  package var isOfCarets: Bool { question.selections.allSatisfy(\.isEmpty) }

  /// Returns the fault of an answer, or nil if it is correct or the contract alone decides.
  package func mismatch(_ outcome: Outcome) -> String? {
    if answers.isEmpty && unchanged == nil { return nil }
    switch outcome {
    case .refused(let refusal): return "refused: \(refusal)"
    case .unchanged(let reason):
      return reason == unchanged ? nil : "unchanged as \(reason)"
    case .plan(let plan):
      guard let after = applying(plan.edit.replacements, to: question.source) else {
        return "the replacements overlap or leave the text"
      }
      let marked = MarkedText.render(after, selections: plan.selections)
      return answers.contains(marked)
        ? nil : "it gives \(marked.debugDescription)"
    }
  }
}

extension ToggleFixture: CustomStringConvertible {
  package var description: String { name }
}

extension ToggleFixture {
  /// The reason why a file of fixtures cannot be read.
  package struct Malformed: Error, CustomStringConvertible {
    package var description: String
  }

  package static func read(_ contents: String, file: String) throws(Malformed) -> [ToggleFixture] {
    var fixtures: [ToggleFixture] = []
    let lines = contents.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("//") {
      fixtures.append(try ToggleFixture(line, name: "\(file):\(number + 1)"))
    }
    return fixtures
  }

  package init(_ line: Substring, name: String) throws(Malformed) {
    guard let quote = line.firstIndex(of: "\"") else {
      throw Malformed(
        description: "\(name): " + #"a case looks like strong "a ⟦b⟧" => "a **⟦b⟧**""#)
    }
    self.name = name
    command = try Self.command(String(line[..<quote]), name)
    var texts = line[line.index(after: quote)...]
    if let arrow = texts.firstRange(of: #"" => unchanged "#),
      let reason = Outcome.Unchanged(rawValue: String(texts[arrow.upperBound...]))
    {
      unchanged = reason
      texts = texts[..<arrow.lowerBound]
    } else if texts.popLast() != "\"" {
      throw Malformed(description: "\(name): the last text has no end")
    }
    answers = texts.split(separator: #"" => ""#, omittingEmptySubsequences: false).map(unescaped)
    before = answers.removeFirst()
    for marked in [before] + answers {
      do { _ = try MarkedText.read(marked) } catch {
        throw Malformed(description: "\(name): \(error)")
      }
    }
  }

  private static func command(_ line: String, _ name: String) throws(Malformed) -> MarkCommand {
    var action = MarkAction.toggle
    var mark: Mark?
    var options = EditingOptions.commonMark
    options.edges = .exact
    for word in line.split(separator: " ") {
      switch word {
      case "toggle": action = .toggle
      case "mark": action = .mark
      case "unmark": action = .unmark
      case "only-word": options.inRun = .word
      case "pending-at-edge": options.atEdge = .pending
      case "never-steps": options.steps = .never
      case "no-references": options.edges = .plain
      case "readable-edges": options.edges = .readable
      default:
        guard let found = Mark.allCases.first(where: { $0.name == word }) else {
          throw Malformed(description: "\(name): what is \(word)?")
        }
        mark = found
      }
    }
    guard let mark else { throw Malformed(description: "\(name): which mark?") }
    return MarkCommand(action, mark, options: options)
  }
}

/// Returns the text of a debug description, with its escapes resolved.
private func unescaped(_ text: Substring) -> String {
  var result = String.UnicodeScalarView()
  var scalars = text.unicodeScalars.makeIterator()
  while let scalar = scalars.next() {
    guard scalar == "\\", let escaped = scalars.next() else {
      result.append(scalar)
      continue
    }
    switch escaped {
    case "n": result.append("\n")
    case "r": result.append("\r")
    case "t": result.append("\t")
    case "0": result.append("\0")
    case "u":
      _ = scalars.next()
      var digits = ""
      while let digit = scalars.next(), digit != "}" { digits.unicodeScalars.append(digit) }
      result.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
    default: result.append(escaped)
    }
  }
  return String(result)
}

extension ContractCase {
  /// The case as a line of a file of fixtures.
  package var line: String { "\(commandLine) \(marked.debugDescription)" }

  package var commandLine: String {
    var words = command.action == .toggle ? [] : [String(describing: command.action)]
    words.append(command.mark.name)
    if command.options.inRun == .word { words.append("only-word") }
    if command.options.atEdge == .pending { words.append("pending-at-edge") }
    if command.options.steps == .never { words.append("never-steps") }
    if !command.options.allowsReferences { words.append("no-references") }
    if command.options.edges == .readable { words.append("readable-edges") }
    return words.joined(separator: " ")
  }
}
