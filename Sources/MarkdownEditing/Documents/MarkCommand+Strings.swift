import MarkdownSyntax
import TextEditing

// Embedded Swift has neither breadcrumbs nor the tables that a String's indices need.
#if !hasFeature(Embedded)
  extension MarkCommand {
    /// What the command does to a range of `text`; mutates nothing.
    ///
    ///     let range = text.range(of: "seed list")!
    ///     MarkCommand(.toggle, .strong).outcome(on: range, in: text)
    ///
    /// The plan counts UTF-8 bytes; ``Plan/applying(to:)-(String)`` makes the text after it with
    /// what is selected there.
    ///
    /// - Parameters:
    ///   - range: what is selected; an empty one is a caret. An end inside a scalar goes back to its
    ///     beginning.
    ///   - text: the document.
    ///   - dialect: the dialect of the document.
    /// - Precondition: the range is one of `text`.
    /// - Complexity: O(*n*) in the length of the text.
    package func outcome(
      on range: Range<String.Index>, in text: String, dialect: Dialect = .gitHub
    ) -> Outcome {
      outcome(onUTF8: [text.utf8Range(of: range)], in: Array(text.utf8), dialect: dialect)
    }

    /// What the command does to a range of `text` that counts UTF-16 code units, as `NSRange` and
    /// language servers do; mutates nothing.
    ///
    /// The plan counts UTF-8 bytes; ``Plan/applying(to:)-(String)`` makes the text after it.
    ///
    /// - Parameters:
    ///   - range: what is selected; an empty one is a caret.
    ///   - text: the document.
    ///   - dialect: the dialect of the document.
    /// - Returns: the refusal `insideCharacter` where an end is outside the text or inside a surrogate
    ///   pair; as there is no UTF-8 range for that, it names the whole text.
    /// - Complexity: O(*n*) in the length of the text.
    package func outcome(
      onUTF16 range: Range<Int>, in text: String, dialect: Dialect = .gitHub
    ) -> Outcome {
      let buffer = TextBuffer(text)
      guard let utf8 = buffer.utf8Range(ofUTF16: range) else {
        return .refused(.insideCharacter(0..<buffer.utf8Count))
      }
      return outcome(onUTF8: [utf8], in: buffer.utf8Bytes, dialect: dialect)
    }
  }

  extension Plan {
    /// The text after the plan, and what is selected in it.
    ///
    /// - Precondition: `text` is what the plan was made on.
    /// - Complexity: O(*n*) in the length of the text.
    public func applying(to text: String) -> (text: String, selections: [Range<String.Index>]) {
      let after = String(decoding: edit.applying(to: Array(text.utf8)), as: UTF8.self)
      return (
        after,
        selections.map { selection in
          after.index(ofUTF8: selection.lowerBound)..<after.index(ofUTF8: selection.upperBound)
        }
      )
    }
  }

  extension String {
    fileprivate func utf8Range(of range: Range<Index>) -> Range<Int> {
      let (start, end) = (aligned(range.lowerBound), aligned(range.upperBound))
      return utf8.distance(from: startIndex, to: start)..<utf8.distance(from: startIndex, to: end)
    }

    /// An index, or the beginning of the scalar that it is inside of.
    private func aligned(_ index: Index) -> Index {
      index.samePosition(in: unicodeScalars)
        ?? unicodeScalars.index(before: unicodeScalars.index(after: index))
    }

    fileprivate func index(ofUTF8 offset: Int) -> Index {
      utf8.index(startIndex, offsetBy: offset)
    }
  }
#endif
