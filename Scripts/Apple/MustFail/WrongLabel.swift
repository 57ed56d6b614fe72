// error: a label that is not UIKit's
import UIKit

@MainActor func wrongLabel(_ view: UITextView, _ range: UITextRange) {
  view.replace(range, with: "text")
}
