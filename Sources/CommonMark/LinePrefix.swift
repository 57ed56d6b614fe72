/// What stands before the text of a line, read so that it can only overstate the containers.
struct LinePrefix {
  /// How many `>` there are.
  var quotes = 0
  /// How many list markers there are.
  var markers = 0
  /// How many columns of white space there are, a tab counting four.
  var columns = 0
  /// Whether white space and `>` are all there is.
  var isBlank = false
  /// Whether the line is surely blank to libcmark, so that a paragraph ends at it. The empty line
  /// does, and `>`; `     >` may be text.
  var endsParagraph = false

  /// Reads the line at `range` of `source`.
  @inline(__always)
  init(of source: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    // Most lines begin with a letter.
    if range.isEmpty || source[range.lowerBound] < UInt8(ascii: "@") { read(source, in: range) }
  }

  private mutating func read(_ source: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    var offset = range.lowerBound
    // A `>` indented by four columns may be the text of a paragraph that goes on.
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

  /// How many containers can be open after a line with this prefix, where `open` were before it.
  func depth(following open: Int) -> Int {
    // A list item goes on where its content is indented, by two columns at least.
    min(open, columns / 2) + quotes + markers
  }

  /// The number of bytes of a list marker at `offset`, 0 where there is none (§5.2).
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
