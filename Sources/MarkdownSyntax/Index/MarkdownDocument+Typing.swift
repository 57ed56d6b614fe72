import CommonMark
import TextEditing

/// How far a word that is typed at an offset may change what the document means.
extension MarkdownDocument {
  /// Whether a text that comes in at an offset may change how far the lines of an item have to be
  /// indented: it stands between a list marker and the content behind it.
  ///
  /// - Complexity: O(log *n* + *m*) in the length of the markers on the line.
  package func movesContent(at offset: Int) -> Bool {
    if offset < buffer.utf8Count {
      let next = buffer.byte(atUTF8: offset)
      guard next.isBlank || next == 0x0A || next == 0x0D else { return false }
    }
    var hasMarker = false
    var index = offset
    while index > 0 {
      index -= 1
      switch buffer.byte(atUTF8: index) {
      case 0x0A, 0x0D: return hasMarker
      case 0x2A, 0x2B, 0x2D: hasMarker = true
      // Behind a number.
      case 0x2E, 0x29:
        if index > 0, (0x30...0x39).contains(buffer.byte(atUTF8: index - 1)) { hasMarker = true }
      case 0x09, 0x20, 0x3E, 0x30...0x39: continue
      default: return false
      }
    }
    return hasMarker
  }

  /// Where a paragraph would end at last that a word typed at an offset may begin or go on with: at
  /// the next line that is blank or ends any paragraph, as `- a` does. Nil where the word surely comes into a text and leaves its lines alone.
  ///
  /// On a blank line, in a marker or in a thematic break a word makes a paragraph, and that takes
  /// what follows into it which cannot interrupt one (CommonMark 0.30 §4.8, §5.2).
  ///
  /// - Complexity: O(log *n* + *m*) in the length of the slice and of the lines to the blank one.
  package func paragraphEnd(typingAt offset: Int) -> Int? {
    guard let place = slices.place(containing: offset) else { return nil }
    let start = lineStart(before: offset, in: place)
    guard !staysInside(place, lineFrom: start), !isIndentedParagraph(place, lineFrom: start),
      mayBecomeText(from: start, at: offset)
    else { return nil }
    var end = lineEnd(from: offset, limit: buffer.utf8Count)
    if interruptsParagraphs(htmlFrom: end) { return end }
    while end < buffer.utf8Count, !isBlank(from: end), !endsParagraphs(from: end) {
      end = lineEnd(from: end, limit: buffer.utf8Count)
    }
    return end
  }

