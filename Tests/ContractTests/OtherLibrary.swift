import CommonMark
import ContractSupport
import Testing

/// swift-cmark, the library on Apple platforms, which reads some sources differently from libcmark
/// and our scanner. Documentation/AppleAdapters.md lists them.
enum OtherLibrary {
  /// Runs an expectation for libcmark. With swift-cmark, the planner may instead refuse a leaf that
  /// the library reads differently. Edits are judged as always.
  static func mayRefuse(_ violations: [Violation], _ expect: () -> Void) {
    if isRefusal(violations) {
      withKnownIssue("swift-cmark reads this otherwise") { expect() }
    } else {
      expect()
    }
  }

  /// Whether the library is swift-cmark and the planner only refused a leaf.
  static func isRefusal(_ violations: [Violation]) -> Bool {
    ParsingLibrary.specification < 30 && !violations.isEmpty
      && violations.allSatisfy(\.isOfAnotherReading)
  }
}
