import MarkdownSyntax

enum ListTarget: Hashable {
  case bullet, ordered, task
}

extension BlockPrinter {
  func listChange(_ target: ListTarget) throws(Outcome.Unchanged) -> BlockChange {
    let chosen = try selectedWithoutFormulas()
    var items: [Int] = []
    var known: Set<Int> = []
    var lines: [Int] = []
    var signed: Int?
    for line in chosen {
      let row = rows[line]
      let isSigned = row.kind == .paragraph && sign(on: line) != nil
      // A line without a sign continues the item above it.
      if !isSigned, let signed, row.leaf == signed { continue }
      signed = isSigned ? row.leaf : nil
      let own = row.prefixes.last { rows.containers[$0.container].isItem }?.container
      let isDirect = own == row.innermost
      let isUsable = row.kind == .paragraph || row.kind == .heading && target != .task
      // Of an item that begins with a quote, only if other lines are selected, too.
      if let own,
        isDirect ? isUsable || rows.isEmptyItem(line) : chosen.count > 1 && row.hasSign(of: own)
      {
        if known.insert(own).inserted { items.append(own) }
      } else if isUsable, own == nil || !isDirect && !known.contains(own ?? -1) {
        let start =
          row.kind == .heading ? rows.lines(ofLeafAt: line).lowerBound : unparted(line).lowerBound
        if lines.last != start { lines.append(start) }
      }
    }
    if items.isEmpty, lines.isEmpty {
      guard isCaret, rows[selected[0]].isBlank else { throw reason }
      lines = selected
    }
    let others = items.filter { !isTarget($0, target) }
    if target == .task,
      others.contains(where: { item in
        let first = rows.first(of: item)
        return (rows[first].kind != .paragraph || rows[first].innermost != item)
          && !rows.isEmptyItem(first)
      })
    {
      throw .inTask
    }
    let effect: Plan.Effect =
      items.isEmpty ? .added : lines.isEmpty && others.isEmpty ? .removed : .converted
    return BlockChange(
      lines: lines, containers: items, effect: effect, isPartly: others.count < items.count)
  }

  private func isTarget(_ item: Int, _ target: ListTarget) -> Bool {
    let item = rows.containers[item]
    switch target {
    case .task: return !item.box.isEmpty
    case .ordered: return item.isOrdered
    case .bullet: return !item.isOrdered && item.box.isEmpty
    }
  }

  mutating func list(_ target: ListTarget) throws(Outcome.Unchanged) -> Plan.Effect {
    let change = try listChange(target)
    let (items, lines) = (change.containers, change.lines)
    if change.effect == .removed {
      takeOff(items)
      return .removed
    }
    let units = lines.map { line in
      var unit = rows[line].kind == .paragraph ? unparted(line) : rows.lines(ofLeafAt: line)
      guard sign(on: line) != nil else { return unit }
      while selected.contains(unit.upperBound), rows[unit.upperBound].leaf == rows[line].leaf,
        sign(on: unit.upperBound) == nil
      {
        unit = unit.lowerBound..<unparted(unit.upperBound).upperBound
      }
      return unit
    }
    for unit in units.reversed() where rows[unit.lowerBound].kind == .paragraph {
      try part(unit)
    }
    // A run of lines gets the marker of the list above it, or else of that below it.
    var ends = units.map { $0.upperBound - 1 }
    for index in ends.indices.dropLast().reversed()
    where rows.rows[units[index].upperBound..<units[index + 1].lowerBound].allSatisfy({ $0.isBlank }
    ) {
      ends[index] = ends[index + 1]
    }
    var made: [Int] = []
    for (unit, end) in zip(units, ends) { made.append(makeItem(of: unit, target, runsTo: end)) }
    for item in items where !isTarget(item, target) { convert(item, target) }
    for item in made.reversed() { tighten(item) }
    return change.effect
  }

