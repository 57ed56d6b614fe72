/// Why a source is not passed to libcmark: its parser would take minutes over it, or abort.
public enum ParsingRefusal: Error, Hashable, Sendable {
  /// The source has `byteCount` bytes, more than `limit`.
  case tooLarge(byteCount: Int, limit: Int)
  /// Up to the 1-based `line` as many as `count` quotes and list items stand in each other, and
  /// so much follows within them that libcmark would be slow.
  case tooManyContainers(line: Int, count: Int)
  /// The block that starts on the 1-based `line` holds `count` image openers (`![`) that are not
  /// plainly closed, and so many `]` that libcmark would be slow.
  case tooManyImageOpeners(line: Int, count: Int)
  /// To parse the source may take `byteCount` bytes of memory, more than `limit`.
  case tooMuchMemory(byteCount: Int, limit: Int)
}

extension ParsingRefusal: CustomStringConvertible {
  /// A sentence that names the place and the figures.
  public var description: String {
    let (start, first, middle, second, end) =
      switch self {
      case .tooLarge(let byteCount, let limit):
        ("The text has ", byteCount, " bytes; at most ", limit, " are parsed.")
      case .tooManyContainers(let line, let count):
        (
          "Line ", line, " is within ", count,
          " quotes and list items, which would take too long to parse."
        )
      case .tooManyImageOpeners(let line, let count):
        (
          "The block at line ", line, " has ", count,
          " unclosed “![”, which would take too long to parse."
        )
      case .tooMuchMemory(let byteCount, let limit):
        (
          "To parse the text may take ", byteCount >> 20, " MB of memory; at most ", limit >> 20,
          " are used."
        )
      }
    // Written once: a number in a string is half a kilobyte of the C library.
    return "\(start)\(first)\(middle)\(second)\(end)"
  }
}
