import MarkdownSyntax

/// What stands between the delimiters of a leaf: one visible character or one opaque thing.
///
/// There is one for nearly every byte of a leaf, so an atom is small and has no references; what
/// stands around it is looked up among the leaf's tokens.
struct Atom {
  enum Kind {
    case character
    case linkOpen(InlineToken.LinkForm)
    case linkClose(InlineToken.LinkForm)
    /// The start tag or the end tag of an HTML element that holds a character.
    case startTag
    case endTag
    /// Other raw HTML or a whole image.
    case opaque
    /// A soft or hard break.
    case lineBreak
    /// The end of the leaf.
    case end
  }
  /// Its source, without fences.
  let source: Range<Int>
  private let tokenIndex: Int32
  private let characterIndex: Int32
  private let delimiters: Int32
  let kind: Kind
  /// Whether the opening fence of a code span is right before it: the `a` of `` `ab` ``.
  let isBehindFence: Bool
  /// Whether the closing fence of a code span is right behind it: the `b` of `` `ab` ``.
  fileprivate(set) var isBeforeFence = false
  /// Whether it is a visible character, and none that delimiter runs are made of: `a` and `\*`, not `*`.
  let isText: Bool

  fileprivate init(
    _ kind: Kind, _ source: Range<Int>, token: Int, character: Int, delimiters: Int,
    isBehindFence: Bool, isText: Bool
  ) {
    self.kind = kind
    self.source = source
    tokenIndex = Int32(truncatingIfNeeded: token)
    characterIndex = Int32(truncatingIfNeeded: character)
    self.delimiters = Int32(truncatingIfNeeded: delimiters)
    self.isBehindFence = isBehindFence
    self.isText = isText
  }

  /// The index of the token, to find a link's partner.
  var token: Int { Int(tokenIndex) }
  /// For a visible character its index in the leaf's characters.
  var character: Int? { isCharacter ? charactersBefore : nil }
  /// How many of the leaf's characters stand before it.
  var charactersBefore: Int { Int(characterIndex) }
  /// The same with itself.
  var charactersUpTo: Int { isCharacter ? charactersBefore + 1 : charactersBefore }
  /// Whether it is a visible character. True of `a`, not of `<br>`.
  var isCharacter: Bool { if case .character = kind { true } else { false } }
  /// Whether delimiters stand before it. True of the `a` in `*a*`.
  var hasGap: Bool { delimiters > 0 }
  /// The tokens of the delimiters before it.
  fileprivate var gapTokens: Range<Int> {
    let end = isBehindFence ? token - 1 : token
    return (end - Int(delimiters))..<end
  }
}

extension LeafText {
  /// The delimiters before an atom.
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
          character: source[tokens[index].source.lowerBound]))
    }
    return gap
  }

  /// The source of the delimiters before an atom, empty at its start where there is none.
  func gapSource(before atom: Atom) -> Range<Int> {
    let start = start(of: atom)
    return (atom.hasGap ? tokens[atom.gapTokens.lowerBound].source.lowerBound : start)..<start
  }

  /// The fence of a code span that begins with an atom.
  func openFence(of atom: Atom) -> Range<Int>? {
    atom.isBehindFence ? tokens[atom.token - 1].source : nil
  }

  /// The fence of a code span that ends with an atom.
  func closeFence(of atom: Atom) -> Range<Int>? {
    atom.isBeforeFence ? tokens[atom.token + 1].source : nil
  }

  /// The first offset of an atom with its opening fence.
  func start(of atom: Atom) -> Int { openFence(of: atom)?.lowerBound ?? atom.source.lowerBound }

  /// The end of an atom with its closing fence.
  func end(of atom: Atom) -> Int { closeFence(of: atom)?.upperBound ?? atom.source.upperBound }

  /// The leaf's atoms in source order, the last one `.end`; O(tokens).
  func atoms() -> [Atom] {
    let end = tokens.last?.source.upperBound ?? leaf.content.upperBound
    return Array(unsafeUninitializedCapacity: tokens.count + 1) { atoms, count in
      var reader = AtomReader(atoms: atoms)
      tokens.withUnsafeBufferPointer { reader.read($0) }
      reader.add(.end, end..<end, at: tokens.count)
      count = reader.count
    }
  }
}

/// Reads atoms off a leaf's tokens: not more than there are tokens.
private struct AtomReader {
  /// Room for the atoms, and how many there are.
  let atoms: UnsafeMutableBufferPointer<Atom>
  private(set) var count = 0
  /// How many delimiters stand before the next atom, and whether a fence does.
  private var delimiters = 0
  /// Whether an opening fence stands before the next atom: before the `a` of `` `a` ``.
  private var hasFence = false
  private var character = 0

  init(atoms: UnsafeMutableBufferPointer<Atom>) { self.atoms = atoms }

  mutating func read(_ tokens: UnsafeBufferPointer<InlineToken>) {
    var index = 0
    while index < tokens.count {
      let source = tokens[index].source
      switch tokens[index].kind {
      case .openStrong, .closeStrong, .openEmphasis, .closeEmphasis: delimiters += 1
      case .openCode: hasFence = true
      case .closeCode: if count > 0 { atoms[count - 1].isBeforeFence = true }
      case .character(let scalar, let spelling), .codeCharacter(let scalar, let spelling):
        let isText = spelling != .plain || (scalar != "*" && scalar != "_")
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
      // Those are in no projection.
      case .closeImage, .openMark, .closeMark, .island: break
      }
      index += 1
    }
  }

  /// Reads the plain characters from a token on, most of a leaf: nothing stands between them. Returns
  /// the token behind them.
  private mutating func readPlain(
    _ tokens: UnsafeBufferPointer<InlineToken>, from start: Int
  ) -> Int {
    let atoms = atoms
    var (index, count, character) = (start, count, character)
    while index < tokens.count, case .character(let scalar, .plain) = tokens[index].kind {
      atoms.initializeElement(
        at: count,
        to: Atom(
          .character, tokens[index].source, token: index, character: character, delimiters: 0,
          isBehindFence: false, isText: scalar != "*" && scalar != "_"))
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
        isBehindFence: hasFence, isText: isText))
    count += 1
    delimiters = 0
    hasFence = false
  }
}
