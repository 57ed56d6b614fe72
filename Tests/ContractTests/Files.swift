import CommonMark
import ContractSupport
import EditorTestSupport
import Foundation
import MarkdownEditing

enum Files {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures").standardizedFileURL

  /// The end of the names of files for the other CommonMark version: `symbols-0.31.txt`.
  private static let otherVersion = ParsingLibrary.isSince31 ? "-0.30.txt" : "-0.31.txt"

  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
      .filter { $0.hasSuffix(".txt") && !$0.hasSuffix(otherVersion) }
  }

  /// Returns the cases of all files in a folder, in the order of their names.
  static func fixtures(in folder: String) throws -> [ToggleFixture] {
    try names(in: folder).flatMap { try fixtures(of: $0, in: folder) }
  }

  static func fixtures(of name: String, in folder: String) throws -> [ToggleFixture] {
    let url = root.appending(path: folder).appending(path: name)
    return try ToggleFixture.read(String(contentsOf: url, encoding: .utf8), file: name)
  }
}

extension ContractCase {
  /// Toggles a mark in CommonMark, at the marked selections of a text.
  init(_ mark: Mark, _ marked: String) {
    let (text, selections) = MarkedText.parse(marked)
    self.init(Array(text.utf8), selections, MarkCommand(.toggle, mark, options: .commonMark))
  }
}

let hasPlanner =
  MarkCommand(.toggle, .strong, options: .commonMark).outcome(
    onUTF8: [0..<1], in: [UInt8(ascii: "a")])
  != .unchanged(.noSelection)
