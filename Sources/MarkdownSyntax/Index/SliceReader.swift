import CommonMark

/// Divides a text into slices, from the start of one.
struct SliceReader {
  /// The start of the first slice.
  struct Opening {
    /// The UTF-8 offset in the document.
    var offset: Int
    /// Whether it continues the root's child before it, as `- b` after the slice `- a`.
    var isInner = false
    /// The number of the line that opens the containers, code or HTML around it again.
    var prefix: PrefixTable.Number = 0
  }

  private(set) var slices: [Slice] = []
  /// The definitions of the slices that have any.
  private(set) var definitions: [(index: Int, definitions: [LinkDefinition])] = []
  /// The old slice at which reading ended, and whether it continues the root's child before it.
  private(set) var end: (place: SliceTree.Place, isInner: Bool)?

  private let sizes: MarkdownDocument.Sizes
  private(set) var opening: Opening
  /// The way in which the root's child at the start of the slice closes.
  private var closing = Slice.Closing.atBlankLine

  init(_ opening: Opening, _ sizes: MarkdownDocument.Sizes) {
    self.opening = opening
    self.sizes = sizes
  }

  /// Reads a text that begins with the opening line of the first slice.
  ///
  /// - Parameters:
  ///   - prefixCount: The length of the opening line.
  ///   - isEnd: Returns the slice of the document before the edit that begins at an offset, if any;
  ///     reading ends there if the slice has the same opening line.
  /// - Throws: `ParsingRefusal` if the text is too long, or its lines are in too many containers.
  /// - Complexity: O(*n*).
  mutating func read(
    _ text: Bytes, prefixCount: Int, _ prefixes: inout PrefixTable,
    isEnd: (_ offset: Int) -> SliceTree.Place?
  ) throws(ParsingRefusal) {
    guard text.count <= ParsingLimits.greatestByteCount else {
      throw .tooLarge(byteCount: text.count, limit: ParsingLimits.greatestByteCount)
    }
    let shift = opening.offset - prefixCount
    var parser = BlockParser(text, isDocumentStart: shift == 0)
    var lines = LineIterator(text)
    var number = 0
    while let line = lines.next() {
      parser.read(line)
      number += 1
      if parser.steps > ParsingLimits.standard.steps + 16 * text.count {
        throw .tooManyContainers(line: number, count: parser.open.count - 1)
      }
      let offset = line.lowerBound + shift
      let length = offset - opening.offset
      let place = isEnd(offset)
      // Most lines of code and HTML begin no slice.
      let mayBegin =
        parser.firstOpened != nil || place != nil || length == 0 || length >= sizes.least(in: .code)
      guard length >= 0, mayBegin, let restart = parser.restart() else { continue }
      if length > 0 {
        let prefix = prefixes.number(of: restart.opening)
        if let place, place.slice.prefix == prefix {
          end = (place, !restart.isRootChild)
          return append(to: offset, &parser, goesOn: restart.followsDefinitions)
        }
        guard restart.isRootChild || length >= sizes.least(in: restart.kind) else { continue }
        append(to: offset, &parser, goesOn: restart.followsDefinitions)
        opening = Opening(offset: offset, isInner: !restart.isRootChild, prefix: prefix)
      }
      closing = restart.closing
      if restart.isRootChild { parser.forgetClosed() }
    }
    _ = parser.closeDocument()
    append(to: text.count + shift, &parser)
  }

  /// Ends a slice before the line that was read last.
  ///
  /// - Parameter goesOn: Whether the line continues the definitions of the slice.
  private mutating func append(to end: Int, _ parser: inout BlockParser, goesOn: Bool = false) {
    guard end > opening.offset else { return }
    let found = parser.takeFoundDefinitions()
    if !found.isEmpty { definitions.append((slices.count, found)) }
    slices.append(
      Slice(
        length: end - opening.offset, isInner: opening.isInner,
        closing: goesOn ? .inNext : found.isEmpty ? closing : max(closing, .atBlankLine),
        prefix: opening.prefix))
  }
}
