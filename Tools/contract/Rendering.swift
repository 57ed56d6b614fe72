import EditorTestSupport
import Foundation
import MarkdownHTML

/// Compares our HTML of CommonMark documents and random texts with libcmark's, with and without raw
/// HTML.
///
/// - Returns: The exit status: 1 if a text differs, 66 if a document cannot be read.
func compareHTML(_ options: Options) -> Int32 {
  let texts = options.documents.map { FileManager.default.contents(atPath: $0) }
  if let index = texts.firstIndex(of: nil) {
    complain("cannot read \(options.documents[index])")
    return 66
  }
  return compare(
    texts.compactMap { $0.map(Array.init) }, random: options.rendered, options, isHTMLEqual
  ) { text in
    let html = (try? renderHTML(text, in: .commonMark, allowingRawHTML: true)) ?? []
    print("  ours:     \(String(decoding: html, as: UTF8.self).debugDescription)")
    let other = libraryHTML(text, allowingRawHTML: true)
    print("  libcmark: \(String(decoding: other, as: UTF8.self).debugDescription)")
  }
}

private func isHTMLEqual(_ text: [UInt8]) -> Bool {
  for isRaw in [true, false] {
    guard let html = try? renderHTML(text, in: .commonMark, allowingRawHTML: isRaw) else {
      return true
    }
    if html != libraryHTML(text, allowingRawHTML: isRaw) { return false }
  }
  return true
}
