import MarkdownEditing
import MarkdownSyntax

extension EditingCommand {
  /// From how many bytes on a text is read by its slices.
  private static let longText = 1 << 16

  /// What the command does to `selections` of `text`; mutates nothing.
  ///
  /// Of a long text only the blocks around the selections are planned on: read as a whole, 5 MB of
  /// short paragraphs took 782 MB.
  ///
  /// - Complexity: O(*n*) to find the slices.
  package func outcome(onUTF8 selections: [Range<Int>], in text: SourceText) -> Outcome {
    if let marking { return marking.outcome(onUTF8: selections, in: text.bytes) }
    guard text.bytes.count >= Self.longText, let document = try? MarkdownDocument(text.buffer)
    else { return outcome(onUTF8: selections, in: text.bytes) }
    return outcome(onUTF8: selections, in: document)
  }
}
