// Must fail: a responder's input view is read-only
// error: get-only property
import UIKit

@MainActor func readOnlyInputView(_ responder: UIResponder) {
  responder.inputView = UIView()
}
