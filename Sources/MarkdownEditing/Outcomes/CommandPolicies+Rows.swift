extension CommandPolicies {
  /// A policy as data: what options, settings and fields of JSON call it, as in `"caretInList": "list"`,
  /// and its values.
  package enum Row: String, Hashable, Sendable, CaseIterable {
    case caretInList, sameLevel, leavingList, numbering, indentStep, cellNewline, itemStart,
      mixedTasks

    /// What its values are called, the default first.
    package var values: [String] {
      switch self {
      case .caretInList: CaretInList.allCases.map { $0.rawValue }
      case .sameLevel: SameLevel.allCases.map { $0.rawValue }
      case .leavingList: LeavingList.allCases.map { $0.rawValue }
      case .numbering: Numbering.allCases.map { $0.rawValue }
      case .indentStep: IndentStep.allCases.map { $0.rawValue }
      case .cellNewline: CellNewline.allCases.map { $0.rawValue }
      case .itemStart: ItemStart.allCases.map { $0.rawValue }
      case .mixedTasks: MixedTasks.allCases.map { $0.rawValue }
      }
    }
  }

  /// The value of a policy, as an index of its row's values.
  package subscript(row: Row) -> Int {
    get {
      switch row {
      case .caretInList: index(caretInList)
      case .sameLevel: index(sameLevel)
      case .leavingList: index(leavingList)
      case .numbering: index(numbering)
      case .indentStep: index(indentStep)
      case .cellNewline: index(cellNewline)
      case .itemStart: index(itemStart)
      case .mixedTasks: index(mixedTasks)
      }
    }
    set {
      switch row {
      case .caretInList: caretInList = CaretInList.allCases[newValue]
      case .sameLevel: sameLevel = SameLevel.allCases[newValue]
      case .leavingList: leavingList = LeavingList.allCases[newValue]
      case .numbering: numbering = Numbering.allCases[newValue]
      case .indentStep: indentStep = IndentStep.allCases[newValue]
      case .cellNewline: cellNewline = CellNewline.allCases[newValue]
      case .itemStart: itemStart = ItemStart.allCases[newValue]
      case .mixedTasks: mixedTasks = MixedTasks.allCases[newValue]
      }
    }
  }

  private func index<Value: CaseIterable & Equatable>(_ value: Value) -> Int {
    Array(Value.allCases).firstIndex(of: value) ?? 0
  }
}
