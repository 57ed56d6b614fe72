import CommonMark
import MarkdownSyntax

/// What libcmark makes of a word typed at a caret, read once and without our own reading of the text: as
/// much as a state says of a block that is too long to be planned on at every key.
///
/// A line of dashes below a paragraph of a megabyte makes it a heading, and a `*` in it may be paired with
/// any other: no part of it can be read alone, and a plan reads all of it ten times and more.
package struct TypedWord {
  /// The marks of the word. Strong and emphasis in `***a‸***`.
  package let marks: MarkSet

  /// Types a word at the UTF-8 offset `caret` of `source`; nil where it is not text there, where the text
  /// has such a word, and where the caret may stand inside a character's spelling: there it means its end.
  ///
  /// - Complexity: O(*n*): libcmark parses the text once.
  package init?(at caret: Int, in source: [UInt8]) {
    guard (0...source.count).contains(caret), !source.mayStandInSpelling(caret),
      source.occurrences(of: Probe.bytes).isEmpty
    else { return nil }
    var typed = source
    typed.insert(contentsOf: Probe.bytes, at: caret)
    guard let tree = try? MarkdownTree(parsing: typed) else { return nil }
    for offset in tree.bytes.occurrences(of: Probe.bytes) {
      guard let marks = tree.marks(ofTextAt: offset) else { continue }
      self.marks = marks
      return
    }
    return nil
  }

  /// The same at a caret in a text that a state may not read over and over; nil of other texts and
  /// selections.
  init?(ofLong source: [UInt8], at selections: [Range<Int>]) {
    guard source.count > Budget.bytesOfState, selections.count == 1, selections[0].isEmpty else {
      return nil
    }
    self.init(at: selections[0].lowerBound, in: source)
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
