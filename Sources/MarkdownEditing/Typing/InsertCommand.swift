import MarkdownSyntax
import TextEditing

/// Types text at a caret. A blank typed at the end of a mark, as in `**bold‸**`, is outside.
struct InsertCommand {
  let tree: BlockTree
  let caret: Int
  let text: [UInt8]
  let context: ReadingContext

  func result() -> NewlineCommand.Result {
    let replacement = SelectionReplacement(
      tree: tree, context: context, range: caret..<caret, text: text)
    // The caret is before a closing delimiter, as in `*a‸*`.
    let isAtEnd = tree.tokens(at: caret).contains {
      $0.source.lowerBound == caret && $0.kind.isClosing && !$0.source.isEmpty
    }
    if isAtEnd, let result = replacement.keyResult {
      return .plain(result.edit, caret: result.caret)
    }
    return .typing(replacement.text, at: caret)
  }
}
