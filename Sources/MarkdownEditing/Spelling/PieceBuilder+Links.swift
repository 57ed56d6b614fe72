import MarkdownSyntax

extension PieceBuilder {
  /// The piece of a break, raw HTML or an image.
  func opaquePiece(_ atom: Atom) -> Piece {
    var piece = piece(before: atom, source: atom.source)
    let scalars = String(decoding: source[atom.source], as: UTF8.self).unicodeScalars
    piece.first = scalars.first ?? "\n"
    if case .lineBreak = atom.kind {
      piece[.isWhiteSpace] = true
    } else {
      piece.last = scalars.last ?? "\n"
    }
    return piece
  }

  private func fullForm(from open: Int, to close: Int) -> [Chunk] {
    let source = text.tokens[close].source
    let label = text.label(from: open, to: close, in: self.source)
    return [
      Chunk(
        source: source, bytes: Array("][".utf8) + label + [.rightBracket],
        plain: Array(self.source[source]))
    ]
  }

  func linkPiece(_ position: Int) -> Piece {
    let atom = atoms[position]
    var piece = piece(before: atom, source: atom.source)
    switch atom.kind {
    case .linkOpen:
      piece.kind = .linkOpen
      piece.first = "["
      piece.last = "["
      piece.common = commonMarks(position)
      if convertedLinks.contains(position) {
        piece.chunks = [Chunk(source: atom.source, bytes: [.leftBracket])]
      }
    case .linkClose(let form):
      piece.kind = .linkClose
      piece.first = "]"
      piece.last = ")"
      close(&piece, position, form)
    default: break
    }
    return piece
  }

  /// The piece of an HTML element's tag, which marks cannot cross either.
  func tagPiece(_ position: Int) -> Piece {
    let atom = atoms[position]
    var piece = piece(before: atom, source: atom.source)
    if nested.contains(atom.token) {
      piece.chunks = [
        Chunk(
          source: atom.source, bytes: [], plain: Array(source[atom.source]),
          leavesCodeOrAutolink: true)
      ]
      return piece
    }
    piece[.isElement] = true
    setEnds(&piece)
    piece[.isTag] = text.tokens[atom.token].kind != .html
    piece.delimiter = source[atom.source.lowerBound]
    if case .startTag = atom.kind {
      piece.kind = .linkOpen
      piece.common = commonMarks(position)
    } else {
      piece.kind = .linkClose
    }
    return piece
  }

  private func close(_ piece: inout Piece, _ position: Int, _ form: InlineToken.LinkForm) {
    let partner = text.tokens[atoms[position].token].partner
    guard let open = self.atom(ofToken: partner) else { return }
    switch form {
    case .autolink, .emailAutolink, .bare:
      let bytes = text.tokens.linkEnd(from: partner, in: source)
      piece.chunks = [Chunk(source: piece.source, bytes: bytes)]
    case .shortcut, .collapsed:
      // A changed text would be another label, so the old label is written out.
      piece.alternative = fullForm(from: atoms[open].token, to: atoms[position].token)
      piece.alternativeCost = atoms[position].source.lowerBound - atoms[open].source.upperBound
      piece[.isShortcut] = form == .shortcut
      piece.last = "]"
    case .full: piece.last = "]"
    case .inline: break
    }
  }

  /// Sets the ends of a piece to those of its bytes.
  private func setEnds(_ piece: inout Piece) {
    let scalars = String(decoding: source[piece.source], as: UTF8.self).unicodeScalars
    (piece.first, piece.last) = (scalars.first ?? "\n", scalars.last ?? "\n")
  }

  /// The marks that every character of a link should have, so that they may be outside the link.
  private func commonMarks(_ open: Int) -> MarkSet {
    var common = MarkSet.delimited
    for atom in open...linkEnd(open) where isMarkable(atom) {
      common.formIntersection(wanted(atom) ?? [])
    }
    return common
  }

  /// The piece of an autolink whose characters should all have the same marks.
  func keptAutolinkPiece(_ range: Range<Int>) -> Piece {
    let open = atoms[range.lowerBound]
    var piece = piece(
      before: open,
      source: open.source.lowerBound..<text.end(of: atoms[range.upperBound - 1]))
    piece.wanted = commonMarks(range.lowerBound)
    setEnds(&piece)
    if case .linkOpen(.bare) = open.kind, offersReferences {
      let address = source[piece.source]
      piece[.isBareLink] = !address.contains(.atSign) || address.contains(.slash)
      let end = text.tokens[text.tokens[open.token].partner].source
      let escapes = text.tokens.escapes(inLink: open.token, in: source).map {
        Chunk(
          source: $0, bytes: [.backslash] + source[$0], plain: Array(source[$0]),
          leavesCodeOrAutolink: true)
      }
      piece.alternative =
        [Chunk(source: open.source, bytes: [.leftBracket], plain: [])] + escapes
        + [Chunk(source: end, bytes: text.tokens.linkEnd(from: open.token, in: source), plain: [])]
      // Brackets are punctuation, as the ends of a reference are.
      piece[.alternativeIsReference] = true
      piece.alternativeCost = Cost.reference
    }
    return piece
  }

  /// Finds the autolinks that cannot stay: marks begin or end inside them, or they become code.
  mutating func findConvertedLinks() {
    convertedLinks = []
    convertedAtoms = []
    guard text.hasLink else { return }
    for open in atoms.indices {
      guard case .linkOpen(let form) = atoms[open].kind, form.isAutolink else { continue }
      let wantedMarks = Set((open...linkEnd(open)).filter { isMarkable($0) }.compactMap(wanted))
      if wantedMarks.count > 1 || wantedMarks.contains(where: { $0.contains(.code) }) {
        convertedLinks.insert(open)
        convertedAtoms.formUnion(open + 1..<max(open + 1, linkEnd(open)))
      }
    }
  }

  /// Whether the atom is in an autolink that becomes a link: `<http://a.b>` if `b` becomes strong.
  func isInConvertedAutolink(_ atom: Int) -> Bool {
    !convertedAtoms.isEmpty && convertedAtoms.contains(atom)
  }
}

extension [InlineToken] {
  /// The delimiters of a dialect's mark inside the same mark.
  var nested: Set<Int> {
    var open: [SyntaxExtensions] = []
    var result: Set<Int> = []
    for index in indices {
      if case .openMark(let syntax) = self[index].kind {
        if open.contains(syntax) { result.formUnion([index, self[index].partner]) }
        open.append(syntax)
      } else if case .closeMark = self[index].kind {
        open.removeLast()
      }
    }
    return result
  }
}

extension LeafText {
  /// The text of a link as a label, in which line endings and line prefixes become spaces.
  func label(from open: Int, to close: Int, in source: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for token in tokens[(open + 1)..<close] {
      switch token.kind {
      case .softBreak, .codeCharacter(_, .lineEnding): bytes.append(.space)
      case .hardBreak:
        let isBackslash = source[token.source.lowerBound] == .backslash
        bytes += isBackslash ? Array("\\ ".utf8) : [.space]
      default: bytes += source[token.source]
      }
    }
    return bytes
  }
}
