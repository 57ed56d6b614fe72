import AccessoryCommands
import ContractSupport
import Foundation

/// The files of `Fixtures/`.
enum Files {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures").standardizedFileURL

  /// The cases of all files of a folder, in the order of their names.
  static func fixtures(in folder: String) throws -> [ToggleFixture] {
    let url = root.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    return try names.filter { $0.hasSuffix(".txt") }.flatMap { name in
      let contents = try String(contentsOf: url.appending(path: name), encoding: .utf8)
      return try ToggleFixture.read(contents, file: name)
    }
  }
}

/// Whether there is a planner to judge.
let hasPlanner =
  MarkCommand(.toggle, .strong).outcome(on: [0..<1], in: [UInt8(ascii: "a")])
  != .unchanged(.noSelection)
