import MarkdownSyntax
import TextEditing

extension BlockPrinter {
  /// Breaks the lines of the selected paragraphs anew, at a width or nowhere.
  ///
  /// - Parameter isJoining: whether each paragraph gets one line.
  func reflow(isJoining: Bool) throws(Outcome.Unchanged) -> Outcome {
    let (edit, rows) = try reflowed(isJoining: isJoining)
    do throws(Outcome.Refusal) {
      let probed = rows.probed(caret: nil)
      let printed = (probed ?? rows).printed()
      guard try (probed ?? rows).readFault(in: printed, context) == nil,
        probed != nil || printed.bytes == edit.applying(to: source)
      else {
        let first = selections.first ?? 0..<0
        return .refused(.blocksDiffer(first.joined(with: selections.last ?? first)))
      }
    } catch {
      return .refused(error)
    }
    return .plan(
      Plan(
        edit: edit, selections: selections.map { edit.mapping(utf8: $0) }, effect: .converted))
  }

  /// The edit, and the rows that should be read after it.
  func reflowed(isJoining: Bool) throws(Outcome.Unchanged) -> (edit: TextEdit, rows: BlockRows) {
    var width = isJoining ? Int.max : 80
    if let argument, !isJoining, !argument.isEmpty {
      let digits = Array(argument.utf8)
      guard digits.count < 5, digits.allSatisfy({ $0.isASCIIDigit }),
        case let number = digits.reduce(0, { $0 * 10 + Int($1 & 15) }), number > 0
      else { throw .badArgument }
      width = number
    }
    var paragraphs: [Range<Int>] = []
    for line in selected where rows[line].kind == .paragraph {
      if paragraphs.last?.contains(line) != true { paragraphs.append(rows.lines(ofLeafAt: line)) }
    }
    if paragraphs.isEmpty {
      throw selected.contains { rows[$0].kind == .heading } ? .alreadySo : reason
    }
    var result = rows
    var replacements: [TextEdit.Replacement] = []
    for lines in paragraphs.reversed() {
      guard let text = ReflowedText(lines, of: rows, isCallout: isCalloutName(lines.lowerBound))
      else { continue }
      let (new, edits) = text.broken(at: width)
      if edits.isEmpty { continue }
      result.replace(lines, with: new)
      replacements = edits + replacements
    }
    if replacements.isEmpty { throw .alreadySo }
    return (TextEdit(replacements), result)
  }
}

/// The text of a paragraph and the places at which its lines can be broken.
private struct ReflowedText {
  struct Gap {
    enum Kind {
      /// A blank or a line ending, which a reader sees as a blank.
      case blank
      /// A line ending in code.
      case code
      /// A line ending or nothing between two ideographs.
      case ideographs
      /// The end of a line that stays: a hard break, or a line ending in a tag.
      case end
    }
    var range: Range<Int>
    var kind: Kind
    var canBreak = true
  }

  private let rows: BlockRows
  private let lines: Range<Int>
  private var gaps: [Gap] = []
  /// The first row without its markers, as each further line begins.
  private var model = BlockRow()

  init?(_ lines: Range<Int>, of rows: BlockRows, isCallout: Bool) {
    (self.rows, self.lines) = (rows, lines)
    let first = rows[lines.lowerBound]
    guard let leaf = first.origin, first.leaf == leaf, rows.tree.nodes[leaf].kind.isLeaf,
      let text = rows.inlines(leaf)
    else { return nil }
    var copy = rows
    copy.insert(BlockRow(), at: lines.lowerBound)
    copy[lines.lowerBound].prefixes = first.prefixes.map(rows.further)
    (copy[lines.lowerBound].kind, copy[lines.lowerBound].leaf) = (.paragraph, leaf)
    copy.complete(lines.lowerBound)
    model = copy[lines.lowerBound]
    model.indent = .new(first.indent.columns)
    findGaps(in: text, after: first.body.lowerBound, isCallout: isCallout)
  }

