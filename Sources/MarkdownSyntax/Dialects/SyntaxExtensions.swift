/// The constructs that a dialect adds to CommonMark, one option each.
public struct SyntaxExtensions: OptionSet, Hashable, Sendable {
  /// One bit per construct.
  public let rawValue: UInt32

  /// Creates a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Metadata between lines of `---` at the very start: YAML (Jekyll, GitHub, Obsidian, Hugo).
  public static let yamlFrontMatter = SyntaxExtensions(rawValue: 1 << 0)
  /// Metadata between lines of `+++` at the very start: TOML (Hugo).
  public static let tomlFrontMatter = SyntaxExtensions(rawValue: 1 << 1)
  /// Tables (GFM 0.29 §4.10): each cell is a leaf of its own.
  public static let tables = SyntaxExtensions(rawValue: 1 << 2)
  /// `[ ]` and `[x]` at the start of a list item (GFM 0.29 §5.3).
  public static let tasks = SyntaxExtensions(rawValue: 1 << 3)
  /// `~~text~~` (GFM 0.29 §6.5): a mark.
  public static let strikethrough = SyntaxExtensions(rawValue: 1 << 4)
  /// `www.…`, `https://…` and addresses without brackets (GFM 0.29 §6.9).
  public static let bareLinks = SyntaxExtensions(rawValue: 1 << 5)
  /// `[^1]` and `[^1]: text` (cmark-gfm; GitHub's documentation, “Footnotes”).
  public static let footnotes = SyntaxExtensions(rawValue: 1 << 6)
  /// `[!NOTE]` and similar names, alone on the first line of a quote (GitHub's documentation,
  /// “Alerts”; Obsidian's, “Callouts”).
  public static let alerts = SyntaxExtensions(rawValue: 1 << 7)
  /// `$a$` and `$$a$$` (GitHub's documentation, “Writing mathematical expressions”).
  public static let math = SyntaxExtensions(rawValue: 1 << 8)
  /// `:smile:` (GitHub's documentation, “Using emojis”).
  public static let emoji = SyntaxExtensions(rawValue: 1 << 9)
  /// `@name` and `@organisation/team` (GitHub's documentation, “Mentioning people and teams”).
  public static let mentions = SyntaxExtensions(rawValue: 1 << 10)
  /// `[[page]]` and `![[file]]` (Obsidian's documentation, “Internal links”, “Embed files”).
  public static let wikiLinks = SyntaxExtensions(rawValue: 1 << 11)
  /// `==text==` (Obsidian's documentation, “Basic formatting syntax”): a mark.
  public static let highlight = SyntaxExtensions(rawValue: 1 << 12)
  /// `%%comment%%` inside a block (Obsidian's documentation, “Comments”).
  public static let comments = SyntaxExtensions(rawValue: 1 << 13)
  /// `^name` at the end of a block (Obsidian's documentation, “Link to a block in a note”).
  public static let blockIdentifiers = SyntaxExtensions(rawValue: 1 << 14)
  /// `{{< name >}}`, `{{% name %}}`, `{{ name }}` (Hugo's documentation, “Shortcodes”).
  public static let shortcodes = SyntaxExtensions(rawValue: 1 << 15)
  /// `{% tag %}` (Liquid's documentation, “Tags”).
  public static let liquidTags = SyntaxExtensions(rawValue: 1 << 16)
  /// `{#id .class}` and `{: .class}` (Hugo's documentation, “Markdown attributes”; kramdown's,
  /// “Inline attribute lists”).
  public static let attributes = SyntaxExtensions(rawValue: 1 << 17)
  /// Lines that begin with `:::` or `!!!`: the fences of directives and admonitions.
  public static let directiveLines = SyntaxExtensions(rawValue: 1 << 18)
  /// Any character as the state of a task: `[/]`, `[-]` (Obsidian's documentation, “Task lists”).
  public static let taskStates = SyntaxExtensions(rawValue: 1 << 19)
}
