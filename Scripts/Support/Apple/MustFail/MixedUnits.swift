// Must fail: UIKit's frame of a keyboard is not a LayoutRect
// error: cannot convert value of type 'CGRect'
import AppleAdapters
import KeyboardGeometry
import UIKit

@MainActor func mixedUnits(_ view: UIView) -> KeyboardPosture {
  KeyboardPosture.of(frame: view.frame, screen: view.bounds)
}
