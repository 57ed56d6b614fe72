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
      outcome = command.outcome(utf8: [selected], in: source)
      let place = outcome.plan?.selections.first ?? selected
      let after =
        outcome.plan.map { String(decoding: $0.edit.applying(to: source), as: UTF8.self) } ?? text
      self.text = after
      let start = after.utf8.index(after.startIndex, offsetBy: place.lowerBound)
      selection = start..<after.utf8.index(start, offsetBy: place.count)
    }

    fileprivate init(refusing text: String, _ error: TextEditError) {
      self.text = text
      selection = text.startIndex..<text.startIndex
      outcome = .refused(.invalidRange(error))
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
      performing(command, in: TextRange(range, in: self), dialect: dialect)
    }

    /// Returns the text after a command on a range in UTF-16, UTF-8 or another unit.
    ///
    /// ```swift
    /// print("some words".performing(.bulletList, in: .utf16(0..<4)).text)  // - some words
    /// ```
    ///
    /// The text is unchanged, with the refusal `invalidRange`, if an end of the range is outside
    /// the text or inside a character.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public func performing(
      _ command: EditingCommand, in range: TextRange, dialect: Dialect = .gitHub
    ) -> EditedText {
      do throws(TextEditError) {
        let utf8 = try TextBuffer(self).utf8Range(of: range)
        return EditedText(self, utf8, command.reading(dialect))
      } catch {
        return EditedText(refusing: self, error)
      }
    }
  }

  extension BidirectionalCollection where Index == String.Index {
    fileprivate func offsets(of range: Range<String.Index>, in text: String) -> Range<Int> {
      let start = distance(from: text.startIndex, to: range.lowerBound)
      return start..<start + distance(from: range.lowerBound, to: range.upperBound)
    }
  }
#endif