  private mutating func takeOff(_ items: [Int]) {
    for item in items.reversed() {
      let first = rows.first(of: item)
      takeOff(item)
      guard item != items[0], first > 0, rows[first - 1].kind == .paragraph, !rows[first].isBlank
      else { continue }
      insert(rows.separator(between: first - 1, and: first), at: first)
    }
  }

  /// The sign that begins a line of text, such as `•`, if text follows it.
  private func sign(on line: Int) -> ListSign? {
    let row = rows[line]
    guard row.kind == .paragraph, row.head.isEmpty, let sign = ListSign(source[row.body]),
      sign.count < row.body.count
    else { return nil }
    return sign
  }

  mutating func takeOff(_ item: Int) {
    let lines = rows.lines(of: item)
    let first = lines[0]
    rows.setBox(of: item, to: [])
    rows.alignContents(of: item)
    rows.unwrap(item, on: lines)
    if rows[first].isBlank, isCaret, selected == [first] {
      rows[first].indent = Blanks()
      caret = (first, 0)
    }
  }

  private mutating func part(_ lines: Range<Int>) throws(Outcome.Unchanged) {
    let line = lines.lowerBound
    try cut(after: lines.upperBound - 1)
    if line > 0, rows[line - 1].leaf == rows[line].leaf { try cut(after: line - 1) }
    let leaf = freshLeaf()
    for line in lines { rows[line].leaf = leaf }
  }

  private mutating func makeItem(of lines: Range<Int>, _ target: ListTarget, runsTo end: Int) -> Int
  {
    let line = lines.lowerBound
    rows.complete(line)
    let depth = rows[line].prefixes.count
    let isOrdered = target == .ordered
    let above = rows.neighbour(of: line, by: -1, depth: depth)
    let below = rows.neighbour(of: end, by: 1, depth: depth)
    let near = [above, below].compactMap { $0 }.first { rows.containers[$0].isOrdered == isOrdered }
    var container = RowContainer(
      kind: .item, marker: isOrdered ? Array("1.".utf8) : [.hyphen], width: 2)
    if let near {
      let own = rows.containers[near]
      container.marker =
        near == above ? own.nextMarker : isOrdered ? Array("1".utf8) + [own.delimiter] : own.marker
    }
    let sign = sign(on: line)
    if let sign {
      rows[line].body = rows[line].body.lowerBound + sign.count..<rows[line].body.upperBound
      if isOrdered, near == nil, !sign.number.isEmpty { container.marker = sign.number }
      rows[line].start = rows[line].body.lowerBound
    }
    if let box = rows.box(at: rows[line].body), rows[line].kind == .paragraph,
      rows[line].head.isEmpty,
      dialect.extensions.contains(.tasks)
    {
      container.box = Array(source[box])
      rows[line].body = box.upperBound..<rows[line].body.upperBound
    } else if let box = sign?.box, !box.isEmpty, dialect.extensions.contains(.tasks) {
      container.box = box
    } else if target == .task {
      container.box = Array("[ ] ".utf8)
    }
    container.width = container.marker.count + 1
    let lead = near.map { rows[rows.first(of: $0)].prefixes[depth].lead.columns } ?? 0
    container.width += lead
    let item = rows.add(container)
    for line in lines { rows[line].indent.columns = 0 }
    rows.wrap(lines, in: item, at: depth)
    rows[lines.lowerBound].prefixes[depth].lead = .new(lead)
    if rows[line].leaf == nil { caret = (line, container.box.count) }
    return item
  }

