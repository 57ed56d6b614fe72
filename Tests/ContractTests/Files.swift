import CommonMark
import ContractSupport
import Foundation
import MarkdownEditing

/// The files of `Fixtures/`.
enum Files {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures").standardizedFileURL

  /// How files end whose answers are of the other version of CommonMark: `symbols-0.31.txt`.
  private static let otherVersion = ParsingLibrary.isSince31 ? "-0.30.txt" : "-0.31.txt"

  /// The names of a folder's files, in order.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
      .filter { $0.hasSuffix(".txt") && !$0.hasSuffix(otherVersion) }
  }

  /// The cases of all files of a folder, in the order of their names.
  static func fixtures(in folder: String) throws -> [ToggleFixture] {
    try names(in: folder).flatMap { try fixtures(of: $0, in: folder) }
  }

  /// The cases of one file.
  static func fixtures(of name: String, in folder: String) throws -> [ToggleFixture] {
    let url = root.appending(path: folder).appending(path: name)
    return try ToggleFixture.read(String(contentsOf: url, encoding: .utf8), file: name)
  }
}

/// Whether there is a planner to judge.
let hasPlanner =
  MarkCommand(.toggle, .strong, options: .commonMark).outcome(
    onUTF8: [0..<1], in: [UInt8(ascii: "a")])
  != .unchanged(.noSelection)
