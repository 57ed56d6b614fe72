import MarkdownSyntax

/// A unit of a leaf between delimiters: a visible character, or an opaque element such as a tag.
///
/// Nearly every byte of a leaf has an atom, so atoms are small and have no references. The leaf's
/// tokens show what is around an atom.
struct Atom {
  enum Kind {
    case character
    case linkOpen(InlineToken.LinkForm)
    case linkClose(InlineToken.LinkForm)
    /// A tag of an HTML element that contains a visible character, or a delimiter of another mark of
    /// a dialect.
    case startTag
    case endTag
    /// Other raw HTML, or a whole image.
    case opaque
    /// A soft or hard break.
    case lineBreak
    case end
  }
  /// The range in the source, without the backticks of code.
  let source: Range<Int>
  private let tokenIndex: Int32
  private let characterIndex: Int32
  private let delimiters: Int32
  let kind: Kind
  /// Whether a code span's opening backticks are directly before it, as for the `a` of `` `ab` ``.
  let isAfterFence: Bool
  /// Whether a code span's closing backticks are directly after it, as for the `b` of `` `ab` ``.
  fileprivate(set) var isBeforeFence = false
  /// Whether it is a visible character that is not part of a delimiter run: `a` and `\*`, not `*`.
  let isText: Bool

  fileprivate init(
    _ kind: Kind, _ source: Range<Int>, token: Int, character: Int, delimiters: Int,
    isAfterFence: Bool, isText: Bool
  ) {
    self.kind = kind
    self.source = source
    tokenIndex = Int32(truncatingIfNeeded: token)
    characterIndex = Int32(truncatingIfNeeded: character)
    self.delimiters = Int32(truncatingIfNeeded: delimiters)
    self.isAfterFence = isAfterFence
    self.isText = isText
  }

  var token: Int { Int(tokenIndex) }
  /// The index among the leaf's characters, or nil if it is not a character.
  var character: Int? { isCharacter ? charactersBefore : nil }
  var charactersBefore: Int { Int(characterIndex) }
  /// The number of the leaf's characters up to and including it.
  var charactersUpTo: Int { isCharacter ? charactersBefore + 1 : charactersBefore }
  /// Whether it is a visible character: `a`, not `<br>`.
  var isCharacter: Bool { if case .character = kind { true } else { false } }
  /// Whether delimiters are directly before it, as before the `a` in `*a*`.
  var hasGap: Bool { delimiters > 0 }
  fileprivate var gapTokens: Range<Int> {
    let end = isAfterFence ? token - 1 : token
    return (end - Int(delimiters))..<end
  }
}

extension LeafText {
  func gap(before atom: Atom, in source: [UInt8]) -> Gap {
    var gap = Gap()
    for index in atom.gapTokens {
      let (isOpening, isStrong) =
        switch tokens[index].kind {
        case .openStrong: (true, true)
        case .closeStrong: (false, true)
        case .openEmphasis: (true, false)
        default: (false, false)
        }
      gap.append(
        Delimiter(
          isOpening: isOpening, isStrong: isStrong,
          character: source[tokens[index].source.lowerBound], width: tokens[index].source.count))
    }
    return gap
  }

  /// The source of the delimiters before an atom. Without delimiters, the empty range at its start.
  func gapSource(before atom: Atom) -> Range<Int> {
    let start = start(of: atom)
    return (atom.hasGap ? tokens[atom.gapTokens.lowerBound].source.lowerBound : start)..<start
  }

  /// The opening backticks of the code span that begins with an atom, or nil.
  func openFence(of atom: Atom) -> Range<Int>? {
    atom.isAfterFence ? tokens[atom.token - 1].source : nil
  }

  /// The closing backticks of the code span that ends with an atom, or nil.
  func closeFence(of atom: Atom) -> Range<Int>? {
    atom.isBeforeFence ? tokens[atom.token + 1].source : nil
  }

  /// The start of an atom, including opening backticks.
  func start(of atom: Atom) -> Int { openFence(of: atom)?.lowerBound ?? atom.source.lowerBound }

