import CommonMark
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
  package var markAction = MarkAction.toggle
  /// Whether it is for one of several selections, where `heading-1` does not change a blank line.
  var isForPart = false

  /// Creates a command from a row.
  public init(_ row: CommandRow, argument: String? = nil, options: EditingOptions = .standard) {
    self.row = row
    self.argument = argument
    self.options = options
  }

  /// Creates a command from its name in the catalogue; nil if there is none. The name of a mark,
  /// such as `strong`, is that of its toggle.
  public init?(named name: String, argument: String? = nil, options: EditingOptions = .standard) {
    guard let row = CommandRow(named: name) else { return nil }
    self.init(row, argument: argument, options: options)
  }

  var dialect: Dialect { options.dialect }

  package func reading(_ dialect: Dialect) -> EditingCommand {
    var result = self
    result.options.dialect = dialect
    return result
  }

  package var marking: MarkCommand? {
    row.mark.map { MarkCommand(markAction, $0, options: options) }
  }

  /// Plans the command for `selections` of `source`, without changing it.
  ///
  /// - Parameter selections: UTF-8 ranges of `source`, in ascending order; an empty one is a caret.
  /// - Complexity: O(*n*) in the length of the source, to find the blocks. Only the blocks at the
  ///   selections and their neighbours are planned and proved.
  public func outcome(
    utf8 selections: [Range<Int>], in source: [UInt8], dialect: Dialect = .gitHub
  ) -> Outcome {
    reading(dialect).outcome(utf8: selections, in: source)
  }

  package func outcome(utf8 selections: [Range<Int>], in source: [UInt8]) -> Outcome {
    if let marking { return marking.outcome(utf8: selections, in: source) }
    return .checked(selections, OutcomeCheck(source)) {
      var document = MarkdownDocument(source, for: selections)
      if document == nil, row.action.readsDocument { document = MarkdownDocument(all: source) }
      return document.map { outcome(utf8: selections, ofBlocksIn: $0) }
        ?? outcome(utf8: selections, inWhole: source, context: .document)
    }
  }

  func outcome(
    utf8 selections: [Range<Int>], inWhole source: [UInt8], context: ReadingContext
  ) -> Outcome {
    guard let selection = selections.first else { return .unchanged(.noSelection) }
    guard row.isAvailable(in: dialect) else { return .unchanged(.notInDialect) }
    if row.action.isOfInlines {
      return InlineCommand(command: self, context: context).outcome(at: selection, in: source)
    }
    if row.action == .pasteHTML {
      return pastingHTML.outcome(utf8: selections, inWhole: source, context: context)
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
      return FootnoteCommand(options, argument, at: selection, in: source, context).outcome(action)
    }
    if selections.count > 1, typesAtCarets(selections) {
      return KeyCommand(command: self, context: context).outcome(typingAt: selections, in: source)
    }
    if row.action == .date {
      return LiteralText(command: self, context: context).outcome(at: selection, in: source)
    }
    if row.group == .typing || row.action.isPaste {
      return KeyCommand(command: self, context: context).outcome(at: selection, in: source)
    }
    return .unchanged(.badArgument)
  }

  func typesAtCarets(_ selections: [Range<Int>]) -> Bool {
    row.action == .insertText && options.typedDelimiters == .literal
      && selections.allSatisfy { $0.isEmpty }
  }
}

extension CommandRow.Action {
  /// Whether the command needs the list of the document's blocks: for sections, for a table of
  /// contents, for links by reference, for comments, and for the number of the next footnote.
  fileprivate var readsDocument: Bool {
    switch self {
    case .section, .footnote, .contents, .references, .comment: true
    default: false
    }
  }
}

extension EditingCommand {
  var pastingHTML: EditingCommand {
    EditingCommand(CommandRow(.paste), argument: pastedMarkdown(in: dialect), options: options)
  }

  /// The Markdown that a command pastes: its argument, or the argument's HTML as Markdown.
  package func pastedMarkdown(in dialect: Dialect) -> String {
    guard row.action == .pasteHTML else { return argument ?? "" }
    let html = HTMLMarkdown(Array((argument ?? "").utf8), dialect: dialect)
    return String(decoding: html.text, as: UTF8.self)
  }

  func linking(_ selection: Range<Int>, in source: [UInt8], _ context: ReadingContext) -> Outcome? {
    let text = Array((argument ?? "").utf8)
    if let outcome = wikiLinking(selection, in: source, context) { return outcome }
    let command = EditingCommand(CommandRow(.link(.link)), argument: argument, options: options)
    guard !selection.isEmpty, text.trimmed.isAddress, !Array(source[selection]).isAddress,
      !cutsCode(selection, in: source, context),
      case .plan(var plan) = InlineCommand(command: command, context: context)
        .outcome(at: selection, in: source)
    else { return nil }
    // The caret is after the link.
    let inline = InlineCommand(command: command, context: context)
    guard let end = inline.end(of: plan, in: source) else { return nil }
    plan.selections = [end..<end]
    return .plan(plan)
  }

  /// The outcome of a pasted wiki link, such as `[[page]]`, over a selection, which becomes its alias.
  private func wikiLinking(
    _ selection: Range<Int>, in source: [UInt8], _ context: ReadingContext
  ) -> Outcome? {
    let text = Array((argument ?? "").utf8).trimmed
    guard dialect.extensions.contains(.wikiLinks), !selection.isEmpty, text.wikiTarget != nil,
      let page = text.wikiPage, !cutsCode(selection, in: source, context)
    else { return nil }
    let command = EditingCommand(
      CommandRow(.tag(.wikiLink)), argument: String(decoding: page, as: UTF8.self),
      options: options)
    guard
      case .plan(var plan) = InlineCommand(command: command, context: context)
        .outcome(at: selection, in: source), let alias = plan.selections.first
    else { return nil }
    let edited = plan.edit.applying(to: source)
    let end = alias.upperBound + (edited[alias.upperBound...].starts(with: "]]".utf8) ? 2 : 0)
    plan.selections = [end..<end]
    return .plan(plan)
  }

  private func cutsCode(
    _ selection: Range<Int>, in source: [UInt8], _ context: ReadingContext
  ) -> Bool {
    InlineSelection([selection], in: source, dialect, context).leaves.contains { leaf in
      leaf.nodes.contains {
        $0.kind == .code && $0.content.covers(selection) && $0.content != selection
      }
    }
  }
}

extension CommandRow.Action {
  /// Whether there is nothing to insert without an argument.
  var needsText: Bool { isPaste || self == .date }

  var isPaste: Bool { self == .paste || self == .pasteAddress || self == .pasteHTML }
}
