/// Pairs the start and end tags of HTML elements, read one tag at a time.
///
/// A start tag and an end tag form an element if they have the same name and are in the same mark,
/// link or image. A start tag without an end tag there, such as `<br>`, is not part of a pair.
package struct ElementPairs {
  /// The start tags without an end tag, in lowercase; an open mark, link or image has no name.
  private var open: [(name: [UInt8], index: Int)] = []

  /// The greatest number of open tags that an end tag is compared with.
  private static let reach = 32

  package init() {}

  /// Enters a mark, a link or an image.
  package mutating func enter() { open.append(([], -1)) }

  /// Leaves the innermost mark, link or image.
  package mutating func leave() {
    while let last = open.popLast(), !last.name.isEmpty {}
  }

  /// Reads a piece of raw HTML. Returns the index of the start tag that it ends, if any.
  package mutating func read(_ html: some BidirectionalCollection<UInt8>, at index: Int) -> Int? {
    let isEnd = html.dropFirst().first == UInt8(ascii: "/")
    let name = html.dropFirst(isEnd ? 2 : 1).prefix { !" \t\r\n/>".utf8.contains($0) }.map {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
    }
    guard let first = name.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
      return nil
    }
    if !isEnd {
      if html.dropLast().last != UInt8(ascii: "/") { open.append((name, index)) }
      return nil
    }
    var place = open.count
    while place > 0, open.count - place < Self.reach, !open[place - 1].name.isEmpty {
      place -= 1
      guard open[place].name == name else { continue }
      defer { open.removeSubrange(place...) }
      return open[place].index
    }
    return nil
  }
}
