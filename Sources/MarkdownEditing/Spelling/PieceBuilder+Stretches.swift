import CommonMark
import MarkdownSyntax

extension PieceBuilder {
  /// The end of the piece that begins at the atom `start`.
  func stretchEnd(from start: Int) -> Int {
    switch atoms[start].kind {
    case .linkOpen(let form) where form.isAutolink && !convertedLinks.contains(start):
      return linkEnd(start) + 1
    case .character: break
    default: return start + 1
    }
    var end = start + 1
    if isCode(start) { return codeEnd(from: start) }
    // If references are offered, the characters at the ends of a stretch are pieces of their own.
    if offersReferences, start == 0 || !merges(start - 1, start) { return end }
    if plainText[start], wanted(start)?.isEmpty ?? false { end = unmarkedEnd(from: start) }
    while end < atoms.count, merges(end - 1, end) { end += 1 }
    return offersReferences && end > start + 1 ? end - 1 : end
  }

  /// The end of the plain, unmarked text from the atom `start` on, which is most of a leaf.
  private func unmarkedEnd(from start: Int) -> Int {
    atoms.withUnsafeBufferPointer { atoms in
      plainText.withUnsafeBufferPointer { plainText in
        targets.marks.withUnsafeBufferPointer { marks in
          var end = start + 1
          while end < atoms.count, plainText[end], !atoms[end].hasGap,
            marks[atoms[end].charactersBefore].isEmpty
          { end &+= 1 }
          return end
        }
      }
    }
  }

  /// The end of the code span that begins at the atom `start`.
  private func codeEnd(from start: Int) -> Int {
    var end = start + 1
    var line = start
    var runs: RunLengths?
    while end < atoms.count {
      if sharesSpan(end - 1, end) {
        end += 1
        continue
      }
      guard canBeSpanned(end), !mustPause(end) else { return end }
      if isFirstOnLine(start) {
        let known = runs ?? backtickRuns(from: line)
        // Three backticks begin a code block, unless others follow on their line.
        line = end + 1
        let both = known.union(backtickRuns(from: line))
        let isFree = (1..<3).contains { !both.contains($0) }
        if !isFree, backtickRuns(from: start).isEmpty { return end }
        runs = both
      }
      end += 2
    }
    return end
  }

  /// The lengths of the backtick runs in code from an atom to the end of its line.
  private func backtickRuns(from start: Int) -> RunLengths {
    RunLengths(
      in: atoms[start...].indices.lazy.prefix { self.isCode($0) }.map { atom in
        self.character(atom).map { self.text.characters[$0].scalar } == "`" ? .backtick : .space
      })
  }

  /// The atom that closes the link opened by the atom `open`.
  func linkEnd(_ open: Int) -> Int {
    let partner = text.tokens[atoms[open].token].partner
    return atom(ofToken: partner) ?? open
  }

  /// The atom of a token, or nil. O(log atoms).
  func atom(ofToken token: Int) -> Int? {
    let index = atoms.partitionPoint { $0.token >= token }
    return index < atoms.count && atoms[index].token == token ? index : nil
  }

  /// Whether two neighbouring atoms of code should be in one code span. Spans that the command does
  /// not change stay separate.
  private func sharesSpan(_ left: Int, _ right: Int) -> Bool {
    guard let one = character(left), let other = character(right), isCode(right),
      targets.marks[one] == targets.marks[other]
    else { return false }
    let span = text.characters[one].codeSpan
    if span >= 0 && span == text.characters[other].codeSpan { return true }
    if !atoms[right].hasGap { return true }
    let changes = changesMarks(left) || changesMarks(right)
    // White space has no marks to lose, so delimiters of other marks may stay around it.
    let joins = changes && (mark == .code || !(isBlankSpan(one) || isBlankSpan(other)))
    return joins || ((changes || joinsCode) && gap(right).allSatisfy { $0.mark == mark })
  }

  /// Whether an atom is a soft break that code can contain: that of `a⏎b` if all becomes code.
  func canBeSpanned(_ atom: Int) -> Bool {
    guard mark == .code, case .lineBreak = atoms[atom].kind, atom > 0, atom + 1 < atoms.count,
      text.isBlankInCode(text.tokens[atoms[atom].token]), isCode(atom - 1), isCode(atom + 1),
      let one = character(atom - 1), let other = character(atom + 1),
      targets.marks[one] == targets.marks[other]
    else { return false }
    // If not all is selected, spans on different lines stay separate, and so do unselected blanks.
    if targets.isInside(one) && targets.isInside(other) { return true }
    return (changesMarks(atom - 1) || changesMarks(atom + 1)) && !isBlankSpan(one)
      && !isBlankSpan(other)
  }

