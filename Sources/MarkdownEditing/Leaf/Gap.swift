import MarkdownSyntax

/// The characters that the delimiters of a command's mark consist of.
enum Alphabet: Hashable {
  /// `*` and `_`.
  case stars
  /// `~~`.
  case tildes
  /// `~~` and `~`, in a leaf that has `~`.
  case singleTildes
  /// `==`.
  case equals

  init(_ view: InlineView?) {
    switch view?.mark?.byte {
    case .tilde?: self = .tildes
    case .equalsSign?: self = .equals
    default: self = .stars
    }
  }

  /// The characters, the same one twice if there is only one.
  var pair: (first: Unicode.Scalar, second: Unicode.Scalar) {
    switch self {
    case .stars: ("*", "_")
    case .tildes, .singleTildes: ("~", "~")
    case .equals: ("=", "=")
    }
  }

  /// Whether a scalar is one of the characters: `"_"` is in `.stars`.
  func contains(_ scalar: Unicode.Scalar) -> Bool { scalar == pair.first || scalar == pair.second }

  var scalars: [Unicode.Scalar] {
    pair.first == pair.second ? [pair.first] : [pair.first, pair.second]
  }
}

/// A delimiter in a gap between two pieces: of emphasis or strong emphasis, or of a dialect's mark,
/// which counts as strong for its own command.
struct Delimiter: Hashable {
  /// A half-byte that is not 0, so that sixteen delimiters fit in a word: 8 to 15 for `*` and `_`, 2
  /// and 3 for `~`, 4 and 5 for `~~`, 6 and 7 for `==`.
  fileprivate var code: UInt8

  /// - Parameter width: the length of a delimiter of a dialect's mark.
  init(isOpening: Bool, isStrong: Bool, character: UInt8, width: Int = 2) {
    code = isOpening ? 1 : 0
    switch character {
    case .tilde: code |= width == 1 ? 2 : 4
    case .equalsSign: code |= 6
    default: code |= 8 | (isStrong ? 2 : 0) | (character == .underscore ? 4 : 0)
    }
  }

  fileprivate init(code: UInt8) { self.code = code }

  init(kind: Int) { code = UInt8(truncatingIfNeeded: kind & 15) }

  /// The number below 16 that stores the delimiter's properties.
  var kind: Int { Int(code) }

  /// Whether it opens its mark, as the first `*` of `*a*` does.
  var isOpening: Bool { code & 1 != 0 }
  /// Whether it belongs to strong emphasis: `**`, not `*`.
  var isStrong: Bool { code < 8 || code & 2 != 0 }
  var character: UInt8 {
    if code < 8 { return code < 6 ? .tilde : .equalsSign }
    return code & 4 != 0 ? .underscore : .asterisk
  }
  var length: Int { isStrong && code > 3 ? 2 : 1 }
  var mark: MarkSet { isStrong ? .strong : .emphasis }
  /// Whether it is one tilde, like those of `~a~`.
  var isSingleTilde: Bool { code < 4 }
}

/// The delimiters in a gap between two pieces, in order.
///
/// A search creates and compares millions of gaps, so up to sixteen delimiters are stored in a
/// word. More delimiters, which only redundant nesting has, are stored in an array.
struct Gap: Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
  /// The delimiters, the first in the lowest half-byte. 0 if there are more than sixteen.
  private var word: UInt64 = 0
  private var more: ContiguousArray<Delimiter>?

  init() {}

  init(arrayLiteral elements: Delimiter...) {
    for element in elements { append(element) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { more?.count ?? (67 - word.leadingZeroBitCount) / 4 }
  /// Whether the gap has no delimiters, like the gap before the `a` of `a*b*`.
  var isEmpty: Bool { word == 0 && more == nil }

  subscript(index: Int) -> Delimiter {
    if let more { return more[index] }
    precondition(index >= 0 && index < endIndex, "a gap has no such delimiter")
    return Delimiter(code: UInt8(truncatingIfNeeded: word >> UInt64(4 * index)) & 0xF)
  }

  mutating func append(_ delimiter: Delimiter) {
    if more != nil {
      // Appends in place, because long runs have thousands.
      more?.append(delimiter)
    } else if word >> 60 == 0 {
      word |= UInt64(delimiter.code) << UInt64(4 * endIndex)
    } else {
      more = ContiguousArray(self) + [delimiter]
      word = 0
    }
  }

  /// The number of nodes of each mark that the delimiters open, minus those that they close.
  var opened: (strong: Int, emphasis: Int) {
    if more != nil {
      return reduce(into: (0, 0)) { sum, delimiter in
        let step = delimiter.isOpening ? 1 : -1
        if delimiter.isStrong { sum.0 += step } else { sum.1 += step }
      }
    }
    // The lowest bit of each half-byte.
    let lowest: UInt64 = 0x1111_1111_1111_1111
    let stars = word >> 3 & lowest
    let emphasis = stars & ~(word >> 1)
    let strong = (word | word >> 1 | word >> 2 | word >> 3) & lowest & ~emphasis
    return (
      2 * (word & strong).nonzeroBitCount - strong.nonzeroBitCount,
      2 * (word & emphasis).nonzeroBitCount - emphasis.nonzeroBitCount
    )
  }

  struct Iterator: IteratorProtocol {
    fileprivate var word: UInt64
    fileprivate var more: IndexingIterator<ContiguousArray<Delimiter>>?

    mutating func next() -> Delimiter? {
      if word == 0 { return more?.next() }
      defer { word >>= 4 }
      return Delimiter(code: UInt8(truncatingIfNeeded: word & 0xF))
    }
  }

  func makeIterator() -> Iterator { Iterator(word: word, more: more?.makeIterator()) }

  var length: Int { reduce(0) { $0 + $1.length } }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * count)
    for delimiter in self {
      bytes.append(delimiter.character)
      if delimiter.length == 2 { bytes.append(delimiter.character) }
    }
    return bytes
  }

  static func == (left: Gap, right: Gap) -> Bool {
    left.word == right.word && (left.word != 0 || left.more == right.more)
  }

  /// Whether these delimiters occur in `other` in this order, possibly with others between them.
  func isPart(of other: Gap) -> Bool {
    if isEmpty || self == other { return true }
    var index = 0
    for delimiter in other where index < count && self[index] == delimiter { index += 1 }
    return index == count
  }

  /// The number of delimiters that both gaps share at the beginning, and at the end.
  func commonEnds(with other: Gap) -> (first: Int, last: Int) {
    let shorter = Swift.min(count, other.count)
    if more == nil, other.more == nil {
      func highest(_ gap: Gap) -> UInt64 { gap.word << UInt64(gap.word.leadingZeroBitCount & ~3) }
      let first = (word ^ other.word).trailingZeroBitCount / 4
      let last = (highest(self) ^ highest(other)).leadingZeroBitCount / 4
      return (Swift.min(first, shorter), Swift.min(last, shorter))
    }
    var first = 0
    while first < shorter, self[first] == other[first] { first += 1 }
    var last = 0
    while last < shorter, self[count - 1 - last] == other[other.count - 1 - last] { last += 1 }
    return (first, last)
  }

  func removing(_ mark: MarkSet) -> Gap {
    if isEmpty { return self }
    var result = Gap()
    for delimiter in self where delimiter.mark != mark { result.append(delimiter) }
    return result
  }

  static func + (left: Gap, right: Gap) -> Gap {
    if left.isEmpty { return right }
    if right.isEmpty { return left }
    var result = left
    for delimiter in right { result.append(delimiter) }
    return result
  }
}
