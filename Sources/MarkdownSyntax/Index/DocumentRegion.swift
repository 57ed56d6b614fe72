/// A stretch of a document with all that has to be read with it, as a text of its own.
///
/// Reading ``bytes`` gives the blocks and the inline trees that a reading of the whole document
/// gives for ``range``. Of a long paragraph that may be a part.
package struct DocumentRegion: Hashable, Sendable {
  /// The text to read, as UTF-8: the definitions in force for the labels that the stretch
  /// mentions, the stretch, and the line that follows it, which decides how its last block closes.
  package var bytes: [UInt8]
  /// The UTF-8 offsets of the stretch in the document.
  package var range: Range<Int>
  /// How many bytes stand before the stretch in ``bytes``.
  ///
  /// The document's UTF-8 offset `d` is the offset `d - range.lowerBound + prefixCount` of `bytes`.
  package var prefixCount: Int
  /// How the stretch ends inside a paragraph, if it does.
  package internal(set) var edges = Edges()

  /// What stands around a stretch that is a part of a paragraph.
  package struct Edges: Hashable, Sendable {
    /// Whether it begins inside the paragraph. True of `b c` in the paragraph `a b c`.
    package internal(set) var isCutBefore = false
    /// Whether it ends inside the paragraph. True of `a b` in the paragraph `a b c`.
    package internal(set) var isCutBehind = false
    /// Whether the paragraph stands in a container. True of the paragraph in `> a`.
    var isNested = false
    /// What may reach into the stretch from before.
    var before: InlineReach = []
    /// What may reach into the stretch from behind.
    var behind: InlineReach = []
    /// Whether all code of the paragraph has been read, so that it is certain where it stands.
    package internal(set) var knowsCode = false
    /// The code span in which the stretch begins. That of `b c` in `` `a b c` d ``, cut before `b`.
    var codeBefore: OpenCode?
    /// The code span in which it ends.
    var codeBehind: OpenCode?
    /// Where backticks that are text stand before the stretch and none in it, a bit for each length of those
    /// runs and of the fences around: code in the stretch has other fences. `1 << 1` for `c` of `` a ` b c ``.
    var runsAround: UInt16 = 0
    /// What a word typed in the stretch may join, where it begins and ends in paragraphs that are not one.
    var joint: Joint?
  }

  /// A stretch with the end of a paragraph, the beginning of another and what stands between.
  struct Joint: Hashable, Sendable {
    /// How many bytes of the first there are.
    let lead: Int
    /// How many bytes of the second there are.
    let tail: Int
  }

  /// Makes a region of its parts.
  package init(bytes: [UInt8], range: Range<Int>, prefixCount: Int) {
    self.bytes = bytes
    self.range = range
    self.prefixCount = prefixCount
  }

  /// The UTF-8 offsets of the stretch in ``bytes``.
  package var rangeInBytes: Range<Int> { prefixCount..<prefixCount + range.count }
}

extension DocumentRegion {
  /// Whether the stretch is a part of a paragraph. True of `b c` where the paragraph `a b c` is cut
  /// before it.
  package var isPartial: Bool { edges.isCutBefore || edges.isCutBehind }

  /// Whether something in the paragraph before or behind the stretch waits for its counterpart.
  /// True where `*a` stands before it: the delimiter may close in it.
  package var hasLooseEnds: Bool {
    !edges.before.isEmpty || !edges.behind.isEmpty || edges.knowsCode
  }

  /// Whether the stretch, edited to be `text`, reads by itself as it does in the document: nothing
  /// in it meets with what stands before or behind it in the same paragraph.
  ///
  /// - Parameter text: what ``bytes`` becomes; what stands around the stretch is the same.
  /// - Complexity: O(*n*) in its length.
  package func isClosed(as text: [UInt8]) -> Bool {
    guard isPartial else { return true }
    let end = text.count - (bytes.count - rangeInBytes.upperBound)
    guard end >= prefixCount else { return false }
    if edges.knowsCode { return isClosedWithCode(as: text, end: end) }
    if let joint = edges.joint { return isClosed(as: text, end: end, joint) }
    let reach = text.withUnsafeBufferPointer { text in
      let textEnd = text.endOfParagraph(in: prefixCount..<end, isNested: edges.isNested)
      var scan = ReachScan(
        text, from: prefixCount, to: textEnd, isNested: edges.isNested, window: text.count)
      return scan.finish()
    }
    // Where backticks are astray a fence is chosen by all code of the paragraph.
    if reach.union(edges.behind).contains(.consumesRest), changesBackticks(to: text) {
      return false
    }
    return edges.admits(reach)
  }

