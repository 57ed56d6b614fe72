import MarkdownEditing
import MarkdownSyntax

extension Mark {
  /// Other names of the marks: common synonyms, elements and delimiters.
  private static let aliases: [(mark: Mark, names: [String])] =
    [
      (.strong, ["bold", "b", "**", "__"]),
      (.emphasis, ["italic", "italics", "i", "em", "*", "_"]),
      (.code, ["inline-code", "code-span", "monospace", "`"]),
    ]
    + MarkSyntax.all.compactMap { row in
      let delimiters = row.lengths.map {
        String(repeating: Character(UnicodeScalar(row.byte)), count: $0)
      }
      return Mark(name: row.name.description).map {
        ($0, (row.synonyms + row.elements).map(\.description) + delimiters)
      }
    }

  /// Every name that is understood; the marks' own names are first.
  package static let understoodNames = allCases.map(\.name) + aliases.flatMap(\.names)

  /// The mark that is called `name`, in upper or lower case; nil if there is none.
  package init?(called name: String) {
    let name = name.lowercased()
    guard
      let mark = Mark(name: name) ?? Mark.aliases.first(where: { $0.names.contains(name) })?.mark
    else { return nil }
    self = mark
  }
}
