import MarkdownSyntax
import TextEditing

/// The ways to write an empty pair, plainest first: only delimiters; with neighbours escaped; with
/// nearby runs in the other character; with literals escaped.
struct PairWays {
  private let pairs: [EmptyPair]
  private let neighbours: (left: [EmptyPair.Neighbour], right: [EmptyPair.Neighbour])
  private let swaps: [[EmptyPair.Neighbour]]
  private let literals: [[EmptyPair.Neighbour]]

  init(
    _ command: MarkCommand, at offset: Int, place: CaretPlace, base: Probe, of source: [UInt8]
  ) {
    pairs = command.mark.pairs(in: base.source[base.text.leaf.content])
      .map { EmptyPair($0, at: offset) }
    let active = command.mark == .code ? ["`", "`*_"] : ["*_"]
    guard case .leaf(let text, _) = place else {
      // Text typed beside the text of a leaf belongs to the leaf: "```a``⏎‸", "‸ a⏎``".
      (neighbours, swaps) = (([], []), [])
      literals = active.map { base.text.literals(of: Array($0.utf8)).map(base.withoutWord) }
      return
    }
    neighbours = text.neighbours(
      of: offset, allowsReferences: command.options.allowsReferences)
    /// Whether new spellings do not contain the caret, as one of the first delimiter in `*‸*a**`
    /// would.
    func areBeside(_ others: [EmptyPair.Neighbour]) -> Bool {
      others.allSatisfy { $0.source.upperBound <= offset || offset <= $0.source.lowerBound }
    }
    swaps = text.swaps(around: offset, in: source).filter(areBeside)
    literals = active.map { text.literals(of: Array($0.utf8)) }
  }

  func plain(where isGood: (EmptyPair) -> Bool) -> EmptyPair? { pairs.first(where: isGood) }

  func respelled(where isGood: (EmptyPair) -> Bool) -> EmptyPair? {
    var beside: [EmptyPair] = []
    for pair in pairs {
      let others = pair.beside(neighbours)
      if let way = others.first(where: isGood) { return way }
      beside += [pair] + others
    }
    for swap in swaps {
      if let way = first(of: beside, also: swap, where: isGood) { return way }
    }
    let swapped = swaps.flatMap { swap in beside.map { $0.beside(also: swap) } }
    for escapes in literals where !escapes.isEmpty {
      if let way = first(of: beside + swapped, also: escapes, where: isGood) { return way }
    }
    return nil
  }

  private func first(
    of pairs: [EmptyPair], also others: [EmptyPair.Neighbour], where isGood: (EmptyPair) -> Bool
  ) -> EmptyPair? {
    for pair in pairs {
      let way = pair.beside(also: others)
      if isGood(way) { return way }
    }
    return nil
  }
}

extension LeafText {
  /// Returns other spellings of the characters on both sides of an offset, in order of preference.
  fileprivate func neighbours(
    of offset: Int, allowsReferences: Bool
  ) -> (left: [EmptyPair.Neighbour], right: [EmptyPair.Neighbour]) {
    let stretch = bareStretch(around: offset)
    func spellings(_ token: InlineToken?) -> [EmptyPair.Neighbour] {
      guard let token, case .character(let scalar, .plain) = token.kind else { return [] }
      var result: [EmptyPair.Neighbour] = []
      if Escaping.isASCIIPunctuation(scalar) {
        let bytes = Escaping.respelled(scalar)
        result.append(EmptyPair.Neighbour(source: token.source, bytes: bytes, isReference: false))
      }
      if allowsReferences {
        let bytes = Escaping.reference(scalar)
        result.append(EmptyPair.Neighbour(source: token.source, bytes: bytes, isReference: true))
      }
      return result
    }
    return (
      spellings(tokens.last { $0.source.upperBound == stretch.lowerBound }),
      spellings(tokens.first { $0.source.lowerBound == stretch.upperBound })
    )
  }

  /// Returns respellings of emphasis with the other character: of each delimiter beside an offset,
  /// with its partner, then of all `*`, all `_`, and both. Distant delimiters may pair with an
  /// empty pair, as the last stars in `****<a>_<_.a*3*` do.
  fileprivate func swaps(around offset: Int, in source: [UInt8]) -> [[EmptyPair.Neighbour]] {
    let stretch = bareStretch(around: offset)
    func swapped(_ index: Int) -> EmptyPair.Neighbour {
      let range = tokens[index].source
      let isStar = source[range.lowerBound] == .asterisk
      let other = isStar ? UInt8.underscore : .asterisk
      return EmptyPair.Neighbour(
        source: range, bytes: Array(repeating: other, count: range.count), isReference: false)
    }
    let delimiters = tokens.indices.filter { tokens[$0].kind.mark.map { $0 != .code } ?? false }
    var seen: Set<Int> = []
    var result: [[EmptyPair.Neighbour]] = []
    for index in delimiters {
      let token = tokens[index]
      guard stretch.contains(token.source.lowerBound), stretch.contains(token.source.upperBound),
        seen.insert(min(index, token.partner)).inserted
      else { continue }
      result.append([min(index, token.partner), max(index, token.partner)].map(swapped))
    }
    // A giant paragraph has thousands of delimiters, and comparing them would take minutes.
    guard delimiters.count <= 32 else { return result }
    let stars = delimiters.filter { source[tokens[$0].source.lowerBound] == .asterisk }
    for some in [stars, delimiters.filter { !stars.contains($0) }, delimiters]
    where !some.isEmpty {
      result.append(some.map(swapped))
    }
    return result
  }

  /// Returns escapes of all plainly spelled characters of the leaf that are among `bytes`.
  fileprivate func literals(of bytes: [UInt8]) -> [EmptyPair.Neighbour] {
    tokens.compactMap { token in
      guard case .character(let scalar, .plain) = token.kind, scalar.isASCII,
        bytes.contains(UInt8(truncatingIfNeeded: scalar.value))
      else { return nil }
      return EmptyPair.Neighbour(
        source: token.source, bytes: [.backslash] + Escaping.utf8(scalar),
        isReference: false)
    }
  }
}

extension Probe {
  /// Returns a spelling found in the text with the word, at its range in the text without it.
  fileprivate func withoutWord(_ neighbour: EmptyPair.Neighbour) -> EmptyPair.Neighbour {
    guard offset < neighbour.source.lowerBound else { return neighbour }
    var result = neighbour
    result.source = neighbour.source.shifted(by: -Self.bytes.count)
    return result
  }
}
