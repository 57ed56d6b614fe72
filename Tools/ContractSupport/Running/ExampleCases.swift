import MarkdownEditing

/// Every selection of a text, combined with every mark.
package enum ExampleCases {
  /// Calls `body` with each case: all pairs of scalar boundaries, each mark toggled, and in a share
  /// of them only added or only removed.
  package static func forEach(in text: String, _ body: (ContractCase) -> Void) {
    let source = Array(text.utf8)
    let bounds = source.indices.filter { source[$0] & 0xC0 != 0x80 } + [source.count]
    for (position, start) in bounds.enumerated() {
      for (distance, end) in bounds[(position + 1)...].enumerated() {
        for (index, mark) in Mark.all(in: .commonMark).enumerated() {
          body(
            ContractCase(source, [start..<end], MarkCommand(.toggle, mark, options: .commonMark)))
          let share = (position + distance + index) % 8
          if share == 0 {
            body(
              ContractCase(source, [start..<end], MarkCommand(.mark, mark, options: .commonMark)))
          }
          if share == 4 {
            body(
              ContractCase(source, [start..<end], MarkCommand(.unmark, mark, options: .commonMark))
            )
          }
        }
      }
    }
  }
}
