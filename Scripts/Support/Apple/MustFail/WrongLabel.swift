// Must fail: a label that is not UIKit's
// error: incorrect argument label
import UIKit

@MainActor func wrongLabel(_ view: UITextView, _ range: UITextRange) {
  view.replace(range, with: "text")
}
