import AppleAdapters
import KeyboardGeometry
import MarkdownEditing
import TextEditing
import UIKit

// Scripts/check apple expects the compiler to reject each marked line with the error that it names.

// Views belong to the main actor.
func brokenIsolation(_ view: UITextView) -> String? {
  view.text  // error: main actor-isolated property
}

// A conformance belongs to the main actor.
func read(_ input: some TextInput) -> Bool { input.hasText }
nonisolated func isolatedConformance(_ view: UITextView) -> Bool {
  read(view)  // error: main actor-isolated conformance
}

// An optional value is used without unwrapping.
@MainActor func lostOptionality(_ view: UITextView) -> UITextRange {
  view.selectedTextRange  // error: must be unwrapped
}

// UIKit's frame of a keyboard is not a LayoutRect.
@MainActor func mixedUnits(_ view: UIView) -> KeyboardPosture {
  KeyboardPosture.of(frame: view.frame, screen: view.bounds)  // error: value of type 'CGRect'
}

// An optional method of a protocol is called directly.
@MainActor func optionalMethod(_ input: any UITextInput, _ range: UITextRange) {
  _ = input.shouldChangeText(in: range, replacementText: "")  // error: no member
}

// A responder's input view is read-only.
@MainActor func readOnlyInputView(_ responder: UIResponder) {
  responder.inputView = UIView()  // error: get-only property
}

// A text input has missing members.
final class UnfinishedInput: UIView, UITextInput {  // error: does not conform to protocol
  var hasText: Bool { false }
  func insertText(_ text: String) {}
  func deleteBackward() {}
  func text(in range: UITextRange) -> String? { nil }
}

// The number 7 is not an animation curve.
@MainActor func unknownCurve() -> KeyboardAnimation {
  KeyboardAnimation(duration: 0.25, curve: 7)  // error: cannot convert value of type 'Int'
}

// A label is not UIKit's.
@MainActor func wrongLabel(_ view: UITextView, _ range: UITextRange) {
  view.replace(range, with: "text")  // error: incorrect argument label
}