  /// Whether libcmark begins a block of HTML on a line behind any text. True of `<div>`, false of `<b>`.
  private func interruptsParagraphs(htmlFrom start: Int) -> Bool {
    var line = buffer.bytes(in: start..<min(start + 64, buffer.utf8Count))
    guard line.prefix(4).first(where: { $0 != 0x20 }) == 0x3C else { return false }
    if let end = line.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      line.removeSubrange(end...)
    }
    let text = Array("a\n".utf8) + line
    let found = text.withUnsafeBufferPointer {
      try? RestartPoint.find(in: $0, blocksFrom: .max, limits: Self.limits)
    }
    return found?.points.contains { $0.kind == .htmlBlock } ?? false
  }

  /// Whether a slice begins behind a blank line, with a paragraph of the root whose first line, from `start` on,
  /// is indented: that is one wherever in the indentation a word is typed. True of `  a`, false of `    a` and
  /// `  - a`.
  private func isIndentedParagraph(_ place: SliceTree.Place, lineFrom start: Int) -> Bool {
    guard start == place.start, !goesOn(place), !place.slice.isInner, place.slice.prefix == 0,
      followsBlankLine(start)
    else { return false }
    let line = buffer.bytes(in: start..<min(start + 4, buffer.utf8Count))
    guard let text = line.firstIndex(where: { $0 != 0x20 }), text > 0 else { return false }
    return beginsText(at: start + text)
  }

  /// Where the line of an offset begins.
  private func lineStart(before offset: Int, in place: SliceTree.Place) -> Int {
    var index = place.start
    var start = index
    buffer.forEachChunk(in: place.start..<offset) { chunk in
      for byte in chunk {
        index += 1
        if byte == 0x0A || byte == 0x0D { start = index }
      }
      return true
    }
    return start
  }

  /// Whether a line of a slice is inside code or HTML that goes on in the next slice, and not its first: a word
  /// in it leaves it there, and what follows where it is. True of `*` in a long fence.
  private func staysInside(_ place: SliceTree.Place, lineFrom start: Int) -> Bool {
    guard let next = slices.place(at: place.index + 1) else { return false }
    return goesOn(next) && (start > place.start || goesOn(place))
  }

  /// Whether a slice begins inside code or HTML: the second line of a long fence.
  private func goesOn(_ place: SliceTree.Place) -> Bool {
    prefixes.opensBlock(place.slice.prefix)
  }

  /// Whether a word typed at an offset may make text of a line that was none. The offset stands
  /// before or in what the line begins with, which may be a marker, or a block that a word in it
  /// undoes: `-‸ a`, not `a‸b`.
  private func mayBecomeText(from start: Int, at offset: Int) -> Bool {
    var index = start
    while index < offset {
      switch buffer.byte(atUTF8: index) {
      // Indentation, and what lists, quotes, thematic breaks and underlines are made of.
      case 0x09, 0x20, 0x3E, 0x2A, 0x2B, 0x2D, 0x5F, 0x3D, 0x2E, 0x29, 0x30...0x39: index += 1
      default: return !beginsText(at: index)
      }
    }
    return !beginsText(at: index)
  }

  /// Whether the text at an offset is paragraph text, whatever stood before it on the line: `a`,
  /// not `# a`.
  private func beginsText(at offset: Int) -> Bool {
    guard offset < buffer.utf8Count else { return false }
    let byte = buffer.byte(atUTF8: offset)
    switch byte {
    // A blank line, indentation, underlines, and markers of quotes, items and headings; HTML.
    case 0x09, 0x0A, 0x0D, 0x20, 0x23, 0x29, 0x2B, 0x2D, 0x2E, 0x3C, 0x3D, 0x3E: return false
    case 0x2A, 0x5F, 0x60, 0x7E, 0x30...0x39:
      var end = offset + 1
      while end < buffer.utf8Count, isAlike(buffer.byte(atUTF8: end), byte) { end += 1 }
      // A code fence.
      if byte == 0x60 || byte == 0x7E { return end < offset + 3 }
      // The marker of an item, or a thematic break.
      let next = end < buffer.utf8Count ? buffer.byte(atUTF8: end) : 0x0A
      return ![0x09, 0x0A, 0x0D, 0x20, 0x29, 0x2E].contains(next)
    default: return true
    }
  }

  /// Whether a line ends every paragraph before it: a heading, or the first line of an item with text
  /// in it that is indented by three blanks at most (CommonMark 0.30 §4.2, §5.2). True of `- a`, not of
  /// `> a`.
  private func endsParagraphs(from start: Int) -> Bool {
    let line = buffer.bytes(in: start..<min(start + 16, buffer.utf8Count))
    guard let first = line.prefix(4).firstIndex(where: { $0 != 0x20 }) else { return false }
    var end = first + 1
    switch line[first] {
    case 0x2A, 0x2B, 0x2D: break
    case 0x23:
      while end < line.count, line[end] == 0x23 { end += 1 }
      if end - first > 6 { return false }
    default: return false
    }
    guard end < line.count, line[end] == 0x20 else { return false }
    let text = line[end...].first { $0 != 0x20 }
    return text.map { $0 > 0x20 } ?? false
  }

  /// Whether two bytes are the same, or both digits. `"1"` and `"2"` are alike, `"*"` and `"_"` are
  /// not.
  private func isAlike(_ byte: UInt8, _ other: UInt8) -> Bool {
    byte == other || ((0x30...0x39).contains(byte) && (0x30...0x39).contains(other))
  }

  /// Whether a line holds nothing but white space and markers of quotes. `> >` does, `> a` does
  /// not.
  private func isBlank(from start: Int) -> Bool {
    var index = start
    while index < buffer.utf8Count {
      switch buffer.byte(atUTF8: index) {
      case 0x0A, 0x0D: return true
      case 0x09, 0x20, 0x3E: index += 1
      default: return false
      }
    }
    return true
  }
}
