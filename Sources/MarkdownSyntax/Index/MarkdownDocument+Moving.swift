import CommonMark
import TextEditing

/// Paragraphs that go on in other containers than before: with `*` typed before ` a⏎b⏎c` all lines from there
/// on are an item's.
extension MarkdownDocument {
  /// The pieces of a paragraph from one on that goes on in other containers where a stretch ends, but for the
  /// last; that, as it is to be read now.
  ///
  /// libcmark remembers of such a paragraph which containers are open, and that it is. On a line whose text can
  /// only be text, behind no more markers than quotes are open first, nothing of that changes: either the line
  /// goes on in the containers, or the paragraph goes on without them. So what is between the pieces' lines
  /// and libcmark's reading of the last one need not be read again.
  ///
  /// - Parameter growth: how much farther the pieces stand now.
  /// - Returns: nil where there are fewer than two, where one defines something, or where a line may be read
  ///   otherwise.
  /// - Complexity: O(*n*) in the length of the paragraph, a fraction of a nanosecond for each byte.
  func moved(
    _ first: SliceTree.Place, _ growth: Int, in stretch: Stretch
  ) -> (slices: [Slice], last: SliceTree.Place)? {
    let start = first.start + growth
    guard first.slice.isCut,
      let paragraph = stretch.paragraphs.last(where: { $0.range.contains(start) }),
      paragraph.prefix != first.slice.prefix,
      var last = slices.place(at: slices.head(after: first.index) - 1), last.index > first.index
    else { return nil }
    let mayBeCut = stretch.bytes.withUnsafeBufferPointer { text in
      var line = 0..<0
      return text.mayBeCut(
        at: start - stretch.start, inParagraphFrom: paragraph.range.lowerBound - stretch.start,
        isNested: paragraph.prefix != 0, inLine: &line)
    }
    last.start += growth
    guard mayBeCut,
      linesGoOn(behind: start, through: last.start, within: prefixes.quotes(in: paragraph.prefix))
    else { return nil }
    var moved: [Slice] = []
    var defines = last.slice.group != 0
    slices.forEach(in: first.index..<last.index) { slice in
      defines = defines || slice.group != 0
      moved.append(slice.moved(into: paragraph.prefix))
    }
    last.slice = last.slice.moved(into: paragraph.prefix)
    return defines ? nil : (moved, last)
  }

  /// Whether all lines that begin behind an offset, up to another, surely go on with a paragraph.
  ///
  /// - Parameter quotes: how many quotes are open around it before anything else. In `> - a` that is 1.
  private func linesGoOn(behind start: Int, through end: Int, within quotes: Int) -> Bool {
    let text = buffer.bytes(in: start..<min(buffer.utf8Count, end + 256))
    return text.withUnsafeBufferPointer { text in
      var lines = LineIterator(text)
      while lines.next() != nil, lines.position <= end - start {
        var (index, count) = (lines.position, 0)
        while index < text.count, text[index] == 0x3E {
          index += index + 1 < text.count && text[index + 1] == 0x20 ? 2 : 1
          count += 1
        }
        guard count <= quotes, text.startOfText(inLineAt: index, to: text.count) != nil else {
          return false
        }
      }
      return true
    }
  }
}

extension Slice {
  /// The same piece of a paragraph in other containers.
  fileprivate func moved(into prefix: PrefixTable.Number) -> Slice {
    Slice(
      length: length, isInner: true, closing: closing, isCut: true, prefix: prefix, reach: reach)
  }
}
