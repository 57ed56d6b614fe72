import Markdown
import MarkdownEditing

let text = "See the *seed* list."
print(Document(parsing: text).child(at: 0)?.childCount ?? 0)  // → 3
print(text.performing(.toggle(.strong), inUTF16: 9..<13).text)  // → See the ***seed*** list.
