import TextEditing

/// The bar above a keyboard, as a value: what its buttons are, show and do.
///
/// It is made from the formatting state, whose `applies` is the command's own answer: a button is
/// enabled exactly where a tap does something.
public struct AccessoryBar: Hashable, Sendable {
  /// A button.
  public struct Item: Hashable, Sendable {
    /// Its name for code, tests and automation: that of the mark.
    public var identifier: String
    /// What it is called.
    public var title: String
    /// The name of its symbol among Apple's SF Symbols.
    public var symbolName: String
    /// Its key on a hardware keyboard; nil if it has none.
    public var shortcut: KeyShortcut?
    /// Whether all, none or some of the selected characters have its mark.
    public var presence: FormattingState.Presence
    /// Whether a tap would do something.
    public var isEnabled: Bool
    /// What is said of it aloud: what it is called, and how the selection stands to it. For hosts
    /// that say nothing of a button's state by themselves.
    public var spokenLabel: String
    /// What is said of its state where the host itself says whether it is selected, as UIKit's
    /// selected trait and ARIA's `aria-pressed` do: nil, or the word for some of the selection.
    public var spokenValue: String?
    /// What a tap does.
    public var command: MarkCommand

    /// Whether it is lit: all of the selection has the mark.
    public var isLit: Bool { presence == .on }
    /// Whether it is half lit: some of the selection has the mark.
    public var isMixed: Bool { presence == .mixed }
  }

  /// The words of the spoken labels that are not a mark's name.
  public struct Wording: Hashable, Sendable {
    /// All of the selection has the mark.
    public var on: String
    /// None of it has.
    public var off: String
    /// Some of it has.
    public var mixed: String
    /// The button that opens what has no room.
    public var more: String

    /// Makes the words; the defaults are English.
    public init(
      on: String = "on", off: String = "off", mixed: String = "partly on", more: String = "More"
    ) {
      self.on = on
      self.off = off
      self.mixed = mixed
      self.more = more
    }

    /// The word for a presence.
    func word(for presence: FormattingState.Presence) -> String {
      switch presence {
      case .on: on
      case .off: off
      case .mixed: mixed
      }
    }
  }

  /// The buttons, in order.
  public var items: [Item]

  /// Makes the bar for a state.
  ///
  /// - Parameters:
  ///   - state: what the selection has, and what applies.
  ///   - rows: which buttons there are, and in which order: those of the policies' dialect unless
  ///     others are given; a mark that the state does not know is shown off and disabled.
  ///   - wording: the words of the spoken labels.
  ///   - policies: what the commands go by; the same that the state was made with.
  public init(
    _ state: FormattingState, rows: [BarRow]? = nil, wording: Wording = Wording(),
    policies: MarkPolicies = .standard
  ) {
    items = (rows ?? BarRow.standard(in: policies.dialect)).map { row in
      let entry = state[row.mark]
      let presence = entry?.presence ?? .off
      return Item(
        identifier: row.mark.name, title: row.title, symbolName: row.symbolName,
        shortcut: row.shortcut, presence: presence, isEnabled: entry?.applies ?? false,
        spokenLabel: "\(row.title), \(wording.word(for: presence))",
        spokenValue: presence == .mixed ? wording.mixed : nil,
        command: MarkCommand(.toggle, row.mark, policies: policies))
    }
  }

  /// The button with an identifier; nil if there is none.
  public subscript(identifier: String) -> Item? { items.first { $0.identifier == identifier } }

  /// The button with a key; nil if there is none. The key's case does not count, shift does.
  public subscript(shortcut: KeyShortcut) -> Item? {
    items.first {
      $0.shortcut?.modifiers == shortcut.modifiers
        && $0.shortcut?.key.lowercased() == shortcut.key.lowercased()
    }
  }

  /// Taps a button: its command is carried out on an input.
  ///
  /// - Returns: what was done, or why nothing was; nil if there is no such button.
  public func tap<Input: TextInput>(_ identifier: String, on input: inout Input) -> MarkOutcome? {
    guard let item = self[identifier] else { return nil }
    return input.perform(item.command)
  }

  /// Taps a button: its command is carried out on an input that is a class, such as a view.
  ///
  /// - Returns: what was done, or why nothing was; nil if there is no such button.
  public func tap<Input: TextInput & AnyObject>(
    _ identifier: String, on input: Input
  ) -> MarkOutcome? {
    guard let item = self[identifier] else { return nil }
    return input.perform(item.command)
  }

  /// Taps a button: its command is carried out on all selections of an editor.
  ///
  /// - Returns: what was done, or why nothing was; nil if there is no such button.
  /// - Complexity: O(the slices from the first selection to the last).
  public func tap(_ identifier: String, on editor: inout MarkdownEditor) -> MarkOutcome? {
    guard let item = self[identifier] else { return nil }
    return editor.perform(item.command)
  }

  /// Taps a button: its command is carried out on an input that keeps an editor of its text.
  ///
  /// - Returns: what was done, or why nothing was; nil if there is no such button.
  /// - Complexity: O(the slices of the selection), and what the input's own `replace` costs.
  public func tap<Input: IndexedTextInput>(
    _ identifier: String, on input: Input
  ) -> MarkOutcome? {
    guard let item = self[identifier] else { return nil }
    return input.perform(item.command)
  }
}
