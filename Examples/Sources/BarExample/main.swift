import MarkdownBar
import MarkdownEditing

var editor = try MarkdownEditor("See the **seed** list.")
try editor.select(.utf16(10..<14))
for item in AccessoryBar(editor).items.prefix(2) {
  print(item.title, item.isOn, item.isEnabled)
}
// → Bold true true
// → Italic false true
AccessoryBar(editor).tap(.strong) { editor.perform($0) }
print(editor.text)  // → See the seed list.
