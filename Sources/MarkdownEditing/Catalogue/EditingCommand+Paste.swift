import MarkdownSyntax
import TextEditing

extension EditingCommand {
  /// The command that pastes the argument's HTML as Markdown.
  var pastingHTML: EditingCommand {
    let html = HTMLMarkdown(Array((argument ?? "").utf8), dialect: dialect)
    return EditingCommand(
      CommandRow(.paste), argument: String(decoding: html.text, as: UTF8.self), options: options)
  }

  /// Plans a link from the selection to a pasted address; nil if the text replaces the selection.
  func linking(
    _ selection: Range<Int>, in source: [UInt8], _ context: ReadingContext
  ) -> Outcome? {
    let text = Array((argument ?? "").utf8)
    guard !selection.isEmpty, text.trimmed.isAddress, !Array(source[selection]).isAddress,
      let engine = try? BlockEngine(source, [selection], in: dialect, options, context: context),
      !engine.tree.isInCode(selection), let wanted = try? link(.link, engine),
      case .plan(var plan) = engine.outcome(wanted)
    else { return nil }
    let last =
      plan.edit.replacements.last { $0.bytes.contains(.rightParenthesis) }?.range ?? selection
    var end = plan.edit.mapping(utf8Offset: last.upperBound, bias: .after)
    end -= wanted.opensAgain
    plan.selections = [end..<end]
    return .plan(plan)
  }
}

extension CommandRow.Action {
  /// Whether the command pastes its argument. For example, `.paste` does.
  var isPaste: Bool { self == .paste || self == .pasteAddress || self == .pasteHTML }
}
