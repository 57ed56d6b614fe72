// Must fail: curve 7 is no value of a type that has no such value
// error: cannot convert value of type 'Int'
import AppleAdapters
import KeyboardGeometry
import UIKit

@MainActor func unknownCurve() -> KeyboardAnimation {
  KeyboardAnimation(duration: 0.25, curve: 7)
}
