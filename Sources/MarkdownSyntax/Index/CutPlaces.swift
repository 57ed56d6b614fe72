import CommonMark

extension UnsafeBufferPointer<UInt8> {
  /// Whether a paragraph that begins at `start` may be cut at `offset`, where it was cut before.
  ///
  /// - Parameter known: a stretch of the text in one line, from its start: that of an offset before, on
  ///   the way to this one. It becomes that of this offset.
  /// - Complexity: O(*n*) in the distance to the stretch, or to the start of the line.
  func mayBeCut(
    at offset: Int, inParagraphFrom start: Int, isNested: Bool, inLine known: inout Range<Int>
  ) -> Bool {
    guard offset > start, offset < count, isCutLetter(at: offset) else { return false }
    var line = offset
    while line > start, line != known.upperBound, self[line - 1] != 0x0A, self[line - 1] != 0x0D {
      line -= 1
    }
    if line > start, line == known.upperBound { line = known.lowerBound }
    known = line..<offset
    if line > start {
      while line < offset, self[line].isBlank || (isNested && self[line] == 0x3E) { line += 1 }
    }
    if line == offset { return mayBeginPiece(at: offset) }
    return startOfText(inLineAt: line, to: offset) != nil && partsWords(at: offset)
  }

  /// From where on nothing of a line of a paragraph can make it other than text, if its text begins at an
  /// offset; nil where what follows decides. 0 in `a`, 3 in `**a` and `42 a`, nil in `* a` and `42. a`.
  ///
  /// - Parameter end: how far may be looked.
  /// - Complexity: O(*n*) in the length of the run of digits, or of the same character.
  func startOfText(inLineAt offset: Int, to end: Int) -> Int? {
    guard offset < end else { return nil }
    let first = self[offset]
    if first.beginsNoBlock { return offset }
    var next = offset + 1
    let isNumber = (0x30...0x39).contains(first)
    while next < end, isNumber ? (0x30...0x39).contains(self[next]) : self[next] == first {
      next += 1
    }
    guard next < end else { return nil }
    let isText =
      switch first {
      case 0x30...0x39: self[next] != 0x2E && self[next] != 0x29
      // Neither a marker nor a break nor an underline has a letter in it: `-a`, `#a`, `==a`.
      case 0x23, 0x2A, 0x2B, 0x2D, 0x3D, 0x5F: self[next] > 0x20 && self[next] != 0x7F
      // A fence is longer.
      case 0x60, 0x7E: next < offset + 3
      default: false
      }
    return isText ? next + 1 : nil
  }

  /// Where the paragraph ends that a stretch is a part of: at the first blank line.
  ///
  /// - Complexity: O(*n*) in its length.
  func endOfParagraph(in range: Range<Int>, isNested: Bool) -> Int {
    var line = range.lowerBound
    // How many blanks stand there, and whether there is nothing else but markers of quotes.
    var (blanks, isBlank) = (0, false)
    for index in range {
      switch self[index] {
      case 0x0A where index > range.lowerBound && self[index - 1] == 0x0D: line = index + 1
      case 0x0A, 0x0D:
        if isBlank { return line }
        (line, blanks, isBlank) = (index + 1, 0, true)
      case 0x20: blanks += 1
      case 0x09: blanks += 4
      // Behind four blanks it may be text.
      case 0x3E where isNested && blanks < 4: blanks = 0
      default: isBlank = false
      }
    }
    return range.upperBound
  }

  /// Whether what begins at an offset may stand at the edge of a piece: an ASCII letter, or a scalar of
  /// another script that is neither white space, punctuation nor a symbol. True of `é`, not of `“`.
  func isCutLetter(at offset: Int) -> Bool {
    switch self[offset] {
    case 0xC3...0xC9, 0xCE...0xD1, 0xE4...0xE9: return true
    // Arabic, Hebrew and all of Asia: `ه`, `ন`, `の`, `한`.
    case 0xD2...0xDF, 0xE0, 0xE1, 0xE3, 0xEA...0xED:
      let scalar = scalar(at: offset).scalar
      return !isUnicodeWhitespace(scalar) && !isUnicodePunctuation(scalar)
        && !isPunctuationSince031(scalar)
    default: return self[offset].isASCIILetter
    }
  }

  /// Whether the text of a line may begin a piece: not behind a tab, of which a part may be the indentation of an
  /// item and the rest blanks of a code span. True of `\n\u{20}a`, false of `\n\ta`.
  func mayBeginPiece(at offset: Int) -> Bool { offset == 0 || self[offset - 1] != 0x09 }

  /// Whether a word ends before an offset and another begins there, whatever stands around them: it
  /// stands behind a blank, or `語` behind `語`.
  func partsWords(at offset: Int) -> Bool {
    if self[offset - 1] == 0x20 { return true }
    return offset > 2 && self[offset].beginsIdeograph && self[offset - 3].beginsIdeograph
      && self[offset - 1] & 0xC0 == 0x80
  }
}
