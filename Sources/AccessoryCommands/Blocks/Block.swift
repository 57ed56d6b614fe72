/// A block of a document as a value: a container with its children, or a leaf with its lines.
///
/// A command is a function from one such tree to another; ``BlockSpelling`` writes the lines for it.
struct Block {
  /// What a block is (CommonMark 0.30 §4, §5; tables: GFM 0.29 §4.10).
  enum Kind: Hashable {
    case document, quote, item
    case list(ListStyle)
    case paragraph
    case heading(Int)
    /// A code block; indented, or between fences.
    case code(isFenced: Bool)
    case html, rule, definition, metadata, table
    /// A blank line: no block to CommonMark, but a line that is kept.
    case blank
  }

  /// What a block is made of.
  private struct Parts {
    var kind: Kind
    var id = -1
    var marker = Marker()
    /// Whether a list is tight, as `- a⏎- b`.
    var isTight = true
    var children: [Block] = []
    var lines: [Line] = []
    /// Nothing but in headings.
    var heading: [HeadingForm] = []
    /// Whether libcmark's reading is compared: not of `[](url)`, which a command wrote.
    var isJudged = true
    var words: [UInt64] = []
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
    get { parts.marker }
    _modify { yield &parts.marker }
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
    set { parts.heading = [newValue] }
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
    _modify { yield &parts.words }
  }

  init(_ kind: Kind, children: [Block] = []) {
    storage = Storage(Parts(kind: kind, children: children))
  }

  /// A blank line that a command puts in.
  static var blankLine: Block {
    var block = Block(.blank)
    block.lines = [Line()]
    return block
  }
}

/// What tells one list from the next: the bullet, or the delimiter behind the number.
struct ListStyle: Hashable {
  /// `-`, `+`, `*`, `.` or `)`.
  var delimiter: UInt8

  /// Whether it is the style of an ordered list: `1.` and `1)`, not `-`.
  var isOrdered: Bool { delimiter == 0x2E || delimiter == 0x29 }

  static let dash = ListStyle(delimiter: 0x2D)
  static let dot = ListStyle(delimiter: 0x2E)
}

/// How the marker of a container is written: `  12.  ` or `> `.
struct Marker: Hashable {
  /// How it stands in the source; nil where a command wrote it.
  var source: Range<Int>?
  /// Where it stood in the source, whatever a command made of it.
  var place: Range<Int>?
  /// Columns before it.
  var indent = 0
  /// The number of an ordered item.
  var number = 0
  var delimiter: UInt8 = 0x2D
  /// What stands between the marker and the content.
  var padding = Marker.blank
  /// The column on its line at which the marker's prefix begins.
  var column = 0
  /// How far the lines below are indented, as the source has it; 0 where a command wrote the marker.
  var sourceWidth = 0
  /// The box of a task.
  var box: Box?
  /// Whether the item stands beside items that are indented with tabs.
  var usesTabs = false

  /// The one blank that most markers end with.
  static let blank: [UInt8] = [0x20]

  /// The columns by which the item's further lines are indented.
  var width: Int {
    if source != nil { return sourceWidth }
    let start = column + indent + numberText.count + 1
    let padded = padding.endColumn(from: start) - start
    return indent + numberText.count + 1 + (padded == 0 ? 1 : padded)
  }

  var numberText: [UInt8] {
    delimiter == 0x2E || delimiter == 0x29 ? Array("\(number)".utf8) : []
  }

  /// The marker of an item with the blanks around it, without a box.
  var itemBytes: [UInt8] {
    [UInt8](repeating: 0x20, count: indent) + numberText + [delimiter] + padding
  }
}

/// `[ ]` or `[x]` at the start of an item.
struct Box: Hashable {
  /// Whether the task is done: `[x]`, not `[ ]`.
  var isDone = false
  /// Whether a command ticked it or took the tick away. From `[ ]` to `[x]` one did.
  var isChanged = false
  /// The box and the blanks behind it in the source; nil where a command wrote it.
  var source: Range<Int>?
}

/// How a heading is written: `## text ##`, or with a line below.
struct HeadingForm: Hashable {
  /// The hashes in the source.
  var hashes: Range<Int>?
  /// What stands between the hashes and the text.
  var padding = Marker.blank
  /// What stands behind the text, as ` ##`.
  var closing: Range<Int>?
  /// The line of the source with the underline that the heading had; negative where it had none.
  var formerUnderline = -1
  /// The line below a setext heading.
  var underline: Line?
}

/// A line of a leaf.
struct Line: Hashable {
  /// What stands on a line: bytes of the source, of a command, or what is typed at the caret next.
  enum Piece: Hashable {
    case source(Range<Int>)
    case bytes([UInt8])
    /// Where the caret comes to stand.
    case caret
    /// The caret of an empty block: a word is typed here before libcmark judges (law 7). It is in the
    /// words of its leaf.
    case probe
  }
  /// The 0-based line of the source; negative where a command made it.
  var origin = -1
  /// The containers around the line in the source, from the outermost, by their ids.
  var chain: [Int] = []
  /// What of the line each of the containers took; of a lazy line some are missing.
  var prefixes: [Range<Int>] = []
  /// How many columns of a tab are left to the content.
  var cutTab = 0
  /// The blanks before the content.
  var indent: Range<Int> = 0..<0
  /// The content.
  var pieces: [Piece] = []
  /// The line of the source that this is a copy of; negative where it is none.
  var copyOf = -1
  /// Whether a command changed anything on the line but its containers. False of `a` where it
  /// becomes `> a`.
  var isChanged = false

  /// Whether a container's prefix is missing (a lazy continuation line): `b` in `> a⏎b`.
  var isLazy: Bool { prefixes.count < chain.count }

  /// The content as it stands in the source; nil where a command made any of it.
  var content: Range<Int>? {
    guard pieces.count == 1, case .source(let range) = pieces[0] else { return nil }
    return range
  }
}
