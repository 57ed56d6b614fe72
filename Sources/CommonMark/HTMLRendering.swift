internal import CCommonMark

/// Renders `source` as HTML with libcmark.
///
/// - Parameters:
///   - source: The document, as UTF-8.
///   - allowingRawHTML: Whether raw HTML and dangerous destinations (`javascript:` and the like)
///     are kept; otherwise a comment replaces them.
///   - limits: What the source may contain.
/// - Returns: The HTML, as UTF-8.
/// - Throws: ``ParsingRefusal`` if the source exceeds `limits`.
/// - Complexity: O(*n*), where *n* is the number of bytes of `source`.
public func renderHTML(
  _ source: [UInt8], allowingRawHTML: Bool = false, limits: ParsingLimits = .standard
) throws(ParsingRefusal) -> [UInt8] {
  try source.withUnsafeBufferPointer { (bytes) throws(ParsingRefusal) in
    try limits.admit(bytes, cap: ParsingLimits.greatestRenderedByteCount)
    return parseDocument(bytes) { document in
      htmlBytes(of: document, options: allowingRawHTML ? CMARK_OPT_UNSAFE : CMARK_OPT_DEFAULT)
    }
  }
}

/// Renders `source` as HTML with libcmark, as the function over bytes does.
///
/// - Throws: ``ParsingRefusal`` if the source exceeds `limits`.
/// - Complexity: O(*n*), where *n* is the number of UTF-8 bytes of `source`.
public func renderHTML(
  _ source: String, allowingRawHTML: Bool = false, limits: ParsingLimits = .standard
) throws(ParsingRefusal) -> String {
  let bytes = try renderHTML(Array(source.utf8), allowingRawHTML: allowingRawHTML, limits: limits)
  return String(decoding: bytes, as: UTF8.self)
}

private func htmlBytes(of document: CMarkNode, options: CInt) -> [UInt8] {
  guard let text = render_html(document, options) else { return [] }
  defer { free(text) }
  let count = strlen(text)
  return text.withMemoryRebound(to: UInt8.self, capacity: count) { text in
    Array(UnsafeBufferPointer(start: text, count: count))
  }
}
