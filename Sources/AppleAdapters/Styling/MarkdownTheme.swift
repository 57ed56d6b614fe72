#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS)
  /// How Markdown looks while it is written: colours, fonts, sizes, and what becomes of delimiters.
  ///
  ///     var theme = MarkdownTheme.standard
  ///     theme.delimiters = .hidden
  ///     theme.link = MarkdownTheme.Color(light: 0x8E2DE2, dark: 0xC084FC)
  ///     textView.theme = theme
  ///
  /// A theme never changes the text: only the attributes of its characters.
  public struct MarkdownTheme: Hashable, Sendable {
    /// A colour for light and one for dark surroundings.
    public struct Color: Hashable, Sendable {
      /// Red, green and blue, as `0xRRGGBB`.
      public var light: UInt32
      /// Red, green and blue, as `0xRRGGBB`.
      public var dark: UInt32

      /// Creates a colour from two numbers like `0xRRGGBB`.
      public init(light: UInt32, dark: UInt32) {
        self.light = light
        self.dark = dark
      }
    }

    /// What becomes of delimiters: `**`, `#`, backticks, and the brackets and the address of a link.
    public enum Delimiters: Hashable, Sendable, CaseIterable {
      /// They look like the text that they are in.
      case shown
      /// They are shown in the colour ``MarkdownTheme/delimiter``.
      case dimmed
      /// They are shown, dimmed, in the lines that the selection touches, and take no place in others. Markers of
      /// items and quotes, pipes, and lines of nothing but delimiters are always shown.
      case hidden
    }

    /// The theme of a text view that is given none.
    public static let standard = MarkdownTheme()

    /// What becomes of delimiters.
    public var delimiters = Delimiters.dimmed
    /// The colour of text.
    public var text = Color(light: 0x000000, dark: 0xFFFFFF)
    /// The colour of delimiters, pipes and the markers of quotes.
    public var delimiter = Color(light: 0x767680, dark: 0x8E8E98)
    /// The colour of HTML, metadata, comments, and the address of a link.
    public var secondary = Color(light: 0x6A6A72, dark: 0x9E9EA6)
    /// The colour of links and references.
    public var link = Color(light: 0x0060CC, dark: 0x5AB0FF)
    /// The colour of items' markers, task boxes and the names of alerts.
    public var accent = Color(light: 0xA33800, dark: 0xFFA860)
    /// The colour of the text of quotes.
    public var quote = Color(light: 0x4B5A4B, dark: 0xB4C8B4)
    /// The colours of code.
    public var code = Color(light: 0x7A1F5C, dark: 0xF2A7D6)
    /// The background of code.
    public var codeBackground = Color(light: 0xF2F2F5, dark: 0x26262B)
    /// The background of highlighted text.
    public var highlightBackground = Color(light: 0xFFF0A8, dark: 0x5A4B00)
    /// The name of the font of text; nil: the system's.
    public var fontName: String?
    /// The name of the font of code and tables; nil: the system's monospaced one.
    public var codeFontName: String?
    /// The size of text in points, before Dynamic Type scales it; nil: that of the system's body text.
    public var textSize: Double?
    /// The sizes of headings of the levels 1 to 6, as multiples of the size of text. Levels without one are as large
    /// as text.
    public var headingScales = [1.6, 1.4, 1.2, 1.1, 1, 1]
    /// The space above a heading, as a multiple of the size of text.
    public var headingSpacing = 0.5
    /// Whether lines that are wrapped begin below the text of their item or quote, rather than at the margin.
    public var hangsMarkers = true

    /// Creates the standard theme.
    public init() {}
  }
#endif
