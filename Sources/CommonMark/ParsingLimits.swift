/// What a source may hold before libcmark is asked to parse it.
///
/// Three kinds of input make libcmark 0.30.2 quadratic or worse (CVE-2023-22486 and
/// CVE-2023-24824 among them), and it aborts the process when an allocation fails. The limits
/// keep both away; legitimate documents stay far below them.
public struct ParsingLimits: Hashable, Sendable {
  /// The most bytes a source may have.
  public var byteCount: Int
  /// The most quote and list markers that may open containers on one line.
  public var containersPerLine: Int
  /// The most image openers (`![`) that one block may hold.
  public var imageOpenersPerBlock: Int

  /// The limits that apply where none are given.
  public static let standard = ParsingLimits()

  /// Makes limits; what is left out has its standard value.
  public init(
    byteCount: Int = 1 << 24, containersPerLine: Int = 200, imageOpenersPerBlock: Int = 5000
  ) {
    self.byteCount = byteCount
    self.containersPerLine = containersPerLine
    self.imageOpenersPerBlock = imageOpenersPerBlock
  }
}
