// error: what may be nil is taken for granted
import UIKit

@MainActor func lostOptionality(_ view: UITextView) -> UITextRange {
  view.selectedTextRange
}
