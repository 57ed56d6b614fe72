import MarkdownSyntax

/// The choices that products make differently. Each default is the choice of most products.
///
/// The tool, `batch`, the language server, JavaScript and C use the same names for options and
/// values, such as `atEdge` and `pending`. On a command line, that is `--at-edge pending`.
public struct EditingOptions: Hashable, Sendable {
  /// The effect of a mark's command on a caret in marked text.
  public enum InRun: String, Hashable, Sendable, CaseIterable {
    /// The whole run loses the mark.
    case run
    /// Only the word at the caret loses it.
    case word
  }
  /// The effect of a mark's command on a caret at the edge of a word.
  public enum AtEdge: String, Hashable, Sendable, CaseIterable {
    /// The word gains the mark.
    case word
    /// The mark becomes pending for the text typed next.
    case pending
  }
  /// The effect of a mark's command on a caret at the end of a run, and where nothing is to be marked.
  public enum Steps: String, Hashable, Sendable, CaseIterable {
    /// The caret steps past the delimiter at the end of a run. In an editing session, such as a
    /// ``MarkdownEditor`` or a view, the mark becomes pending where there is nothing to mark.
    case atEnds = "ends"
    /// The caret never steps, so that a second press undoes the first: for hosts that do not pass
    /// typing through the engine. Where there is nothing to mark, nothing happens.
    case never
  }
  /// The spelling if delimiters would not be flanking at an end of the selection, such as the last
  /// ones of `**日本語。**日本` (CommonMark 0.30 §6.2).
  public enum Edges: String, Hashable, Sendable, CaseIterable {
    /// Leaves punctuation at that end outside the mark, as little as necessary: `**日本語**。日本`. If
    /// that does not help, writes a character reference. `toggle` ignores such punctuation, and
    /// removing a delimiter turns numeric references next to it back into characters.
    case readable
    /// Writes the neighbour as a character reference, so that every selected character has the
    /// mark.
    case exact
    /// Does neither. Without another spelling, the command is refused.
    case plain
  }
  /// The behaviour of a command while an input method is composing.
  public enum WhileComposing: String, Hashable, Sendable, CaseIterable {
    /// The command does nothing and returns ``Outcome/Unchanged/composing``.
    case refuses
    /// The command confirms the marked text first, as `unmarkText()` does. A key does nothing.
    case commits
  }
  /// The numbers of the items after one that is added or removed.
  public enum Numbering: String, Hashable, Sendable, CaseIterable {
    /// They are renumbered.
    case renumbers
    /// They do not change.
    case leaves
    /// They are renumbered, and the items of a new list are all numbered 1.
    case ones
  }
  /// The line break that the command `line-break` inserts in a paragraph.
  public enum LineBreak: String, Hashable, Sendable, CaseIterable {
    /// A soft break, which most renderers show as a blank.
    case soft
    /// A hard break with a backslash.
    case backslash
    /// A hard break with two blanks.
    case spaces
  }
  /// The tasks above and below a task whose state changes.
  public enum TaskFamily: String, Hashable, Sendable, CaseIterable {
    /// They do not change.
    case alone
    /// Tasks below it get its state. A task above it is done if all tasks directly below that one
    /// are done; otherwise, it is open.
    case follows
  }
  /// The effect of `task-toggle` on a selection without a task.
  public enum PlainTasks: String, Hashable, Sendable, CaseIterable {
    /// Does nothing.
    case refused
    /// Makes open tasks of the items and lines.
    case made
  }
  /// The bullets of nested lists that a command makes or moves.
  public enum Bullets: String, Hashable, Sendable, CaseIterable {
    /// Each list keeps its bullet.
    case kept
    /// The bullet differs from that of the item around it: `-`, `*` and `+` in turn.
    case levels
  }
  /// The indentation of an item that is moved under another.
  public enum IndentStep: String, Hashable, Sendable, CaseIterable {
    /// As deep as the items of nested lists, or to the content of its new parent if there are none.
    case list
    /// Two columns, or to the parent's content if that is further.
    case two = "2"
    /// Four columns, or to the parent's content if that is further.
    case four = "4"
    /// A tab.
    case tab
  }
  /// The effect of Enter in a cell of a table.
  public enum CellNewline: String, Hashable, Sendable, CaseIterable {
    /// Moves the caret to the cell below, in a new row if there is none.
    case row
    /// Inserts a `<br>`.
    case lineBreak = "break"
    /// Does nothing.
    case refused
  }
  /// The effect of typing a delimiter: an asterisk, underscore, backtick, tilde or equals sign.
  public enum TypedDelimiters: String, Hashable, Sendable, CaseIterable {
    /// Inserts the character, replacing the selection.
    case literal
    /// On a selection, toggles its mark: emphasis and then strong, code, strikethrough, highlight.
    case marks
    /// Also, at a caret, inserts a pair. Typing the delimiter again steps out of the pair. A blank
    /// or other text that a mark does not begin with removes the second half of an empty pair,
    /// Backspace removes both. Not every delimiter is paired: not next to a letter, not in code,
    /// and not `*` at the start of a line.
    case pairs
  }

