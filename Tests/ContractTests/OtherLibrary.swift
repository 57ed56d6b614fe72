import CommonMark
import ContractSupport
import Testing

/// swift-cmark, which is linked on Apple's platforms and reads some sources otherwise than libcmark and
/// our scanner: Documentation/AppleAdapters.md has the list.
enum OtherLibrary {
  /// Expects what holds with libcmark. With swift-cmark nothing may be done instead: a leaf that it
  /// reads otherwise is refused. What is done is judged as always.
  static func mayRefuse(_ violations: [Violation], _ expect: () -> Void) {
    let isRefusal = !violations.isEmpty && violations.allSatisfy(\.isOfAnotherReading)
    if isRefusal, ParsingLibrary.specification < 30 {
      withKnownIssue("swift-cmark reads this otherwise") { expect() }
    } else {
      expect()
    }
  }
}
