import CommonMark
import Testing

/// What swift-cmark, which is linked on Apple's platforms, reads otherwise than libcmark and our
/// scanner: Documentation/AppleAdapters.md has the list. No edit is made there.
enum OtherLibrary {
  /// The numbers of the specification's examples that it reads otherwise; none with libcmark.
  static let examples: Set<Int> = ParsingLibrary.specification >= 30 ? [] : [28, 625, 626]

  /// Expects what holds with libcmark, and may not with swift-cmark.
  static func mayDiffer(_ expect: () throws -> Void) rethrows {
    if ParsingLibrary.specification >= 30 {
      try expect()
    } else {
      withKnownIssue("swift-cmark reads this otherwise", isIntermittent: true) { try expect() }
    }
  }
}
