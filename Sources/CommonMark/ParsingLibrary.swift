internal import CCommonMark

/// The C library that reads documents: libcmark, or swift-cmark where there is no libcmark to link,
/// on Apple's platforms. Which one it is, is decided in `Package.swift` and in the header alone.
package enum ParsingLibrary {
  /// Its name: `libcmark` or `swift-cmark`.
  package static var name: String { C_COMMON_MARK_NAME }

  /// Its version, as it says itself: `0.30.2`, `0.29.0.gfm.13`.
  package static var version: String {
    cmark_version_string().map { String(cString: $0) } ?? "unknown"
  }

  /// Which CommonMark it reads: 29 is 0.29, which swift-cmark reads; 30 and 31 are libcmark's.
  ///
  /// What differs is followed where text is read: since 0.31 symbols are punctuation (`a**€b**`
  /// has strong before), raw HTML has more shapes of comments and declarations, and `_` is paired by
  /// the length of its runs as `*` is. Documentation/AppleAdapters.md lists what 0.29 reads otherwise.
  ///
  /// - Complexity: O(1).
  package static var specification: Int { Int(read_specification()) }

  /// Whether the library reads CommonMark 0.31, in which `<!-->` is a comment and `a**€b**`
  /// has no strong.
  package static var isSince31: Bool { specification >= 31 }
}