  /// Makes another kind of item of one. A number that becomes a bullet keeps the box of a task.
  private mutating func convert(_ item: Int, _ target: ListTarget) {
    let own = rows.containers[item]
    let first = rows.first(of: item)
    if target == .task {
      rows.setBox(of: item, to: Array("[ ] ".utf8))
      return
    }
    if target == .bullet, !own.isOrdered { rows.setBox(of: item, to: []) }
    if own.isOrdered == (target == .ordered) { return }
    guard let depth = rows[first].index(of: item) else { return }
    var marker = target == .ordered ? Array("1.".utf8) : [.hyphen]
    let end = rows.lines(of: item).last ?? first
    let beside = [
      rows.neighbour(of: first, by: -1, depth: depth), rows.neighbour(of: end, by: 1, depth: depth),
    ]
    if let near = beside.compactMap({ $0 }).map({ rows.containers[$0] })
      .first(where: { $0.isOrdered == (target == .ordered) })
    {
      marker = near.nextMarker
    }
    rows.setMarker(of: item, to: marker, aligns: true)
  }

  /// Removes the one blank line between a new item and a tight list that it joins.
  private mutating func tighten(_ item: Int) {
    let first = rows.first(of: item)
    guard let depth = rows[first].index(of: item) else { return }
    let last = rows.lines(of: item).last ?? first
    for (line, step) in [(last, 1), (first, -1)] {
      guard let near = rows.neighbour(of: line, by: step, depth: depth),
        rows.containers[near].delimiter == rows.containers[item].delimiter,
        let list = rows.containers[near].list, rows.tree.nodes[list].isTight,
        rows[line + step].isBlank, !rows.opensItem(line + step),
        rows.indices.contains(line + 2 * step),
        !rows[line + 2 * step].isBlank || rows.opensItem(line + 2 * step)
      else { continue }
      remove(line + step)
    }
  }

  /// The items whose own text is selected, not only that of items in them.
  func selectedItems(of lines: [Int]) -> [Int] {
    var items: [Int] = []
    for line in lines where !rows[line].isBlank || rows.opensItem(line) {
      let item = rows[line].prefixes.last { rows.containers[$0.container].isItem }?.container
      if let item, !items.contains(item) { items.append(item) }
    }
    return items
  }

  private func selectedTasks() throws(Outcome.Unchanged) -> [Int] {
    // The text of a quote in a task is not its own.
    let tasks = selectedItems(of: selected.filter { rows.item(of: $0) != nil })
      .filter { !rows.containers[$0].box.isEmpty }
    if tasks.isEmpty { throw .noTask }
    return tasks
  }

  mutating func toggleTasks() throws(Outcome.Unchanged) -> Plan.Effect {
    if makesTasks { return try list(.task) }
    let change = try taskChange()
    let checks = change.effect == .added
    for task in change.containers where checks != rows.isDone(task) {
      setState(of: task, to: checks ? .x : .space)
    }
    return change.effect
  }

  /// Whether `task-toggle` makes tasks, because the selection has none.
  private var makesTasks: Bool {
    guard options.plainTasks == .made else { return false }
    do throws(Outcome.Unchanged) {
      _ = try selectedTasks()
      return false
    } catch {
      return true
    }
  }

  func taskChange() throws(Outcome.Unchanged) -> BlockChange {
    if makesTasks { return try listChange(.task) }
    let tasks = try selectedTasks()
    let done = tasks.count { rows.isDone($0) }
    return BlockChange(
      containers: tasks, effect: done < tasks.count ? .added : .removed, isPartly: done > 0)
  }

  mutating func cycleTasks(_ states: String?) throws(Outcome.Unchanged) -> Plan.Effect {
    let (tasks, next) = try nextState(of: states)
    for task in tasks { setState(of: task, to: next) }
    return .converted
  }

  func nextState(of states: String?) throws(Outcome.Unchanged) -> (tasks: [Int], state: UInt8) {
    let extensions = dialect.extensions
    let states = Array((states ?? (extensions.contains(.taskStates) ? " /x-" : " x")).utf8)
    guard states.count > 1, states.allSatisfy({ LeafPrefix.isState($0, extensions) }) else {
      throw .badArgument
    }
    let tasks = try selectedTasks()
    let (isDone, state) = (rows.isDone(tasks[0]), rows.containers[tasks[0]].box[1])
    let index = states.firstIndex { $0 == state || isDone && $0 | 0x20 == .x }
    return (tasks, states[((index ?? -1) + 1) % states.count])
  }

