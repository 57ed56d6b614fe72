import EditorTestSupport
import Foundation
import Testing
import TextEditing

/// Runs Unicode's own tests of UAX #29, if Debian's package unicode-data is installed or
/// UNICODE_DATA names a similar folder.
@Suite struct UnicodeBreakTests {
  static let folder =
    ProcessInfo.processInfo.environment["UNICODE_DATA"] ?? "/usr/share/unicode"
  static let isThere = FileManager.default.fileExists(
    atPath: folder + "/auxiliary/WordBreakTest.txt")

  @Test(.enabled(if: isThere)) func words() throws {
    try check("WordBreakTest.txt") { text in
      WordSegmentation.boundaries(in: Array(text.utf8))
    }
  }

  /// A search from a safe place finds the same boundaries as a search from the start.
  @Test func aSafePlaceIsABoundary() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(2_000) {
      let text = RandomText.text(16, using: &random)
      let all = WordSegmentation.boundaries(in: Array(text.utf8))
      for offset in text.scalarBoundaries {
        let safe = WordSegmentation.safeBoundary(before: offset, in: Array(text.utf8))
        #expect(
          all.contains(safe) || text.isEmpty,
          "seed \(RandomTests.seed): \(text.debugDescription) at \(offset)")
      }
    }
  }

  private func check(_ file: String, _ boundaries: (String) -> [Int]) throws {
    let contents = try String(contentsOfFile: Self.folder + "/auxiliary/" + file, encoding: .utf8)
    var count = 0
    for line in contents.split(separator: "\n") {
      let rule = line.prefix { $0 != "#" }.split(separator: " ")
      guard !rule.isEmpty else { continue }
      var text = String.UnicodeScalarView()
      var expected: [Int] = []
      var offset = 0
      for part in rule.map({ $0.trimmingCharacters(in: .whitespaces) }) where !part.isEmpty {
        if part == "÷" {
          expected.append(offset)
        } else if let value = UInt32(part, radix: 16), let scalar = Unicode.Scalar(value) {
          text.append(scalar)
          offset += UTF8.width(scalar)
        }
      }
      count += 1
      #expect(boundaries(String(text)) == expected, "\(line)")
    }
    #expect(count > 400)
  }
}
