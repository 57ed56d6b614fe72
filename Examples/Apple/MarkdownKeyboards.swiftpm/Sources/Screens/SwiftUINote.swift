import AppleAdapters
import SwiftUI

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

/// The text view of UIKit, for long texts: a key does not copy any text. Its bar is in German.
struct LongNote: View {
  @State private var text = MarkdownText("Siehe die **Saatliste**.")

  var body: some View {
    MarkdownTextEditor(text: $text) { $0.bar.wording = .german }
  }
}
