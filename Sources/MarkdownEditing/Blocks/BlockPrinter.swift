import MarkdownSyntax
import TextEditing

/// Carries out a command on blocks as edits of the prefixes of lines.
///
/// A command edits rows. The text printed from them is read again, and the first line that is read
/// differently from its row is corrected: by a blank line above it, the left edge, or a backslash.
struct BlockPrinter {
  let options: EditingOptions
  var argument: String?
  var isForPart: Bool
  let context: ReadingContext
  let original: [UInt8]
  var rows: BlockRows
  var selections: [Range<Int>]
  /// Types a word at a caret that has only markers before it, so that the line has text to read.
  let typing: TextEdit?
  var selected: [Int] = []
  /// Where the caret is after the command: a line, and an offset in its content with its head.
  var caret: (line: Int, offset: Int)?
  /// Whether whole paragraphs are moved because their lines cannot be.
  var movesBlocks = false
  /// Whether text is likely to be typed at the caret, so that its blank line is read with a word.
  var isCaretOnText = true
  var copies: [Int: Int] = [:]
  var places: [Int: Int] = [:]
  /// The part of the source, with lines in another order, that is selected afterwards.
  var kept: Range<Int>?
  /// Whether the parts of a list that the command splits keep their numbers.
  var keepsParts = false
  /// Whether what is written is read before it is taken. Keys also take what is not.
  var isProved = true
  private var nextLeaf = -1

  var dialect: Dialect { options.dialect }
  var isCaret: Bool { selections.count == 1 && selections[0].isEmpty && !isForPart }
  var source: [UInt8] { rows.source }

  /// Reads a source for a command.
  ///
  /// An item without text at the caret is read with a word there, since `- a⏎  - ‸` would be a
  /// heading (law 7 of commands).
  ///
  /// - Parameters:
  ///   - isKey: whether a key is pressed, so that the inlines at the caret are needed.
  ///   - part: the range whose inlines are read with the blocks; nil for what a command needs.
  init(
    _ options: EditingOptions, _ argument: String? = nil, isForPart: Bool = false,
    isKey: Bool = false, _ selections: [Range<Int>], in source: [UInt8], _ context: ReadingContext,
    inlinesOf part: Range<Int>? = nil
  ) {
    (self.options, self.argument, self.isForPart) = (options, argument, isForPart)
    (self.selections, self.context) = (selections, context)
    original = source
    let extent = (selections.first?.lowerBound ?? 0)..<(selections.last?.upperBound ?? 0)
    if selections.count == 1, extent.isEmpty, source.followsOnlyMarkers(extent.lowerBound) {
      let typing = TextEdit([.init(extent, with: Self.word)])
      let typed = typing.applying(to: source)
      var read = BlockRows(typed, in: options.dialect, context, inlinesOf: 0..<0)
      let line = read.line(at: extent.lowerBound)
      if read.opensItem(line),
        read[line].body == extent.lowerBound..<extent.lowerBound + Self.word.count,
        read[line].kind == .paragraph, read.lines(ofLeafAt: line).count == 1
      {
        read[line].body = extent
        read[line].clear()
        (rows, self.typing) = (read, typing)
        selected = [line]
        return
      }
    }
    let part = part ?? source.linesToCut(at: extent, isKey: isKey)
    rows = BlockRows(source, in: options.dialect, context, inlinesOf: part)
    typing = nil
    selected = lines(of: selections)
    if isCaret { rows.takeIntoItem(selected[0]) }
  }

  static let word = Array("\u{2C00}".utf8)

  /// The lines of some selections. A selection that ends at the start of a line does not take that
  /// line in, and front matter or the name of a callout only if there is nothing else.
  private func lines(of selections: [Range<Int>]) -> [Int] {
    var result: [Int] = []
    for range in selections {
      let first = rows.line(at: range.lowerBound)
      var last = rows.line(at: range.upperBound)
      if last > first, rows[last].line?.lowerBound == range.upperBound { last -= 1 }
      result += (first...last).filter { $0 > result.last ?? -1 }
    }
    let rest = result.filter { rows[$0].kind != .metadata && !isCalloutName($0) }
    if rest.count == result.count || !rest.contains(where: { !rows[$0].isBlank }) { return result }
    // The blank lines between them and the text are not text.
    return Array(rest.drop { rows[$0].isBlank && !rows.opensItem($0) })
  }

  mutating func freshLeaf() -> Int {
    nextLeaf -= 1
    return nextLeaf
  }

  // MARK: The end

  func outcome(_ effect: Plan.Effect) -> Outcome {
    let first = selections.first ?? 0..<0
    return proved(effect) ?? .refused(.blocksDiffer(first.joined(with: selections.last ?? first)))
  }

  func key(_ effect: Plan.Effect) -> Outcome {
    if let outcome = proved(effect) { return outcome }
    var result = self
    result.closeUp()
    return result.plan(result.rows.printed(), effect)
  }

