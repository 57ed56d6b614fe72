import CommonMark
import MarkdownSyntax

/// What libcmark makes of a word typed at a caret, read once and without our own reading of the text: as
/// much as a state says of a block that is too long to be planned on at every key.
///
/// A line of dashes below a paragraph of a megabyte makes it a heading, and a `*` in it may be paired with
/// any other: no part of it can be read alone, and a plan reads all of it ten times and more. In a dialect
/// libcmark reads the projection.
package struct TypedWord {
  /// The marks of the word. Strong and emphasis in `***a‸***`.
  package let marks: MarkSet

  /// Types a word at the UTF-8 offset `caret` of `source`; nil where it is not text there, where the text
  /// has such a word, and where the caret may stand inside a character's spelling: there it means its end.
  ///
  /// - Parameters:
  ///   - purpose: what a projection is for in a dialect: a mark of an extension is strong in its own.
  ///   - context: what is known of the rest, where the source is a part of a document.
  /// - Complexity: O(*n*): libcmark parses the text once, in a dialect up to four times.
  package init?(
    at caret: Int, in source: [UInt8], _ dialect: Dialect = .commonMark,
    for purpose: ProjectionPurpose = .delimited, _ context: ProjectionContext = .document
  ) {
    guard (0...source.count).contains(caret), !source.mayStandInSpelling(caret),
      source.occurrences(of: Probe.bytes).isEmpty
    else { return nil }
    var typed = source
    typed.insert(contentsOf: Probe.bytes, at: caret)
    if !dialect.isCommonMark {
      guard
        let document = try? ProjectedDocument(typed, in: dialect, for: purpose, context: context),
        !document.projection.unreadable.contains(where: {
          $0.lowerBound <= caret && caret <= $0.upperBound
        })
      else { return nil }
      typed = document.projection.text
    }
    guard let tree = try? MarkdownTree(parsing: typed) else { return nil }
    for offset in tree.bytes.occurrences(of: Probe.bytes) {
      guard let marks = tree.marks(ofTextAt: offset) else { continue }
      self.marks = marks
      return
    }
    return nil
  }
}

extension FormattingState {
  /// The state at a caret in a text that may not be read over and over: nothing is known but what a word typed
  /// there is. Nil of other texts and selections.
  init?(ofLong part: SharedParts.Part, at selections: [Range<Int>], _ policies: MarkPolicies) {
    let source = part.region.bytes
    guard source.count > Budget.bytesOfState, selections.count == 1, selections[0].isEmpty else {
      return nil
    }
    var last: (purpose: ProjectionPurpose, word: TypedWord)?
    var entries: [Entry] = []
    for mark in Mark.all(in: policies.dialect) {
      // Code is seen where strong and emphasis are.
      let purpose = mark.syntax.isEmpty ? ProjectionPurpose.delimited : mark.purpose
      if last?.purpose != purpose {
        guard
          let word = TypedWord(
            at: selections[0].lowerBound, in: source, policies.dialect, for: purpose, part.context)
        else { return nil }
        last = (purpose, word)
      }
      let isOn = last?.word.marks.isSuperset(of: mark.set) ?? false
      entries.append(
        Entry(mark: mark, presence: isOn ? .on : .off, applicability: .unknown))
    }
    self.init(entries: entries)
  }
}

extension MarkdownTree {
  /// The marks of the character of text or code at an offset of `bytes`; nil of other bytes, and in an
  /// image's description, which is not shown.
  fileprivate func marks(ofTextAt offset: Int) -> MarkSet? {
    guard
      let index = nodes.firstIndex(where: {
        ($0.kind == .text || $0.kind == .code)
          && $0.literal.contains(Int32(truncatingIfNeeded: offset))
      })
    else { return nil }
    var marks: MarkSet = nodes[index].kind == .code ? .code : []
    for node in nodes[..<index] where Int(node.end) > index {
      switch node.kind {
      case .strong: marks.insert(.strong)
      case .emphasis: marks.insert(.emphasis)
      case .image: return nil
      default: break
      }
    }
    return marks
  }
}

extension [UInt8] {
  /// Whether an offset may be inside an escape, a character reference or a line ending: `\‸*`, `&am‸p;`.
  func mayStandInSpelling(_ offset: Int) -> Bool {
    guard offset > 0, offset < count else { return false }
    let isBeforeLineFeed = self[offset] == 0x0A
    if self[offset - 1] == 0x0D && isBeforeLineFeed { return true }
    if self[offset - 1] == 0x5C,
      isBeforeLineFeed || Escaping.isASCIIPunctuation(Unicode.Scalar(self[offset]))
    {
      return true
    }
    var start = offset
    while start > 0, self[start - 1].isReferenceByte { start -= 1 }
    return start > 0 && self[start - 1] == 0x26
  }

  /// Where some bytes stand in these.
  fileprivate func occurrences(of word: [UInt8]) -> [Int] {
    guard let first = word.first else { return [] }
    return withUnsafeBufferPointer { bytes in
      var result: [Int] = []
      var index = bytes.firstOffset(of: first, from: 0)
      while index < bytes.count {
        if bytes[index...].starts(with: word) { result.append(index) }
        index = bytes.firstOffset(of: first, from: index + 1)
      }
      return result
    }
  }
}

extension UInt8 {
  /// Whether the byte may stand in a character reference behind its `&`: `#`, a letter, a digit.
  fileprivate var isReferenceByte: Bool { self == 0x23 || isASCIIAlphanumeric }
}
