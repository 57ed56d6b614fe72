import TextEditing

extension Smallness {
  /// Whether the same marks can be written without respelling a character: with the same
  /// delimiters, with the other delimiter character, or with an escape directly beside a delimiter.
  ///
  /// - Parameter mayBecome: Whether clause 6 permits such a text.
  func hasAnotherWay(without pair: (Int, Int), _ mayBecome: (Reading) -> Bool) -> Bool {
    let original = Array(before.source[before.spans[pair.0]])
    let reverting = TextEdit.Replacement(after.spans[pair.1], with: original)
    let delimiters = after.events.indices.filter { after.events[$0].delimits(order.mark) }
    let beside = Set(delimiters.flatMap { [$0 - 1, $0 + 1] }).filter {
      $0 != pair.1 && isEscapable($0)
    }
    let escapes = [[]] + beside.sorted().map { [escape($0)] }
    // The user's own delimiters must stay the same.
    let swap = delimiters.filter(isWritten).map(otherDelimiter)
    for swap in order.mark == .code || swap.isEmpty ? [[]] : [[], swap] {
      for escape in escapes {
        if let other = reading(of: [reverting] + swap + escape),
          !other.dependsOnRenderer(order.mark),
          mayBecome(other)
        {
          return true
        }
      }
    }
    return false
  }

  /// Whether the event is a character that can be escaped and is not yet.
  private func isEscapable(_ event: Int) -> Bool {
    guard after.events.indices.contains(event), let scalar = after.events[event].scalar else {
      return false
    }
    return scalar.isASCIIPunctuation && after.spans[event].count == 1
      && !after.events[event].marks.contains(.code)
  }

  private func escape(_ event: Int) -> TextEdit.Replacement {
    let start = after.spans[event].lowerBound
    return TextEdit.Replacement(start..<start, with: "\\")
  }

  private func otherDelimiter(_ event: Int) -> TextEdit.Replacement {
    let old = after.source[after.spans[event]]
    let star = UInt8(ascii: "*")
    let other = old.first == star ? UInt8(ascii: "_") : star
    return TextEdit.Replacement(after.spans[event], with: Array(repeating: other, count: old.count))
  }

  /// Returns the text with additional edits, if it shows the same.
  func reading(of edit: [TextEdit.Replacement]) -> Reading? {
    let sorted = edit.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard let source = applying(sorted, to: after.source),
      let trial = try? Reading(source, oracle: oracle)
    else { return nil }
    return contentViolations(before.rendered, trial.rendered, order).isEmpty ? trial : nil
  }
}

extension Reading {
  /// Whether a delimiter of the mark is beside a symbol, which is punctuation in CommonMark 0.31
  /// but not in 0.30. A spelling that both read in the same way may need an escape.
  func dependsOnRenderer(_ mark: MarkSet) -> Bool {
    events.indices.contains { index in
      guard events[index].delimits(mark) else { return false }
      let span = spans[index]
      let isDelimiter = { (byte: UInt8) in byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") }
      let before = source[..<span.lowerBound].reversed().drop(while: isDelimiter).reversed()
      let after = source[span.upperBound...].drop(while: isDelimiter)
      let left = String(decoding: before.suffix(4), as: UTF8.self).unicodeScalars.last
      let right = String(decoding: after.prefix(4), as: UTF8.self).unicodeScalars.first
      return [left, right].contains { $0.map(isNewPunctuation) ?? false }
    }
  }

  private func isNewPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    // NUL is read as U+FFFD, a symbol.
    scalar.value == 0 || scalar.isSymbol && !scalar.isASCII
  }
}