  /// The same of a stretch that begins and ends in paragraphs, be they joined or not: on whichever line the first
  /// ends and the last begins, nothing of them meets with what is outside. True of `a⏎⏎b`, false with a `\``
  /// typed before the `b`.
  private func isClosed(as text: [UInt8], end: Int, _ joint: Joint) -> Bool {
    let isOpen = !edges.before.continuations.isEmpty
    guard edges.isCutBehind || isOpen else { return true }
    let (first, last) = (prefixCount + joint.lead, end - joint.tail)
    guard first <= last else { return false }
    return text.withUnsafeBufferPointer { text in
      let starts = (first...last).filter {
        $0 > prefixCount && (text[$0 - 1] == 0x0A || text[$0 - 1] == 0x0D)
      }
      func reach(_ range: Range<Int>) -> InlineReach {
        var scan = ReachScan(
          text, from: range.lowerBound, to: range.upperBound, isNested: edges.isNested,
          window: text.count)
        return scan.finish()
      }
      return starts.count < 16 && edges.admits(reach(prefixCount..<end))
        && starts.allSatisfy { start in
          edges.admitsBehind(reach(start..<end))
            && (!isOpen || edges.admitsBefore(reach(prefixCount..<start)))
        }
    }
  }

  /// The same of a stretch at whose edges code may be open: it has to be open in the same way, and what
  /// stands outside meets with no other backticks. True of a letter typed in it, false of a `\``, and of a span
  /// with fences of a length of its own.
  private func isClosedWithCode(as text: [UInt8], end: Int) -> Bool {
    guard let old = code(in: bytes, end: rangeInBytes.upperBound),
      let new = code(in: text, end: end)
    else { return false }
    let isAlike =
      changesBackticks(to: text)
      ? isCodeApart(new.own.runs, in: text[prefixCount..<end]) : new.own.runs == old.own.runs
    return isAlike && new.before == old.before && new.own.code == old.own.code
      && edges.admits(new.own.reach)
  }

  /// Whether no backticks but new fences stand in the stretch, and no two spans there, nor anything that may
  /// pair with them outside, have fences of the same length: libcmark remembers one run of each. True of
  /// ``` `a` ``b`` ```, not of `` `a` `b` ``.
  ///
  /// - Parameter runs: what is read in it.
  private func isCodeApart(_ runs: [Int], in text: ArraySlice<UInt8>) -> Bool {
    var taken = Int(edges.runsAround)
    if taken == 0 { return false }
    var left = 0
    for byte in text where byte == 0x60 { left += 1 }
    for run in runs {
      if run < 0 || run > 30 || taken >> run & 1 != 0 { return false }
      taken |= 1 << run
      left -= 2 * run
    }
    return left == 0
  }

  /// The code at the edges of the stretch, and in it, where `text` is what `bytes` becomes.
  private func code(
    in text: [UInt8], end: Int
  ) -> (before: OpenCode?, own: ReachScan.Passed)? {
    text.withUnsafeBufferPointer { text in
      let start = prefixCount - (edges.codeBefore?.opening.count ?? 0)
      let last = edges.codeBehind == nil ? end : text.count
      let textEnd = text.endOfParagraph(in: start..<last, isNested: edges.isNested)
      var scan = ReachScan(
        text, from: start, to: textEnd, isNested: edges.isNested, window: text.count,
        readsAllCode: true)
      guard let before = scan.pass(to: prefixCount), let own = scan.pass(to: end) else {
        return nil
      }
      return (before.code, own)
    }
  }

  /// Whether backticks stand between the first and the last byte in which a text differs.
  private func changesBackticks(to text: [UInt8]) -> Bool {
    var start = 0
    while start < min(text.count, bytes.count), text[start] == bytes[start] { start += 1 }
    var (end, newEnd) = (bytes.count, text.count)
    while end > start, newEnd > start, bytes[end - 1] == text[newEnd - 1] {
      end -= 1
      newEnd -= 1
    }
    return bytes[start..<end].contains(0x60) || text[start..<newEnd].contains(0x60)
  }
}

extension DocumentRegion.Edges {
  /// Whether a delimiter run outside of the stretch is not paired, or not with another near it. True of `b c`
  /// in the paragraph `2*3 b c`, false in `*a* b c`.
  var hasOpenDelimiters: Bool {
    !before.union(behind).isDisjoint(with: [.opens, .closes, .tangles])
  }

  /// Whether a run of so many backticks is text in the stretch, as far as what stands before it goes; false
  /// where that is not known. True of one of three behind ``a `b``.
  package func isText(runOf count: Int) -> Bool {
    !knowsCode || (runsAround != 0 && count < 16 && runsAround >> UInt16(count) & 1 == 0)
  }

  /// Whether a stretch out of which `reach` may reach meets with nothing around it.
  func admits(_ reach: InlineReach) -> Bool {
    admitsBehind(reach) && admitsBefore(reach)
  }

  /// Whether nothing behind a stretch out of which `reach` may reach meets with it.
  func admitsBehind(_ reach: InlineReach) -> Bool {
    if isCutBehind, reach.contains(.consumesRest) { return false }
    return behind.ofAll.isDisjoint(with: reach.continuations)
  }

  /// Whether nothing before a stretch out of which `reach` may reach meets with it.
  func admitsBefore(_ reach: InlineReach) -> Bool {
    !isCutBefore || before.isDisjoint(with: reach.counterparts)
  }
}
