import JSONText
import MarkdownEditing

package struct CommandsReport: Sendable {
  package init() {}

  /// A line for each command: name, title, group, shortcut, argument.
  package var table: [UInt8] {
    let rows = CommandRow.all.map {
      [$0.name, $0.title, $0.group.rawValue, $0.words.shortcut.description, $0.argument]
    }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      let cells = row.enumerated().map { index, cell in
        index < widths.count
          ? cell + String(repeating: " ", count: widths[index] - cell.count) : cell
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }
    return Array(lines.joined().utf8)
  }

  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.array { writer in
      for row in CommandRow.all {
        writer.object { writer in
          let fields: [(StaticString, String)] = [
            ("name", row.name), ("title", row.title), ("group", row.group.rawValue),
            ("shortcut", row.words.shortcut.description), ("argument", row.argument),
          ]
          for (key, value) in fields {
            writer.key(key)
            writer.string(value)
          }
        }
      }
    }
    writer.endLine()
    return writer.bytes
  }
}
