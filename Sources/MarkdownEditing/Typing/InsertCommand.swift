import MarkdownSyntax
import TextEditing

/// Types text at a caret. A blank typed at the end of a mark, as in `**bold‸**`, is outside.
struct InsertCommand {
  let tree: BlockTree
  let caret: Int
  let text: [UInt8]
  let context: ReadingContext
  /// The tokens of the caret's leaf, if they are known.
  var tokens: [InlineToken]?

  func result() -> NewlineCommand.Result {
    // The caret is before a closing delimiter, as in `*a‸*`.
    let tokens = tokens ?? tree.tokens(at: caret)
    let first = tokens.partitionPoint { $0.source.lowerBound >= caret }
    var place = caret
    for token in tokens[first...] where token.source.lowerBound == place && !token.source.isEmpty {
      guard token.kind.isClosing, token.kind.markBit != nil, token.kind != .closeCode,
        text.allSatisfy({ $0.isBlank })
      else { break }
      place = token.source.upperBound
    }
    return .typing(typed, at: place)
  }

  /// Returns the edit and the caret after it, without a respelling before an offset.
  func edit(after end: Int) -> (edit: TextEdit, caret: Int) {
    if case .plain(let edit, let place) = result(), edit.hull.map({ $0.lowerBound >= end }) ?? true
    {
      return (edit, place)
    }
    return (TextEdit([.init(caret..<caret, with: typed)]), caret + typed.count)
  }

  /// The text as it is typed in the caret's block. In a table, pipes are escaped.
  private var typed: [UInt8] {
    let isInTable = tree.path(at: caret).map { tree.root[$0[...]].kind == .table } ?? false
    return isInTable ? text.asCellText : text
  }
}
