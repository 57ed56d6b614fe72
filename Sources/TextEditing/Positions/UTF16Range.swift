/// A range in UTF-16 code units with the shape of `NSRange`, as input methods use it.
///
/// With Foundation, `NSRange` conforms by an empty extension.
public protocol UTF16RangeShape {
  /// The first code unit.
  var location: Int { get }
  /// The number of code units.
  var length: Int { get }
  /// Creates the range of `length` code units from `location` on.
  init(location: Int, length: Int)
}

/// A range in UTF-16 code units.
public struct UTF16Range: Hashable, Sendable, UTF16RangeShape {
  /// The first code unit.
  public var location: Int
  /// The number of code units.
  public var length: Int

  /// Creates the range of `length` code units from `location` on.
  public init(location: Int, length: Int) {
    self.location = location
    self.length = length
  }
}
