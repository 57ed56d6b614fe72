import TextEditing

extension MarkdownDocument {
  /// The stretch of the document that has to be read in a dialect to know what `range` means.
  ///
  /// What an extension makes of a paragraph depends on all of it. Front matter is read with all that
  /// CommonMark makes one block with it, and an indented block with the footnote that may hold it.
  ///
  /// - Parameter wholeItems: whether the items at the end are needed to their ends.
  /// - Returns: the stretch, and what it has to know of the document.
  /// - Complexity: that of the region, and O(*m*) in the length of front matter.
  @inline(never)  // Three callers have it whole otherwise: 7 kB of the C library.
  package func region(
    covering range: Range<Int>, wholeItems: Bool, in dialect: Dialect
  ) -> (region: DocumentRegion, context: ProjectionContext) {
    var region = region(covering: range, wholeItems: wholeItems)
    if let front = frontMatterEnd(in: dialect), region.range.lowerBound < front,
      region.range.lowerBound > 0 || region.range.upperBound < front
    {
      region = self.region(
        covering: 0..<max(front, range.upperBound), wholeItems: wholeItems)
    }
    while mayContinueFootnote(at: region.range.lowerBound, in: dialect) {
      let before = region.range.lowerBound
      region = self.region(
        covering: before - 1..<max(before, range.upperBound), wholeItems: wholeItems)
      if region.range.lowerBound >= before { break }
    }
    separateFootnotes(&region, in: dialect)
    return (region, context(of: region, in: dialect))
  }

  /// Puts a block between the definitions that stand before a region and its indented first line, which is code:
  /// behind `[^1]: a`, which defines a label in CommonMark, it would be a paragraph of the footnote.
  private func separateFootnotes(_ region: inout DocumentRegion, in dialect: Dialect) {
    let start = region.range.lowerBound
    guard dialect.extensions.contains(.footnotes), start <= 3, isIndented(at: start),
      region.bytes[..<region.prefixCount].contains(.circumflex)
    else { return }
    let block = Array("<!-- -->\n\n".utf8)
    region.bytes.insert(contentsOf: block, at: region.prefixCount)
    region.prefixCount += block.count
  }

  /// Whether the line at an offset, where a block ends, may be of a footnote that is defined before it: true of
  /// `    b` behind `[^1]: a` and a blank line.
  package func mayContinueFootnote(at offset: Int, in dialect: Dialect) -> Bool {
    dialect.extensions.contains(.footnotes) && offset > 0 && isIndented(at: offset)
      && !beginsInBlock(at: offset)
  }

  /// The rows of a long table that `range` touches, in place of all of it; nil of other text.
  ///
  /// - Complexity: O(*m*) in the length of the table before the end of the range.
  package func tableRegion(
    covering range: Range<Int>, in dialect: Dialect
  ) -> (region: DocumentRegion, context: ProjectionContext)? {
    guard dialect.extensions.contains(.tables), let rows = tableRows(around: range),
      rows.range.lowerBound >= frontMatterEnd(in: dialect) ?? 0
    else { return nil }
    return (rows, context(of: rows, in: dialect))
  }

  /// What a stretch has to know of the document.
  package func context(of region: DocumentRegion, in dialect: Dialect) -> ProjectionContext {
    let isAtStart = region.range.lowerBound == 0 || region.bytes.byteOrderMarkCount > 0
    var context = ProjectionContext(documentStart: isAtStart ? region.prefixCount : nil)
    if dialect.extensions.contains(.footnotes), region.bytes.mayReferToFootnotes,
      region.range.count < buffer.utf8Count
    {
      context.footnotes = footnotes.labels
    }
    return context
  }

  /// Whether the slice at an offset begins inside code or HTML at the root, which no footnote holds.
  /// True of the second line of code behind a fence, if it begins a slice: `let a = 1`.
  private func beginsInBlock(at offset: Int) -> Bool {
    slices.place(containing: offset).map { prefixes.opensBlock($0.slice.prefix) } ?? false
  }

  /// Whether the line at an offset is indented as an indented code block is, by four columns:
  /// `    a`, not `   a`.
  private func isIndented(at offset: Int) -> Bool {
    var columns = 0
    for byte in buffer.bytes(in: offset..<min(offset + 4, buffer.utf8Count)) {
      if byte == .tab { return true }
      if byte != .space { return false }
      columns += 1
    }
    return columns == 4
  }

  /// Where the front matter ends; nil where there is none.
  ///
  /// - Complexity: O(*m*) in the length of the metadata.
  func frontMatterEnd(in dialect: Dialect) -> Int? {
    let count = buffer.utf8Count
    let start = buffer.bytes(in: 0..<min(count, 4))
    guard let first = start.dropFirst(start.byteOrderMarkCount).first,
      first == .hyphen || first == .plusSign
    else { return nil }
    var length = min(count, 4096)
    while true {
      let text = buffer.bytes(in: 0..<length)
      let mark = text.byteOrderMarkCount
      let beginning = text.withUnsafeBufferPointer {
        FrontMatter.beginning(of: $0, from: mark, dialect.extensions)
      }
      switch beginning {
      case .none: return nil
      case .lines(let range) where range.upperBound < length || length == count:
        return range.upperBound
      // What ends where the text does may go on.
      case .lines, .unfinished: if length == count { return nil }
      }
      length = min(count, 4 * length)
    }
  }
}

extension [UInt8] {
  /// Whether `[^` stands anywhere.
  fileprivate var mayReferToFootnotes: Bool {
    withUnsafeBufferPointer { bytes in
      var offset = bytes.firstOffset(of: .circumflex, from: 0)
      while offset < bytes.count, offset == 0 || bytes[offset - 1] != .leftBracket {
        offset = bytes.firstOffset(of: .circumflex, from: offset + 1)
      }
      return offset < bytes.count
    }
  }
}
