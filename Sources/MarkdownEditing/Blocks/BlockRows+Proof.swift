import CommonMark
import MarkdownSyntax

extension BlockRows {
  enum Fault: Equatable {
    /// It continues the block above.
    case melts(Int)
    /// It is in a container in which it should not be.
    case falls(Int)
    /// It begins a block of another kind.
    case begins(Int)
    /// It is read differently, and no correction is known.
    case other(Int)
  }

  /// The rows with a word in each item without text, on a caret's blank line, and on other lines on
  /// which text will be typed, as a person would write there (law 7 of commands); nil if there is
  /// no such line.
  func probed(caret: Int?) -> BlockRows? {
    var (result, isProbed) = (self, false)
    for line in indices
    where self[line].isEmpty
      && (self[line].isOpen
        || self[line].isBlank && !self[line].isFree
          && (line == caret || hasNothing(line)))
    {
      result[line].head = BlockPrinter.word
      if self[line].isBlank {
        result[line].leaf = Int.min + line
        result[line].kind = .paragraph
      }
      result.complete(line)
      if let item = result[line].innermost, let last = containers[item].box.last, !last.isBlank {
        result.containers[item].box.append(.space)
      }
      result.padMarker(on: line)
      isProbed = true
    }
    return isProbed ? result : nil
  }

  /// Whether a line begins an item without contents, unless the item was empty before and has the
  /// same line below.
  private func hasNothing(_ line: Int) -> Bool {
    guard opensItem(line), let item = self[line].innermost else { return false }
    let isLast = line + 1 == count
    let isAsBefore =
      containers[item].node != nil && self[line].start == self[line].line?.upperBound
      && (isLast
        ? self[line].ending.isEmpty
        : self[line + 1].line?.lowerBound == self[line].ending.upperBound)
    return !isAsBefore && (isLast || !self[line + 1].holds(item))
  }

  /// The first line that is read otherwise than its row; nil if the text reads as wanted, in
  /// libcmark, too.
  ///
  /// - Complexity: O(*n*) in the length of the text, and O(*d*) for each line in *d* containers.
  private func fault(
    in printed: Printed, _ context: ReadingContext
  ) throws(ParsingRefusal) -> Fault? {
    let changed = changedLines(printed)
    let isCut = changed.contains { line in
      (line == changed.lowerBound || self[line - 1].leaf != self[line].leaf)
        && self[line].origin.map { tree.nodes[$0].kind.isLeaf && !isWhole(line, as: $0) } ?? false
    }
    var part = 0..<0
    if isCut, changed.upperBound <= printed.lines.count {
      part =
        printed.lines[
          changed.lowerBound]..<(changed.upperBound < count
        ? printed.lines[changed.upperBound] : printed.bytes.count)
    }
    let read = BlockRows(printed.bytes, in: dialect, context, inlinesOf: part)
    if let fault = fault(read) { return fault }
    var cut: [InlineLeaf] = []
    if let line = differingText(in: read, changed, &cut) { return .other(line) }
    let reading = InlineReading(read.source, read.tree, in: dialect, context)
    return try reading.isReadByLibrary(cut) ? nil : .other(0)
  }

  func readFault(in printed: Printed, _ context: ReadingContext) throws(Outcome.Refusal) -> Fault? {
    do throws(ParsingRefusal) {
      return try fault(in: printed, context)
    } catch {
      throw .unparsable(error.description)
    }
  }

  private func changedLines(_ printed: Printed) -> Range<Int> {
    func isSame(_ line: Int) -> Bool {
      guard let own = self[line].line, self[line].leaf == self[line].origin,
        line == 0 || self[line - 1].line.map({ $0.upperBound <= own.lowerBound }) ?? true,
        line + 1 == count || self[line + 1].line.map({ $0.lowerBound >= own.upperBound }) ?? true
      else { return false }
      if self[line].isRead { return true }
      let end = line + 1 < printed.lines.count ? printed.lines[line + 1] : printed.bytes.count
      return printed.bytes[printed.lines[line]..<end]
        .elementsEqual(source[own.lowerBound..<max(own.upperBound, self[line].ending.upperBound)])
    }
    guard let first = indices.first(where: { !isSame($0) }) else { return 0..<0 }
    var last = count - 1
    while last > first, isSame(last) { last -= 1 }
    return first..<last + 1
  }

