import CommonMark
import Testing

/// The differences between swift-cmark, the library on Apple platforms, and libcmark and our
/// scanner. Documentation/AppleAdapters.md lists them. No edit is made in such text.
enum OtherLibrary {
  /// The specification's examples that swift-cmark reads differently; none with libcmark.
  static let examples: Set<Int> = ParsingLibrary.specification >= 30 ? [] : [28, 625, 626]

  /// Runs an expectation for libcmark that may fail with swift-cmark.
  static func mayDiffer(_ expect: () throws -> Void) rethrows {
    if ParsingLibrary.specification >= 30 {
      try expect()
    } else {
      withKnownIssue("swift-cmark reads this otherwise", isIntermittent: true) { try expect() }
    }
  }
}
