import TextEditing

/// What an edit changes, as a unified diff (POSIX `diff -u`) that `patch` applies.
///
/// Lines end with LF alone, as `patch` reads them: a CR is part of its line. The lines that differ
/// are known from the edit, so nothing is searched for.
package struct UnifiedDiff: Hashable, Sendable {
  /// A line of a hunk: what is to become of it, and its bytes with the LF if it has one.
  package struct Line: Hashable, Sendable {
    /// What is to become of a line.
    package enum Kind: UInt8, Hashable, Sendable {
      /// It stays.
      case context = 0x20
      /// It is taken away.
      case removed = 0x2D
      /// It is new.
      case added = 0x2B
    }
    /// What is to become of it.
    package var kind: Kind
    /// Its bytes, the LF included.
    package var bytes: ArraySlice<UInt8>
  }

  /// Neighbouring lines: where they begin, counted from 0, in the text before and after.
  package struct Hunk: Hashable, Sendable {
    /// The first line in the text before.
    package var oldStart: Int
    /// The first line in the text after.
    package var newStart: Int
    /// The lines.
    package var lines: [Line]
  }

  /// The hunks, in ascending order; none where the edit changes nothing.
  package private(set) var hunks: [Hunk] = []

  /// Compares the UTF-8 `source` with what `edit` makes of it, with `context` lines around.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package init(of edit: TextEdit, on source: [UInt8], context: Int = 3) {
    let old = lines(of: source[...])
    let changes = lineChanges(of: edit, on: source, lines: old)
    var growth = 0
    var index = 0
    while index < changes.count {
      var end = index + 1
      while end < changes.count,
        changes[end].lines.lowerBound - changes[end - 1].lines.upperBound <= 2 * context
      {
        end += 1
      }
      let group = changes[index..<end]
      let hunk = Self.hunk(group, of: old, growth: growth, context: context)
      growth += group.reduce(0) { $0 + $1.replacement.count - $1.lines.count }
      hunks.append(hunk)
      index = end
    }
  }

  private static func hunk(
    _ changes: ArraySlice<LineChange>, of old: [ArraySlice<UInt8>], growth: Int, context: Int
  ) -> Hunk {
    var result: [Line] = []
    let start = max(0, (changes.first?.lines.lowerBound ?? 0) - context)
    var next = start
    for change in changes {
      result += old[next..<change.lines.lowerBound].map { Line(kind: .context, bytes: $0) }
      result += old[change.lines].map { Line(kind: .removed, bytes: $0) }
      result += change.replacement.map { Line(kind: .added, bytes: $0) }
      next = change.lines.upperBound
    }
    result += old[next..<min(old.count, next + context)].map { Line(kind: .context, bytes: $0) }
    return Hunk(oldStart: start, newStart: start + growth, lines: result)
  }
}

/// Lines of the text before, and the lines that take their place.
private struct LineChange {
  var lines: Range<Int>
  var replacement: [ArraySlice<UInt8>]
}

/// The lines of `text`, each with its LF; an empty text has none.
private func lines(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
  var result: [ArraySlice<UInt8>] = []
  var start = text.startIndex
  while start < text.endIndex {
    let end = text[start...].firstIndex(of: .lineFeed).map { $0 + 1 } ?? text.endIndex
    result.append(text[start..<end])
    start = end
  }
  return result
}

/// The lines that `edit` changes: replacements that touch the same line are one change.
private func lineChanges(
  of edit: TextEdit, on source: [UInt8], lines old: [ArraySlice<UInt8>]
) -> [LineChange] {
  var changes: [LineChange] = []
  var line = 0
  var index = 0
  let replacements = edit.replacements
  while index < replacements.count {
    while line + 1 < old.count, old[line].endIndex <= replacements[index].range.lowerBound {
      line += 1
    }
    var text: [UInt8] = []
    var last = line
    var end = line < old.count ? old[line].startIndex : 0
    while index < replacements.count, replacements[index].range.lowerBound <= lastByte(old, last) {
      let replacement = replacements[index]
      text += source[end..<replacement.range.lowerBound]
      text += replacement.bytes
      end = replacement.range.upperBound
      while last + 1 < old.count, old[last].endIndex <= end { last += 1 }
      index += 1
    }
    let upper = line < old.count ? old[last].endIndex : 0
    text += source[end..<upper]
    let touched = line < old.count ? line..<last + 1 : 0..<0
    if let change = trimmed(touched, text, old) { changes.append(change) }
    line = min(last + 1, max(0, old.count - 1))
  }
  return changes
}

/// The last offset that an edit of the line `index` can begin at: the end of the text belongs to
/// its last line.
private func lastByte(_ lines: [ArraySlice<UInt8>], _ index: Int) -> Int {
  guard index < lines.count else { return 0 }
  return index + 1 < lines.count ? lines[index].endIndex - 1 : lines[index].endIndex
}

/// The change without the lines at both ends that stay as they are; nil where all stay.
private func trimmed(
  _ range: Range<Int>, _ text: [UInt8], _ old: [ArraySlice<UInt8>]
) -> LineChange? {
  var new = lines(of: text[...])[...]
  var range = range
  while let first = new.first, !range.isEmpty, old[range.lowerBound] == first {
    new = new.dropFirst()
    range = range.dropFirst()
  }
  while let last = new.last, !range.isEmpty, old[range.upperBound - 1] == last {
    new = new.dropLast()
    range = range.dropLast()
  }
  return new.isEmpty && range.isEmpty ? nil : LineChange(lines: range, replacement: Array(new))
}
