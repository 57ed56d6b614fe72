#if compiler(>=6.2) && canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import TextEditing

  /// A text that a `MarkdownTextEditor` edits: a `String`, or a ``MarkdownText``.
  public protocol MarkdownTextValue: Equatable {
    /// Creates a value from a text.
    init(_ buffer: TextBuffer)
    /// The text.
    var buffer: TextBuffer { get }
  }

  /// A text that a `MarkdownTextEditor` passes on at every key without copying it.
  ///
  /// Copies share their storage. Comparing a copy costs O(1), and so does comparing texts of
  /// different lengths; other texts are compared byte by byte.
  public struct MarkdownText: MarkdownTextValue, Sendable {
    private final class Version: Sendable {}

    /// The text; copies share their storage.
    public let buffer: TextBuffer
    private let version = Version()

    /// Creates a value from a text.
    ///
    /// - Complexity: O(1).
    public init(_ buffer: TextBuffer) { self.buffer = buffer }

    /// Creates a value from a string.
    ///
    /// - Complexity: O(*n*).
    public init(_ string: String) { self.init(TextBuffer(string)) }

    /// The text as a string.
    ///
    /// - Complexity: O(*n*).
    public var string: String { buffer.description }

    /// Whether both texts are the same, byte by byte.
    public static func == (first: MarkdownText, second: MarkdownText) -> Bool {
      first.version === second.version || first.buffer.hasSameText(as: second.buffer)
    }
  }

  extension String: MarkdownTextValue {
    /// Creates a string from a text.
    ///
    /// - Complexity: O(*n*).
    public init(_ buffer: TextBuffer) { self = buffer.description }

    /// The string as a text.
    ///
    /// - Complexity: O(*n*).
    public var buffer: TextBuffer { TextBuffer(self) }
  }
#endif
