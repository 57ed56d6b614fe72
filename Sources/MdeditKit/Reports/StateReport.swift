import JSONText
import MarkdownEditing

package struct StateReport: Hashable, Sendable {
  private let states: [CommandState]

  /// Computes the states at `selections`, which are UTF-8 ranges of `text`.
  package init(
    of selections: [Range<Int>], in text: SourceText, options: EditingOptions = .standard
  ) {
    states = CommandState.all(
      of: selections, in: text.bytes, dialect: options.dialect, options: options)
  }

  /// A table with one line for each command and an empty line between groups.
  package var table: [UInt8] {
    let width = states.map(\.row.name.count).max() ?? 0
    var text = ""
    var group = CommandRow.Group.marks
    for state in states {
      if state.row.group != group { text += "\n" }
      group = state.row.group
      text +=
        padded(state.row.name, width) + "  " + padded(state.presence.rawValue, 5) + "  "
        + (state.reason?.clause ?? "applies") + "\n"
    }
    return Array(text.utf8)
  }

  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.marks(states)
      writer.key("commands")
      writer.array { writer in
        for state in states where state.row.group != .marks {
          writer.object { writer in
            writer.key("command")
            writer.string(state.row.name)
            writer.state(state.presence, state.applies)
            if let reason = state.reason {
              writer.key("reason")
              writer.string(reason.rawValue)
            }
          }
        }
      }
    }
    writer.endLine()
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes the member `marks` of an object: the state of each mark.
  mutating func marks(_ states: [CommandState]) {
    key("marks")
    array { writer in
      for state in states where state.row.group == .marks {
        writer.object { writer in
          writer.key("mark")
          writer.string(state.row.name)
          writer.state(state.presence, state.applies)
        }
      }
    }
  }

  fileprivate mutating func state(_ presence: CommandState.Presence, _ applies: Bool) {
    key("presence")
    string(presence.rawValue)
    key("applies")
    bool(applies)
  }
}

extension Outcome.Unchanged {
  /// The sentence without its full stop.
  fileprivate var clause: String { String(sentence.dropLast()) }
}

/// Returns `text`, padded with spaces to `width` characters.
func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
