import Foundation
import Testing

/// Edits and requests of the protocol, made from lines in UTF-16.
extension LanguageClient {
  static let uri = "file:///notes.md"

  static func applied(_ edits: [Object], to text: String) throws -> String {
    var result = Array(text.utf16)
    for edit in edits.reversed() {
      let range = try #require(edit["range"] as? [String: [String: Int]])
      let start = try offset(#require(range["start"]), in: text)
      let end = try offset(#require(range["end"]), in: text)
      result.replaceSubrange(
        start..<end, with: Array(try #require(edit["newText"] as? String).utf16))
    }
    return String(decoding: result, as: UTF16.self)
  }

  private static func offset(_ position: [String: Int], in text: String) throws -> Int {
    let line = try #require(position["line"])
    let lines = text.utf16.split(separator: 10, omittingEmptySubsequences: false)
    let before = lines[..<line].reduce(0) { $0 + $1.count + 1 }
    return before + (try #require(position["character"]))
  }
}

func toggling(
  _ mark: String, _ version: Int, _ ranges: [[String: Any]], of uri: String = LanguageClient.uri
) -> [String: Any] {
  ["textDocument": ["uri": uri, "version": version], "mark": mark, "ranges": ranges]
}
