extension Block {
  /// Returns the block of another text as if a command had made it: with lines of bytes, new
  /// markers and a closing fence.
  func detached(from tree: BlockTree) -> Block {
    var result = self
    result.id = -1
    result.lines = lines.map { $0.detached(from: tree) }
    if kind == .code(isFenced: true), !tree.hasClosingFence(self) {
      let opening = tree.bytes(of: lines[0]).drop { $0.isBlank }
      result.lines.append(
        Line(writing: [.bytes(Array(opening.prefix { $0 == opening.first }))]))
    }
    if var underline = heading.underline?.detached(from: tree) {
      // The number distinguishes it from the lines of text.
      underline.copyOf = -2
      result.heading.underline = underline
    }
    result.heading.hashes = nil
    result.heading.closing = nil
    if kind == .item || kind == .quote {
      var marker = Marker()
      (marker.number, marker.delimiter) = (self.marker.number, self.marker.delimiter)
      marker.box = self.marker.box.map { Box(state: $0.state) }
      result.marker = marker
    }
    result.children = children.map { $0.detached(from: tree) }
    return result
  }

  /// The block with leaves that the proof does not compare, because a label of the document may
  /// link their text.
  var uncompared: Block {
    var result = self
    result.isCompared = false
    result.children = children.map { $0.uncompared }
    return result
  }

  func withCaretAtEnd() -> Block {
    var result = self
    if let last = children.lastIndex(where: { $0.kind != .blank }) ?? children.indices.last {
      result.children[last] = children[last].withCaretAtEnd()
    } else if heading.underline != nil {
      result.heading.underline?.pieces.append(.caret)
    } else if let last = lines.indices.last {
      result.lines[last].pieces.append(.caret)
    }
    return result
  }

  /// Whether the block or a block in it has one of the kinds, such as `[.footnote]` in `> [^a]: b`.
  func holds(_ kinds: [Kind]) -> Bool {
    kinds.contains(kind) || children.contains { $0.holds(kinds) }
  }
}

extension Line {
  fileprivate func detached(from tree: BlockTree) -> Line {
    var bytes = tree.bytes(of: self)
    // The content begins inside a tab.
    if cutTab > 0, bytes.first == .tab {
      bytes = [UInt8](repeating: .space, count: cutTab) + bytes.dropFirst()
    }
    return Line(writing: [.bytes(bytes)])
  }
}
