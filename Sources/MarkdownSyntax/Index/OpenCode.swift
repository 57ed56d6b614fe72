/// A code span that goes on where a part of a paragraph begins or ends, as far as the part has to know of
/// it: its content is read alike behind a fence of the same length.
struct OpenCode: Hashable, Sendable {
  /// How many backticks its fences have.
  let length: Int
  /// Whether its content begins with white space, of which one is stripped where it ends with some, too. True
  /// of `` ` a` ``.
  let beginsWithSpace: Bool
  /// Whether its content ends with white space. True of `` `a ` ``.
  let endsWithSpace: Bool

  /// The code span at a range of a paragraph; nil where it is not certain what its content ends with:
  /// behind a tab or a `>`, which may stand at the start of a line.
  init?(_ range: Range<Int>, _ length: Int, in text: Bytes) {
    let first = text[range.lowerBound + length]
    let last = text[range.upperBound - length - 1]
    if last == 0x09 || last == 0x3E { return nil }
    self.length = length
    beginsWithSpace = first == 0x20 || first == 0x0A || first == 0x0D
    endsWithSpace = last == 0x20 || last == 0x0A || last == 0x0D
  }

  /// What opens such a span before a text, behind a word, so that the line is one of a paragraph.
  var opening: [UInt8] {
    let fence = [UInt8](repeating: 0x60, count: length)
    return [0x77, 0x20] + fence + (beginsWithSpace ? [0x20] : []) + [0x77, 0x20]
  }

  /// Runs of backticks that are text before another one, one for each bit: `` w ` w `` for `1 << 1`.
  static func text(ofRuns lengths: UInt16) -> [UInt8] {
    var text: [UInt8] = []
    for length in 1..<16 where lengths >> length & 1 != 0 {
      text += [0x77, 0x20] + [UInt8](repeating: 0x60, count: length) + [0x20]
    }
    return text.isEmpty ? text : text + [0x77, 0x20]
  }

  /// What ends it behind a text.
  var ending: [UInt8] {
    (endsWithSpace ? [0x20] : []) + [UInt8](repeating: 0x60, count: length)
  }
}
