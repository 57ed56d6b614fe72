import MarkdownEditing

let text = "some words here"
if let range = text.firstRange(of: "words") {
  print(text.toggling(.strong, in: range).text)  // → some **words** here
}
print(text.performing(.heading(2), in: .utf16(0..<4)).text)  // → ## some words here
let same = text.performing(.outdent, in: .utf16(0..<4))
print(same.text, same.outcome == .unchanged(.notInList))  // → some words here true
