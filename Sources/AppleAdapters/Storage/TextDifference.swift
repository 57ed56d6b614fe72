#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import TextEditing

  extension TextEdit {
    /// The number of lines up to which lines are compared with each other.
    private static let lineLimit = 2_000

    /// Creates the edit between two texts, which replaces only the lines that differ, and of these
    /// only what is between their common start and end.
    ///
    /// - Complexity: O(*n* + *d*²) for *d* lines that differ. More than 2,000 lines in the part that
    ///   differs are replaced as one.
    init(from old: [UInt8], to new: [UInt8]) {
      let whole = Self.trimmed(0..<old.count, 0..<new.count, old, new)
      let oldStarts = Self.lineStarts(whole.old, old)
      let newStarts = Self.lineStarts(whole.new, new)
      guard max(oldStarts.count, newStarts.count) <= Self.lineLimit + 1 else {
        self.init([Replacement(whole.old, with: Array(new[whole.new]))])
        return
      }
      let oldLines = zip(oldStarts, oldStarts.dropFirst()).map { old[$0..<$1] }
      let newLines = zip(newStarts, newStarts.dropFirst()).map { new[$0..<$1] }
      var (removed, inserted) = (Set<Int>(), Set<Int>())
      for change in newLines.difference(from: oldLines) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
      }
      var replacements: [Replacement] = []
      var (i, j) = (0, 0)
      while i < oldLines.count || j < newLines.count {
        let (firstOld, firstNew) = (i, j)
        while removed.contains(i) { i += 1 }
        while inserted.contains(j) { j += 1 }
        if i > firstOld || j > firstNew {
          let part = Self.trimmed(
            oldStarts[firstOld]..<oldStarts[i], newStarts[firstNew]..<newStarts[j], old, new)
          replacements.append(Replacement(part.old, with: Array(new[part.new])))
        }
        i += 1
        j += 1
      }
      self.init(replacements)
    }

    /// The parts of two ranges without their common first and last characters. A line
    /// ending is never cut.
    private static func trimmed(
      _ old: Range<Int>, _ new: Range<Int>, _ oldBytes: [UInt8], _ newBytes: [UInt8]
    ) -> (old: Range<Int>, new: Range<Int>) {
      func isStart(_ offset: Int, _ bytes: [UInt8]) -> Bool {
        guard offset < bytes.count else { return true }
        return bytes[offset] & 0xC0 != 0x80
          && !(bytes[offset] == .lineFeed && offset > 0 && bytes[offset - 1] == .carriageReturn)
      }
      func common(_ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>) -> Int {
        zip(first, second).lazy.prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
      }
      var start = common(oldBytes[old], newBytes[new])
      while start > 0,
        !isStart(old.lowerBound + start, oldBytes) || !isStart(new.lowerBound + start, newBytes)
      {
        start -= 1
      }
      let old = old.dropFirst(start)
      let new = new.dropFirst(start)
      var end = common(oldBytes[old].reversed(), newBytes[new].reversed())
      while end > 0,
        !isStart(old.upperBound - end, oldBytes) || !isStart(new.upperBound - end, newBytes)
      {
        end -= 1
      }
      return (old.dropLast(end), new.dropLast(end))
    }

    /// The starts of the lines in a part of a text, and its end.
    private static func lineStarts(_ range: Range<Int>, _ bytes: [UInt8]) -> [Int] {
      let ends = range.filter { bytes[$0] == .lineFeed }.map { $0 + 1 }
      let isComplete = range.isEmpty || ends.last == range.upperBound
      return [range.lowerBound] + ends + (isComplete ? [] : [range.upperBound])
    }
  }
#endif
