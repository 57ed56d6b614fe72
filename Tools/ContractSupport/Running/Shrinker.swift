/// Shrinks a failing case as long as it still breaks the same clause.
package struct Shrinker {
  let judge: Judge
  let clause: Clause
  private var attempts = 0

  package init(judge: Judge, clause: Clause) {
    self.judge = judge
    self.clause = clause
  }

  package mutating func shrunk(_ start: ContractCase) -> ContractCase {
    var best = start
    var changed = true
    while changed, attempts < 1500 {
      changed = false
      for step in [dropSelections, deleteChunks, narrow, simplify] {
        let next = step(best)
        for candidate in next where attempts < 1500 {
          attempts += 1
          guard judge.violations(of: candidate).first?.clause == clause else { continue }
          best = candidate
          changed = true
          break
        }
        if changed { break }
      }
    }
    return best
  }

  private func dropSelections(_ from: ContractCase) -> [ContractCase] {
    guard from.selections.count > 1 else { return [] }
    return from.selections.indices.map { index in
      var result = from
      result.selections.remove(at: index)
      return result
    }
  }

  private func bounds(_ source: [UInt8]) -> [Int] {
    source.indices.filter { source[$0] & 0xC0 != 0x80 } + [source.count]
  }

  private func deleteChunks(_ from: ContractCase) -> [ContractCase] {
    let bounds = bounds(from.source)
    var result: [ContractCase] = []
    var size = (bounds.count - 1) / 2
    while size > 0 {
      for start in stride(from: 0, to: bounds.count - size, by: max(1, size / 2)) {
        result.append(deleting(bounds[start]..<bounds[start + size], from))
      }
      size /= 2
    }
    return result.filter { !$0.selections.allSatisfy(\.isEmpty) }
  }

  private func deleting(_ range: Range<Int>, _ from: ContractCase) -> ContractCase {
    func moved(_ offset: Int) -> Int {
      offset <= range.lowerBound ? offset : max(range.lowerBound, offset - range.count)
    }
    var result = from
    result.source.removeSubrange(range)
    result.selections = from.selections.map { moved($0.lowerBound)..<moved($0.upperBound) }
    return result
  }

  private func narrow(_ from: ContractCase) -> [ContractCase] {
    let bounds = bounds(from.source)
    return from.selections.indices.flatMap { index -> [ContractCase] in
      let range = from.selections[index]
      let inner = bounds.filter { range.lowerBound < $0 && $0 < range.upperBound }
      guard let first = inner.first, let last = inner.last else { return [] }
      return [first..<range.upperBound, range.lowerBound..<last].map {
        var result = from
        result.selections[index] = $0
        return result
      }
    }
  }

  private func simplify(_ from: ContractCase) -> [ContractCase] {
    var result: [ContractCase] = []
    let bounds = bounds(from.source)
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let scalars = String(decoding: from.source[start..<end], as: UTF8.self).unicodeScalars
      guard let scalar = scalars.first, scalar.properties.isAlphabetic, scalar != "a",
        end == start + 1
      else { continue }
      var next = from
      next.source[start] = UInt8(ascii: "a")
      result.append(next)
    }
    return result
  }
}
