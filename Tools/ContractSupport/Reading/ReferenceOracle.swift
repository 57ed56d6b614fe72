import CommonMark

/// The meanings of character references, as libcmark reads them, remembered after the first use.
package final class ReferenceOracle {
  private var known: [[UInt8]: [Unicode.Scalar]] = [:]

  package init() {}

  /// Returns the end and scalars of the reference at `start`, or nil if the ampersand is literal.
  func reference(at start: Int, in source: [UInt8]) -> (end: Int, scalars: [Unicode.Scalar])? {
    var end = start + 1
    while end < source.count, end - start < 34, isNameByte(source[end]) { end += 1 }
    guard end < source.count, source[end] == UInt8(ascii: ";") else { return nil }
    let spelled = Array(source[start...end])
    let scalars = known[spelled] ?? ask(spelled)
    known[spelled] = scalars
    return scalars.isEmpty ? nil : (end + 1, scalars)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "#"):
      true
    default: false
    }
  }

  /// Returns the scalars of a reference, or none if it is not one.
  private func ask(_ spelled: [UInt8]) -> [Unicode.Scalar] {
    let a = UInt8(ascii: "a")
    guard let tree = try? MarkdownTree(parsing: [a] + spelled + [a]) else { return [] }
    let scalars = Rendered(tree).events.compactMap(\.scalar).dropFirst().dropLast()
    return Array(String(decoding: spelled, as: UTF8.self).unicodeScalars) == Array(scalars)
      ? [] : Array(scalars)
  }
}
