/// An edit on its way down the tree, to a leaf that has all of its range inside.
struct LeafEdit {
  /// Where the edit begins, from the start of what is looked at.
  var start: Int
  /// How many bytes go.
  let count: Int
  /// The length in UTF-8 of the leaf afterwards; 0 where there is no such leaf.
  var leafCount = 0

  @inline(__always)
  init(_ range: Range<Int>) {
    start = range.lowerBound
    count = range.count
  }
}

extension Node {
  /// Replaces text that lies inside a leaf, not at its ends, and returns what the text grows by.
  ///
  /// Nothing is changed, and `leafCount` stays 0, where there is no such leaf, or where it would
  /// become too long or too short.
  ///
  /// - Precondition: the range is not at an end of the text, and its ends are between scalars.
  mutating func replaceInLeaf(
    _ edit: inout LeafEdit, with new: UnsafeBufferPointer<UInt8>, level: Int
  ) -> TextSummary {
    let growth: TextSummary
    let found = measures.find(edit.start)
    let index = found.index
    edit.start -= found.before
    if level > 0 {
      growth = nodes[index].replaceInLeaf(&edit, with: new, level: level - 1)
      if edit.leafCount == 0 { return growth }
      measures.add(growth, at: index)
    } else {
      let count = measures.leafCount(index)
      let range = edit.start..<edit.start + edit.count
      let newCount = count - edit.count + new.count
      guard range.lowerBound > 0, range.upperBound < count, newCount >= Leaf.minimum,
        newCount <= page.room(at: index)
      else { return TextSummary() }
      LeafBytes(page.text(at: index, count: count)).checkBoundaries(range)
      growth = page.replace(range, ofLeaf: index, count: count, with: new)
      edit.leafCount = newCount
      measures.add(growth, at: index)
    }
    return growth
  }

  /// Puts the leaf that was taken from `path` back, grown by `growth`.
  mutating func put(_ leaf: Leaf, at path: Path, level: Int, growth: TextSummary) {
    let index = path[level]
    if level > 0 {
      measures.add(growth, at: index)
      nodes[index].put(leaf, at: path, level: level - 1, growth: growth)
    } else {
      measures.add(growth, at: index)
      page.put(leaf, at: index)
    }
  }

  /// Puts leaves in the place of the one at `path`, and returns the nodes that have no room here.
  mutating func replaceLeaf(
    at path: Path, level: Int, with new: MeasuredLeaves
  ) -> [Node] {
    let index = path[level]
    if level == 0 {
      return keepFirst(of: replacingLeaves(index..<index + 1, with: new))
    } else {
      var all = measures.summaries
      let extra = nodes[index].replaceLeaf(at: path, level: level - 1, with: new)
      nodes.insert(contentsOf: extra, at: index + 1)
      if nodes.count > Node.fanOut { return keepFirst(of: Node.group(nodes: nodes)) }
      all[index] = nodes[index].measures.total
      all.insert(contentsOf: extra.map { $0.measures.total }, at: index + 1)
      measures = Measures(nodes: all, level: level)
    }
    return []
  }

  private mutating func keepFirst(of groups: [Node]) -> [Node] {
    self = groups[0]
    return Array(groups.dropFirst())
  }
}

extension Node {
  /// Removes the bytes of `range`, which are not all of the node.
  mutating func remove(_ range: Range<Int>, level: Int) {
    var start = 0
    var gone = 0..<0
    var edge = 0
    for index in 0..<count {
      let length = measures[index].utf8
      let part = range.clamped(to: start..<start + length)
      defer { start += length }
      if part.isEmpty { continue }
      edge = index
      if part.count == length {
        gone = (gone.isEmpty ? index : gone.lowerBound)..<index + 1
      } else {
        removePart(part.lowerBound - start..<part.upperBound - start, of: index, level: level)
      }
    }
    if !gone.isEmpty {
      if level == 0 {
        self = replacingLeaves(gone, with: MeasuredLeaves())[0]
      } else {
        var all = measures.summaries
        all.removeSubrange(gone)
        nodes.removeSubrange(gone)
        measures = Measures(nodes: all, level: level)
      }
      edge = gone.lowerBound
    }
    balance(around: edge, level: level)
  }

  private mutating func removePart(_ range: Range<Int>, of index: Int, level: Int) {
    if level == 0 {
      let growth = page.replace(
        range, ofLeaf: index, count: measures[index].utf8,
        with: UnsafeBufferPointer(start: nil, count: 0))
      measures.add(growth, at: index)
    } else {
      let before = measures[index]
      nodes[index].remove(range, level: level - 1)
      measures.add(nodes[index].measures.total - before, at: index)
    }
  }
}
