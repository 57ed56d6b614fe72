import MarkdownSyntax
import TextEditing

/// A command, such as a mark to toggle, a heading, a link or a key, with its argument and options.
///
///     editor.perform(.toggle(.strong))
///     editor.perform(.heading(2))
///     editor.perform(.link(to: "https://example.org"))
public struct EditingCommand: Hashable, Sendable {
  /// The row of the catalogue, with the name, the title, the symbol and the key.
  public let row: CommandRow
  /// The argument, such as a link's destination, the text to type, or the size of a table.
  public var argument: String?
  /// The choices about which users differ.
  public var options: EditingOptions
  /// The action on the mark, if the command has a mark.
  package var markAction = MarkAction.toggle
  /// Whether it is for one of several selections, where `heading-1` does not change a blank line.
  var isForPart = false

  /// Creates a command from a row.
  public init(
    _ row: CommandRow, argument: String? = nil, options: EditingOptions = .standard
  ) {
    self.row = row
    self.argument = argument
    self.options = options
  }

  /// Creates a command from its name in the catalogue; nil if there is none. The name of a mark,
  /// such as `strong`, is that of its toggle.
  public init?(
    named name: String, argument: String? = nil, options: EditingOptions = .standard
  ) {
    guard let row = CommandRow(name: name) else { return nil }
    self.init(row, argument: argument, options: options)
  }

  var dialect: Dialect { options.dialect }

  /// Returns the command for a document in `dialect`.
  package func reading(_ dialect: Dialect) -> EditingCommand {
    var result = self
    result.options.dialect = dialect
    return result
  }

  /// The command as the planner of marks expects it; nil if it is not a mark's command.
  package var marking: MarkCommand? {
    row.mark.map { MarkCommand(markAction, $0, options: options) }
  }

  /// Plans the command for `selections` of `source`, without changing it.
  ///
  /// - Parameters:
  ///   - selections: UTF-8 ranges of `source`, in ascending order; an empty one is a caret.
  ///   - source: the text, as UTF-8.
  ///   - dialect: the dialect of the text.
  /// - Complexity: O(*n*) in the length of the source, to find the slices. Only the blocks at the
  ///   selections and their neighbours are planned and proved.
  public func outcome(
    onUTF8 selections: [Range<Int>], in source: [UInt8], dialect: Dialect = .gitHub
  ) -> Outcome {
    reading(dialect).outcome(onUTF8: selections, in: source)
  }

  /// Plans the command in its own dialect.
  package func outcome(onUTF8 selections: [Range<Int>], in source: [UInt8]) -> Outcome {
    if let marking { return marking.outcome(onUTF8: selections, in: source) }
    return .checked(selections, OutcomeCheck(source)) {
      MarkdownDocument(source, for: selections).map { outcome(onUTF8: selections, ofBlocksIn: $0) }
        ?? outcome(onUTF8: selections, inWhole: source, context: .document)
    }
  }

  /// Plans the command for a part of a document.
  func outcome(
    onUTF8 selections: [Range<Int>], inWhole source: [UInt8], context: ReadingContext,
    tree: BlockTree? = nil
  ) -> Outcome {
    guard let selection = selections.first else { return .unchanged(.noSelection) }
    guard row.isAvailable(in: dialect) else { return .unchanged(.notInDialect) }
    if row.action.isOfInlines {
      return InlineCommand(command: self, context: context).outcome(at: selection, in: source)
    }
    if row.action == .pasteHTML {
      return pastingHTML.outcome(onUTF8: selections, inWhole: source, context: context, tree: tree)
    }
    if row.action.isPaste, let linked = linking(selection, in: source, context) { return linked }
    if let outcome = TypedDelimiter(self, context: context)?.outcome(at: selection, in: source) {
      return outcome
    }
    if BlockPrinter.prints(row.action) {
      return BlockPrinter.outcome(self, at: selections, in: source, context)
    }
    if case .footnote(let action) = row.action {
      if let refusal = ParsingLimits.standard.refusal(of: source) {
        return .refused(.unparsable(refusal.description))
      }
      return FootnoteCommand(self, at: selection, in: source, context).outcome(action)
    }
    if selections.count > 1, typesAtCarets(selections) {
      return TypingSequence(command: self, context: context)
        .outcome(typingAt: selections, in: source)
    }
    if row.group == .typing || row.action.isPaste {
      return TypingSequence(command: self, context: context).outcome(at: selection, in: source)
    }
    do throws(Outcome.Refusal) {
      return outcome(
        of: try BlockEngine(
          source, selections, in: dialect, options, context: context, tree: tree,
          opensEmpty: !isForPart))
    } catch {
      return .refused(error)
    }
  }

