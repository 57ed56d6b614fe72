import AppleAdapters
// Must fail: the conformance belongs to the main actor
// error: main actor-isolated conformance
import MarkdownEditing
import TextEditing
import UIKit

func read(_ input: some TextInput) -> Bool { input.hasText }
nonisolated func isolatedConformance(_ view: UITextView) -> Bool { read(view) }
