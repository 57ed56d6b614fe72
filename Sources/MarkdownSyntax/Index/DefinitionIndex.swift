/// The link reference definitions of a document: which slices hold which, in document order.
struct DefinitionIndex: Sendable {
  /// The number of a slice's definitions; 0 for a slice that has none.
  typealias Group = UInt32

  /// What defines a label within its slice.
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
    /// Greater than that of every group before it in the document; 0 where the number is free.
    var order: UInt64
    var list: DefinitionList
  }

  /// A definition: its group, and its index there.
  private struct Place: Hashable, Sendable {
    var group: Group
    var index: UInt32
  }

  /// The group with the number 1, and those that follow.
  private var members: ContiguousArray<Members> = []
  /// By the hash of the label: what is defined once, as most labels are.
  private var single: [UInt64: Place] = [:]
  /// The others, in document order.
  private var several: [UInt64: [Place]] = [:]
  private var free: [Group] = []

  /// Whether nothing is defined. True of a document without any line such as `[a]: /u`.
  var isEmpty: Bool { groupCount == 0 }
  /// How many slices have definitions.
  var groupCount: Int { members.count - free.count }

  /// The distance at first between the orders of neighbours, and behind the last.
  private static let step: UInt64 = 1 << 32

  /// Makes room for so many definitions more.
  mutating func reserveCapacity(adding count: Int) {
    single.reserveCapacity(single.count + count)
  }

  /// A number between those of two groups, of which 0 means none; nil where there is no room.
  private func order(between lower: Group, and upper: Group) -> UInt64? {
    let low = order(of: lower)
    let high = order(of: upper)
    if high == 0 { return low + Self.step }
    return high - low > 1 ? low + (high - low) / 2 : nil
  }

  /// Adds the definitions of a slice that stands between the groups `lower` and `upper`.
  ///
  /// - Returns: the group; nil where the orders must be given anew first.
  mutating func insert(
    _ definitions: DefinitionList, between lower: Group, and upper: Group
  ) -> Group? {
    guard let order = order(between: lower, and: upper) else { return nil }
    let new = Members(order: order, list: definitions)
    let group: Group
    if let number = free.popLast() {
      group = number
      members[Int(group) - 1] = new
    } else {
      members.append(new)
      group = Group(members.count)
    }
    for index in definitions.indices {
      insert(Place(group: group, index: UInt32(index)), hash: definitions.hash(at: index))
    }
    return group
  }

  private mutating func insert(_ place: Place, hash: UInt64) {
    if !several.isEmpty, let places = several[hash] {
      let index = firstIndex(in: places, from: place)
      several[hash]?.insert(place, at: index)
      return
    }
    guard let other = single.updateValue(place, forKey: hash) else { return }
    single[hash] = nil
    several[hash] = precedes(other, place) ? [other, place] : [place, other]
  }

  private func precedes(_ first: Place, _ second: Place) -> Bool {
    let orders = (order(of: first.group), order(of: second.group))
    return orders.0 == orders.1 ? first.index < second.index : orders.0 < orders.1
  }

  /// The index of the first of some places in document order that does not precede `place`.
  private func firstIndex(in places: [Place], from place: Place) -> Int {
    if let last = places.last, precedes(last, place) { return places.count }
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(places[middle], place) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes out the definitions of a slice.
  mutating func remove(_ group: Group) {
    guard order(of: group) > 0 else { return }
    let list = members[Int(group) - 1].list
    for index in list.indices {
      remove(Place(group: group, index: UInt32(index)), hash: list.hash(at: index))
    }
    members[Int(group) - 1] = Members(order: 0, list: DefinitionList())
    free.append(group)
  }

  private mutating func remove(_ place: Place, hash: UInt64) {
    guard let places = several[hash] else {
      single[hash] = nil
      return
    }
    let index = firstIndex(in: places, from: place)
    if places.count > 2 {
      several[hash]?.remove(at: index)
    } else {
      several[hash] = nil
      single[hash] = places[1 - index]
    }
  }

  /// Gives the groups, in document order, new numbers with room between them.
  ///
  /// - Complexity: O(*n*) in the number of groups; needed once in many insertions at one place.
  mutating func renumber(_ groups: [Group]) {
    var order: UInt64 = 0
    for group in groups {
      order += Self.step
      members[Int(group) - 1].order = order
    }
  }

  /// Hands the definitions of the labels with a key to `body`, in document order, until it returns
  /// false: of thousands for one label only the first counts.
  func forEachEntry(for key: LabelKey, _ body: (Entry) -> Bool) {
    let hash = key.hash
    func goesOn(behind place: Place) -> Bool {
      let definition = members[Int(place.group) - 1].list[Int(place.index)]
      return definition.key != key || body(Entry(group: place.group, definition: definition))
    }
    if let place = single[hash] {
      _ = goesOn(behind: place)
    } else if let places = several[hash] {
      for place in places where !goesOn(behind: place) { return }
    }
  }

  /// Whether a label may have a definition outside some groups. False of `[a]` where `[a]: /u` stands in
  /// one of them alone.
  func mayDefine(_ label: [UInt8], besides groups: [Group]) -> Bool {
    let hash = label.withUnsafeBufferPointer { LabelKey.hash(of: $0).hash }
    if let place = single[hash] { return !groups.contains(place.group) }
    return several[hash] != nil
  }

  /// The number by which a group's place compares with that of others; 0 for none.
  func order(of group: Group) -> UInt64 {
    group > 0 && group <= members.count ? members[Int(group) - 1].order : 0
  }

  /// The definitions of a group.
  func definitions(of group: Group) -> [Definition] {
    guard order(of: group) > 0 else { return [] }
    let list = members[Int(group) - 1].list
    return list.indices.map { list[$0] }
  }
}