  private mutating func findGaps(in text: InlineLeaf, after start: Int, isCallout: Bool) {
    let source = rows.source
    let items = text.items
    var line = lines.lowerBound
    let end = rows[lines.upperBound - 1].body.upperBound
    func isIdeograph(_ index: Int) -> Bool {
      items.indices.contains(index) && items[index].kind == .character
        && items[index].scalar.isIdeographic
    }
    func canBreak(_ gap: Range<Int>) -> Bool {
      gap.lowerBound > start && gap.upperBound < end && source[gap.lowerBound - 1] != .backslash
        && FirstWord(source[gap.upperBound..<end]) == .text
    }
    var index = items.firstIndex { $0.source.lowerBound >= start } ?? items.count
    while index < items.count || line + 1 < lines.upperBound {
      let lineEnd =
        line + 1 < lines.upperBound ? rows[line].line?.upperBound ?? Int.max : Int.max
      let place = index < items.count ? items[index].source.lowerBound : Int.max
      if lineEnd < place || lineEnd == place && lineEnd >= items[index].source.upperBound {
        // In what a line ending does not part into items.
        addEnd(after: line)
        line += 1
        continue
      }
      let item = items[index]
      if item.isBreak || item.source.lowerBound <= lineEnd && lineEnd < item.source.upperBound {
        var range = lineEnd..<rows[min(line + 1, rows.count - 1)].body.lowerBound
        let inCode = text.nodes[Int(item.node)].kind == .code
        if !inCode {
          while range.lowerBound > start, source[range.lowerBound - 1].isBlank {
            range = range.lowerBound - 1..<range.upperBound
          }
        }
        while let last = gaps.last, last.range.upperBound > range.lowerBound, last.kind != .end {
          gaps.removeLast()
        }
        let isTag =
          index > 0 && items[index - 1].kind == .tag
          && source[items[index - 1].source].prefix(3).map { $0.smallLetter }
            .elementsEqual("<br".utf8)
        // The break that is a barrier is taken for the end of a callout's title.
        let isSoft =
          item.kind == .softBreak
          || item.kind == .barrier && isCallout && source[item.source.lowerBound].isLineEnding
        if !isSoft || isTag || isCallout && line == lines.lowerBound
          || FirstWord(source[range.upperBound..<end]) == .line
        {
          addEnd(after: line)
        } else if inCode {
          gaps.append(Gap(range: range, kind: .code, canBreak: false))
        } else if isIdeograph(index - 1), isIdeograph(index + 1) {
          if items[index - 1].source.upperBound == range.lowerBound,
            items[index + 1].source.lowerBound == range.upperBound
          {
            let (left, right) = (items[index - 1].scalar, items[index + 1].scalar)
            let isAllowed = left.mayEndLine && right.mayBeginLine && canBreak(range)
            gaps.append(Gap(range: range, kind: .ideographs, canBreak: isAllowed))
          } else {
            // Delimiters may flank otherwise without white space beside them.
            addEnd(after: line)
          }
        } else {
          gaps.append(Gap(range: range, kind: .blank, canBreak: canBreak(range)))
        }
        line += 1
        index += 1
        continue
      }
      if item.kind == .character, item.isBlank, source[item.source].first?.isBlank == true {
        var last = index
        while last + 1 < items.count, items[last + 1].kind == .character, items[last + 1].isBlank,
          items[last + 1].source.lowerBound == items[last].source.upperBound,
          source[items[last + 1].source].first?.isBlank == true
        {
          last += 1
        }
        let range = item.source.lowerBound..<items[last].source.upperBound
        // Between ideographs it would be lost when the lines are joined again.
        let isVisible = isIdeograph(index - 1) && isIdeograph(last + 1)
        gaps.append(Gap(range: range, kind: .blank, canBreak: !isVisible && canBreak(range)))
        index = last + 1
        continue
      }
      if isIdeograph(index), isIdeograph(index + 1),
        item.source.upperBound == items[index + 1].source.lowerBound,
        item.scalar.mayEndLine, items[index + 1].scalar.mayBeginLine
      {
        gaps.append(Gap(range: item.source.upperBound..<item.source.upperBound, kind: .ideographs))
      }
      index += 1
    }
  }

  private mutating func addEnd(after line: Int) {
    let end = rows[line].line?.upperBound ?? rows[line].body.upperBound
    while let last = gaps.last, last.range.upperBound > end { gaps.removeLast() }
    gaps.append(Gap(range: end..<rows[line + 1].body.lowerBound, kind: .end))
  }

