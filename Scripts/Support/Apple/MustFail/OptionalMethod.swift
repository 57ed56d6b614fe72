// Must fail: an optional method of a protocol is not there to be called
// error: no member 'shouldChangeText'
import UIKit

@MainActor func optionalMethod(_ input: any UITextInput) {
  _ = input.shouldChangeText(in: input.selectedTextRange!, replacementText: "")
}
