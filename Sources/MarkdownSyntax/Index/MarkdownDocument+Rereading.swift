import CommonMark
import TextEditing

extension MarkdownDocument {
  /// Reads again what an edit has changed: the buffer is edited already, the slices are not.
  ///
  /// Where a piece of a paragraph meets with what stands beside what was read, that is read with it.
  ///
  /// - Parameters:
  ///   - range: the UTF-8 offsets in the text before the edit.
  ///   - newCount: how many bytes have come in their place.
  /// - Throws: `ParsingRefusal`; nothing has changed then.
  mutating func reread(_ range: Range<Int>, newCount: Int) throws(ParsingRefusal) {
    let growth = newCount - range.count
    var restart = restartPlace(before: range.lowerBound)
    var firstIndex = slices.firstIndex(from: range.upperBound)
    var joins = 0
    while true {
      let new = try reading(from: restart, to: firstIndex, growth: growth)
      if joins < 4, let before = slices.place(at: new.restart.index - 1), meets(before, new) {
        joins += 1
        restart = before
        continue
      }
      if joins < 4, let (place, _) = new.accepted, let last = new.found.slices.last,
        place.slice.isCut, meets(last, place.slice.length, place.slice.reach)
      {
        joins += 1
        restart = new.restart
        firstIndex = place.index + 1
        continue
      }
      if let (place, isInner) = new.accepted { setInner(isInner, at: place) }
      replace(new.restart.index..<(new.accepted?.place.index ?? slices.count), with: new.found)
      return
    }
  }

  /// What is found from a slice on to the first that still begins where it did.
  private struct Reading {
    var restart: SliceTree.Place
    /// That slice, and whether it goes on with the root's child before it; nil where none does.
    var accepted: (place: SliceTree.Place, isInner: Bool)?
    var found = Found()
  }

  /// Reads from a slice on to one with the given index or a later one.
  private mutating func reading(
    from start: SliceTree.Place, to firstIndex: Int, growth: Int
  ) throws(ParsingRefusal) -> Reading {
    var new = Reading(restart: start)
    // What is read from, at its place in the text as it is now.
    var (part, first) = (start, firstIndex)
    var candidate = usablePlace(from: first, growth: growth)
    while true {
      let end = candidate.map { sentinelEnd(of: $0, growth: growth) } ?? buffer.utf8Count
      let stretch = try read(part.start..<end, part.slice.prefix, paragraphsFrom: 1)
      if part.slice.isCut, stretch.beginsWithWholeHeading,
        let head = slices.place(at: slices.head(through: new.restart.index))
      {
        // What was cut is no paragraph now, so it is read again from where it begins.
        (new, part) = (Reading(restart: head), head)
        continue
      }
      new.accepted = acceptedPlace(in: stretch, from: first, through: candidate, growth: growth)
      if new.accepted == nil, let missed = candidate {
        if let moved = moved(missed, growth, in: stretch) {
          _ = try cut(stretch, at: missed.start + growth, Opening(part), into: &new.found)
          new.found.slices += moved.slices
          (part, first) = (moved.last, moved.last.index + 1)
          candidate = usablePlace(from: first, growth: growth)
          continue
        }
        let target = part.start + 2 * (end - part.start) - growth
        let index = max(missed.index + 1, slices.firstIndex(from: target))
        candidate = usablePlace(from: index, growth: growth)
        continue
      }
      let limit = new.accepted.map { $0.place.start + growth } ?? buffer.utf8Count
      _ = try cut(stretch, at: limit, Opening(part), into: &new.found)
      return new
    }
  }

  /// Where to end a text that is read up to a slice, which comes to stand somewhere else.
  private func sentinelEnd(of place: SliceTree.Place, growth: Int) -> Int {
    sentinelEnd(
      from: place.start + growth, length: place.slice.length, wholeDefinitions: true)
  }

  /// Whether something that is left open in the slice before what was read is closed in that.
  private func meets(_ before: SliceTree.Place, _ new: Reading) -> Bool {
    guard let first = new.found.slices.first, first.isCut else { return false }
    return meets(before.slice, first.length, first.reach)
  }

  /// The last slice that begins before the line with the byte before an offset, else the first.
  ///
  /// So the line on which the slice begins is whole and unchanged; that also holds where a CR and
  /// an LF come to stand together.
  private func restartPlace(before offset: Int) -> SliceTree.Place {
    let none = SliceTree.Place(
      index: 0, start: 0, slice: Slice(length: 0, isInner: false, closing: .late))
    guard offset > 0, let place = slices.place(containing: offset - 1) else {
      return slices.place(at: 0) ?? none
    }
    // A piece's first letter makes its line text, whatever follows.
    if place.slice.isCut || lineEnd(from: place.start, limit: offset) < offset { return place }
    return slices.place(at: max(0, place.index - 1)) ?? none
  }

