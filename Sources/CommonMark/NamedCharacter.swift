internal import CCommonMark

/// The named character references of HTML (CommonMark 0.30 §2.5): the frequent ones from a table,
/// all others from libcmark.
package enum NamedCharacter {
  /// The scalars that a name refers to: one or two.
  package typealias Scalars = (first: Unicode.Scalar, second: Unicode.Scalar?)

  private static let usual: [(name: StaticString, scalar: Unicode.Scalar)] = [
    ("amp", "&"), ("copy", "©"), ("gt", ">"), ("hellip", "…"), ("lt", "<"), ("mdash", "—"),
    ("nbsp", "\u{A0}"), ("ndash", "–"), ("quot", "\""), ("rarr", "→"),
  ]

  /// Returns the scalars that `&name;` refers to, or nil if HTML has no such name.
  package static func scalars(of name: UnsafeBufferPointer<UInt8>) -> Scalars? {
    for (usual, scalar) in usual
    where UnsafeBufferPointer(start: usual.utf8Start, count: usual.utf8CodeUnitCount)
      .elementsEqual(name)
    {
      return (scalar, nil)
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.count + 2) { text in
      text[0] = UInt8(ascii: "&")
      for index in name.indices { text[index + 1] = name[index] }
      text[name.count + 1] = UInt8(ascii: ";")
      return parseDocument(UnsafeBufferPointer(text)) { scalars(in: $0, notWritten: name) }
    }
  }

  /// The scalars of a document's only text, or nil if it shows the reference as written, `&name;`.
  private static func scalars(
    in document: CMarkNode, notWritten name: UnsafeBufferPointer<UInt8>
  ) -> Scalars? {
    guard let paragraph = cmark_node_first_child(document),
      let text = cmark_node_first_child(paragraph), cmark_node_next(text) == nil,
      let literal = cmark_node_get_literal(text)
    else { return nil }
    let shown = String(cString: literal)
    var scalars = shown.unicodeScalars.makeIterator()
    guard let first = scalars.next(), shown.utf8.count != name.count + 2 || first != "&" else {
      return nil
    }
    return (first, scalars.next())
  }
}
