/// Form fields in the order in which a bar's arrows visit them.
package struct FieldOrder<ID: Hashable & Sendable>: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var id: ID
    /// The frame of the field, in coordinates common to all fields.
    package var frame: LayoutRect
    /// Whether the field can be edited; if not, the arrows skip it.
    package var isEnabled: Bool

    package init(id: ID, frame: LayoutRect = .zero, isEnabled: Bool = true) {
      self.id = id
      self.frame = frame
      self.isEnabled = isEnabled
    }
  }

  /// The rule for the order.
  package enum Arrangement: String, Hashable, Sendable, CaseIterable {
    /// As given: the order of the views; the fields of a group are at its position.
    case asGiven
    /// In reading order: by rows from top to bottom, within a row from left to right.
    case readingLeftToRight
    /// By rows from top to bottom, within a row from right to left.
    case readingRightToLeft
  }

  package let fields: [Field]

  /// Sorts fields.
  ///
  /// Two fields are in one row if the middle of one is between the edges of the other.
  ///
  /// - Complexity: O(*n* log *n*) for *n* fields.
  package init(_ fields: [Field], arrangement: Arrangement = .asGiven) {
    guard arrangement != .asGiven else {
      self.fields = fields
      return
    }
    let leftToRight = arrangement == .readingLeftToRight
    self.fields = Self.rows(of: fields).flatMap { row in
      row.sorted {
        leftToRight ? $0.frame.minX < $1.frame.minX : $0.frame.maxX > $1.frame.maxX
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

  /// Groups the fields by rows. From top to bottom, each field joins the last row, if it is beside
  /// that row's first field, or begins a new row.
  private static func rows(of fields: [Field]) -> [[Field]] {
    var rows: [[Field]] = []
    for field in fields.sorted(by: { $0.frame.minY < $1.frame.minY }) {
      if let leader = rows.last?.first, isOneRow(leader.frame, field.frame) {
        rows[rows.count - 1].append(field)
      } else {
        rows.append([field])
      }
    }
    return rows
  }

  private static func isOneRow(_ first: LayoutRect, _ second: LayoutRect) -> Bool {
    (first.minY..<max(first.maxY, first.minY)).contains(second.midY)
      || (second.minY..<max(second.maxY, second.minY)).contains(first.midY)
  }
}
