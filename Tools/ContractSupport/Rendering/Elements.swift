extension Rendered {
  /// The HTML elements whose start tag and end tag are in one mark, link or image: ranges from the event of
  /// the one to the event of the other. The rule is CONTRACT.md's; the tags are read as text.
  var elements: [Range<Int>] {
    var result: [Range<Int>] = []
    /// The start tags that are open, and nil for each mark, link or image that is.
    var open: [(name: String, event: Int)?] = []
    for (index, event) in events.enumerated() {
      if case .html(let bytes) = event.kind {
        let tag = String(decoding: bytes, as: UTF8.self).lowercased()
        let name = tag.dropFirst(tag.hasPrefix("</") ? 2 : 1).prefix {
          $0.isLetter || $0.isNumber || $0 == "-"
        }
        if name.isEmpty || tag.hasSuffix("/>") { continue }
        if !tag.hasPrefix("</") {
          open.append((String(name), index))
        } else if let place = open.lastIndex(where: { $0 == nil || $0?.name == String(name) }),
          let start = open[place]
        {
          result.append(start.event..<index)
          open.removeSubrange(place...)
        }
      } else if event.partner > index {
        open.append(nil)
      } else if event.partner >= 0, let place = open.lastIndex(where: { $0 == nil }) {
        open.removeSubrange(place...)
      }
    }
    return result
  }

  /// Whether raw HTML is in it: in `a <b>`.
  var holdsHTML: Bool {
    events.contains { if case .html = $0.kind { true } else { false } }
  }

  /// The same as places among the events that no toggle may change.
  var elementPlaces: Set<[Int]> {
    let places = Dictionary(
      uniqueKeysWithValues: plainIndices.enumerated().map { ($0.element, $0.offset) })
    return Set(
      elements.map { [places[$0.lowerBound] ?? -1, places[$0.upperBound] ?? -1] })
  }
}
