#if compiler(>=6.2) && canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import TextEditing

  /// A text that a `MarkdownTextEditor` hands on at every key without copying it.
  ///
  /// Two values are equal if they are the same version of the text: comparing costs O(1), and so does a
  /// copy. A new value from a string is a version of its own.
  public struct MarkdownText: Equatable, Sendable {
    private final class Version: Sendable {}

    /// The text; a tree, of which copies share what they have in common.
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

    /// Whether both are the same version of a text. A value and its copy are; two made from `"a"` are
    /// not.
    public static func == (first: MarkdownText, second: MarkdownText) -> Bool {
      first.version === second.version
    }
  }
#endif
