/// What a bar lights: for each mark whether the selection has it, and whether its command applies.
public struct FormattingState: Hashable, Sendable {
  /// Whether the selected characters have a mark.
  public enum Presence: String, Hashable, Sendable {
    case on, off, mixed
  }
  /// What is known of one mark.
  public struct Entry: Hashable, Sendable {
    /// The mark.
    public var mark: Mark
    /// Whether all, none or some of the selected characters have it.
    public var presence: Presence
    /// Whether `toggle` of the mark would do something.
    public var applies: Bool
  }
  /// One entry a mark, in the catalogue's order.
  public var entries: [Entry]

  /// The state of `selections` (UTF-8 ranges; an empty one is a caret) in the text `source`.
  public init(of selections: [Range<Int>], in source: [UInt8]) {
    entries = Mark.all.map { Entry(mark: $0, presence: .off, applies: false) }
  }
}
