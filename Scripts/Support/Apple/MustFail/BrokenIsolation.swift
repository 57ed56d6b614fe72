// Must fail: views belong to the main actor
// error: main actor-isolated property
import UIKit

func brokenIsolation(_ view: UITextView) -> String? {
  view.text
}
