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
  guard case .object(let members) = tree.kind, members.first?.key == "id" else {
    fail("the answer has no id")
  }
  guard
    members.contains(where: { ["text", "error", "marks"].contains($0.key) }) || members.count > 1
  else { fail("the answer says nothing") }
}

/// A recording must be played and drawn, or refused with a sentence that names the place.
func fuzzKeyboard(_ input: inout FuzzInput) {
  let bytes = input.text()
  let replay: KeyboardReplay
  do {
    replay = try KeyboardReplay(reading: SourceText(bytes, name: "f"))
  } catch {
    guard error.message.hasPrefix("f") else { fail("“\(error.message)” names no place") }
    return
  }
  guard replay.frames.count == replay.scene.steps.count else { fail("an event has no frame") }
  var table = replay.table
  let json = replay.json
  if makesMistake, replay.frames.contains(where: { $0.posture == .floating }) { table = [] }
  do { _ = try JSONTree(json) } catch { fail("the report is no JSON: \(error)") }
  let text = String(decoding: json, as: UTF8.self)
  if text.contains("nan") || text.contains("inf") && !text.contains("\"") {
    fail("a number is none")
  }
  if table.isEmpty { fail("there is no report") }
}