  private func fault(_ read: BlockRows) -> Fault? {
    guard read.count == count else { return .other(0) }
    var containers: [Int: Int] = [:]
    var owners: [Int: Int] = [:]
    var leaves: [Int: Int] = [:]
    var taken: [Int: Int] = [:]
    for line in indices {
      let (want, got) = (self[line], read[line])
      if want.isFree {
        if let leaf = got.leaf {
          if let owner = taken[leaf], owner != Int.max { return .melts(line) }
          taken[leaf] = Int.max
        }
        continue
      }
      if want.isBlank, got.isBlank {
        // A marker of another quote.
        let isOther = zip(want.prefixes, got.prefixes).contains { prefix, own in
          !prefix.sign.isEmpty && !own.sign.isEmpty
            && owners[own.container].map { $0 != prefix.container } ?? false
        }
        if isOther { return .falls(line) }
        continue
      }
      if want.isBlank, let other = got.leaf, taken[other] != nil { return .melts(line) }
      guard let leaf = want.leaf, let other = got.leaf else {
        return want.isBlank || got.prefixes.count > want.prefixes.count
          ? .begins(line) : .other(line)
      }
      if let owner = taken[other], owner != leaf { return .melts(line) }
      if got.prefixes.count > want.prefixes.count {
        // It continues a container in which it should not be, or begins one.
        let extra = got.prefixes.first { prefix in
          owners[prefix.container].map { owner in !want.holds(owner) } ?? true
        }
        return extra?.sign.isEmpty ?? false ? .falls(line) : .begins(line)
      }
      // A line of one lone tag is HTML to a reader in either case (CommonMark 0.30 §4.6, kind 7).
      let isTag =
        got.kind == .html && want.kind == .paragraph && want.head.isEmpty
        && source[want.body].first == .lessThan && want.start == want.body.lowerBound
        && want.origin.map { tree.nodes[$0].kind == .paragraph } ?? false
      if !isTag, got.kind != want.kind || got.level != want.level {
        // A line below makes a heading or a table of a paragraph.
        let lines = read.lines(ofLeafAt: line)
        if let below = lines.first(where: { $0 > line && self[$0].leaf != leaf }) {
          return .melts(below)
        }
        if read.isSetext(other), want.level == 0 { return .begins(lines.upperBound - 1) }
        return .begins(got.kind == .table ? lines.lowerBound + 1 : line)
      }
      if let known = leaves[leaf], known != other { return .other(line) }
      // A fence that stands too far in is code.
      if want.kind == .code, want.origin == leaf, isIndentedCode(want) != read.isIndentedCode(got) {
        return .other(line)
      }
      guard got.prefixes.count == want.prefixes.count else { return .other(line) }
      for (prefix, own) in zip(want.prefixes, got.prefixes) {
        let (wanted, found) = (self.containers[prefix.container], read.containers[own.container])
        guard wanted.kind == found.kind, wanted.delimiter == found.delimiter else {
          return .other(line)
        }
        if let known = containers[prefix.container], known != own.container { return .falls(line) }
        if let known = owners[own.container], known != prefix.container { return .falls(line) }
        containers[prefix.container] = own.container
        owners[own.container] = prefix.container
        guard wanted.box.dropFirst().first == found.box.dropFirst().first else {
          return .other(line)
        }
      }
      leaves[leaf] = other
      taken[other] = leaf
    }
    return nil
  }

