/// Of some names the one that a misspelled name is probably meant to be: at most two letters are wrong,
/// missing, too many or exchanged with their neighbour, and no more than a third of them.
package func nearest(to name: String, among names: [String]) -> String? {
  let scored = names.map { (name: $0, distance: distance(Array(name.utf8), Array($0.utf8))) }
  guard let best = scored.min(by: { $0.distance < $1.distance }),
    best.distance <= min(2, max(1, best.name.utf8.count / 3))
  else { return nil }
  return best.name
}

/// The number of edits from one name to another (optimal string alignment).
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