  /// The first slice from an index on that still begins a line, and not the text.
  private func usablePlace(from index: Int, growth: Int) -> SliceTree.Place? {
    var index = index
    while let place = slices.place(at: index) {
      let start = place.start + growth
      if start > 0, place.slice.isCut || isLineStart(start), !losesMark(place, at: start) {
        return place
      }
      index += 1
    }
    return nil
  }

  /// Whether a slice may have begun with the document's byte order mark, which is now a character:
  /// `"\u{FEFF}a"` with text inserted before. Only the first byte, EF, is looked at.
  private func losesMark(_ place: SliceTree.Place, at start: Int) -> Bool {
    place.start == 0 && buffer.byte(atUTF8: start) == 0xEF
  }

  /// The first slice from an index on that still begins where libcmark says that one may.
  private func acceptedPlace(
    in stretch: Stretch, from first: Int, through last: SliceTree.Place?, growth: Int
  ) -> (place: SliceTree.Place, isInner: Bool)? {
    var index = first
    var next = 0
    var paragraphs = stretch.paragraphs[...]
    // All pieces of a megabyte may stand on one line.
    var line = 0..<0
    let limit = last?.index ?? slices.count - 1
    while index <= limit, let place = slices.place(at: index) {
      let start = place.start + growth
      index += 1
      if start >= stretch.start + stretch.bytes.count { return nil }
      if place.slice.isCut {
        while paragraphs.first.map({ $0.range.upperBound <= start }) == true {
          paragraphs.removeFirst()
        }
        if let paragraph = paragraphs.first,
          mayBeCut(paragraph, as: place.slice, at: start, in: stretch, inLine: &line)
        {
          return (place, true)
        }
        continue
      }
      while next < stretch.points.count, stretch.points[next].offset < start { next += 1 }
      if next < stretch.points.count, stretch.points[next].offset == start, start > 0,
        stretch.points[next].opening == place.slice.prefix, !losesMark(place, at: start)
      {
        return (place, !stretch.points[next].isRootChild)
      }
    }
    return nil
  }

  /// Whether a slice that was a piece of a paragraph may be a piece of this one, in the same
  /// containers: `b` of `a b`.
  private func mayBeCut(
    _ paragraph: Paragraph, as slice: Slice, at offset: Int, in stretch: Stretch,
    inLine line: inout Range<Int>
  ) -> Bool {
    guard paragraph.range.contains(offset), paragraph.prefix == slice.prefix else { return false }
    let first = paragraph.range.lowerBound - stretch.start
    return stretch.bytes.withUnsafeBufferPointer {
      $0.mayBeCut(
        at: offset - stretch.start, inParagraphFrom: first, isNested: slice.prefix != 0,
        inLine: &line)
    }
  }

  private mutating func setInner(_ isInner: Bool, at place: SliceTree.Place) {
    guard place.slice.isInner != isInner else { return }
    var slice = place.slice
    slice.isInner = isInner
    slices.replaceSubrange(place.index..<place.index + 1, with: [slice])
  }

  /// Puts what was found in the place of the slices at the indices `range`.
  mutating func replace(_ range: Range<Int>, with found: Found) {
    slices.forEach(in: range) { slice in
      if slice.group != 0 { definitions.remove(slice.group) }
    }
    if found.definitions.isEmpty { return slices.replaceSubrange(range, with: found.slices) }
    var new = found.slices
    let number = slices.definingCount(before: range.lowerBound)
    var lower = slices.group(number: number - 1)
    let upper = slices.group(number: slices.definingCount(before: range.upperBound))
    let count = found.definitions.reduce(0) { $0 + $1.definitions.indices.count }
    if count > 16 { definitions.reserveCapacity(adding: count) }
    for (index, added) in found.definitions {
      var group = definitions.insert(added, between: lower, and: upper)
      if group == nil {
        var groups: [DefinitionIndex.Group] = []
        slices.forEach(in: 0..<range.lowerBound) { if $0.group != 0 { groups.append($0.group) } }
        groups += new.compactMap { $0.group == 0 ? nil : $0.group }
        slices.forEach(in: range.upperBound..<slices.count) {
          if $0.group != 0 { groups.append($0.group) }
        }
        definitions.renumber(groups)
        group = definitions.insert(added, between: lower, and: upper)
      }
      new[index].group = group ?? 0
      lower = new[index].group
    }
    slices.replaceSubrange(range, with: new)
  }
}

extension MarkdownDocument.Opening {
  /// What a stretch begins with that is read from the start of a slice.
  fileprivate init(_ place: SliceTree.Place) {
    self.init(
      offset: place.start, isInner: place.slice.isInner, isCut: place.slice.isCut,
      prefix: place.slice.prefix)
  }
}
