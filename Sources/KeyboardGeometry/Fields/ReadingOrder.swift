extension Array where Element == LayoutRect {
  /// The indices of fields in the order in which a bar's arrows visit them: by rows from top to
  /// bottom, within a row from left to right, or from right to left. Two fields are in one row if
  /// the middle of one is between the edges of the other.
  ///
  /// - Complexity: O(*n* log *n*) for *n* fields.
  package func readingOrder(isRightToLeft: Bool = false) -> [Int] {
    // From top to bottom, each field joins the last row, if it is beside that row's first field.
    var rows: [[Int]] = []
    for index in indices.sorted(by: { self[$0].y < self[$1].y }) {
      if let leader = rows.last?.first, self[leader].isInOneRow(with: self[index]) {
        rows[rows.count - 1].append(index)
      } else {
        rows.append([index])
      }
    }
    return rows.flatMap { row in
      row.sorted { isRightToLeft ? self[$0].maxX > self[$1].maxX : self[$0].x < self[$1].x }
    }
  }
}

extension LayoutRect {
  fileprivate func isInOneRow(with other: LayoutRect) -> Bool {
    (y..<max(maxY, y)).contains(other.midY)
      || (other.y..<max(other.maxY, other.y)).contains(midY)
  }
}