  enum ListState {
    case bullet, open, done, text
  }

  mutating func cycleList() throws(Outcome.Unchanged) -> Plan.Effect {
    let (next, items, areTasks) = try nextListState()
    switch next {
    case .bullet: return try list(.bullet)
    case .text:
      // Without its marker, a nested item would be text of the item around it.
      let nested = items.filter { item in
        rows.parent(of: item).map { rows.containers[$0].isItem } ?? false
      }
      for item in nested { rows.setBox(of: item, to: []) }
      takeOff(items.filter { !nested.contains($0) })
      return .removed
    case .open, .done:
      if !areTasks { _ = try list(.task) }
      let tasks = selectedItems(of: selected).filter { !rows.containers[$0].box.isEmpty }
      for task in tasks where rows.isDone(task) != (next == .done) || !rows.isDone(task) {
        setState(of: task, to: next == .done ? .x : .space)
      }
      return .converted
    }
  }

  /// Returns the state after that of the first selected line, for all of them.
  ///
  /// - Returns: also the selected items, and whether all selected lines are tasks.
  func nextListState() throws(Outcome.Unchanged) -> (
    next: ListState, items: [Int], areTasks: Bool
  ) {
    let change = try listChange(.task)
    let items = change.containers
    let first = items.first.map { rows.first(of: $0) }
    guard let item = items.first, change.lines.first.map({ first ?? 0 < $0 }) ?? true else {
      return (.bullet, items, false)
    }
    let areTasks = change.lines.isEmpty && items.allSatisfy { !rows.containers[$0].box.isEmpty }
    let next: ListState =
      rows.containers[item].box.isEmpty ? .open : rows.isDone(item) ? .text : .done
    return (next, items, areTasks)
  }

  private mutating func setState(of task: Int, to state: UInt8) {
    rows.setState(of: task, to: state)
    guard options.taskFamily == .follows else { return }
    let lines = rows.lines(of: task)
    for line in lines {
      for prefix in rows[line].prefixes where !prefix.sign.isEmpty && prefix.container != task {
        if rows[line].index(of: prefix.container) ?? 0 > rows[line].index(of: task) ?? 0,
          !rows.containers[prefix.container].box.isEmpty
        {
          rows.setState(of: prefix.container, to: state)
        }
      }
    }
    // A task around it is done if all tasks directly in it are.
    var child = task
    while let parent = rows.parent(of: child), rows.containers[parent].isItem {
      if !rows.containers[parent].box.isEmpty {
        let below = rows.children(of: parent).filter { !rows.containers[$0].box.isEmpty }
        let isDone = below.allSatisfy { rows.isDone($0) }
        if isDone != rows.isDone(parent) { rows.setState(of: parent, to: isDone ? .x : .space) }
      }
      child = parent
    }
  }
}

extension BlockRows {
  /// The bullet of a list inside an item: another one than the item's.
  func bullet(inside item: Int) -> [UInt8] {
    switch containers[item].marker.last {
    case .hyphen: [.asterisk]
    case .asterisk: [.plusSign]
    default: [.hyphen]
    }
  }

  /// Writes the bullets of the lists in an item by their level.
  mutating func setBullets(inside item: Int) {
    for child in children(of: item) {
      if !containers[child].isOrdered { setMarker(of: child, to: bullet(inside: item)) }
      setBullets(inside: child)
    }
  }

  func isDone(_ task: Int) -> Bool {
    let box = containers[task].box
    return box.count > 1 && box[1] | 0x20 == .x
  }

  fileprivate mutating func setState(of task: Int, to state: UInt8) {
    var box = containers[task].box
    box[1] = state
    setBox(of: task, to: box)
  }
}

extension UInt8 {
  fileprivate static var x: UInt8 { UInt8(ascii: "x") }
}