  /// The end of an atom, including closing backticks.
  func end(of atom: Atom) -> Int { closeFence(of: atom)?.upperBound ?? atom.source.upperBound }

  /// Returns the leaf's atoms in source order, the last one `.end`. O(tokens).
  func atoms() -> [Atom] {
    let end = tokens.last?.source.upperBound ?? leaf.content.upperBound
    return Array(unsafeUninitializedCapacity: tokens.count + 1) { atoms, count in
      var reader = AtomReader(atoms: atoms, alphabet: Alphabet(view))
      tokens.withUnsafeBufferPointer { reader.read($0) }
      reader.add(.end, end..<end, at: tokens.count)
      count = reader.count
    }
  }
}

private struct AtomReader {
  /// The memory for the atoms, of which `count` are initialized.
  let atoms: UnsafeMutableBufferPointer<Atom>
  private(set) var count = 0
  /// The number of delimiters directly before the next atom.
  private var delimiters = 0
  /// Whether opening backticks are directly before the next atom, as before the `a` of `` `a` ``.
  private var hasFence = false
  private var character = 0
  private let alphabet: Alphabet

  init(atoms: UnsafeMutableBufferPointer<Atom>, alphabet: Alphabet) {
    (self.atoms, self.alphabet) = (atoms, alphabet)
  }

  mutating func read(_ tokens: UnsafeBufferPointer<InlineToken>) {
    var index = 0
    while index < tokens.count {
      let source = tokens[index].source
      switch tokens[index].kind {
      case .openStrong, .closeStrong, .openEmphasis, .closeEmphasis: delimiters += 1
      case .openCode: hasFence = true
      case .closeCode: if count > 0 { atoms[count - 1].isBeforeFence = true }
      case .character(let scalar, let spelling), .codeCharacter(let scalar, let spelling):
        let isText = spelling != .plain || !alphabet.contains(scalar)
        add(.character, source, at: index, isText: isText)
        character += 1
        index = readPlain(tokens, from: index + 1)
        continue
      case .openLink(let form): add(.linkOpen(form), source, at: index)
      case .closeLink(let form): add(.linkClose(form), source, at: index)
      case .html:
        let partner = tokens[index].partner
        add(partner < 0 ? .opaque : partner > index ? .startTag : .endTag, source, at: index)
      case .softBreak, .hardBreak: add(.lineBreak, source, at: index)
      case .openImage:
        let close = tokens[tokens[index].partner].source
        add(.opaque, source.lowerBound..<close.upperBound, at: index)
        index = tokens[index].partner
      case .openMark: add(.startTag, source, at: index)
      case .closeMark: add(.endTag, source, at: index)
      // A command sees islands as characters.
      case .closeImage, .island: break
      }
      index += 1
    }
  }

  /// Reads consecutive plain characters, which are most of a leaf. Returns the next token's index.
  private mutating func readPlain(
    _ tokens: UnsafeBufferPointer<InlineToken>, from start: Int
  ) -> Int {
    let (atoms, delimiters) = (atoms, alphabet.pair)
    var (index, count, character) = (start, count, character)
    while index < tokens.count, case .character(let scalar, .plain) = tokens[index].kind {
      atoms.initializeElement(
        at: count,
        to: Atom(
          .character, tokens[index].source, token: index, character: character, delimiters: 0,
          isAfterFence: false, isText: scalar != delimiters.first && scalar != delimiters.second))
      index &+= 1
      count &+= 1
      character &+= 1
    }
    (self.count, self.character) = (count, character)
    return index
  }

  mutating func add(
    _ kind: Atom.Kind, _ source: Range<Int>, at token: Int, isText: Bool = false
  ) {
    atoms.initializeElement(
      at: count,
      to: Atom(
        kind, source, token: token, character: character, delimiters: delimiters,
        isAfterFence: hasFence, isText: isText))
    count += 1
    delimiters = 0
    hasFence = false
  }
}
