extension UnifiedDiff {
  /// Prints the diff of a file called `path`.
  ///
  /// - Parameters:
  ///   - path: The file's path; nil for a text without one.
  ///   - painter: The painter to print with; `patch` accepts neither colours nor escapes.
  package func print(path: String?, with painter: inout Painter) {
    guard !hunks.isEmpty else { return }
    let name = quotedName(path ?? "-")
    painter.add("--- \(name)\n", .bold)
    painter.add("+++ \(name)\n", .bold)
    for hunk in hunks {
      painter.add(hunk.header, .cyan)
      for line in hunk.lines {
        painter.add([line.kind.rawValue] + line.bytes, line.kind.style)
        if line.bytes.last != .lineFeed { painter.add("\n\\ No newline at end of file\n") }
      }
    }
  }
}

extension UnifiedDiff.Line.Kind {
  fileprivate var style: Painter.Style {
    switch self {
    case .context: .plain
    case .removed: .red
    case .added: .green
    }
  }
}

extension UnifiedDiff.Hunk {
  fileprivate var header: String {
    let old = lines.count { $0.kind != .added }
    let new = lines.count { $0.kind != .removed }
    return "@@ -\(span(oldStart, old)) +\(span(newStart, new)) @@\n"
  }

  /// The first line, counted from 1, and the count; an empty span names the line before it.
  private func span(_ start: Int, _ count: Int) -> String {
    count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
  }
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
