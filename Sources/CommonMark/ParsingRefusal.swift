/// The reason not to parse a source: libcmark would take minutes, or abort, or another library answers.
public enum ParsingRefusal: Error, Hashable, Sendable {
  /// The source has `byteCount` bytes, more than `limit`.
  case tooLarge(byteCount: Int, limit: Int)
  /// Up to `count` quotes and list items may be nested at the 1-based `line`, with so much text in
  /// them that libcmark would be slow.
  case tooManyContainers(line: Int, count: Int)
  /// The block at the 1-based `line` has `count` image openers (`![`) that are not plainly closed,
  /// and so many `]` that libcmark would be slow.
  case tooManyImageOpeners(line: Int, count: Int)
  /// Parsing the source may take `byteCount` bytes of memory, more than `limit`.
  case tooMuchMemory(byteCount: Int, limit: Int)
  /// Another library in the process has functions with libcmark's names but other types of nodes,
  /// and its functions are called. On Linux, swift-markdown links such a library.
  case otherLibrary
}

extension ParsingRefusal: CustomStringConvertible {
  /// A sentence with the line and the figures.
  public var description: String {
    switch self {
    case .tooLarge(let byteCount, let limit):
      sentence("The text has ", byteCount, " bytes; at most ", limit, " are parsed.")
    case .tooManyContainers(let line, let count):
      sentence(
        "Line ", line, " is within ", count,
        " quotes and list items, which would take too long to parse.")
    case .tooManyImageOpeners(let line, let count):
      sentence(
        "The block at line ", line, " has ", count,
        " unclosed “![”, which would take too long to parse.")
    case .tooMuchMemory(let byteCount, let limit):
      sentence(
        "To parse the text may take ", byteCount >> 20, " MB of memory; at most ", limit >> 20,
        " are used.")
    case .otherLibrary:
      "Nothing is parsed: in this process, another library (" + ParsingLibrary.version
        + ") takes the place of " + ParsingLibrary.name + "."
    }
  }
}

/// Interpolates in one place: each number in a string adds half a kilobyte to the C library.
@inline(never)
private func sentence(
  _ start: String, _ first: Int, _ middle: String, _ second: Int, _ end: String
) -> String {
  "\(start)\(first)\(middle)\(second)\(end)"
}
