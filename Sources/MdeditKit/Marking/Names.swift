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
      return Mark(named: row.name.description).map {
        ($0, (row.synonyms + row.elements).map(\.description) + delimiters)
      }
    }

  package static let understoodNames = allCases.map(\.name) + aliases.flatMap(\.names)

  /// The mark that is called `name`, in upper or lower case; nil if there is none.
  package init?(called name: String) {
    let name = name.lowercased()
    guard
      let mark = Mark(named: name) ?? Mark.aliases.first(where: { $0.names.contains(name) })?.mark
    else { return nil }
    self = mark
  }
}

/// The name in `names` that a misspelled `name` most likely means; nil if none is close.
///
/// A name is close if one or two letters are wrong, missing, added or swapped, and at most a third
/// of them. Failing that, the first name that begins with `name` is returned.
package func nearest(to name: String, among names: [String]) -> String? {
  let wrong = Array(name.lowercased().utf8)
  let scored = names.compactMap { name -> (name: String, distance: Int)? in
    let right = Array(name.utf8)
    let allowed = right.count < 3 ? 0 : min(2, max(1, right.count / 3))
    guard abs(right.count - wrong.count) <= allowed else { return nil }
    let distance = distance(wrong, right)
    return distance <= allowed ? (name, distance) : nil
  }
  return scored.min { $0.distance < $1.distance }?.name
    ?? names.first { wrong.count > 2 && $0.utf8.starts(with: wrong) }
}

/// The number of edits between two names (optimal string alignment).
private func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var rows = [Array(0...second.count)]
  for (row, byte) in first.enumerated() {
    var next = [row + 1]
    for (column, other) in second.enumerated() {
      var best = min(rows[row][column + 1], next[column]) + 1
      best = min(best, rows[row][column] + (byte == other ? 0 : 1))
      if row > 0, column > 0, byte == second[column - 1], first[row - 1] == other {
        best = min(best, rows[row - 1][column - 1] + 1)
      }
      next.append(best)
    }
    rows.append(next)
  }
  return rows[first.count][second.count]
}
