struct Line: Hashable {
  /// A part of a line's content: bytes of the source or of a command, or a position.
  enum Piece: Hashable {
    case source(Range<Int>)
    case bytes([UInt8])
    case caret
    /// The caret of an empty block. A word is typed here for the proof, which the leaf's units
    /// contain (law 7).
    case probe
  }
  /// The 0-based line of the source; negative if a command made it.
  var origin = -1
  /// The ids of the containers around the line in the source, from the outermost.
  var chain: [Int] = []
  struct Prefix: Hashable {
    var range: Range<Int>
    /// The column after the prefix, possibly inside a tab.
    var endColumn: Int
  }
  /// The prefixes of the containers; a lazy line lacks some.
  var prefixes: [Prefix] = []
  /// The columns of a split tab that belong to the content.
  var cutTab = 0
  /// The blanks before the content.
  var indent = 0..<0
  /// The content in the source; empty if a command made part of it.
  private var text = 0..<0
  /// The content that a command made; nil for content of the source, which most lines have.
  private var made: [Piece]? = []
  /// The source line of which this is a copy; negative if it is not a copy.
  var copyOf = -1
  /// Whether a command changed the line itself, not only its containers, as from `a` to `> a`.
  var isChanged = false
  /// Whether the line keeps its indentation if its content changes, as Enter keeps that of `␣␣a‸b`.
  var keepsIndent = false

  init(origin: Int = -1, chain: [Int] = []) {
    self.origin = origin
    self.chain = chain
  }

  /// Creates a line that a command writes.
  init(writing pieces: [Piece]) {
    self.init()
    write(pieces)
  }

  mutating func write(_ pieces: [Piece]) {
    self.pieces = pieces
    isChanged = true
  }

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

  /// Whether a container's prefix is missing, as in the lazy continuation line `b` of `> a⏎b`.
  var isLazy: Bool { prefixes.count < chain.count }

  /// The source line that this line is or copies; negative for a line that a command made.
  var model: Int { origin >= 0 ? origin : copyOf }

  /// The content in the source; nil if a command made part of it.
  var content: Range<Int>? { made == nil ? text : nil }
}
