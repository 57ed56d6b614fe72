import MarkdownBar
import MarkdownEditing
import MarkdownHTML

let line = "Sow the beans in May."
let bold = line.performing(.toggle(.strong), in: .utf16(8..<13))
print(bold.text)  // → Sow the **beans** in May.
print(bold.utf16Selection)  // → 10..<15
let same = line.performing(.deleteRow, in: .utf16(8..<8))
if case .unchanged(let reason) = same.outcome {
  print(reason == .notInTable)  // → true
  print(reason)  // → The selection is not in a table.
}
var editor = try MarkdownEditor(
  """
  # Garden

  - sow beans
  - [ ] water
  """)
extension MarkdownEditor {
  mutating func select(_ words: String) throws {
    guard let range = text.firstRange(of: words) else { return }
    let start = range.lowerBound.utf16Offset(in: text)
    try select(.utf16(start..<start + words.utf16.count))
  }
}

try editor.select("beans")
editor.perform(.link(to: "https://example.org/beans"))
editor.perform(.toggle(.emphasis))
print(editor.text)
// → # Garden
// →
// → - sow *[beans](https://example.org/beans)*
// → - [ ] water
let end = editor.text.utf16.count
try editor.select(.utf16(end..<end))
editor.perform(.newline)
editor.insertText("weed")
editor.perform(.newline)
editor.perform(.newline)
editor.insertText("Then rest.")
print(editor.text)
// → # Garden
// →
// → - sow *[beans](https://example.org/beans)*
// → - [ ] water
// → - [ ] weed
// →
// → Then rest.
editor.undo()
editor.undo()
print(editor.text.hasSuffix("- [ ] weed\n- [ ] "))  // → true
editor.redo()
editor.redo()
print(editor.text.hasSuffix("Then rest."))  // → true
func show(_ bar: AccessoryBar) {
  let buttons = bar.items.map { item in
    item.isOn ? "[\(item.title)]" : item.isEnabled ? item.title : "(\(item.title))"
  }
  print(buttons.joined(separator: "  "))
}
let chosen: [AccessoryBar.ItemID] = [.strong, .emphasis, .link, .taskList, .headings]

try editor.select("beans")
show(AccessoryBar(editor).arranged(chosen, addsOthers: false))
// → Bold  [Italic]  [Link]  Task List  Headings

try editor.select("water")
let bar = AccessoryBar(editor).arranged(chosen, addsOthers: false)
show(bar)
// → Bold  Italic  Link  [Task List]  Headings
bar.tap(.strong) { editor.perform($0) }
print(editor.text.contains("- [ ] **water**"))  // → true
let ask = CustomCommand { before in
  let place = before.selection.lowerBound
  let heading = before.tree.nodes.first { $0.kind == .heading && $0.range.contains(place) }
  let end = heading?.content.upperBound
  return end.map { TextEdit([.init($0..<$0, with: "?")]) }
} goal: { before, after in
  before.tree.nodes.count == after.tree.nodes.count
}
try editor.select("Garden")
editor.perform(ask)
print(editor.text.hasPrefix("# Garden?\n"))  // → true
print(try renderHTML("Sow **beans**.", in: .gitHub), terminator: "")
// → <p>Sow <strong>beans</strong>.</p>
