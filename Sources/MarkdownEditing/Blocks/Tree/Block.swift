import MarkdownSyntax

/// A block of a document as a value: a container with its children, or a leaf with its lines.
///
/// A command is a function from one such tree to another; ``BlockSpelling`` writes the lines for it.
struct Block {
  /// What a block is (CommonMark 0.30 §4, §5; tables: GFM 0.29 §4.10).
  enum Kind: Hashable {
    case document, quote, item, footnote
    case list(ListStyle)
    case paragraph
    case heading(Int)
    /// A code block; indented, or between fences.
    case code(isFenced: Bool)
    case html, rule, definition, metadata, table
    /// A blank line: no block to CommonMark, but a line that is kept.
    case blank
  }

  /// What a leaf shows: made by a command, or what a node of a tree is read as, which is spelled out
  /// where it is asked for.
  private enum Shown {
    case made([UInt64])
    case read(DocumentReading, Dialect)
  }

  /// What a block is made of. There is one for every paragraph and blank line, so it is kept small.
  private struct Parts {
    var kind: Kind
    /// Whether a list is tight, as `- a⏎- b`.
    var isTight = true
    /// Whether libcmark's reading is compared: not of `[](url)`, which a command wrote.
    var isJudged = true
    var id = -1
    /// The node that is read.
    var node = 0
    var children: [Block] = []
    var lines: [Line] = []
    /// Nothing but in headings.
    var heading: [HeadingForm] = []
    /// Nothing but in items and quotes.
    var marker: [Marker] = []
    var shown = Shown.made([])

    var words: [UInt64] {
      switch shown {
      case .made(let words): words
      case .read(let reading, let dialect): reading.words(ofNode: node, in: dialect)
      }
    }
  }

  /// The parts stand behind one reference, as trees are made from trees: a block that stays is copied
  /// with every container that is made anew.
  private final class Storage {
    /// Only reached through a block, a value, whose accesses are checked.
    @exclusivity(unchecked) var parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  private var storage: Storage

  private var parts: Parts {
    _read { yield storage.parts }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.parts) }
      yield &storage.parts
    }
  }

  var kind: Kind {
    get { parts.kind }
    set { parts.kind = newValue }
  }
  /// The number of the container in the source; negative where a command made it.
  var id: Int {
    get { parts.id }
    set { parts.id = newValue }
  }
  /// The marker of an item or a quote.
  var marker: Marker {
    get { parts.marker.first ?? Marker() }
    _modify {
      if parts.marker.isEmpty { parts.marker = [Marker()] }
      yield &parts.marker[0]
    }
  }
  /// Whether a list is tight, as libcmark read it. `- a⏎- b` is, `- a⏎⏎- b` is not.
  var isTight: Bool {
    get { parts.isTight }
    set { parts.isTight = newValue }
  }
  var children: [Block] {
    get { parts.children }
    _modify { yield &parts.children }
  }
  /// The lines of a leaf, at least one.
  var lines: [Line] {
    get { parts.lines }
    _modify { yield &parts.lines }
  }
  /// How a heading is written besides its text.
  var heading: HeadingForm {
    get { parts.heading.first ?? HeadingForm() }
    set { parts.heading = newValue == HeadingForm() ? [] : [newValue] }
  }
  /// Whether libcmark's reading of the leaf is compared. The lines of a code block that a key
  /// changes are not, nor is a paragraph that is written as `[](url)`.
  var isJudged: Bool {
    get { parts.isJudged }
    set { parts.isJudged = newValue }
  }
  /// What the leaf shows: text with its marks, or a literal (see ``TreeSignature``).
  var words: [UInt64] {
    get { parts.words }
    set { parts.shown = .made(newValue) }
  }

  /// Has the leaf show what a node of a tree does in a dialect.
  mutating func show(node: Int, of reading: DocumentReading, in dialect: Dialect) {
    parts.node = node
    parts.shown = .read(reading, dialect)
  }

  init(_ kind: Kind, children: [Block] = []) {
    storage = Storage(Parts(kind: kind, children: children))
  }

  /// A blank line that a command inserts.
  static var blankLine: Block { .blank(Line()) }

  /// A blank block with one line.
  static func blank(_ line: Line) -> Block {
    var block = Block(.blank)
    block.lines = [line]
    return block
  }
}

/// What tells one list from the next: the bullet, or the delimiter behind the number.
struct ListStyle: Hashable {
  /// `-`, `+`, `*`, `.` or `)`.
  var delimiter: UInt8

  /// Whether it is the style of an ordered list: `1.` and `1)`, not `-`.
  var isOrdered: Bool { delimiter == .fullStop || delimiter == .rightParenthesis }

  static let dash = ListStyle(delimiter: .hyphen)
  static let dot = ListStyle(delimiter: .fullStop)
}