  /// The effect of a mark's command on a caret in marked text.
  public var inRun = InRun.run
  /// The effect of a mark's command on a caret at the edge of a word.
  public var atEdge = AtEdge.word
  /// The effect of a mark's command on a caret at the end of a run.
  public var steps = Steps.atEnds
  /// The spelling if delimiters would not flank at an end of the selection.
  public var edges = Edges.readable
  /// The behaviour of a command while an input method is composing.
  public var whileComposing = WhileComposing.refuses
  /// The numbers of the items after one that is added or removed.
  public var numbering = Numbering.renumbers
  /// The indentation of an item that is moved under another.
  public var indentStep = IndentStep.list
  /// The effect of Enter in a cell of a table.
  public var cellNewline = CellNewline.row
  /// The line break that the command `line-break` inserts in a paragraph.
  public var lineBreak = LineBreak.soft
  /// The tasks above and below a task whose state changes.
  public var taskFamily = TaskFamily.alone
  /// The effect of `task-toggle` on a selection without a task.
  public var plainTasks = PlainTasks.refused
  /// The bullets of nested lists that a command makes or moves.
  public var bullets = Bullets.kept
  /// The effect of typing a delimiter.
  public var typedDelimiters = TypedDelimiters.literal

  /// The dialect of the document. Public calls take it as an argument and store it here.
  package var dialect = Dialect.gitHub

  /// The defaults.
  public static let standard = EditingOptions()
  package static let commonMark = EditingOptions().reading(.commonMark)

  /// Creates options with the default values.
  public init() {}

  package func reading(_ dialect: Dialect) -> EditingOptions {
    var result = self
    result.dialect = dialect
    return result
  }

  package var allowsReferences: Bool { edges != .plain }
}

extension EditingOptions {
  /// The name of an option in JSON, settings and command lines, such as `"atEdge": "pending"`.
  /// The order of the cases is that of the numbers in the C header.
  ///
  /// `whileComposing` is missing, because only a text input has an input method.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case inRun, atEdge, edges, numbering, indentStep, cellNewline, lineBreak, taskFamily,
      typedDelimiters, steps, plainTasks, bullets

    package var values: [String] {
      var options = EditingOptions()
      return options.value(of: self).names
    }
  }

  package subscript(name: Name) -> Int {
    get {
      var copy = self
      return copy.value(of: name).index
    }
    set { _ = value(of: name, setting: newValue) }
  }

  private mutating func value(
    of name: Name, setting new: Int? = nil
  ) -> (index: Int, names: [String]) {
    func value<Value: RawRepresentable<String> & CaseIterable>(
      _ value: inout Value
    ) -> (index: Int, names: [String]) {
      if let new { value = Array(Value.allCases)[new] }
      let names = Value.allCases.map { $0.rawValue }
      return (names.firstIndex(of: value.rawValue) ?? 0, names)
    }
    return switch name {
    case .inRun: value(&inRun)
    case .atEdge: value(&atEdge)
    case .edges: value(&edges)
    case .numbering: value(&numbering)
    case .indentStep: value(&indentStep)
    case .cellNewline: value(&cellNewline)
    case .lineBreak: value(&lineBreak)
    case .taskFamily: value(&taskFamily)
    case .typedDelimiters: value(&typedDelimiters)
    case .steps: value(&steps)
    case .plainTasks: value(&plainTasks)
    case .bullets: value(&bullets)
    }
  }
}

// Embedded Swift has no Codable.
#if !hasFeature(Embedded)
  extension EditingOptions: Codable {
    /// Reads the options by name. An absent option has its default.
    ///
    /// - Throws: `DecodingError` if there is no option or no value of a name.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self.init()
      for (key, value) in try container.decode([String: String].self) {
        if key == "whileComposing", let known = WhileComposing(rawValue: value) {
          whileComposing = known
        } else if let name = Name(rawValue: key), let index = name.values.firstIndex(of: value) {
          self[name] = index
        } else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "there is no option “\(key)” with “\(value)”")
        }
      }
    }

    /// Writes all options by name.
    public func encode(to encoder: any Encoder) throws {
      var values = ["whileComposing": whileComposing.rawValue]
      for name in Name.allCases { values[name.rawValue] = name.values[self[name]] }
      var container = encoder.singleValueContainer()
      try container.encode(values)
    }
  }
#endif