  /// Plans the command for all selections of an engine together.
  func outcome(of engine: BlockEngine) -> Outcome {
    do throws(Outcome.Unchanged) {
      let change = try change(engine)
      let outcome = engine.outcome(change)
      guard case .refused(.noSpelling(let first)) = outcome else { return outcome }
      if let reason = change.unwritable(in: engine.tree) { throw reason }
      return .refused(.blocksDiffer(first.joined(with: engine.selection.ranges.last ?? first)))
    } catch {
      return .unchanged(error)
    }
  }

  /// Returns the tree that the command should produce.
  func change(_ engine: BlockEngine) throws(Outcome.Unchanged) -> BlockChange {
    let (tree, selection) = (engine.tree.takingIndentedBlank(engine.selection), engine.selection)
    switch row.action {
    case .heading(let target):
      return try HeadingCommand(
        target: target, tree: tree, selection: selection.withoutFormulas(in: tree),
        keepsLevel: options.sameLevel == .stays
      ).change()
    case .quote:
      return try QuoteCommand(tree: tree, selection: selection.withoutBlankEnds(in: tree)).change()
    case .callout:
      return try CalloutCommand(argument, tree: tree, selection: selection).change()
    case .codeBlock:
      return try CodeBlockCommand(tree: tree, selection: selection.withWholeFormulas(in: tree))
        .change()
    case .rule: return try RuleCommand(tree: tree, selection: selection).change()
    case .move(let action):
      return try MoveCommand(action: action, tree: tree, selection: selection).change()
    case .section(let action):
      return try SectionCommand(action: action, tree: tree, selection: selection).change()
    default: return try itemChange(tree, selection)
    }
  }

  private func itemChange(
    _ tree: BlockTree, _ selection: BlockSelection
  ) throws(Outcome.Unchanged) -> BlockChange {
    switch row.action {
    case .promote(let isOutward): return try shifted(tree, selection, isOutward: isOutward)
    case .renumber:
      return try RenumberCommand(
        tree: tree, selection: selection, includesNested: options.nestedLists == .renumbers
      ).change()
    case .list(let target):
      let chosen = options.caretInList == .list ? selection.ofWholeList(in: tree) : selection
      return try ListCommand(
        target: target, tree: tree, selection: chosen.withoutFormulas(in: tree)
      ).change()
    case .indent(let isOutdent):
      return try IndentCommand(
        tree: tree, selection: selection, isOutdent: isOutdent, indentStep: options.indentStep
      ).change()
    case .taskToggle, .taskCycle:
      let command = TaskToggleCommand(
        tree: tree, selection: selection, mixed: options.mixedTasks,
        isFamily: options.taskFamily == .follows)
      return row.action == .taskCycle ? try command.cycled(argument) : try command.change()
    default: throw .badArgument
    }
  }

  /// Returns the tree with the selected headings, or else the items, one level further out or in.
  private func shifted(
    _ tree: BlockTree, _ selection: BlockSelection, isOutward: Bool
  ) throws(Outcome.Unchanged) -> BlockChange {
    let chosen = argument == "section" ? try selection.ofSections(in: tree) : selection
    if chosen.leaves(of: tree.root).contains(where: { $0.isHeading }) {
      return try HeadingCommand(
        target: isOutward ? .promoted : .demoted, tree: tree, selection: chosen
      ).change()
    }
    do throws(Outcome.Unchanged) {
      return try IndentCommand(
        tree: tree, selection: chosen, isOutdent: isOutward, indentStep: options.indentStep
      ).change()
    } catch {
      throw error == .notInList ? .noHeading : error
    }
  }

  /// Whether the command types the same text at carets, as `.insertText` does at `a‸b‸`.
  func typesAtCarets(_ selections: [Range<Int>]) -> Bool {
    row.action == .insertText && options.typedDelimiters == .literal
      && selections.allSatisfy { $0.isEmpty }
  }
}
