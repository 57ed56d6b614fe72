// Must fail: a text input with missing members
// error: does not conform to protocol 'UITextInput'
import UIKit

final class UnfinishedInput: UIView, UITextInput {
  var hasText: Bool { false }
  func insertText(_ text: String) {}
  func deleteBackward() {}
  func text(in range: UITextRange) -> String? { nil }
}
