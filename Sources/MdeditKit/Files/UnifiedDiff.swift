import TextEditing

/// The changes of an edit as a unified diff (POSIX `diff -u`), which `patch` can apply.
///
/// Only LF ends a line, as in `patch`; a CR is part of its line. The edit already says which lines
/// differ, so no search for differences is needed.
package struct UnifiedDiff: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable {
      case context = 0x20
      case removed = 0x2D
      case added = 0x2B

      fileprivate var style: Painter.Style {
        switch self {
        case .context: .plain
        case .removed: .red
        case .added: .green
        }
      }
    }
    package var kind: Kind
    /// The bytes of the line, with its LF if it has one.
    package var bytes: ArraySlice<UInt8>
  }

  /// A group of neighbouring lines, with its start, counted from 0, in both texts.
  package struct Hunk: Hashable, Sendable {
    package var oldStart: Int
    package var newStart: Int
    package var lines: [Line]
  }

  package private(set) var hunks: [Hunk] = []

  /// Compares the UTF-8 `source` with the result of `edit`; `context` lines surround each change.
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
      let start = max(0, changes[index].lines.lowerBound - context)
      var hunk = Hunk(oldStart: start, newStart: start + growth, lines: [])
      var next = start
      for change in changes[index..<end] {
        hunk.lines += old[next..<change.lines.lowerBound].map { Line(kind: .context, bytes: $0) }
        hunk.lines += old[change.lines].map { Line(kind: .removed, bytes: $0) }
        hunk.lines += change.replacement.map { Line(kind: .added, bytes: $0) }
        next = change.lines.upperBound
        growth += change.replacement.count - change.lines.count
      }
      hunk.lines += old[next..<min(old.count, next + context)].map {
        Line(kind: .context, bytes: $0)
      }
      hunks.append(hunk)
      index = end
    }
  }

  package func print(path: String?, with painter: inout Painter) {
    guard !hunks.isEmpty else { return }
    let name = quotedName(path ?? "-")
    painter.add("--- \(name)\n", .bold)
    painter.add("+++ \(name)\n", .bold)
    for hunk in hunks {
      let old = Self.span(hunk.oldStart, hunk.lines.count { $0.kind != .added })
      let new = Self.span(hunk.newStart, hunk.lines.count { $0.kind != .removed })
      painter.add("@@ -\(old) +\(new) @@\n", .cyan)
      for line in hunk.lines {
        painter.add([line.kind.rawValue] + line.bytes, line.kind.style)
        if line.bytes.last != .lineFeed { painter.add("\n\\ No newline at end of file\n") }
      }
    }
  }

  /// The first line, counted from 1, and the count; an empty span names the line before it.
  private static func span(_ start: Int, _ count: Int) -> String {
    count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
  }
}

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

/// The lines that `edit` changes. Replacements that touch the same line are one change.
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

/// The last offset of an edit that begins in line `index`; the last line has the end of the text.
private func lastByte(_ lines: [ArraySlice<UInt8>], _ index: Int) -> Int {
  guard index < lines.count else { return 0 }
  return index + 1 < lines.count ? lines[index].endIndex - 1 : lines[index].endIndex
}

/// Removes unchanged lines from both ends of a change; nil if no line is left.
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

/// A file's name as `patch` reads it: in C's quotes if it has quotes or control characters.
private func quotedName(_ path: String) -> String {
  let needsQuotes = path.utf8.contains {
    $0 < .space || $0 == .delete || $0 == .quotationMark || $0 == .backslash
  }
  // A tab ends a name that has spaces.
  guard needsQuotes else { return path.utf8.contains(.space) ? path + "\t" : path }
  var result = "\""
  for scalar in path.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      let digits = String(scalar.value, radix: 8)
      result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
