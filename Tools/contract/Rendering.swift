import EditorTestSupport
import Foundation
import MarkdownHTML
import MarkdownSyntax

/// Compares our HTML of CommonMark documents and random texts with libcmark's, with and without raw
/// HTML, and prints the shortest version of each text that differs.
///
/// - Returns: The exit status: 1 if a text differs.
func compareHTML(_ options: Options) -> Int32 {
  var (count, failures, refused) = (0, 0, 0)
  func compare(_ text: [UInt8], _ name: String) {
    count += 1
    guard (try? SyntaxTree(text, in: .commonMark)) != nil else {
      refused += 1
      return
    }
    guard !isHTMLEqual(text) else { return }
    failures += 1
    if failures > options.show { return }
    let short = shortest(text, isHTMLEqual)
    print("\(name): \(String(decoding: short, as: UTF8.self).debugDescription)")
    let html = (try? renderHTML(short, in: .commonMark, allowingRawHTML: true)) ?? []
    print("  ours:     \(String(decoding: html, as: UTF8.self).debugDescription)")
    let other = libraryHTML(short, allowingRawHTML: true)
    print("  libcmark: \(String(decoding: other, as: UTF8.self).debugDescription)")
  }
  for path in options.documents {
    guard let data = FileManager.default.contents(atPath: path) else {
      complain("cannot read \(path)")
      return 66
    }
    compare([UInt8](data), path)
  }
  var generator = SeededGenerator(seed: options.seed)
  var texts = BlockTexts()
  for round in 0..<options.rendered { compare(texts.next(&generator), "round \(round)") }
  print("\(count) texts, \(failures) differ, \(refused) refused, seed \(options.seed)")
  return failures > 0 ? 1 : 0
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

/// Reads documents from standard input, each a JSON string on one line, and prints their HTML as
/// JSON strings.
///
/// - Returns: The exit status: 65 if a line is not a document.
func printHTML(in dialect: Dialect) -> Int32 {
  let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
  while let line = readLine() {
    guard let text = try? decoder.decode(String.self, from: Data(line.utf8)),
      let html = try? renderHTML(text, in: dialect, allowingRawHTML: true),
      let answer = try? encoder.encode(html)
    else {
      complain("no string of JSON, or a document beyond the limits")
      return 65
    }
    FileHandle.standardOutput.write(answer + Data("\n".utf8))
  }
  return 0
}
