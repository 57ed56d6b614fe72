/// The link reference definitions of a document, grouped by slice, in document order.
struct DefinitionIndex: Sendable {
  /// The number of a slice's group of definitions; 0 for a slice without any.
  typealias Group = UInt32

  private struct Members: Sendable {
    /// A number greater than that of every earlier group in the document; 0 for a free group.
    var order: UInt64
    var definitions: [LinkDefinition]
  }

  /// A definition: its group, and its index there.
  private struct Place: Sendable {
    var group: Group
    var index: Int
  }

  /// The groups, from number 1 on.
  private var members: ContiguousArray<Members> = []
  /// The definitions of each label, in document order.
  private var places: [LabelKey: [Place]] = [:]
  private var free: [Group] = []

  /// Whether there are no definitions, as in a document without a line such as `[a]: /u`.
  var isEmpty: Bool { groupCount == 0 }
  /// The number of slices with definitions.
  var groupCount: Int { members.count - free.count }

  /// The initial distance between the orders of neighbours.
  private static let step: UInt64 = 1 << 32

  /// A number between those of two groups, of which 0 means none; nil if there is no room.
  private func order(between lower: Group, and upper: Group) -> UInt64? {
    let low = order(of: lower)
    let high = order(of: upper)
    if high == 0 { return low + Self.step }
    return high - low > 1 ? low + (high - low) / 2 : nil
  }

  /// Adds the definitions of a slice between the groups `lower` and `upper`.
  ///
  /// - Returns: The group, or nil if the groups must be renumbered first.
  mutating func insert(
    _ definitions: [LinkDefinition], between lower: Group, and upper: Group
  ) -> Group? {
    guard let order = order(between: lower, and: upper) else { return nil }
    let new = Members(order: order, definitions: definitions)
    let group: Group
    if let number = free.popLast() {
      group = number
      members[Int(group) - 1] = new
    } else {
      members.append(new)
      group = Group(members.count)
    }
    for (index, definition) in definitions.enumerated() {
      let place = Place(group: group, index: index)
      var all = places.removeValue(forKey: definition.label) ?? []
      all.insert(place, at: firstIndex(in: all, from: place))
      places[definition.label] = all
    }
    return group
  }

  private func precedes(_ first: Place, _ second: Place) -> Bool {
    let orders = (order(of: first.group), order(of: second.group))
    return orders.0 == orders.1 ? first.index < second.index : orders.0 < orders.1
  }

  /// The index of the first of some places, in document order, that does not precede `place`.
  private func firstIndex(in places: [Place], from place: Place) -> Int {
    if let last = places.last, precedes(last, place) { return places.count }
    return places.partitionPoint { !precedes($0, place) }
  }

  mutating func remove(_ group: Group) {
    guard order(of: group) > 0 else { return }
    for label in Set(members[Int(group) - 1].definitions.map { $0.label }) {
      let others = places[label]?.filter { $0.group != group } ?? []
      places[label] = others.isEmpty ? nil : others
    }
    members[Int(group) - 1] = Members(order: 0, definitions: [])
    free.append(group)
  }

  /// Numbers the groups, in document order, with room between them.
  ///
  /// - Complexity: O(*n*) in the number of groups; needed after many insertions at one place.
  mutating func renumber(_ groups: [Group]) {
    var order: UInt64 = 0
    for group in groups {
      order += Self.step
      members[Int(group) - 1].order = order
    }
  }

  /// The definition of a label that is in force in a dialect with some extensions: the first in the
  /// document that is not in a footnote.
  func definition(
    of label: LabelKey, _ extensions: SyntaxExtensions
  ) -> (group: Group, definition: LinkDefinition)? {
    for place in places[label] ?? [] {
      let definition = members[Int(place.group) - 1].definitions[place.index]
      if !definition.isOfFootnote || !extensions.contains(.footnotes) {
        return (place.group, definition)
      }
    }
    return nil
  }

  /// A number that ascends with the groups in the document; 0 for none.
  func order(of group: Group) -> UInt64 {
    group > 0 && group <= members.count ? members[Int(group) - 1].order : 0
  }

  func definitions(of group: Group) -> [LinkDefinition] {
    order(of: group) > 0 ? members[Int(group) - 1].definitions : []
  }
}
