/// The link reference definitions of a document: which slices hold which, in document order.
struct DefinitionIndex: Sendable {
  /// The number of a slice's definitions; 0 for a slice that has none.
  typealias Group = UInt32

  /// What defines a label first within its slice.
  struct Definition: Hashable, Sendable {
    /// The label, collapsed.
    var label: [UInt8]
    /// The folded label.
    var key: LabelKey
    /// What it stands for.
    var meaning: ReferenceMap.Definition
  }

  /// A definition with the place of its slice.
  struct Entry: Sendable {
    var group: Group
    var definition: Definition
  }

  private struct Members: Sendable {
    /// Greater than that of every group before it in the document.
    var order: UInt64
    var keys: [LabelKey]
  }

  private var members: [Group: Members] = [:]
  /// The definitions with a key, in document order.
  private var entries: [LabelKey: [Entry]] = [:]
  private var free: [Group] = []
  private var last: Group = 0

  /// Whether nothing is defined.
  var isEmpty: Bool { members.isEmpty }
  /// How many slices have definitions.
  var groupCount: Int { members.count }

  /// The distance at first between the orders of neighbours, and behind the last.
  private static let step: UInt64 = 1 << 32

  /// A number between those of two groups, of which 0 means none; nil where there is no room.
  private func order(between lower: Group, and upper: Group) -> UInt64? {
    let low = members[lower]?.order ?? 0
    guard let high = members[upper]?.order else { return low + Self.step }
    return high - low > 1 ? low + (high - low) / 2 : nil
  }

  /// Adds the definitions of a slice that stands between the groups `lower` and `upper`.
  ///
  /// - Returns: the group; nil where the orders must be given anew first.
  mutating func insert(
    _ definitions: [Definition], between lower: Group, and upper: Group
  ) -> Group? {
    guard let order = order(between: lower, and: upper) else { return nil }
    let group: Group
    if let number = free.popLast() {
      group = number
    } else {
      last += 1
      group = last
    }
    members[group] = Members(order: order, keys: definitions.map { $0.key })
    for definition in definitions {
      let entry = Entry(group: group, definition: definition)
      let index = firstIndex(in: entries[definition.key] ?? [], from: order)
      entries[definition.key, default: []].insert(entry, at: index)
    }
    return group
  }

  /// The indices of a group's entries among some in document order.
  private func range(of group: Group, in entries: [Entry], order: UInt64) -> Range<Int> {
    let first = firstIndex(in: entries, from: order)
    return first..<first + entries[first...].prefix { $0.group == group }.count
  }

  /// The index of the first of some entries in document order whose group has an order of `order`
  /// or more.
  private func firstIndex(in entries: [Entry], from order: UInt64) -> Int {
    if let last = entries.last, self.order(of: last.group) < order { return entries.count }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if self.order(of: entries[middle].group) < order { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes out the definitions of a slice.
  mutating func remove(_ group: Group) {
    guard let removed = members[group] else { return }
    for key in removed.keys {
      let range = range(of: group, in: entries[key] ?? [], order: removed.order)
      entries[key]?.removeSubrange(range)
      if entries[key]?.isEmpty == true { entries[key] = nil }
    }
    members[group] = nil
    free.append(group)
  }

  /// Gives the groups, in document order, new numbers with room between them.
  ///
  /// - Complexity: O(*n*) in the number of groups; needed once in many insertions at one place.
  mutating func renumber(_ groups: [Group]) {
    var order: UInt64 = 0
    for group in groups {
      order += Self.step
      members[group]?.order = order
    }
  }

  /// The definitions of the labels with a key, in document order.
  func entries(for key: LabelKey) -> [Entry] {
    entries[key] ?? []
  }

  /// The number by which a group's place compares with that of others.
  func order(of group: Group) -> UInt64 { members[group]?.order ?? 0 }

  /// The definitions of a group.
  func definitions(of group: Group) -> [Definition] {
    (members[group]?.keys ?? []).compactMap { key in
      entries[key]?.first { $0.group == group && $0.definition.key == key }?.definition
    }
  }
}