  /// The outcome of what is written; nil if it is not read as wanted. A text that cannot be passed to
  /// libcmark is refused.
  func proved(_ effect: Plan.Effect) -> Outcome? {
    guard isProved else { return nil }
    var result = self
    result.closeUp()
    do throws(Outcome.Refusal) {
      return try result.mended().map { result.plan($0, effect) }
    } catch {
      return .refused(error)
    }
  }

  private mutating func closeUp() {
    if options.numbering != .leaves {
      rows.closeUp(
        keepsParts: keepsParts, caret: caret?.line, writesOnes: options.numbering == .ones)
    }
  }

  func plan(_ printed: BlockRows.Printed, _ effect: Plan.Effect) -> Outcome {
    let edit = rows.edit(to: printed)
    let whole = typing.map { $0.then(edit) } ?? edit
    if whole.replacements.isEmpty, effect != .moved { return .unchanged(.alreadySo) }
    let selected = kept.map { [$0.lowerBound..<$0.upperBound + whole.utf8Growth] } ?? moved(printed)
    return .plan(Plan(edit: whole, selections: selected, effect: effect))
  }

  private static let mostMends = 400

  /// Prints the rows so that they read as wanted; nil if no spelling does.
  ///
  /// - Throws: `unparsable` if what is printed cannot be passed to libcmark.
  mutating func mended() throws(Outcome.Refusal) -> BlockRows.Printed? {
    let first = source.contains(.tab) ? BlockRows.Tabs.kept : .counted
    var tabs = first
    for _ in 0..<Self.mostMends {
      let typed = typing == nil ? nil : selected.first
      let probed = rows.probed(caret: isCaretOnText ? caret?.line ?? typed : nil)
      let printed = (probed ?? rows).printed(tabs)
      guard let fault = try (probed ?? rows).readFault(in: printed, context) else {
        return probed == nil ? printed : rows.printed(tabs)
      }
      if let next = tabs.next {
        tabs = next
        continue
      }
      guard mend(fault) else { return nil }
      tabs = first
    }
    return nil
  }

  private mutating func mend(_ fault: BlockRows.Fault) -> Bool {
    switch fault {
    case .melts(let line), .falls(let line):
      guard line > 0 else { return false }
      let isTyped = caret?.line == line - 1 && !rows[line - 1].isFree
      if rows[line - 1].isBlank, !rows[line - 1].isOpen, !rows.opensItem(line - 1), !isTyped {
        return moveToEdge(line)
      }
      insert(rows.separator(between: line - 1, and: line), at: line)
      return true
    case .begins(let line):
      guard rows[line].kind == .paragraph else { return false }
      if rows[line].indent.columns > 3 {
        rows[line].indent.columns = 0
        return true
      }
      if rows[line].origin == nil, !rows[line].head.isEmpty { return escapeHead(line) }
      guard rows[line].escape == nil, let place = escapePlace(line) else { return false }
      rows[line].escape = place
      return true
    case .other: return false
    }
  }

  /// Where a backslash keeps a line of text from beginning a block: `1\.`, `\-`.
  private func escapePlace(_ line: Int) -> Int? {
    let body = rows[line].body
    if body.isEmpty || !rows[line].head.isEmpty { return nil }
    let digits = source[body].prefix { $0.isASCIIDigit }
    let place =
      digits.isEmpty || digits.endIndex == body.upperBound ? body.lowerBound : digits.endIndex
    return source[place].isASCIIPunctuation ? place : nil
  }

  private mutating func escapeHead(_ line: Int) -> Bool {
    let place = rows[line].head.prefix { $0.isASCIIDigit }.count
    guard place < rows[line].head.count, rows[line].head[place] != .backslash,
      rows[line].head[place].isASCIIPunctuation
    else { return false }
    rows[line].head.insert(.backslash, at: place)
    if caret?.line == line { caret?.offset += 1 }
    return true
  }

  mutating func insert(_ row: BlockRow, at line: Int) {
    rows.insert(row, at: line)
    if let at = caret, at.line >= line { caret?.line += 1 }
    selected = selected.map { $0 >= line ? $0 + 1 : $0 }
    if !copies.isEmpty {
      copies = Dictionary(
        uniqueKeysWithValues: copies.map { ($0.key, $0.value >= line ? $0.value + 1 : $0.value) })
    }
  }

  /// Moves a block that would be part of an item above it: to the left edge, or, if it is indented
  /// code, along into the item, so that it stays code.
  private mutating func moveToEdge(_ line: Int) -> Bool {
    let row = rows[line]
    let depth = rows.rowAbove(line).map { rows.sharedDepth(line, $0) } ?? 0
    if depth == row.prefixes.count {
      let lines = rows.lines(ofLeafAt: line)
      if rows.isIndentedCode(row) {
        guard let above = rows.rowAbove(line), depth < rows[above].prefixes.count,
          case let item = rows[above].prefixes[depth].container, rows.containers[item].isItem
        else { return false }
        for line in lines {
          let lead = rows[line].isBlank ? Blanks() : Blanks.new(rows.containers[item].width)
          rows[line].prefixes.append(RowPrefix(container: item, lead: lead))
        }
        // Items that it parted may now be in one list.
        closeUp()
        return true
      }
      guard row.indent.columns > 0 else { return false }
      for line in lines where !rows[line].isBlank {
        rows[line].indent.columns = max(0, rows[line].indent.columns - row.indent.columns)
      }
      return true
    }
    let container = row.prefixes[depth].container
    let distance = row.prefixes[depth].lead.columns
    guard distance > 0, !row.prefixes[depth].sign.isEmpty else { return false }
    for line in rows.lines(of: container) {
      guard let place = rows[line].index(of: container), !rows[line].isBlank || rows.opensItem(line)
      else { continue }
      rows[line].prefixes[place].lead.columns = max(
        0, rows[line].prefixes[place].lead.columns - distance)
    }
    if rows.containers[container].isItem { rows.containers[container].width -= distance }
    return true
  }

