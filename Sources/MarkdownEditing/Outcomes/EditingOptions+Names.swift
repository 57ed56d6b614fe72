extension EditingOptions {
  /// The name of an option in JSON, settings and command lines, such as `"atEdge": "pending"`.
  /// The order of the cases is that of the numbers in the C header.
  ///
  /// `whileComposing` is missing, because only a text input has an input method.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case inRun, atEdge, edges, numbering, indentStep, cellNewline, lineBreak, taskFamily,
      typedDelimiters, steps

    /// The options of marks' commands.
    package static let ofMarks: [Name] = [.inRun, .atEdge, .edges, .steps]

    /// The names of the option's values, the default first.
    package var values: [String] {
      switch self {
      case .inRun: InRun.allCases.map { $0.rawValue }
      case .atEdge: AtEdge.allCases.map { $0.rawValue }
      case .edges: Edges.allCases.map { $0.rawValue }
            case .numbering: Numbering.allCases.map { $0.rawValue }
      case .indentStep: IndentStep.allCases.map { $0.rawValue }
      case .cellNewline: CellNewline.allCases.map { $0.rawValue }
          case .lineBreak: LineBreak.allCases.map { $0.rawValue }
          case .taskFamily: TaskFamily.allCases.map { $0.rawValue }
      case .typedDelimiters: TypedDelimiters.allCases.map { $0.rawValue }
      case .steps: Steps.allCases.map { $0.rawValue }
          }
    }
  }

  /// The value of an option, as an index of ``Name/values``.
  package subscript(name: Name) -> Int {
    get { index(of: name) }
    set { set(name, to: newValue) }
  }

  private func index(of name: Name) -> Int {
    switch name {
    case .inRun: index(inRun)
    case .atEdge: index(atEdge)
    case .edges: index(edges)
    case .numbering: index(numbering)
    case .indentStep: index(indentStep)
    case .cellNewline: index(cellNewline)
    case .lineBreak: index(lineBreak)
    case .taskFamily: index(taskFamily)
    case .typedDelimiters: index(typedDelimiters)
    case .steps: index(steps)
    }
  }

  private mutating func set(_ name: Name, to newValue: Int) {
    switch name {
    case .inRun: inRun = InRun.allCases[newValue]
    case .atEdge: atEdge = AtEdge.allCases[newValue]
    case .edges: edges = Edges.allCases[newValue]
    case .numbering: numbering = Numbering.allCases[newValue]
    case .indentStep: indentStep = IndentStep.allCases[newValue]
    case .cellNewline: cellNewline = CellNewline.allCases[newValue]
    case .lineBreak: lineBreak = LineBreak.allCases[newValue]
    case .taskFamily: taskFamily = TaskFamily.allCases[newValue]
    case .typedDelimiters: typedDelimiters = TypedDelimiters.allCases[newValue]
    case .steps: steps = Steps.allCases[newValue]
    }
  }

  private func index<Value: CaseIterable & Equatable>(_ value: Value) -> Int {
    Array(Value.allCases).firstIndex(of: value) ?? 0
  }
}
