import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// `mdedit/state`: the states of the marks, and with `"commands": true` also of the other commands.
  mutating func state(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let place = try place(parameters)
    let states = states(at: place, [.marks])
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("version")
      writer.number(place.text.version)
      writer.key("marks")
      writer.array { writer in
        for state in states {
          writer.object { writer in
            writer.key("mark")
            writer.string(state.row.name)
            writer.key("title")
            writer.string(state.row.title)
            writer.key("presence")
            writer.string(state.presence.rawValue)
            writer.key("applies")
            writer.string(state.applies ? "yes" : "no")
          }
        }
      }
      if parameters?["commands"]?.bool == true { writeStates(at: place, to: &writer) }
    }
    return writer.bytes
  }

  /// Writes the states of the commands other than marks.
  private func writeStates(at place: RequestPlace, to writer: inout JSONWriter) {
    writer.key("commands")
    writer.array { writer in
      for state in states(at: place, .ofBars.filter { $0 != .marks }) {
        let fields: [(StaticString, String)] = [
          ("command", state.row.name), ("title", state.row.title),
          ("group", state.row.group.rawValue), ("presence", state.presence.rawValue),
          ("reason", state.reason?.rawValue ?? ""), ("message", state.reason?.sentence ?? ""),
        ]
        writer.object { writer in
          for (key, value) in fields {
            writer.key(key)
            writer.string(value)
          }
          writer.key("applies")
          writer.bool(state.applies)
        }
      }
    }
  }

  /// The states of the commands in some groups.
  ///
  /// - Parameter pairs: where a mark inserts an empty pair of delimiters, so that it applies there.
  func states(
    at place: RequestPlace, _ groups: [CommandRow.Group],
    _ pairs: EditingOptions.EmptyPairs = .inText
  ) -> [CommandState] {
    if groups.isEmpty { return [] }
    var editing = options.editing
    editing.emptyPairs = pairs
    return CommandState.all(
      of: place.selections, in: place.document, groups: groups, dialect: dialect,
      options: editing)
  }
}
