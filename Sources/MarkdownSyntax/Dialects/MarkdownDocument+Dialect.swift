import TextEditing

extension MarkdownDocument {
  /// The part of the document that must be read in a dialect to know what `range` means.
  ///
  /// An extension may depend on a whole paragraph. Front matter is read with all lines that are one
  /// block with it in CommonMark. An indented block is read with the footnote that may contain it.
  ///
  /// - Parameter wholeItems: Whether to include the items at the end whole.
  /// - Returns: The region and its context.
  /// - Complexity: That of the region, and O(*m*) in the length of front matter.
  @inline(never)  // In three callers it would add 7 kB to the C library.
  package func region(
    covering range: Range<Int>, wholeItems: Bool, in dialect: Dialect
  ) -> (region: DocumentRegion, context: ReadingContext) {
    var region = region(covering: range, wholeItems: wholeItems, dialect.extensions)
    while mayContinueFootnote(at: region.range.lowerBound, in: dialect) {
      let before = region.range.lowerBound
      region = self.region(
        covering: before - 1..<max(before, range.upperBound), wholeItems: wholeItems,
        dialect.extensions)
      if region.range.lowerBound >= before { break }
    }
    if let front = frontMatterEnd(in: dialect), region.range.lowerBound < front,
      region.range.lowerBound > 0 || region.range.upperBound < front
    {
      region = self.region(
        covering: 0..<max(front, range.upperBound), wholeItems: wholeItems, dialect.extensions)
    }
    return (region, context(of: region, in: dialect))
  }

  /// Whether the line after a block may be part of a footnote: `    b` after a block in `[^1]: a`.
  package func mayContinueFootnote(at offset: Int, in dialect: Dialect) -> Bool {
    dialect.extensions.contains(.footnotes) && offset > 0 && isIndented(at: offset)
      && !beginsInBlock(at: offset)
  }

  /// The rows of a long table that `range` touches, instead of the whole table; nil for other text.
  ///
  /// - Complexity: O(*m*) in the length of the table before the end of the range.
  package func tableRegion(
    covering range: Range<Int>, in dialect: Dialect
  ) -> (region: DocumentRegion, context: ReadingContext)? {
    guard dialect.extensions.contains(.tables),
      let rows = tableRows(around: range, dialect.extensions),
      rows.range.lowerBound >= frontMatterEnd(in: dialect) ?? 0
    else { return nil }
    return (rows, context(of: rows, in: dialect))
  }

  /// The facts about the rest of the document that reading a region needs.
  package func context(of region: DocumentRegion, in dialect: Dialect) -> ReadingContext {
    let isAtStart = region.range.lowerBound == 0 || region.bytes.byteOrderMarkCount > 0
    var context = ReadingContext(documentStart: isAtStart ? region.prefixCount : nil)
    if dialect.extensions.contains(.footnotes), region.bytes.mayReferToFootnotes,
      region.range.count < buffer.utf8Count
    {
      context.footnotes = footnotes.labels
    }
    return context
  }

  /// Whether a slice begins inside code or HTML at the root, which is not in a footnote: in fenced
  /// code with `let a = 1`.
  private func beginsInBlock(at offset: Int) -> Bool {
    slices.place(containing: offset).map { prefixes.opensBlock($0.slice.prefix) } ?? false
  }

  /// Whether the line at an offset is indented by four columns, like code: `    a`, not `   a`.
  private func isIndented(at offset: Int) -> Bool {
    var columns = 0
    for byte in buffer.bytes(in: offset..<min(offset + 4, buffer.utf8Count)) {
      if byte == .tab { return true }
      if byte != .space { return false }
      columns += 1
    }
    return columns == 4
  }

  /// The end of the front matter, or nil if there is none. O(*m*) in the length of the metadata.
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
      // Metadata that ends with this part of the text may continue.
      case .lines, .unfinished: if length == count { return nil }
      }
      length = min(count, 4 * length)
    }
  }
}

extension [UInt8] {
  /// Whether `[^` occurs anywhere.
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
