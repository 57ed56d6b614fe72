import MarkdownSyntax
import TextEditing

/// The commands of a key, which a text view announces as a range to replace with a text.
///
/// Return, Backspace and Tab are commands, and so are typing and deleting over a selection, and
/// typing with pending marks. The view makes all other changes, such as an autocorrection, a paste or the deletion of a word.
public struct TypedKey: Hashable, Sendable {
  /// The commands, in the order to try them: Tab acts on a cell, or else on an item.
  public let commands: [EditingCommand]

  /// Creates a key from a change that a text view announces; nil if it is not a key with a command.
  /// While an input method is composing, the commands do nothing.
  ///
  /// - Parameters:
  ///   - range: the range that the view is about to replace, in any unit.
  ///   - text: the text that it is about to insert.
  ///   - selection: the selection of the view, in the same unit.
  ///   - removed: the text of `range`.
  ///   - hasPendingMarks: whether marks are pending at the selection.
  ///   - options: the options of the commands.
  public init?(
    replacing range: Range<Int>, with text: String, selection: Range<Int>, removed: String,
    hasPendingMarks: Bool = false, options: EditingOptions = .standard
  ) {
    let commands: [EditingCommand]
    switch Array(text.utf8) {
    case [] where range == selection && !range.isEmpty: commands = [.backspace]
    case [] where selection.isEmpty && range.upperBound == selection.lowerBound:
      // More than one character is a deleted word or line.
      guard !removed.isEmpty, removed.index(after: removed.startIndex) == removed.endIndex else {
        return nil
      }
      commands = [.backspace]
    case [.lineFeed] where range == selection: commands = [.newline]
    case [.tab] where range == selection: commands = [.nextCell, .indent]
    case let bytes where range == selection && bytes.isTypedPair(options),
      let bytes
    where range == selection && (hasPendingMarks || !range.isEmpty) && !bytes.contains(.lineFeed):
      commands = [.insertText(text)]
    default: return nil
    }
    var options = options
    options.whileComposing = .refuses
    self.commands = commands.map { $0.with(options) }
  }
}

extension IndexedTextInput {
  /// Carries out the first command of a key that applies.
  ///
  /// - Returns: whether one applied; if not, as for Tab in plain text, the view handles the key.
  public func perform(_ key: TypedKey) -> Bool {
    key.commands.contains { command in
      if case .plan = perform(command) { true } else { false }
    }
  }
}

extension TextInput {
  /// Carries out the first command of a key that applies.
  ///
  /// - Returns: whether one applied; if not, as for Tab in plain text, the view handles the key.
  public mutating func perform(_ key: TypedKey, dialect: Dialect = .gitHub) -> Bool {
    for command in key.commands {
      if case .plan = perform(command, dialect: dialect) { return true }
    }
    return false
  }
}

extension [UInt8] {
  /// Whether the text is a delimiter that the options pair, or may end an empty pair, such as `*` or
  /// a blank with `.pairs`.
  fileprivate func isTypedPair(_ options: EditingOptions) -> Bool {
    options.typedDelimiters == .pairs && count == 1 && TypedDelimiter.isKey(self[0])
  }
}
