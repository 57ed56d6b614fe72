import CommonMark
import TextEditing

extension MarkdownDocument {
  /// Reads again what an edit has changed: the buffer is edited already, the slices are not.
  ///
  /// - Parameters:
  ///   - range: the UTF-8 offsets in the text before the edit.
  ///   - newCount: how many bytes have come in their place.
  /// - Throws: `ParsingRefusal`; nothing has changed then.
  mutating func reread(_ range: Range<Int>, newCount: Int) throws(ParsingRefusal) {
    let growth = newCount - range.count
    let restart = restartPlace(before: range.lowerBound)
    let first = slices.firstIndex(from: range.upperBound)
    var candidate = usablePlace(from: first, growth: growth)
    while true {
      let end = candidate.map { sentinelEnd(of: $0, growth: growth) } ?? buffer.utf8Count
      let stretch = try read(restart.start..<end, restart.slice.prefix)
      let accepted = acceptedPlace(in: stretch, from: first, through: candidate, growth: growth)
      if accepted == nil, let missed = candidate {
        let target = restart.start + 2 * (end - restart.start) - growth
        let index = max(missed.index + 1, slices.firstIndex(from: target))
        candidate = usablePlace(from: index, growth: growth)
        continue
      }
      var found = Found()
      let limit = accepted.map { $0.place.start + growth } ?? buffer.utf8Count
      _ = try cut(stretch, at: limit, Opening(restart), into: &found)
      if let (place, isInner) = accepted { setInner(isInner, at: place) }
      return replace(restart.index..<(accepted?.place.index ?? slices.count), with: found)
    }
  }

  /// Where to end a text that is read up to a slice, which comes to stand somewhere else.
  private func sentinelEnd(of place: SliceTree.Place, growth: Int) -> Int {
    sentinelEnd(
      from: place.start + growth, length: place.slice.length, wholeDefinitions: true)
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
    if lineEnd(from: place.start, limit: offset) < offset { return place }
    return slices.place(at: max(0, place.index - 1)) ?? none
  }

  /// The first slice from an index on that still begins a line, and not the text.
  private func usablePlace(from index: Int, growth: Int) -> SliceTree.Place? {
    var index = index
    while let place = slices.place(at: index) {
      let start = place.start + growth
      if start > 0, isLineStart(start), !losesMark(place, at: start) { return place }
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
    let limit = last?.index ?? slices.count - 1
    while index <= limit, let place = slices.place(at: index) {
      let start = place.start + growth
      index += 1
      if start >= stretch.start + stretch.bytes.count { return nil }
      while next < stretch.points.count, stretch.points[next].offset < start { next += 1 }
      if next < stretch.points.count, stretch.points[next].offset == start, start > 0,
        stretch.points[next].opening == place.slice.prefix, !losesMark(place, at: start)
      {
        return (place, !stretch.points[next].isRootChild)
      }
    }
    return nil
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
    self.init(offset: place.start, isInner: place.slice.isInner, prefix: place.slice.prefix)
  }
}
