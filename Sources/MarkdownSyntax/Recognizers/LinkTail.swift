/// The tail of an inline link: `(destination "title")` (CommonMark 0.30 §6.3).
enum LinkTail {
  /// The end, after its parenthesis, of the tail that begins at `start`, or nil if there is none.
  static func end(in text: Bytes, at start: Int) -> Int? { parts(in: text, at: start)?.end }

  /// The end of a tail, and the contents of its destination and title; nil if there is none.
  static func parts(
    in text: Bytes, at start: Int
  ) -> (end: Int, destination: Range<Int>, title: Range<Int>?)? {
    guard start < text.count, text[start] == .leftParenthesis else { return nil }
    let first = text.skippingSpace(from: start + 1)
    guard let destination = LinkDestination.match(in: text, at: first) else { return nil }
    let title = text.skippingSpace(from: destination.end)
    // Only white space may separate the title from the destination.
    let titleEnd = title == destination.end ? title : LinkTitle.end(in: text, at: title) ?? title
    let last = text.skippingSpace(from: titleEnd)
    guard last < text.count, text[last] == .rightParenthesis else { return nil }
    let isTitled = titleEnd > title
    return (last + 1, destination.content, isTitled ? title + 1..<titleEnd - 1 : nil)
  }
}
