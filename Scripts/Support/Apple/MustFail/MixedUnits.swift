// Must fail: a keyboard's frame of UIKit is no frame of ours
// error: cannot convert value of type 'CGRect'
import AppleAdapters
import KeyboardGeometry
import UIKit

@MainActor func mixedUnits(_ view: UIView) -> KeyboardPosture {
  KeyboardPosture.of(frame: view.frame, screen: view.bounds)
}
