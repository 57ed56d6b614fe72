/// The name in `names` that a misspelled `name` most likely means; nil if none is close.
///
/// A name is close if one or two letters are wrong, missing, added or swapped, and at most a third
/// of them. Failing that, the first name that begins with `name` is returned.
package func nearest(to name: String, among names: [String]) -> String? {
  let wrong = Array(name.lowercased().utf8)
  let scored = names.compactMap { name -> (name: String, distance: Int)? in
    let right = Array(name.utf8)
    let allowed = right.count < 3 ? 0 : min(2, max(1, right.count / 3))
    guard abs(right.count - wrong.count) <= allowed else { return nil }
    let distance = distance(wrong, right)
    return distance <= allowed ? (name, distance) : nil
  }
  return scored.min { $0.distance < $1.distance }?.name
    ?? names.first { wrong.count > 2 && $0.utf8.starts(with: wrong) }
}

/// The number of edits between two names (optimal string alignment).
private func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var rows = [Array(0...second.count)]
  for (row, byte) in first.enumerated() {
    var next = [row + 1]
    for (column, other) in second.enumerated() {
      var best = min(rows[row][column + 1], next[column]) + 1
      best = min(best, rows[row][column] + (byte == other ? 0 : 1))
      if row > 0, column > 0, byte == second[column - 1], first[row - 1] == other {
        best = min(best, rows[row - 1][column - 1] + 1)
      }
      next.append(best)
    }
    rows.append(next)
  }
  return rows[first.count][second.count]
}
