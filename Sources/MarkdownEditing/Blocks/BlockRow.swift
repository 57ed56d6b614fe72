import MarkdownSyntax
import TextEditing

/// A quote, an item or a footnote whose lines begin with a marker or with blanks.
struct RowContainer {
  var kind: SyntaxTree.Kind
  /// The marker: `>`, `-`, `12.` or `[^a]:`.
  var marker: [UInt8]
  /// The columns of blanks that its further lines need, if it is an item or a footnote.
  var width: Int
  /// The box of a task with the blanks after it, such as `[x] `; empty for other items.
  var box: [UInt8] = []
  /// Its place in the tree that was read; nil if a command made it.
  var node: Int?
  /// A line near its first one, at which the search for that begins.
  var hint = 0
  /// The place in the tree of the list of an item that was read.
  var list: Int?

  var isItem: Bool { kind == .item }
  var isOrdered: Bool { kind == .item && marker.count > 1 }
  /// The bullet, or the character after the number.
  var delimiter: UInt8 { marker.last ?? 0 }
  /// Whether the box of a task is open, as `[ ]`.
  var isOpen: Bool { box.count > 1 && box[1] == .space }
  /// The number of an ordered item.
  var number: Int { marker.dropLast().reduce(0) { $0 &* 10 &+ Int($1 & 15) } }
  /// The marker of the item after this one: `2.` after `1.`, `-` after `-`.
  var nextMarker: [UInt8] {
    isOrdered ? Array(String(number + 1).utf8) + [delimiter] : marker
  }
}

/// The blanks at a place of a line: the columns wanted, those that were read, and their source.
struct Blanks: Equatable {
  var columns = 0
  var old = 0
  var source = 0..<0

  /// Blanks that a command writes.
  static func new(_ columns: Int) -> Blanks { Blanks(columns: columns) }
  static func read(_ columns: Int, _ source: Range<Int>) -> Blanks {
    Blanks(columns: columns, old: columns, source: source)
  }
  var isNew: Bool { source.isEmpty && old == 0 && columns > 0 }
}

/// What a line has of a container: blanks, a marker and blanks; only blanks on further lines of an
/// item; nothing on a line that continues a paragraph without its prefixes (CommonMark 0.30 §5.1).
struct RowPrefix {
  /// The index among the containers.
  var container: Int
  var lead = Blanks()
  /// The marker; empty if the line has none.
  var sign: [UInt8] = []
  /// Where the marker is in the source, if it was read.
  var place: Int?
  var pad = Blanks()
}

/// A line: its containers from the outermost to the innermost, the blanks before its content, and
/// the content.
struct BlockRow {
  var prefixes: [RowPrefix] = []
  var indent = Blanks()
  /// The part of the source that is the content; of a heading, the text.
  var body = 0..<0
  /// The source before and after it, such as the hashes of a heading with their blanks.
  var head: [UInt8] = []
  var tail: [UInt8] = []
  /// An offset of the source before which a backslash is written.
  var escape: Int?
  /// Replacements of parts of the body, in ascending order, such as the blanks around a cell.
  var edits: [TextEdit.Replacement] = []
  /// The block without blocks in it: its place in the tree, or a negative number for a new one; nil
  /// if the line is blank.
  var leaf: Int?
  var kind = SyntaxTree.Kind.document
  /// The level of a heading.
  var level = 0
  /// The offset of the source where the content begins: the box, the hashes or the text.
  var start = 0
  /// The line in the source, without its line ending; nil for a line that is new.
  var line: Range<Int>?
  /// The line ending in the source; empty for a new line, or for the last one.
  var ending = 0..<0
  /// The block in the tree that the content was read in.
  var origin: Int?
  /// Whether the line is as it was read.
  var isRead = false
  /// Whether the line may be read as anything, as a line of code that comes out of its block.
  var isFree = false
  /// Whether text will be typed on the line. It is read with a word, and its blanks are written.
  var isOpen = false

  var isBlank: Bool { leaf == nil }
  var isEmpty: Bool { head.isEmpty && body.isEmpty && tail.isEmpty }
  var innermost: Int? { prefixes.last?.container }
  /// Changes to the source of the text, including an added backslash.
  var changes: [TextEdit.Replacement] {
    escape.map { [.init($0..<$0, with: [.backslash])] } ?? edits
  }

  /// Makes the line blank.
  mutating func clear() {
    (leaf, origin, kind, level) = (nil, nil, .document, 0)
  }

  func index(of container: Int) -> Int? { prefixes.firstIndex { $0.container == container } }
  func holds(_ container: Int) -> Bool { prefixes.contains { $0.container == container } }
  /// Whether the line has a marker of the container.
  func hasSign(of container: Int) -> Bool {
    prefixes.contains { $0.container == container && !$0.sign.isEmpty }
  }
}
