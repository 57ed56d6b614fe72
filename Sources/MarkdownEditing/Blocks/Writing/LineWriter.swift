/// Writes one line. Indentation is counted in columns, and written before the text that follows it.
///
/// Blanks between the same columns of the source line are copied. Others are tabs if the document
/// is indented with tabs, and spaces if not.
struct LineWriter {
  private let source: [UInt8]
  /// The source line from which the new line is made; empty if a command made it.
  private let model: Range<Int>
  private let usesTabs: Bool
  private(set) var line: BlockSpelling.SpelledLine
  /// The current column without pending blanks.
  private(set) var column = 0
  /// The number of columns of pending blanks.
  private var gap = 0
  /// Whether a `>` was written last.
  private var isAfterQuote = false

  init(_ line: BlockSpelling.SpelledLine, from model: Int, of tree: BlockTree, usesTabs: Bool) {
    self.line = line
    source = tree.source
    self.model = model >= 0 ? tree.lines[model] : 0..<0
    self.usesTabs = usesTabs
  }

  /// The offset of the next byte in the line, if no blanks are pending.
  var offset: Int { line.bytes.count }

  /// The current column, including pending blanks.
  var columnAfterBlanks: Int { column + gap }

  /// Adds blanks before text or a marker.
  ///
  /// - Parameters:
  ///   - columns: the number of columns, if neither `place` nor a tab stop applies.
  ///   - place: the column of the text in the source, if it may stay there. It is ignored if it is
  ///     left of the content, or so far right that the text would be code.
  ///   - isText: whether a tab stop may be used instead.
  ///   - isFree: whether any column right of the content is allowed, as in a paragraph after its
  ///     first line.
  mutating func indent(
    by columns: Int, from place: Int? = nil, isText: Bool = false, isFree: Bool = false
  ) {
    let start = columnAfterBlanks
    if let place, place >= start, isFree || place < start + 4 {
      gap = place - column
    } else if isText, usesTabs, offset == 0 {
      gap = (start + 3) / 4 * 4
    } else {
      gap += columns
    }
  }

  /// Writes the `>` of a quote, with a blank, as in `> a`, or without one, as in `>a`.
  mutating func writeQuote(hasBlank: Bool) {
    write([.greaterThan])
    if hasBlank { gap += 1 }
    isAfterQuote = true
  }

  /// Writes pending blanks, then bytes.
  mutating func write(_ bytes: some Collection<UInt8>) {
    writeBlanks()
    isAfterQuote = false
    line.bytes += bytes
    column = bytes.endColumn(from: column)
  }

  /// Writes pending blanks, then a range of the source.
  mutating func write(_ range: Range<Int>) {
    writeBlanks()
    line.segments.append((range, offset))
    write(source[range])
  }

  mutating func writeBlanks() {
    if gap == 0 { return }
    let end = column + gap
    let same = blanksOfModel(to: end)
    if column == 0, !model.isEmpty, source[model.lowerBound].isBlank {
      line.segments.append((same ?? model.prefix(1), 0))
    }
    if let same {
      line.bytes += source[same]
      column = end
    } else if usesTabs, column == 0 || (isAfterQuote && end % 4 == 0) {
      if isAfterQuote {
        line.bytes.append(.space)
        column += 1
      }
      while column + 4 - column % 4 <= end {
        line.bytes.append(.tab)
        column += 4 - column % 4
      }
    }
    line.bytes += [UInt8](repeating: .space, count: end - column)
    (column, gap, isAfterQuote) = (end, 0, false)
  }

  /// Maps a source range to the next bytes that are written.
  mutating func mapStart(of range: Range<Int>) { line.segments.append((range, offset)) }

  /// Records the caret of an empty block.
  mutating func placeCaret() {
    writeBlanks()
    line.caret = offset
  }

  /// Records that the source line below this one was removed.
  mutating func setFormer(_ line: Int) { self.line.former = line }

  /// Returns the blanks of the source line from the current column to `end`, if it has them.
  private func blanksOfModel(to end: Int) -> Range<Int>? {
    var index = model.lowerBound
    var reached = 0
    while index < model.upperBound, reached < column {
      reached += source[index] == .tab ? 4 - reached % 4 : 1
      index += 1
    }
    let start = index
    guard reached == column else { return nil }
    while index < model.upperBound, reached < end, source[index].isBlank {
      reached += source[index] == .tab ? 4 - reached % 4 : 1
      index += 1
    }
    return reached == end ? start..<index : nil
  }
}

extension BlockTree {
  /// Whether the leading blanks and quote markers of a line contain a tab, as in `⇥- a`, not `-⇥a`.
  func isIndentedWithTabs(_ line: Int) -> Bool {
    source[lines[line]].prefix { $0.isBlank || $0 == .greaterThan }.contains(.tab)
  }

  /// Returns the column of a UTF-8 offset on its line. For example, `a` is in column 4 of `⇥a`.
  func column(of offset: Int) -> Int {
    source[lines[line(at: offset)].lowerBound..<offset].endColumn()
  }
}
