import MarkdownSyntax

/// A block as a value: a container with its children, or a leaf with its lines.
///
/// A command is a function from one tree to another; ``BlockSpelling`` writes its lines.
struct Block {
  /// The kind of a block (CommonMark 0.30 §4, §5; tables: GFM 0.29 §4.10).
  enum Kind: Hashable {
    case document, quote, item, footnote
    case list(ListStyle)
    case paragraph
    case heading(Int)
    case code(isFenced: Bool)
    case html, rule, definition, metadata, table
    /// A blank line, which is not a block of CommonMark but is kept.
    case blank
  }

  /// The visible content of a leaf: made by a command, or read from a node on demand.
  private enum Shown {
    case made([SeenUnit])
    /// From an offset on, because the box of a task is not its text.
    case read(LeafReader, block: Int, from: Int)
  }

  /// The contents of a block. There are many blocks, so it is kept small.
  private struct Parts {
    var kind: Kind
    /// Whether a list is tight, as `- a⏎- b`.
    var isTight = true
    /// Whether the proof compares the text, unlike that of `[](url)`, which a command wrote.
    var isCompared = true
    var id = -1
    var children: [Block] = []
    var lines: [Line] = []
    /// At most one, in headings only.
    var heading: [HeadingForm] = []
    /// At most one, in items and quotes only.
    var marker: [Marker] = []
    var shown = Shown.made([])
  }

  /// The parts, by reference: an unchanged block is copied with each changed container.
  private final class Storage {
    /// Accessed only through a block, a value, so accesses are already checked.
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
  /// The number of the container in the source; negative if a command made it.
  var id: Int {
    get { parts.id }
    set { parts.id = newValue }
  }
  var marker: Marker {
    get { parts.marker.first ?? Marker() }
    _modify {
      if parts.marker.isEmpty { parts.marker = [Marker()] }
      yield &parts.marker[0]
    }
  }
  /// Whether libcmark read the list as tight, such as `- a⏎- b`, not `- a⏎⏎- b`.
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
  /// The form of a heading without its text.
  var heading: HeadingForm {
    get { parts.heading.first ?? HeadingForm() }
    set { parts.heading = newValue == HeadingForm() ? [] : [newValue] }
  }
  /// Whether the proof compares the leaf with libcmark's reading. It does not compare lines of code
  /// that a key changes, or a paragraph written as `[](url)`.
  var isCompared: Bool {
    get { parts.isCompared }
    set { parts.isCompared = newValue }
  }
  /// The visible content: text with its marks and links, or code.
  var units: [SeenUnit] {
    get {
      switch parts.shown {
      case .made(let units): units
      case .read(let reader, let block, let start): reader.units(of: block, from: start)
      }
    }
    set { parts.shown = .made(newValue) }
  }

  /// Gives the leaf the visible content of a reading from an offset on.
  mutating func show(_ reader: LeafReader, from start: Int = 0) {
    parts.shown = .read(reader, block: id, from: start)
  }

  /// The visible content of a block that was read; nil if libcmark reads other inlines.
  var agreedUnits: [SeenUnit]? {
    guard case .read(let reader, let block, let start) = parts.shown else { return units }
    return reader.agreedUnits(of: block, from: start)
  }

  /// Whether both were read from the same text, with the same inlines: the `a` of `# a` and `## a`.
  func isSameText(as other: Block) -> Bool {
    guard case .read(let reader, let block, let start) = parts.shown,
      case .read(let otherReader, let otherBlock, let otherStart) = other.parts.shown
    else { return false }
    return reader.isSame(block, from: start, as: otherBlock, from: otherStart, of: otherReader)
  }

  init(_ kind: Kind, children: [Block] = [], lines: [Line] = [], units: [SeenUnit] = []) {
    storage = Storage(Parts(kind: kind, children: children, lines: lines, shown: .made(units)))
  }

  static var blankLine: Block { Block(.blank, lines: [Line()]) }
}

/// The style that distinguishes adjacent lists: the bullet, or the delimiter after the number.
struct ListStyle: Hashable {
  /// `-`, `+`, `*`, `.` or `)`.
  var delimiter: UInt8

  /// Whether it is the style of an ordered list, such as `1.` or `1)`, not `-`.
  var isOrdered: Bool { delimiter == .fullStop || delimiter == .rightParenthesis }
}
