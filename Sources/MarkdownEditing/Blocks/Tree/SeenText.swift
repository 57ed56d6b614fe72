import MarkdownSyntax

/// The visible units of a leaf in order, each with its place in the source.
struct SeenText {
  private(set) var units: [SeenUnit] = []
  private(set) var places: [Range<Int>] = []
  let tokens: [InlineToken]
  private let reading: BlockReading
  private let leaf: LeafBlock

  /// The elements that are open at a token.
  private struct Open {
    var marks: [UInt32] = []
    /// The targets of links, with the number of units before each.
    var links: [(target: [UInt8], start: Int)] = []
  }

  /// Reads the units of a leaf from an offset on.
  ///
  /// - Complexity: O(*n*) in the number of tokens.
  init(
    _ tokens: [InlineToken], of leaf: LeafBlock, in reading: BlockReading, from start: Int = 0
  ) {
    (self.tokens, self.reading) = (tokens, reading)
    self.leaf = leaf
    units.reserveCapacity(tokens.count)
    places.reserveCapacity(tokens.count)
    var open = Open()
    for index in tokens.indices where tokens[index].source.lowerBound >= start {
      let place = tokens[index].source
      switch tokens[index].kind {
      case .character(let scalar, _), .codeCharacter(let scalar, _):
        add(.character(scalar), place, open)
      case .softBreak: add(.lineBreak(isHard: false), place, open)
      case .hardBreak: add(.lineBreak(isHard: true), place, open)
      case .island: addCharacters(place, open)
      case .html: add(.object(shown(place)), place, open)
      default: readMarkup(index, &open)
      }
    }
  }

  private mutating func add(_ thing: SeenUnit.Thing, _ place: Range<Int>, _ open: Open) {
    let unit = SeenUnit(thing: thing)
    units.append(unit.with(open.marks.last ?? 0, open.links.last?.target ?? []))
    places.append(place)
  }

  private mutating func addCharacters(_ place: Range<Int>, _ open: Open) {
    for part in leaf.parts(of: place, in: reading.source) {
      if let last = places.last, part.lowerBound > place.lowerBound {
        add(.lineBreak(isHard: false), last.upperBound..<part.lowerBound, open)
      }
      for (scalar, place) in reading.source.scalars(in: part) {
        add(.character(scalar), place, open)
      }
    }
  }

  /// Reads a delimiter, a bracket or a tag.
  private mutating func readMarkup(_ index: Int, _ open: inout Open) {
    let token = tokens[index]
    let link = open.links.last
    switch token.kind {
    case .openLink(.bare): open.links.append((link?.target ?? target(of: token), units.count))
    case .openLink, .openImage:
      let target = target(of: token)
      if token.kind.isImage, token.partner >= 0 {
        add(.image(target), token.source.joined(with: tokens[token.partner].source), open)
      }
      open.links.append((target, units.count))
    case .closeLink, .closeImage:
      guard let link = open.links.popLast(), token.kind.isLink,
        !units[link.start...].contains(where: { $0.isSolid })
      else { return }
      add(.object(link.target), token.source, open)
    default:
      guard let bit = token.kind.markBit else { return }
      if token.kind.isOpening {
        open.marks.append(bit | (open.marks.last ?? 0))
      } else {
        _ = open.marks.popLast()
      }
    }
  }

  /// The source of a link's target: its end, or the definition of its label.
  func target(of token: InlineToken) -> [UInt8] {
    guard token.partner >= 0 else { return [] }
    let close = tokens[token.partner].source
    var label = token.source.upperBound..<close.lowerBound
    switch token.kind {
    case .openLink(.autolink), .openLink(.emailAutolink): return [.lessThan]
    case .openLink(.bare): return []
    case .openLink(.inline), .openImage(.inline): return shown(close)
    // `][label]`
    case .openLink(.full), .openImage(.full): label = close.dropFirst(2).dropLast()
    default: break
    }
    return reading.definition(of: leaf.label(in: label, of: reading.source)) ?? []
  }

  private func shown(_ range: Range<Int>) -> [UInt8] { leaf.shown(range, in: reading.source) }

  /// The number of units before an offset.
  func count(before place: Int) -> Int {
    places.partitionPoint { $0.lowerBound > place || $0.lowerBound == place && !$0.isEmpty }
  }
}

extension [UInt8] {
  /// The characters of a range, each with its place.
  func scalars(in range: Range<Int>) -> [(Unicode.Scalar, Range<Int>)] {
    var place = range.lowerBound
    return String(decoding: self[range], as: UTF8.self).unicodeScalars.map { scalar in
      let start = place
      place += Escaping.utf8(scalar).count
      return (scalar, start..<place)
    }
  }
}

extension InlineToken.Kind {
  /// The bit of ``SeenUnit/marks`` for the token's mark, or nil.
  var markBit: UInt32? {
    switch self {
    case .openStrong, .closeStrong: 1
    case .openEmphasis, .closeEmphasis: 1 << 30
    case .openCode, .closeCode: 1 << 31
    case .openMark(let syntax), .closeMark(let syntax): syntax.rawValue
    default: nil
    }
  }
}
