import MarkdownSyntax

extension Joint {
  /// Respells the characters next to the joint. Returns false if there are none to respell.
  func respell(
    _ place: inout Range<Int>, _ written: inout (bytes: [UInt8], caret: Int), _ way: JointWay
  ) -> Bool {
    if way.respellsRight != .none {
      guard let token = tokens.first(where: { $0.source.lowerBound == place.upperBound }),
        let respelled = respelling(of: token, way.respellsRight)
      else { return false }
      written.bytes += respelled
      place = place.lowerBound..<token.source.upperBound
    }
    if way.respellsLeft != .none {
      guard let token = tokens.last(where: { $0.source.upperBound == place.lowerBound }),
        let respelled = respelling(of: token, way.respellsLeft)
      else { return false }
      written = (respelled + written.bytes, written.caret + respelled.count)
      place = token.source.lowerBound..<place.upperBound
    }
    return !way.escapesLine || escapeLine(&place, &written)
  }

  /// Escapes text that would begin a block. Returns false if there is none.
  private func escapeLine(
    _ place: inout Range<Int>, _ written: inout (bytes: [UInt8], caret: Int)
  ) -> Bool {
    let start = place.lowerBound
    let number = tree.line(at: start)
    var lineStart = tree.lines[number].lowerBound
    if let content, number == tree.line(at: content.lowerBound) {
      lineStart = min(content.lowerBound, start)
    } else if let token = tokens.last(where: { $0.kind.isBreak && $0.source.upperBound <= start }) {
      lineStart = max(lineStart, token.source.upperBound)
    }
    let end = max(place.upperBound, tree.lines[tree.line(at: place.upperBound)].upperBound)
    let before = tree.source[lineStart..<start]
    let line = before + written.bytes + tree.source[place.upperBound..<end]
    guard
      let hazard = Array(line).hazard(on: 0..<line.count, isFirst: lineStart == content?.lowerBound)
    else { return false }
    let caret = before.count + written.caret
    // The escape may follow digits after the joint.
    let count = before.count + written.bytes.count
    let more = max(0, hazard - count)
    let escaped = Array(line).prefix(hazard) + [.backslash] + Array(line).dropFirst(hazard)
    written.bytes = Array(escaped.prefix(count + more + 1))
    written.caret = caret + (hazard < caret || hazard == caret && more == 0 ? 1 : 0)
    place = lineStart..<place.upperBound + more
    return true
  }

  private func respelling(of token: InlineToken, _ kind: JointWay.Respelling) -> [UInt8]? {
    guard case .character(let scalar, .plain) = token.kind, scalar != " ", scalar != "\t" else {
      return nil
    }
    if kind == .reference { return Escaping.reference(scalar) }
    return Escaping.isASCIIPunctuation(scalar) ? Escaping.respelled(scalar) : nil
  }
}
