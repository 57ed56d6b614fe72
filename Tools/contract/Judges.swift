import ContractSupport
import Foundation
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension Options {
  var judge: Judge { Judge(of: planner) }

  /// The function that answers a case: the command on the whole text, or on an indexed document.
  var planner: Judge.Planner {
    guard isIndexed else {
      return { $0.command.outcome(onUTF8: $0.selections, in: $0.source) }
    }
    return { question in
      do {
        let document = try MarkdownDocument(TextBuffer(utf8: question.source))
        return question.command.outcome(onUTF8: question.selections, in: document)
      } catch {
        return .refused(.unparsable("\(error)"))
      }
    }
  }
}
