// error: views belong to the main actor
import UIKit

func brokenIsolation(_ view: UITextView) -> String? {
  view.text
}
