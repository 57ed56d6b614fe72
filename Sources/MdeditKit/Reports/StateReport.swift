import JSONText
import MarkdownEditing

/// What a bar would light, for people and for programs.
package struct StateReport: Hashable, Sendable {
  private let states: [CommandState]

  /// Makes the report of `selections`, UTF-8 ranges of `text`.
  package init(
    of selections: [Range<Int>], in text: SourceText, options: EditingOptions = .standard
  ) {
    states = CommandState.all(
      of: selections, in: text.bytes, groups: [.marks], dialect: options.dialect, options: options)
  }

  /// A table with one line a mark.
  package var table: [UInt8] {
    let width = states.map(\.row.name.count).max() ?? 0
    let lines = states.map { state in
      padded(state.row.name, width) + "  " + padded(state.presence.rawValue, 5) + "  "
        + (state.applies ? "applies" : "does not apply") + "\n"
    }
    return Array(lines.joined().utf8)
  }

  /// One line of JSON.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.marks(states)
    }
    writer.endLine()
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes the member `marks` of an object: what is known of each mark.
  mutating func marks(_ states: [CommandState]) {
    key("marks")
    array { writer in
      for state in states {
        writer.object { writer in
          writer.key("mark")
          writer.string(state.row.name)
          writer.key("presence")
          writer.string(state.presence.rawValue)
          writer.key("applies")
          writer.bool(state.applies)
        }
      }
    }
  }
}

/// `text` with blanks up to a width of `width` characters.
func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
