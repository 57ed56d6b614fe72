/// Form fields in the order in which a bar's arrows visit them.
package struct FieldOrder<ID: Hashable & Sendable>: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var id: ID
    /// The frame of the field, in coordinates common to all fields.
    package var frame: LayoutRect
    /// Whether the field can be edited; if not, the arrows skip it.
    package var isEnabled: Bool

    package init(id: ID, frame: LayoutRect, isEnabled: Bool = true) {
      self.id = id
      self.frame = frame
      self.isEnabled = isEnabled
    }
  }

  package let fields: [Field]

  /// Sorts fields in reading order: by rows from top to bottom, within a row from left to right, or
  /// from right to left. Two fields are in one row if the middle of one is between the edges of the
  /// other.
  ///
  /// - Complexity: O(*n* log *n*) for *n* fields.
  package init(_ fields: [Field], isRightToLeft: Bool = false) {
    // From top to bottom, each field joins the last row, if it is beside that row's first field.
    var rows: [[Field]] = []
    for field in fields.sorted(by: { $0.frame.minY < $1.frame.minY }) {
      if let leader = rows.last?.first, Self.isOneRow(leader.frame, field.frame) {
        rows[rows.count - 1].append(field)
      } else {
        rows.append([field])
      }
    }
    self.fields = rows.flatMap { row in
      row.sorted {
        isRightToLeft ? $0.frame.maxX > $1.frame.maxX : $0.frame.minX < $1.frame.minX
      }
    }
  }

  /// The next field that can be edited; nil if there is none.
  package func next(after id: ID) -> ID? {
    guard let index = index(of: id) else { return nil }
    return fields[(index + 1)...].first { $0.isEnabled }?.id
  }

  /// The previous field that can be edited; nil if there is none.
  package func previous(before id: ID) -> ID? {
    guard let index = index(of: id) else { return nil }
    return fields[..<index].last { $0.isEnabled }?.id
  }

  private func index(of id: ID) -> Int? {
    fields.firstIndex { $0.id == id }
  }

  private static func isOneRow(_ first: LayoutRect, _ second: LayoutRect) -> Bool {
    (first.minY..<max(first.maxY, first.minY)).contains(second.midY)
      || (second.minY..<max(second.maxY, second.minY)).contains(first.midY)
  }
}
