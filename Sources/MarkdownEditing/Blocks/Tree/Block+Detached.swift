extension Block {
  /// The block with leaves that the proof does not compare, because a label of the document may
  /// link their text.
  var uncompared: Block {
    var result = self
    result.isCompared = false
    result.children = children.map { $0.uncompared }
    return result
  }
}
