#if compiler(>=6.2) && canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import TextEditing

  /// A text that a `MarkdownTextEditor` passes on at every key without copying it.
  ///
  /// Two values are equal if they are the same version of the text, so comparing and copying cost
  /// O(1). A value from a string is always a new version.
  public struct MarkdownText: Equatable, Sendable {
    private final class Version: Sendable {}

    /// The text; copies share their storage.
    public let buffer: TextBuffer
    private let version = Version()

    /// Creates a version of a text.
    ///
    /// - Complexity: O(1).
    public init(_ buffer: TextBuffer) { self.buffer = buffer }

    /// Creates a version of a text.
    ///
    /// - Complexity: O(*n*).
    public init(_ string: String) { self.init(TextBuffer(string)) }

    /// The text as a string.
    ///
    /// - Complexity: O(*n*).
    public var string: String { buffer.description }

    /// Whether both are the same version: true for a copy, false for two values made from `"a"`.
    public static func == (first: MarkdownText, second: MarkdownText) -> Bool {
      first.version === second.version
    }
  }
#endif
