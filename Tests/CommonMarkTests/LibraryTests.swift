import CommonMark
import EditorTestSupport
import Testing

@Suite("The library libcmark")
struct LibraryTests {
  @Test func theLibraryIsTheOneItSaysItIs() {
    let isOlder = ParsingLibrary.version.hasPrefix("0.29")
    #expect((ParsingLibrary.specification >= 30) == !isOlder)
    #expect(ParsingLibrary.name == (isOlder ? "swift-cmark" : "libcmark"))
  }

  @Test(.enabled(if: SharedData.folder != nil, "needs the shared data"))
  func everyExampleOfTheSpecification() {
    let examples = SpecificationExample.ofVersion(ParsingLibrary.isSince31 ? "0.31" : "0.30")
    #expect(examples.count == (ParsingLibrary.isSince31 ? 655 : 652))
    // swift-cmark writes nested strong once and has rules of 0.29 and 0.31 (AppleAdapters.md).
    let others =
      ParsingLibrary.specification >= 30
      ? [] : [28, 388, 416, 424, 425, 426, 463, 464, 465, 467, 625, 626]
    for example in examples {
      let html = libraryHTML(Array(example.source.utf8), allowingRawHTML: true)
      let isRight = html == Array(example.html.utf8)
      #expect(isRight != others.contains(example.number), "example \(example.number)")
    }
  }
}
