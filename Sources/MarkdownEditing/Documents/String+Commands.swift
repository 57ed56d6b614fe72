import MarkdownSyntax
import TextEditing

// Embedded Swift has neither breadcrumbs nor the tables that a String's indices need.
#if !hasFeature(Embedded)
  /// A string after a command, with the selection and the outcome.
  public struct EditedText: Hashable, Sendable {
    /// The text; unchanged unless the outcome is a plan.
    public let text: String
    /// The selection in the text.
    public let selection: Range<String.Index>
    /// The plan, or the reason why the command did nothing.
    public let outcome: Outcome

    /// The selection in UTF-16 code units, as `NSRange` counts.
    public var utf16Selection: Range<Int> { text.utf16.offsets(of: selection, in: text) }
    /// The selection in UTF-8 bytes.
    public var utf8Selection: Range<Int> { text.utf8.offsets(of: selection, in: text) }

    fileprivate init(_ text: String, _ selected: Range<Int>, _ command: EditingCommand) {
      let source = Array(text.utf8)
      outcome = command.outcome(onUTF8: [selected], in: source)
      let place = outcome.plan?.selections.first ?? selected
      let after =
        outcome.plan.map { String(decoding: $0.edit.applying(to: source), as: UTF8.self) } ?? text
      self.text = after
      let start = after.utf8.index(after.startIndex, offsetBy: place.lowerBound)
      selection = start..<after.utf8.index(start, offsetBy: place.count)
    }

    fileprivate init(refusing text: String) {
      self.text = text
      selection = text.startIndex..<text.startIndex
      outcome = .refused(.insideCharacter(0..<text.utf8.count))
    }
  }

  extension String {
    /// Returns the text after toggling a mark in a range.
    ///
    /// ```swift
    /// let text = "some words"
    /// print(text.toggling(.strong, in: text.startIndex..<text.endIndex).text)  // **some words**
    /// ```
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public func toggling(
      _ mark: Mark, in range: Range<Index>, dialect: Dialect = .gitHub
    ) -> EditedText {
      performing(.toggle(mark), in: range, dialect: dialect)
    }

    /// Returns the text after a command on a range; an empty one is a caret.
    ///
    /// ```swift
    /// let text = "some words"
    /// print(text.performing(.heading(2), in: text.startIndex..<text.startIndex).text)  // ## some words
    /// ```
    ///
    /// - Parameter range: the selection; an end inside a scalar moves to its start.
    /// - Precondition: `range` is in this text.
    /// - Complexity: O(*n*) in the length of the text.
    public func performing(
      _ command: EditingCommand, in range: Range<Index>, dialect: Dialect = .gitHub
    ) -> EditedText {
      let selected = aligned(range.lowerBound)..<aligned(range.upperBound)
      return EditedText(self, utf8.offsets(of: selected, in: self), command.reading(dialect))
    }

    /// Returns the text after a command on a range of UTF-16 code units, as `NSRange` counts.
    ///
    /// ```swift
    /// print("some words".performing(.bulletList, inUTF16: 0..<4).text)  // - some words
    /// ```
    ///
    /// The text is unchanged, with the refusal `insideCharacter`, if an end of the range is outside
    /// the text or inside a surrogate pair.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public func performing(
      _ command: EditingCommand, inUTF16 range: Range<Int>, dialect: Dialect = .gitHub
    ) -> EditedText {
      guard let utf8 = TextBuffer(self).utf8Range(ofUTF16: range) else {
        return EditedText(refusing: self)
      }
      return EditedText(self, utf8, command.reading(dialect))
    }

    /// Returns the text after a command on a range of UTF-8 bytes.
    ///
    /// The text is unchanged, with the refusal `insideCharacter`, if an end of the range is outside
    /// the text or inside a character.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public func performing(
      _ command: EditingCommand, inUTF8 range: Range<Int>, dialect: Dialect = .gitHub
    ) -> EditedText {
      let buffer = TextBuffer(self)
      guard range.lowerBound >= 0, range.upperBound <= buffer.utf8Count,
        buffer.isScalarBoundary(utf8Offset: range.lowerBound),
        buffer.isScalarBoundary(utf8Offset: range.upperBound)
      else { return EditedText(refusing: self) }
      return EditedText(self, range, command.reading(dialect))
    }

    private func aligned(_ index: Index) -> Index {
      index.samePosition(in: unicodeScalars)
        ?? unicodeScalars.index(before: unicodeScalars.index(after: index))
    }
  }

  extension BidirectionalCollection where Index == String.Index {
    fileprivate func offsets(of range: Range<String.Index>, in text: String) -> Range<Int> {
      let start = distance(from: text.startIndex, to: range.lowerBound)
      return start..<start + distance(from: range.lowerBound, to: range.upperBound)
    }
  }
#endif
