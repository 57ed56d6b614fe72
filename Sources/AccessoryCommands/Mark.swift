/// A mark that a command gives or takes: strong, emphasis or code. A row of data.
public struct Mark: Hashable, Sendable {
  /// The name in commands and messages, as in `mdedit toggle strong`.
  public let name: String

  /// Strong emphasis, `**` or `__` (CommonMark 0.30 §6.2).
  public static let strong = Mark(name: "strong")
  /// Emphasis, `*` or `_` (CommonMark 0.30 §6.2).
  public static let emphasis = Mark(name: "emphasis")
  /// A code span (CommonMark 0.30 §6.1): always the innermost of the marks.
  public static let code = Mark(name: "code")
  /// The catalogue: every mark, in the order a bar shows them.
  public static let all: [Mark] = [.strong, .emphasis, .code]
}
