import MarkdownSyntax

/// The sort key of a cell: its number if the whole column is numbers, otherwise its visible text.
struct TableSortKey: Comparable {
  /// The visible text, with case folding.
  private var text: [UInt8] = []
  /// The number of the cell; nil if any cell of the column is not a number.
  private var number: DecimalNumber?

  /// Whether the cell shows nothing, as the second one of `| a |  |`.
  var isEmpty: Bool { text.isEmpty }

  static func < (left: TableSortKey, right: TableSortKey) -> Bool {
    if let own = left.number, let other = right.number { return own < other }
    return left.text.lexicographicallyPrecedes(right.text)
  }

  static func == (left: TableSortKey, right: TableSortKey) -> Bool {
    if let own = left.number, let other = right.number { return own == other }
    return left.text == right.text
  }

  /// The keys of a table's rows below the header, for the column at the caret.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func keys(
    of table: TableModel, in dialect: Dialect, _ context: ReadingContext
  ) -> [TableSortKey] {
    let extent = table.bodies[0].lowerBound..<table.bodies[table.bodies.count - 1].upperBound
    let tree = SyntaxTree(table.source, in: dialect, context, inlinesOf: extent)
    var cells: [Int: Int] = [:]
    for (index, node) in tree.nodes.enumerated() where node.kind == .cell {
      cells[node.content.lowerBound] = index
    }
    var keys = table.rows.indices.dropFirst(2).map { row in
      var key = TableSortKey()
      let content = table.content(row, table.column)
      if !content.isEmpty, let cell = cells[content.lowerBound] {
        for item in InlineLeaf(cell, of: tree, in: table.source, hasFootnotes: true).items {
          // An image is compared by its source.
          let object =
            item.kind == .object ? String(decoding: table.source[item.source], as: UTF8.self) : ""
          for scalar in item.isCharacter ? [item.scalar] : Array(object.unicodeScalars) {
            CaseFolding.append(scalar, to: &key.text)
          }
        }
        key.number = DecimalNumber(key.text)
      }
      return key
    }
    if keys.contains(where: { !$0.isEmpty && $0.number == nil }) {
      for row in keys.indices { keys[row].number = nil }
    }
    return keys
  }
}

/// A number as written in a cell, such as `-1,234.50`, `12 %` or `€ 3`.
struct DecimalNumber: Comparable {
  /// Whether it is below zero, as `-1` is and `-0` is not.
  private var isNegative = false
  /// The digits before the decimal point, without leading zeros.
  private var whole: [UInt8] = []
  /// The digits after the decimal point, without trailing zeros.
  private var fraction: [UInt8] = []

  /// Reads a text; nil if it is not a number.
  ///
  /// A comma before exactly three digits separates thousands. Any other comma is the decimal point.
  init?(_ text: [UInt8]) {
    var scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
      .filter { !" \u{A0}\u{202F}%$€£¥".unicodeScalars.contains($0) }
    if let first = scalars.first, "+-\u{2212}".unicodeScalars.contains(first) {
      isNegative = first != "+"
      scalars.removeFirst()
    }
    var end = scalars.firstIndex(of: ".") ?? scalars.count
    let groups = scalars[..<end].split(separator: ",", omittingEmptySubsequences: false)
    if groups.count > 1, !groups.dropFirst().allSatisfy({ $0.count == 3 }) {
      guard groups.count == 2, end == scalars.count else { return nil }
      end = groups[0].count
    }
    let (before, behind) = (scalars[..<end].filter { $0 != "," }, scalars[end...].dropFirst())
    guard before.count + behind.count > 0, (before + behind).allSatisfy(Escaping.isDigit) else {
      return nil
    }
    whole = before.drop { $0 == "0" }.map { UInt8(truncatingIfNeeded: $0.value) }
    fraction = behind.map { UInt8(truncatingIfNeeded: $0.value) }
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    if whole.isEmpty, fraction.isEmpty { isNegative = false }
  }

  static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  /// Whether the absolute value is smaller, as that of `9` is than that of `10`.
  private func isSmaller(than other: DecimalNumber) -> Bool {
    if whole.count != other.whole.count { return whole.count < other.whole.count }
    if whole != other.whole { return whole.lexicographicallyPrecedes(other.whole) }
    return fraction.lexicographicallyPrecedes(other.fraction)
  }
}
