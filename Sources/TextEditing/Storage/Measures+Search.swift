extension Measures {
  /// The child that holds the UTF-8 byte number `offset` (from 0), or the last one; `offset`
  /// becomes what is left of it there.
  @inline(__always)
  func find(_ offset: inout Int) -> Int {
    level == 0 ? findLeaf(&offset) : findNode(&offset)
  }

  /// As `find(_:)`, where the children are leaves.
  @inline(__always)
  func findLeaf(_ offset: inout Int) -> Int {
    var search = Search(.utf8, counting: .utf8, rest: offset)
    let index = findLeaf(&search)
    offset = search.rest
    return index
  }

  /// As `find(_:)`, where the children are nodes.
  @inline(__always)
  func findNode(_ offset: inout Int) -> Int {
    var search = Search(.utf8, counting: .utf8, rest: offset)
    let index = findNode(&search)
    offset = search.rest
    return index
  }

  /// The leaf that holds what `search` looks for, or the last one; the search goes on in it.
  @inline(__always)
  func findLeaf(_ search: inout Search) -> Int {
    let last = count - 1
    return sums.withUnsafeBufferPointer { sums in
      precondition(sums.count == Self.leafWords && last >= 0, "sums of another level")
      let metric = search.metric
      let rest = search.rest
      var index = 0
      let step = Node.leafGroup
      for place in 1..<Node.leafFanOut / step {
        index += Self.lane(metric, of: sums[step * place]) <= rest ? step : 0
      }
      let start = index
      for place in 1..<step {
        index += Self.lane(metric, of: sums[start + place]) <= rest ? 1 : 0
      }
      index = min(index, last)
      let before = sums[index]
      let length = sums[index + 1] &- before
      search.rest -= Self.lane(metric, of: before)
      search.passed += Self.lane(search.counted, of: before)
      search.leafLength = (
        Self.lane(metric, of: length), Self.lane(search.counted, of: length)
      )
      return index
    }
  }

  /// The node that holds what `search` looks for, or the last one; the search goes on in it.
  @inline(__always)
  func findNode(_ search: inout Search) -> Int {
    let last = count - 1
    let width = self.width
    return sums.withUnsafeBufferPointer { sums in
      precondition(sums.count == Self.places * width && last >= 0, "sums of another level")
      return width == 2
        ? Self.findNode(&search, last: last, width: 2, sums)
        : Self.findNode(&search, last: last, width: 4, sums)
    }
  }

  @inline(__always)
  private static func findNode(
    _ search: inout Search, last: Int, width: Int, _ sums: UnsafeBufferPointer<UInt64>
  ) -> Int {
    let metric = search.metric
    var rest = search.rest
    var group = 0
    for place in 1..<Node.groupCount {
      group += sum(metric, at: place, width: width, sums) <= rest ? 1 : 0
    }
    group = min(group, last / Self.group)
    rest -= sum(metric, at: group, width: width, sums)
    let start = inner + group * (Self.group + 1)
    var index = 0
    for place in 1..<Self.group {
      index += sum(metric, at: start + place, width: width, sums) <= rest ? 1 : 0
    }
    index = min(index, last - group * Self.group)
    search.rest = rest - sum(metric, at: start + index, width: width, sums)
    search.passed +=
      sum(search.counted, at: group, width: width, sums)
      + sum(search.counted, at: start + index, width: width, sums)
    return group * Self.group + index
  }
}
