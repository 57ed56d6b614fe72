/// Writes a line: blanks are columns until something stands behind them.
///
/// Where the line of the source has blanks from the same column to the same column, they are written as they
/// stand there; elsewhere as tabs and spaces if the lines around have tabs, and as spaces if they have none.
struct LineWriter {
  private let source: [UInt8]
  /// The line of the source that the new one is made from; empty where there is none.
  private let model: Range<Int>
  private let usesTabs: Bool
  private(set) var line: BlockSpelling.SpelledLine
  /// The column that is reached, without the blanks that are not written yet.
  private(set) var column = 0
  /// How many columns of blanks are not written yet.
  private var gap = 0
  /// Whether the last thing written is a `>`.
  private var isBehindQuote = false

  /// Begins a line.
  ///
  /// - Parameters:
  ///   - line: what is known of it already.
  ///   - usesTabs: whether indentation is written with tabs.
  init(_ line: BlockSpelling.SpelledLine, from model: Int, of tree: BlockTree, usesTabs: Bool) {
    self.line = line
    source = tree.source
    self.model = model >= 0 ? tree.lines[model] : 0..<0
    self.usesTabs = usesTabs
  }

  /// Where in the line the next byte is written, if no more blanks come before it.
  var offset: Int { line.bytes.count }

  /// The column that is reached with the blanks that are due.
  var columnBehindBlanks: Int { column + gap }

  /// Adds blanks before a text or a marker.
  ///
  /// - Parameters:
  ///   - columns: how many, where nothing better is known.
  ///   - place: the column in which it stood, where it may stay there: not before its container's content, and not so far
  ///     behind that it would be code.
  ///   - isText: whether it may stand at a tab stop instead.
  ///   - isFree: whether it may stand any number of columns behind: a line of a paragraph but the first.
  mutating func indent(
    by columns: Int, from place: Int? = nil, isText: Bool = false, isFree: Bool = false
  ) {
    let start = columnBehindBlanks
    if let place, place >= start, isFree || place < start + 4 {
      gap = place - column
    } else if isText, usesTabs, offset == 0 {
      gap = (start + 3) / 4 * 4
    } else {
      gap += columns
    }
  }

  /// Writes the `>` of a quote.
  ///
  /// - Parameter hasBlank: whether a blank belongs to it, as in `> a`, not `>a`.
  mutating func writeQuote(hasBlank: Bool) {
    write([0x3E])
    if hasBlank { gap += 1 }
    isBehindQuote = true
  }

  /// Writes bytes behind the blanks.
  mutating func write(_ bytes: some Collection<UInt8>) {
    writeBlanks()
    isBehindQuote = false
    line.bytes += bytes
    column = bytes.endColumn(from: column)
  }

  /// Writes what stands in the source.
  mutating func write(_ range: Range<Int>) {
    writeBlanks()
    line.segments.append((range, offset))
    write(source[range])
  }

  /// Writes the blanks that are due.
  mutating func writeBlanks() {
    if gap == 0 { return }
    let end = column + gap
    let same = blanksOfModel(to: end)
    if column == 0, !model.isEmpty, source[model.lowerBound].isSpaceOrTab {
      line.segments.append((same ?? model.prefix(1), 0))
    }
    if let same {
      line.bytes += source[same]
      column = end
    } else if usesTabs, column == 0 || (isBehindQuote && end % 4 == 0) {
      if isBehindQuote {
        line.bytes.append(0x20)
        column += 1
      }
      while column + 4 - column % 4 <= end {
        line.bytes.append(0x09)
        column += 4 - column % 4
      }
    }
    line.bytes += [UInt8](repeating: 0x20, count: end - column)
    (column, gap, isBehindQuote) = (end, 0, false)
  }

  /// Has bytes of the source mean the next ones that are written.
  mutating func mapStart(of range: Range<Int>) { line.segments.append((range, offset)) }

  /// Says that the caret of an empty block is here.
  mutating func placeCaret() {
    writeBlanks()
    line.caret = offset
  }

  /// Says which line of the source below this one went.
  mutating func setFormer(_ line: Int) { self.line.former = line }

  /// The blanks of the source's line from the column that is reached to another.
  private func blanksOfModel(to end: Int) -> Range<Int>? {
    var index = model.lowerBound
    var reached = 0
    while index < model.upperBound, reached < column {
      reached += source[index] == 0x09 ? 4 - reached % 4 : 1
      index += 1
    }
    let start = index
    guard reached == column else { return nil }
    while index < model.upperBound, reached < end, source[index].isSpaceOrTab {
      reached += source[index] == 0x09 ? 4 - reached % 4 : 1
      index += 1
    }
    return reached == end ? start..<index : nil
  }
}

extension BlockTree {
  /// Whether there is a tab among the blanks and markers of quotes that a line begins with: `⇥- a`, not
  /// `-⇥a`.
  func isIndentedWithTabs(_ line: Int) -> Bool {
    source[lines[line]].prefix { $0.isSpaceOrTab || $0 == 0x3E }.contains(0x09)
  }

  /// The column of a UTF-8 offset on its line. For example, `a` is in column 4 of `⇥a`.
  func column(of offset: Int) -> Int {
    source[lines[line(at: offset)].lowerBound..<offset].endColumn()
  }
}
