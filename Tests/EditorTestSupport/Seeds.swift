import Foundation

/// Random numbers from a seed (SplitMix64), the same for the same seed everywhere.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The seed and the length of random tests, from the environment.
public enum RandomTests {
  /// The seed of this run: 7, so that a failure is due to a change and not to chance, unless
  /// `MARKDOWN_EDITING_SEED` is another number, or `random`. Every expectation of a random test shows
  /// it, so that a failure can be replayed.
  public static let seed: UInt64 = {
    let value = ProcessInfo.processInfo.environment["MARKDOWN_EDITING_SEED"] ?? "7"
    if value == "random" { return UInt64.random(in: 0..<1_000_000_000) }
    guard let seed = UInt64(value) else {
      fatalError("MARKDOWN_EDITING_SEED is \(value), neither a number nor `random`")
    }
    return seed
  }()

  /// Returns `count`, multiplied by `MARKDOWN_EDITING_ROUNDS` if set.
  public static func rounds(_ count: Int) -> Int {
    let factor = ProcessInfo.processInfo.environment["MARKDOWN_EDITING_ROUNDS"]
    return count * (factor.flatMap { Int($0) } ?? 1)
  }

  /// Whether `failures` of `cases` may be chance if one case in `rareness` fails: as many or more
  /// then occur in at least one of 100,000 runs. Their number has Poisson's distribution.
  public static func mayBeChance(_ failures: Int, of cases: Int, oneIn rareness: Int) -> Bool {
    let expected = Double(cases) / Double(rareness)
    var (term, below) = (exp(-expected), 0.0)
    for count in 0..<failures {
      below += term
      term *= expected / Double(count + 1)
    }
    return 1 - below >= 1e-5
  }

  /// Returns a generator for the test `name`, seeded by the run, and prints how to replay it.
  public static func generator(_ name: String = #function) -> SeededGenerator {
    print("\(name): replay with MARKDOWN_EDITING_SEED=\(seed)")
    let mixed = name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return SeededGenerator(seed: mixed)
  }
}

/// Files for tests that are not in the repository.
public enum SharedData {
  /// The folder `MARKDOWN_EDITING_DATA` if set, otherwise `../shared/data` beside the package, or
  /// nil if there is none. Tests that need it are `.enabled(if: SharedData.folder != nil)`.
  public static let folder: URL? = {
    let beside = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../shared/data").standardizedFileURL
    let named = ProcessInfo.processInfo.environment["MARKDOWN_EDITING_DATA"]
    let folder = named.map { URL(filePath: $0) } ?? beside
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  public static func contents(of name: String) throws -> Data {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    return try Data(contentsOf: folder.appending(path: name))
  }
}
