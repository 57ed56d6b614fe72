/// The named character references of HTML, kept as sorted text that is searched in place.
package enum NamedReferences {
  /// What the reference `name` stands for, without `&` and `;`; nil where HTML knows no such name.
  ///
  /// - Complexity: O(log *n*) steps in the size of the table.
  static func value(of name: Bytes) -> (first: Unicode.Scalar, second: Unicode.Scalar?)? {
    guard let initial = name.first else { return nil }
    let table = (initial & 0x20 == 0 ? capitalReferences : smallReferences).bytes
    var low = 0
    var high = table.count
    while low < high {
      var start = (low + high) / 2
      while start > low, table[start - 1] != 0x20 { start -= 1 }
      var colon = start
      while table[colon] != 0x3A { colon += 1 }
      let entry = Bytes(rebasing: table[start..<colon])
      if entry.elementsEqual(name) { return scalars(in: table, at: colon + 1) }
      if entry.lexicographicallyPrecedes(name) {
        low = (table.firstIndex(of: 0x20, from: colon) ?? table.count - 1) + 1
      } else {
        high = start
      }
    }
    return nil
  }

  private static func scalars(
    in table: Bytes, at start: Int
  ) -> (first: Unicode.Scalar, second: Unicode.Scalar?)? {
    var values: (UInt32, UInt32?) = (0, nil)
    var index = start
    while index < table.count, table[index] != 0x20 {
      if let digit = table[index].hexadecimalValue {
        if let second = values.1 {
          values.1 = second << 4 | digit
        } else {
          values.0 = values.0 << 4 | digit
        }
      } else {
        values.1 = 0
      }
      index += 1
    }
    guard let first = Unicode.Scalar(values.0) else { return nil }
    return (first, values.1.flatMap { Unicode.Scalar($0) })
  }

  /// The table as text: `name:scalars` parted by spaces. For tests.
  package static var tables: [StaticString] { [capitalReferences, smallReferences] }
}

extension StaticString {
  /// The bytes of a literal that is not one scalar alone.
  fileprivate var bytes: Bytes { Bytes(start: utf8Start, count: utf8CodeUnitCount) }
}
