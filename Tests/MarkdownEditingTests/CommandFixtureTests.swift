import EditorTestSupport
import Foundation
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// A line in Fixtures/Commands: `quote | te‸xt => > te‸xt`. Before the name come a dialect, options, and `mark` or
/// `unmark`, as in `commonmark/edges=exact/unmark/strong`.
struct CommandFixture: CustomTestStringConvertible {
  let place: String
  let command: EditingCommand
  let dialect: Dialect
  let before: String
  let after: String

  var testDescription: String { "\(place): \(command.row.name)" }

  /// The lines of all files.
  static let all: [CommandFixture] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/Commands").standardizedFileURL
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).sorted().flatMap { file in
      let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().compactMap { CommandFixture($1, place: "\(file):\($0 + 1)") }
    }
  }()

  private init?(_ line: Substring, place: String) {
    if line.isEmpty || line.hasPrefix("//") { return nil }
    let sides = line.components(separatedBy: " => ")
    // A table contains such separators too.
    let parts = sides[0].components(separatedBy: " | ")
    precondition(sides.count == 2 && parts.count >= 2, "\(place): command | before => after")
    let words = parts[0].split(separator: ":", maxSplits: 1)
    let names = words[0].split(separator: "/").map(String.init)
    let argument = words.count > 1 ? Self.unescaped(String(words[1])) : nil
    guard var command = EditingCommand(named: names[names.count - 1], argument: argument) else {
      preconditionFailure("\(place): no command \(names)")
    }
    var dialect = Dialect.gitHub
    for word in names.dropLast() {
      let sides = word.split(separator: "=").map(String.init)
      if let named = Dialect(named: word) {
        dialect = named
      } else if let action = ["mark": MarkAction.mark, "unmark": .unmark][word] {
        command.markAction = action
      } else if let option = EditingOptions.Name(rawValue: sides[0]),
        let value = option.values.firstIndex(of: sides[sides.count - 1])
      {
        command.options[option] = value
      } else {
        preconditionFailure("\(place): what is \(word)?")
      }
    }
    (self.place, self.command, self.dialect) = (place, command, dialect)
    before = Self.unescaped(parts.dropFirst().joined(separator: " | "))
    after = Self.unescaped(sides[1])
  }

  /// Reads `\n`, `\t`, `\r`, `\0`, `\u{feff}` and `\\`.
  static func unescaped(_ text: String) -> String {
    text.replacing(/\\(?:u\{(\w+)\}|(.))/) { match in
      if let digits = match.1, let value = UInt32(digits, radix: 16) {
        return Unicode.Scalar(value).map { String($0) } ?? ""
      }
      let meant = ["n": "\n", "t": "\t", "r": "\r", "0": "\0"]
      return match.2.map { meant[String($0)] ?? String($0) } ?? ""
    }
  }
}

extension EditingCommand {
  /// Returns the marked text after the command, or the reason why nothing was done.
  func result(
    on marked: String, in dialect: Dialect = .gitHub, isIndexed: Bool = false
  ) throws -> String {
    let (text, selections) = try MarkedText.read(marked)
    let source = Array(text.utf8)
    let outcome =
      isIndexed
      ? outcome(
        utf8: selections, in: try MarkdownDocument(TextBuffer(text)), dialect: dialect)
      : outcome(utf8: selections, in: source, dialect: dialect)
    switch outcome {
    case .plan(let plan):
      return MarkedText.render(plan.edit.applying(to: source), selections: plan.selections)
    case .unchanged(let reason): return "unchanged \(reason.rawValue)"
    case .refused(let refusal): return "refused \(refusal.name)"
    }
  }
}

@Test("commands edit as their fixtures show", arguments: CommandFixture.all)
func editsAsTheFixtureShows(_ fixture: CommandFixture) throws {
  for isIndexed in [false, true] {
    let result = try fixture.command.result(
      on: fixture.before, in: fixture.dialect, isIndexed: isIndexed)
    #expect(result == fixture.after)
  }
}

@Test func theFixturesAreFound() {
  #expect(CommandFixture.all.count > 1000 && PendingMarkTests.sessions.count > 30)
}
