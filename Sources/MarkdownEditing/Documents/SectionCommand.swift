import CommonMark
import MarkdownSyntax
import TextEditing

/// Selects, moves or deletes a section: a heading outside of other blocks with everything below it.
///
/// A section is a run of the document's blocks, so that only its ends are read. After the edit, the
/// same blocks must begin at the wanted offsets, and libcmark must agree on the blocks at the ends.
struct SectionCommand {
  private let document: MarkdownDocument
  private let dialect: Dialect
  private let headings: [(start: Int, level: Int)]
  private var buffer: TextBuffer { document.buffer }

  init(_ document: MarkdownDocument, _ dialect: Dialect) {
    (self.document, self.dialect) = (document, dialect)
    headings = document.headings(in: dialect)
  }

  func outcome(_ action: SectionAction, at selection: Range<Int>) -> Outcome {
    guard let own = headings.lastIndex(where: { $0.start <= selection.lowerBound }) else {
      return .unchanged(.noHeading)
    }
    let (section, level) = (section(own), headings[own].level)
    switch action {
    case .select: return .plan(Plan(edit: TextEdit(), selections: [section], effect: .moved))
    case .delete: return deleting(section)
    case .up:
      guard let above = headings[..<own].lastIndex(where: { $0.level <= level }),
        headings[above].level == level
      else { return .unchanged(.nowhereToMove) }
      let upper = headings[above].start..<section.lowerBound
      return exchanging(upper, section, at: selection, isUpper: false)
    case .down:
      guard let below = headings.firstIndex(where: { $0.start == section.upperBound }),
        headings[below].level == level
      else { return .unchanged(.nowhereToMove) }
      return exchanging(section, self.section(below), at: selection, isUpper: true)
    }
  }

  /// The range of the section of a heading. Definitions at the end of the document belong to the last
  /// section only if it has nothing else.
  private func section(_ heading: Int) -> Range<Int> {
    let (start, level) = headings[heading]
    if let next = headings[(heading + 1)...].first(where: { $0.level <= level }) {
      return start..<next.start
    }
    var end = buffer.utf8Count
    var hasDefinitions = false
    while end > start {
      let tree = try? document.syntaxTree(of: end - 1..<end - 1, in: dialect)
      guard let tree, tree.hasOnlyDefinitions else { break }
      hasDefinitions = hasDefinitions || tree.nodes.count > 1
      end = tree.nodes[0].range.lowerBound
    }
    let text = text(start..<end)
    let heading = self.text(document.blocks(at: start..<start, before: 0, after: 0, in: dialect))
    guard hasDefinitions, text.upperBound > heading.upperBound else {
      return start..<buffer.utf8Count
    }
    return start..<text.upperBound + buffer.ending(at: text.upperBound).count
  }

  private func text(_ range: Range<Int>) -> Range<Int> {
    let bytes = buffer.bytes(in: range)
    let last = bytes.lastIndex { !$0.isBlank && !$0.isLineEnding } ?? 0
    let end = bytes[last...].firstIndex { $0.isLineEnding } ?? bytes.count
    return range.lowerBound..<range.lowerBound + end
  }

  private func exchanging(
    _ first: Range<Int>, _ second: Range<Int>, at selection: Range<Int>, isUpper: Bool
  ) -> Outcome {
    let (upper, lower) = (text(first), text(second))
    let ending = buffer.ending(at: upper.upperBound)
    let between = buffer.bytes(in: upper.upperBound..<lower.lowerBound)
    // A heading with an underline needs a blank line above.
    for (above, inside) in [([], []), (ending, []), ([], ending), (ending, ending)] {
      let (start, gap) = (upper.lowerBound + above.count, between + inside)
      let edit: TextEdit
      if upper.count < lower.count {
        edit = TextEdit([
          .init(upper.lowerBound..<lower.lowerBound, with: above),
          .init(lower.upperBound..<lower.upperBound, with: gap + buffer.bytes(in: upper)),
        ])
      } else {
        edit = TextEdit([
          .init(upper.lowerBound..<upper.lowerBound, with: above + buffer.bytes(in: lower) + gap),
          .init(upper.upperBound..<lower.upperBound, with: []),
        ])
      }
      let moved = start + lower.count + gap.count
      let wanted =
        blocks(in: lower.lowerBound..<second.upperBound, at: start)
        + blocks(in: upper.lowerBound..<lower.lowerBound, at: moved)
      guard proves(edit, wanted, from: upper.lowerBound, before: second.upperBound) else {
        continue
      }
      let (own, place) = isUpper ? (upper, moved) : (lower, start)
      // A caret in definitions after the last section stays.
      let selected =
        selection.lowerBound > lower.upperBound
        ? selection.shifted(by: edit.utf8Growth)
        : selection.clamped(to: own).shifted(by: place - own.lowerBound)
      return .plan(Plan(edit: edit, selections: [selected], effect: .moved))
    }
    return .refused(.blocksDiffer(first.joined(with: second)))
  }

