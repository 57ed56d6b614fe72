import TextEditing

struct InlinePiece {
  enum Order: UInt8 {
    /// A delimiter that closes in a new node, the new node's end, a delimiter that closes.
    case innerClosing, wrapEnd, closing
    /// A delimiter that opens outside a new node, the new node's start, a delimiter that opens.
    case bracket, outerOpening, wrapStart, opening
    case text
  }

  var range: Range<Int>
  var bytes: [UInt8]
  var order: Order

  init(_ range: Range<Int>, _ bytes: [UInt8], _ order: Order) {
    (self.range, self.bytes, self.order) = (range, bytes, order)
  }

  init(at offset: Int, _ bytes: [UInt8], _ order: Order) {
    self.init(offset..<offset, bytes, order)
  }

  init(without range: Range<Int>) { self.init(range, [], .closing) }

  fileprivate var rank: (Int, UInt8, Int) {
    let order = range.isEmpty ? order : .text
    return (range.lowerBound, order.rawValue, range.upperBound)
  }
}

extension [InlinePiece] {
  /// The pieces as the smallest edit; nil if two of them overlap.
  ///
  /// - Complexity: O(*n* log *n*).
  func edit(of source: [UInt8]) -> TextEdit? {
    let ordered = enumerated().sorted {
      let (left, right) = ($0.element.rank, $1.element.rank)
      return left == right ? $0.offset < $1.offset : left < right
    }
    var replacements: [TextEdit.Replacement] = []
    var range = 0..<0
    var bytes: [UInt8] = []
    func finish() {
      // `**` in place of `**` is nothing.
      let old = source[range]
      var front = zip(old, bytes).prefix { $0 == $1 }.count
      var back = zip(old.dropFirst(front).reversed(), bytes.dropFirst(front).reversed())
        .prefix { $0 == $1 }.count
      // Characters are not cut.
      while front > 0,
        [old.dropFirst(front).first, bytes.dropFirst(front).first].contains(where: {
          ($0 ?? 0) & 0xC0 == 0x80
        })
      { front -= 1 }
      while back > 0, bytes[bytes.count - back] & 0xC0 == 0x80 { back -= 1 }
      let rest = range.lowerBound + front..<range.upperBound - back
      if !rest.isEmpty || bytes.count > front + back {
        replacements.append(
          TextEdit.Replacement(rest, with: [UInt8](bytes[front..<bytes.count - back])))
      }
    }
    for (_, piece) in ordered {
      guard piece.range.lowerBound >= range.upperBound else { return nil }
      if piece.range.lowerBound > range.upperBound {
        finish()
        (range, bytes) = (piece.range, [])
      }
      range = range.lowerBound..<piece.range.upperBound
      bytes += piece.bytes
    }
    finish()
    return TextEdit(replacements)
  }

  /// The offset after the edit of the start or the end of a selected character, inside the
  /// delimiters that are written beside it.
  func moved(_ offset: Int, isEnd: Bool) -> Int {
    reduce(offset) { moved, piece in
      // An offset in what is replaced is at its start.
      if piece.range.lowerBound < offset, offset < piece.range.upperBound {
        return moved - (offset - piece.range.lowerBound)
      }
      let isBefore =
        piece.range.isEmpty && piece.range.lowerBound == offset
        ? !isEnd && piece.order != .text : piece.range.upperBound <= offset
      return isBefore ? moved + piece.bytes.count - piece.range.count : moved
    }
  }
}
