import CommonMark
import TextEditing

extension MarkdownDocument {
  mutating func readAll() throws(ParsingRefusal) {
    var reader = SliceReader(SliceReader.Opening(offset: 0), sizes)
    try read(0..<buffer.utf8Count, with: &reader, countsFootnotes: true) { _ in nil }
    insert(reader, in: 0..<0)
  }

  /// A part of whole slices that has been reread.
  struct Reread {
    /// The UTF-8 offsets in the text before the edit.
    var range: Range<Int>
    /// The number of bytes that the edit has added.
    var growth: Int
    /// Whether the slices define other labels than before: of links or of footnotes.
    var changesLabels: Bool
  }

  /// Rereads the slices that an edit has changed. The buffer is already edited, the slices are not.
  ///
  /// - Parameters:
  ///   - range: The UTF-8 offsets in the text before the edit.
  ///   - newCount: The number of bytes that replaced them.
  /// - Throws: `ParsingRefusal`; the document is then unchanged.
  /// - Complexity: O(*m* log *n*) in the length of the slices that have changed.
  mutating func reread(_ range: Range<Int>, newCount: Int) throws(ParsingRefusal) -> Reread {
    let growth = newCount - range.count
    let restart = restartPlace(before: range.lowerBound)
    var length = range.lowerBound + newCount - restart.start + 1024
    while true {
      let end = min(restart.start + length, buffer.utf8Count)
      var reader = SliceReader(
        SliceReader.Opening(
          offset: restart.start, isInner: restart.slice.isInner, prefix: restart.slice.prefix),
        sizes)
      let slices = slices
      let isLast = end == buffer.utf8Count
      try read(restart.start..<end, with: &reader, wholeLines: !isLast) { offset in
        guard offset - growth >= range.upperBound,
          let place = slices.place(containing: offset - growth), place.start == offset - growth,
          place.start > 0
        else { return nil }
        return place
      }
      if reader.end == nil, !isLast {
        length *= 2
        continue
      }
      if let (place, isInner) = reader.end { setInner(isInner, at: place) }
      let oldEnd = reader.end?.place.start ?? buffer.utf8Count - growth
      let changesLabels = replace(
        restart.index..<(reader.end?.place.index ?? slices.count), with: reader)
      return Reread(
        range: restart.start..<oldEnd, growth: growth, changesLabels: changesLabels)
    }
  }

  /// Reads the bytes of a range, at whose start the reader's first slice begins.
  ///
  /// - Parameters:
  ///   - wholeLines: Whether to leave out a last line without its line ending.
  ///   - countsFootnotes: Whether the labels of footnotes in the text are those of the document.
  private mutating func read(
    _ range: Range<Int>, with reader: inout SliceReader, wholeLines: Bool = false,
    countsFootnotes: Bool = false,
    isEnd: (_ offset: Int) -> SliceTree.Place?
  ) throws(ParsingRefusal) {
    let prefix = prefixes[reader.opening.prefix]
    var text = prefix + buffer.bytes(in: range)
    while wholeLines, let last = text.last, !last.isLineEnding { text.removeLast() }
    // A carriage return and a line feed are one line ending.
    if wholeLines, text.last == .carriageReturn { text.removeLast() }
    readByteCount += text.count - prefix.count
    var prefixes = prefixes
    try text.withUnsafeBufferPointer { (text) throws(ParsingRefusal) in
      try reader.read(text, prefixCount: prefix.count, &prefixes, isEnd: isEnd)
      if countsFootnotes { footnotes = FootnoteIndex(text) }
    }
    self.prefixes = prefixes
  }

  /// The last slice that begins before the line of the byte before an offset; otherwise the first.
  ///
  /// So the slice's first line is whole and unchanged, even if the edit joins a CR and an LF.
  private func restartPlace(before offset: Int) -> SliceTree.Place {
    let none = SliceTree.Place(
      index: 0, start: 0, slice: Slice(length: 0, isInner: false, closing: .late))
    guard offset > 0, let place = slices.place(containing: offset - 1) else {
      return slices.place(at: 0) ?? none
    }
    if lineEnd(from: place.start, limit: offset) < offset { return place }
    return slices.place(at: max(0, place.index - 1)) ?? none
  }

  private mutating func setInner(_ isInner: Bool, at place: SliceTree.Place) {
    guard place.slice.isInner != isInner else { return }
    var slice = place.slice
    slice.isInner = isInner
    slices.replaceSubrange(place.index..<place.index + 1, with: [slice])
  }

  /// Replaces the slices at the indices `range`. Returns whether the new ones define other labels.
  private mutating func replace(_ range: Range<Int>, with found: SliceReader) -> Bool {
    var old: Set<LabelKey> = []
    slices.forEach(in: range) { slice in
      if slice.group != 0 {
        for definition in definitions.definitions(of: slice.group) { old.insert(definition.label) }
        definitions.remove(slice.group)
      }
    }
    let new = Set(found.definitions.lazy.flatMap { $0.definitions.map { $0.label } })
    insert(found, in: range)
    // A label also counts if other slices define it: a dialect may not read theirs as definitions.
    return old != new
  }

  private mutating func insert(_ found: SliceReader, in range: Range<Int>) {
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
