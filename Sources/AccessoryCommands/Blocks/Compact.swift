/// A number of the 32 bits that suffice in a document: what is parsed has less than 256 MiB.
@propertyWrapper
struct Compact: Hashable {
  private var stored: Int32

  init(wrappedValue: Int) { stored = Int32(truncatingIfNeeded: wrappedValue) }

  var wrappedValue: Int {
    get { Int(stored) }
    set { stored = Int32(truncatingIfNeeded: newValue) }
  }
}

/// A range of a document with two such numbers.
@propertyWrapper
struct CompactRange: Hashable {
  @Compact private var lower: Int
  @Compact private var upper: Int

  init(wrappedValue: Range<Int>) {
    lower = wrappedValue.lowerBound
    upper = wrappedValue.upperBound
  }

  var wrappedValue: Range<Int> {
    get { lower..<upper }
    set { self = CompactRange(wrappedValue: newValue) }
  }
}

/// A range of a document, or none, with two such numbers.
@propertyWrapper
struct CompactOptionalRange: Hashable {
  /// From -1 to -1 where there is none.
  @CompactRange private var range: Range<Int>

  private static let none = -1 ..< -1

  init(wrappedValue: Range<Int>?) { range = wrappedValue ?? Self.none }

  var wrappedValue: Range<Int>? {
    get { range == Self.none ? nil : range }
    set { range = newValue ?? Self.none }
  }
}
