import JSONText
import MarkdownEditing

/// What a bar would light, for people and for programs.
package struct StateReport: Hashable, Sendable {
  private let marks: FormattingState
  private let commands: [CommandState]

  /// Makes the report of `selections`, UTF-8 ranges of `text`.
  package init(
    of selections: [Range<Int>], in text: SourceText, policies: MarkPolicies = .standard,
    commandPolicies: CommandPolicies = .standard
  ) {
    marks = FormattingState(of: selections, in: text.bytes, policies: policies)
    commands = CommandState.all(
      of: selections, in: text.bytes, dialect: policies.dialect, policies: commandPolicies)
  }

  /// A table with one line a mark and one a command, its groups apart.
  package var table: [UInt8] {
    let width = (marks.entries.map(\.mark.name) + commands.map(\.row.name)).map(\.count).max() ?? 0
    func line(
      _ name: String, _ presence: FormattingState.Presence, _ applies: Bool, _ reason: String
    ) -> String {
      padded(name, width) + "  " + padded(presence.rawValue, 5) + "  "
        + (applies ? "applies" : reason) + "\n"
    }
    var text = ""
    for entry in marks.entries {
      let reason = commands.isEmpty ? "does not apply" : CommandReason.nothingMarkable.clause
      text += line(entry.mark.name, entry.presence, entry.applies, reason)
    }
    var group: CommandRow.Group?
    for state in commands {
      if state.row.group != group { text += "\n" }
      group = state.row.group
      text += line(state.row.name, state.presence, state.applies, state.reason?.clause ?? "")
    }
    return Array(text.utf8)
  }

  /// One line of JSON.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.entries(of: marks)
      writer.key("commands")
      writer.array { writer in
        for state in commands {
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
  /// Writes the member `marks` of an object: what is known of each mark.
  mutating func entries(of state: FormattingState) {
    key("marks")
    array { writer in
      for entry in state.entries {
        writer.object { writer in
          writer.key("mark")
          writer.string(entry.mark.name)
          writer.state(entry.presence, entry.applies)
        }
      }
    }
  }

  fileprivate mutating func state(_ presence: FormattingState.Presence, _ applies: Bool) {
    key("presence")
    string(presence.rawValue)
    key("applies")
    bool(applies)
  }
}

extension CommandReason {
  /// The sentence without its full stop.
  fileprivate var clause: String { String(sentence.dropLast()) }
}

/// `text` with blanks up to a width of `width` characters.
func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
