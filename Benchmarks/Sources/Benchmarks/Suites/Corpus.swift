import Foundation

/// Documents of a given size.
///
/// They repeat the CommonMark specification from the shared data. Without it, they repeat a page of
/// Markdown with some non-ASCII characters.
final class Corpus: Sendable {
  private let page: String

  init(_ options: Options) {
    let specification = try? String(
      contentsOf: options.data.appending(path: "commonmark-0.30.txt"), encoding: .utf8)
    page = specification ?? Self.substitute
  }

  /// Returns a text of about `bytes` bytes that ends with a whole page or line.
  func text(bytes: Int) -> String {
    var text = ""
    text.reserveCapacity(bytes + 1)
    while text.utf8.count + page.utf8.count <= bytes { text += page }
    let rest = page.utf8.prefix(bytes - text.utf8.count)
    text += String(decoding: rest.prefix { _ in true }, as: UTF8.self).replacing(
      "\u{FFFD}", with: "")
    return text
  }

  private static let substitute: String =
    (0..<400).map { index in
      """
      ## Section \(index): what “smart” quotes do

      A paragraph with *emphasis*, **strong** text, `code`, a [link](/target "title") and
      caf\u{E9}, na\u{EF}ve, \u{65E5}\u{672C}\u{8A9E}, \u{1F600}, all in \(index) lines or fewer.

      - an item
      - another one, with `code` and a very long tail of words that goes on and on


      """
    }.joined()
}
