/// Why a source is not handed to libcmark: its parser would take minutes over it, or abort.
public enum ParsingRefusal: Error, Hashable, Sendable {
  /// The source has `byteCount` bytes, more than `limit`.
  case tooLarge(byteCount: Int, limit: Int)
  /// The 1-based `line` opens more than `limit` containers; `count` were seen.
  case tooManyContainers(line: Int, count: Int, limit: Int)
  /// A block that reaches the 1-based `line` holds more than `limit` image openers (`![`).
  case tooManyImageOpeners(line: Int, count: Int, limit: Int)
}

extension ParsingRefusal: CustomStringConvertible {
  /// A sentence that names the place, the figure and the limit.
  public var description: String {
    switch self {
    case .tooLarge(let byteCount, let limit):
      "The text has \(byteCount) bytes; at most \(limit) are parsed."
    case .tooManyContainers(let line, let count, let limit):
      "Line \(line) opens \(count) quotes and list items; at most \(limit) are parsed."
    case .tooManyImageOpeners(let line, let count, let limit):
      "The block at line \(line) holds \(count) image openers; at most \(limit) are parsed."
    }
  }
}
