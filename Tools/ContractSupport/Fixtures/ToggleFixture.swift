import EditorTestSupport
import Foundation
import MarkdownEditing

/// A handwritten case of `Fixtures/`.
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
/// The command is a mark, optionally with `mark` or `unmark` before it and options after it. `---
/// or` adds another answer that the contract allows, and `--- unchanged reason` means that nothing
/// is to be done. Without an answer, the contract alone decides. In a text, `→` is a tab, `␍` a
/// carriage return, `␊` a line feed at the end, and `␠` a space that an editor might strip. After
/// `␛`, each of these signs means itself.
package struct ToggleFixture: Sendable {
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
        let reason = Outcome.Unchanged(rawValue: String(section.title.dropFirst(10)))
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

  /// Returns the text of a section, without the blank lines before the next section.
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

  /// The signs for invisible characters.
  private static let signs: [(sign: Unicode.Scalar, scalar: Unicode.Scalar)] = [
    ("→", "\t"), ("␍", "\r"), ("␠", " "), ("␊", "\n"),
  ]
  /// The character before a sign, or before itself, that makes it literal.
  private static let escape: Unicode.Scalar = "␛"

  /// Writes a text as in a fixture: the inverse of `text`.
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

  package static func command(_ line: String, _ name: String) throws(Malformed) -> MarkCommand {
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
      case "pair-at-edge": options.atEdge = .pair
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

extension ContractCase {
  package func fixture(named name: String) -> String {
    let text = ToggleFixture.written(marked)
    let hasEdge = text.hasSuffix("\n") || text.isEmpty
    return
      "=== \(name)\n\(commandLine)\n--- before\n\(hasEdge ? text.dropLast() + "␊" : text[...])\n\n"
  }

  package var commandLine: String {
    var words = command.action == .toggle ? [] : [String(describing: command.action)]
    words.append(command.mark.name)
    if command.options.inRun == .word { words.append("only-word") }
    if command.options.atEdge == .pair { words.append("pair-at-edge") }
    if !command.options.allowsReferences { words.append("no-references") }
    if command.options.edges == .readable { words.append("readable-edges") }
    return words.joined(separator: " ")
  }
}
