import JSONText
import MarkdownEditing
import MdeditKit

/// Each line of a batch must have one answer, which is JSON without hidden characters.
func fuzzBatch(_ input: inout FuzzInput) {
  let line = input.rest().filter { $0 != 0x0A }
  var answer = BatchResponder().answer(to: .complete(line))
  if makesMistake, line.count { $0 == 0x5B } > 2, line.count { $0 == 0x5D } > 2 {
    answer.insert(0x22, at: 2)
  }
  guard answer.last == 0x0A, answer.dropLast().allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
    fail("the answer is no line")
  }
  let tree: JSONTree
  do { tree = try JSONTree(answer) } catch { fail("the answer is no JSON: \(error)") }
  let text = String(decoding: answer.dropLast(), as: UTF8.self)
  guard Array(text.utf8) == answer.dropLast() else { fail("the answer is no UTF-8") }
  if text.unicodeScalars.contains(where: \.isHidden) { fail("the answer shows what is hidden") }
  guard case .object(let members) = tree, members.first?.key == "id" else {
    fail("the answer has no id")
  }
  guard
    members.contains(where: { ["text", "error", "marks"].contains($0.key) }) || members.count > 1
  else { fail("the answer says nothing") }
}
