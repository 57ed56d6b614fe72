// error: a responder's input view is read-only
import UIKit

@MainActor func readOnlyInputView(_ responder: UIResponder) {
  responder.inputView = UIView()
}
