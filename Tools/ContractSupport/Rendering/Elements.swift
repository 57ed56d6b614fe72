extension Rendered {
  /// The HTML elements whose start and end tag are in the same mark, link or image, as ranges from
  /// the start tag's event to the end tag's. Tags are read as text.
  var elements: [Range<Int>] {
    var result: [Range<Int>] = []
    /// The open start tags, with nil for each open mark, link or image.
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

  /// Whether the document has raw HTML. For example, in `a <b>`.
  var holdsHTML: Bool {
    events.contains { if case .html = $0.kind { true } else { false } }
  }

  /// The elements as places among the events that no toggle may change.
  var elementPlaces: Set<[Int]> {
    let places = Dictionary(
      uniqueKeysWithValues: plainIndices.enumerated().map { ($0.element, $0.offset) })
    return Set(
      elements.map { [places[$0.lowerBound] ?? -1, places[$0.upperBound] ?? -1] })
  }
}
