/// An estimate of a line's prefix: it may count too many containers, but never too few.
struct LinePrefix {
  /// The number of `>`.
  var quotes = 0
  /// The number of list markers.
  var markers = 0
  /// The columns of white space; a tab counts as four.
  var columns = 0
  var isBlank = false
  var endsParagraph = false

  @inline(__always)
  init(of source: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    // Most lines begin with a letter, so they need no scan.
    if range.isEmpty || source[range.lowerBound] < UInt8(ascii: "@") { read(source, in: range) }
  }

  private mutating func read(_ source: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    var offset = range.lowerBound
    // A `>` indented by four columns may be text of a paragraph that continues.
    var indent = 0
    var maybeText = false
    while offset < range.upperBound {
      switch source[offset] {
      case UInt8(ascii: " "):
        columns += 1
        indent += 1
      case UInt8(ascii: "\t"):
        columns += 4
        indent += 4
      case UInt8(ascii: ">"):
        quotes += 1
        maybeText = maybeText || indent > 3
        indent = 0
      default:
        let width = Self.markerWidth(at: offset, of: source, in: range)
        if width == 0 { return }
        markers += 1
        offset += width - 1
      }
      offset += 1
    }
    isBlank = markers == 0
    endsParagraph = isBlank && !maybeText
  }

  /// The greatest number of containers that can be open after this line, with `open` before it.
  func depth(following open: Int) -> Int {
    // A list item continues if its content is indented, by at least two columns.
    min(open, columns / 2) + quotes + markers
  }

  /// The number of bytes of the list marker at `offset`, or 0 if there is none (§5.2).
  private static func markerWidth(
    at offset: Int, of source: UnsafeBufferPointer<UInt8>, in range: Range<Int>
  ) -> Int {
    var last = offset
    switch source[offset] {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): break
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while last < range.upperBound, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(source[last])
      { last += 1 }
      guard last < range.upperBound,
        source[last] == UInt8(ascii: ".") || source[last] == UInt8(ascii: ")")
      else { return 0 }
    default: return 0
    }
    let next = last + 1
    let standsAlone =
      next == range.upperBound || source[next] == UInt8(ascii: " ")
      || source[next] == UInt8(ascii: "\t")
    return standsAlone ? next - offset : 0
  }
}
