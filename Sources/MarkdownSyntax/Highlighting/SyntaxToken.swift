/// A piece of a line with its meaning, to show Markdown in colours.
///
/// Tokens are in ascending order and do not overlap. No token contains a line ending.
///
/// ```swift
/// let source = Array("# *a* b".utf8)
/// for token in try SyntaxTree(source, in: .gitHub).tokens(in: source) {
///   print(token.kind, token.range, token.marks.contains(.emphasis), token.level)
/// }
/// // delimiter 0..<1 false 1
/// // delimiter 2..<3 true 1
/// // text 3..<4 true 1
/// // delimiter 4..<5 true 1
/// // text 5..<7 false 1
/// ```
public struct SyntaxToken: Hashable, Sendable {
  /// The meaning of a token. The raw values are those of the C library and do not change.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// Literal characters.
    case text = 0
    /// The text of a link, or the description of an image: `a` in `[a](b)`.
    case linkText = 1
    /// An address that is a link by itself: `https://a.b`, with or without `<` and `>`.
    case autolink = 2
    /// The contents of a code span; a line of code.
    case codeSpan = 3
    case codeBlock = 4
    /// The text after an opening fence, such as the name of a language.
    case info = 5
    /// A tag or a comment in text; a line of an HTML block.
    case htmlInline = 6
    case htmlBlock = 7
    /// Markup around other tokens: `**`, `~~`, backticks, brackets and quotes of links, `#`, the
    /// underline of a setext heading, a fence, the lines around metadata.
    case delimiter = 8
    /// `>` on each line where it is written; the bullet or the number of an item.
    case quoteMarker = 9
    case listMarker = 10
    /// The destination and the title of a link, image or definition, without brackets and quotes.
    case destination = 11
    case title = 12
    /// The label that a link uses: `b` in `[a][b]`; the label of a definition: `b` in `[b]: /c`.
    case label = 13
    case definition = 14
    /// A pipe between cells; the row of dashes below the first.
    case tablePipe = 15
    case tableRule = 16
    /// `[x]` or `[ ]` at the start of an item.
    case taskBox = 17
    /// The label in `[^a]`, and in the definition `[^a]:`.
    case footnoteReference = 18
    case footnoteLabel = 19
    /// A line of metadata.
    case frontMatter = 20
    /// The name of an alert: `NOTE` in `[!NOTE]`.
    case alertName = 21
    /// A thematic break.
    case rule = 22
    /// A character with the backslash before it; a character reference.
    case escape = 23
    case reference = 24
    /// A backslash or blanks at the end of a line that make a hard break.
    case hardBreak = 25
    /// Constructs of dialects, with their delimiters; ``SyntaxExtensions`` describes each.
    /// `template` is a shortcode or a Liquid tag.
    case math = 26
    case emoji = 27
    case mention = 28
    case wikiLink = 29
    case comment = 30
    case blockIdentifier = 31
    case template = 32
    case attributes = 33
    case directive = 34
  }

  /// The constructs that a token is in. A delimiter is in the construct that it delimits.
  public struct Marks: OptionSet, Hashable, Sendable {
    /// One bit per construct. The values are those of the C library and do not change.
    public let rawValue: UInt16

    /// Creates a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// `**a**`
    public static let strong = Marks(rawValue: 1 << 0)
    /// `*a*`
    public static let emphasis = Marks(rawValue: 1 << 1)
    /// `~~a~~`
    public static let strikethrough = Marks(rawValue: 1 << 2)
    /// `==a==`
    public static let highlight = Marks(rawValue: 1 << 3)
    /// A code span or a code block.
    public static let code = Marks(rawValue: 1 << 4)
    /// A link, with all of its parts.
    public static let link = Marks(rawValue: 1 << 5)
    /// An image, with all of its parts.
    public static let image = Marks(rawValue: 1 << 6)
    /// A quote, with its markers.
    public static let quote = Marks(rawValue: 1 << 7)
    /// The first row of a table.
    public static let tableHeader = Marks(rawValue: 1 << 8)
    /// A checked box.
    public static let checked = Marks(rawValue: 1 << 9)

    /// The names of the constructs, in the order of their bits.
    package static let names: [StaticString] = {
      let rows: [(name: StaticString, mark: Marks)] =
        [
          ("strong", .strong), ("emphasis", .emphasis), ("code", .code), ("link", .link),
          ("image", .image), ("quote", .quote), ("tableHeader", .tableHeader),
          ("checked", .checked),
        ] + MarkSyntax.all.map { ($0.name, $0.token) }
      return rows.sorted { $0.mark.rawValue < $1.mark.rawValue }.map { $0.name }
    }()
  }

  /// The meaning of the token.
  public var kind: Kind
  /// The constructs that the token is in.
  public var marks: Marks
  /// The level of the heading that the token is in, from 1 to 6; 0 outside headings.
  public var level: UInt8
  /// The UTF-8 range.
  public var range: Range<Int>

  /// Creates a token.
  public init(_ kind: Kind, _ range: Range<Int>, marks: Marks = [], level: UInt8 = 0) {
    self.kind = kind
    self.range = range
    self.marks = marks
    self.level = level
  }
}

extension SyntaxToken.Kind {
  var keepsBlanks: Bool {
    switch self {
    case .text, .linkText, .codeSpan, .title, .hardBreak: true
    default: false
    }
  }

  init(_ syntax: SyntaxExtensions) {
    switch syntax {
    case .math: self = .math
    case .emoji: self = .emoji
    case .mentions: self = .mention
    case .wikiLinks: self = .wikiLink
    case .comments: self = .comment
    case .blockIdentifiers: self = .blockIdentifier
    case .shortcodes, .liquidTags: self = .template
    case .attributes: self = .attributes
    default: self = .directive
    }
  }
}
