// Must fail: an optional method of a protocol is called directly
// error: no member 'shouldChangeText'
import UIKit

@MainActor func optionalMethod(_ input: any UITextInput) {
  _ = input.shouldChangeText(in: input.selectedTextRange!, replacementText: "")
}
