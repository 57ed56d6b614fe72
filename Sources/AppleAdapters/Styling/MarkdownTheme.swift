#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS)
  /// The look of Markdown in an editor: colours, fonts, sizes and the treatment of delimiters.
  ///
  ///     var theme = MarkdownTheme.standard
  ///     theme.delimiters = .hidden
  ///     theme.link = MarkdownTheme.Color(light: 0x8E2DE2, dark: 0xC084FC)
  ///     textView.theme = theme
  ///
  /// A theme changes only attributes, never the text.
  public struct MarkdownTheme: Hashable, Sendable {
    /// A colour in light appearance, and one in dark appearance.
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

    /// The treatment of delimiters: `**`, `#`, backticks, and the brackets and address of a link.
    public enum Delimiters: Hashable, Sendable, CaseIterable {
      /// They look like the text around them.
      case shown
      /// They are shown in the colour ``MarkdownTheme/delimiter``.
      case dimmed
      /// They are visible, and dimmed, only on lines of the selection; elsewhere they take no
      /// space. Item and quote markers, pipes, and lines with only delimiters are always visible.
      case hidden
    }

    /// The default theme of a text view.
    public static let standard = MarkdownTheme()

    /// The treatment of delimiters.
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
    /// The name of the text font; nil for the system's.
    public var fontName: String?
    /// The name of the font for code and tables; nil for the system's monospaced font.
    public var codeFontName: String?
    /// The size of text in points, before Dynamic Type scales it; nil for the system's body size.
    public var textSize: Double?
    /// The sizes of headings from level 1 on, as multiples of the text size; missing ones are 1.
    public var headingScales = [1.6, 1.4, 1.2, 1.1, 1, 1]
    /// The space above a heading, as a multiple of the text size.
    public var headingSpacing = 0.5
    /// Whether wrapped lines begin below the text of their item or quote, instead of at the margin.
    public var hangsMarkers = true

    /// Creates the standard theme.
    public init() {}
  }
#endif
