import AccessoryCommands
import AppleAdapters
import SwiftUI
import TextEditing

/// A note in SwiftUI, whose toolbar says what became of a tap.
@available(iOS 18, *)
struct NoteScreen: View {
  @State private var note = SelectedText("See the *seed* list.")
  @State private var outcome: AccessoryBar.Outcome?

  var body: some View {
    let bar = AccessoryBar(note.formattingState())
    TextEditor(text: $note.text, selection: $note.selection)
      .toolbar {
        MarkdownToolbar(bar) { identifier in outcome = bar.tap(identifier, on: &note) }
      }
  }
}
