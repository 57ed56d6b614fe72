import AppleAdapters
import SwiftUI
import UIKit

/// SwiftUI's text editor with the bar's buttons in its toolbar.
@available(iOS 18, *)
struct ShortNote: View {
  @State private var note = SelectedText("See the *seed* list.")

  var body: some View {
    TextEditor(text: $note.text, selection: $note.selection)
      .toolbar {
        MarkdownToolbar(AccessoryBar(note.commandStates()).arranged()) { note.perform($0) }
      }
  }
}

/// The Markdown view, for texts of any length: lists, boxes, code and images are drawn, links can be
/// tapped, pictures and HTML pasted, and the text can be only for reading. Its bar is in German.
struct LongNote: View {
  @State private var text = MarkdownText(
    """
    # Aussaat

    Siehe die **Saatliste** im [Gartenbuch](https://example.org/garten).

    - [x] Basilikum
    - [ ] Dill
    - Kresse

    ```swift
    let weeks = 6
    ```

    ![Die Beete](beds)
    """)
  @State private var selection = NSRange(location: 0, length: 0)
  @State private var isWriting = false
  @State var isReadOnly = false
  var open: @MainActor (String) -> Void = { destination in
    if let url = URL(string: destination) { UIApplication.shared.open(url) }
  }

  var body: some View {
    VStack {
      Toggle(isOn: $isReadOnly) { Text("Nur lesen") }
      editor
    }
  }

  var editor: MarkdownTextEditor {
    var theme = MarkdownTheme.standard
    theme.delimiters = .hidden
    return MarkdownTextEditor(
      text: $text, selection: $selection, isFocused: $isWriting, isEditable: !isReadOnly,
      theme: theme, placeholder: "Hier schreiben"
    ) { view in
      view.wording = .german
      view.bar.order = [.strong, .emphasis, .link, .headings, .taskList, .paste, .undo]
      if view.imageForSource == nil { view.imageForSource = { UIImage(named: $0) } }
      if view.codeHighlighter == nil { view.codeHighlighter = colours }
    }
    .onLinkTap(open)
    .onPasteImage(store)
  }

  /// Colours the first keyword of Swift's code; an app would ask a highlighter here.
  private func colours(_ code: String, language: String) -> [(Range<Int>, MarkdownTheme.Color)] {
    language == "swift" && code.hasPrefix("let ")
      ? [(0..<3, MarkdownTheme.Color(light: 0x9B2393, dark: 0xFF7AB2))] : []
  }

  /// Stores a pasted picture in the app's folder, and returns its name.
  private func store(_ image: PastedImage) async -> String? {
    let name = "picture-\(image.data.count).png"
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    return (try? image.data.write(to: file)) == nil ? nil : name
  }
}
