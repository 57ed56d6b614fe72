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

  static let all: [CommandFixture] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/Commands")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.sorted().flatMap { file -> [CommandFixture] in
      guard let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8) else {
        return []
      }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().compactMap { CommandFixture($1, place: "\(file):\($0 + 1)") }
    }
  }()

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

  static func unescaped(_ text: String) -> String {
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

@Suite("Commands edit as their fixtures show") struct CommandFixtureTests {
  @Test("the fixtures are found") func some() { #expect(CommandFixture.all.count > 60) }

  @Test("each fixture has the expected result", arguments: CommandFixture.all)
  func each(_ fixture: CommandFixture) throws {
    let (text, selections) = try MarkedText.read(fixture.before)
    let command = try #require(
      EditingCommand(named: fixture.name, argument: fixture.argument), "no \(fixture.name)")
    let outcome = command.outcome(
      onUTF8: selections, in: Array(text.utf8), dialect: fixture.dialect)
    switch outcome {
    case .plan(let plan):
      let after = MarkedText.render(
        plan.edit.applying(to: Array(text.utf8)), selections: plan.selections)
      #expect(after == fixture.after)
    case .unchanged(let reason): #expect("unchanged \(reason.rawValue)" == fixture.after)
    case .refused(let refusal): #expect("refused \(refusal)" == fixture.after)
    }
  }

  @Test(
    "a link is put around a whole island",
    arguments: [
      (Dialect.hugo, "a {{< a ⟦b⟧ >}} c", "a [{{< a ⟦b⟧ >}}](u) c"),
      (.hugo, "a {{< a b >}} ⟦c⟧", "a {{< a b >}} [⟦c⟧](u)"),
      (.obsidian, "$a ⟦b⟧$", "[$a ⟦b⟧$](u)"),
      (.obsidian, "[[page ⟦name⟧]]", "alreadySo"),
    ])
  func linkAtIsland(_ dialect: Dialect, _ before: String, _ expected: String) throws {
    let (text, selections) = try MarkedText.read(before)
    var command = try #require(EditingCommand(named: "link", argument: "u"))
    command.options.dialect = dialect
    let source = Array(text.utf8)
    switch command.outcome(onUTF8: selections, in: source) {
    case .plan(let plan):
      let after = plan.edit.applying(to: source)
      #expect(MarkedText.render(after, selections: plan.selections) == expected)
    case .unchanged(let reason): #expect(reason.rawValue == expected)
    case .refused(let refusal): Issue.record("\(refusal)")
    }
  }
}
