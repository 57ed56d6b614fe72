#if SwiftCMark
  internal import CSwiftCMark
#else
  internal import CCommonMark
#endif

/// Returns the HTML that libcmark itself prints of a text, for comparison.
public func libraryHTML(_ source: [UInt8], allowingRawHTML: Bool) -> [UInt8] {
  let options = allowingRawHTML ? CMARK_OPT_UNSAFE : CMARK_OPT_DEFAULT
  // libcmark compares pointers, so it gets one even for an empty text.
  let html = (source + [0]).withUnsafeBufferPointer { bytes in
    bytes.withMemoryRebound(to: CChar.self) { text in
      cmark_markdown_to_html(text.baseAddress, source.count, options)
    }
  }
  guard let html else { return [] }
  defer { free(html) }
  let count = strlen(html)
  return html.withMemoryRebound(to: UInt8.self, capacity: count) { text in
    Array(UnsafeBufferPointer(start: text, count: count))
  }
}
