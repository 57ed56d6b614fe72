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
}

extension EditingCommand {
  /// Whether a selection is a part of a code span, in which an address is text.
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
  /// Whether the command pastes its argument. For example, `.paste` does.
  var isPaste: Bool { self == .paste || self == .pasteAddress || self == .pasteHTML }
}
