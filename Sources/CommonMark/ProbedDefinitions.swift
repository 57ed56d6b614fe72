internal import CCommonMark

/// What probes say: paragraphs `[label]`, which are links where the label is defined.
package struct ProbedDefinitions: Sendable {
  /// What a label stands for, as ranges of the bytes.
  package struct Meaning: Sendable {
    /// Where the link leads.
    package var destination: Range<Int>
    /// Its title.
    package var title: Range<Int>
  }

  /// The destinations and titles.
  package private(set) var bytes: [UInt8] = []
  private var meanings: [Meaning?] = []

  /// Makes what no probe has said.
  package init() {}

  /// How many probes there were.
  package var count: Int { meanings.count }

  /// What the label of a probe stands for; nil where it is not defined.
  package subscript(index: Int) -> Meaning? { meanings[index] }

  /// Reads the paragraph of a probe.
  mutating func append(_ paragraph: CMarkNode) {
    guard let link = cmark_node_first_child(paragraph), cmark_node_next(link) == nil,
      cmark_node_get_type(link) == CMARK_NODE_LINK
    else {
      meanings.append(nil)
      return
    }
    let destination = copy(cmark_node_get_url(link))
    meanings.append(Meaning(destination: destination, title: copy(cmark_node_get_title(link))))
  }

  private mutating func copy(_ text: UnsafePointer<CChar>?) -> Range<Int> {
    let start = bytes.count
    guard let text, text.pointee != 0 else { return start..<start }
    let count = strlen(text)
    text.withMemoryRebound(to: UInt8.self, capacity: count) { text in
      bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
    }
    return start..<bytes.count
  }
}