  /// Whether the soft break is next to a line ending in a code span, or before a blank in one.
  /// Without the fence between them, `` a⏎`⏎b` `` would have a blank line, and the blank of
  /// `` a⏎` b` `` would be lost unless the line is lazy.
  private func meetsBlankInCode(_ atom: Int) -> Bool {
    if isLineEnding(inCode: atom - 1) || isLineEnding(inCode: atom + 1) { return true }
    guard let next = character(atom + 1), text.characters[next].codeSpan >= 0 else { return false }
    return isBlank(text.characters[next].scalar)
  }

  /// Whether code ends before a soft break in this attempt, as in `a⏎\* b`, where `* b` would begin
  /// a list. After a spelling is proved, libcmark decides instead.
  func mustPause(_ atom: Int) -> Bool {
    pausesAtBreaks || meetsBlankInCode(atom)
      || (pausesBeforeBlocks && beginsBlock(inCode: atom + 1))
  }

  /// Whether the line from an atom on would begin another block as code, without escapes: `\* b`.
  private func beginsBlock(inCode first: Int) -> Bool {
    let line = first..<(atoms[first...].indices.first { !isCode($0) } ?? atoms.count)
    var scalars = line.compactMap { character($0).map { text.characters[$0].scalar } }
    let goesOn = isLineBreak(line.upperBound) && isCode(line.upperBound + 1)
    // A backtick at the end needs padding before the fence.
    scalars.append(goesOn ? "\n" : scalars.last == "`" ? " " : "`")
    guard let hazard = LineStart.hazard(scalars, isFirst: false) else { return false }
    return line.prefix(hazard.count).contains { !isPlain($0) } && interrupts(scalars)
  }

  /// Whether a line would begin another block in a paragraph: `* b`, but not `2. b` or `<br/>`.
  func interrupts(_ line: [Unicode.Scalar]) -> Bool {
    let source = Array("a\n".utf8) + line.flatMap { Escaping.utf8($0) }
    guard let tree = try? MarkdownTree(parsing: source) else { return true }
    return tree.nodes.contains { $0.kind.isBlock && $0.kind != .document && $0.kind != .paragraph }
  }

  /// Whether an atom is spelled as itself after no delimiter: `a`, not `\*` or the `a` of `*a*`.
  private func isPlain(_ atom: Int) -> Bool {
    guard let index = character(atom), !atoms[atom].hasGap else { return false }
    return !atoms[atom].isAfterFence && isPlainlySpelled(index)
  }

  /// Whether a character is in a code span that contains only white space, such as `` `  ` ``.
  private func isBlankSpan(_ index: Int) -> Bool {
    let open = text.characters[index].codeSpan
    guard open >= 0 else { return false }
    return text.tokens[open...text.tokens[open].partner].allSatisfy { token in
      if case .codeCharacter(let scalar, _) = token.kind { isWhiteSpace(scalar) } else { true }
    }
  }

  /// Whether a code span's character changes its marks. White space counts only for the mark code.
  private func changesMarks(_ atom: Int) -> Bool {
    guard let index = character(atom), mark == .code || text.characters[index].isMarkable else {
      return false
    }
    return text.characters[index].marks != targets.marks[index]
  }

  /// Whether two neighbouring atoms are plain text that nothing can part: in `ab`, not in `a*b*`.
  private func merges(_ left: Int, _ right: Int) -> Bool {
    guard plainText[left], plainText[right], !atoms[right].hasGap,
      let one = character(left), let other = character(right)
    else { return false }
    guard targets.marks[one] == targets.marks[other] else { return false }
    if targets.marks[one].isEmpty || isMarkable(left) == isMarkable(right) { return true }
    // White space that is not between words may have to lose the mark.
    return isMarkable(left) ? isBetweenWords(right, step: 1) : isBetweenWords(left, step: -1)
  }

