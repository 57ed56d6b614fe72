extension InputDocumentProxy {
  /// The text before the selection, up to the limit; nil if there is none.
  public var documentContextBeforeInput: String? {
    guard let start = input.selectedTextRange?.start else { return nil }
    return context(before: start)
  }

  /// The text after the selection, up to the limit; nil if there is none.
  public var documentContextAfterInput: String? {
    guard let end = input.selectedTextRange?.end else { return nil }
    return context(after: end)
  }

  /// The text that is selected; nil if there is none.
  public var selectedText: String? {
    guard let range = input.selectedTextRange, !range.isEmpty else { return nil }
    return input.text(in: range)
  }

  /// Moves the insertion point by this many characters of the text in view, as far as there are
  /// any.
  ///
  /// From a selection it moves from the end it goes towards; an offset of 0 moves nothing.
  public mutating func adjustTextPosition(byCharacterOffset offset: Int) {
    guard offset != 0, let selection = input.selectedTextRange else { return }
    let start = offset > 0 ? selection.end : selection.start
    let text = offset > 0 ? context(after: start) : context(before: start)
    guard let text else { return collapse(to: start) }
    let passed = offset > 0 ? text.prefix(offset) : text.suffix(-max(offset, -text.count))
    let units = passed.utf16.count
    guard let position = input.position(from: start, offset: offset > 0 ? units : -units) else {
      return
    }
    collapse(to: position)
  }

  private mutating func collapse(to position: Input.InputPosition) {
    guard let range = input.textRange(from: position, to: position) else { return }
    input.selectedTextRange = range
  }

  private func context(before end: Input.InputPosition) -> String? {
    let available = input.offset(from: input.beginningOfDocument, to: end)
    return text(from: end, units: -available) { text in
      // What was cut may begin inside a character: only whole ones are shown.
      String(text.suffix(while: contextLimit))
    }
  }

  private func context(after start: Input.InputPosition) -> String? {
    let available = input.offset(from: start, to: input.endOfDocument)
    return text(from: start, units: available) { text in
      String(text.prefix(while: contextLimit))
    }
  }

  /// The text over so many UTF-16 code units, cut by `cut`; nil where nothing is left.
  private func text(
    from position: Input.InputPosition, units: Int, cut: (String) -> String
  ) -> String? {
    guard let other = input.position(from: position, offset: units),
      let range = input.textRange(
        from: units < 0 ? other : position, to: units < 0 ? position : other),
      let text = input.text(in: range)
    else { return nil }
    let shown = cut(text)
    return shown.isEmpty ? nil : shown
  }
}

extension String {
  /// The first characters that together have at most so many UTF-16 code units.
  fileprivate func prefix(while limit: Int) -> Substring {
    var units = 0
    return prefix { character in
      units += character.utf16.count
      return units <= limit
    }
  }

  /// The last characters that together have at most so many UTF-16 code units.
  fileprivate func suffix(while limit: Int) -> Substring {
    var units = 0
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      units += self[before].utf16.count
      if units > limit { break }
      start = before
    }
    return self[start...]
  }
}