  /// The rows of the lines at a width, and the changes of the source.
  func broken(at width: Int) -> (rows: [BlockRow], edits: [TextEdit.Replacement]) {
    let source = rows.source
    let first = rows[lines.lowerBound]
    let end = rows[lines.upperBound - 1].body.upperBound
    var marked = model
    marked.head = BlockPrinter.word
    let prefix = Array(rows.bytes(of: marked).dropLast(BlockPrinter.word.count))
    let margin = BlockRows.columns(of: prefix, from: 0)
    // Several blanks become one, as at the end of a line. Otherwise, the next command could fill lines
    // in another way.
    func blank(_ gap: Gap) -> [UInt8] {
      gap.kind == .blank && width < Int.max ? [.space] : self.blank(gap)
    }
    func columns(_ range: Range<Int>) -> Int { DisplayWidth.columns(of: source[range]) }
    let lineStart = first.line?.lowerBound ?? first.body.lowerBound
    var column = BlockRows.columns(of: source[lineStart..<first.body.lowerBound], from: 0)
    var next = first.body.lowerBound
    if let gap = gaps.first { column += columns(next..<gap.range.lowerBound) }
    // The width of the text from each gap to the next place where a line can end.
    var widths = [Int](repeating: 0, count: gaps.count)
    for index in gaps.indices.reversed() {
      let after = index + 1 < gaps.count ? gaps[index + 1].range.lowerBound : end
      let start = gaps[index].range.upperBound
      widths[index] = columns(start..<max(after, start))
      if index + 1 < gaps.count, gaps[index + 1].kind != .end, !gaps[index + 1].canBreak {
        widths[index] += blank(gaps[index + 1]).count + widths[index + 1]
      }
    }
    var result: [BlockRow] = []
    var edits: [TextEdit.Replacement] = []
    var row = first
    var starts = lines.dropFirst()
    for (index, gap) in gaps.enumerated() {
      let blank = blank(gap)
      let isBroken =
        gap.kind == .end
        || gap.canBreak && width < Int.max && column + blank.count + widths[index] > width
      let after = index + 1 < gaps.count ? gaps[index + 1].range.lowerBound : end
      let own = columns(gap.range.upperBound..<max(after, gap.range.upperBound))
      if !isBroken {
        column += blank.count + own
        if !source[gap.range].elementsEqual(blank) {
          row.edits.append(.init(gap.range, with: blank))
          edits.append(.init(gap.range, with: blank))
        }
        continue
      }
      row.body = next..<gap.range.lowerBound
      result.append(row)
      next = gap.range.upperBound
      column = margin + own
      row = model
      (row.origin, row.leaf, row.start) = (first.origin, first.leaf, next)
      var bytes = prefix
      while let line = starts.first, rows[line].body.lowerBound < next { starts.removeFirst() }
      // A line that began there keeps its bytes.
      if let line = starts.first, rows[line].body.lowerBound == next, isLikeModel(rows[line]),
        let old = rows[line].line
      {
        (row.prefixes, row.indent) = (rows[line].prefixes, rows[line].indent)
        bytes = Array(source[old.lowerBound..<next])
      }
      let ending = first.ending.isEmpty ? rows.ending : Array(source[first.ending])
      row.ending = first.ending
      if !source[gap.range].elementsEqual(ending + bytes) {
        edits.append(.init(gap.range, with: ending + bytes))
      }
    }
    row.body = next..<end
    row.ending = rows[lines.upperBound - 1].ending
    result.append(row)
    for index in result.indices { result[index].isRead = false }
    return (result, edits)
  }

  /// Returns the bytes of a gap inside a line.
  private func blank(_ gap: Gap) -> [UInt8] {
    let bytes = rows.source[gap.range]
    if gap.kind == .ideographs { return [] }
    return bytes.contains { $0.isLineEnding } ? [.space] : Array(bytes)
  }

  private func isLikeModel(_ row: BlockRow) -> Bool {
    row.prefixes.count == model.prefixes.count && row.indent.columns == model.indent.columns
      && zip(row.prefixes, model.prefixes).allSatisfy {
        $0.sign == $1.sign && $0.lead.columns == $1.lead.columns
          && $0.pad.columns == $1.pad.columns
      }
  }
}

extension Unicode.Scalar {
  /// Whether it is an ideograph, kana or their punctuation, between which no blank is written.
  var isIdeographic: Bool {
    switch value {
    case 0x2E80...0x3030, 0x303D...0x312F, 0x3190...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF9F, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// Whether a line may begin with it: not with punctuation that closes, or with a small kana.
  fileprivate var mayBeginLine: Bool { !Self.closing.contains(self) }
  fileprivate var mayEndLine: Bool { !Self.opening.contains(self) }

  private static let closing = Array(
    "、。，．・：；？！）］｝〉》」』】〕〗〙〟’”…‥ー々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ％～｡､｣ﾞﾟ"
      .unicodeScalars)
  private static let opening = Array("（［｛〈《「『【〔〖〘〝‘“｢".unicodeScalars)
}
