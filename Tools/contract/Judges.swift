import ContractSupport
import Foundation
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension Options {
  /// Returns a judge of the planner. If `CONTRACT_TRACE` names a file, each case is written to it
  /// before the planner runs (one file per task), so that a crash leaves its case on disk.
  func judge(ofJob job: Int) -> Judge {
    let planner = self.planner
    guard let path = ProcessInfo.processInfo.environment["CONTRACT_TRACE"],
      FileManager.default.createFile(atPath: "\(path).\(job).txt", contents: nil),
      let file = FileHandle(forWritingAtPath: "\(path).\(job).txt")
    else { return Judge(of: planner) }
    return Judge { question in
      let entry = question.line + "\n// What follows is older.\n"
      try? file.seek(toOffset: 0)
      file.write(Data(entry.utf8))
      return planner(question)
    }
  }

  /// The function that answers a case: the command on the whole text, or on an indexed document.
  var planner: Judge.Planner {
    guard let inner = indexed else {
      return { $0.command.outcome(onUTF8: $0.selections, in: $0.source) }
    }
    var sizes = MarkdownDocument.Sizes()
    sizes.inner = inner
    return { [sizes] question in
      do {
        let document = try MarkdownDocument(TextBuffer(utf8: question.source), sizes: sizes)
        return question.command.outcome(onUTF8: question.selections, in: document)
      } catch {
        return .refused(.unparsable("\(error)"))
      }
    }
  }
}
