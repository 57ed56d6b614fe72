import CommonMark
import EditorTestSupport
import Testing

/// Sources for tests that want many: the specification's where it is at hand, and hostile ones.
enum SpecificationSamples {
  /// The sources, as UTF-8.
  static let sources: [[UInt8]] =
    SpecificationExample.all.map { Array($0.source.utf8) }
    + HostileFamily.all.map { $0.document(byteCount: 400) }
}

@Suite("Rendering HTML")
struct HTMLRenderingTests {
  @Test func aParagraph() throws {
    #expect(try renderHTML("a **b** `c`") == "<p>a <strong>b</strong> <code>c</code></p>\n")
    #expect(try renderHTML([]) == [])
  }

  @Test func rawHTMLNeedsToBeAskedFor() throws {
    #expect(try renderHTML("a <b>") == "<p>a <!-- raw HTML omitted --></p>\n")
    #expect(try renderHTML("a <b>", allowingRawHTML: true) == "<p>a <b></p>\n")
    #expect(try renderHTML("[a](javascript:b)") == "<p><a href=\"\">a</a></p>\n")
  }

  @Test func theLibraryIsTheOneItSaysItIs() {
    let isOlder = ParsingLibrary.version.hasPrefix("0.29")
    #expect((ParsingLibrary.specification >= 30) == !isOlder)
    #expect(ParsingLibrary.name == (isOlder ? "swift-cmark" : "libcmark"))
  }

  @Test(.enabled(if: SharedData.folder != nil, "needs the shared data"))
  func everyExampleOfTheSpecification() throws {
    let examples = SpecificationExample.ofVersion(ParsingLibrary.isSince31 ? "0.31" : "0.30")
    #expect(examples.count == (ParsingLibrary.isSince31 ? 655 : 652))
    // swift-cmark writes strong in strong once, and has rules of 0.29 and 0.31
    // (Documentation/AppleAdapters.md).
    let others =
      ParsingLibrary.specification >= 30
      ? [] : [28, 388, 416, 424, 425, 426, 463, 464, 465, 467, 625, 626]
    for example in examples {
      let isRight = try renderHTML(example.source, allowingRawHTML: true) == example.html
      #expect(isRight != others.contains(example.number), "example \(example.number)")
    }
  }
}
