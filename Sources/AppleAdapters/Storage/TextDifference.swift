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
      var replacements: [Replacement] = []
      let whole = Self.trimmed(0..<old.count, 0..<new.count, old, new)
      let (oldLines, newLines) = (Self.lines(whole.old, old), Self.lines(whole.new, new))
      guard oldLines.count <= Self.lineLimit, newLines.count <= Self.lineLimit else {
        self.init([Replacement(whole.old, with: Array(new[whole.new]))])
        return
      }
      let difference = newLines.map { new[$0] }.difference(from: oldLines.map { old[$0] })
      var removed = Set<Int>()
      var inserted = Set<Int>()
      for change in difference {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
      }
      var (i, j) = (0, 0)
      while i < oldLines.count || j < newLines.count {
        let (firstOld, firstNew) = (i, j)
        while removed.contains(i) { i += 1 }
        while inserted.contains(j) { j += 1 }
        if i > firstOld || j > firstNew {
          let oldStart =
            firstOld < oldLines.count ? oldLines[firstOld].lowerBound : whole.old.upperBound
          let newStart =
            firstNew < newLines.count ? newLines[firstNew].lowerBound : whole.new.upperBound
          let oldEnd = i > firstOld ? oldLines[i - 1].upperBound : oldStart
          let newEnd = j > firstNew ? newLines[j - 1].upperBound : newStart
          let part = Self.trimmed(oldStart..<oldEnd, newStart..<newEnd, old, new)
          replacements.append(Replacement(part.old, with: Array(new[part.new])))
        }
        i += 1
        j += 1
      }
      self.init(replacements)
    }

    /// The parts of two ranges without the characters that they begin and end with alike. A line
    /// ending is never cut.
    private static func trimmed(
      _ old: Range<Int>, _ new: Range<Int>, _ oldBytes: [UInt8], _ newBytes: [UInt8]
    ) -> (old: Range<Int>, new: Range<Int>) {
      func isStart(_ offset: Int, _ bytes: [UInt8]) -> Bool {
        guard offset < bytes.count else { return true }
        return bytes[offset] & 0xC0 != 0x80
          && !(bytes[offset] == .lineFeed && offset > 0 && bytes[offset - 1] == .carriageReturn)
      }
      let shorter = min(old.count, new.count)
      var start = 0
      while start < shorter, oldBytes[old.lowerBound + start] == newBytes[new.lowerBound + start] {
        start += 1
      }
      while start > 0,
        !isStart(old.lowerBound + start, oldBytes) || !isStart(new.lowerBound + start, newBytes)
      {
        start -= 1
      }
      var end = 0
      while end < shorter - start,
        oldBytes[old.upperBound - end - 1] == newBytes[new.upperBound - end - 1]
      {
        end += 1
      }
      while end > 0,
        !isStart(old.upperBound - end, oldBytes) || !isStart(new.upperBound - end, newBytes)
      {
        end -= 1
      }
      return (
        old.lowerBound + start..<old.upperBound - end, new.lowerBound + start..<new.upperBound - end
      )
    }

    /// The lines of a part of a text, with their line feeds.
    private static func lines(_ range: Range<Int>, _ bytes: [UInt8]) -> [Range<Int>] {
      var lines: [Range<Int>] = []
      var start = range.lowerBound
      for offset in range where bytes[offset] == .lineFeed {
        lines.append(start..<offset + 1)
        start = offset + 1
        if lines.count > lineLimit { return lines }
      }
      if start < range.upperBound { lines.append(start..<range.upperBound) }
      return lines
    }
  }
#endif
