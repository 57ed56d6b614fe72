import MarkdownSyntax

extension BlockPrinter {
  /// The items whose own text is selected, not only that of items in them.
  func selectedItems(of lines: [Int]) -> [Int] {
    var items: [Int] = []
    for line in lines where !rows[line].isBlank || rows.opensItem(line) {
      let item = rows[line].prefixes.last { rows.containers[$0.container].isItem }?.container
      if let item, !items.contains(item) { items.append(item) }
    }
    return items
  }

  /// The tasks among the selected items.
  private func selectedTasks() throws(Outcome.Unchanged) -> [Int] {
    // The text of a quote in a task is not its own.
    let tasks = selectedItems(of: selected.filter { rows.item(of: $0) != nil })
      .filter { !rows.containers[$0].box.isEmpty }
    if tasks.isEmpty { throw .noTask }
    return tasks
  }

  /// Checks the selected tasks if one of them is open, and opens them otherwise.
  ///
  ///     - [ ] a‸ → - [x] a‸
  mutating func toggleTasks() throws(Outcome.Unchanged) -> Plan.Effect {
    let change = try taskChange()
    let checks = change.effect == .added
    for task in change.containers where checks != rows.isDone(task) {
      setState(of: task, to: checks ? .x : .space)
    }
    return change.effect
  }

  /// Decides whether the selected tasks are checked.
  func taskChange() throws(Outcome.Unchanged) -> BlockChange {
    let tasks = try selectedTasks()
    let done = tasks.count { rows.isDone($0) }
    return BlockChange(
      containers: tasks, effect: done < tasks.count ? .added : .removed, isPartly: done > 0)
  }

  /// Puts the selected tasks into the state after the first one's.
  ///
  /// - Parameter states: the states in order, one character each; nil for those of the dialect.
  mutating func cycleTasks(_ states: String?) throws(Outcome.Unchanged) -> Plan.Effect {
    let (tasks, next) = try nextState(of: states)
    for task in tasks { setState(of: task, to: next) }
    return .converted
  }

  /// The selected tasks and their next state.
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

  /// Writes a task's state; with the option, also those of the tasks in it and around it.
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
  /// Whether a task is done, as `[x]` or `[X]`.
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
