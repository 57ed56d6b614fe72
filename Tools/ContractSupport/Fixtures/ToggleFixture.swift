import EditorTestSupport
import Foundation
import MarkdownEditing

/// A case of `Fixtures/`, as a person writes it.
///
/// ```
/// === a word
/// strong
/// --- before
/// one ⟦two⟧ three
/// --- after
/// one **⟦two⟧** three
/// ```
///
/// The command is a mark, with `mark` or `unmark` before it and policies after it where they are
/// not the usual ones. `--- or` brings another answer that the contract allows; `--- unchanged
/// reason` stands where nothing is to be done. Without an answer the contract alone decides.
/// In a text `→` is a tab, `␍` a carriage return, `␊` a line feed at its end and `␠` a space that an
/// editor might strip; behind `␛` each of these signs is itself.
package struct ToggleFixture: Sendable {
  /// The file and the name of the case.
  package var name: String
  /// The command.
  package var command: MarkCommand
  /// The text before, with its selections marked.
  package var before: String
  /// The answers that are right, marked; none where the contract alone decides.
  package var answers: [String] = []
  /// Why nothing is to be done, where that is the answer.
  package var unchanged: MarkOutcome.Unchanged?

  /// The case as the contract takes it.
  package var question: ContractCase {
    let parsed = MarkedText.parse(before)
    return ContractCase(Array(parsed.text.utf8), parsed.selections, command)
  }

  /// What is wrong with an answer; nil where it is right, and where the contract alone decides.
  package func mismatch(_ outcome: MarkOutcome) -> String? {
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
  /// Why a file of fixtures cannot be read.
  package struct Malformed: Error, CustomStringConvertible {
    package var description: String
  }

  /// The cases of a file.
  package static func read(_ contents: String, file: String) throws(Malformed) -> [ToggleFixture] {
    var fixtures: [ToggleFixture] = []
    for part in ("\n" + contents).components(separatedBy: "\n=== ").dropFirst() {
      fixtures.append(try one(part, file: file))
    }
    return fixtures
  }

  private static func one(_ part: String, file: String) throws(Malformed) -> ToggleFixture {
    var sections: [(title: String, lines: [String])] = [("", [])]
    for line in part.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("--- ") {
        sections.append((String(line.dropFirst(4)), []))
      } else {
        sections[sections.count - 1].lines.append(String(line))
      }
    }
    let head = sections[0].lines
    let name = "\(file): \(head.first ?? "")"
    guard head.count > 1, sections.count > 1, sections[1].title == "before" else {
      throw Malformed(description: "\(name): a name, a command and a text before are needed")
    }
    var fixture = ToggleFixture(
      name: name, command: try command(head[1], name), before: text(sections[1].lines))
    for section in sections.dropFirst(2) {
      if section.title == "after" || section.title == "or" {
        fixture.answers.append(text(section.lines))
      } else if section.title.hasPrefix("unchanged "),
        let reason = MarkOutcome.Unchanged(rawValue: String(section.title.dropFirst(10)))
      {
        fixture.unchanged = reason
      } else {
        throw Malformed(description: "\(name): what is \(section.title)?")
      }
    }
    for marked in [fixture.before] + fixture.answers {
      do { _ = try MarkedText.read(marked) } catch {
        throw Malformed(description: "\(name): \(error)")
      }
    }
    return fixture
  }

  /// The text of a section; the blank lines that part it from the next do not count.
  private static func text(_ lines: [String]) -> String {
    var lines = lines
    while lines.last == "" { lines.removeLast() }
    var result = String.UnicodeScalarView()
    var isItself = false
    for scalar in lines.joined(separator: "\n").unicodeScalars {
      if !isItself, scalar == escape {
        isItself = true
        continue
      }
      result.append(isItself ? scalar : signs.first { $0.sign == scalar }?.scalar ?? scalar)
      isItself = false
    }
    return String(result)
  }

  /// The signs that stand for what does not show.
  private static let signs: [(sign: Unicode.Scalar, scalar: Unicode.Scalar)] = [
    ("→", "\t"), ("␍", "\r"), ("␠", " "), ("␊", "\n"),
  ]
  /// Before a sign, or before itself: what follows is itself.
  private static let escape: Unicode.Scalar = "␛"

  /// A text as a fixture writes it: the inverse of `text`.
  fileprivate static func written(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t": result.append("→")
      case "\r": result.append("␍")
      case escape, "→", "␍", "␠", "␊": result.append(contentsOf: [escape, scalar])
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The command that a line names.
  package static func command(_ line: String, _ name: String) throws(Malformed) -> MarkCommand {
    var action = MarkCommand.Action.toggle
    var mark: Mark?
    var policies = MarkPolicies.commonMark
    policies.edges = .exact
    for word in line.split(separator: " ") {
      switch word {
      case "toggle": action = .toggle
      case "mark": action = .mark
      case "unmark": action = .unmark
      case "only-word": policies.inRun = .word
      case "pair-at-edge": policies.atWordEdge = .insertsPair
      case "no-references": policies.edges = .plain
      case "readable-edges": policies.edges = .readable
      default:
        guard let found = Mark.allCases.first(where: { $0.name == word }) else {
          throw Malformed(description: "\(name): what is \(word)?")
        }
        mark = found
      }
    }
    guard let mark else { throw Malformed(description: "\(name): which mark?") }
    return MarkCommand(action, mark, policies: policies)
  }
}

extension ContractCase {
  /// The case as an entry of a file of fixtures, without an answer.
  package func fixture(named name: String) -> String {
    let text = ToggleFixture.written(marked)
    let hasEdge = text.hasSuffix("\n") || text.isEmpty
    return
      "=== \(name)\n\(commandLine)\n--- before\n\(hasEdge ? text.dropLast() + "␊" : text[...])\n\n"
  }

  /// The command as a fixture writes it.
  package var commandLine: String {
    var words = command.action == .toggle ? [] : [String(describing: command.action)]
    words.append(command.mark.name)
    if command.policies.inRun == .word { words.append("only-word") }
    if command.policies.atWordEdge == .insertsPair { words.append("pair-at-edge") }
    if !command.policies.allowsReferences { words.append("no-references") }
    if command.policies.edges == .readable { words.append("readable-edges") }
    return words.joined(separator: " ")
  }
}
