import EditorTestSupport
import Foundation
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// A line in Fixtures/Commands: `quote | te‸xt => > te‸xt`, or `obsidian/quote | …` in a dialect.
struct CommandFixture: CustomTestStringConvertible {
  let place: String
  let name: String
  let dialect: Dialect
  let argument: String?
  let before: String
  let after: String

  var testDescription: String { "\(place): \(name)" }

  /// The lines of all files in Fixtures/Commands.
  static let all: [CommandFixture] = {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "Commands").path)
    return (files ?? []).sorted().flatMap { read("Commands/\($0)") }
  }()

  /// Toggles in GitHub's dialect. With `Scripts/contract dialects --fixtures`, cmark-gfm judges the
  /// same lines.
  static let dialects = read("Dialects/github.txt")

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  private static func read(_ file: String) -> [CommandFixture] {
    let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { CommandFixture($1, place: "\(file):\($0 + 1)") }
  }

  private init?(_ line: Substring, place: String) {
    if line.isEmpty || line.hasPrefix("//") { return nil }
    let sides = line.components(separatedBy: " => ")
    // A table contains such separators too.
    let parts = sides[0].components(separatedBy: " | ")
    let head = [parts[0], parts.dropFirst().joined(separator: " | ")]
    precondition(sides.count == 2 && parts.count >= 2, "\(place): command | before => after")
    let words = head[0].split(separator: ":", maxSplits: 1)
    let names = words[0].split(separator: "/")
    name = String(names[names.count - 1])
    dialect = names.count > 1 ? Dialect(name: String(names[0])) ?? .commonMark : .gitHub
    argument = words.count > 1 ? Self.unescaped(String(words[1])) : nil
    before = Self.unescaped(head[1])
    after = Self.unescaped(sides[1])
    self.place = place
  }

  private static func unescaped(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for character in text.unicodeScalars {
      guard isEscaped || character == "\\" else {
        result.unicodeScalars.append(character)
        continue
      }
      if !isEscaped {
        isEscaped = true
        continue
      }
      isEscaped = false
      let meant: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "t": "\t", "r": "\r"]
      result.unicodeScalars.append(meant[character] ?? character)
    }
    return result
  }
}

extension EditingCommand {
  /// Returns the marked text after the command, or the reason why nothing was done.
  func result(on marked: String, in dialect: Dialect = .gitHub) throws -> String {
    let (text, selections) = try MarkedText.read(marked)
    let source = Array(text.utf8)
    switch outcome(onUTF8: selections, in: source, dialect: dialect) {
    case .plan(let plan):
      return MarkedText.render(plan.edit.applying(to: source), selections: plan.selections)
    case .unchanged(let reason): return "unchanged \(reason.rawValue)"
    case .refused(let refusal): return "refused \(refusal)"
    }
  }
}

@Suite("Commands edit as their fixtures show") struct CommandFixtureTests {
  @Test("the fixtures are found") func some() {
    #expect(CommandFixture.all.count > 60 && CommandFixture.dialects.count > 60)
  }

  @Test(
    "each fixture has the expected result", arguments: CommandFixture.all + CommandFixture.dialects)
  func each(_ fixture: CommandFixture) throws {
    let command = try #require(
      EditingCommand(named: fixture.name, argument: fixture.argument), "no \(fixture.name)")
    #expect(try command.result(on: fixture.before, in: fixture.dialect) == fixture.after)
  }
}
