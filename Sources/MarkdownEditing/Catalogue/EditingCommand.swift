import MarkdownSyntax
import TextEditing

/// A command of the bar other than a mark: a row of the catalogue, with its argument.
public struct EditingCommand: Hashable, Sendable {
  /// The row.
  public let row: CommandRow
  /// The argument of some commands: a link's destination, the text to type, the size of a table.
  public var argument: String?
  /// The dialect of the document: the public calls take it as an argument and pass it on here.
  package var dialect = Dialect.gitHub
  /// What users differ about.
  public var policies: CommandPolicies
  /// Whether it is carried out on a part of several selections. A caret among them does not open a blank line, as
  /// `heading-1` alone does.
  var isForPart = false

  /// Creates a command of a row.
  public init(
    _ row: CommandRow, argument: String? = nil, policies: CommandPolicies = .standard
  ) {
    self.row = row
    self.argument = argument
    self.policies = policies
  }

  /// Creates a command of a row for a document in `dialect`.
  package init(
    _ row: CommandRow, argument: String? = nil, dialect: Dialect,
    policies: CommandPolicies = .standard
  ) {
    self.init(row, argument: argument, policies: policies)
    self.dialect = dialect
  }

  /// Creates a command by its name, or nil.
  public init?(
    name: String, argument: String? = nil, policies: CommandPolicies = .standard
  ) {
    guard let row = CommandRow(name: name) else { return nil }
    self.init(row, argument: argument, policies: policies)
  }

  /// The same command for a document in `dialect`.
  func reading(_ dialect: Dialect) -> EditingCommand {
    EditingCommand(row, argument: argument, dialect: dialect, policies: policies)
  }

  /// What the command does to `selections` of the text `source`; mutates nothing.
  ///
  /// - Parameters:
  ///   - selections: UTF-8 ranges of `source`, in ascending order; an empty one is a caret.
  ///   - source: the UTF-8 bytes of the document.
  ///   - dialect: the dialect of the document.
  /// - Complexity: O(*n*) in the length of the source: to find the slices of a long one; only the blocks at the
  ///   selections and their neighbours are planned on and proved.
  public func outcome(
    onUTF8 selections: [Range<Int>], in source: [UInt8], dialect: Dialect = .gitHub
  ) -> CommandOutcome {
    reading(dialect).outcome(onUTF8: selections, in: source)
  }

  /// Plans the command in its own dialect.
  package func outcome(onUTF8 selections: [Range<Int>], in source: [UInt8]) -> CommandOutcome {
    .checked(selections, OutcomeCheck(source)) {
      MarkdownDocument(source, for: selections).map { outcome(onUTF8: selections, ofBlocksIn: $0) }
        ?? outcome(onUTF8: selections, inWhole: source, context: .document)
    }
  }

  /// The same of a part of a document.
  func outcome(
    onUTF8 selections: [Range<Int>], inWhole source: [UInt8], context: ProjectionContext,
    tree: BlockTree? = nil
  ) -> CommandOutcome {
    guard let selection = selections.first else { return .unchanged(.noSelection) }
    guard row.isAvailable(in: dialect) else { return .unchanged(.notInDialect) }
    if row.action == .clear {
      return ClearCommand(dialect: dialect, context: context).outcome(at: selection, in: source)
    }
    if row.group == .typing {
      return TypingSequence(command: self, context: context).outcome(at: selection, in: source)
    }
    do throws(MarkOutcome.Refusal) {
      return outcome(
        of: try BlockEngine(
          source, selections, in: dialect, policies, context: context, tree: tree,
          opensEmpty: !isForPart))
    } catch {
      return .refused(error)
    }
  }

  /// The same of what an engine has read, its selections as one.
  func outcome(of engine: BlockEngine) -> CommandOutcome {
    do throws(CommandReason) {
      if case .link(let action) = row.action {
        if let change = command(action, engine).onBlankLine() { return engine.outcome(change) }
        return engine.outcome(try link(action, engine))
      }
      if row.action == .pasteAddress { return try pasted(engine) }
      let change = try change(engine)
      return engine.outcome(change)
    } catch {
      return .unchanged(error)
    }
  }

  /// The tree that the command wants.
  func change(_ engine: BlockEngine) throws(CommandReason) -> BlockChange {
    let (tree, selection) = (engine.tree.takingIndentedBlank(engine.selection), engine.selection)
    switch row.action {
    case .heading(let target):
      return try HeadingCommand(
        target: target, tree: tree, selection: selection.withoutFormulas(in: tree),
        keepsLevel: policies.sameLevel == .stays
      ).change()
    case .list(let target):
      let chosen = policies.caretInList == .list ? selection.ofWholeList(in: tree) : selection
      return try ListCommand(
        target: target, tree: tree, selection: chosen.withoutFormulas(in: tree)
      ).change()
    case .quote:
      return try QuoteCommand(tree: tree, selection: selection.withoutBlankEnds(in: tree)).change()
    case .codeBlock:
      return try CodeBlockCommand(tree: tree, selection: selection.withWholeFormulas(in: tree))
        .change()
    case .rule: return try RuleCommand(tree: tree, selection: selection).change()
    case .indent(let isOutdent):
      return try IndentCommand(
        tree: tree, selection: selection, isOutdent: isOutdent, indentStep: policies.indentStep
      ).change()
    case .move(let action):
      return try MoveCommand(action: action, tree: tree, selection: selection).change()
    case .tableInsert:
      return try TableInsertCommand(tree: tree, selection: selection, argument: argument).change()
    case .table(let action):
      return try TableCommand(tree: tree, selection: selection.ranges[0]).change(action)
    case .newline, .backspace, .insertText, .clear, .link, .pasteAddress: throw .badArgument
    case .taskToggle:
      return try TaskToggleCommand(
        tree: tree, selection: selection, mixed: policies.mixedTasks
      ).change()
    }
  }

  private func link(
    _ action: LinkCommand.Action, _ engine: BlockEngine
  ) throws(CommandReason) -> LinkCommand.Wanted {
    try command(action, engine).wanted()
  }

  func command(_ action: LinkCommand.Action, _ engine: BlockEngine) -> LinkCommand {
    LinkCommand(
      action: action, tree: engine.tree, selection: engine.selection.ranges[0],
      destination: argument.map { Array($0.utf8).trimmed.withScheme })
  }

  /// An address over selected text links it; anything else takes the place of the selection.
  private func pasted(_ engine: BlockEngine) throws(CommandReason) -> CommandOutcome {
    guard let argument, !argument.isEmpty else { throw .badArgument }
    let text = Array(argument.utf8)
    let range = engine.selection.ranges[0]
    let selected = Array(engine.tree.source[range])
    if !range.isEmpty, text.trimmed.isAddress, !selected.isAddress, !engine.tree.isInCode(range),
      let wanted = try? link(.link, engine), case .plan(var plan) = engine.outcome(wanted)
    {
      let last =
        plan.edit.replacements.last { $0.bytes.contains(.rightParenthesis) }?.range ?? range
      var end = plan.edit.mapping(utf8Offset: last.upperBound, bias: .after)
      end -= wanted.opensAgain
      plan.selections = [end..<end]
      return .plan(plan)
    }
    if !range.isEmpty, let row = CommandRow(name: "insert-text") {
      return TypingSequence(
        command: EditingCommand(row, argument: argument, dialect: dialect, policies: policies),
        context: engine.context
      ).outcome(at: range, in: engine.tree.source)
    }
    let caret = range.lowerBound + text.count
    return .plan(
      CommandPlan(
        edit: TextEdit([.init(range, with: text)]), selections: [caret..<caret],
        effect: .types))
  }
}
