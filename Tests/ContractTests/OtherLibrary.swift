import CommonMark
import ContractSupport
import Testing

/// swift-cmark, the library on Apple platforms, which reads some sources differently from libcmark
/// and our scanner. Documentation/AppleAdapters.md lists them.
enum OtherLibrary {
  /// Runs an expectation for libcmark. With swift-cmark, the planner may instead refuse a leaf that
  /// the library reads differently. Edits are judged as always.
  static func mayRefuse(_ violations: [Violation], _ expect: () -> Void) {
    let isRefusal = !violations.isEmpty && violations.allSatisfy(\.isOfAnotherReading)
    if isRefusal, ParsingLibrary.specification < 30 {
      withKnownIssue("swift-cmark reads this otherwise") { expect() }
    } else {
      expect()
    }
  }
}
