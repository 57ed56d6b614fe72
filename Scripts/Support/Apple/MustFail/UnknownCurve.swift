// Must fail: the number 7 is not an animation curve
// error: cannot convert value of type 'Int'
import AppleAdapters
import KeyboardGeometry
import UIKit

@MainActor func unknownCurve() -> KeyboardAnimation {
  KeyboardAnimation(duration: 0.25, curve: 7)
}
