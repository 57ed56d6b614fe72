// Must fail: what may be nil is taken for granted
// error: must be unwrapped
import UIKit

@MainActor func lostOptionality(_ view: UITextView) -> UITextRange {
  view.selectedTextRange
}