  /// Whether plain text with the same marks follows white space, or precedes it if `step` is -1.
  private func isBetweenWords(_ atom: Int, step: Int) -> Bool {
    var next = atom
    while plainText[next], !isMarkable(next) {
      next += step
      guard atoms.indices.contains(next), !atoms[step > 0 ? next : next + 1].hasGap else {
        return false
      }
    }
    guard plainText[next], let one = character(atom), let other = character(next) else {
      return false
    }
    return targets.marks[one] == targets.marks[other]
  }

  func findPlainText() -> ContiguousArray<Bool> {
    var result = ContiguousArray<Bool>(unsafeUninitializedCapacity: atoms.count) { result, count in
      atoms.withUnsafeBufferPointer { atoms in
        targets.marks.withUnsafeBufferPointer { wanted in
          text.characters.withUnsafeBufferPointer { characters in
            for place in atoms.indices {
              let index = atoms[place].charactersBefore
              result.initializeElement(
                at: place,
                to: atoms[place].isText && !wanted[index].contains(.code)
                  && !characters[index].marks.contains(.code))
            }
          }
        }
      }
      count = atoms.count
    }
    for atoms in [respelled, convertedAtoms] {
      for atom in atoms where result.indices.contains(atom) { result[atom] = false }
    }
    return result
  }

  /// A plain piece after the gap before an atom.
  func piece(before atom: Atom, source: Range<Int>) -> Piece {
    Piece(
      kind: .plain, gap: atom.hasGap ? text.gap(before: atom, in: self.source) : Gap(),
      source: source, first: "\n",
      last: "\n")
  }

  func endPiece(_ atom: Atom) -> Piece {
    var piece = piece(before: atom, source: atom.source)
    piece.kind = .end
    piece[.isWhiteSpace] = true
    return piece
  }

  func stretchPiece(_ range: Range<Int>) -> Piece {
    let first = atoms[range.lowerBound]
    let end = text.end(of: atoms[range.upperBound - 1])
    var piece = piece(before: first, source: text.start(of: first)..<end)
    let isBlank = range.allSatisfy { !isMarkable($0) }
    piece.wanted = isBlank ? nil : wanted(range.lowerBound)?.intersection(.delimited)
    piece.first = spelledFirst(range.lowerBound)
    piece.last = spelledLast(range.upperBound - 1)
    piece[.isWhiteSpace] = isWhiteSpace(piece.first)
    piece[.endsInBackslash] = isPlainBackslash(range.upperBound - 1)
    piece[.beginsWithEscape] = isEscapeOfNoDelimiter(range.lowerBound)
    return piece
  }

  /// Whether the atom is a visible character that is not white space: `a`, not `" "`.
  func isMarkable(_ atom: Int) -> Bool {
    character(atom).map { text.characters[$0].isMarkable } ?? false
  }

  /// Whether an atom is a backslash that is text and spelled as itself, like that of `a\b`.
  func isPlainBackslash(_ atom: Int) -> Bool {
    guard let index = character(atom) else { return false }
    if case .character("\\", .plain) = text.tokens[text.characters[index].token].kind {
      return true
    }
    return false
  }

  /// Whether an atom is an escape of a character that cannot be in a delimiter run: `\]`, not `\*`.
  private func isEscapeOfNoDelimiter(_ atom: Int) -> Bool {
    guard let index = character(atom), isMarkable(atom) else { return false }
    if case .character(let scalar, .escape) = text.tokens[text.characters[index].token].kind {
      return !alphabet.contains(scalar)
    }
    return false
  }

  /// The first scalar of an atom's spelling in the source.
  func spelledFirst(_ atom: Int) -> Unicode.Scalar {
    guard let index = character(atom) else { return "\n" }
    switch text.tokens[text.characters[index].token].kind {
    case .character(_, .escape): return "\\"
    case .character(_, .reference): return "&"
    default: return text.characters[index].scalar
    }
  }

  /// The last scalar of an atom's spelling in the source.
  func spelledLast(_ atom: Int) -> Unicode.Scalar {
    guard let index = character(atom) else { return "\n" }
    let token = text.tokens[text.characters[index].token]
    switch token.kind {
    case .character(_, .reference): return ";"
    case .character(_, .whole):
      return String(decoding: source[token.source], as: UTF8.self).unicodeScalars.last ?? "\n"
    default: return text.characters[index].scalar
    }
  }
}

extension InlineToken.LinkForm {
  /// Whether the text of the link is its address, as in `<http://a.b>`, or without the brackets.
  var isAutolink: Bool { self == .autolink || self == .emailAutolink || self == .bare }
}