  private func deleting(_ section: Range<Int>) -> Outcome {
    let kept = usedDefinitions(of: section)
    var start = section.lowerBound
    let isLast = section.upperBound == buffer.utf8Count
    if isLast, kept.isEmpty, start > 0 {
      // The line ending before it goes, too.
      start -= buffer.bytes(in: max(0, start - 2)..<start) == [.carriageReturn, .lineFeed] ? 2 : 1
    }
    let ending = buffer.ending(at: text(section).upperBound)
    let isBlankBelow = isLast || buffer.byte(atUTF8: section.upperBound).isLineEnding
    for above in [kept.isEmpty || isBlankBelow ? [] : ending, ending] {
      let edit = TextEdit([.init(start..<section.upperBound, with: kept + above)])
      guard proves(edit, nil, from: start, before: section.upperBound) else { continue }
      let caret = start + kept.count + above.count
      return .plan(Plan(edit: edit, selections: [caret..<caret], effect: .removed))
    }
    return .refused(.blocksDiffer(section))
  }

  private func usedDefinitions(of section: Range<Int>) -> [UInt8] {
    let trees = document.definingBlocks(in: section)
      .compactMap { try? document.syntaxTree(of: $0..<$0, in: dialect) }
    var kept: [UInt8] = []
    for node in document.definitions(in: trees, usedOutside: section) {
      let range = self.text(node.range)
      kept += buffer.bytes(in: range) + buffer.ending(at: range.upperBound)
    }
    return kept
  }

  // MARK: The proof

  private func blocks(in range: Range<Int>, at offset: Int) -> [(start: Int, level: Int)] {
    document.blocks(startingIn: range).map { ($0.start - range.lowerBound + offset, $0.level) }
  }

  /// Whether after an edit the wanted blocks begin in the place of what was between two offsets, and
  /// the later ones are the same.
  ///
  /// - Parameter wanted: the blocks; nil if they do not matter.
  private func proves(
    _ edit: TextEdit, _ wanted: [(start: Int, level: Int)]?, from start: Int, before end: Int
  ) -> Bool {
    var after = document
    guard (try? after.apply(edit)) != nil else { return false }
    // If the next block still begins at its place, everything from there on is read as before.
    let next = document.startOfBlock(from: end).map { $0 + edit.utf8Growth }
    if let next, after.startOfBlock(from: next) != next { return false }
    if let wanted {
      let own = after.blocks(startingIn: start..<(next ?? after.buffer.utf8Count))
      guard wanted.count == own.count, zip(wanted, own).allSatisfy({ $0 == $1 }) else {
        return false
      }
    }
    return after.isReadByLibrary(atEndsOf: edit, in: dialect)
  }
}

extension MarkdownDocument {
  /// Whether libcmark reads the same blocks as our own reader at the ends of an edit that was applied.
  func isReadByLibrary(atEndsOf edit: TextEdit, in dialect: Dialect) -> Bool {
    var ends = edit.replacements.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
      .map { edit.mapping(utf8Offset: $0, bias: .before) }
    ends += edit.replacements.map { edit.mapping(utf8Offset: $0.range.upperBound, bias: .after) }
    let region = region(ofBlocksAt: ends.map { $0..<$0 }, before: 1, after: 1, in: dialect)
    guard let printed = try? PrintedText(region.bytes, in: dialect, region.context),
      let leaves = try? printed.leaves(in: 0..<0)
    else { return false }
    return leaves.isEmpty
  }
}

extension SyntaxTree {
  fileprivate var hasOnlyDefinitions: Bool {
    var index = 1
    while index < nodes.count {
      guard nodes[index].kind == .definition || nodes[index].kind == .footnote else { return false }
      index = nodes[index].endIndex
    }
    return true
  }
}

extension TextBuffer {
  fileprivate func ending(at offset: Int) -> [UInt8] {
    let own = bytes(in: offset..<min(offset + 2, utf8Count))
    if own == [.carriageReturn, .lineFeed] { return own }
    if let first = own.first, first.isLineEnding { return [first] }
    return bytes(in: 0..<utf8Count).usualEnding
  }
}
