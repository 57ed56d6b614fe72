internal import CCommonMark

/// The C library that parses documents: libcmark, or swift-cmark on Apple's platforms, which have
/// no libcmark to link. Only `Package.swift` and the header decide which.
package enum ParsingLibrary {
  /// The library's name: `libcmark` or `swift-cmark`.
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
