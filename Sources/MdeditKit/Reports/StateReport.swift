import JSONText
import MarkdownEditing

/// What a bar would light, for people and for programs.
package struct StateReport: Hashable, Sendable {
  private let state: FormattingState

  /// Makes the report of `selections`, UTF-8 ranges of `text`.
  package init(
    of selections: [Range<Int>], in text: SourceText, policies: MarkPolicies = .standard
  ) {
    state = FormattingState(of: selections, in: text.bytes, policies: policies)
  }

  /// A table with one line a mark.
  package var table: [UInt8] {
    let width = state.entries.map(\.mark.name.count).max() ?? 0
    let lines = state.entries.map { entry in
      padded(entry.mark.name, width) + "  " + padded(entry.presence.rawValue, 5) + "  "
        + (entry.applies ? "applies" : "does not apply") + "\n"
    }
    return Array(lines.joined().utf8)
  }

  /// One line of JSON.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.entries(of: state)
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
          writer.key("presence")
          writer.string(entry.presence.rawValue)
          writer.key("applies")
          writer.bool(entry.applies)
        }
      }
    }
  }
}

/// `text` with blanks up to a width of `width` characters.
func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
