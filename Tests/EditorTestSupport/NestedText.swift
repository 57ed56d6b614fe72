/// A document of nested quotes or items in one line, or in stairs, one level deeper in each line.
public struct NestedText: Sendable {
  public let name: String
  public let text: [UInt8]
  /// The offsets of each level's marker, and the end of the text after it.
  public let places: [(marker: Int, end: Int)]

  private init(_ name: String, _ markers: [String], isStairs: Bool) {
    var bytes: [UInt8] = []
    var places: [(marker: Int, end: Int)] = []
    for level in markers.indices {
      if isStairs {
        for outer in markers[..<level] {
          bytes += Array((outer == "> " ? outer : String(outer.map { _ in " " })).utf8)
        }
      }
      let marker = bytes.count
      bytes += Array(markers[level].utf8)
      if isStairs || level + 1 == markers.count { bytes += Array("a".utf8) }
      places.append((marker, bytes.count))
      if isStairs { bytes += Array("\n".utf8) }
    }
    self.name = "\(name) \(isStairs ? "in stairs" : "in one line")"
    (self.places, text) = (places, bytes)
  }

  public static func all(depth: Int) -> [NestedText] {
    let kinds = [
      ("bullets", ["- "]), ("numbers", ["1. "]), ("quotes", ["> "]),
      ("quotes and bullets", ["> ", "- "]),
    ]
    return kinds.flatMap { name, markers in
      [false, true].map { isStairs in
        NestedText(name, (0..<depth).map { markers[$0 % markers.count] }, isStairs: isStairs)
      }
    }
  }

  /// Carets in the markers and the text: of all levels, or of the first, second, middle and last.
  public func carets(ofAllLevels isWhole: Bool) -> [Int] {
    let few = [0, 1, places.count / 2, places.count - 1]
    let levels = isWhole ? Array(places.indices) : few
    return Set(levels.flatMap { [places[$0].marker, places[$0].marker + 1, places[$0].end] })
      .sorted()
  }
}
