import Foundation
import MarkdownEditing
import MarkdownSyntax
import Testing

/// The C header, the JavaScript package and the Swift sources must have the same options, values,
/// effects and reasons, with the same numbers.
@Suite struct OptionTableTests {
  /// An option with its values, in the order of their numbers.
  private struct Row: Equatable {
    let name: String
    let values: [String]
  }

  private let header: String
  private let script: String
  private let declarations: String

  init() throws {
    header = try Repository.text(of: "Sources/EditingABI/include/markdown_editing.h")
    script = try Repository.text(of: "Clients/Web/index.js")
    declarations = try Repository.text(of: "Clients/Web/index.d.ts")
  }

  private let options =
    [Row(name: "dialect", values: Dialect.named.map(\.name))]
    + EditingOptions.Name.allCases.map { Row(name: $0.rawValue, values: $0.values) }
  private let effects = Plan.Effect.allCases.map(\.rawValue)

  @Test func theHeaderHasTheOptionsAndTheirNumbers() {
    let found = header.matches(
      of: /\/\*((?:(?!\*\/).)*)\*\/\s*MDE_OPTION_(\w+) = (\d+)/.dotMatchesNewlines())
    #expect(found.map { Int($0.3) } == Array(options.indices))
    #expect(found.map { camelCase($0.2) } == options.map(\.name))
    #expect(constants("MDE_DIALECT_").map { $0.name.lowercased() } == options[0].values)
    for (option, match) in zip(options, found).dropFirst() {
      // For example, “0 word: marks the word; 1 pair: inserts a pair.”
      let comment = match.1.replacing(/\s+/, with: " ")
      let values = comment.matches(of: /(?:\.|;) (\d) (\w+)/)
      #expect(values.map { String($0.2) } == option.values, "\(option.name)")
      #expect(values.map { Int($0.1) } == Array(option.values.indices), "\(option.name)")
    }
  }

  @Test func theScriptHasTheOptions() throws {
    let table = try part(of: script, /const OPTIONS = \[\n(.*?)\n\];/)
    #expect(
      table.matches(of: /\[([^\]]+)\]/).map { match in
        let words = quoted(match.1)
        return Row(name: words[0], values: Array(words.dropFirst()))
      } == options)
  }

  @Test func theDeclarationsHaveTheOptions() throws {
    let table = try part(of: declarations, /export interface Options \{(.*?)\n\}/)
    #expect(
      table.matches(of: /(\w+)\?: ([^;]+);/).map { match in
        Row(name: String(match.1), values: quoted(match.2))
      } == options)
  }

  @Test func allHaveTheEffects() throws {
    let numbered = try part(of: header, /enum \{(\s*MDE_ADDED.*?)\}/)
    #expect(
      numbered.matches(of: /MDE_(\w+) = (\d)/).map { "\($0.2) \($0.1.lowercased())" }
        == effects.enumerated().map { "\($0) \($1)" })
    #expect(quoted(try part(of: script, /const EFFECTS = (.*?);/)) == effects)
    #expect(quoted(try part(of: declarations, /effect: (.*?);/)) == effects)
  }

  @Test func allHaveTheReasons() throws {
    let source = try Repository.text(of: "Sources/EditingABI/Reason.swift")
    let numbered = source.matches(of: /(?:case \.|static let )(\w+)(?:: Int32 =|:) (\d+)/)
    var reasons: [Int: String] = [:]
    for match in numbered where match.2 != "0" {
      let number = try #require(Int(match.2))
      #expect(reasons.updateValue(String(match.1), forKey: number) ?? String(match.1) == match.1)
    }
    try #require(reasons.count > Outcome.Unchanged.allCases.count)
    let table = try part(of: script, /const REASONS = \{(.*?)\};/)
    let scripted = table.matches(of: /(\d+): "(\w+)"/)
    #expect(
      scripted.map { "\($0.1) \($0.2)" } == reasons.sorted { $0.key < $1.key }.map { "\($0) \($1)" }
    )
    // IN_HTML is “inHTML”.
    let declared = constants("MDE_REASON_").map {
      "\($0.number) \(camelCase($0.name).lowercased())"
    }
    #expect(
      declared.dropFirst()
        == reasons.sorted { $0.key < $1.key }.map { "\($0) \($1.lowercased())" }[...])
  }

  @Test func allHaveTheKindsAndMarksOfTokens() throws {
    let kinds = SyntaxToken.Kind.allCases.map { String(describing: $0) }
    #expect(SyntaxToken.Kind.allCases.map { Int($0.rawValue) } == Array(kinds.indices))
    let names = SyntaxToken.Marks.names.map(\.description)
    #expect(names[4] == "code" && names[9] == "checked")
    let bits = MarkSyntax.all.reduce(into: 0b11_1111_0011) { $0 |= Int($1.token.rawValue) }
    #expect(bits == 1 << names.count - 1, "a mark does not have the next bit")
    let tables = [
      ("MDE_TOKEN_", kinds, kinds.indices.map { $0 }, "TOKEN_KINDS", "TokenKind"),
      ("MDE_MARK_", names, names.indices.map { 1 << $0 }, "TOKEN_MARKS", "TokenMark"),
    ]
    for (prefix, words, numbers, constant, type) in tables {
      #expect(constants(prefix).map { Int($0.number) } == numbers)
      #expect(
        constants(prefix).map { camelCase($0.name).lowercased() } == words.map { $0.lowercased() })
      let scripted = try Regex<(Substring, Substring)>("const \(constant) = \\[(.*?)\\];")
      #expect(quoted(try part(of: script, scripted)) == words)
      let declared = try Regex<(Substring, Substring)>("type \(type) =(.*?);")
      #expect(quoted(try part(of: declarations, declared)) == words)
    }
  }

  /// Returns the header's constants with a prefix, in order.
  private func constants(_ prefix: String) -> [(name: Substring, number: Substring)] {
    header.matches(of: /(MDE_[A-Z]+_)(\w+) = (\d+)/).filter { $0.1 == prefix }.map { ($0.2, $0.3) }
  }

  private func part(
    of text: String, _ pattern: Regex<(Substring, Substring)>
  ) throws -> Substring {
    try #require(text.firstMatch(of: pattern.dotMatchesNewlines())).1
  }

  private func quoted(_ text: Substring) -> [String] {
    text.matches(of: /"([^"]+)"/).map { String($0.1) }
  }

  /// Converts `AT_EDGE` to `atEdge`.
  private func camelCase(_ name: Substring) -> String {
    let words = name.lowercased().split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
  }
}