  // MARK: Selections

  private func moved(_ printed: BlockRows.Printed) -> [Range<Int>] {
    if let caret {
      let place = printed.contents[caret.line] + caret.offset
      return [place..<place]
    }
    let lines = rows.sourceLines
    return selections.map { range in
      let first = lines.line(at: range.lowerBound)
      var start = place(of: range.lowerBound, on: first, in: printed)
      if range.isEmpty { return start..<start }
      if first + 1 < rows.count, rows[first].ending.upperBound <= range.lowerBound,
        rows[first].line.map({ $0.upperBound < range.lowerBound }) ?? false
      {
        // The first selected line is gone, such as a fence.
        start = printed.contents[first + 1]
      }
      let last = lines.line(at: range.upperBound)
      // The line may be gone, such as a fence.
      guard
        rows[last].line?.lowerBound == range.upperBound
          || !rows[last].ending.isEmpty && rows[last].ending.upperBound <= range.upperBound
      else { return start..<max(start, place(of: range.upperBound, on: last, in: printed)) }
      // The end stays at the start of the line after the last selected one.
      let before = lines.line(at: max(range.lowerBound, range.upperBound - 1))
      let own = copies[before] ?? before
      let end = own + 1 < printed.lines.count ? printed.lines[own + 1] : printed.bytes.count
      return start..<max(start, end)
    }
  }

  private func place(of offset: Int, on line: Int, in printed: BlockRows.Printed) -> Int {
    guard let source = rows[line].line else { return min(offset, printed.bytes.count) }
    if let place = places[offset] { return printed.contents[line] + place }
    return rows.place(of: offset, on: copies[line] ?? line, of: source, in: printed)
  }
}

/// What a command on blocks decides before its edit. A bar shows it as the state of the command.
struct BlockChange {
  var lines: [Int] = []
  var containers: [Int] = []
  var effect = Plan.Effect.added
  var isPartly = false
}

extension BlockRows {
  func line(at offset: Int) -> Int {
    var (low, high) = (0, count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if (self[middle].line?.lowerBound ?? 0) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  var sourceLines: SourceLines {
    SourceLines(
      starts: indices.compactMap { index in rows[index].line.map { ($0.lowerBound, index) } }
        .sorted { $0 < $1 })
  }

  struct SourceLines {
    fileprivate let starts: [(start: Int, row: Int)]

    func line(at offset: Int) -> Int {
      let next = starts.partitionPoint { $0.start > offset }
      guard next > 0, case let start = starts[next - 1].start else { return 0 }
      // A line may have been cut into several rows, of which the first begins it.
      return starts[starts[..<next].partitionPoint { $0.start >= start }].row
    }
  }

  func rowAbove(_ line: Int) -> Int? {
    indices[..<line].last { !self[$0].isBlank || opensItem($0) }
  }
}

extension [UInt8] {
  /// The lines of a selection if text stands on a line beside it, so that a command may cut a
  /// paragraph; otherwise an empty range.
  fileprivate func linesToCut(at range: Range<Int>, isKey: Bool) -> Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low > 0, !self[low - 1].isLineEnding { low -= 1 }
    while high < count, !self[high].isLineEnding { high += 1 }
    func isText(_ bytes: some Sequence<UInt8>) -> Bool {
      for byte in bytes where !byte.isBlank { return !byte.isLineEnding }
      return false
    }
    let isAlone =
      !isKey && !self[low..<high].contains { $0.isLineEnding }
      && !isText(self[..<low].reversed().drop { $0.isLineEnding && $0 != .lineFeed }.dropFirst())
      && !isText(self[high...].drop { $0 == .carriageReturn }.dropFirst())
    return isAlone ? 0..<0 : Swift.max(0, low - 1)..<Swift.min(count, high + 1)
  }

  /// Whether what precedes a caret on its line may be only markers, of which one is an item's, as in
  /// `> - ‸`.
  fileprivate func followsOnlyMarkers(_ caret: Int) -> Bool {
    guard caret > 0, self[caret - 1].isBlank, caret == count || self[caret].isLineEnding else {
      return false
    }
    let line = self[..<caret].reversed().prefix { !$0.isLineEnding }
    let signs = Array("-*+.)".utf8)
    let others = Array("> \t[]xX0123456789".utf8)
    return line.contains { signs.contains($0) }
      && line.allSatisfy { signs.contains($0) || others.contains($0) }
  }
}
