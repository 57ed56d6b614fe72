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
  /// The part of a line that belongs to a container.
  struct Prefix: Hashable {
    var range: Range<Int>
    /// The column after the prefix, possibly inside a tab.
    var endColumn: Int
  }
  /// What of the line each of the containers took; of a lazy line some are missing.
  var prefixes: [Prefix] = []
  /// How many columns of a tab are left to the content.
  var cutTab = 0
  /// The blanks before the content.
  var indent = 0..<0
  /// The content as it stands in the source, unless a command made any of it.
  private var text = 0..<0
  /// The content that a command made; nil where it stands in the source, as most does.
  private var made: [Piece]? = []
  /// The line of the source that this is a copy of; negative where it is none.
  var copyOf = -1
  /// Whether a command changed anything on the line but its containers. False of `a` where it
  /// becomes `> a`.
  var isChanged = false
  /// Whether the line keeps its indentation although a command changed its contents. For example, Enter keeps the
  /// blanks of `␣␣a‸b`.
  var keepsIndent = false

  init(origin: Int = -1, chain: [Int] = []) {
    self.origin = origin
    self.chain = chain
  }

  /// The content.
  var pieces: [Piece] {
    get { made ?? [.source(text)] }
    set {
      if newValue.count == 1, case .source(let range) = newValue[0] {
        (text, made) = (range, nil)
      } else {
        (text, made) = (0..<0, newValue)
      }
    }
  }

  /// Whether a container's prefix is missing (a lazy continuation line): `b` in `> a⏎b`.
  var isLazy: Bool { prefixes.count < chain.count }

  /// The source line that this line is or copies; negative for a line that a command made.
  var model: Int { origin >= 0 ? origin : copyOf }

  /// The content as it stands in the source; nil where a command made any of it.
  var content: Range<Int>? { made == nil ? text : nil }
}