  /// The first of some lines whose characters, marks or links are read differently.
  ///
  /// - Parameter cut: receives the leaves that do not have the lines that they had.
  private func differingText(
    in read: BlockRows, _ changed: Range<Int>, _ cut: inout [InlineLeaf]
  ) -> Int? {
    var whole: (leaf: Int?, isWhole: Bool) = (nil, false)
    var known: (old: (Int, InlineLeaf?)?, new: (Int, InlineLeaf?)?) = (nil, nil)
    for line in changed where !self[line].isFree && !self[line].isBlank {
      let (row, other) = (self[line], read[line])
      switch row.kind {
      case .code, .html:
        guard row.origin != nil, row.leaf == row.origin else { continue }
        // The words of code; its indentation is compared, too.
        if source[row.body] != read.source[other.body] { return line }
        if row.kind == .code, row.indent.old != other.indent.columns,
          source[row.indent.source] != read.source[other.indent.source],
          isIndentedCode(row) || line > 0 && self[line - 1].leaf == row.leaf, !row.body.isEmpty
        {
          let fence = lines(ofLeafAt: line).lowerBound
          let before = self[fence].indent.old
          let after = read[fence].indent.columns
          if isIndentedCode(row)
            || max(0, row.indent.old - before) != max(0, other.indent.columns - after)
          {
            return line
          }
        }
      case .paragraph, .heading:
        guard let origin = row.origin, let leaf = other.leaf, row.head != BlockPrinter.word,
          tree.nodes[origin].kind.isLeaf, read.tree.nodes[leaf].kind.isLeaf
        else { continue }
        if whole.leaf != row.leaf { whole = (row.leaf, isWhole(line, as: origin)) }
        if whole.isWhole { continue }
        if known.old?.0 != origin { known.old = (origin, inlines(origin)) }
        if known.new?.0 != leaf { known.new = (leaf, read.inlines(leaf)) }
        guard let old = known.old?.1, let new = known.new?.1 else { return line }
        if cut.last?.place != new.place { cut.append(new) }
        let end = other.line?.upperBound ?? other.body.upperBound
        let own = other.body.lowerBound..<max(end, other.body.lowerBound)
        if !old.shows(row.body, in: source, as: new, own, in: read.source) { return line }
      default: continue
      }
    }
    return nil
  }

  /// Whether the leaf at a line has all lines of a leaf that was read, with nothing written in them,
  /// perhaps after the name of a callout.
  private func isWhole(_ line: Int, as leaf: Int) -> Bool {
    var lines = lines(ofLeafAt: line)
    let first = self[lines.lowerBound]
    if first.line == nil, first.body.isEmpty, first.head.starts(with: Array("[!".utf8)) {
      lines = lines.dropFirst()
    }
    let own = tree.nodes[leaf]
    return lines.count == own.lines.count
      && lines.allSatisfy { self[$0].origin == leaf && self[$0].changes.isEmpty }
      && zip(lines, lines.dropFirst()).allSatisfy { self[$0].start < self[$1].start }
      && (own.kind == .heading || self[line].kind == .heading
        || lines.allSatisfy { self[$0].head.isEmpty })
  }
}

extension InlineLeaf {
  struct Solid: Equatable {
    var kind: InlineItem.Kind
    var scalar: Unicode.Scalar
    var marks: MarkSet
    var target: Target?
    var object: [UInt8]
  }

  /// Whether the visible characters, images and tags in a range are those in a range of another leaf.
  ///
  /// - Complexity: O(*k* + log *n*) for *k* of *n* items.
  func shows(
    _ range: Range<Int>, in source: [UInt8], as other: InlineLeaf, _ otherRange: Range<Int>,
    in otherSource: [UInt8]
  ) -> Bool {
    var (i, j) = (firstItem(from: range.lowerBound), other.firstItem(from: otherRange.lowerBound))
    while true {
      while i < items.count, !items[i].isMarked { i += 1 }
      while j < other.items.count, !other.items[j].isMarked { j += 1 }
      let isEnd = i == items.count || items[i].source.lowerBound >= range.upperBound
      let isOtherEnd =
        j == other.items.count || other.items[j].source.lowerBound >= otherRange.upperBound
      if isEnd || isOtherEnd { return isEnd && isOtherEnd }
      let (own, new) = (items[i], other.items[j])
      guard own.kind == new.kind, own.scalar == new.scalar, own.marks == new.marks else {
        return false
      }
      if own.link != 0 || new.link != 0 || !own.isCharacter {
        guard solid(own, source) == other.solid(new, otherSource) else { return false }
      }
      i += 1
      j += 1
    }
  }

  private func firstItem(from offset: Int) -> Int {
    items.partitionPoint { $0.source.lowerBound >= offset }
  }

  /// What an item shows; nil for blanks and breaks. The blanks in a tag or an image are not compared,
  /// since a line's prefix may be in them.
  func solid(_ item: InlineItem, _ source: [UInt8]) -> Solid? {
    if !item.isMarked { return nil }
    let index = Int(item.link) - 1
    return Solid(
      kind: item.kind, scalar: item.scalar, marks: item.marks,
      target: targets.indices.contains(index) ? targets[index] : nil,
      object: item.isCharacter ? [] : source[item.source].filter { !$0.isWhite })
  }
}
