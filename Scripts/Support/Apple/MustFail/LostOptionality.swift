// Must fail: an optional value is used without unwrapping
// error: must be unwrapped
import UIKit

@MainActor func lostOptionality(_ view: UITextView) -> UITextRange {
  view.selectedTextRange
}
