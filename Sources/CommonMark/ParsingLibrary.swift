#if SwiftCMark
  internal import CSwiftCMark
#else
  internal import CCommonMark
#endif

/// The C library that parses documents: libcmark, or swift-cmark on Apple's platforms, which have
/// no libcmark to link. Only `Package.swift` and the header decide which.
package enum ParsingLibrary {
  package static var name: String { C_COMMON_MARK_NAME }

  /// The version that the library reports, such as `0.30.2` or `0.29.0.gfm.13`.
  package static var version: String {
    cmark_version_string().map { String(cString: $0) } ?? "unknown"
  }

  /// The minor version of CommonMark that is followed: 29 (swift-cmark), 30 or 31 (libcmark).
  ///
  /// The scanner follows the differences. Since 0.31, symbols are punctuation (`a**€b**` had strong
  /// before) and comments and declarations of raw HTML have more shapes. `_` is paired by the
  /// length of its runs, as `*` is. Documentation/AppleAdapters.md lists the differences of 0.29.
  package static var specification: Int { Int(read_specification()) }

  package static var isSince31: Bool { specification >= 31 }
}

/// The named character references of HTML (CommonMark 0.30 §2.5): the frequent ones from a table,
/// all others from libcmark.
package enum NamedCharacter {
  package typealias Scalars = (first: Unicode.Scalar, second: Unicode.Scalar?)

  private static let usual: [(name: StaticString, scalar: Unicode.Scalar)] = [
    ("amp", "&"), ("copy", "©"), ("gt", ">"), ("hellip", "…"), ("lt", "<"), ("mdash", "—"),
    ("nbsp", "\u{A0}"), ("ndash", "–"), ("quot", "\""), ("rarr", "→"),
  ]

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
